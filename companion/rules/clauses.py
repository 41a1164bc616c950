"""Every rule of the game as a clause with an id and, for given `Rules`, a text in our own words."""

from msgspec import Struct

from companion.rules.editions import Rules
from companion.rules.texts import Row, Words, buildings, cards_and_jail, dealing, owning, turns, variants


class Clause(Struct, frozen=True):
    """One rule. Its `words` are a sentence or two, or a function from `Rules` where books or tables differ."""

    id: str
    topic: str
    title: str
    words: Words

    def text(self, rules: Rules) -> str:
        return self.words if isinstance(self.words, str) else self.words(rules)


_TOPICS: dict[str, tuple[Row, ...]] = {
    "Setting up": turns.SETTING_UP,
    "A turn": turns.A_TURN,
    "Buying and auctions": owning.BUYING,
    "Rent": owning.RENT,
    "Cards and taxes": cards_and_jail.CARDS_AND_TAXES,
    "Jail": cards_and_jail.JAIL,
    "Buildings": buildings.BUILDINGS,
    "Dealing and mortgages": dealing.DEALING,
    "Debt, bankruptcy, the end": dealing.DEBT,
    "Shorter games": variants.SHORTER_GAMES,
    "Speed Die": variants.SPEED_DIE,
    "At the table": variants.AT_THE_TABLE,
}
CLAUSES: dict[str, Clause] = {
    id: Clause(id, topic, title, words) for topic, rows in _TOPICS.items() for id, title, words in rows
}

assert len(CLAUSES) == sum(map(len, _TOPICS.values())), "two clauses have the same id"


def differences(first: Rules, second: Rules) -> dict[str, tuple[str, str]]:
    """The clauses whose texts differ between two sets of rules, with both texts."""
    texts = {id: (clause.text(first), clause.text(second)) for id, clause in CLAUSES.items()}
    return {id: pair for id, pair in texts.items() if pair[0] != pair[1]}
