"""What `make mutants` found: killed and surviving changes by module. Fails below nine in ten killed.

`python -m tests.rules.mutants [MODULE] [--survivors]`: a module alone, and each survivor with its change, for the list
in mutants.md.
"""

import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from subprocess import run

FOUND = Path("mutants/companion/rules")
KILLED, SURVIVED, UNTESTED = "killed", "survived", "untested"
# What mutmut notes for a mutant: the test run's exit code, or its own for a mutant no test reaches or nobody ran.
OUTCOMES = {0: SURVIVED, 33: UNTESTED, 34: "skipped", None: "not run"}
LEAST = 0.9
# What may be possible now is listed generously and judged by the engine. The laws try all of it, the clause tests none.
LISTS = ("candidates", "legal_commands", "legal_throw", "_smallest")


def outcomes(module: str) -> Iterator[tuple[str, str, str]]:
    """Module, mutant and what became of it."""
    for path in sorted(FOUND.glob(f"{module}.py.meta")):
        for mutant, code in json.loads(path.read_text("utf-8"))["exit_code_by_key"].items():
            if not any(f".x_{name}__" in mutant for name in LISTS):
                yield path.name.removesuffix(".py.meta"), mutant, OUTCOMES.get(code, KILLED)


def change_of(mutant: str) -> list[str]:
    """The lines a mutant takes out and puts in."""
    shown = run([sys.executable, "-m", "mutmut", "show", mutant], capture_output=True, text=True, check=True).stdout
    return [line for line in shown.splitlines() if line[:1] in "+-" and line[:3] not in ("+++", "---")]


def main() -> int:
    found = list(outcomes(next((word for word in sys.argv[1:] if not word.startswith("-")), "*")))
    by_module = Counter((module, outcome) for module, _, outcome in found)
    for module in dict.fromkeys(module for module, _, _ in found):
        counts = ", ".join(f"{count} {name}" for (of, name), count in sorted(by_module.items()) if of == module)
        print(f"{module:<14} {counts}")
    if "--survivors" in sys.argv:
        for _, mutant, outcome in found:
            if outcome in (SURVIVED, UNTESTED):
                print(f"\n{mutant} ({outcome})", *change_of(mutant), sep="\n")
    total = Counter(outcome for _, _, outcome in found)
    share = total[KILLED] / max(1, total[KILLED] + total[SURVIVED] + total[UNTESTED])
    print(f"{dict(total)}: {share:.1%} killed, of at least {LEAST:.0%}")
    return 0 if share >= LEAST and not total["not run"] else 1


if __name__ == "__main__":
    raise SystemExit(main())
