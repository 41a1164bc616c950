"""The board as heat maps: where tokens landed, what rent was earned, and what came back of what was spent."""

from collections.abc import Sequence
from html import escape

from companion.rules.board import Board
from companion.rules.ids import SpaceId
from companion.story import Story
from companion.story.course import landings
from companion.story.money import money_by_deed

STEPS = 5  # shades, from none to the most


def heat_maps(story: Story) -> str:
    board, deeds = story.end.board, money_by_deed(story)
    stops = [landing.space for landing in landings(story)]
    landed = [stops.count(space) for space in range(40)]
    earned, back = [0] * 40, [0] * 40
    for one in deeds:
        space = board.deeds[one.deed].space
        earned[space], back[space] = one.earned, one.return_percent or 0
    return "\n".join(
        (
            "<div class=maps>",
            _map("Landings", board, landed, [str(count) if count else "" for count in landed]),
            _map("Rent earned", board, earned, [board.currency.digits(sum) if sum else "" for sum in earned]),
            _map("Return in percent", board, back, [str(share) if share else "" for share in back]),
            "</div>",
        )
    )


def _map(title: str, board: Board, values: Sequence[int], shown: Sequence[str]) -> str:
    """A ring of forty squares. The table below says the same in words."""
    most = max(values) or 1
    squares = "".join(
        f'<rect class="heat-{-(-values[space] * STEPS // most)}" x="{x}" y="{y}" width="38" height="38" rx="3"/>'
        f'<text class="heat-text-{-(-values[space] * STEPS // most)}{" long" if len(shown[space]) > 4 else ""}"'
        f' x="{x + 19}" y="{y + 24}">{shown[space]}</text>'
        for space in range(40)
        for x, y in [_corner(space)]
    )
    top = max(range(40), key=lambda space: values[space])
    label = f"{title} on the ring of the board; the most: {board.place_name(top)}, {shown[top] or 'none'}"
    inner = (
        f'<text class="map-title" x="220" y="215">{escape(title)}</text><text x="220" y="240" class="map-top">most: '
    )
    inner += f"{escape(board.spaces[top].name)}</text>" if values[top] else "none</text>"
    return f'<svg class="map" viewBox="0 0 440 440" role="img" aria-label="{escape(label)}">{squares}{inner}</svg>'


def _corner(space: SpaceId) -> tuple[int, int]:
    """Where a space is drawn: GO at the lower right, and on clockwise."""
    side, step = divmod(space, 10)
    column, row = ((10 - step, 10), (0, 10 - step), (step, 0), (10, step))[side]
    return column * 40 + 1, row * 40 + 1
