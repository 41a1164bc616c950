"""Automatic players, dice and shuffles: the only package that uses `random`."""
