"""One side of the board: up to ten RC522 readers under its spaces. Copy it to the Pico as main.py."""

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
readers = Readers(spi, [Pin(number, Pin.OUT, value=1) for number in settings.SELECTS], time.sleep_us, settings.GAIN)
start(
    machine,
    lambda why: BoardFirmware(readers, write, "uid", settings.NAME, new_boot(), settings.FIRST, why=why),
    settings.WATCHDOG_MS,
)
