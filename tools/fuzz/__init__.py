"""Fuzzing of whatever reads what strangers write."""
