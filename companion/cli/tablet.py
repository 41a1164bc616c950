"""`companion tablet`: serves the console to tablets and a page to phones, on the home network."""

import argparse
import asyncio
import errno
import os
import signal
import socket
from pathlib import Path

from companion.cli.terminal import DONE, add_config, add_data, complain, fail, number
from companion.household.folders import data_folder, socket_path
from companion.household.settings import Config
from companion.household.settings_file import load
from companion.notify import Notifier
from companion.plain_text import printable
from companion.toml_document import TomlError
from companion.web.addresses import lan_address, listening_socket, page_urls
from companion.web.certificate import own_encryption
from companion.web.gate import CookieSigner, household_key, own_names
from companion.web.server import WebServer

HELP = """\
A device needs a code to connect: `companion pair` shows one, and so does the console. Nobody can see a game without
one. Stop it with Ctrl-C or SIGTERM; the game goes on.

Pages are sent as they are, so that whoever can listen on the network can read along: use a Wi-Fi with a password, and
not the guests'. With --tls they are encrypted with a certificate that nobody vouches for. Browsers warn of it once:
compare its fingerprint with the one beside the pairing code.

examples:
  companion tablet
  companion tablet --tls
  companion tablet --port 8081
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_data(parser)
    add_config(parser)
    parser.add_argument(
        "--port", type=number(1, 65_535, "a port"), metavar="PORT", help="without it, the port in the settings, or 8080"
    )
    parser.add_argument(
        "--tls", action="store_true", help="encrypt, with a certificate of its own making that browsers ask about"
    )


def run(args: argparse.Namespace) -> int:
    try:
        config = load(args.config, os.environ)
    except TomlError as error:
        return complain(str(error))
    port = args.port or config.tablet.port
    try:
        asyncio.run(_serve(args, config, port))
    except OSError as error:
        why = f"{error.filename}: {error.strerror}." if error.filename else f"{error.strerror or error}."
        if error.errno == errno.EADDRINUSE:
            why = f"port {port} is in use already, perhaps by another `companion tablet`. Choose another with --port."
        elif error.errno == errno.EACCES and not error.filename:
            why = f"only the system may open port {port}. Choose one above 1023 with --port."
        return fail(f"companion tablet: {why}")
    return DONE


async def _serve(args: argparse.Namespace, config: Config, port: int) -> None:
    """Raises OSError."""
    stop, loop, data = asyncio.Event(), asyncio.get_running_loop(), data_folder(args.data)
    for signalled in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(signalled, stop.set)
    # As a service it has a folder of its own, and may change nothing beside the games.
    own = Path(os.environ.get("STATE_DIRECTORY", "").split(":")[0] or data)
    for folder in (data, own):
        folder.mkdir(0o700, parents=True, exist_ok=True)
    signer = CookieSigner(household_key(own))
    listening = listening_socket(port, os.environ)
    hosts = lan_address(listening), f"{socket.gethostname()}.local", *config.tablet.names  # the surest first
    encryption = own_encryption(own, ("localhost", "127.0.0.1", *hosts)) if args.tls else None
    urls = page_urls(hosts, listening.getsockname()[1], is_encrypted=args.tls)
    names = own_names(socket.gethostname(), config.tablet.names)
    household = (config.tablet.names or (socket.gethostname(),))[0].partition(".")[0].capitalize() or "Table"
    server = WebServer(socket_path(data), signer, names, household)
    print(printable(f"Tablets and phones find the table at {urls[0]}. To let one in: companion pair"), flush=True)
    if encryption is not None:
        print(f"The fingerprint of its certificate (SHA-256): {encryption.fingerprint}", flush=True)
    await server.serve(listening, urls, stop, Notifier(os.environ), encryption)
