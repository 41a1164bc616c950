"""What differs from board to board and from side to side. Edit this file on the Pico; nothing else needs a change."""

NAME = "south"  # of this module, different for each: small letters, digits and hyphens, at most 20
FIRST = 0  # the space above reader 0 (GO is 0); it counts until the board has been walked

# A side of RC522 readers, or the wand with its one reader. GP numbers of the Pico.
SPI = 0
SCK, MOSI, MISO = 18, 19, 16
SPI_HZ = 4000000
SELECTS = (2, 3, 4, 5, 6, 7, 8, 9, 10, 11)  # a pin for each reader, reader 0 first; list fewer for fewer readers
WAND_SELECT = 17
GAIN = 33  # of the receivers, in dB: 18, 23, 33, 38, 43 or 48. More lets readers that stand close disturb each other

# A board of switches
SWITCHES = 40
LOAD, CLOCK, DATA = 2, 3, 4
REST_MS = 10  # between looks, because contacts chatter

# A board that hangs for so long restarts itself, and so does a Pico at its prompt: set 0 while you work on its files.
# At most 8300.
WATCHDOG_MS = 8000
