"""What a new game can be started with: editions, variants, house rules, pieces, colours; and the menu of moves."""

from companion.play.setup import COLOURS, MAX_NAME, MAX_TITLE, MIN_PLAYERS, TOKENS
from companion.rules.board import Board
from companion.rules.cards import Deck
from companion.rules.catalogue import CATALOGUE, MENU, MoveGroup
from companion.rules.editions import BOX_SIGNS, DEFAULT, EDITIONS, Cards, variants_of
from companion.rules.house_rules import HOUSE_RULES, MAX_AMOUNT
from companion.table.messages.setup import (
    COMMON_REASONS,
    REASONS_TO_LEAVE,
    BoxAnswer,
    BoxQuestion,
    EditionView,
    HouseRuleView,
    MenuView,
    SetupChoices,
    Usual,
)

VARIANTS = {
    "short": "Short game: some deeds are dealt, and it ends sooner",
    "timed": "Timed game: until an agreed hour",
    "speed": "Speed Die: a third die, and more money to start with",
}


def new_game_choices(usual: Usual, board: Board) -> SetupChoices:
    """House rules are explained in the words of the board that this household usually plays on."""
    rare = {row.menu for row in CATALOGUE.values() if row.group is MoveGroup.RARE}
    return SetupChoices(
        editions=tuple(
            EditionView(
                book.key,
                book.title,
                book.players_max,
                variants_of(book),
                book.cards is Cards.DECK,
                book.jail_keys or len(Deck),
                book.board,
            )
            for book in sorted(EDITIONS.values(), key=lambda book: book is not DEFAULT)
        ),
        variants=VARIANTS,
        house_rules=tuple(
            HouseRuleView(rule.name, rule.takes.value, texts.label, texts.meaning, rule.at_start_only)
            for rule, texts in ((rule, rule.texts(board)) for rule in HOUSE_RULES.values())
        ),
        tokens=TOKENS,
        colours=COLOURS,
        usual=usual,
        min_players=MIN_PLAYERS,
        max_name=MAX_NAME,
        max_title=MAX_TITLE,
        max_amount=MAX_AMOUNT,
        box_questions=tuple(
            BoxQuestion(sign.question, tuple(BoxAnswer(text, book.key if book else "") for text, book in sign.answers))
            for sign in BOX_SIGNS
        ),
        reasons=COMMON_REASONS,
        reasons_to_leave=REASONS_TO_LEAVE,
        menu=tuple(MenuView(one.id, one.key, one.name, one.help, one.folds, one.id in rare) for one in MENU.values()),
    )
