"""Which of the household's tags is which: kept, exported, imported; simulated where there is none."""
