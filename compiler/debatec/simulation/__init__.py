"""Debates carried out many times by seats that act by chance."""
