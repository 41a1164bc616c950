"""How many processes share a long piece of work."""

import argparse
import os

from companion.cli.numbers import number

JOBS_MOST = 256


def add_jobs(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--jobs", type=number(1, JOBS_MOST), metavar="J", help="processes (one a core)")


def jobs_for(args: argparse.Namespace, parts: int) -> int:
    return min(args.jobs or _cores(), parts)


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
