"""The console: the screen of the evening. A client of the table that shows what it is told and works out no rules.

Nothing is imported here: who only asks for a name must not pay for a screen.
"""
