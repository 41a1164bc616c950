"""By which names this machine may be called: its address as the caller used it, and the names of this household.

Any page that is open in the home may send its browser here under a name of its own choosing; such callers are refused.
"""

from collections.abc import Iterable

HTTP_PORT = 80


def own_names(hostname: str, names: Iterable[str]) -> frozenset[str]:
    """What the machine calls itself, what it is called by multicast DNS, and what the household has set."""
    own = hostname.lower().partition(".")[0]
    called = {own, f"{own}.local", hostname.lower()} if own else set()
    return frozenset({"localhost", *called, *(name.lower() for name in names)})


def is_own(host: str, address: tuple[str, int], names: frozenset[str]) -> bool:
    """`host` as the browser said it; `address` is the accepted socket's own."""
    ip, port = plain(address[0]), address[1]
    allowed = {*names, f"[{ip}]" if ":" in ip else ip}
    return host in _with_port(allowed, port)


def _with_port(hosts: Iterable[str], port: int) -> set[str]:
    named = {f"{host}:{port}" for host in hosts}
    return named | set(hosts) if port == HTTP_PORT else named


def plain(ip: str) -> str:
    """As it is written in an address bar."""
    return ip.partition("%")[0].removeprefix("::ffff:")


def is_from_here(origin: str | None, host: str) -> bool:
    """Was it sent by a page of ours? Browsers say so with everything that could change something."""
    return origin == f"http://{host}"
