"""Benchmarks: debatec beside tools people know, side by side in one run."""
