"""The table of `test_precedence`: pairs of refusals that apply together, by the one that is given."""
