"""What the two copies of a journal are worth, found without changing anything."""

from typing import NamedTuple

from companion.journal import JournalError, inspect_journal
from companion.journal.chain import CopyState
from companion.journal.games_folder import GamesFolder
from companion.journal.recovery import Inspection, describe_copy
from companion.record.chance import Chance
from companion.table.games.reading import read_chain
from companion.table.games.upkeep import moves, said

HARMLESS = (CopyState.SOUND, CopyState.TORN)  # what a kill or a cut leaves


class Verdict(NamedTuple):
    is_sound: bool
    said: str


def verdict(games_folder: GamesFolder, id: str, chance: Chance, played: int | None = None) -> Verdict:
    """`played` is how many moves are known, of a game that is in play."""
    try:
        seen = inspect_journal(games_folder.disk(id))
        seen.chain.require_whole()
        read_chain(seen.chain, chance)
    except (JournalError, OSError) as error:
        return Verdict(False, f"{id}: {said(error, games_folder)}")
    found = _found(seen, played)
    if not found:
        return Verdict(True, f"{id}: whole, {moves(len(seen.chain.entries))}.")
    told = " ".join(one.said for one in found)
    return Verdict(all(one.is_sound for one in found), f"{id}: {told} `companion journal repair {id}` mends it.")


def _found(seen: Inspection, played: int | None) -> list[Verdict]:
    bad = [copy for copy in (seen.tape, seen.database) if not seen.is_whole(copy)]
    if played is None:
        return [Verdict(copy.state in HARMLESS, describe_copy(copy, seen.chain)) for copy in bad]
    # While a game is in play, what went into its database last is not seen from outside.
    found = [
        Verdict(False, describe_copy(copy, seen.chain))
        for copy in bad
        if copy is seen.tape or copy.state is CopyState.DAMAGED
    ]
    if len(seen.chain.entries) < played:
        found.append(Verdict(False, f"The tape has {moves(len(seen.chain.entries))} of {played}."))
    return found
