"""Players who cannot see: all they know of the game is what the table has said, and all they use are buttons and tags.

They know by touch where the spaces of the board are, what is printed on their deeds, and which card is whose.
"""

import re
from collections.abc import Sequence
from typing import Protocol

from companion.players.seeded_random import SeededRandom
from companion.rules.board import Board
from companion.rules.cards import Deck
from companion.table.gestures.tags import CardTag, DeedTag, PlayerTag, TaggedThing, TokenTag

RESERVE = 60  # dollars that nobody spends on deeds
JAIL, SIDE, ROUND = 10, 10, 40


class HeardTable(Protocol):
    """What hands and ears can reach."""

    def hear(self) -> list[str]:
        """What was said since the last call."""

    def press(self, button: str) -> None: ...

    def tap(self, what: TaggedThing) -> None: ...

    def put(self, seat: int, space: int) -> None: ...

    def pick_up(self, seat: int) -> None: ...


class PlayersByEar:
    def __init__(self, table: HeardTable, names: Sequence[str], board: Board, seed: int) -> None:
        self.cash: dict[str, int] = {}
        self.places = dict.fromkeys(names, 0)
        self.deeds: dict[str, str] = {}  # whose each is
        self.question = ""
        self.winner = ""
        self.houses = 0
        self._table, self._names, self._board = table, list(names), board
        self._spaces = "|".join(re.escape(space.name) for space in board.spaces)
        self._rng = SeededRandom(seed)
        self._rolled = 0
        self._stubborn = 0  # how often the same question came up again
        self._tried = set[str]()  # deeds that were held to the reader in this turn
        self._piles = {deck: [CardTag(one) for one in board.card_names if one.startswith(deck.value)] for deck in Deck}

    # What they hear

    def listen(self) -> None:
        for text in self._table.hear():
            self._note(text)
            self._stubborn = self._stubborn + 1 if text == self.question else 0
            self.question = text

    def _note(self, text: str) -> None:
        for name, amount in re.findall(r"(\w+) has (\d+) dollars?\b", text):
            self.cash[name] = int(amount)
        if own := re.match(r"This is .*, (\w+)'s token\. ", text):
            self.deeds.update((deed.name, own[1]) for deed in self._board.deeds if deed.name in text)
        if rolled := re.search(r"(\w+) rolled (\d) and (\d)[.:]", text):
            self._rolled = int(rolled[2]) + int(rolled[3])
            self._tried.clear()
        for name, space in re.findall(rf"(\w+) moved from .+? to ({self._spaces})\.", text):
            self._walk(name, space, is_back="Go back 3 spaces" in text)
        if jailed := re.search(r"(\w+) is in Jail\.", text):
            self._stand(jailed[1], JAIL)
        for deed, owner in re.findall(rf"({self._spaces}) now belongs to (\w+|the Bank)\.", text):
            self.deeds[deed] = owner
        if left := re.search(r"(\w+) is bankrupt and out of the game", text):
            self._table.pick_up(self._names.index(left[1]))
            del self.cash[left[1]]
        if won := re.search(r"(?:^|\. )(\w+) wins\.", text):
            self.winner = won[1]

    def _walk(self, name: str, space: str, *, is_back: bool) -> None:
        """Several spaces have the same name: the dice say which, or else it is the next one on the way."""
        names, place, to = [one.name for one in self._board.spaces], self.places[name], -1
        if self._rolled and names[(place + self._rolled) % ROUND] == space:
            to = (place + self._rolled) % ROUND
        elif is_back and names[place - 3] == space:
            to = (place - 3) % ROUND
        else:
            to = next(at % ROUND for at in range(place + 1, place + ROUND) if names[at % ROUND] == space)
        self._rolled = 0
        self._stand(name, to)

    def _stand(self, name: str, space: int) -> None:
        self.places[name] = space
        self._table.put(self._names.index(name), space)

    # What they do

    def begin(self, pieces: Sequence[str]) -> None:
        """Everybody holds the own token to the reader, and hears what there is."""
        for piece in pieces[: len(self._names)]:
            self._table.tap(TokenTag(piece))
            self.listen()
        self._table.press("cancel")

    def act(self) -> None:
        """One press or tap, for what was said last."""
        asked = self.question
        if self._stubborn > 5:
            raise AssertionError(f"nobody knows how to go on from: {asked}")
        if would := re.search(r"Confirm: (.+)\.$", asked):
            self._answer(would[1])
        elif passing := re.search(r"Yes: (\w+)'s own card", asked):
            self._show_card(passing[1])
        elif "Choose with cancel and confirm" in asked:
            self._table.press("cancel")
        elif auction := re.match(r"Auction of (.+?): .*?([\w, ]+?) may bid (\d+) dollars? or more", asked):
            self._bid(auction[1], re.findall(r"\w+", auction[2].replace(" and ", " "))[0], int(auction[3]))
        elif buying := re.match(r"(\w+) may buy (.+) for (\d+) dollars", asked):
            self._table.press("confirm" if self.cash[buying[1]] >= int(buying[3]) + RESERVE else "cancel")
        elif drawing := re.match(r"(\w+), draw a (.+) card\.", asked):
            self._draw(Deck.CHANCE if drawing[2] == "Chance" else Deck.CHEST)
        elif re.search(r"that is enough to pay|short by|choose the|must choose for", asked):
            self._table.press("confirm")
        elif turn := re.search(r"(\w+) is done\?", asked):
            self._build_or_roll(turn[1])
        elif re.search(r"roll the dice|rolls again|Still to roll|Roll to see|is in Jail", asked):
            self._table.press("dice")
        else:  # whatever it was, cancel says again what the table waits for
            self._table.press("cancel")

    def _answer(self, would: str) -> None:
        """What confirm would do, and whether they want it."""
        if passing := re.fullmatch(r"(\w+) passes", would):
            self._show_card(passing[1])
        elif re.match(rf"({self._spaces}) is \w+'s", self.question):  # held to the reader to work on it
            work = re.match(r"(Build|Pay off the mortgage).*minus (\d+)", would)
            if work and self.cash[self._builder] >= int(work[2]) + RESERVE:
                self.houses += work[1] == "Build"
                self._show_card(self._builder)
            else:
                self._table.press("cancel")
        else:
            self._table.press("cancel" if would.startswith("Pay off") else "confirm")

    def _bid(self, deed: str, name: str, least: int) -> None:
        price = next(one.price for one in self._board.deeds if one.name == deed)
        if least <= price // 2 and self.cash[name] >= least + 10 + RESERVE:
            self._show_card(name)
        else:
            self._table.press("cancel")

    def _draw(self, deck: Deck) -> None:
        """A jail card stays with whoever drew it, and is never used: they roll."""
        pile = self._piles[deck]
        card = pile.pop(self._rng.below(len(pile)))
        if "jail-free" not in card.card:
            pile.append(card)
        self._table.tap(card)

    def _build_or_roll(self, name: str) -> None:
        self._builder = name
        for deed in self._board.deeds:
            group = [one.name for one in self._board.deeds if one.group is deed.group]
            is_whole = deed.is_street and all(self.deeds.get(one) == name for one in group)
            if is_whole and deed.name not in self._tried and self.cash[name] >= deed.house_cost + RESERVE:
                self._tried.add(deed.name)
                self._table.tap(DeedTag(deed.id))
                return
        self._table.press("dice")

    def _show_card(self, name: str) -> None:
        self._table.tap(PlayerTag(self._names.index(name)))
