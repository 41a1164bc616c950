"""Whole numbers that a command is given: within their bounds, or told what was expected instead."""

import argparse
from collections.abc import Callable


def number(least: int, most: int, what: str = "a number") -> Callable[[str], int]:
    """For argparse."""

    def read(text: str) -> int:
        try:
            value = int(text)
        except ValueError:
            value = least - 1
        if not least <= value <= most:
            raise argparse.ArgumentTypeError(f"expected {what} from {least:,} to {most:,}, not {text!r}")
        return value

    return read
