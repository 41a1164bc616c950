"""A turn as a paragraph: who rolled what, where that led, and what it cost. Its sentences are in `turn_words`.

Events come in their order, and a later one may fill a place in the sentence of an earlier one: a roll, the space it led
to, and the rent there are one sentence. An event without a sentence of its own is told as in the log.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, takewhile

from companion.play.acts import MoveEvent, RecordedMove, Redo, Renamed, Undo
from companion.rules.board import GO
from companion.rules.editions import Cards
from companion.rules.events import (
    BidMade,
    BidPassed,
    BuildingsRemoved,
    Built,
    CardDrawn,
    DeedConveyed,
    DeedMortgaged,
    DiceRolled,
    DiceThrown,
    Event,
    InterestAnswered,
    JailCardMoved,
    JailEntered,
    JailLeft,
    JailThrowFailed,
    MortgageLifted,
    Noted,
    OfferClosed,
    OfferMade,
    Paid,
    RentClaimed,
    RentIncurred,
    RentLapsed,
    StartDecided,
    StartThrown,
    StartTied,
    StepClosed,
    StepOpened,
    TokenMoved,
    TurnPassed,
)
from companion.rules.ids import POT, Account, DeedId
from companion.rules.lists import and_list
from companion.rules.pending_steps import Auction, Buying, Dealing, Debt, Offer, TaskDue
from companion.rules.phrases import buildings, goods, way_out
from companion.rules.reasons import Reason
from companion.rules.state import Game
from companion.rules.words import describe_dice, describe_event
from companion.table.messages.views import TurnView
from companion.table.views.log import HIDDEN, choosing_tax, taken_back, tells_what_is_hidden
from companion.table.views.turn_words import CARDS, TurnSentence, arrival_text, sentence_text

TURNS = 16  # that every screen is sent
MOST_MOVES = 60  # of a turn, counting those that were taken back; longer ones are cut
CORRECTED = "CORRECT-1"
_ON_ARRIVAL = {
    "rent-own": "own",
    "rent-mortgaged": "mortgaged",
    "owner-in-jail": "owner-in-jail",
    "just-visiting": "visiting",
    "card-no-buildings": "nothing",
    "not-past-go": "not-yet",
}
_IN_AUCTION = ("auction", "auction-bid", "in-auction", "in-auction-bid")
_SILENT_NOTES = ("free-parking", "worth")  # the space says it; the log has it for everybody
_DEED_WORK = {
    **dict.fromkeys(("house", "hotel"), "built"),
    **dict.fromkeys(("building-sold", "buildings-sold", "group-sold"), "sold"),
    "mortgage": "mortgage",
    "mortgage-paid-off": "paid-off",
    "mortgage-kept": "kept-mortgaged",
}


class TurnMemory:
    """What was told the last time: most paragraphs stay as they are."""

    def __init__(self) -> None:
        self.paragraphs: dict[_Paragraph.Key, tuple[RecordedMove, TurnView | None]] = {}  # with the last move of each
        self.parts: dict[int, tuple[RecordedMove, tuple[_TurnPart, ...]]] = {}  # by the number of the move


def recent_turns(
    moves: Sequence[RecordedMove], most: int = TURNS, told: TurnMemory | None = None
) -> tuple[TurnView, ...]:
    """The last paragraphs, the oldest first. What was taken back has paragraphs of its own."""
    if not moves:
        return ()
    told = told or TurnMemory()
    hides = bool(choosing_tax(moves[-1].after))
    standing: dict[int, _Paragraph] = {}  # by turn
    found: list[_Paragraph] = []
    first = moves[-1].after.turn_number - most
    latest = takewhile(lambda move: move.after.turn_number >= first, reversed(moves))
    recent = list(islice(latest, most * MOST_MOVES))[::-1]
    gone, last_gone = taken_back(recent), 0
    parts, told.parts = told.parts, {}
    for move in recent:
        if isinstance(move.act, Undo | Redo):
            continue
        is_gone, split = move.number in gone, parts.get(move.number)
        if split is None or split[0] is not move:
            split = move, tuple(_by_turn(move))
        told.parts[move.number] = split
        for turn, game, events in split[1]:
            paragraph = None if is_gone else standing.get(turn)
            if is_gone and found and last_gone in (move.number, move.number - 1) and found[-1].turn == turn:
                paragraph = found[-1]
            if paragraph is None:
                paragraph = _Paragraph(turn, is_gone, hides)
                found.append(paragraph)
                if not is_gone:
                    standing[turn] = paragraph
            if is_gone:
                last_gone = move.number
            paragraph.parts.append((move, game, events))
    whole = [one for one in found if len(recent) == len(moves) or one.turn >= first]
    before, told.paragraphs = told.paragraphs, {}
    for one in sorted(whole, key=lambda one: one.last.number):
        known = before.get(one.key)
        told.paragraphs[one.key] = known if known is not None and known[0] is one.last else (one.last, one.view())
    return tuple(view for _, view in told.paragraphs.values() if view is not None)[-most:]


_TurnPart = tuple[int, Game, list[MoveEvent]]  # the turn, the game before it, and what happened in it


def _by_turn(move: RecordedMove) -> Iterator[_TurnPart]:
    """A roll may end the turn before it. What comes before the first turn counts as turn 0."""
    game, start, events = move.before, move.before, list[MoveEvent]()
    turn = 0 if _is_opening(move) else game.turn_number
    if move.events and not any(isinstance(event, TurnPassed) for event in move.events):
        yield turn, start, list(move.events)
        return
    for event in move.events:
        if isinstance(event, TurnPassed):
            if events:
                yield turn, start, events
            game = start = event.apply(game)
            turn, events = game.turn_number, []
            continue
        events.append(event)
        if isinstance(event, Event):
            game = event.apply(game)
    if events:
        yield turn, start, events


def _is_opening(move: RecordedMove) -> bool:
    first = next(iter(move.events), None)
    is_dealing = any(isinstance(step, Dealing) for step in move.before.pending)
    return isinstance(first, StartThrown | StartTied | StartDecided) or is_dealing


class _Paragraph:
    """`parts` are the moves that it tells, each with the game before it and the events of this turn."""

    Key = tuple[int, bool, bool, tuple[int, ...]]

    def __init__(self, turn: int, is_taken_back: bool, hides: bool) -> None:
        self.turn = turn
        self.parts: list[tuple[RecordedMove, Game, list[MoveEvent]]] = []
        self._is_taken_back = is_taken_back
        self._hides = hides
        self._seat = -1
        self._dice = ""  # of the last roll that moved no token
        self._is_rolled = False
        self.sentences: list[TurnSentence] = []
        self._deal: Offer | None = None  # that the move at hand has closed
        self._claimed: TurnSentence | None = None  # the arrival whose rent was just asked for
        self._paid_for: DeedId = -1  # the deed that somebody has just paid for

    @property
    def key(self) -> Key:
        """All that its words depend on, in one game."""
        return self.turn, self._is_taken_back, self._hides, tuple(move.number for move, _, _ in self.parts)

    @property
    def last(self) -> RecordedMove:
        return self.parts[-1][0]

    def view(self) -> TurnView | None:
        """None if there is nothing to tell."""
        for _, game, events in self.parts:
            self._add(game, events)
        if not self.sentences:
            return None
        text = " ".join(sentence_text(self._game, one) for one in self.sentences)
        first, last = self.parts[0][0], self.last
        return TurnView(self.turn, self._seat, text, first.number, last.number, last.at_ms, self._is_taken_back)

    def _add(self, game: Game, events: Iterable[MoveEvent]) -> None:
        self._deal, self._claimed, self._paid_for = None, None, -1
        if self.turn:
            self._seat = game.turn
        for event in events:
            if isinstance(event, Renamed):
                self._tell(f"{game.name(event.player)} is now called {event.name}.")
            elif isinstance(event, Event):
                if self._hides and tells_what_is_hidden(event.clauses):
                    if not (self.sentences and self.sentences[-1].words.get("text") == HIDDEN):
                        self._tell(HIDDEN)
                else:
                    self._take(game, event)
                game = event.apply(game)
        self._game = game

    def _tell(self, text: str) -> None:
        if text:
            self.sentences.append(TurnSentence("as-told", {"text": text}))

    def _last(self, *keys: str) -> TurnSentence | None:
        """The last sentence, if it is one of these."""
        return self.sentences[-1] if self.sentences and self.sentences[-1].key in keys else None

    def _arrival(self, player: Account) -> TurnSentence | None:
        """How this player got somewhere, if nothing has come of it yet and nothing was told since."""
        if self._claimed is not None and self._claimed.player == player and not self._claimed.key:
            return self._claimed
        last = self._last("")
        return last if last is not None and last.how and last.player == player else None

    def _take(self, game: Game, event: Event) -> None:
        """One event, against the game before it."""
        match event:
            case Paid():
                self._pay(game, event)
            case Noted(player=player, why=why):
                self._note(game, event, player, why)
            case DiceRolled() | DiceThrown() | CardDrawn() | TokenMoved():
                self._move(game, event)
            case JailEntered() | JailThrowFailed() | JailLeft() | JailCardMoved():
                self._jail(game, event)
            case DeedConveyed() | DeedMortgaged() | MortgageLifted() | Built() | BuildingsRemoved():
                self._deed(game, event)
            case StepOpened() | StepClosed() | BidMade() | BidPassed() | OfferMade() | OfferClosed():
                self._step(game, event)
            case RentIncurred() | RentClaimed() | RentLapsed():
                self._rent(game, event)
            case StartThrown(player=player, dice=dice):
                rolls = self._last("first-rolls")
                one = f"{game.name(player)} {describe_dice(dice)}"
                if rolls is None:
                    self.sentences.append(TurnSentence("first-rolls", {"rolls": one}))
                else:
                    rolls.words["rolls"] += f", {one}"
            case InterestAnswered():
                pass
            case _:
                self._tell(describe_event(game, event).text)

    def _move(self, game: Game, event: DiceRolled | DiceThrown | CardDrawn | TokenMoved) -> None:
        player, name = event.player, game.name(event.player)
        match event:
            case DiceRolled(dice=dice, speed=speed):
                words = {"player": name, "dice": describe_dice(dice, speed)}
                how = "again" if self._is_rolled else "roll"
                self.sentences.append(TurnSentence("", words, how, player, amount=event.doubles))
                self._is_rolled = True
            case DiceThrown(dice=dice, speed=speed):
                self._dice = describe_dice(dice, speed)
                if not any(isinstance(step, TaskDue) for step in game.pending):
                    self.sentences.append(TurnSentence("", {"player": name, "dice": self._dice}, "rent-roll", player))
            case CardDrawn(deck=deck, card=card):
                words = {"player": name, "deck": game.board.deck_name(deck)}
                words["card"] = game.board.cards(deck)[card].meaning
                landed, how = self._arrival(player), "card"
                if landed is not None and landed.space >= 0:
                    words["before"] = arrival_text(game, landed)
                    how = "drawn"
                    if game.rules.cards is Cards.TASK:
                        words["dice"], how = self._dice, "drawn-task"
                    self.sentences.remove(landed)
                self.sentences.append(TurnSentence("", words, how, player))
            case TokenMoved() if CORRECTED in event.clauses:
                pass  # the note before it says where to
            case TokenMoved(to=to):
                arrival = self._arrival(player)
                if arrival is None or arrival.space >= 0:
                    arrival = TurnSentence("", {"player": name}, "move", player)
                    self.sentences.append(arrival)
                arrival.space = to
                arrival.words["space"] = game.board.spaces[to].name

    def _jail(self, game: Game, event: JailEntered | JailThrowFailed | JailLeft | JailCardMoved) -> None:
        if CORRECTED in event.clauses and not isinstance(event, JailCardMoved):
            return  # the note before it says so
        if isinstance(event, JailCardMoved):
            kept = self._arrival(event.receiver)
            if self._deal is not None:
                pass
            elif event.giver < 0 and kept is not None and kept.how in CARDS:
                kept.key = "kept"
            elif event.receiver < 0 and "JAIL-5" in event.clauses:
                thing = way_out(game.board, event.card)
                self.sentences.append(TurnSentence("used", {"player": game.name(event.giver), "thing": thing}))
            else:
                self._tell(describe_event(game, event).text)
            return
        arrival = self._arrival(event.player)
        match event:
            case JailEntered():
                if arrival is None:
                    self._tell(describe_event(game, event).text)
                elif arrival.how == "move" and len(self.sentences) > 1:
                    self.sentences.pop()  # it moved on from the space that says so
                else:
                    arrival.words.pop("space", None)
                    arrival.key = "third-doubles" if arrival.amount == 3 else "" if arrival.how in CARDS else "to-jail"
            case JailThrowFailed():
                if arrival is None:
                    self._tell(describe_event(game, event).text)
                else:
                    arrival.key = "stays"
            case JailLeft():
                if arrival is not None and arrival.how == "roll" and arrival.space < 0:
                    arrival.how = "roll-out"
                elif self._last("fine", "used", "payment") is None:
                    self._tell(describe_event(game, event).text)

    def _note(self, game: Game, event: Noted, player: Account, why: Reason) -> None:
        arrival = self._arrival(player)
        auction = self._last(*_IN_AUCTION)
        if arrival is not None and (why.code in _ON_ARRIVAL or why.is_nothing):
            arrival.key = "nothing" if why.is_nothing else _ON_ARRIVAL[why.code]
            if why.player >= 0:
                arrival.words["owner"] = game.name(why.player)
        elif auction is not None and why.code.startswith("no-bid"):
            if auction.how:
                auction.key = "in-auction-unsold"
            else:
                self.sentences.pop()
                self._tell(describe_event(game, event).text)
        elif why.code == "no-auctions" and self._last("not-bought", "not-yet"):
            pass  # so it is at this table
        elif why.code not in _SILENT_NOTES:
            self._tell(describe_event(game, event).text)

    def _pay(self, game: Game, event: Paid) -> None:
        code, payer, payee = event.why.code, event.payer, event.payee
        words = {"payer": game.name(payer), "payee": game.name(payee), "sum": game.money(event.amount)}
        player = payer if payer >= 0 else payee
        words["player"] = game.name(player)
        arrival = self._arrival(player)
        if code == "deal" and self._deal is not None:
            return
        if code in _DEED_WORK:
            self._work(game, event, player)
        elif code == "price":
            self._paid_for = event.why.deed
            deed = game.board.deeds[event.why.deed]
            landed = [one for one in self.sentences if one.how and not one.key and one.player == payer]
            arrival = next((one for one in reversed(landed) if one.space == deed.space), None)
            if arrival is not None:
                self._fill(arrival, "bought", words, event)
                return
            dealt = self._last("deed", "deeds")  # before the first turn the deed comes first
            if dealt is not None and dealt.things.pop(deed.id, "") and not dealt.things:
                self.sentences.pop()
            bought = self._worker("purchases", payer, game)
            bought.things[deed.id] = f"{deed.name} ({words['sum']})"
            bought.words["deed"] = deed.name
            bought.sums.append(event.amount)
        elif code.startswith("highest-bid"):
            self._paid_for = event.why.deed
            auction = self._auction(game, event.why.deed, code.removeprefix("highest-bid-"))
            auction.key = f"{auction.key.removesuffix('-bid')}-sold"
            auction.words |= {"bidder": game.name(payer), "sum": words["sum"]}
        elif arrival is not None and code in ("salary", "landed-on-go"):
            if arrival.space == GO:
                arrival.key = "salary"
                arrival.words["sum"] = words["sum"]
            else:
                arrival.words["salary"] = words["sum"]
        elif arrival is not None and code.startswith("rent-"):
            self._fill(
                arrival, {"asked": "rent-asked", "rent-roll": "rent-rolled"}.get(arrival.how, "rent"), words, event
            )
        elif self._pay_everybody(game, event):
            pass
        elif arrival is not None and code != "fine" and not code.startswith("correction"):
            pot = "-pot" if POT in (payer, payee) else ""
            self._fill(arrival, ("paid" if payer >= 0 else "got") + pot, words, event)
        elif code == "fine":
            self._fill(None, "fine", words, event)
        elif code == "all-that-was-left":
            self._fill(None, "all-cash", words, event)
        elif code.startswith("correction"):
            self._tell(describe_event(game, event).text)
        else:
            pot = "-into-pot" if payee == POT else "-from-pot" if payer == POT else ""
            debt = self._last("debt", "owes")
            if debt is not None and debt.key == "debt":
                self.sentences.pop()
            self._fill(None, f"payment{pot}", words, event)

    def _fill(self, sentence: TurnSentence | None, key: str, words: dict[str, str], event: Paid) -> None:
        if sentence is None:
            sentence = TurnSentence(key, how="")
            self.sentences.append(sentence)
        sentence.key, sentence.deed, sentence.amount = key, event.why.deed, event.amount
        sentence.words |= words

    def _pay_everybody(self, game: Game, event: Paid) -> bool:
        """A card that pays or charges every other player: one sentence, as long as the amount is the same."""
        if event.why.code != "card" or event.payer < 0 or event.payee < 0:
            return False
        drawn = self._last("", "paid-each", "paid-one", "got-each", "got-one")
        if drawn is None or drawn.how not in CARDS or (drawn.key and drawn.amount != event.amount):
            return False
        other = event.payee if event.payer == drawn.player else event.payer
        drawn.others += (other,)
        count = "one" if len(drawn.others) == 1 else "each"
        drawn.key = f"{'paid' if event.payer == drawn.player else 'got'}-{count}"
        drawn.amount = event.amount
        drawn.words |= {"sum": game.money(event.amount), "others": and_list(map(game.name, drawn.others))}
        return True

    def _work(self, game: Game, event: Paid, player: Account) -> None:
        """Building, selling and mortgages: what one player does in a row is one sentence."""
        key, deed = _DEED_WORK[event.why.code], event.why.deed
        work = self._worker(key, player, game)
        work.sums.append(event.amount)
        if key not in ("built", "sold"):
            work.things[deed] = f"{game.board.deeds[deed].name} ({game.money(event.amount)})"

    def _worker(self, key: str, player: Account, game: Game) -> TurnSentence:
        work = self._last(key)
        if work is None or work.player != player:
            work = TurnSentence(key, {"player": game.name(player)}, player=player)
            self.sentences.append(work)
        return work

    def _deed(
        self, game: Game, event: DeedConveyed | DeedMortgaged | MortgageLifted | Built | BuildingsRemoved
    ) -> None:
        deed, name, owner = event.deed, game.board.deeds[event.deed].name, game.titles[event.deed].owner
        match event:
            case DeedConveyed(owner=new):
                in_deal = (*self._deal.gives.deeds, *self._deal.gets.deeds) if self._deal is not None else ()
                if deed == self._paid_for or deed in in_deal:
                    return
                moved = self._last("deed", "deeds")
                if moved is None or moved.player != new:
                    moved = TurnSentence("deed", {"owner": game.name(new)}, player=new)
                    self.sentences.append(moved)
                moved.things[deed] = name
                moved.key = "deed" if len(moved.things) == 1 else "deeds"
            case Built(buildings=level) if self._last("built"):
                self.sentences[-1].things[deed] = f"{name} ({buildings(game.board, level)})"
            case BuildingsRemoved(buildings=level) if CORRECTED not in event.clauses and "LEAVE-1" not in event.clauses:
                # The money follows; where there is none, the buildings go back with the deeds.
                work = self._worker("sold", owner, game)
                work.things[deed] = f"{name} ({buildings(game.board, level)} left)" if level else name
            case DeedMortgaged() if CORRECTED not in event.clauses:
                pass  # the money follows
            case MortgageLifted() if self._last("paid-off"):
                pass
            case _:
                self._tell(describe_event(game, event).text)

    def _step(self, game: Game, event: StepOpened | StepClosed | BidMade | BidPassed | OfferMade | OfferClosed) -> None:
        match event:
            case StepOpened(step=Debt(debtor=debtor, creditor=creditor, amount=amount, why=why)):
                words = {"payer": game.name(debtor), "payee": game.name(creditor), "sum": game.money(amount)}
                arrival = self._arrival(debtor)
                if arrival is not None and why.code != "fine":
                    arrival.key = "asked-owes" if arrival.how == "asked" else "owes"
                    arrival.words |= words
                else:
                    self.sentences.append(TurnSentence("debt", words, player=debtor))
            case StepOpened(step=Auction(deed=deed, building=building)):
                declined = self._last("not-bought")
                if declined is not None and deed >= 0 and declined.space == game.board.deeds[deed].space:
                    declined.key = "in-auction"
                else:
                    self._auction(game, deed, building)
            case StepClosed(step=Buying(player=player)) if "BUY-2" in event.clauses:
                arrival = self._arrival(player)
                if arrival is not None:
                    arrival.key = "not-bought"
                else:
                    self._tell(describe_event(game, event).text)
            case BidMade(player=player, amount=amount):
                step = next(step for step in game.pending if isinstance(step, Auction))
                bid = self._auction(game, step.deed, step.building)
                bid.key = f"{bid.key.removesuffix('-bid')}-bid"
                bid.words |= {"bidder": game.name(player), "sum": game.money(amount)}
            case OfferMade(offer=offer):
                self.sentences.append(TurnSentence("offer", _offered(game, offer)))
            case OfferClosed(offer=offer, outcome=outcome):
                made = TurnSentence("offer", _offered(game, offer))
                self.sentences = [one for one in self.sentences if (one.key, one.words) != (made.key, made.words)]
                if outcome in ("accepted", "rejected", "countered"):
                    made.key = outcome
                    self.sentences.append(made)
                else:
                    self._tell(describe_event(game, event).text)
                self._deal = offer if outcome == "accepted" else None
            case _:
                pass  # what a step asks for is the question on the screen

    def _rent(self, game: Game, event: RentIncurred | RentClaimed | RentLapsed) -> None:
        rent = event.rent
        landed = [one for one in self.sentences if one.key.startswith("may-ask") and one.player == rent.payer]
        arrival = next((one for one in landed if one.deed == rent.deed), None)
        words = {"owner": game.name(rent.owner), "player": game.name(rent.payer)}
        words["deed"] = game.board.deeds[rent.deed].name
        match event:
            case RentIncurred():
                arrival = self._arrival(rent.payer)
                if arrival is None:
                    self._tell(describe_event(game, event).text)
                    return
                arrival.key, arrival.deed = "may-ask-roll" if rent.factor else "may-ask", rent.deed
                arrival.words |= words | {"sum": game.money(rent.amount), "factor": str(rent.factor)}
            case RentClaimed():
                if arrival is not None:
                    arrival.key = ""  # the rent follows
                    self._claimed = arrival
                else:
                    self.sentences.append(TurnSentence("", words, "asked", rent.payer))
            case RentLapsed():
                if arrival is not None:
                    arrival.key = "not-asked"
                else:
                    self._tell(describe_event(game, event).text)

    def _auction(self, game: Game, deed: DeedId, building: str) -> TurnSentence:
        """The sentence about the auction that is open; a new one if there is none yet."""
        found = next((one for one in reversed(self.sentences) if one.key in _IN_AUCTION), None)
        if found is None:
            thing = game.board.deeds[deed].name if deed >= 0 else game.board.names[f"a_{building}"]
            found = TurnSentence("auction", {"thing": thing})
            self.sentences.append(found)
        return found


def _offered(game: Game, offer: Offer) -> dict[str, str]:
    return {
        "player": game.name(offer.player),
        "to": game.name(offer.to),
        "gives": goods(game, offer.gives),
        "gets": goods(game, offer.gets),
    }
