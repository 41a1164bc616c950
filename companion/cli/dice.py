"""`companion dice`: verifies the throws of an exported record, and shows the statistics of the companion's dice."""

import argparse
from datetime import UTC, datetime
from pathlib import Path
from secrets import token_hex

from companion.cli.terminal import DONE, FAILED, add_command, complain, waiting
from companion.plain_text import printable
from companion.play.fair_dice import SEED_BYTES, in_groups

HELP = """\
At the start of a game in which the companion rolls, a commitment is shown. When the game is over, its record has the
seed, and `verify` shows throw by throw that each was drawn from it and from the second of its press.

examples:
  companion dice verify sunday.game
  companion dice test
"""
VERIFY_HELP = """\
FILE is a record of a finished game, as `companion export` writes it. Compare the commitment with the one that you noted
when the game began.

examples:
  companion dice verify sunday.game
"""
TEST_HELP = """\
Each chance says how often fair dice stray at least as far. Below 1 in 1,000, something is wrong.

examples:
  companion dice test
  companion dice test --throws 100000 --seed 1
"""
THROWS = 1_000_000
LEAST_CHANCE = 0.001


def add_arguments(parser: argparse.ArgumentParser) -> None:
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    verify = add_command(commands, "verify", run, "show that nothing was altered", VERIFY_HELP)
    verify.add_argument("file", metavar="FILE", help="an exported record of a finished game")
    test = add_command(commands, "test", run, "roll a million times and count", TEST_HELP)
    test.add_argument(
        "--throws", type=int, default=THROWS, metavar="N", help=f"how often; without it, {THROWS:,} times"
    )
    test.add_argument(
        "--seed", default="", metavar="TEXT", help="another seed gives other throws; without it, a new one"
    )


def run(args: argparse.Namespace) -> int:
    return run_test(args) if "throws" in args else run_verify(args)


def run_verify(args: argparse.Namespace) -> int:
    from companion.record.dice_proof import NoProof, verify

    try:
        text = Path(args.file).read_bytes().decode()
    except (OSError, UnicodeError) as error:
        return complain(f"companion dice: {args.file} cannot be read: {getattr(error, 'strerror', '') or error}")
    try:
        proof = verify(text)
    except NoProof as none:
        print(none)
        return FAILED
    for one in proof.throws:
        when = datetime.fromtimestamp(one.second, UTC).astimezone()
        holds = "as drawn" if one.holds else f"ALTERED: the seed says {one.drawn}"
        print(f"  throw {one.number + 1:>4}  {when:%H:%M:%S}  {one.shown:<13}  {holds}")
    print(f"Commitment: {in_groups(proof.commitment)}")
    for problem in proof.problems:
        print(printable(problem))
    if proof.problems:
        print("Something was altered.")
        return FAILED
    count = len(proof.throws)
    print(f"{count} throw{'' if count == 1 else 's'}, all drawn from the committed seed. Nothing was altered.")
    return DONE


def run_test(args: argparse.Namespace) -> int:
    from companion.story.dice_test import measure_dice

    if args.throws < 1000:
        return complain(f"companion dice: --throws is {args.throws}; it takes at least 1000 to say anything")
    with waiting("Rolling"):
        found = measure_dice(args.seed or token_hex(SEED_BYTES), args.throws)
    print(f"{args.throws:,} throws of two dice")
    for face, count in found.faces.items():
        print(f"  {face}: {count:>9,}  {100 * count / (2 * args.throws):.3f}%")
    for name, chance in found.chances.items():
        print(f"  {name:<40} chance {chance:.3f}")
    is_fair = min(found.chances.values()) >= LEAST_CHANCE
    print("Fair dice look like this." if is_fair else "Fair dice would hardly ever look like this.")
    return DONE if is_fair else FAILED
