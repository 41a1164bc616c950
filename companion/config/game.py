"""The rules that new games begin with, checked against those that there are."""

from typing import TYPE_CHECKING

from companion.config.document import Document, Key, nearest, shown
from companion.config.settings import Game

if TYPE_CHECKING:
    from companion.rules.house_rules import Takes

EDITION: Key = ("game", "edition")
VARIANTS: Key = ("game", "variants")
HOUSE_RULES: Key = ("game", "house-rules")
RENT = "rent"  # a house rule too, but with a key of its own


def require_game(document: Document, game: Game) -> None:
    """Raises ConfigError. Reads the rules only where something is set."""
    if document.value(EDITION) is not None:
        _require_edition(document, game)
    if game.variants:
        _require_variants(document, game)
    for name, value in game.house_rules.items():
        _require_house_rule(document, name, value)


def _require_edition(document: Document, game: Game) -> None:
    from companion.rules.editions import EDITIONS

    if game.edition not in EDITIONS:
        raise document.wrong(EDITION, _there_are(game.edition, "edition", tuple(EDITIONS)))


def _require_variants(document: Document, game: Game) -> None:
    from companion.rules.editions import DEFAULT, EDITIONS
    from companion.rules.variants import variants_of

    rules = EDITIONS[game.edition] if game.edition else DEFAULT
    for name in game.variants:
        if name not in variants_of(rules):
            raise document.wrong(VARIANTS, _there_are(name, f"variant of {rules.key}", variants_of(rules)))
        if game.variants.count(name) > 1:
            raise document.wrong(VARIANTS, f"{name} is named twice")


def _require_house_rule(document: Document, name: str, value: bool | int | str) -> None:
    from companion.rules import house_rules
    from companion.rules.editions import DEFAULT

    key, known = (*HOUSE_RULES, name), house_rules.HOUSE_RULES
    if name == RENT:
        raise document.wrong(key, 'set it as rent in [game], to "auto" or "claim"')
    if name not in known:
        raise document.wrong(key, _there_are(name, "house rule", tuple(one for one in known if one != RENT)))
    try:
        house_rules.with_house_rule(DEFAULT, name, value)
    except ValueError:
        raise document.wrong(key, f"expected {_taken(known[name].takes)}") from None


def _taken(takes: "Takes") -> str:
    from companion.rules.house_rules import AMOUNT_MOST, Takes

    switch, amount = "true or false", f"an amount from 0 to {AMOUNT_MOST:,}"
    if takes is Takes.SWITCH_OR_AMOUNT:
        return f"{switch}, or {amount}"
    return switch if takes is Takes.SWITCH else amount


def _there_are(written: str, what: str, names: tuple[str, ...]) -> str:
    meant = nearest(written, names)
    hint = f"did you mean {meant}?" if meant else f"there are {', '.join(names)}" if names else "it has none"
    return f"there is no {what} {shown(written)}; {hint}"
