"""Signals carried out: acts given; lamps, sounds and screens told."""
