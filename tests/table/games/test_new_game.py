"""How games begin: as requested, from a paper game, and every request that is refused."""

from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.play.acts import Start
from companion.players.dice import SeededDice
from companion.rules import EDITIONS, check
from companion.rules.cards import Deck
from companion.rules.editions import DEFAULT
from companion.table.games.new_game import make_start
from companion.table.games.new_game_fields import CannotBegin
from companion.table.messages.requests import NewGame
from companion.table.messages.setup import Usual
from companion.table.messages.views import WrongLine
from tests.kit import ANN, ATLANTIC, BEN, CY, deed

CHANCE = SeededDice(7)
NO_BOARDS = Path("no-such-folder")
GIVEN = """\
# Sunday, after tea
given Ann cash 275
given Ann owns Oriental, Vermont, Connecticut
given Oriental houses 2
given Vermont houses 2
given Connecticut houses 2
given Ben in jail turn 1
given Ben jail cards 1

given turn Ben
"""
HEAD = "edition parker-2001\noption salary 300\nplayers Ann Ben\n"


def begun(*names: str, **wishes: object) -> Start:
    return make_start(NewGame(names, **wishes), CHANCE, NO_BOARDS)  # type: ignore[arg-type]


def why_not(*names: str, **wishes: object) -> str:
    with pytest.raises(CannotBegin) as caught:
        begun(*names, **wishes)
    return str(caught.value)


# A new game


def test_somebody_can_be_named_who_starts() -> None:
    """Nobody rolls for it then, and the others follow in the order of their seats."""
    game = begun("Ann", "Ben", "Cy", starts=" cy ").game
    assert game.turn == CY
    assert game.opening is None
    check(game)
    assert begun("Ann", "Ben", "Cy").game.opening is not None


def test_only_players_can_start() -> None:
    assert why_not("Ann", "Ben", starts="Di") == "`Di` cannot start: only Ann and Ben play."
    words = "A position says whose turn it is: leave out who starts."
    assert why_not("Ann", "Ben", starts="Ann", position=GIVEN) == words


@pytest.mark.parametrize("variant", ["short", "timed"])
def test_who_starts_changes_nothing_about_the_deeds_that_are_dealt(variant: str) -> None:
    rolled, named = (begun("Ann", "Ben", variants=(variant,), starts=one).game for one in ("", "Ben"))
    assert named.pending == rolled.pending
    assert named.turn == BEN


def test_without_options_everybody_starts_by_the_usual_rules() -> None:
    start = begun("Ann", "Ben", "Cy")
    assert start.names == ("Ann", "Ben", "Cy")
    assert start.rules == DEFAULT
    assert start.title == ""
    assert [player.cash for player in start.game.players] == [DEFAULT.starting_cash] * 3
    check(start.game)


def test_every_option_is_used() -> None:
    options = {"free-parking-pot": 500, "rent": "claim", "no-auctions": True}
    start = begun("Ann", "Ben", edition="Platinum-2010", variants=("SPEED",), options=options, title="  Sun day ")
    assert start.rules.key == "platinum-2010"
    assert start.rules.variants == ("speed",)
    assert (start.game.pot, start.rules.rent_claimed, start.rules.auctions) == (500, True, False)
    assert start.title == "Sun day"


def test_decks_are_shuffled_unless_real_ones_are_used() -> None:
    electronic, real = begun("Ann", "Ben").game, begun("Ann", "Ben", electronic_cards=False).game
    assert (electronic.electronic_decks, electronic.decks) == (True, CHANCE.decks())
    assert not real.electronic_decks


def test_names_are_kept_as_people_write_them() -> None:
    assert begun(" [red]  ", "Aunt  May", "Zoe\u0308").names == ("[red]", "Aunt May", "Zoë")


@pytest.mark.parametrize(
    ("names", "said"),
    [
        ((), "2 to 8 players can play classic; nobody was named."),
        (("Ann",), "2 to 8 players can play classic; only 1 was named."),
        (tuple("ABCDEFGHI"), "2 to 8 players can play classic; 9 were named."),
        (("Ann", "ann"), "Two players cannot both be called ann."),
        (("Ann", " "), "A player needs a name."),
        (("Ann", "the Bank"), "the Bank is not a player."),
        (("Ann", "B" * 25), "A name has at most 24 characters; this one has 25."),
        (("Ann", "B\x1b[2J"), "A name needs a letter or a digit, and nothing that cannot be seen."),
        (("Ann", "\ud800a"), "A name needs a letter or a digit, and nothing that cannot be seen."),
    ],
)
def test_bad_names_are_refused(names: tuple[str, ...], said: str) -> None:
    assert why_not(*names) == said


def test_an_edition_for_fewer_says_so() -> None:
    assert why_not(*"ABCDEFG", edition="parker-2001") == "2 to 6 players can play parker-2001; 7 were named."
    assert len(begun(*"ABCDEF", edition="parker-2001").names) == 6


@pytest.mark.parametrize(
    ("wishes", "said"),
    [
        (
            {"edition": "clasic"},
            f"There is no edition `clasic` (did you mean classic?). There are {', '.join([*EDITIONS][:-1])} and",
        ),
        ({"edition": "classic\n"}, "There is no edition `classic"),
        ({"variants": ("speed",)}, "classic has no variant `speed`. There are short and timed."),
        (
            {"variants": ("shrt",)},
            "classic has no variant `shrt` (did you mean short?). There are short and timed.",
        ),
        (
            {"options": {"salry": 5}},
            "There is no option `salry` (did you mean salary?). There are rent, free-parking-pot,",
        ),
        ({"options": {"salary": 10**9}}, "The option salary takes an amount from 0 to 999,999,999, not 1,000,000,000."),
        ({"options": {"salary": -1}}, "The option salary takes an amount from 0 to 999,999,999, not -1."),
        ({"options": {"salary": True}}, "The option salary takes an amount from 0 to 999,999,999, not on."),
        ({"options": {"salary": "much"}}, "The option salary takes an amount from 0 to 999,999,999, not `much`."),
        ({"options": {"no-auctions": 3}}, "The option no-auctions takes on or off, not 3."),
        ({"options": {"rent": False}}, "The option rent takes auto or claim, not off."),
        ({"title": "T" * 61}, "A title has at most 60 characters; this one has 61."),
        ({"title": "a\x07b"}, "A title has nothing in it that cannot be seen."),
    ],
)
def test_impossible_options_are_refused(wishes: dict[str, object], said: str) -> None:
    assert why_not("Ann", "Ben", **wishes).startswith(said)


# A paper game


def test_given_lines_alone_are_for_the_players_and_rules_asked_for() -> None:
    start = begun("Ann", "Ben", "Cy", edition="keys-2010", position=GIVEN)
    game = start.game
    assert start.rules.key == "keys-2010"
    assert [player.cash for player in game.players] == [275, 1500, 1500]
    assert (game.players[BEN].jail, game.turn, game.opening) == (1, BEN, None)
    assert game.titles[deed("Oriental")].buildings == 2
    check(game)


def test_a_head_says_who_plays_by_which_rules() -> None:
    start = begun(position=HEAD + "given Ann cash 5\n", title="Tea")
    assert (start.rules.key, start.rules.salary, start.names, start.title) == (
        "parker-2001",
        300,
        ("Ann", "Ben"),
        "Tea",
    )
    assert start.game.players[ANN].cash == 5


def test_a_head_alone_is_a_new_game() -> None:
    assert begun(position=HEAD).game == begun("Ann", "Ben", edition="parker-2001", options={"salary": 300}).game


def test_the_shuffled_decks_lack_the_cards_that_are_held() -> None:
    game = begun("Ann", "Ben", "Cy", position=GIVEN).game
    shuffled = CHANCE.decks()
    assert game.players[BEN].jail_cards == ("chance",)
    assert game.decks == (tuple(card for card in shuffled[0] if card != ATLANTIC.jail_free(Deck.CHANCE)), shuffled[1])
    assert game.electronic_decks
    assert not begun("Ann", "Ben", "Cy", position=GIVEN, electronic_cards=False).game.electronic_decks


def test_names_of_several_words_are_one_word_in_a_position() -> None:
    start = begun("Aunt May", "[red]", position="given Aunt-May cash 7\ngiven turn red\n")
    assert start.names == ("Aunt May", "[red]")
    assert (start.game.players[0].cash, start.game.turn) == (7, 1)


def test_a_head_may_name_the_same_players_in_one_word() -> None:
    head = "players Aunt-May red Cy\n"
    assert begun("Aunt May", "[red]", "Cy", position=head).names == ("Aunt May", "[red]", "Cy")
    assert why_not("Aunt May", "Cy", "[red]", position=head) == (
        "The position names its players itself (Aunt-May, red and Cy): leave them out."
    )
    assert why_not("Aunt May", "[red]", position=head).startswith("The position names its players itself")


def test_a_short_paper_game_has_no_deal() -> None:
    game = begun("Ann", "Ben", variants=("short",), position="given turn Ann\n").game
    assert game.pending == ()


@pytest.mark.parametrize(
    ("position", "said"),
    [
        ("given Ann cash 5\nAnn rolls 3 4\n", "position:2: a position has no moves; replay it with `companion replay`"),
        ("given Ann cash 5\n? Ann cash 5\n", "position:2: a position has no moves;"),
        ("given Ann cash 5\nundo", "position:2: a position has no moves;"),
        ("Bank ends game", "position:1: a position has no moves;"),
        ("refuse any: Ann ends", "position:1: a position has no moves;"),
        (
            "givn Ann cash 5",
            "position:1: unknown word `givn`: expected edition, board, variant, option, seed, players or given",
        ),
        ("given Dan cash 5", "position:1: "),
        (
            "given Ann cash five",
            "position:1: expected an amount, not `five`\n    given Ann cash five\n                   ^",
        ),
        ("given Ann cash 5\ngiven Ann cash 5", "position:2: Ann's cash is given already, on line 1"),
        ("given Ann owns Boardwalk\ngiven Ben owns Boardwalk", "position:2: the owner of Boardwalk is given already"),
        ("given Oriental houses 2", "position:1: an impossible table: "),
        ("given Ann at Go To Jail", "position:1: an impossible table: no token rests on Go To Jail"),
        ("given Ann bankrupt", "position:1: an impossible table: a game needs two players who are not bankrupt"),
        ("given Ann jail cards 3", "position:1: an impossible table: there are only 2 cards or keys"),
        ("given bank houses 40", "position:1: an impossible table: the Bank cannot have 40 houses"),
        ("   \n# nothing\n", "position: expected the table as it stands, such as `given Ann cash 1200`"),
        ("given Ann cash 5\x00", "position:1: expected plain text, not a control character"),
        ("given Ann cash 5 \ud800", "position:1: expected UTF-8 text, not the byte 0xed"),
        ("seed 5\nplayers Ann Ben\n", "position:1: a table rolls its own dice: leave out the seed"),
        ("edition classic\ngiven Ann cash 5\n", "position:1: expected `players` and their names"),
        ("players Ann\n", "position:1: expected 2 to 8 players"),
        ("players Ann Ben\nplayers Ann Ben\n", "position:2: `players` is there already"),
        ("players Ann Ben Cy\n", "The position names its players itself"),
    ],
)
def test_bad_positions_are_refused_with_their_line(position: str, said: str) -> None:
    assert why_not("Ann", "Ben", position=position).startswith(said)


@pytest.mark.parametrize("wish", [{"edition": "classic"}, {"variants": ("short",)}, {"options": {"salary": 5}}])
def test_rules_are_said_once(wish: dict[str, object]) -> None:
    assert why_not(position=HEAD, **wish).startswith("The position has a head, which says how it is played")


def test_a_position_needs_players_from_somewhere() -> None:
    assert why_not(position="given Ann cash 5\n") == "2 to 8 players can play classic; nobody was named."


def test_too_many_players_for_the_edition_of_a_head() -> None:
    assert why_not(position="edition parker-2001\nplayers A B C D E F G\n").startswith(
        "position:2: expected at most 6 players in parker-2001"
    )


def test_a_position_may_be_as_long_as_it_likes_and_still_be_wrong_in_one_line() -> None:
    text = "\n".join(["# talk"] * 5_000 + ["given Cy owns Boardwalk"])
    assert begun("Ann", "Ben", "Cy", position=text).game.titles[deed("Boardwalk")].owner == CY


WORDS = [
    *(
        "given",
        "Ann",
        "Ben",
        "cash",
        "owns",
        "Boardwalk",
        "Oriental",
        "houses",
        "hotel",
        "mortgaged",
        "turn",
        "bank",
        "in",
    ),
    *(
        "jail",
        "cards",
        "bankrupt",
        "at",
        "passed",
        "go",
        "5",
        "40",
        ",",
        "#",
        "?",
        "players",
        "edition",
        "classic",
        "\n",
    ),
    *("\ngiven Ann cash 5\n", "\ngiven turn Ben\n", "\nplayers Ann Ben\n", "\ngiven Ann owns", "\noption salary"),
]


@given(st.text(max_size=80) | st.lists(st.sampled_from(WORDS), max_size=30).map(" ".join), st.booleans())
def test_any_text_begins_a_sound_game_or_is_refused(position: str, named: bool) -> None:
    with suppress(CannotBegin):
        check(begun(*(("Ann", "Ben") if named else ()), position=position).game)


# Colours and dice


def test_everybody_has_a_colour_and_a_chosen_one_is_kept() -> None:
    assert begun("Ann", "Ben", "Cy", colours=("Teal", "", "red")).colours == ("teal", "blue", "red")
    assert len(set(begun(*"ABCDEFGH").colours)) == 8


@pytest.mark.parametrize(
    ("colours", "said"),
    [
        (("red", "RED"), "Two players cannot have the same colour."),
        (("mauve",), "There is no colour `mauve`. There are red, blue, yellow, green, purple, orange, white and teal."),
    ],
)
def test_an_impossible_colour_is_refused(colours: tuple[str, ...], said: str) -> None:
    assert why_not("Ann", "Ben", colours=colours) == said


def test_who_rolls_is_kept_with_the_game() -> None:
    assert begun("Ann", "Ben").dice == "button"
    assert begun("Ann", "Ben", dice="hand").dice == "hand"
    by_hand = Usual(dice="hand", electronic_cards=False)
    start = make_start(NewGame(("Ann", "Ben")), CHANCE, NO_BOARDS, by_hand)
    assert (start.dice, start.game.electronic_decks) == ("hand", False)
    assert make_start(NewGame(("Ann", "Ben"), dice="button"), CHANCE, NO_BOARDS, by_hand).dice == "button"


# A position that calls the players by other words than their names


CALLED = ("P1", "P2")


def test_bad_names_cannot_break_a_position_that_has_words_of_its_own() -> None:
    names = ("given # cash", "[red] 🎲")
    start = begun(*names, position="given P1 cash 7\ngiven P2 owns Baltic Avenue\ngiven turn P2\n", called=CALLED)
    assert start.names == names
    assert start.game.players[ANN].cash == 7
    assert start.game.titles[deed("Baltic")].owner == BEN
    assert start.game.turn == BEN


@pytest.mark.parametrize("called", [("P1",), ("P1", "p1"), ("P 1", "P2"), ("bank", "P2"), ("", "P2"), ("#", "P2")])
def test_bad_words_for_players_are_refused(called: tuple[str, ...]) -> None:
    told = why_not("Ann", "Ben", position="given turn P2", called=called)
    assert told == "What a position calls its players must be one word each, no two the same."


def test_an_error_in_a_position_has_its_line_and_the_real_names() -> None:
    position = "given P1 cash 7\ngiven P2 in jail turn 3\ngiven turn P2\n"
    with pytest.raises(CannotBegin) as caught:
        begun("Ann", "Aunt May", position=position, called=CALLED)
    why = "Aunt May cannot have failed 3 rolls and still be in Jail"
    assert caught.value.wrong == WrongLine(2, f"{why}.")
    assert f"position:2: an impossible table: {why}" in str(caught.value)


def test_a_refused_option_names_no_line() -> None:
    with pytest.raises(CannotBegin) as caught:
        begun("Ann", "Ann")
    assert caught.value.wrong is None
