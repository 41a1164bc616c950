"""Names in play. One in doubt is no error of the file but a refusal, unless something weightier is wrong anyway."""

from collections.abc import Callable, Sequence

from companion.record.statements import StatedAct, Unclear
from companion.record.words import Word
from companion.rules import decide
from companion.rules.commands import AnyCommand
from companion.rules.naming import Found, Naming
from companion.rules.refusal import PRECEDENCE, Code, Refusal
from companion.rules.state import Game


def one(naming: Naming, written: Word, clause: str, make: Callable[[int], AnyCommand]) -> StatedAct:
    """The command for the thing that is named."""
    return several(naming, (written,), clause, lambda found: make(found[0]))


def several(naming: Naming, names: Sequence[Word], clause: str, make: Callable[[Found], AnyCommand]) -> StatedAct:
    found = [naming.find(name.text) for name in names]
    if all(len(meant) == 1 for meant in found):
        return make(tuple(meant[0] for meant in found))
    code, worst = _worst(found)
    message = naming.doubt(names[worst].text, found[worst])
    return Unclear(_meanings(naming, found, make), code, clause, message[0].upper() + message[1:] + ".")


def _worst(found: Sequence[Found]) -> tuple[Code, int]:
    """An unknown name comes before an ambiguous one."""
    for index, meant in enumerate(found):
        if not meant:
            return Code.UNKNOWN_NAME, index
    return Code.AMBIGUOUS_NAME, next(index for index, meant in enumerate(found) if len(meant) > 1)


def _meanings(naming: Naming, found: Sequence[Found], make: Callable[[Found], AnyCommand]) -> tuple[AnyCommand, ...]:
    """Everything in turn in the place of an unknown name; every candidate in the place of an ambiguous one."""
    pools = [meant or tuple(range(len(naming.names))) for meant in found]
    turns = range(max(map(len, pools)))
    return tuple(make(tuple(pool[turn % len(pool)] for pool in pools)) for turn in turns)


def refusal_of(game: Game, act: Unclear) -> Refusal:
    """What outranks the unclear name, if every meaning of it is refused for that; otherwise the name itself."""
    unclear = act.refusal()
    answers = [_refusal(game, command) for command in act.meanings]
    outranking = [answer for answer in answers if answer and PRECEDENCE[answer.code] < PRECEDENCE[unclear.code]]
    return outranking[0] if len(outranking) == len(answers) else unclear


def _refusal(game: Game, command: AnyCommand) -> Refusal | None:
    try:
        decide(game, command)
    except Refusal as refusal:
        return refusal
    return None
