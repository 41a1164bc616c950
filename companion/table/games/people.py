"""Which spellings are one person, as somebody said by hand: kept in the data folder, for the shelf of games."""

from collections.abc import Collection, Set
from pathlib import Path

from companion.play.setup import text_problem
from companion.rules.lists import and_list
from companion.rules.naming import nearest, quoted
from companion.table.games.kept_file import KeptFile, KeptRecord, record_format

FILE = "people.json"
MAX_BYTES = 500_000
MAX_SPELLINGS = 2_000


class CannotMerge(Exception):
    """The message is a sentence for people."""


class KeptPeople(KeptRecord, frozen=True, kw_only=True):
    called: dict[str, str] = {}  # from a spelling to the name of its person, which is not a spelling itself


def _out_of_range(kept: KeptPeople) -> str:
    if len(kept.called) > MAX_SPELLINGS:
        return f"it has {len(kept.called):,} spellings of at most {MAX_SPELLINGS:,}"
    for spelling, person in kept.called.items():
        if problem := text_problem(spelling) or text_problem(person):
            return problem.rstrip(".")
        if person in kept.called:
            return f"{quoted(person)} is somebody's name and another spelling at once"
    return ""


PEOPLE = record_format(FILE, MAX_BYTES, KeptPeople(), _out_of_range)


class People:
    """`trouble` says why the file cannot be read. Then everybody is who their name says."""

    def __init__(self, data: Path) -> None:
        self._kept = KeptFile(data, PEOPLE)

    @property
    def trouble(self) -> str:
        return self._kept.describe_trouble("Which names are one person", "Every name is a person of its own.")

    @property
    def called(self) -> dict[str, str]:
        return self._kept.value.called

    def person(self, spelling: str) -> str:
        return self.called.get(spelling, spelling)

    def merge(self, spelling: str, into: str, games: Collection[tuple[str, Set[str]]]) -> str:
        """Says what was done. `games` are their ids and who played them. Raises CannotMerge, and OSError if it cannot
        be kept.
        """
        known = {name for _, names in games for name in names}
        for name in (spelling, into):
            if name not in known:
                raise CannotMerge(f"Nobody on the shelf is called {quoted(name)}{nearest(name, known)}.")
        source, goal = self.person(spelling), self.person(into)
        if source == goal:
            raise CannotMerge(f"{spelling} and {into} are one person already.")
        for id, names in games:
            if {source, goal} <= {self.person(name) for name in names}:
                raise CannotMerge(f"{spelling} and {into} played against each other in game {id}: they are two people.")
        if len(self.called) >= MAX_SPELLINGS:
            raise CannotMerge(f"At most {MAX_SPELLINGS:,} spellings can be kept: part some first.")
        moved = {name: goal for name, person in self.called.items() if person == source}
        self._kept.keep(KeptPeople(called=self.called | moved | {source: goal}))
        return f"{and_list((source, *moved, goal))} are one person now, called {goal}."

    def part(self, name: str) -> str:
        """The same, of a spelling, or of a person with all its spellings."""
        parted = [one for one, person in self.called.items() if name in (one, person)]
        if not parted:
            raise CannotMerge(f"{quoted(name)} is not merged with anybody.")
        person = self.called[parted[0]]
        self._kept.keep(KeptPeople(called={one: whom for one, whom in self.called.items() if one not in parted}))
        return f"{and_list((*parted, person))} are different people again."
