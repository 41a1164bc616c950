"""What is wired to the table. It says what it felt, never what it means, and knows nothing of the game."""
