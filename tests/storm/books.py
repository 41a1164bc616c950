"""The state of a game against the ledger: money, deeds and buildings, and that all of it is whole."""

from companion.rules.state import Game
from tests.storm.broken import must
from tests.storm.ledger import BANK, POT, Held, Page, hotels, houses, require_whole

ZERO = "all accounts sum to zero"
GOODS = "28 deeds, 32 houses and 12 hotels"
CASH = "nobody has less than nothing"
BOOKS = "a second ledger agrees"


def check_state(game: Game, page: Page, number: int) -> None:
    """After the move of this number. Raises LawBroken."""
    accounts = {**{seat: player.cash for seat, player in enumerate(game.players)}, BANK: game.bank, POT: game.pot}
    for amount in accounts.values():
        require_whole(amount)
    must(sum(accounts.values()) == 0, ZERO, f"after move {number} they sum to {sum(accounts.values())}")
    least = min(player.cash for player in game.players)
    must(least >= 0, CASH, f"after move {number} somebody has {least}")
    must(accounts == page.accounts, BOOKS, f"after move {number} {accounts}, in the ledger {page.accounts}")
    titles = [(title.owner, title.buildings, title.mortgaged) for title in game.titles]
    must(titles == titles_in(page.held), BOOKS, f"after move {number} deeds or buildings are elsewhere")
    _check_goods(page.held, number)


def titles_in(held: Held) -> list[tuple[int, int, bool]]:
    return list(zip(held.owners, held.buildings, held.mortgaged, strict=True))


def _check_goods(held: Held, number: int) -> None:
    must(len(held.owners) == 28, GOODS, f"after move {number} there are {len(held.owners)} deeds")
    if not held.is_boundless:
        must(houses(held) <= 32, GOODS, f"after move {number} {houses(held)} houses stand")
        must(hotels(held) <= 12, GOODS, f"after move {number} {hotels(held)} hotels stand")
