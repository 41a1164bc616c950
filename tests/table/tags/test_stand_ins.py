"""The tags of a simulated table: everything has one, nothing of it is stored, and a real tag takes its place."""

import pytest

from companion.play.setup import TOKENS
from companion.rules.deeds import DEEDS
from companion.rules.naming import CARD_NAMES
from companion.table.gestures.tags import (
    SEATS,
    WAYS_OUT,
    Bindings,
    CannotBind,
    CardTag,
    DeedTag,
    PlayerTag,
    TokenTag,
    bind,
    is_simulated,
    simulated_uid,
    uid_problem,
    with_simulated_tags,
)

REAL = "04A2B3C4D5E680"


def test_everything_has_one_tag_and_each_can_be_a_tag() -> None:
    tags = with_simulated_tags(Bindings()).tags
    kept = [card for card in CARD_NAMES if card.endswith("/jail-free")]
    assert len(tags) == len(DEEDS) + SEATS + len(TOKENS) + len(CARD_NAMES) - len(kept) + len(WAYS_OUT)
    assert len({uid for uid, _ in tags}) == len({repr(what) for _, what in tags}) == len(tags)
    assert [uid for uid, _ in tags if uid_problem(uid) or not is_simulated(uid)] == []
    assert list(tags) == sorted(tags, key=lambda tag: tag[0])


def test_what_the_household_has_a_tag_for_keeps_it() -> None:
    ours = bind(Bindings(), REAL, DeedTag(3))
    known = with_simulated_tags(ours)
    assert known.what(REAL) == DeedTag(3)
    assert known.what(simulated_uid(DeedTag(3))) is None
    assert known.what(simulated_uid(DeedTag(4))) == DeedTag(4)


def test_a_piece_of_the_game_in_play_has_one_even_if_it_is_not_in_the_box() -> None:
    known = with_simulated_tags(Bindings(), ("Unicorn", "CAR"))
    assert known.what(simulated_uid(TokenTag("unicorn"))) == TokenTag("Unicorn")
    assert sum(isinstance(what, TokenTag) and what.token.casefold() == "car" for _, what in known.tags) == 1


def test_a_number_is_the_same_at_every_start_and_of_no_real_tag() -> None:
    assert simulated_uid(PlayerTag(0)) == "53494D0900004810C8F7"
    assert not is_simulated(REAL)
    assert not is_simulated("53494D0A")


def test_a_real_tag_takes_the_place_of_one_enrolled_at_a_simulated_table() -> None:
    played = bind(Bindings(), "53494DFF000000000001", DeedTag(3))
    assert bind(played, REAL, DeedTag(3)).tags == ((REAL, DeedTag(3)),)
    real = bind(Bindings(), REAL, DeedTag(3))
    with pytest.raises(CannotBind):
        bind(real, "53494DFF000000000001", DeedTag(3))


def test_a_card_of_the_decks_is_told_from_one_that_is_kept() -> None:
    known = with_simulated_tags(Bindings())
    assert known.what(simulated_uid(CardTag("chance/jail-free"))) is None
