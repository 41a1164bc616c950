"""Charts as SVG that stands in a page: no script, no style and no font of their own. The page's style colours them."""

import sys
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

from companion.story.course import WorthPoint
from companion.story.dice_luck import DiceLuck

if TYPE_CHECKING:
    import pygal  # type: ignore[import-untyped]

MAX_POINTS = 200  # of a longer game only every second or third turn is drawn
Money = Callable[[int], str]
_SVG = "{http://www.w3.org/2000/svg}"


def worth_chart(points: Sequence[WorthPoint], names: Sequence[str], money: Money) -> str:
    every = -(-len(points) // MAX_POINTS)
    drawn = [*points[:-1:every], points[-1]]
    chart = _library().Line(
        **_config("worth"), show_dots=False, show_minor_x_labels=False, value_formatter=lambda value: money(int(value))
    )
    chart.x_labels = [str(point.turn) for point in drawn]
    chart.x_labels_major_every = max(1, len(drawn) // 8)
    for seat, name in enumerate(names):
        chart.add(name, [point.worth[seat] for point in drawn])
    return _drawn(chart, "Everybody's worth at the end of every turn")


def money_chart(label: str, kinds: Sequence[str], by_player: Mapping[str, Sequence[int]], money: Money) -> str:
    """A bar for each kind of money, split by player."""
    config = _config(label.split()[0].lower()) | {"height": 100 + 28 * len(kinds)}
    chart = _library().HorizontalStackedBar(**config, value_formatter=lambda value: money(int(value)))
    chart.x_labels = list(reversed(kinds))  # the library draws from below
    for name, amounts in by_player.items():
        chart.add(name, list(reversed(amounts)))
    return _drawn(chart, label)


def dice_chart(luck: DiceLuck) -> str:
    chart = _library().Bar(**_config("dice"), value_formatter=lambda value: f"{value:g}")
    chart.x_labels = [str(total) for total in luck.totals]
    chart.add("rolled", list(luck.totals.values()))
    chart.add("expected", [round(hoped, 1) for hoped in luck.expected.values()])
    return _drawn(chart, "How often each total was rolled, and how often fair dice would on average")


def _library() -> Any:
    """Imported lazily: only a report needs it. Its hook for plugins is too old for Python, which warns of it with every
    import from then on; there are no plugins here.
    """
    import pygal

    sys.meta_path[:] = [finder for finder in sys.meta_path if hasattr(finder, "find_spec")]
    return pygal


def _config(id: str) -> dict[str, Any]:
    from pygal.style import Style  # type: ignore[import-untyped]

    style = Style(font_family="inherit", label_font_size=13, major_label_font_size=13, legend_font_size=14)
    return {
        "width": 440,
        "height": 290,
        "js": (),
        "css": (),
        "style": style,
        "legend_at_bottom": True,
        "legend_box_size": 12,
        "max_scale": 6,
        "margin": 6,
        "margin_right": 26,
        "truncate_legend": 14,
        "truncate_label": 24,
        "classes": (f"chart chart-{id}",),
    }


def _drawn(chart: "pygal.Graph", label: str) -> str:
    """Without what a page must not have, and with a name for those who cannot see it."""
    chart.title = None
    chart.uuid = label.split()[0].lower()
    root = chart.render_tree()
    for parent in list(root.iter()):
        for child in list(parent):
            tag = child.tag.removeprefix(_SVG) if isinstance(child.tag, str) else "comment"
            is_for_hovering = {"tooltip", "tooltip-overlay", "text-overlay"} & set(child.get("class", "").split())
            if tag in ("script", "style", "title", "desc", "comment") or is_for_hovering:
                parent.remove(child)
    for name in ("width", "height", "id"):
        root.attrib.pop(name, None)
    root.set("role", "img")
    root.set("aria-label", label)
    return ElementTree.tostring(root, encoding="unicode")
