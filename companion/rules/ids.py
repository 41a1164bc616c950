"""The ids of players, deeds, spaces and accounts: small numbers. Names are for people."""

from typing import Final

PlayerId = int  # a seat, counted from 0; each sits to the left of the one before
DeedId = int  # a place among the deeds of a board, clockwise
SpaceId = int  # 0 to 39, clockwise from GO
Account = int  # a player, or one of the two below

BANK: Final = -1
POT: Final = -2  # the money under Free Parking, with that house rule
