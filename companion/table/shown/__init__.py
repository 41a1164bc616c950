"""What a screen may show of the game: it works out nothing itself."""
