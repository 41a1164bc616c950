"""A wand: one RC522 that you hold to the sticker under a space. Copy it to the Pico as main.py."""

import time

import machine
import settings
from board import BoardFirmware
from loop import new_boot, start, write
from machine import SPI, Pin
from rc522 import Readers

spi = SPI(
    settings.SPI,
    baudrate=settings.SPI_HZ,
    sck=Pin(settings.SCK),
    mosi=Pin(settings.MOSI),
    miso=Pin(settings.MISO),
)
reader = Readers(spi, [Pin(settings.WAND_SELECT, Pin.OUT, value=1)], time.sleep_us, settings.GAIN)
start(
    machine,
    lambda why: BoardFirmware(reader, write, "tap", settings.NAME, new_boot(), arrive=1, why=why),  # a tap is short
    settings.WATCHDOG_MS,
)
