"""The table in a browser: the Banker's page, one for players and onlookers, and a wall.

This is a process of its own and a client of the table like any other. The table decides who may do what.
"""
