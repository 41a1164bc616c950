"""The parts of screens. Each is given what it shows, and asks nobody."""
