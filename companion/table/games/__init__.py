"""The games on this machine: the one in play, and all others."""
