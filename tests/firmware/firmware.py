"""Loads the parts of the board's firmware that need no Pico into this Python."""

import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "firmware_notes" / "board_firmware"
NAMES = ("serial_line", "presence", "board", "rc522", "switches", "loop", "settings")


def load(name: str) -> ModuleType:
    """Its modules import each other by bare names, which nobody else should find afterwards."""
    sys.path.insert(0, str(FOLDER))
    try:
        return import_module(name)
    finally:
        sys.path.remove(str(FOLDER))
        for each in NAMES:
            sys.modules.pop(each, None)
