"""Automatic players at a simulated table of their own, to watch on the console."""
