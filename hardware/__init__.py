"""The devices wired to the table. They report what they sense, never what it means, and know nothing of the game."""
