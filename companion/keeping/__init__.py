"""Keeping house: everything of a household on a stick and back, and what happened told without names."""
