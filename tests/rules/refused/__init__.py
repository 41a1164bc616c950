"""The table of `test_refusals`: every way the engine says no, a file for each kind of reason."""
