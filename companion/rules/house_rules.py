"""House rules: changes to a book's `Rules`, off unless the table chooses them."""

from collections.abc import Callable
from enum import Enum
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from companion.rules.board import Board
from companion.rules.editions import EDITIONS, Rules, with_variant

Value = int | bool | str
MAX_AMOUNT = 999_999_999


class Takes(Enum):
    """What a house rule can be set to."""

    SWITCH = "switch"
    AMOUNT = "amount"
    SWITCH_OR_AMOUNT = "switch-or-amount"
    RENT_MODE = "rent-mode"

    @property
    def phrase(self) -> str:
        return {
            Takes.SWITCH: "on or off",
            Takes.AMOUNT: "an amount",
            Takes.SWITCH_OR_AMOUNT: "on, off or an amount",
            Takes.RENT_MODE: "auto or claim",
        }[self]


class HouseRuleTexts(NamedTuple):
    label: str  # on screens
    meaning: str  # in a few words
    explanation: str  # in whole sentences


class HouseRule(Struct, frozen=True):
    name: str  # in records and settings
    takes: Takes
    templates: HouseRuleTexts  # with places for the names on a board
    read: Callable[[Rules], Value]
    change: Callable[[Rules, Value], Rules]
    at_start_only: bool = False

    def texts(self, board: Board) -> HouseRuleTexts:
        return HouseRuleTexts(*(template.format_map(board.names) for template in self.templates))


Texts = HouseRuleTexts
# fmt: off
_ALL = (
    HouseRule("rent", Takes.RENT_MODE, Texts("Rent",
              "rent is paid automatically, or must be asked for in time",
              "With auto, rent is paid as soon as somebody lands. With claim, the owner has to ask for it, and loses "
              "it by asking too late. RENT-6 says until when."),
              lambda rules: "claim" if rules.rent_claimed else "auto",
              lambda rules, value: replace(rules, rent_claimed=value == "claim")),
    HouseRule("free-parking-pot", Takes.SWITCH_OR_AMOUNT, Texts("{parking} pot",
              "taxes and fines wait under {parking}",
              "{income_tax}, {luxury_tax}, fines and repairs on cards and every fine for leaving {jail}, also after "
              "the last failed roll, go into a pot instead of to the Bank. A fine that had to be raised first goes in "
              "when it is paid. Nothing else does: not what is bought, built or paid off, and not what a bankrupt "
              "player leaves. Whoever stops on {parking}, by dice or by a card, takes all of it at once; passing it "
              "brings nothing. With an amount, the Bank puts that much in at the start, and again each time the pot "
              "is taken. When the rule is switched off, the pot goes to the Bank."),
              lambda rules: False if rules.pot is None else rules.pot,
              lambda rules, value: replace(rules, pot=None if value is False else 0 if value is True else value)),
    HouseRule("double-on-go", Takes.SWITCH, Texts("Double on {go}",
              "twice the salary for landing exactly on {go}",
              "If you stop exactly on {go}, by dice or by a card, you get the salary twice. Passing {go} pays it "
              "once."),
              lambda rules: rules.double_on_go,
              lambda rules, value: replace(rules, double_on_go=value)),
    HouseRule("no-auctions", Takes.SWITCH, Texts("No auctions",
              "what is not bought stays with the Bank",
              "A property that is not bought stays with the Bank until somebody lands there again. So do the deeds of "
              "a player who goes bankrupt to the Bank: they lose their buildings and mortgages, and whoever lands on "
              "one may buy it for its price. Scarce {houses} and {hotels} are still auctioned."),
              lambda rules: not rules.auctions,
              lambda rules, value: replace(rules, auctions=not value)),
    HouseRule("no-rent-in-jail", Takes.SWITCH, Texts("No rent in {jail}",
              "an owner in {jail} collects nothing",
              "Whoever lands on a property while its owner is in {jail} pays no rent. An owner who is just visiting "
              "collects as usual."),
              lambda rules: not rules.rent_in_jail,
              lambda rules, value: replace(rules, rent_in_jail=not value)),
    HouseRule("cash-at-start", Takes.AMOUNT, Texts("Cash at the start",
              "another sum to start with",
              "Everybody starts with this amount. It is the whole amount: what the Speed Die adds is not paid on top, "
              "and deeds that are dealt for their price are paid from it. It cannot be changed once a game has begun."),
              lambda rules: rules.starting_cash,
              lambda rules, value: replace(rules, starting_cash=value), at_start_only=True),
    HouseRule("salary", Takes.AMOUNT, Texts("Salary",
              "another salary",
              "The Bank pays this amount for passing or landing on {go}."),
              lambda rules: rules.salary,
              lambda rules, value: replace(rules, salary=value)),
    HouseRule("unlimited-buildings", Takes.SWITCH, Texts("Unlimited buildings",
              "the Bank never runs out of {houses} or {hotels}",
              "The Bank always has another {house} or {hotel}. There is never an auction for the last ones, and "
              "{a_hotel} can always be broken up into {houses}."),
              lambda rules: rules.unlimited_buildings,
              lambda rules, value: replace(rules, unlimited_buildings=value)),
    HouseRule("first-lap-no-buying", Takes.SWITCH, Texts("No buying on the first lap",
              "no buying or bidding before passing {go} once",
              "You may buy property, or bid for it, only after you have landed on or passed {go} once; being sent to "
              "{jail} is no passing. If you may not buy what you land on, those bid who may, and so they do for the "
              "deeds of a bankrupt player. While nobody in the game may, property stays with the Bank. Deals and "
              "buildings are not affected."),
              lambda rules: not rules.first_lap_buying,
              lambda rules, value: replace(rules, first_lap_buying=not value)),
    HouseRule("odds", Takes.SWITCH, Texts("Odds during the game",
              "everybody's chances may be looked at before the end",
              "The companion plays the game out many times and tells everybody's chances to win, also while the game "
              "is in play. It changes nothing else. Without this rule, the odds can be looked at once the game is "
              "over."),
              lambda rules: rules.odds,
              lambda rules, value: replace(rules, odds=value)),
)
# fmt: on
HOUSE_RULES: dict[str, HouseRule] = {rule.name: rule for rule in _ALL}


def with_house_rule(rules: Rules, name: str, value: Value) -> Rules:
    """The same rules with one house rule set. Raises ValueError for a value it does not take."""
    rule = HOUSE_RULES[name]
    if rule.takes is Takes.RENT_MODE:
        fits = value in ("auto", "claim")
    elif isinstance(value, bool):
        fits = rule.takes is not Takes.AMOUNT
    else:
        fits = isinstance(value, int) and rule.takes is not Takes.SWITCH and 0 <= value <= MAX_AMOUNT
    if not fits:
        raise ValueError(f"{name} takes {rule.takes.phrase}")
    return rule.change(rules, value)


def house_rules_of(rules: Rules) -> dict[str, Value]:
    """The house rules in which these rules differ from their book and variants."""
    book = EDITIONS[rules.key]
    for name in rules.variants:
        book = with_variant(book, name)
    now = {name: rule.read(rules) for name, rule in HOUSE_RULES.items()}
    # 0 == False, but a pot that starts empty is not a pot that is off.
    return {name: value for name, value in now.items() if repr(value) != repr(HOUSE_RULES[name].read(book))}
