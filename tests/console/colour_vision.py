"""How well colours can be told apart, by every kind of eye, and read on a background.

Colour blindness is simulated as Machado, Oliveira and Fernandes (2009) do it, at its strongest; distances are CIE76.
"""

from math import dist

from textual.color import Color

Linear = tuple[float, float, float]
# fmt: off
EYES: dict[str, tuple[Linear, Linear, Linear]] = {
    "any": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
# fmt: on


def distance(one: str, other: str, eyes: str) -> float:
    """Under about 10 two colours are easily mistaken for each other."""
    return dist(_lab(_seen(_linear(one), eyes)), _lab(_seen(_linear(other), eyes)))


def contrast(one: str, other: str) -> float:
    """As WCAG counts it: 4.5 for words, 3 for lines and large signs."""
    darker, lighter = sorted((_luminance(_linear(one)), _luminance(_linear(other))))
    return (lighter + 0.05) / (darker + 0.05)


def _linear(colour: str) -> Linear:
    red, green, blue = (part / 255 for part in Color.parse(colour).rgb)
    return _straight(red), _straight(green), _straight(blue)


def _straight(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)


def _seen(linear: Linear, eyes: str) -> Linear:
    red, green, blue = (min(max(sum(a * b for a, b in zip(row, linear, strict=True)), 0.0), 1.0) for row in EYES[eyes])
    return red, green, blue


def _luminance(linear: Linear) -> float:
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def _lab(linear: Linear) -> Linear:
    red, green, blue = linear
    x = _root((0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047)
    y = _root(_luminance(linear))
    z = _root((0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _root(part: float) -> float:
    return float(part ** (1 / 3)) if part > 0.008856 else 7.787 * part + 16 / 116
