"""The short game, the timed game and the Speed Die, as changes to a book's rules."""

from collections.abc import Callable

from msgspec.structs import replace

from companion.rules.editions import Rules


def variants_of(rules: Rules) -> tuple[str, ...]:
    """The variants this book has."""
    has = {"short": rules.short_game is not None, "timed": rules.timed_game, "speed": rules.speed_cash > 0}
    return tuple(name for name, present in has.items() if present)


def with_variant(rules: Rules, name: str) -> Rules:
    """The same rules with a variant the book has; asking for it twice changes nothing."""
    if name in rules.variants:
        return rules
    if name not in variants_of(rules):
        raise ValueError(f"{rules.key} has no {name} game")
    return replace(_CHANGES[name](rules), variants=(*rules.variants, name))


def _short(rules: Rules) -> Rules:
    game = rules.short_game
    assert game is not None
    return replace(
        rules,
        deal=game.deal,
        houses_for_hotel=3,
        ends_at=game.ends_at,
        last_buildings_stand=game.last_buildings_stand,
        jail_turns=1 if game.one_jail_turn else rules.jail_turns,
        income_tax_percent=0 if game.flat_tax else rules.income_tax_percent,
    )


def _timed(rules: Rules) -> Rules:
    """A short game that is also timed keeps the short game's deal."""
    return replace(rules, timed=True, deal=rules.deal or rules.timed_deal)


def _speed(rules: Rules) -> Rules:
    return replace(rules, speed_die=True, starting_cash=rules.starting_cash + rules.speed_cash)


_CHANGES: dict[str, Callable[[Rules], Rules]] = {"short": _short, "timed": _timed, "speed": _speed}
