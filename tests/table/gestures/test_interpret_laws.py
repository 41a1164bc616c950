"""What holds for every signal in every context: whose money moves, what is only looked at, and what never rolls."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import lru_cache
from random import Random
from typing import NamedTuple, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.boards import SHIPPED, shipped_board
from companion.play.acts import Act, RecordedMove, Undo
from companion.play.options import Option
from companion.play.whose_turn import WalkedToken
from companion.rules.cards import Does
from companion.rules.commands import (
    AcceptDeal,
    Bid,
    Build,
    BuyDeed,
    CallTime,
    ClaimRent,
    DealDeeds,
    DeclineDeed,
    DrawCard,
    EndGame,
    EndTurn,
    GoBankrupt,
    KeepMortgage,
    Mortgage,
    OfferDeal,
    PassBid,
    PayFine,
    PayTax,
    PlaceBuilding,
    RejectDeal,
    RetirePlayer,
    Roll,
    SellGroup,
    Settle,
    Throw,
    UseJailCard,
    WithdrawDeal,
)
from companion.rules.events import CardDrawn
from companion.rules.ids import PlayerId
from companion.rules.opening import may_throw_to_start
from companion.rules.pending_steps import Auction, Dealing, Debt, Interest
from companion.rules.state import Game
from companion.table.gestures.context import (
    ChoicePrompt,
    Close,
    Do,
    GestureContext,
    Meaning,
    MoveHighlight,
    Nothing,
    Notice,
    Show,
    after_act,
)
from companion.table.gestures.interpret import interpret
from companion.table.gestures.sheet import Sheet, deed_sheet, open_sheet, question_sheet
from companion.table.gestures.tags import DeedTag, PlayerTag
from hardware.signals import (
    ButtonHeld,
    ButtonPressed,
    DeviceFound,
    DeviceLost,
    Signal,
    TagPlaced,
    TagRemoved,
    TagsCrowded,
    TokenLifted,
    TokenSeen,
)
from tests.choices import Chooser
from tests.kit import ANN, ATLANTIC, game
from tests.table.gestures.contexts import HOUSEHOLD, NOW, any_context, any_signal, context, speaker
from tests.table.gestures.states import owing
from tests.table.positions import made, moments

SCENES, MORE_SCENES = 6_500, 20_000
RARE = (
    owing(ANN, 20),
    game(thrown=True, jailed={"Ben": 0}, jail_cards={"Ben": 2}),
    game(jailed={"Ann": 0}, jail_cards={"Ann": 1}),
)
# Written out here, and not read from the catalogue that it is held against.
ASKS_FIRST = {GoBankrupt, RetirePlayer, CallTime, EndGame, SellGroup}
GIVING_UP = DeclineDeed, PassBid, RejectDeal, WithdrawDeal


class GestureCase(NamedTuple):
    """A signal, the context it met, what it came to, and what the last act of that brought about."""

    signal: Signal
    context: GestureContext
    meaning: Meaning
    taken: RecordedMove | None

    @property
    def game(self) -> Game:
        assert self.context.game is not None
        return self.context.game


@lru_cache(maxsize=1)
def cases() -> tuple[GestureCase, ...]:
    choose = Random(15).randrange
    return tuple(any_case(_any_game(choose), choose) for _ in range(SCENES))


def any_case(table: Game, choose: Chooser) -> GestureCase:
    met = any_context(table, choose)
    signal = any_signal(table, met.sheet, choose)
    meaning = interpret(signal, met)
    taken = None
    if isinstance(meaning, Do) and not isinstance(meaning.act, Undo):
        taken = made(table, *meaning.first, meaning.act)[-1]
    return GestureCase(signal, met, meaning, taken)


@lru_cache(maxsize=1)
def _by_kind() -> tuple[tuple[Game, ...], ...]:
    kinds = defaultdict[object, list[Game]](list)
    for table in moments():
        kinds[_kind(table)].append(table)
    return (*map(tuple, kinds.values()), *((table,) for table in RARE))


def _kind(table: Game) -> object:
    player = table.players[table.turn]
    first = type(table.pending[0]) if table.pending else None
    jailed = (player.jail is not None, bool(player.jail_cards)) if first is None else ()
    return first, table.offer is not None, bool(table.rents), jailed, table.throw_due, _ways_out_next(table)


def _ways_out_next(table: Game) -> tuple[bool, bool]:
    """Could the next player leave Jail as soon as the turn has passed, and with a card?"""
    player = table.players[table.next_player()]
    is_next = not (table.pending or table.throw_due) and player.jail is not None
    return is_next, is_next and bool(player.jail_cards)


def _any_game(choose: Chooser) -> Game:
    """Whatever is rare comes up as often as what is not, with the companion's decks or real ones."""
    kinds = _by_kind()
    tables = kinds[choose(len(kinds))]
    table = tables[choose(len(tables))]
    return replace(table, electronic_decks=False) if choose(2) else table


def acts() -> Iterator[tuple[GestureCase, Do, RecordedMove]]:
    """Except when an undo was offered."""
    for case in cases():
        if isinstance(case.meaning, Do) and case.taken is not None:
            yield case, case.meaning, case.taken


# Money


def poorer(taken: RecordedMove) -> set[PlayerId]:
    before, now = taken.before.players, taken.after.players
    return {seat for seat, player in enumerate(before) if now[seat].cash < player.cash}


def due(table: Game) -> set[PlayerId]:
    """On turn or next to roll, a debtor, whoever a question is for, and who is asked for a deal."""
    seats = {table.offer.to} if table.offer else set[PlayerId]()
    if not table.pending:
        thrown = not table.throw_due
        throws = table.opening.contenders if table.opening else ()
        return seats | {table.turn, *throws} | ({table.next_player()} if thrown else set())
    for step in table.pending:
        match step:
            case Debt():
                seats |= {step.debtor}
            case Interest():
                seats |= {seat for seat, _ in step.owed}
            case Dealing():
                seats |= set(step.waiting)
            case Auction():
                return seats
            case _:
                return seats | {getattr(step, "player", -1)}
    return seats | ({*table.opening.contenders} if table.opening else set())


def bound(taken: RecordedMove) -> set[PlayerId]:
    """Who must pay because of the rules or their own earlier word, whoever acts now."""
    table, offer = taken.before, taken.before.offer
    match taken.act:
        case ClaimRent(owner):
            return {rent.payer for rent in table.rents if rent.owner == owner}
        case AcceptDeal() if offer is not None and offer.gives.cash:
            return {offer.player}
        case DealDeeds():
            return {seat for step in table.pending if isinstance(step, Dealing) for seat in step.waiting}
    drawn = (event for event in taken.events if isinstance(event, CardDrawn))
    if any(ATLANTIC.cards(event.deck)[event.card].does is Does.COLLECT_EACH for event in drawn):
        return set(table.still_in())
    return {step.bidder for step in table.pending if isinstance(step, Auction)}


def test_a_players_own_card_or_seat_button_acts_for_that_player_alone() -> None:
    wrong = [(case, do) for case, do, _ in acts() if speaker(case.signal) not in (None, do.seat)]
    assert wrong == []


def test_whatever_anybody_could_press_acts_only_for_a_player_who_is_due() -> None:
    wrong = [
        (case.signal, do) for case, do, _ in acts() if speaker(case.signal) is None and do.seat not in due(case.game)
    ]
    assert wrong == []


def test_money_leaves_only_the_player_whose_act_it_is_or_who_is_bound_to_pay() -> None:
    wrong = [
        (case.signal, do.act, lost) for case, do, taken in acts() if (lost := poorer(taken) - {do.seat} - bound(taken))
    ]
    assert wrong == []


def test_the_act_is_the_players_for_whom_it_is_given() -> None:
    wrong = [(do.act, do.seat) for _, do, _ in acts() if do.act.player != do.seat]  # type: ignore[union-attr]
    assert wrong == []


def test_nobody_goes_bankrupt_and_nothing_is_taken_back_unless_that_was_asked() -> None:
    asked = [
        choice.does for case in cases() if isinstance(case.meaning, ChoicePrompt) for choice in case.meaning.choices
    ]
    assert {GoBankrupt, Undo} <= {type(act) for act in asked} <= ASKS_FIRST | {Undo}
    final = [
        (case, case.meaning)
        for case in cases()
        if isinstance(case.meaning, Do) and type(case.meaning.act) in ASKS_FIRST | {Undo}
    ]
    assert {GoBankrupt, Undo} <= {type(do.act) for _, do in final}
    for case, do in final:
        assert [choice.does for choice in case.context.notice.choices] == [do.act]
        if not isinstance(do.act, Undo):
            assert speaker(case.signal) == do.seat
            assert case.context.shown_at_ms != NOW - 999


def test_what_leaves_something_to_others_is_done_only_if_it_was_shown_for_a_while() -> None:
    given_away = [(case, do) for case, do, _ in acts() if isinstance(do.act, GIVING_UP)]
    assert {type(do.act) for _, do in given_away} == set(GIVING_UP)
    for case, do in given_away:
        move = _highlighted(case)
        assert move is not None
        assert move.command == do.act
        assert case.context.shown_at_ms != NOW - 999


def test_only_the_next_players_act_also_ends_the_turn() -> None:
    both = [(case, do) for case, do, _ in acts() if do.first]
    assert {type(do.act) for _, do in both} == {PayFine, UseJailCard}
    for case, do in both:
        assert do.first == (EndTurn(case.game.turn),)
        assert do.seat == case.game.next_player()
        assert not case.game.pending


def test_cancel_only_moves_the_highlight_or_closes() -> None:
    pressed = [case for case in cases() if case.signal == ButtonPressed("cancel", NOW)]
    kinds = Counter(type(case.meaning) for case in pressed)
    assert set(kinds) == {MoveHighlight, Close, Nothing, Show}
    for case in pressed:
        if isinstance(case.meaning, MoveHighlight):
            assert case.meaning.sheet.move is not None
            assert not case.meaning.sheet.is_deed
            before = open_sheet(case.game, case.context.sheet, case.context.walked)
            assert case.meaning.sheet.highlighted != before.highlighted


def test_nothing_is_done_that_still_has_to_be_filled_in() -> None:
    offered = [case for case in cases() if (move := _highlighted(case)) is not None and move.needs]
    assert len(offered) > 50
    assert [do for _, do, _ in acts() if isinstance(do.act, OfferDeal) or _says_which_deeds(do.act)] == []


def _says_which_deeds(act: Act) -> bool:
    return isinstance(act, DealDeeds) and act.deeds != ()


def _highlighted(case: GestureCase) -> Option | None:
    return case.context.sheet.move if case.context.sheet is not None else None


def test_the_contexts_cover_every_kind_of_act() -> None:
    """Every kind of act comes up, by a player's own card and by the confirm button, and money does move."""
    done = Counter((type(do.act), speaker(case.signal) is None) for case, do, _ in acts())
    own = (Bid, ClaimRent, AcceptDeal, BuyDeed, Settle, Build, PayFine, UseJailCard, PayTax, KeepMortgage, EndTurn)
    anyones = (Roll, Throw, DealDeeds, DrawCard, BuyDeed, Settle, AcceptDeal, UseJailCard, PayTax, Mortgage)
    assert [kind for kind in (*own, PlaceBuilding) if not done[kind, False]] == []
    assert [kind for kind in anyones if not done[kind, True]] == []
    assert sum(bool(poorer(taken)) for _, _, taken in acts()) > 100
    assert sum(bool(poorer(taken) - {do.seat}) for _, do, taken in acts()) > 10, "somebody was bound to pay"


# Looking


def test_a_deed_is_only_looked_at() -> None:
    looks = [case for case in cases() if isinstance(_what(case.signal), DeedTag)]
    assert len(looks) > 50
    assert {type(case.meaning) for case in looks} == {Show}


def _what(signal: Signal) -> object:
    return HOUSEHOLD.what(signal.uid) if isinstance(signal, TagPlaced) else None


def test_what_stays_open_is_as_it_looks_after_the_act() -> None:
    opened = [(after_act(case.context, do.act, taken.after, NOW).sheet, taken) for case, do, taken in acts()]
    kept = [(sheet, taken) for sheet, taken in opened if sheet is not None]
    assert len(kept) > 10
    for sheet, taken in kept:
        fresh = deed_sheet(taken.after, sheet.deed)
        assert (sheet.text, sheet.moves) == (fresh.text, fresh.moves)


def test_what_is_highlighted_at_first_can_be_done_as_it_is() -> None:
    for table in moments()[::4]:
        move = question_sheet(table).move
        if move is not None:
            assert not move.needs
            assert not move.banker
            assert not isinstance(move.command, GoBankrupt | Roll | Throw)


def test_a_press_does_only_what_was_shown() -> None:
    """With something open, the confirm button does that or nothing."""
    for case, do, _ in acts():
        if case.signal == ButtonPressed("confirm", NOW) and case.context.sheet is not None:
            move = case.context.sheet.move
            assert move is not None
            assert move.command == do.act
            assert case.context.sheet.text, "one that no longer fits is shown again"


# Throws


THROWS = Roll, Throw


def test_nothing_is_thrown_while_the_board_is_in_question() -> None:
    assert [do for case, do, _ in acts() if case.context.is_board_asked and isinstance(do.act, THROWS)] == []


def test_nothing_is_thrown_twice_by_impatience() -> None:
    for case, do, _ in acts():
        thrown = case.context.thrown_at_ms
        is_held = not (case.context.is_arrived or case.context.is_turn_ended or case.context.dice == "hand")
        if isinstance(do.act, THROWS) and is_held:
            gap_ms = 1_000 if isinstance(do.act, Throw) and may_throw_to_start(case.game) else 4_000
            assert thrown is None or abs(NOW - thrown) >= gap_ms


def test_real_dice_are_never_thrown_by_the_companion() -> None:
    told = [(case, do.act) for case, do, _ in acts() if isinstance(do.act, THROWS) and case.context.dice == "hand"]
    assert len(told) > 10
    for case, act in told:
        walked = case.context.walked
        assert isinstance(act, Roll)
        assert sum(act.dice) == (walked.steps if walked is not None else 3) or act.dice == (1, 2)


def test_a_throw_is_left_to_the_companion_and_a_named_card_never_is() -> None:
    for case, do, _ in acts():
        assert getattr(do.act, "dice", ()) == () or case.context.dice == "hand"
        if isinstance(do.act, DrawCard) and do.act.card:
            assert not case.game.electronic_decks
            assert isinstance(case.signal, TagPlaced)


# Whatever is felt


@given(uid=st.text(max_size=24) | st.text("0123456789ABCDEFabcdef", min_size=8, max_size=20), at=st.integers())
def test_an_unknown_tag_never_acts_and_is_offered_to_be_enrolled(uid: str, at: int) -> None:
    if HOUSEHOLD.what(uid) is None:
        for table in (None, game(), *moments()[:3]):
            told = interpret(TagPlaced("deeds", uid, at), context(table))
            assert isinstance(told, Notice)
            assert told.cue == "unknown"


@pytest.mark.parametrize("change", [lambda uid: uid[:-2], lambda uid: uid[:8], lambda uid: uid + "00", lambda _: ""])
def test_a_part_of_a_known_tags_number_is_unknown(change: object) -> None:
    assert callable(change)
    table = game(owns={"Ann": ["light-blue"]})
    for uid, _ in HOUSEHOLD.tags:
        told = interpret(TagPlaced("deeds", change(uid), NOW), context(table))
        assert isinstance(told, Notice)
        assert told.cue == "unknown"


def test_the_card_of_an_empty_seat_never_acts() -> None:
    for case in cases():
        what = _what(case.signal)
        if isinstance(what, PlayerTag) and what.seat >= len(case.game.players):
            assert isinstance(case.meaning, Notice)


texts, times, numbers = st.text(max_size=20), st.integers(), st.integers(-3, 45)
uids = st.sampled_from([uid for uid, _ in HOUSEHOLD.tags]) | texts
buttons = st.sampled_from(["dice", "confirm", "cancel", "seat-1", "seat-2", "seat-8"]) | texts
signals = st.one_of(
    st.builds(ButtonPressed, buttons, times),
    st.builds(ButtonHeld, buttons, times),
    st.builds(TagPlaced, texts, uids, times),
    st.builds(TagRemoved, texts, uids, times),
    st.builds(TagsCrowded, texts, st.tuples(uids, uids), times),
    st.builds(TokenSeen, numbers, uids, times),
    st.builds(TokenLifted, numbers, uids, times),
    st.builds(DeviceLost, texts, texts, times),
    st.builds(DeviceFound, texts, times),
)
wild_scenes = st.builds(
    GestureContext,
    board=st.sampled_from(list(map(shipped_board, SHIPPED))),
    bindings=st.just(HOUSEHOLD),
    tokens=st.lists(texts, max_size=9).map(tuple),
    walked=st.none() | st.builds(WalkedToken, numbers, numbers),
    shown_at_ms=st.none() | times,
    done_at_ms=st.none() | times,
    thrown_at_ms=st.none() | times,
    is_arrived=st.booleans(),
    is_turn_ended=st.booleans(),
    is_board_asked=st.booleans(),
    dice=st.sampled_from(["button", "hand"]),
    undo=texts,
    undo_number=numbers,
)
MEANINGS = get_args(Meaning)


@given(
    st.lists(signals, min_size=40, max_size=40), wild_scenes, st.integers(0, 10_000), st.booleans(), numbers, numbers
)
def test_every_signal_means_something_in_any_context(
    felt: list[Signal], met: GestureContext, at: int, has_game: bool, deed: int, highlighted: int
) -> None:
    tables = moments()
    table, other = tables[at % len(tables)], tables[(at * 7) % len(tables)]
    sheets = (
        None,
        Sheet(deed, "", question_sheet(other).moves, highlighted),
        replace(question_sheet(table), highlighted=highlighted),
    )
    for number, signal in enumerate(felt):
        context = replace(met, game=table if has_game else None, sheet=sheets[number % len(sheets)])
        assert isinstance(interpret(signal, context), MEANINGS)


def test_tokens_and_devices_are_for_others() -> None:
    for case in cases():
        if isinstance(case.signal, TokenSeen | TokenLifted | DeviceLost | DeviceFound | TagRemoved):
            assert case.meaning == Nothing()


@pytest.mark.long_run
def test_all_this_holds_in_many_more_cases(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(f"{__name__}.SCENES", MORE_SCENES)
    cases.cache_clear()
    for law in (
        test_a_players_own_card_or_seat_button_acts_for_that_player_alone,
        test_whatever_anybody_could_press_acts_only_for_a_player_who_is_due,
        test_money_leaves_only_the_player_whose_act_it_is_or_who_is_bound_to_pay,
        test_the_act_is_the_players_for_whom_it_is_given,
        test_nobody_goes_bankrupt_and_nothing_is_taken_back_unless_that_was_asked,
        test_what_leaves_something_to_others_is_done_only_if_it_was_shown_for_a_while,
        test_only_the_next_players_act_also_ends_the_turn,
        test_cancel_only_moves_the_highlight_or_closes,
        test_nothing_is_done_that_still_has_to_be_filled_in,
        test_the_contexts_cover_every_kind_of_act,
        test_a_deed_is_only_looked_at,
        test_what_stays_open_is_as_it_looks_after_the_act,
        test_the_card_of_an_empty_seat_never_acts,
        test_tokens_and_devices_are_for_others,
    ):
        law()
    cases.cache_clear()
