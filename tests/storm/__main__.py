"""`python -m tests.storm`: seeded games at a simulated table under kills, power cuts, bad disks and clumsy hands."""

import argparse
import json
import sys
import time
from collections.abc import Sequence

from companion.cli.simulate import add_jobs, count_jobs
from companion.cli.terminal import Progress, number
from tests.storm.run import STEPS, StormResult, StormTotals, run_storms

MAX_SEEDS, MAX_STEPS = 10_000_000, 100_000
COUNTED = (
    "commands",
    "moves",
    "gestures",
    "acts by hand",
    "moves by hand",
    "strange tags",
    "kills",
    "cuts",
    "full disks",
    "fsync errors",
    "clock jumps",
    "duplicates",
    "deaths",
    "rotten copies",
    "repairs",
    "lost by lying disks",
    "ruined",
)
_EPILOG = """\
The table's own code plays games in a simulated world. After each storm the faults stop, and the game must go on.
Exits with 1 if a law was broken. Each broken storm gets one line: the command that runs it again, and what went wrong.
With --json, everything is one line: seeds, broken, seconds, trace, and the counts.

examples:
  python -m tests.storm --seeds 200
  python -m tests.storm --seeds 1 --seed 4711 --steps 300
  python -m tests.storm --seeds 130 --calm-disk
"""


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.storm",
        description="Try the table under kills, power cuts, full and lying disks, and clients that die or ask twice.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--seeds", type=number(1, MAX_SEEDS), default=100, metavar="N", help="how many storms (100)")
    parser.add_argument("--seed", type=number(0, 2**53), default=1, metavar="S", help="the first seed (1)")
    add_jobs(parser)
    parser.add_argument("--steps", type=number(1, MAX_STEPS), default=STEPS, metavar="K", help=f"steps each ({STEPS})")
    parser.add_argument("--calm-disk", action="store_true", help="only the faults of hands, tags and links")
    parser.add_argument("--json", action="store_true", help="one line for programs")
    args = parser.parse_args(argv)

    started = time.perf_counter()
    log, seeds = StormTotals(), range(args.seed, args.seed + args.seeds)
    with Progress(len(seeds), "storms") as progress:
        for ridden in run_storms(seeds, args.steps, count_jobs(args, len(seeds)), calm_disk=args.calm_disk):
            log.add(ridden)
            if ridden.broken and not args.json:
                progress.clear()
                print(_rerun_line(ridden, args), flush=True)
            progress.show(log.storms)
    seconds = time.perf_counter() - started

    if args.json:
        broken = [_rerun_line(ridden, args) for ridden in sorted(log.broken, key=lambda ridden: ridden.seed)]
        totals = {"seeds": log.storms, "broken": broken, "seconds": round(seconds, 3), "trace": log.trace}
        print(json.dumps(totals | {name.replace(" ", "_"): log.counted[name] for name in COUNTED}))
    else:
        verdict = f"{len(log.broken)} broke a law" if log.broken else "every law held"
        counts = ", ".join(f"{log.counted[name]:,} {name}" for name in COUNTED)
        print(f"{log.storms:,} storms in {seconds:.0f} s, {verdict} (trace {log.trace}): {counts}")
    return 1 if log.broken else 0


def _rerun_line(ridden: StormResult, args: argparse.Namespace) -> str:
    """The command that runs this storm again, and what went wrong in it."""
    calm = " --calm-disk" if args.calm_disk else ""
    again = f"python -m tests.storm --seed {ridden.seed} --seeds 1 --steps {args.steps}{calm}"
    return f"{again}  # {' '.join(ridden.broken.split())}"


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
