"""What is kept in the data folder: the games, and the tags."""

from collections.abc import Iterator, Sequence

from companion.doctor.finding import Finding, bad, note, ok
from companion.rules.board import BOARD
from companion.table.enrolling.enrolment import still_to_do
from companion.table.enrolling.walk_plan import plan
from companion.table.tags.bindings import Bindings

KINDS = ("deeds", "tokens", "players", "cards")


def journal(is_sound: bool, message: str, lines: Sequence[str]) -> Finding:
    """As verifying all games has it."""
    if is_sound:
        return ok("journal", message.rstrip("."))
    damaged = " ".join(lines)
    return bad("journal", f"{message} {damaged}".strip(), "`companion journal verify` says more, `repair` mends.")


def tags(bindings: Bindings, trouble: str, *, has_reader: bool, has_board: bool) -> Iterator[Finding]:
    """Without a reader nobody needs tags."""
    if trouble:
        yield bad("tags", trouble, "`companion tags import FILE` reads in a copy, `companion enrol` makes them anew.")
        return
    for kind in KINDS:
        walk = plan(kind, bindings, (), (), again=False)
        yield _counted(kind, len(walk.steps) - len(still_to_do(walk, bindings)), len(walk.steps), has_reader)
    if bindings.spots or has_board:
        yield _spots(len(bindings.spots))


def _counted(kind: str, count: int, total: int, has_reader: bool) -> Finding:
    says = f"{count} of {total} {kind} have their tag"
    if count == total or (not has_reader and not count) or (kind != "deeds" and not count):
        return ok("tags", says)
    return note("tags", f"{says}.", f"`companion enrol {kind}` goes on with them.")


def _spots(count: int) -> Finding:
    if not count:
        return note(
            "tags", "The board was never walked: its spots are taken as it counts them.", "`companion enrol board`."
        )
    return ok("tags", f"{count} of {len(BOARD)} spaces of the board are known")
