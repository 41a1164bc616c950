"""`companion storm`: the table under kills, power cuts, failing disks and clumsy hands, simulated from seeds."""

import argparse
import time
from typing import TYPE_CHECKING, Any

from companion.cli.jobs import add_jobs, jobs_for
from companion.cli.numbers import number
from companion.cli.progress import Progress

if TYPE_CHECKING:
    from companion.storm.fleet import Log
    from companion.storm.ride import Ridden

HOLD, BROKEN = 0, 1
SEEDS_MOST = 10_000_000
STEPS_MOST = 100_000
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
_EXAMPLE = """\
The table's own code plays games in a simulated world. After each storm the faults stop, and the game must go on.
Exits with 1 if a law was broken; each such storm is told in one line, which is the command that rides it again.
With --json, one line: seeds, broken, seconds, trace, and what was counted.

examples:
  companion storm --seeds 200
  companion storm --seeds 1 --seed 4711 --steps 300
  companion storm --seeds 130 --calm-disk
"""


def register(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = subparsers.add_parser(
        "storm",
        help="try the table under kills, power cuts and failing disks",
        description="Try the table under kills, power cuts, full and lying disks, and clients that die or ask twice.",
        epilog=_EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--seeds", type=number(1, SEEDS_MOST), default=100, metavar="N", help="how many storms (100)")
    parser.add_argument("--seed", type=number(0, 2**53), default=1, metavar="S", help="the first of them (1)")
    add_jobs(parser)
    parser.add_argument("--steps", type=number(1, STEPS_MOST), metavar="K", help="how long each lasts (80)")
    parser.add_argument("--calm-disk", action="store_true", help="no faults but those of hands, tags and links")
    parser.add_argument("--json", action="store_true", help="one line for programs")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from companion.storm.ride import STEPS

    steps, started = args.steps or STEPS, time.perf_counter()
    report = _report(_ride(args, steps), args, steps, time.perf_counter() - started)
    print(_as_json(report) if args.json else _as_text(report))
    return BROKEN if report["broken"] else HOLD


def _ride(args: argparse.Namespace, steps: int) -> "Log":
    from companion.storm.fleet import Log, ride_all

    log, seeds = Log(), range(args.seed, args.seed + args.seeds)
    with Progress(len(seeds), "storms") as progress:
        for ridden in ride_all(seeds, steps, jobs_for(args, len(seeds)), calm_disk=args.calm_disk):
            log.add(ridden)
            if ridden.broken and not args.json:
                progress.clear()
                print(_again(ridden, args, steps), flush=True)
            progress.show(log.storms)
    return log


def _again(ridden: "Ridden", args: argparse.Namespace, steps: int) -> str:
    """The command that rides this storm again, and what went wrong in it."""
    what = " ".join(ridden.broken.split())
    calm = " --calm-disk" if args.calm_disk else ""
    return f"companion storm --seed {ridden.seed} --seeds 1 --steps {steps}{calm}  # {what}"


def _report(log: "Log", args: argparse.Namespace, steps: int, seconds: float) -> dict[str, Any]:
    return {
        "seeds": log.storms,
        "broken": [_again(ridden, args, steps) for ridden in sorted(log.broken, key=lambda ridden: ridden.seed)],
        "seconds": round(seconds, 3),
        "trace": log.trace,
        **{name.replace(" ", "_"): log.counted[name] for name in COUNTED},
    }


def _as_json(report: dict[str, Any]) -> str:
    import json

    return json.dumps(report)


def _as_text(report: dict[str, Any]) -> str:
    counted = ", ".join(f"{report[name.replace(' ', '_')]:,} {name}" for name in COUNTED)
    broken = f"{len(report['broken'])} broke a law" if report["broken"] else "every law held"
    return f"{report['seeds']:,} storms in {report['seconds']:.0f} s, {broken} (trace {report['trace']}): {counted}"
