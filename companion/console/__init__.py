"""The console in the terminal: a client of the table that shows what it is told and knows no rules.

Nothing is imported here, so that importing a name does not load the screens.
"""

OPENING = "Table Companion: opening the table …"  # on the terminal until there is a picture
