"""The table in a browser: the banker's console on a tablet, and a page of their own for players and onlookers.

A process of its own, and a client of the table like any other: who may do what is decided there.
"""
