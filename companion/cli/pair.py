"""`companion pair`: lets a tablet or a phone in with a code and its QR code; lists and removes paired devices."""

import argparse
import sys
import time

import segno

from companion.cli.ask_table import ask, tell
from companion.cli.console import seat_number, why_no_table
from companion.cli.terminal import DONE, add_data, complain, fail, wrap
from companion.household.folders import data_folder, socket_path
from companion.plain_text import printable
from companion.table.messages.requests import ClosePairing, ListDevices, OpenPairing, RevokeDevice
from companion.table.messages.views import PairingView
from companion.table.messages.wire import Reply

POLL_S = 0.5
HELP = """\
Each code lets one device in and is good for two minutes. Then a new one replaces it, for ten minutes in all. Ctrl-C
ends this at once. What a device may do depends on its code.

examples:
  companion pair
  companion pair --player 2
  companion pair --viewer
  companion pair --devices
  companion pair --remove "kitchen tablet"
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--banker", action="store_true", help="the Banker's tablet; this is the default")
    what.add_argument("--player", type=seat_number, metavar="N", help="the phone of this player, from 1")
    what.add_argument("--viewer", action="store_true", help="somebody who only watches")
    what.add_argument("--devices", action="store_true", help="list the paired devices")
    what.add_argument("--remove", metavar="DEVICE", help="remove a device, by its name or its id")
    add_data(parser)


def run(args: argparse.Namespace) -> int:
    if not args.devices and args.remove is None:
        return pair(args)
    reply = ask(args, ListDevices())
    if not reply.done:
        return tell(reply)
    if args.devices:
        for device in reply.devices:
            print(printable(f"{device.id}  {_who(device.role, device.person):<9}  {device.name}"))
        print(f"{len(reply.devices)} paired.")
        return DONE
    meant = [device.id for device in reply.devices if args.remove in (device.id, device.name)]
    if len(meant) == 1:
        return tell(ask(args, RevokeDevice(meant[0])))
    why = "several devices have that name: give the id" if meant else "there is no such device"
    return complain(f"companion pair: {why}; `companion pair --devices` lists them")


def _who(role: str, person: str) -> str:
    return person or "player" if role == "player" else role


def pair(args: argparse.Namespace) -> int:
    if why := why_no_table(socket_path(data_folder(args.data))):
        return fail(why)
    whose = OpenPairing("player", args.player - 1) if args.player else OpenPairing("viewer")
    reply = ask(args, whose if args.player or args.viewer else OpenPairing("banker"))
    if not reply.done or reply.pairing is None:
        return tell(reply)
    try:
        _show(reply.pairing)
        return _wait_for_device(args, reply) if sys.stdout.isatty() else DONE
    except KeyboardInterrupt:
        ask(args, ClosePairing())
        print("\nPairing has ended. No more devices are let in.")
        return DONE


def _wait_for_device(args: argparse.Namespace, reply: Reply) -> int:
    """Until a device has come in, or none may any more."""
    known, shown = {device.id for device in reply.devices}, reply.pairing
    while reply.done and reply.pairing is not None and reply.pairing.code:
        if shown is None or reply.pairing.code != shown.code:
            shown = reply.pairing
            _show(shown)
        time.sleep(POLL_S)
        reply = ask(args, ListDevices())
    if not reply.done:
        return tell(reply)
    new = [device for device in reply.devices if device.id not in known]
    for device in new:
        print(printable(f"{device.name} is paired: {_who(device.role, device.person)}."))
    why = reply.pairing.why if reply.pairing else ""
    return DONE if new else fail(why or "No device was paired in time.")


def _show(pairing: PairingView) -> None:
    if not pairing.urls:
        print("No pages are served yet: start `companion tablet`, and this code works there.")
    for url in pairing.urls[:1]:
        segno.make(f"{url}/pair#{pairing.code}", micro=False).terminal(compact=True, border=2)
    for url in pairing.urls:
        print(f"  {url}/pair")
    if pairing.fingerprint:
        print(wrap(printable(f"Compare the certificate's fingerprint: {pairing.fingerprint}"), "  "))
    names = {"player": pairing.person or "a player", "banker": "the Banker", "viewer": "somebody who watches"}
    code, seconds = f"{pairing.code[:3]} {pairing.code[3:]}", pairing.left_ms // 1000
    left = f"{seconds} second{'' if seconds == 1 else 's'}"
    print(f"\n  {code}   for {names[pairing.role]}, good for {left}", flush=True)
