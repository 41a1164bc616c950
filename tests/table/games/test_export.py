"""A game exported as a record ends the same, whatever was left open, undone or renamed in it."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.boards import shipped_board
from companion.play.acts import Act, Redo, Rename, Start, Undo
from companion.play.timeline import Timeline
from companion.players.automatic import AutomaticTable
from companion.players.dice import RandomDice
from companion.record.parser import parse
from companion.record.runner import Runner
from companion.rules import commands as said
from companion.rules import legal_commands
from companion.rules.board import Board
from companion.rules.editions import CLASSIC, Rules
from companion.rules.events import StartThrown
from companion.rules.ids import BANK
from companion.rules.pending_steps import CardDue
from companion.rules.state import Game
from companion.table.games.export import NoWords, export, statements
from tests.choices import Script, fill, pick
from tests.kit import ANN, ATLANTIC, BEN, NAMES, game, in_every_game, new_game, rules_of
from tests.record.test_boards import hostile_board

MAX_ACTS = 2_500
CALLED = ("[red]", "undo", "Aunt May", "Zoë", "7", "Bank 2", "Ann", "deal", "#1", "Di, the first")


class ExportedGame:
    """A game as a table plays it, in memory."""

    def __init__(self, start: Start, seed: str) -> None:
        self.start = start
        self.timeline = Timeline(start, RandomDice.from_seed(f"{seed} cup"))

    def give(self, *acts: Act) -> "ExportedGame":
        for act in acts:
            events = self.timeline.plan(act)
            self.timeline.apply(act, events)
        return self

    @property
    def text(self) -> str:
        return export(self.start, self.timeline.moves, self.timeline.game)


def evening(start: Start, seed: str) -> ExportedGame:
    """A whole game of automatic players with many undos, redos and renames."""
    played, random, players = (
        ExportedGame(start, seed),
        Random(seed),
        AutomaticTable(RandomDice.from_seed(f"{seed} players")),
    )
    while len(played.timeline.moves) < MAX_ACTS and not played.timeline.game.over:
        played.give(_next(played, random, players))
    if random.random() < 0.5:
        played.give(Undo(), Undo(), Redo(), Redo())
    return played


def _next(played: ExportedGame, random: Random, players: AutomaticTable) -> Act:
    timeline, chosen = played.timeline, random.randrange(40)
    if chosen in (0, 1) and timeline.undoable():
        return Undo()
    if chosen in (2, 3) and timeline.redoable():
        return Redo()
    if chosen == 4:
        return _rename(timeline.game, random)
    return _by_hand_or_not(timeline.game, players.next_command(timeline.game), random)


def _rename(now: Game, random: Random) -> Act:
    """Renames a player to a name that nobody has."""
    taken = [player.name.casefold() for player in now.players]
    free = [name for name in CALLED if name.casefold() not in taken]
    return Rename(random.randrange(len(now.players)), random.choice(free))


def _by_hand_or_not(now: Game, command: said.AnyCommand, random: Random) -> Act:
    by_hand = random.random() < 0.5
    match command:
        case said.Roll() | said.Throw() if not by_hand:
            return replace(command, dice=(), speed="")
        case said.DealDeeds() if not by_hand:
            return replace(command, deeds=())
        case said.DrawCard() if by_hand or not now.electronic_decks:
            return replace(command, card=_top_card(now))
    return command


def _top_card(now: Game) -> str:
    due = now.pending[0]
    assert isinstance(due, CardDue)
    return f"{due.deck.value}/{ATLANTIC.cards(due.deck)[now.deck(due.deck)[0]].id}"


def replayed(text: str) -> Game:
    runner = Runner(parse(text))
    list(runner.play())
    return runner.game


def told(now: Game) -> dict[str, object]:
    """What people would compare of two games."""
    people = [(player.cash, player.place, player.jail, player.jail_cards, player.is_out) for player in now.players]
    others = (now.turn, now.turn_number, now.throws, now.bank, now.pot, now.over, now.winners)
    return {"players": people, "titles": now.titles, "others": others, "open": now.pending}


@in_every_game
@pytest.mark.parametrize("electronic", [True, False], ids=["companion's cards", "real cards"])
def test_a_whole_game_ends_as_it_did(rules: Rules, electronic: bool) -> None:
    seed = f"{rules.key} {rules.variants} {electronic}"
    start = Start(new_game(rules, NAMES, RandomDice.from_seed(seed).decks() if electronic else None))
    played = evening(start, seed)
    assert told(replayed(played.text)) == told(played.timeline.game)


@in_every_game
@given(choices=st.binary(min_size=20, max_size=300))
def test_every_legal_game_can_be_exported(rules: Rules, choices: bytes) -> None:
    played, choose = ExportedGame(Start(new_game(rules, NAMES[:3])), "legal"), Script(choices)
    while not choose.is_done and (legals := legal_commands(played.timeline.game)):
        undo = choose(12) == 0 and played.timeline.undoable()
        played.give(Undo() if undo else fill(played.timeline.game, pick(legals, choose), choose))
    assert told(replayed(played.text)) == told(played.timeline.game)


def test_those_games_have_everything_in_them() -> None:
    """Proves that the comparison above can fail."""
    rules = rules_of("classic", ["short"])
    played = evening(Start(new_game(rules, NAMES, RandomDice.from_seed("x").decks())), "x")
    kinds = {type(move.act) for move in played.timeline.moves}
    assert {Undo, Redo, Rename, said.DrawCard, said.Roll, said.DealDeeds} <= kinds
    assert played.timeline.game.over
    acts = [move.act for move in played.timeline.moves]
    left_open = [act for act in acts if getattr(act, "dice", None) == () or getattr(act, "card", None) == ""]
    assert len(left_open) > 20


def test_what_was_left_open_is_written_with_its_outcome() -> None:
    start = Start(new_game(CLASSIC, NAMES[:2], RandomDice.from_seed("a").decks()), "Sunday")
    played = ExportedGame(start, "seven").give(said.Throw(ANN, ()), said.Throw(BEN, ()))
    lines = played.text.splitlines()
    assert lines[:3] == ["# Sunday", "edition classic", "players Ann Ben"]
    fallen = [event.dice for move in played.timeline.moves for event in move.events if isinstance(event, StartThrown)]
    assert lines[4:6] == [f"{name} throws {one} {other}" for name, (one, other) in zip(NAMES[:2], fallen, strict=True)]


def test_a_deal_to_everybody_is_a_statement_each_and_taken_back_as_one() -> None:
    played = ExportedGame(Start(new_game(rules_of("classic", ["short"]), NAMES[:3])), "deal")
    played.give(said.DealDeeds(ANN, ()), Undo(), Redo(), Rename(ANN, "Amy"), Undo(), Redo())
    kinds = [type(statement) for statement in statements(ATLANTIC, played.timeline.moves)]
    assert kinds == [said.DealDeeds] * 3 + ([Undo] * 3 + [Redo] * 3) * 2
    assert replayed(played.text).titles == played.timeline.game.titles
    assert any(title.owner != BANK for title in played.timeline.game.titles)


def test_names_are_those_of_the_end_one_word_each() -> None:
    played = ExportedGame(Start(new_game(CLASSIC, NAMES[:3])), "names")
    played.give(Rename(ANN, "Aunt May"), Rename(BEN, "[red]"), said.Roll(ANN, (1, 2)), Undo())
    assert "players Aunt-May red Cy\n" in played.text
    assert played.text.endswith("\nAunt-May rolls 1 2\nundo\n")


def test_a_position_is_written_and_played_on_from() -> None:
    start = game(cash={"Ann": 275}, owns={"Ann": ["light-blue"]}, jail_cards={"Cy": 1}, turn="Ben", electronic=True)
    played = ExportedGame(Start(start), "position").give(said.Roll(BEN, ()))
    assert "given Ann cash 275\n" in played.text
    assert told(replayed(played.text)) == told(played.timeline.game)


def test_a_position_without_words_is_refused() -> None:
    pot = replace(game(options={"free-parking-pot": True}), pot=50, bank=-4550)
    with pytest.raises(NoWords, match="A record has no words for how this game began"):
        _ = ExportedGame(Start(pot), "pot").text


def test_a_record_that_would_end_otherwise_is_not_written() -> None:
    """A game in the middle of a turn looks like one between turns, but is not."""
    with pytest.raises(NoWords, match="it would end differently"):
        _ = ExportedGame(Start(game(thrown=True)), "thrown").text
    rolled = ExportedGame(Start(new_game(CLASSIC, NAMES[:2])), "rolled").give(said.Roll(ANN, (1, 2)))
    without_faces = replace(rolled.timeline.moves[0], act=said.Roll(ANN, ()), events=())
    with pytest.raises(NoWords, match="our mistake"):
        export(rolled.start, [without_faces], rolled.timeline.game)


@pytest.mark.parametrize("board", [shipped_board("germany"), hostile_board(3)], ids=lambda board: board.key)
def test_a_game_on_another_board_is_written_with_it_and_ends_the_same(board: Board) -> None:
    start = Start(new_game(CLASSIC, NAMES[:3], RandomDice.from_seed(board.key).decks(), board))
    played = evening(start, board.key)
    end = replayed(played.text)
    assert end.board == board
    assert told(end) == told(played.timeline.game)


def test_a_position_on_another_board_is_written_and_played_on_from() -> None:
    start = game(cash={"Ann": 275}, owns={"Ann": ["light-blue"]}, buildings={"light-blue": 2}, turn="Ben")
    board = hostile_board(5)
    played = ExportedGame(Start(replace(start, board=board)), "position").give(said.Roll(BEN, (1, 2)))
    end = replayed(played.text)
    assert (end.board, end.titles) == (board, played.timeline.game.titles)
