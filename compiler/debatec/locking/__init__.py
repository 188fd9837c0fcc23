"""What `debatec lock` does: fetch what debates extend, and pin it."""
