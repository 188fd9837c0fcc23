"""Texts and expressions: their grammar, their types, and what they come to."""
