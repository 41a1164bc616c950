"""Electronic dice, decks and deals: the same for the same seed, and the same again after undo."""

from companion.players.dice import SPEED_DIE, SeededDice, seeded_dice
from companion.record.runner import Accepted
from companion.rules.events import CardDrawn, DiceRolled, Noted, TurnPassed
from companion.rules.reasons import Reason
from companion.rules.state import Game
from tests.kit import ATLANTIC
from tests.record.record_texts import ends, failure, run

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
    if not game.pending:
        return f"{name} rolls\n" if game.throw_due else f"{name} ends\n"
    kind = type(game.pending[0]).__name__
    return {"Buying": f"{name} declines\n", "TaskDue": f"{name} throws\n"}[kind]


def test_the_same_seed_falls_the_same() -> None:
    assert [SeededDice(5).dice(n, 2, False) for n in range(50)] == [SeededDice(5).dice(n, 2, False) for n in range(50)]
    assert SeededDice(5).decks() == SeededDice(5).decks()
    assert SeededDice(5).deal() != SeededDice(6).deal()


def test_every_face_falls() -> None:
    throws = [SeededDice(1).dice(number, 2, True) for number in range(500)]
    assert {die for dice, _ in throws for die in dice} == set(range(1, 7))
    assert {speed for _, speed in throws} == set(SPEED_DIE)
    assert {len(dice) for dice, _ in throws} == {2}
    assert SeededDice(1).dice(0, 3, False)[1] == ""


def test_decks_and_deals_are_whole() -> None:
    chance = SeededDice(9)
    assert [sorted(deck) for deck in chance.decks()] == [list(range(16))] * 2
    assert sorted(chance.deal()) == list(range(28))
    assert chance.deal() != tuple(range(28))


def test_without_a_seed_nothing_is_left_to_chance() -> None:
    assert seeded_dice(None) is None
    assert isinstance(seeded_dice(0), SeededDice)


def test_an_undone_throw_falls_the_same_again() -> None:
    once, twice = ends(f"{HEAD}Ann rolls\n"), ends(f"{HEAD}Ann rolls\nundo\nAnn rolls\n")
    assert once == twice
    assert once.dice == SeededDice(42).dice(0, 2, False)[0]


def test_an_undone_draw_gives_the_same_card_again() -> None:
    head = f"{HEAD}given Ann at Go\ngiven turn Ann\nAnn rolls 3 4\n"
    (first, again) = (run(f"{head}Ann draws\n")[1][-1], run(f"{head}Ann draws\nundo\nAnn draws\n")[1][-1])
    assert isinstance(first, Accepted)
    assert isinstance(again, Accepted)
    assert first.events == again.events
    assert [event.card for event in first.events if isinstance(event, CardDrawn)] == [SeededDice(42).decks()[0][0]]


def told(text: str) -> list[Reason]:
    """The notes about what was entered by hand, in the last statement."""
    outcome = run(text)[1][-1]
    assert isinstance(outcome, Accepted)
    return [event.why for event in outcome.events if isinstance(event, Noted) and event.clauses == ("UNDO-1",)]


ONE, TWO = SeededDice(42).dice(0, 2, False)[0]
OTHER = 1 + ONE % 6
THROWN = Reason("entered-roll", sums=(ONE, TWO))


def test_other_dice_by_hand_in_the_place_of_an_undone_throw_are_noted() -> None:
    assert told(f"{HEAD}Ann rolls\nundo\nAnn rolls {OTHER} {TWO}\n") == [THROWN]
    outcome = run(f"{HEAD}Ann rolls\nundo\nAnn rolls {OTHER} {TWO}\n? by UNDO-1\n? by TURN-1\n")[1][-3]
    assert isinstance(outcome, Accepted)
    assert outcome.events[0] == Noted(("UNDO-1",), 0, THROWN)
    assert told(f"{HEAD}Ann throws\nundo\nAnn throws {OTHER} {TWO}\n") == [THROWN]


def test_the_same_dice_by_hand_need_no_note() -> None:
    assert told(f"{HEAD}Ann rolls\nundo\nAnn rolls {ONE} {TWO}\n") == []
    assert told(f"{HEAD}Ann rolls\nundo\nAnn rolls {TWO} {ONE}\n") == []


def test_what_comes_in_between_or_is_of_another_kind_has_no_note() -> None:
    other = f"Ann rolls {OTHER} {TWO}\n"
    assert told(f"{HEAD}{other}") == []
    assert told(f"{HEAD}Ann rolls 1 2\nundo\n{other}") == []
    assert told(f"{HEAD}Ann rolls\nundo\nBank corrects Ann cash +5: why\n{other}") == []
    assert told(f"{HEAD}Ann throws\nundo\n{other}") == []
    assert told(f"{HEAD}Ann throws\nundo\nBen throws {OTHER} {TWO}\n") == []


def test_checks_and_refusals_in_between_do_not_hide_it() -> None:
    between = "? Ann cash 1500\nrefuse not-your-turn: Ben rolls 1 2\n"
    assert told(f"{HEAD}Ann rolls\nundo\n{between}Ann rolls {OTHER} {TWO}\n") == [THROWN]


def test_other_dice_taken_back_do_not_hide_the_companions() -> None:
    by_hand = f"Ann rolls {OTHER} {TWO}\n"
    assert told(f"{HEAD}Ann rolls\nundo\n{by_hand}undo\n{by_hand}") == [THROWN]
    assert told(f"{HEAD}Ann rolls\nundo\n{by_hand}undo\nAnn rolls\n") == []


def test_the_note_stands_in_the_thrower_s_own_turn() -> None:
    """The next player's roll ends the turn before it."""
    head = f"{HEAD}given Ann at Go\ngiven turn Ann\nAnn rolls 6 4\nBen rolls\nundo\n"
    one, two = SeededDice(42).dice(1, 2, False)[0]
    outcome = run(f"{head}Ben rolls {1 + one % 6} {two}\n")[1][-1]
    assert isinstance(outcome, Accepted)
    assert [type(event) for event in outcome.events[:3]] == [TurnPassed, Noted, DiceRolled]


def test_another_card_by_hand_in_the_place_of_an_undone_draw_is_noted() -> None:
    head = f"{HEAD}given Ann at Go\ngiven turn Ann\nAnn rolls 3 4\nAnn draws\nundo\n"
    drawn, other = (ATLANTIC.chance[card] for card in SeededDice(42).decks()[0][:2])
    assert told(f"{head}Ann draws chance/{other.id}\n") == [Reason("entered-card", card=drawn.id)]
    assert told(f"{head}Ann draws chance/{drawn.id}\n") == []


def test_the_speed_die_is_told_too() -> None:
    head = "edition platinum-2010\nvariant speed\nseed 3\nplayers Ann Ben\ngiven Ann passed go\ngiven turn Ann\n"
    (one, two), face = SeededDice(3).dice(0, 2, True)
    other = "1" if face != "1" else "2"
    assert told(f"{head}Ann rolls\nundo\nAnn rolls {one} {two} {other}\n") == [
        Reason("entered-roll", sums=(one, two), text=face)
    ]


def test_a_throw_takes_as_many_dice_as_the_moment_asks_for() -> None:
    text = turns(60)
    assert text.count(" throws\n") > 2
    assert ends(text).throws == text.count(" rolls\n") + text.count(" throws\n")


def test_the_speed_die_is_thrown_where_it_is_in_use() -> None:
    head = "edition platinum-2010\nvariant speed\nseed 3\nplayers Ann Ben\n"
    outcome = run(f"{head}given Ann passed go\ngiven turn Ann\nAnn rolls\n")[1][-1]
    assert isinstance(outcome, Accepted)
    rolled = outcome.events[0]
    assert isinstance(rolled, DiceRolled)
    assert (rolled.dice, rolled.speed) == SeededDice(3).dice(0, 2, True)


def test_a_bare_deal_is_one_statement_for_everyone() -> None:
    head = f"edition rulebook\nvariant short\n{HEAD}"
    dealt = ends(f"{head}deal\n")
    assert [len(dealt.deeds_of(seat)) for seat in (0, 1)] == [2, 2]
    assert dealt.pending == ()
    assert ends(f"{head}deal\nundo\n") == ends(head)
    assert ends(f"{head}deal\nundo\ndeal\n") == dealt


def test_a_bare_deal_leaves_what_was_dealt_by_hand() -> None:
    first, second = SeededDice(42).deal()[:2]
    game = ends(f"variant short\n{HEAD}")
    assert game.pending
    by_hand = ends(f"variant short\n{HEAD}deal Ben: Boardwalk, Reading, Oriental\ndeal\n")
    assert [len(by_hand.deeds_of(seat)) for seat in (0, 1)] == [3, 3]
    assert {first, second} & {deed.id for seat in (0, 1) for deed in by_hand.deeds_of(seat)}


def test_a_deal_where_none_is_due_is_refused() -> None:
    ends(f"{HEAD}refuse not-in-edition: deal\n")
    assert "refused" in failure(f"{HEAD}Ann rolls\ndeal\n").holds
