"""The colours: green felt in the evening, paper by day. A terminal of sixteen colours keeps its own."""

import os

from textual.theme import Theme

FELT = Theme(
    name="felt",
    dark=True,
    background="#0f1815",
    surface="#16221d",
    panel="#22332c",
    foreground="#e9ede6",
    primary="#4fa98a",
    secondary="#7fb7c9",
    accent="#e2b659",
    success="#6cc287",
    warning="#e2b659",
    error="#e8776b",
    variables={"border-blurred": "#3a5248", "input-selection-background": "#4fa98a 40%"},
)
PAPER = Theme(
    name="paper",
    dark=False,
    background="#f6f2e7",
    surface="#ece6d6",
    panel="#ddd5c0",
    foreground="#22281f",
    primary="#1f6b52",
    secondary="#2b5f74",
    accent="#7a5200",
    success="#1a6434",
    warning="#7a5200",
    error="#a3271f",
    variables={"border-blurred": "#b5ab92"},
)
SIXTEEN = "ansi-dark"


def wants_no_colour() -> bool:
    """Then edges, bold and reverse say it all. Textual must know before it has a theme, or all is black on black."""
    return "NO_COLOR" in os.environ


def first_theme(color_system: str | None) -> str:
    return FELT.name if color_system in ("truecolor", "256") else SIXTEEN


def next_theme(name: str) -> str:
    return PAPER.name if name == FELT.name else FELT.name
