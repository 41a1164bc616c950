"""A board of Hall switches or reed contacts, one under each space. Copy it to the Pico as main.py."""

import time

import machine
import settings
from board import BoardFirmware
from loop import new_boot, start, write
from machine import Pin
from switches import Switches

switches = Switches(
    Pin(settings.LOAD, Pin.OUT, value=1),
    Pin(settings.CLOCK, Pin.OUT, value=0),
    Pin(settings.DATA, Pin.IN, Pin.PULL_UP),
    settings.SWITCHES,
    lambda: time.sleep_ms(settings.REST_MS),
)
start(
    machine,
    lambda why: BoardFirmware(switches, write, "presence", settings.NAME, new_boot(), settings.FIRST, why=why),
    settings.WATCHDOG_MS,
)
