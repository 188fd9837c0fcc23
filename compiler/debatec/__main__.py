"""`python -m debatec` is the command."""

from debatec.cli.main import main

main(prog_name="debatec")
