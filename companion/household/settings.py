"""The settings of companion.toml and their defaults. Each type describes in words the values it accepts."""

from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import Meta, Struct, field

if TYPE_CHECKING:
    from companion.table.messages.setup import Usual

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


def _between(low: int, high: int) -> Meta:
    return Meta(ge=low, le=high, description=f"a number from {low} to {high}")


class SettingsSection(Struct, frozen=True, rename="kebab"):
    """A section of companion.toml. A setting that may be None is written "none"."""


class RigSettings(SettingsSection, frozen=True):
    """A real table has no board unless one is set."""

    kind: Literal["simulated", "real"] = "simulated"
    board: Literal["identifying", "presence", "tap", "none"] = "identifying"


class PinSettings(SettingsSection, frozen=True):
    dice: Pin | None = 17
    confirm: Pin | None = 27
    cancel: Pin | None = 22
    seats: Seats = ()  # from seat 1; without buttons, players show who they are with their cards
    lamp_red: Pin | None = 23
    lamp_green: Pin | None = 24
    lamp_blue: Pin | None = 4
    speaker: Pin | None = 18

    def buttons(self) -> dict[str, int]:
        """The pin of every wired button, by the button's name."""
        seats = {f"seat-{number}": pin for number, pin in enumerate(self.seats, 1)}
        named = {"dice": self.dice, "confirm": self.confirm, "cancel": self.cancel, **seats}
        return {name: pin for name, pin in named.items() if pin is not None}


class ReaderSettings(SettingsSection, frozen=True):
    """`bus`, `device`, `reset` and `gain` are those of an RC522, `at` and `form` those of the other kinds."""

    kind: Literal["rc522", "pn532", "usb", "pcsc"] = "rc522"
    at: Annotated[str, Meta(max_length=200, pattern=r"^[ -~]*\Z", description="a path or a name in quotes")] = ""
    form: Literal["auto", "hex", "hex-reversed", "decimal", "decimal-reversed"] = "auto"
    bus: Annotated[int, _between(0, 1)] = 0
    device: Annotated[int, _between(0, 2)] = 0
    reset: Pin | None = 25
    gain: Annotated[Literal[18, 23, 33, 38, 43, 48], Meta(description="18, 23, 33, 38, 43 or 48, in dB")] = 33


class BoardSettings(SettingsSection, frozen=True):
    ports: Ports = ("/dev/companion-board",)
    baud: Annotated[int, _between(9_600, 3_000_000)] = 115_200


class LampSettings(SettingsSection, frozen=True):
    common: Literal["cathode", "anode"] = "cathode"


class DiceDisplaySettings(SettingsSection, frozen=True):
    """Digits on an HT16K33, on the I2C bus, or pips on pins."""

    kind: Literal["none", "digits", "pips"] = "none"
    address: Annotated[int, Meta(ge=0x70, le=0x77, description="an I2C address from 0x70 to 0x77")] = 0x70
    first: Pips = (5, 6, 13, 19)  # centre, one diagonal, the other diagonal, the middle of both sides
    second: Pips = (12, 16, 20, 26)


class TimingSettings(SettingsSection, frozen=True):
    button_quiet_ms: Annotated[int, _between(5, 500)] = 30
    tag_quiet_ms: Annotated[int, _between(100, 5_000)] = 300
    poll_ms: Annotated[int, _between(20, 1_000)] = 100


class GameSettings(SettingsSection, frozen=True):
    """For new games. No edition means the default one."""

    dice: Literal["button", "hand"] = "button"
    cards: Literal["companion", "decks"] = "companion"
    rent: Literal["auto", "claim"] = "auto"
    edition: str = ""
    board: str = ""  # the one that comes with the edition
    variants: Variants = ()
    house_rules: dict[str, bool | int | str] = {}

    def options(self) -> dict[str, bool | int | str]:
        """All house rules. The way rent is collected is one of them."""
        return {"rent": self.rent, **self.house_rules}


class SoundSettings(SettingsSection, frozen=True):
    """`on` and `volume` are those of the speaker on its pin. The voice has a sound card."""

    on: bool = True
    volume: Annotated[int, _between(0, 100)] = 60
    speech: Literal["en", "en-gb", "en-us"] | None = None
    speech_volume: Annotated[int, _between(0, 100)] = 60
    speech_device: Annotated[
        str, Meta(max_length=100, pattern=r"^[!-~]*\Z", description='a sound device, as "aplay -L" lists it')
    ] = ""


class TabletSettings(SettingsSection, frozen=True):
    port: Annotated[int, _between(1, 65_535)] = 8_080
    names: HostNames = ()  # more names by which tablets may reach this machine


class Config(SettingsSection, frozen=True):
    rig: RigSettings = RigSettings()
    pins: PinSettings = PinSettings()
    readers: dict[str, ReaderSettings] = field(
        default_factory=lambda: {"deeds": ReaderSettings()}  # naming any reader replaces this one
    )
    board: BoardSettings = BoardSettings()
    lamps: LampSettings = LampSettings()
    dice_display: DiceDisplaySettings = DiceDisplaySettings()
    timing: TimingSettings = TimingSettings()
    game: GameSettings = GameSettings()
    sounds: SoundSettings = SoundSettings()
    tablet: TabletSettings = TabletSettings()


def usual_game(config: Config) -> "Usual":
    """What new games begin with."""
    from companion.table.messages.setup import Usual

    game = config.game
    return Usual(game.edition, game.variants, game.options(), game.cards == "companion", game.dice, game.board)
