"""Table Companion: keeps the bank of a property-trading board game played at a real table."""

__version__ = "0.1.0"
