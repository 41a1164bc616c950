"""A walk through the household's things: what is asked for, what is taken, what is never overwritten silently."""

import pytest
from msgspec.structs import replace

from companion.boards import shipped_board
from companion.table.gestures.enrolment import (
    KINDS,
    CannotEnrol,
    EnrolWalk,
    HeldItem,
    SpaceSpot,
    agree,
    back,
    begun,
    decline,
    done,
    hold,
    mishap,
    plan_walk,
    skip,
    tags_of,
)
from companion.table.gestures.tags import Bindings, CardTag, DeedTag, JailTag, PlayerTag, TokenTag, bind
from companion.table.messages.views import WalkView
from companion.table.server.enrol_walks import walk_view
from tests.kit import ATLANTIC, deed

ONE, TWO, THREE = "04A2B3C4D5E680", "04A2B3C4D5E681", "DEADBEEF"
ORIENTAL, VERMONT, BALTIC = (DeedTag(deed(name)) for name in ("Oriental", "Vermont", "Baltic"))
THREE_DEEDS = EnrolWalk(ATLANTIC, "deeds", (BALTIC, ORIENTAL, VERMONT))


def view(walk: EnrolWalk, bindings: Bindings) -> WalkView:
    return walk_view(walk, bindings, 7, "console")


def held(walk: EnrolWalk, bindings: Bindings, uid: str) -> tuple[EnrolWalk, Bindings]:
    """Held, and kept if there is something to keep."""
    after, to_keep = hold(walk, bindings, HeldItem(uid))
    return (after, bindings) if to_keep is None else (done(after, to_keep), to_keep)


def test_one_deed_after_the_other() -> None:
    walk, bindings = begun(THREE_DEEDS, Bindings()), Bindings()
    assert view(walk, bindings) == WalkView(
        7, 1, "deeds", "Hold the deed of Baltic Avenue to the reader.", 0, 3, by="console"
    )
    walk, bindings = held(walk, bindings, ONE)
    shown = view(walk, bindings)
    assert (shown.told, shown.prompt) == (
        "The deed of Baltic Avenue: done, 1 of 3.",
        "Hold the deed of Oriental Avenue to the reader.",
    )
    walk, bindings = held(walk, bindings, TWO)
    walk, bindings = held(walk, bindings, THREE)
    shown = view(walk, bindings)
    assert (shown.is_over, shown.done, shown.prompt) == (True, 3, "Everything here has its tag.")
    assert bindings.tags == ((ONE, BALTIC), (TWO, ORIENTAL), (THREE, VERMONT))
    assert hold(walk, bindings, HeldItem(ONE)) == (walk, None), "over is over"


def test_it_is_taken_up_where_it_stopped() -> None:
    bindings = bind(Bindings(), ONE, BALTIC)
    assert begun(THREE_DEEDS, bindings).target == ORIENTAL
    again = EnrolWalk(ATLANTIC, "deeds", THREE_DEEDS.steps, again=True)
    assert begun(again, bindings).target == BALTIC


def test_what_was_done_out_of_turn_is_passed_over() -> None:
    bindings = bind(Bindings(), ONE, ORIENTAL)
    walk, bindings = held(begun(THREE_DEEDS, bindings), bindings, TWO)
    assert walk.target == VERMONT


def test_a_deed_is_left_for_later_and_told_of_at_the_end() -> None:
    walk = skip(begun(THREE_DEEDS, Bindings()), Bindings())
    assert (walk.target, walk.told) == (ORIENTAL, "Left for later.")
    walk = skip(skip(walk, Bindings()), Bindings())
    shown = view(walk, Bindings())
    assert shown.is_over
    assert shown.prompt == (
        "3 still to do: the deed of Baltic Avenue, the deed of Oriental Avenue, the deed of Vermont Avenue."
    )
    assert skip(walk, Bindings()) == walk


def test_many_that_are_left_are_counted() -> None:
    walk = EnrolWalk(ATLANTIC, "deeds", tuple(map(DeedTag, range(28))), at=28)
    assert view(walk, Bindings()).prompt.endswith(" and 24 more.")


def test_back_goes_to_the_one_before_though_it_is_done() -> None:
    walk, _ = held(begun(THREE_DEEDS, Bindings()), Bindings(), ONE)
    assert back(walk).target == BALTIC
    first = back(back(walk))
    assert (first.target, first.told, first.is_trouble) == (BALTIC, "This is the first.", True)


def test_a_tag_that_is_something_else_is_asked_about() -> None:
    bindings = bind(Bindings(), ONE, BALTIC)
    walk = begun(THREE_DEEDS, bindings)
    asked, kept = hold(walk, bindings, HeldItem(ONE))
    assert kept is None
    assert asked.step == walk.step + 1
    assert view(asked, bindings).question == (
        f"Tag {ONE} is the deed of Baltic Avenue already. Use this tag for the deed of Oriental Avenue from now on?"
    )
    no = decline(asked)
    assert (no.target, no.held, no.told) == (ORIENTAL, None, "Nothing was changed.")
    assert agree(no, bindings) is None
    assert agree(asked, bindings) == bind(Bindings(), ONE, ORIENTAL)


def test_another_tag_for_a_deed_that_has_one_is_asked_about() -> None:
    bindings = bind(Bindings(), ONE, ORIENTAL)
    walk = begun(EnrolWalk(ATLANTIC, "the deed", (ORIENTAL,), again=True), bindings)
    asked, kept = hold(walk, bindings, HeldItem(TWO))
    assert kept is None
    assert f"For the deed of Oriental Avenue there is another tag already, {ONE}." in view(asked, bindings).question
    yes = agree(asked, bindings)
    assert yes == bind(Bindings(), TWO, ORIENTAL)
    assert yes is not None
    assert done(asked, yes).target is None


def test_while_it_is_asked_another_tag_may_be_held() -> None:
    bindings = bind(Bindings(), ONE, BALTIC)
    asked, _ = hold(begun(THREE_DEEDS, bindings), bindings, HeldItem(ONE))
    walk, bindings = held(asked, bindings, TWO)
    assert (walk.held, walk.target) == (None, VERMONT)
    assert bindings.what(TWO) == ORIENTAL


def test_the_tag_it_has_already_is_no_change() -> None:
    bindings = bind(Bindings(), ONE, ORIENTAL)
    walk = begun(EnrolWalk(ATLANTIC, "the deed", (ORIENTAL,), again=True), bindings)
    assert hold(walk, bindings, HeldItem(ONE)) == (walk, bindings)


@pytest.mark.parametrize("uid", ["88A2B3C4", "08A2B3C4"])
def test_a_number_that_no_tag_has_is_refused_and_not_asked_about(uid: str) -> None:
    walk, kept = hold(begun(THREE_DEEDS, Bindings()), Bindings(), HeldItem(uid))
    assert (kept, walk.held, walk.is_trouble) == (None, None, True)
    assert walk.told.endswith("This tag cannot be used.")


def test_a_mishap_leaves_everything_as_it_is() -> None:
    walk = mishap(begun(THREE_DEEDS, Bindings()), "One at a time.")
    assert (walk.target, walk.told, walk.is_trouble) == (BALTIC, "One at a time.", True)


def test_players_are_called_by_their_names() -> None:
    walk = EnrolWalk(ATLANTIC, "players", (PlayerTag(0), PlayerTag(1)), names=("Ann",))
    assert view(walk, Bindings()).prompt == "Hold Ann's card to the reader."
    assert view(skip(walk, Bindings()), Bindings()).prompt == "Hold the player card of seat 2 to the reader."


def test_a_card_out_of_jail_is_the_same_in_its_deck_and_in_a_hand() -> None:
    drawn, kept = CardTag("chance/jail-free"), JailTag("chance")
    for one, other in ((drawn, kept), (kept, drawn)):
        assert tags_of(ATLANTIC, bind(Bindings(), ONE, one), other) == 1
        assert tags_of(ATLANTIC, Bindings(), other) == 0


def test_the_board_is_walked_from_space_to_space() -> None:
    walk = begun(EnrolWalk(ATLANTIC, "board", (SpaceSpot(0), SpaceSpot(7))), Bindings())
    assert view(walk, Bindings()).prompt == "Put one token on GO, and leave it there."
    assert walk_view(walk, Bindings(), 1, "", is_tapped=True).prompt == "Tap GO with the wand."
    after, kept = hold(walk, Bindings(), HeldItem(spot="n/3"))
    assert kept is not None
    assert kept.spots == (("n/3", 0),)
    walk = done(after, kept)
    assert walk.told == "GO: done, 1 of 2."
    assert view(walk, kept).prompt == "Put one token on Chance (after Oriental Avenue), and leave it there."
    asked, none = hold(walk, kept, HeldItem(spot="n/3"))
    assert none is None
    assert view(asked, kept).question == (
        "Spot n/3 of the board is GO already. Use this spot for Chance (after Oriental Avenue) from now on?"
    )
    moved = agree(asked, kept)
    assert moved is not None
    assert moved.spots == (("n/3", 7),)
    other, kept_two = hold(walk, kept, HeldItem(spot="n/0"))
    assert kept_two is not None
    assert view(done(other, kept_two), kept_two).prompt == "Every space is known."


# What a walk goes through


def planned(what: str, bindings: Bindings | None = None) -> EnrolWalk:
    return plan_walk(ATLANTIC, what, bindings or Bindings(), ("Ann", "Ben"), ("Car", "Top Hat"), again=False)


@pytest.mark.parametrize(
    ("kind", "count"), [("deeds", 28), ("tokens", 2), ("players", 2), ("cards", 32), ("jail", 3), ("board", 40)]
)
def test_every_kind_has_its_steps(kind: str, count: int) -> None:
    walk = planned(kind)
    assert (len(walk.steps), walk.title) == (count, kind)
    assert kind in KINDS


def test_a_card_that_is_twice_in_its_deck_has_two_tags() -> None:
    twice = CardTag("chance/nearest-railroad")
    walk, bindings = (
        EnrolWalk(ATLANTIC, "cards", tuple(one for one in planned("cards").steps if one == twice)),
        Bindings(),
    )
    assert len(walk.steps) == 2
    walk, bindings = held(walk, bindings, ONE)
    assert (walk.at, view(walk, bindings).done) == (1, 1)
    same, bindings = held(walk, bindings, ONE)
    assert (same.at, same.is_trouble) == (1, True)
    assert same.told == "This one is enrolled already: there are two such cards, and it is the other one."
    walk, bindings = held(same, bindings, TWO)
    assert view(walk, bindings).is_over
    assert dict(bindings.tags) == {ONE: twice, TWO: twice}
    assert begun(EnrolWalk(ATLANTIC, "cards", (twice, twice)), bindings).target is None


def test_without_a_game_there_are_eight_seats_and_the_pieces_of_the_box_and_of_the_household() -> None:
    ours = bind(bind(Bindings(), ONE, TokenTag("Dragon")), TWO, TokenTag("car"))
    assert len(plan_walk(ATLANTIC, "players", ours, (), (), again=False).steps) == 8
    pieces = plan_walk(ATLANTIC, "tokens", ours, (), (), again=False).steps
    assert TokenTag("Dragon") in pieces
    assert sum(isinstance(one, TokenTag) and one.token.casefold() == "car" for one in pieces) == 1


@pytest.mark.parametrize(
    ("what", "meant"),
    [
        ("Oriental Avenue", ORIENTAL),
        ("oriental", ORIENTAL),
        ("car", TokenTag("Car")),
        ("top hat", TokenTag("Top Hat")),
        ("token Racing  Snail", TokenTag("Racing Snail")),
        ("Ben", PlayerTag(1)),
        ("seat 3", PlayerTag(2)),
        ("Player 1", PlayerTag(0)),
        ("chance/advance-go", CardTag("chance/advance-go")),
        ("jail key", JailTag("key")),
        ("jail chest", JailTag("chest")),
    ],
)
def test_one_thing_is_named(what: str, meant: object) -> None:
    walk = planned(what)
    assert (walk.steps, walk.again) == ((meant,), True)


@pytest.mark.parametrize(
    ("board", "what", "meant"),
    [
        ("germany", "Munchner", "Münchner Straße"),
        ("germany", "munchner strasse", "Münchner Straße"),
        ("germany", "Schlossallee", "Schlossallee"),
        ("france", "elysees", ""),
        ("france", "avenue des champs", "Avenue des Champs-Élysées"),
        ("london", "kings cross", "King's Cross Station"),
        ("london", "Boardwalk", ""),
    ],
)
def test_a_thing_is_found_by_its_beginning_and_without_accents_on_the_board(board: str, what: str, meant: str) -> None:
    printed = shipped_board(board)
    if not meant:
        with pytest.raises(CannotEnrol, match=f"Nothing here is called `{what}`"):
            plan_walk(printed, what, Bindings(), (), (), again=False)
        return
    walk = plan_walk(printed, what, Bindings(), (), (), again=False)
    (target,) = walk.steps
    assert isinstance(target, DeedTag)
    assert printed.deeds[target.deed].name == meant
    assert walk.title == f"the deed of {meant}"
    assert view(begun(walk, Bindings()), Bindings()).prompt == f"Hold the deed of {meant} to the reader."


def test_a_walk_has_the_spaces_and_the_cards_of_its_board() -> None:
    germany = shipped_board("germany")
    spaces = begun(plan_walk(germany, "board", Bindings(), (), (), again=False), Bindings())
    assert view(spaces, Bindings()).prompt == "Put one token on Los, and leave it there."
    own = replace(germany, chance=(replace(germany.chance[0], id="our-own", meaning="Eis"), *germany.chance[1:]))
    cards = begun(plan_walk(own, "cards", Bindings(), (), (), again=False), Bindings())
    assert cards.steps[0] == CardTag("chance/our-own")
    assert view(cards, Bindings()).prompt == "Hold the Ereignisfeld card “Eis” to the reader."
    assert plan_walk(own, "chance/our", Bindings(), (), (), again=False).steps == (CardTag("chance/our-own"),)


@pytest.mark.parametrize(
    ("what", "why"),
    [
        ("", "Nothing here is called ``"),
        ("dedes", "Nothing here is called `dedes` (did you mean deeds?)"),
        ("Balti Avenu", "Baltic Avenue"),
        ("p", "`p` could be "),
        ("token ", "A token needs a name that can be read."),
        ("token \x00", "A token needs a name that can be read."),
        (f"token {'x' * 25}", "at most 24 characters"),
    ],
)
def test_an_unknown_name_is_explained(what: str, why: str) -> None:
    with pytest.raises(CannotEnrol) as refused:
        planned(what)
    assert why in str(refused.value)
    assert str(refused.value).endswith(".")
