"""The addresses of this machine as its listening socket sees them: also where the server itself has no network.

The service runs in an empty network, and is handed its door by systemd, which stands in the real one.
"""

import array
import fcntl
import socket
import struct

SIOCGIFCONF = 0x8912  # netdevice(7)
ROOM = 16 * 1024  # bytes for the answer
ENTRY = 40 if struct.calcsize("P") == 8 else 32  # struct ifreq: a name of 16, and what the largest answer needs
# Of other programs on this machine, and not on the home network.
_INWARD = ("lo", "docker", "br-", "veth", "virbr", "lxc", "tun", "tap", "wg", "tailscale", "zt")


def of_interfaces(listening: socket.socket) -> str:
    """The first on the home network, or nothing."""
    try:
        found = _interfaces(listening)
    except OSError:
        return ""
    homely = (address for name, address in found if not name.startswith(_INWARD))
    return next((address for address in homely if not address.startswith(("127.", "169.254."))), "")


def _interfaces(listening: socket.socket) -> list[tuple[str, str]]:
    room = array.array("B", bytes(ROOM))
    asked = struct.pack("iP", ROOM, room.buffer_info()[0])
    (length, _) = struct.unpack("iP", fcntl.ioctl(listening.fileno(), SIOCGIFCONF, asked))
    told = room.tobytes()[:length]
    entries = [told[at : at + ENTRY] for at in range(0, length, ENTRY)]
    return [(entry[:16].split(b"\0")[0].decode(), socket.inet_ntoa(entry[20:24])) for entry in entries]
