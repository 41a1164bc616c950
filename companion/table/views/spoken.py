"""What the table says aloud: what a move did, what cash it left, and what the table waits for.

The sentences are those of the screens. Only signs become words: a voice would read "$6" as "dollar six".
"""

import re
from collections.abc import Iterator, Sequence

from companion.play.acts import RecordedMove
from companion.play.whose_turn import prompt
from companion.rules.auction import bidders
from companion.rules.currency import NO_BREAK, Currency
from companion.rules.events import BidMade, StepOpened, TurnPassed
from companion.rules.ids import PlayerId
from companion.rules.pending_steps import Auction, Buying
from companion.rules.state import Game
from companion.table.messages.wire import TablePrompts
from companion.table.views.log import told_events

_IN_THE_QUESTION = (StepOpened, TurnPassed, BidMade)  # what the table waits for says it, too
_CURRENCIES = {"$": ("dollar", "dollars"), "£": ("pound", "pounds"), "€": ("euro", "euros")}
_SIGNS = {"+": "plus ", "-": "minus ", "": ""}


def spoken_move(move: RecordedMove, moves: Sequence[RecordedMove]) -> str:
    told = told_events(move, moves)
    return " ".join(line.text for event, line in told if not isinstance(event, _IN_THE_QUESTION))


def cash_to_tell(move: RecordedMove) -> Iterator[PlayerId]:
    """Whose cash has changed, and who now has to decide what to spend."""
    before, after = move.before.players, move.after.players
    deciding = set[PlayerId]()
    for event in move.events:
        match event:
            case StepOpened(step=Buying(player=player)):
                deciding.add(player)
            case StepOpened(step=Auction() as auction) if auction in move.after.pending:
                deciding.update(bidders(move.after, auction))
    for seat in move.after.still_in():
        if seat in deciding or before[seat].cash != after[seat].cash:
            yield seat


def spoken_question(prompts: TablePrompts, game: Game | None) -> tuple[str, str]:
    """What the table waits for, and what confirm would do about it."""
    sheet = prompts.sheet
    would = f"Confirm: {sheet.moves[sheet.highlighted].label}." if sheet and sheet.highlighted >= 0 else ""
    if prompts.notice:
        return prompts.notice, ""
    if sheet is not None:
        return sheet.text, would
    return prompt(game).text if game is not None else "", ""


def spoken_troubles(prompts: TablePrompts) -> str:
    """What is wrong on the real board, and what must be put right there."""
    to_do = (f"On the real board: {one.text}." for one in prompts.board_fixes if not one.done)
    return " ".join((*(question.text for question in prompts.questions), *to_do))


def read_aloud(text: str, currency: Currency) -> str:
    """Words for the signs that screens have."""
    text = _amounts_in_words(text, currency).replace(NO_BREAK, " ")
    text = re.sub(r"(?<=\d) \+ (?=\d)", " and ", text).replace("×", "times")
    text = re.sub(r"(?<=\d) s\b", " seconds", text)
    text = text.replace(" (", ", ").replace("_", " ")
    return " ".join(re.sub(r"[][()<>{}|\\^~*“”\"]", "", text).split())


def _amounts_in_words(text: str, currency: Currency) -> str:
    between = re.escape(NO_BREAK if currency.thousands == " " else currency.thousands)
    digits = rf"\d{{1,3}}(?:{between}\d{{3}})+(?!\d)|\d+" if between else r"\d+"
    sign = re.escape(currency.sign)
    if not sign:
        return text
    written = rf"([+-]?)({digits}){NO_BREAK}{sign}" if currency.after else rf"([+-]?){sign}({digits})"
    one, several = _CURRENCIES.get(currency.sign, (currency.sign, currency.sign))

    def in_words(found: re.Match[str]) -> str:
        amount = re.sub(r"\D", "", found[2])
        is_one = amount == "1" or text.startswith(" fine", found.end())  # "the 50 dollar fine"
        return f"{_SIGNS[found[1]]}{amount} {one if is_one else several}"

    return re.sub(written, in_words, text)
