"""Deals between players: offered by one, accepted by the other, checked both times."""

from collections.abc import Iterator

from companion.rules.commands import AcceptDeal, Legal, Needs, OfferDeal, RejectDeal, WithdrawDeal
from companion.rules.events import Decision, DeedConveyed, JailCardMoved, OfferClosed, OfferMade, Paid
from companion.rules.ids import PlayerId
from companion.rules.mortgage import ask_interest
from companion.rules.pending_steps import Auction, Goods, Interest, Offer
from companion.rules.reasons import Reason
from companion.rules.refusal import Code, Refusal
from companion.rules.state import Game
from companion.rules.turn_checks import (
    from_jail,
    is_awaited,
    is_opening,
    is_when,
    require_in,
    require_when,
    whats_open,
)


def decide_offer(decision: Decision, command: OfferDeal) -> None:
    game = decision.game
    offer = Offer(command.player, command.to, command.gives, command.gets)
    other, is_counter = game.offer, is_counter_offer(game, offer.player, offer.to)
    if not is_counter and not any(game.debt_of(party) for party in (offer.player, offer.to)):
        require_when(game, offer.player, game.rules.deal_when, ("DEAL-5",))
    _require_moment(game, offer)
    if (
        other is not None and not is_counter
    ):  # an offer that nobody can answer during a debt makes way for the debtor's  [DEBT-1]
        idle = not any(is_awaited(game, party) for party in (other.player, other.to))
        if not (idle and game.debt_of(offer.player)):
            raise Refusal(Code.WRONG_MOMENT, "DEAL-1", f"{game.name(other.player)}'s offer is still open.")
    _require_goods(game, offer)
    if other is not None:
        clauses, outcome = (("DEAL-1",), "countered") if is_counter else (("DEAL-1", "DEBT-1"), "lapsed")
        decision.emit(OfferClosed(clauses, other, outcome))
    decision.emit(OfferMade(("DEAL-1", "DEAL-5", *from_jail(game, offer.player)), offer))


def is_counter_offer(game: Game, player: PlayerId, to: PlayerId) -> bool:
    """Whether an offer of these two answers the open one, as a no does."""
    return game.offer is not None and (game.offer.to, game.offer.player) == (player, to)


def decide_accept(decision: Decision, command: AcceptDeal) -> None:
    offer = _require_offer(decision.game, to=command.player)
    _require_moment(decision.game, offer)
    _require_goods(decision.game, offer)
    jailed = from_jail(decision.game, offer.player) or from_jail(decision.game, offer.to)
    decision.emit(OfferClosed(("DEAL-1", *jailed), offer, "accepted"))
    before = decision.game
    _hand_over(decision, before, offer.player, offer.to, offer.gives)
    _hand_over(decision, before, offer.to, offer.player, offer.gets)
    received = [(offer.to, deed) for deed in offer.gives.deeds] + [(offer.player, deed) for deed in offer.gets.deeds]
    ask_interest(decision, tuple(received), ("DEAL-4",))


def decide_reject(decision: Decision, command: RejectDeal) -> None:
    decision.emit(OfferClosed(("DEAL-1",), _require_offer(decision.game, to=command.player), "rejected"))


def decide_withdraw(decision: Decision, command: WithdrawDeal) -> None:
    decision.emit(OfferClosed(("DEAL-1",), _require_offer(decision.game, by=command.player), "withdrawn"))


def _require_offer(game: Game, to: PlayerId | None = None, by: PlayerId | None = None) -> Offer:
    offer = game.offer
    if offer is None or (to is not None and offer.to != to) or (by is not None and offer.player != by):
        player = game.name(to if to is not None else by or 0)
        raise Refusal(Code.WRONG_MOMENT, "DEAL-1", f"There is no such offer for {player} to answer.")
    return offer


def _require_moment(game: Game, offer: Offer) -> None:
    """While something is open, only a player it waits for may make a deal.  [DEAL-5]"""
    parties = (offer.player, offer.to)
    awaited = any(is_awaited(game, party) for party in parties)
    require_in(game, offer.player, ("DEAL-1",))
    if game.pending and (not awaited or isinstance(game.pending[0], Auction)):
        raise Refusal(Code.WRONG_MOMENT, "DEAL-5", f"Not now: {whats_open(game)}.")
    if any((party, deed) in _unanswered(game) for party in parties for deed in offer.gives.deeds + offer.gets.deeds):
        raise Refusal(Code.WRONG_MOMENT, "DEAL-4", "First keep or pay off the mortgage that came with the deed.")


def _unanswered(game: Game) -> tuple[tuple[PlayerId, int], ...]:
    return tuple(pair for step in game.pending if isinstance(step, Interest) for pair in step.owed)


def _require_goods(game: Game, offer: Offer) -> None:
    """Both sides have what they give, and it is a deal. In the order of the codes.  [DEAL-1, DEAL-2, BANK-2]"""
    sides = ((offer.player, offer.gives), (offer.to, offer.gets))
    for player, goods in sides:
        for deed in goods.deeds:
            if game.titles[deed].owner != player:
                raise Refusal(Code.NOT_OWNER, "DEAL-1", f"{game.board.deeds[deed].name} is not {game.name(player)}'s.")
    for player, goods in sides:
        if game.players[player].cash < goods.cash:
            short = goods.cash - game.players[player].cash
            why = f"{game.name(player)} is {game.money(short)} short of {game.money(goods.cash)}."
            raise Refusal(Code.NO_CASH, "DEAL-1", why)
    for _, goods in sides:
        for deed in goods.deeds:
            if game.has_buildings(game.board.deeds[deed].sisters):
                why = f"There are buildings on {game.board.deeds[deed].name}'s group: sell them first."
                raise Refusal(Code.GROUP_HAS_BUILDINGS, ("DEAL-2", "DEAL-3"), why)
    for player, goods in sides:
        held = game.players[player].jail_cards
        if len(held) < goods.jail_cards or any(deck not in held for deck in goods.decks):
            raise Refusal(Code.NO_JAIL_CARD, ("DEAL-1", "CARD-2"), f"{game.name(player)} has no such jail card.")
    gives, gets = offer.gives, offer.gets
    deeds = gives.deeds + gets.deeds
    if offer.player == offer.to or game.players[offer.to].is_out:
        raise Refusal(Code.BAD_OFFER, "DEAL-1", "A deal needs two players who are in the game.")
    if len(set(deeds)) < len(deeds) or min(gives.cash, gets.cash, gives.jail_cards, gets.jail_cards) < 0:
        raise Refusal(Code.BAD_OFFER, "DEAL-1", "Each thing can be offered only once, and no amount can be below 0.")
    if any(len(set(side.decks)) < len(side.decks) or len(side.decks) > side.jail_cards for side in (gives, gets)):
        raise Refusal(Code.BAD_OFFER, "DEAL-1", "Each jail card can be offered only once.")
    if not deeds and not gives.jail_cards and not gets.jail_cards:
        why = "A deed or a jail card must change hands: players do not lend or give money."
        raise Refusal(Code.BAD_OFFER, ("DEAL-1", "BANK-2"), why)


def _hand_over(decision: Decision, before: Game, giver: PlayerId, receiver: PlayerId, goods: Goods) -> None:
    if goods.cash:
        decision.emit(Paid(("DEAL-1",), giver, receiver, goods.cash, Reason("deal")))
    for deed in goods.deeds:
        decision.emit(DeedConveyed(("DEAL-1",), deed, receiver))
    others = (card for card in before.players[giver].jail_cards if card not in goods.decks)
    for card in (*goods.decks, *others)[: goods.jail_cards]:
        decision.emit(JailCardMoved(("DEAL-1", "CARD-2"), card, giver, receiver))


def tradeable(game: Game, player: PlayerId) -> Goods:
    """The most this player could put into a deal now."""
    kept = {deed for _, deed in _unanswered(game)}
    owned = game.deeds_of(player)
    kept.update(sister for deed in owned if game.titles[deed.id].buildings for sister in deed.sisters)
    deeds = tuple([deed.id for deed in owned if deed.id not in kept])
    person = game.players[player]
    decks = person.jail_cards if len(set(person.jail_cards)) > 1 else ()  # which one matters only then
    return Goods(deeds, person.cash, len(person.jail_cards), decks)


def candidates(game: Game) -> Iterator[Legal]:
    """While an offer is open, only its answers and, in place of one that nobody can answer, a debtor's."""
    offer = game.offer
    if offer is not None:
        yield Legal(AcceptDeal(offer.to))
        yield Legal(RejectDeal(offer.to))
        yield Legal(WithdrawDeal(offer.player))
    goods = {player: tradeable(game, player) for player in game.still_in()}
    has_things = {player for player, one in goods.items() if one.deeds or one.jail_cards}
    is_sure = offer is None and not game.pending and not is_opening(game)
    for player, gives in goods.items():
        if is_sure and not is_when(game, player, game.rules.deal_when):
            continue
        for to, gets in goods.items():
            is_free = offer is None or is_counter_offer(game, player, to) or game.debt_of(player)
            if to != player and (player in has_things or to in has_things) and is_free:
                yield _any_deal(player, to, gives, gets, is_sure=is_sure)


def _any_deal(player: PlayerId, to: PlayerId, gives: Goods, gets: Goods, *, is_sure: bool = False) -> Legal:
    """Its example is the smallest deal the two could make: one deed or one card, for nothing."""
    deal = OfferDeal(player, to, gives, gets)
    if is_sure:
        return Legal(deal, Needs.GOODS, is_sure=True)
    side = gives if gives.deeds or gives.jail_cards else gets
    least = Goods(deeds=side.deeds[:1]) if side.deeds else Goods(jail_cards=min(side.jail_cards, 1))
    sides = (least, Goods()) if side is gives else (Goods(), least)
    return Legal(deal, Needs.GOODS, example=OfferDeal(player, to, *sides))
