"""Pads: small screens that ask for one thing and give it back, or None."""
