"""Where the server listens, and the addresses people type into a browser to find it."""

import array
import fcntl
import os
import socket
import struct
from collections.abc import Iterable, Mapping

FIRST_SYSTEMD_FD = 3  # sd_listen_fds(3)
SIOCGIFCONF = 0x8912  # netdevice(7)
INTERFACES_BYTES = 16 * 1024
IFREQ_BYTES = 40 if struct.calcsize("P") == 8 else 32  # struct ifreq: a name of 16, and the largest of its answers
# Networks inside this machine or of other programs, not the home network.
_INTERNAL = ("lo", "docker", "br-", "veth", "virbr", "lxc", "tun", "tap", "wg", "tailscale", "zt")


def listening_socket(port: int, environ: Mapping[str, str]) -> socket.socket:
    """The socket handed over by systemd, or our own, for IPv4 and IPv6. Raises OSError."""
    if environ.get("LISTEN_PID") == str(os.getpid()) and environ.get("LISTEN_FDS", "0") != "0":
        return socket.socket(fileno=FIRST_SYSTEMD_FD)
    has_both = socket.has_dualstack_ipv6()
    family = socket.AF_INET6 if has_both else socket.AF_INET
    return socket.create_server(("", port), family=family, dualstack_ipv6=has_both, backlog=64)


def page_urls(hosts: Iterable[str], port: int, *, is_encrypted: bool = False) -> tuple[str, ...]:
    """What to type into a browser, in the given order; empty names and repetitions are left out."""
    found = dict.fromkeys(filter(None, hosts))
    scheme, usual = ("https", 443) if is_encrypted else ("http", 80)
    return tuple(f"{scheme}://{host}" if port == usual else f"{scheme}://{host}:{port}" for host in found)


def lan_address(listening: socket.socket) -> str:
    """This machine's address on the home network, or nothing.

    Connecting a datagram socket sends nothing: it only picks the address that packets would leave from. The service
    has no network of its own, so there the listening socket is asked instead.
    """
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
    except OSError:
        return interface_address(listening)


def interface_address(listening: socket.socket) -> str:
    """The first address on the home network among the interfaces the socket sees, or nothing.

    The service runs in an empty network, but its socket was opened by systemd in the real one.
    """
    try:
        found = list_interfaces(listening)
    except OSError:
        return ""
    addresses = (address for name, address in found if not name.startswith(_INTERNAL))
    return next((address for address in addresses if not address.startswith(("127.", "169.254."))), "")


def list_interfaces(listening: socket.socket) -> list[tuple[str, str]]:
    """Names and IPv4 addresses. Raises OSError."""
    buffer = array.array("B", bytes(INTERFACES_BYTES))
    request = struct.pack("iP", INTERFACES_BYTES, buffer.buffer_info()[0])
    (length, _) = struct.unpack("iP", fcntl.ioctl(listening.fileno(), SIOCGIFCONF, request))
    entries = [buffer.tobytes()[at : at + IFREQ_BYTES] for at in range(0, length, IFREQ_BYTES)]
    return [(entry[:16].split(b"\0")[0].decode(), socket.inet_ntoa(entry[20:24])) for entry in entries]
