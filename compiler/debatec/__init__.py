"""The compiler for debates between agents."""

__version__ = "0.1.0"
