"""What differs from board to board and from side to side. Edit this file on the Pico; nothing else needs a change."""

NAME = "south"  # of this module, different for each: small letters, digits and hyphens, at most 20
FIRST = 0  # the space above reader 0 (GO is 0); it counts until the board has been walked

# A side of RC522 readers, or the wand with its one reader. GP numbers of the Pico.
SPI = 0
SCK, MOSI, MISO = 18, 19, 16
SPI_HZ = 4000000
SELECTS = (2, 3, 4, 5, 6, 7, 8, 9, 10, 11)  # a pin for each reader, reader 0 first; list fewer for fewer readers
WAND_SELECT = 17

# A board of switches
SWITCHES = 40
LOAD, CLOCK, DATA = 2, 3, 4
REST_MS = 10  # between looks, because contacts chatter
