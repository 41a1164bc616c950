"""`companion pair`: lets a tablet or a phone in, by a code and its QR code; and lists and removes those that are."""

import argparse
import sys
import time
from typing import TYPE_CHECKING

from companion.cli.asking import DONE, FAILED, add_data, ask, complain, printable, tell
from companion.cli.console import seat_number, why_no_table

if TYPE_CHECKING:
    from companion.table.messages import DeviceLine, PairingView, Reply

POLL_S = 0.5
_EXAMPLES = """\
The code is good for one device and for two minutes; then another one takes its place, for ten minutes in all. Stop
with Ctrl-C, and nobody is let in any more. What a device may do is fixed by the code with which it came in.

examples:
  companion pair
  companion pair --player 2
  companion pair --viewer
  companion pair --devices
  companion pair --remove "kitchen tablet"
"""


def register(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = subparsers.add_parser(
        "pair",
        help="let a tablet or a phone in, by a code and a QR code",
        description="Show a code with which a tablet or a phone on the home network may come to the table.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--banker", action="store_true", help="the Banker's tablet; so it is without any of these")
    what.add_argument("--player", type=seat_number, metavar="N", help="the phone of this player, from 1")
    what.add_argument("--viewer", action="store_true", help="somebody who only watches")
    what.add_argument("--devices", action="store_true", help="list the devices that are paired")
    what.add_argument("--remove", metavar="DEVICE", help="by its name, or by its id")
    add_data(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from companion.table.messages import ListDevices

    if args.devices:
        return _list(ask(args, ListDevices()))
    if args.remove is not None:
        return _remove(args)
    return _pair(args)


# Those that are paired


def _list(reply: "Reply") -> int:
    if not reply.done:
        return tell(reply)
    for device in reply.devices:
        print(printable(f"{device.id}  {_who(device):<9}  {device.name}"))
    print(f"{len(reply.devices)} paired.")
    return DONE


def _who(device: "DeviceLine") -> str:
    return f"player {device.seat + 1}" if device.role == "player" else device.role


def _remove(args: argparse.Namespace) -> int:
    from companion.table.messages import ListDevices, RevokeDevice

    reply = ask(args, ListDevices())
    meant = [device.id for device in reply.devices if args.remove in (device.id, device.name)]
    if len(meant) == 1:
        return tell(ask(args, RevokeDevice(meant[0])))
    why = "several devices are called that: say its id" if meant else "there is no such device"
    return complain(f"companion pair: {why}; `companion pair --devices` lists them")


# Another one


def _pair(args: argparse.Namespace) -> int:
    from companion.household.folders import data_folder, socket_path
    from companion.table.messages import ClosePairing, OpenPairing

    if why := why_no_table(socket_path(data_folder(args.data))):
        print(printable(why), file=sys.stderr)
        return FAILED
    whose = OpenPairing("player", args.player - 1) if args.player else OpenPairing("viewer")
    reply = ask(args, whose if args.player or args.viewer else OpenPairing("banker"))
    if not reply.done or reply.pairing is None:
        return tell(reply)
    try:
        _show(reply.pairing)
        return _await(args, reply) if sys.stdout.isatty() else DONE
    except KeyboardInterrupt:
        ask(args, ClosePairing())
        print("\nNobody is let in any more.")
        return DONE


def _await(args: argparse.Namespace, reply: "Reply") -> int:
    """Until a device has come in, or nobody may any more."""
    from companion.table.messages import ListDevices

    known, shown = {device.id for device in reply.devices}, reply.pairing
    while reply.done and reply.pairing is not None and reply.pairing.code:
        if shown is None or reply.pairing.code != shown.code:
            shown = reply.pairing
            _show(shown)
        time.sleep(POLL_S)
        reply = ask(args, ListDevices())
    if not reply.done:
        return tell(reply)
    return _said_end([device for device in reply.devices if device.id not in known], reply.pairing)


def _said_end(new: "list[DeviceLine]", pairing: "PairingView | None") -> int:
    for device in new:
        print(printable(f"{device.name} is paired: {_who(device)}."))
    if not new:
        print((pairing.why if pairing else "") or "Nobody came, and nobody is let in any more.", file=sys.stderr)
    return DONE if new else FAILED


def _show(pairing: "PairingView") -> None:
    import segno

    if not pairing.urls:
        print("No pages are served yet: start `companion tablet`, and this code is good there.")
    for url in pairing.urls[:1]:
        segno.make(f"{url}/pair#{pairing.code}", micro=False).terminal(compact=True, border=2)
    for url in pairing.urls:
        print(f"  {url}/pair")
    code, seconds = f"{pairing.code[:3]} {pairing.code[3:]}", pairing.left_ms // 1000
    print(f"\n  {code}   for {_called(pairing)}, good for {seconds} seconds", flush=True)


def _called(pairing: "PairingView") -> str:
    if pairing.role == "player":
        return f"player {pairing.seat + 1}"
    return "the Banker" if pairing.role == "banker" else "somebody who watches"
