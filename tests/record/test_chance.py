"""Electronic dice, decks and deals: the same for the same seed, and the same again after undo."""

from companion.players.dice import SPEED_DIE, SeededChance, chance_of
from companion.record.runner import Played
from companion.rules.events import CardDrawn, DiceRolled
from companion.rules.state import Game
from tests.record.telling import ends, failure, run

HEAD = "seed 42\nplayers Ann Ben\n"


def turns(count: int) -> str:
    """Electronic turns in which nothing is bought; the record says only who is on turn."""
    text = f"option no-auctions\noption cash-at-start 90000\nedition keys-2010\n{HEAD}"
    while count:
        game = ends(text)
        text += _answer(game)
        count -= 1
    return text


def _answer(game: Game) -> str:
    name = game.players[game.turn].name
    if not game.agenda:
        return f"{name} rolls\n" if game.throw_due else f"{name} ends\n"
    kind = type(game.agenda[0]).__name__
    return {"Buying": f"{name} declines\n", "TaskDue": f"{name} throws\n"}[kind]


def test_the_same_seed_falls_the_same() -> None:
    assert [SeededChance(5).dice(n, 2, False) for n in range(50)] == [
        SeededChance(5).dice(n, 2, False) for n in range(50)
    ]
    assert SeededChance(5).decks() == SeededChance(5).decks()
    assert SeededChance(5).deal() != SeededChance(6).deal()


def test_every_face_falls() -> None:
    throws = [SeededChance(1).dice(number, 2, True) for number in range(500)]
    assert {die for dice, _ in throws for die in dice} == set(range(1, 7))
    assert {speed for _, speed in throws} == set(SPEED_DIE)
    assert {len(dice) for dice, _ in throws} == {2}
    assert SeededChance(1).dice(0, 3, False)[1] == ""


def test_decks_and_deals_are_whole() -> None:
    chance = SeededChance(9)
    assert [sorted(deck) for deck in chance.decks()] == [list(range(16))] * 2
    assert sorted(chance.deal()) == list(range(28))
    assert chance.deal() != tuple(range(28))


def test_without_a_seed_nothing_is_left_to_chance() -> None:
    assert chance_of(None) is None
    assert isinstance(chance_of(0), SeededChance)


def test_an_undone_throw_falls_the_same_again() -> None:
    once, twice = ends(f"{HEAD}Ann rolls\n"), ends(f"{HEAD}Ann rolls\nundo\nAnn rolls\n")
    assert once == twice
    assert once.dice == SeededChance(42).dice(0, 2, False)[0]


def test_an_undone_draw_gives_the_same_card_again() -> None:
    head = f"{HEAD}given Ann at Go\ngiven turn Ann\nAnn rolls 3 4\n"
    (first, again) = (run(f"{head}Ann draws\n")[1][-1], run(f"{head}Ann draws\nundo\nAnn draws\n")[1][-1])
    assert isinstance(first, Played)
    assert isinstance(again, Played)
    assert first.events == again.events
    assert [event.card for event in first.events if isinstance(event, CardDrawn)] == [SeededChance(42).decks()[0][0]]


def test_a_throw_takes_as_many_dice_as_the_moment_asks_for() -> None:
    text = turns(60)
    assert text.count(" throws\n") > 2
    assert ends(text).throws == text.count(" rolls\n") + text.count(" throws\n")


def test_the_speed_die_is_thrown_where_it_is_in_use() -> None:
    head = "edition platinum-2010\nvariant speed\nseed 3\nplayers Ann Ben\n"
    outcome = run(f"{head}given Ann passed go\ngiven turn Ann\nAnn rolls\n")[1][-1]
    assert isinstance(outcome, Played)
    rolled = outcome.events[0]
    assert isinstance(rolled, DiceRolled)
    assert (rolled.dice, rolled.speed) == SeededChance(3).dice(0, 2, True)


def test_a_bare_deal_is_one_statement_for_everyone() -> None:
    head = f"edition rulebook\nvariant short\n{HEAD}"
    dealt = ends(f"{head}deal\n")
    assert [len(dealt.deeds_of(seat)) for seat in (0, 1)] == [2, 2]
    assert dealt.agenda == ()
    assert ends(f"{head}deal\nundo\n") == ends(head)
    assert ends(f"{head}deal\nundo\ndeal\n") == dealt


def test_a_bare_deal_leaves_what_was_dealt_by_hand() -> None:
    first, second = SeededChance(42).deal()[:2]
    game = ends(f"variant short\n{HEAD}")
    assert game.agenda
    by_hand = ends(f"variant short\n{HEAD}deal Ben: Boardwalk, Reading, Oriental\ndeal\n")
    assert [len(by_hand.deeds_of(seat)) for seat in (0, 1)] == [3, 3]
    assert {first, second} & {deed.id for seat in (0, 1) for deed in by_hand.deeds_of(seat)}


def test_a_deal_where_none_is_due_is_refused() -> None:
    ends(f"{HEAD}refuse not-in-edition: deal\n")
    assert "refused" in failure(f"{HEAD}Ann rolls\ndeal\n").holds
