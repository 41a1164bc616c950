"""What a household usually begins with, put where nothing was asked for."""

from msgspec.structs import replace

from companion.rules.editions import DEFAULT
from companion.table.messages import NewGame, Usual


def with_usual(request: NewGame, usual: Usual) -> NewGame:
    """Variants belong to an edition: with another one than the usual there are none unless they are asked for."""
    edition = request.edition or usual.edition
    is_usual = _key(edition) == _key(usual.edition)
    variants = (usual.variants if is_usual else ()) if request.variants is None else request.variants
    return replace(
        request,
        edition=edition,
        variants=variants,
        options={**usual.options, **{name.casefold(): value for name, value in request.options.items()}},
        electronic_cards=has_electronic_cards(request, usual),
        dice=request.dice or usual.dice,
    )


def has_electronic_cards(request: NewGame, usual: Usual) -> bool:
    return usual.electronic_cards if request.electronic_cards is None else request.electronic_cards


def _key(edition: str) -> str:
    return edition.casefold() or DEFAULT.key
