"""The table in a browser: the Banker's console on a tablet, and a page for players and onlookers.

This is a process of its own and a client of the table like any other. The table decides who may do what.
"""
