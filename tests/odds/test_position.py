"""Where play-outs begin: what people know of the cards, and how much time a timed game has left."""

from msgspec.structs import replace

from companion.odds.position import Position, position_after
from companion.play.acts import RecordedMove, Start
from companion.players.automatic import TIME_UP_AT
from companion.rules import evolve
from companion.rules.cards import Deck
from companion.rules.commands import DrawCard, Roll
from companion.rules.events import AnyEvent, CardDrawn, JailCardMoved
from companion.rules.state import Game
from tests.kit import game

MINUTE = 60_000


def moves_of(start: Game, *events: tuple[AnyEvent, ...]) -> list[RecordedMove]:
    """Moves in which just this happened."""
    moves, now = list[RecordedMove](), start
    for number, happened in enumerate(events, start=1):
        after = evolve(now, happened)
        moves.append(RecordedMove(number, str(number), number * MINUTE, DrawCard(0), happened, now, after))
        now = after
    return moves


def drawn(card: int, deck: Deck = Deck.CHANCE) -> tuple[AnyEvent, ...]:
    return (CardDrawn(("CARD-1",), 0, deck, card),)


def known_after(*events: tuple[AnyEvent, ...]) -> tuple[int, int]:
    table = game(players=("Ann", "Ben"))
    return position_after(Start(table), moves_of(table, *events)).known


def test_each_card_that_came_up_is_known() -> None:
    assert known_after() == (0, 0)
    assert known_after(drawn(5), drawn(2), drawn(9, Deck.CHEST)) == (2, 1)


def test_once_all_came_up_the_first_comes_again_and_all_are_known() -> None:
    every = [drawn(card) for card in range(16)]
    assert known_after(*every) == (16, 0)
    assert known_after(*every, drawn(0), drawn(1)) == (16, 0)


def test_a_card_that_comes_up_too_early_says_that_the_deck_was_shuffled() -> None:
    every = [drawn(card) for card in range(16)]
    assert known_after(drawn(5), drawn(2), drawn(5)) == (1, 0)
    assert known_after(*every, drawn(7)) == (1, 0)


def test_a_jail_card_in_a_hand_is_in_no_deck_until_it_is_put_back() -> None:
    table = game(players=("Ann", "Ben"))
    card = table.board.jail_free(Deck.CHANCE)
    kept = (*drawn(card), JailCardMoved(("CARD-2",), "chance", -1, 0))
    back = (JailCardMoved(("CARD-2",), "chance", 0, -1),)
    assert known_after(drawn(1), kept) == (1, 0)
    assert known_after(drawn(1), kept, drawn(3), back) == (3, 0)
    position = position_after(Start(table), moves_of(table, drawn(1), kept, drawn(3), back))
    assert position.game.decks[0][-3:] == (1, 3, card)


# Time


def timed(minutes: int, rolls: int, roll_every_ms: int) -> Position:
    table, moves = game(variants=["timed"], players=("Ann", "Ben")), list[RecordedMove]()
    for number in range(1, rolls + 1):
        after = replace(table, throws=number)
        moves.append(RecordedMove(number, "", number * roll_every_ms, Roll(0, (1, 2)), (), table, after))
    return position_after(Start(table, minutes=minutes), moves)


def test_the_time_left_is_counted_in_throws_at_the_pace_so_far() -> None:
    assert timed(minutes=60, rolls=30, roll_every_ms=MINUTE).time_up_at in range(59, 63)
    assert timed(minutes=60, rolls=30, roll_every_ms=MINUTE // 2).time_up_at in range(118, 126)


def test_when_the_time_has_run_out_one_round_is_played() -> None:
    assert timed(minutes=20, rolls=30, roll_every_ms=MINUTE).time_up_at == 32


def test_without_a_pace_or_a_limit_time_is_called_as_automatic_players_do() -> None:
    assert timed(minutes=0, rolls=30, roll_every_ms=MINUTE).time_up_at == TIME_UP_AT
    assert timed(minutes=60, rolls=5, roll_every_ms=MINUTE).time_up_at == TIME_UP_AT
    assert timed(minutes=60, rolls=30, roll_every_ms=0).time_up_at == TIME_UP_AT
    assert timed(minutes=0, rolls=TIME_UP_AT, roll_every_ms=0).time_up_at == TIME_UP_AT + 10
