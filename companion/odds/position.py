"""Where play-outs begin: a game as it stood, and what people at the table know of it and of the time that is left.

Nobody knows the cards that have not come up yet, nor the next throw: neither is looked at.
"""

from collections.abc import Sequence
from itertools import pairwise

from msgspec import Struct

from companion.play.acts import RecordedMove, Start
from companion.players.automatic import TIME_UP_AT
from companion.rules.cards import Deck
from companion.rules.events import CardDrawn, Event, JailCardMoved
from companion.rules.state import KEY, Game

MINUTE_MS = 60_000
LONGEST_THOUGHT_MS = 30 * MINUTE_MS  # between two moves; after more than that nobody was at the table
LEAST_PACE_THROWS = 20  # before that, nobody knows how fast a game is played
LEAST_ROUNDS = 5  # are played in any case before time is called, where nothing says how much is left


class Position(Struct, frozen=True):
    """`known` is how many cards under each deck have come up, in an order that everybody saw."""

    game: Game
    known: tuple[int, int] = (0, 0)
    time_up_at: int = TIME_UP_AT  # the throw at which time is called in a timed game


def position_after(start: Start, moves: Sequence[RecordedMove]) -> Position:
    """The game after these moves, all of which count: nothing in them was taken back."""
    game = moves[-1].after if moves else start.game
    return Position(game, _known_cards(start, moves), _time_up_at(start, moves, game))


def _known_cards(start: Start, moves: Sequence[RecordedMove]) -> tuple[int, int]:
    """A card that came up lies under its deck, under those that came up before. If one comes up too early, the deck
    was shuffled, and only that card is known.
    """
    seen: dict[Deck, list[int]] = {deck: [] for deck in Deck}
    game = start.game
    for move in moves:
        game = move.before
        for event in move.events:
            match event:
                case CardDrawn(deck=deck, card=card):
                    under, is_next = seen[deck], len(seen[deck]) < len(game.deck(deck))
                    if card in under:
                        is_next = not is_next and under[0] == card
                        under.remove(card)
                    seen[deck] = [*under, card] if is_next else [card]
                case JailCardMoved(card=name, giver=giver, receiver=receiver) if name != KEY:
                    deck = Deck(name)
                    card = game.board.jail_free(deck)
                    if giver < 0 and card in seen[deck]:
                        seen[deck].remove(card)
                    elif receiver < 0:
                        seen[deck].append(card)
            if isinstance(event, Event):
                game = event.apply(game)
    return len(seen[Deck.CHANCE]), len(seen[Deck.CHEST])


def _time_up_at(start: Start, moves: Sequence[RecordedMove], game: Game) -> int:
    """At the pace of the game so far, the throws that fit into what is left of its time. Where nobody knows the pace
    or agreed on a time, the throw at which automatic players call time, after some more rounds at least.
    """
    players = len(game.still_in())
    pauses = (after.at_ms - before.at_ms for before, after in pairwise(moves))
    played_ms = sum(min(max(pause, 0), LONGEST_THOUGHT_MS) for pause in pauses)
    if not start.minutes or not played_ms or game.throws < LEAST_PACE_THROWS:
        return max(TIME_UP_AT, game.throws + LEAST_ROUNDS * players)
    left_ms = max(start.minutes * MINUTE_MS - played_ms, 0)
    return game.throws + max(game.throws * left_ms // played_ms, players)
