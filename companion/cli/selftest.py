"""`companion selftest`: the self-test of the devices, as one types it on an installed Pi."""

import argparse

from companion.cli.terminal import number
from hardware import selftest

HELP = f"""{selftest.HELP}
examples:
  companion selftest
  companion selftest --config companion.toml --seconds 20
  companion selftest --simulated
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    selftest.add_arguments(parser, number(1, selftest.MAX_LISTEN_S))


def run(args: argparse.Namespace) -> int:
    return selftest.try_devices(args)
