"""The household's tags: one tag is one thing, and a deed has one tag."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.boards import shipped_board
from companion.play.setup import TOKENS
from companion.rules.cards import Deck, Does
from companion.table.gestures.tags import (
    SEATS,
    WAYS_OUT,
    Bindings,
    CannotBind,
    CardTag,
    DeedTag,
    JailTag,
    PlayerTag,
    TaggedThing,
    TokenTag,
    as_jail_card,
    bind,
    bind_new,
    describe_tag,
    is_simulated,
    jail_card,
    merge_bindings,
    simulated_uid,
    uid_problem,
    unbind,
    with_simulated_tags,
)
from tests.kit import ATLANTIC, deed
from tests.table.gestures.contexts import EVERYTHING

ONE, TWO, THREE = "04A2B3C4D5E680", "04A2B3C4D5E681", "DEADBEEF"
ORIENTAL, BALTIC = DeedTag(deed("Oriental")), DeedTag(deed("Baltic"))
CAR = TokenTag("Car")


def bound(**tags: TaggedThing) -> Bindings:
    bindings = Bindings()
    for name, what in tags.items():
        bindings = bind(bindings, {"one": ONE, "two": TWO, "three": THREE}[name], what)
    return bindings


def refused(bindings: Bindings, uid: str, what: TaggedThing) -> str:
    with pytest.raises(CannotBind) as caught:
        bind_new(ATLANTIC, bindings, uid, what)
    return str(caught.value)


# One tag


@pytest.mark.parametrize("what", [ORIENTAL, CAR, PlayerTag(7), CardTag("chance/advance-go"), JailTag("key")])
def test_a_tag_is_what_it_was_bound_to(what: TaggedThing) -> None:
    bindings = bind(Bindings(), ONE, what)
    assert bindings.what(ONE) == what
    assert bindings.what(TWO) is None


def test_a_number_is_the_same_in_small_letters() -> None:
    bindings = bind(Bindings(), ONE.lower(), CAR)
    assert bindings.tags == ((ONE, CAR),)
    assert bindings.what(ONE.lower()) == CAR


@pytest.mark.parametrize("other", [ONE[:8], ONE[:-2], ONE[:-1], ONE + "00", ONE[2:], "", ONE[:-1] + "1"])
def test_no_other_number_is_the_same_and_least_of_all_a_part_of_it(other: str) -> None:
    assert bound(one=CAR).what(other) is None


def test_tags_are_kept_in_the_order_of_their_numbers() -> None:
    bindings = bind(bind(bind(Bindings(), THREE, CAR), TWO, ORIENTAL), ONE, BALTIC)
    assert [uid for uid, _ in bindings.tags] == [ONE, TWO, THREE]


@pytest.mark.parametrize(
    ("uid", "why"),
    [
        ("", "8, 14 or 20 hexadecimal digits"),
        ("04A2B3", "8, 14 or 20 hexadecimal digits"),
        ("04A2B3C4D5", "8, 14 or 20 hexadecimal digits"),
        ("04 A2 B3 C4", "8, 14 or 20 hexadecimal digits"),
        ("04A2B3C4D5E68G", "8, 14 or 20 hexadecimal digits"),
        (ONE + "\n", "8, 14 or 20 hexadecimal digits"),
        ("8804A2B3", "only a part of a tag's number"),
        ("08A2B3C4", "changes with every tap, as a phone or a bank card has it"),
    ],
)
def test_only_whole_and_lasting_numbers_are_accepted(uid: str, why: str) -> None:
    assert why in refused(Bindings(), uid, CAR)


def test_only_short_numbers_can_be_parts_or_made_up() -> None:
    assert bind(Bindings(), "8804A2B3C4D5E6", CAR).what("8804A2B3C4D5E6") == CAR
    assert bind(Bindings(), "08A2B3C4D5E6F7", CAR).what("08A2B3C4D5E6F7") == CAR


# What is in the way


def test_a_tag_that_is_a_deed_already_is_refused_and_the_deed_named() -> None:
    assert refused(bound(one=BALTIC), ONE, ORIENTAL) == f"Tag {ONE} is the deed of Baltic Avenue already."


def test_a_deed_that_has_another_tag_is_refused_and_the_tag_named() -> None:
    expected = f"For the deed of Oriental Avenue there is another tag already, {TWO}."
    assert refused(bound(two=ORIENTAL), ONE, ORIENTAL) == expected


def test_both_reasons_are_told() -> None:
    assert len(refused(bound(one=BALTIC, two=ORIENTAL), ONE, ORIENTAL).split(". ")) == 2


def test_what_is_in_the_way_gives_way_to_it() -> None:
    bindings = bind(bound(one=BALTIC, two=ORIENTAL, three=CAR), ONE, ORIENTAL)
    assert bindings.tags == ((ONE, ORIENTAL), (THREE, CAR))


def test_the_same_again_changes_nothing() -> None:
    bindings = bound(one=ORIENTAL, two=CAR)
    assert bind_new(ATLANTIC, bindings, ONE, ORIENTAL) == bindings


def test_a_token_has_one_tag_however_it_is_written() -> None:
    assert "For the CAR there is another tag already" in refused(bound(one=CAR), TWO, TokenTag("CAR"))
    assert bind(bound(one=CAR), TWO, TokenTag("CAR")).tags == ((TWO, TokenTag("CAR")),)


@pytest.mark.parametrize("what", [PlayerTag(0), CardTag("chance/nearest-railroad"), JailTag("key")])
def test_cards_and_keys_may_have_several_tags(what: TaggedThing) -> None:
    bindings = bind_new(ATLANTIC, bound(one=what), TWO, what)
    assert bindings.what(ONE) == bindings.what(TWO) == what


def test_a_tag_can_be_given_up() -> None:
    assert unbind(bound(one=ORIENTAL, two=CAR), ONE.lower()) == bound(two=CAR)
    assert bind(unbind(bound(one=ORIENTAL), ONE), TWO, ORIENTAL) == bound(two=ORIENTAL)


def test_what_is_not_known_cannot_be_given_up() -> None:
    with pytest.raises(CannotBind, match=f"Tag {TWO} is not known here"):
        unbind(bound(one=ORIENTAL), TWO)


@pytest.mark.parametrize(
    ("make", "value"),
    [
        *((DeedTag, value) for value in (-1, 28)),
        *((PlayerTag, value) for value in (-1, 8)),
        *((TokenTag, value) for value in ("", " ", "Car ", "a\tb", "x" * 25, "\ud800")),
        *(
            (CardTag, value)
            for value in (
                "",
                "chance/",
                "advance-go",
                "chance/Rich",
                "luck/rich",
                "chance/rich man",
                f"chance/{'x' * 41}",
            )
        ),
        *((JailTag, value) for value in ("", "chance/jail-free", "Key")),
    ],
)
def test_a_tag_cannot_be_what_is_not_there(make: type, value: object) -> None:
    with pytest.raises(CannotBind):
        make(value)


@pytest.mark.parametrize(
    ("what", "names", "words"),
    [
        (ORIENTAL, (), "the deed of Oriental Avenue"),
        (CAR, (), "the Car"),
        (PlayerTag(1), (), "the player card of seat 2"),
        (PlayerTag(1), ("Ann", "Ben"), "Ben's card"),
        (PlayerTag(2), ("Ann", "Ben"), "the player card of seat 3"),
        (CardTag("chest/doctor"), (), "the Community Chest card “the doctor's bill”"),
        (JailTag("chance"), (), "the Chance card to leave Jail"),
        (JailTag("key"), (), "a key to leave Jail"),
    ],
)
def test_every_tag_can_be_described(what: TaggedThing, names: tuple[str, ...], words: str) -> None:
    assert describe_tag(ATLANTIC, what, names) == words


@pytest.mark.parametrize(
    ("what", "words"),
    [
        (ORIENTAL, "the deed of Chausseestraße"),
        (CardTag("chest/doctor"), "the Gemeinschaftsfeld card “the doctor's bill”"),
        (JailTag("chance"), "the Ereignisfeld card to leave Gefängnis"),
        (JailTag("key"), "a key to leave Gefängnis"),
        (CardTag("chance/our-own"), "an Ereignisfeld card of another board, `our-own`"),
    ],
)
def test_a_tag_has_the_names_of_the_board(what: TaggedThing, words: str) -> None:
    assert describe_tag(shipped_board("germany"), what) == words


def test_what_is_in_the_way_has_the_names_of_the_board() -> None:
    with pytest.raises(CannotBind, match="is the deed of Chausseestraße already"):
        bind_new(shipped_board("germany"), bound(one=ORIENTAL), ONE, CAR)
    with pytest.raises(CannotBind, match="For the deed of Chausseestraße there is another tag"):
        merge_bindings(shipped_board("germany"), bound(one=ORIENTAL), bound(two=ORIENTAL))


def test_the_card_to_leave_jail_may_be_called_anything() -> None:
    cards = tuple(replace(one, id="free") if one.does is Does.JAIL_FREE else one for one in ATLANTIC.chance)
    own = replace(ATLANTIC, chance=cards)
    assert jail_card(own, Deck.CHANCE) == CardTag("chance/free")
    assert as_jail_card(own, CardTag("chance/free")) == JailTag("chance")
    assert as_jail_card(own, CardTag("chance/jail-free")) is None
    assert as_jail_card(own, CardTag("chest/jail-free")) == JailTag("chest")
    known = with_simulated_tags(own, Bindings())
    assert known.what(simulated_uid(CardTag("chance/free"))) is None, "it has its tag as a card that is kept"


# Two households


def test_tags_of_a_file_are_added_to_ours() -> None:
    assert merge_bindings(ATLANTIC, bound(one=ORIENTAL), bound(two=CAR)) == bound(one=ORIENTAL, two=CAR)
    assert merge_bindings(ATLANTIC, bound(one=ORIENTAL), bound(one=ORIENTAL)) == bound(one=ORIENTAL)


def test_every_conflict_is_listed_and_nothing_is_taken() -> None:
    ours, theirs = bound(one=ORIENTAL, two=BALTIC), bound(one=CAR, three=BALTIC)
    with pytest.raises(CannotBind) as caught:
        merge_bindings(ATLANTIC, ours, theirs)
    assert caught.value.conflicts == (
        f"Tag {ONE} is the deed of Oriental Avenue already.",
        f"For the deed of Baltic Avenue there is another tag already, {TWO}.",
    )
    assert ours == bound(one=ORIENTAL, two=BALTIC)


def test_their_tags_can_replace_ours_if_both_cannot_be() -> None:
    ours, theirs = bound(one=ORIENTAL, two=BALTIC), bound(one=CAR, three=BALTIC)
    assert merge_bindings(ATLANTIC, ours, theirs, instead=True) == theirs
    swapped = bound(one=BALTIC, two=ORIENTAL)
    assert merge_bindings(ATLANTIC, ours, swapped, instead=True) == swapped


whats = st.sampled_from(EVERYTHING)
uids = st.sampled_from([f"04{number:06X}" for number in range(12)])
households = st.lists(st.tuples(uids, whats), max_size=10)


def made_of(tags: list[tuple[str, TaggedThing]]) -> Bindings:
    bindings = Bindings()
    for uid, what in tags:
        bindings = bind(bindings, uid, what)
    return bindings


@given(households, households)
def test_whatever_is_bound_one_tag_is_one_thing_and_a_deed_has_one(
    one: list[tuple[str, TaggedThing]], two: list[tuple[str, TaggedThing]]
) -> None:
    ours, theirs = made_of(one), made_of(two)
    merged = merge_bindings(ATLANTIC, ours, theirs, instead=True)
    numbers = [uid for uid, _ in merged.tags]
    single = [what for _, what in merged.tags if isinstance(what, DeedTag | TokenTag)]
    assert all(first < second for first, second in pairwise(numbers))
    assert len(set(single)) == len(single)
    assert all(merged.what(uid) == what for uid, what in theirs.tags)


# Simulated tags: everything has one, none is stored, and a real tag takes its place


def test_everything_has_one_tag_and_each_can_be_a_tag() -> None:
    tags = with_simulated_tags(ATLANTIC, Bindings()).tags
    kept = [card for card in ATLANTIC.card_names if card.endswith("/jail-free")]
    assert len(tags) == len(ATLANTIC.deeds) + SEATS + len(TOKENS) + len(ATLANTIC.card_names) - len(kept) + len(WAYS_OUT)
    assert len({uid for uid, _ in tags}) == len({repr(what) for _, what in tags}) == len(tags)
    assert [uid for uid, _ in tags if uid_problem(uid) or not is_simulated(uid)] == []
    assert list(tags) == sorted(tags, key=lambda tag: tag[0])


def test_what_the_household_has_a_tag_for_keeps_it() -> None:
    ours = bind(Bindings(), ONE, DeedTag(3))
    known = with_simulated_tags(ATLANTIC, ours)
    assert known.what(ONE) == DeedTag(3)
    assert known.what(simulated_uid(DeedTag(3))) is None
    assert known.what(simulated_uid(DeedTag(4))) == DeedTag(4)


def test_a_piece_of_the_game_in_play_has_one_even_if_it_is_not_in_the_box() -> None:
    known = with_simulated_tags(ATLANTIC, Bindings(), ("Unicorn", "CAR"))
    assert known.what(simulated_uid(TokenTag("unicorn"))) == TokenTag("Unicorn")
    assert sum(isinstance(what, TokenTag) and what.token.casefold() == "car" for _, what in known.tags) == 1


def test_a_number_is_the_same_at_every_start_and_of_no_real_tag() -> None:
    assert simulated_uid(PlayerTag(0)) == "53494D0900004810C8F7"
    assert not is_simulated(ONE)
    assert not is_simulated("53494D0A")


def test_a_real_tag_takes_the_place_of_one_enrolled_at_a_simulated_table() -> None:
    played = bind(Bindings(), "53494DFF000000000001", DeedTag(3))
    assert bind_new(ATLANTIC, played, ONE, DeedTag(3)).tags == ((ONE, DeedTag(3)),)
    real = bind(Bindings(), ONE, DeedTag(3))
    with pytest.raises(CannotBind):
        bind_new(ATLANTIC, real, "53494DFF000000000001", DeedTag(3))


def test_a_card_in_a_deck_differs_from_one_that_is_kept() -> None:
    known = with_simulated_tags(ATLANTIC, Bindings())
    assert known.what(simulated_uid(CardTag("chance/jail-free"))) is None
