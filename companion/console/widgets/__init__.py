"""The parts of screens. A widget is given what it shows, and asks nobody."""
