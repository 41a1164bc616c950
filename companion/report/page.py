"""The report: one HTML file that needs nothing else. What it says is worked out in `companion.story`."""

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from importlib.resources import files

from companion.play.fair_dice import commitment_of, in_groups
from companion.play.setup import seat_colours
from companion.report.board_heat import heat_maps
from companion.report.charts import dice_chart, money_chart, worth_chart
from companion.report.log import ReportLine, report_log
from companion.rules.board import GROUPS
from companion.rules.house_rules import house_rules_of
from companion.rules.lists import and_list, count_of, sentence
from companion.rules.phrases import names as names_of
from companion.rules.phrases import setting
from companion.rules.worth import worth_parts
from companion.story import Story
from companion.story.course import finish_order, landings, worth_over_turns
from companion.story.dice_luck import dice_luck
from companion.story.money import MoneyKind, money_by_deed, money_by_player
from companion.story.turning_points import RULE, turning_points

# As people say it; the code of a kind is for tables.
KIND_WORDS = {
    MoneyKind.SALARY: "Salary",
    MoneyKind.RENT: "Rent",
    MoneyKind.CARDS: "Cards",
    MoneyKind.DEALS: "Deals",
    MoneyKind.POT: "The pot",
    MoneyKind.TAXES: "Taxes",
    MoneyKind.FINES: "Fines",
    MoneyKind.INTEREST: "Interest",
    MoneyKind.DEEDS: "Deeds",
    MoneyKind.BUILDING: "Building",
    MoneyKind.BUILDINGS_SOLD: "Buildings sold",
    MoneyKind.MORTGAGES: "Mortgages",
    MoneyKind.BANKRUPTCY: "Bankruptcy",
    MoneyKind.CORRECTIONS: "Corrections",
}
POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
HEAD = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<title>{title}</title>
<link rel="icon" href="data:,">
<style>
{style}
</style>
</head>
"""
Row = Sequence[str | int]
NOT_PRINTED = "The log and the worth after every turn are long: unfold them before printing, and they are printed, too."


def report_page(story: Story, when: str) -> str:
    """`when` says when the game was played, as people write it."""
    end, title = story.end, story.start.title or f"The game of {when}"
    style = files("companion.report").joinpath("report.css").read_text("utf-8")
    body = "\n".join(
        (
            f"<header>\n<h1>{escape(title)}</h1>",
            *(f"<p>{escape(line)}</p>" for line in _facts(story, when)),
            "</header>",
            _section("standing", "How it ended", _standing(story)),
            _section("worth", "Everybody's worth", _worth(story)),
            _section("money", "Where the money came from and went", _money(story)),
            _section("points", "Turning points", _points(story)),
            _section("board", "The board", _board(story)),
            _section("dice", "The dice", _dice(story)),
            _section("log", "The whole game", _log(story)),
        )
    )
    colours = seat_colours(story.start.colours, len(end.players))
    seats = "\n".join(
        f".serie-{seat}, .color-{seat} {{ --fill: var(--{colour}); }}" for seat, colour in enumerate(colours)
    )
    head = HEAD.format(policy=POLICY, title=escape(title), style=f"{style}\n{seats}")
    return f"{head}<body>\n<main>\n{body}\n</main>\n</body>\n</html>\n"


def _facts(story: Story, when: str) -> Iterator[str]:
    end, rules = story.end, story.start.rules
    if end.winners:
        yield f"{names_of(end, end.winners)} won." if end.over else ""
    elif not end.over:
        yield f"Not finished yet: it is {end.name(end.turn)}'s turn."
    moves = count_of(len(story.moves), "move", "moves")
    turns = count_of(end.turn_number, "turn", "turns")
    yield f"Played on {when}, in {turns} and {moves}. Rules: {sentence(rules.title)} Board: {sentence(end.board.title)}"
    told = [f"variant {name}" for name in rules.variants]
    told += [f"{name} {setting(end.board, value)}" for name, value in house_rules_of(rules).items()]
    if told:
        yield sentence(f"With {and_list(told)}")


def _standing(story: Story) -> Iterator[str]:
    end = story.end
    rows = list[Row]()
    parts = {seat: worth_parts(end, seat) for seat in range(len(end.players))}
    for place, seat in enumerate(finish_order(story), start=1):
        player = end.players[seat]
        how = "won" if seat in end.winners else "bankrupt" if player.bankrupt else "left" if player.retired else ""
        rows.append((place, player.name, how, *map(end.money, (sum(parts[seat]), *parts[seat]))))
    yield _table("Final standing", ("", "Player", "", "Worth", "Cash", "Deeds", "Buildings"), rows)
    yield "<p class=quiet>Worth counts cash, deeds at their price (mortgaged ones half) and buildings.</p>"


def _worth(story: Story) -> Iterator[str]:
    points, end = worth_over_turns(story), story.end
    yield _figure(worth_chart(points, story.names, end.money))
    rows = [(str(point.turn), *map(end.money, point.worth)) for point in points]
    yield _folded("Worth as a table", _table("Worth after every turn", ("Turn", *story.names), rows), is_long=True)


def _money(story: Story) -> Iterator[str]:
    end, accounts = story.end, money_by_player(story)
    for label, sides in (("Came from", [one.came for one in accounts]), ("Went to", [one.went for one in accounts])):
        kinds = [kind for kind in MoneyKind if any(kind in side for side in sides)]
        words = [KIND_WORDS[kind] for kind in kinds]
        by_player = {name: [side.get(kind, 0) for kind in kinds] for name, side in zip(story.names, sides, strict=True)}
        if kinds:
            yield f"<h3>{label}</h3>"
            yield _figure(money_chart(f"{label} what, by player", words, by_player, end.money))
    rows = list[Row]([("At the start", *(end.money(one.opening) for one in accounts))])
    for kind in MoneyKind:
        for sign, sides in ((1, [one.came for one in accounts]), (-1, [one.went for one in accounts])):
            amounts = [sign * side.get(kind, 0) for side in sides]
            if any(amounts):
                rows.append((KIND_WORDS[kind], *(end.gain(amount) if amount else "" for amount in amounts)))
    rows.append(("At the end", *(end.money(one.closing) for one in accounts)))
    yield _folded("Money as a table", _table("Where money came from and went", ("", *story.names), rows))
    rents = list[Row]()
    for group in GROUPS:
        pairs = [(one.rent_came.get(group, 0), one.rent_went.get(group, 0)) for one in accounts]
        if any(got or paid for got, paid in pairs):
            cells = [end.money(amount) if amount else "" for pair in pairs for amount in pair]
            rents.append((end.board.group_name(group), *cells))
    heads = [f"{name} {what}" for name in story.names for what in ("got", "paid")]
    yield _folded("Rent by group", _table("Rent by group", ("Group", *heads), rents))


def _points(story: Story) -> Iterator[str]:
    points = turning_points(story)
    items = "\n".join(
        f"<li><b>Turn {point.turn}.</b> <span class=tag>{point.kind.value}</span> {escape(point.text)}</li>"
        for point in points
    )
    yield f"<ol class=points>\n{items}\n</ol>" if points else "<p>There was none yet.</p>"
    yield f"<p class=quiet>The rule: {escape(RULE[0].lower() + RULE[1:])}</p>"


def _board(story: Story) -> Iterator[str]:
    end, deeds = story.end, money_by_deed(story)
    yield heat_maps(story)
    stops = [landing.space for landing in landings(story)]
    rows = list[Row]()
    for space in end.board.spaces:
        cells: Row = ("", "", "", "")
        if space.deed >= 0:
            deed = deeds[space.deed]
            share = deed.return_percent
            cells = (deed.rents, end.money(deed.earned), end.money(deed.spent), "" if share is None else f"{share}%")
        rows.append((end.board.place_name(space.id), stops.count(space.id), *cells))
    heads = ("Space", "Landings", "Rents", "Rent earned", "Spent", "Return")
    yield _folded("The board as a table", _table("Landings and rent", heads, rows))
    spent = "what the Bank was paid for the deed and its buildings"
    yield f"<p class=quiet>Return is the rent earned, in percent of {spent}.</p>"


def _dice(story: Story) -> Iterator[str]:
    luck, seed = dice_luck(story), story.start.dice_seed
    yield f"<p>{escape(luck.verdict)}</p>"
    if seed and story.end.over:
        yield f"<p>Before the first throw, the dice were committed to: {in_groups(commitment_of(seed))}. Now their seed"
        yield f"can be shown: {escape(seed)}. Write the record with <code>companion export --output FILE</code>, and"
        yield "<code>companion dice verify FILE</code> shows throw by throw that nothing was altered.</p>"
    if not luck.rolls:
        return
    yield _figure(dice_chart(luck))
    totals = [(total, count, f"{luck.expected[total]:.1f}") for total, count in luck.totals.items()]
    people = [
        (story.names[one.player], one.rolls, f"{one.total / one.rolls:.2f}" if one.rolls else "", one.doubles)
        for one in luck.players
    ]
    yield _folded(
        "Dice as tables",
        _table("Totals of two dice", ("Total", "Rolled", "Expected"), totals),
        _table("By player; fair dice average 7", ("Player", "Rolls", "Average", "Doubles"), people),
    )


def _log(story: Story) -> Iterator[str]:
    lines, turn = list[str](), -1
    for line in report_log(story):
        if line.turn != turn:
            lines += ["</ol>"] if turn >= 0 else []
            lines += [f"<h3>Turn {line.turn}</h3>", "<ol class=log>"]
            turn = line.turn
        lines.append(_log_line(line))
    lines += ["</ol>"] if turn >= 0 else []
    summary = count_of(len(story.recorded), "move", "moves") + ", each with the clauses behind it"
    yield _folded(summary, *lines, is_long=True)
    yield f'<p class="on-paper">{NOT_PRINTED}</p>'


def _log_line(line: ReportLine) -> str:
    text = escape(line.text) if line.counts else f"<s>{escape(line.text)}</s> (taken back)"
    return f"<li>{text} <small>{escape(', '.join(dict.fromkeys(line.clauses)))}</small></li>"


# Pieces of a page


def _section(id: str, heading: str, parts: Iterable[str]) -> str:
    inner = "\n".join(parts)
    return f'<section aria-labelledby="{id}">\n<h2 id="{id}">{escape(heading)}</h2>\n{inner}\n</section>'


def _figure(svg: str) -> str:
    return f"<figure>{svg}</figure>"


def _folded(summary: str, *parts: str, is_long: bool = False) -> str:
    """On paper it is unfolded, unless it `is_long`: then only if somebody has unfolded it."""
    kind = ' class="long"' if is_long else ""
    return f"<details{kind}><summary>{escape(summary)}</summary>\n" + "\n".join(parts) + "\n</details>"


def _table(caption: str, heads: Sequence[str], rows: Iterable[Row]) -> str:
    """The first column that is no number names its row. A wide table scrolls by itself, also by the keyboard."""
    head = "".join(f'<th scope="col">{escape(text)}</th>' if text else "<td></td>" for text in heads)
    body = "\n".join("<tr>" + "".join(f"<td>{escape(str(cell))}</td>" for cell in row) + "</tr>" for row in rows)
    table = f"<table><caption>{escape(caption)}</caption>\n<thead><tr>{head}</tr></thead>\n"
    table += f"<tbody>\n{body}\n</tbody></table>"
    return f'<div class=wide role="region" tabindex="0" aria-label="{escape(caption)}">{table}</div>'
