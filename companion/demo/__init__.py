"""An evening of automatic players at a simulated table of its own, to be watched on the console."""
