"""What presses, taps and tokens on the board mean. Pure: it works on options and commands, and does nothing itself."""
