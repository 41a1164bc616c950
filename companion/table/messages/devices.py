"""The tablets and phones of a household: what is asked about them, and what is shown of them."""

from msgspec import Struct

from companion.table.messages.message import Id, Message, RoleName, Text


class OpenPairing(Message, frozen=True):
    """Show a code, with which one device may come in over the home network, in this role."""

    role: RoleName = "banker"
    seat: int = -1  # of a player


class ClosePairing(Message, frozen=True):
    pass


class Pair(Message, frozen=True):
    """A device says the code that is shown at the table."""

    code: Text
    name: Text = ""  # what the device is called


class ListDevices(Message, frozen=True):
    """Those that are paired, and the code of the moment."""


class RenameDevice(Message, frozen=True):
    device: Id
    name: Text


class RevokeDevice(Message, frozen=True):
    """It hears no more of this table."""

    device: Id


TABLET_SERVER = "tablet"  # who serves the pages says so in its hello: it is no screen itself


class TabletAt(Message, frozen=True):
    """Where browsers find the tablet's pages, the best address first; nothing when they are not served any more."""

    urls: tuple[Text, ...] = ()


AboutDevices = OpenPairing | ClosePairing | Pair | ListDevices | RenameDevice | RevokeDevice | TabletAt


class DeviceLine(Struct, frozen=True):
    """A paired tablet or phone."""

    id: str
    name: str
    role: RoleName
    seat: int = -1
    paired_at_ms: int = 0


class PairingView(Struct, frozen=True):
    """The code by which one device may come in; without a code nobody may, and `why` says so if that needs a reason."""

    code: str = ""
    role: RoleName = "viewer"
    seat: int = -1
    left_ms: int = 0
    failures: int = 0  # wrong codes since the door was opened
    urls: tuple[str, ...] = ()  # where a browser finds the table
    why: str = ""
