"""What may be set, and what holds where nothing is said. Each type says in words what fits it."""

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

Pin = Annotated[int, Meta(ge=0, le=27, description="a BCM pin number from 0 to 27")]
Seats = Annotated[tuple[Pin, ...], Meta(max_length=8, description="a list of at most 8 BCM pin numbers from 0 to 27")]
Variants = Annotated[tuple[str, ...], Meta(description="a list of variants, each in quotes")]
HostName = Annotated[str, Meta(max_length=253, pattern=r"^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?\Z")]
HostNames = Annotated[
    tuple[HostName, ...], Meta(max_length=20, description='a list of names such as "companion.local"')
]
Port = Annotated[str, Meta(min_length=1, max_length=200, pattern=r"^[!-~]+\Z")]
Ports = Annotated[
    tuple[Port, ...], Meta(min_length=1, max_length=8, description='a list of 1 to 8 ports such as "/dev/ttyACM0"')
]
Pips = Annotated[tuple[Pin, Pin, Pin, Pin], Meta(description="a list of 4 BCM pin numbers from 0 to 27")]


def _from(least: int, most: int) -> Meta:
    return Meta(ge=least, le=most, description=f"a number from {least} to {most}")


class Section(Struct, frozen=True, rename="kebab"):
    """The root of all of these. A setting that may be None is written "none"."""


class Rig(Section, frozen=True):
    kind: Literal["simulated", "real"] = "simulated"
    board: Literal["identifying", "presence", "tap", "none"] = "identifying"


class Pins(Section, frozen=True):
    dice: Pin | None = 17
    confirm: Pin | None = 27
    cancel: Pin | None = 22
    seats: Seats = ()  # from seat 1; without buttons, players say who they are with their cards
    lamp_red: Pin | None = 23
    lamp_green: Pin | None = 24
    lamp_blue: Pin | None = 4
    speaker: Pin | None = 18

    def buttons(self) -> dict[str, int]:
        """The pin of every button that is wired, by the button's name."""
        seats = {f"seat-{number}": pin for number, pin in enumerate(self.seats, 1)}
        named = {"dice": self.dice, "confirm": self.confirm, "cancel": self.cancel, **seats}
        return {name: pin for name, pin in named.items() if pin is not None}


class Reader(Section, frozen=True):
    """An RC522 on the SPI bus."""

    bus: Annotated[int, _from(0, 1)] = 0
    device: Annotated[int, _from(0, 2)] = 0
    reset: Pin | None = 25


class Board(Section, frozen=True):
    ports: Ports = ("/dev/companion-board",)
    baud: Annotated[int, _from(9_600, 3_000_000)] = 115_200


class Lamps(Section, frozen=True):
    common: Literal["cathode", "anode"] = "cathode"


class DiceDisplay(Section, frozen=True):
    """Digits on an HT16K33, on the I2C bus, or pips on pins."""

    kind: Literal["none", "digits", "pips"] = "none"
    address: Annotated[int, Meta(ge=0x70, le=0x77, description="an I2C address from 0x70 to 0x77")] = 0x70
    first: Pips = (5, 6, 13, 19)  # centre, one diagonal, the other diagonal, the middle of both sides
    second: Pips = (12, 16, 20, 26)


class Timing(Section, frozen=True):
    button_quiet_ms: Annotated[int, _from(5, 500)] = 30
    tag_quiet_ms: Annotated[int, _from(100, 5_000)] = 300
    poll_ms: Annotated[int, _from(20, 1_000)] = 100


class Game(Section, frozen=True):
    """For new games. No edition is the default one."""

    dice: Literal["button", "hand"] = "button"
    cards: Literal["companion", "decks"] = "companion"
    rent: Literal["auto", "claim"] = "auto"
    edition: str = ""
    variants: Variants = ()
    house_rules: dict[str, bool | int | str] = {}

    def options(self) -> dict[str, bool | int | str]:
        """All house rules, of which the rent mode is one."""
        return {"rent": self.rent, **self.house_rules}


class Sounds(Section, frozen=True):
    on: bool = True
    volume: Annotated[int, _from(0, 100)] = 60


class Tablet(Section, frozen=True):
    port: Annotated[int, _from(1, 65_535)] = 8_080
    names: HostNames = ()  # by which tablets may call this machine, besides its own


def _one_reader() -> dict[str, Reader]:
    return {"deeds": Reader()}


class Config(Section, frozen=True):
    rig: Rig = Rig()
    pins: Pins = Pins()
    readers: dict[str, Reader] = field(default_factory=_one_reader)  # those that are named are all there are
    board: Board = Board()
    lamps: Lamps = Lamps()
    dice_display: DiceDisplay = DiceDisplay()
    timing: Timing = Timing()
    game: Game = Game()
    sounds: Sounds = Sounds()
    tablet: Tablet = Tablet()
