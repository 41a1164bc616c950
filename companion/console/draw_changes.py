"""Draws what has changed on a screen, and nothing around it: half of the time of a press goes into drawing."""

from collections.abc import Iterable

from textual._compositor import ChopsUpdate, Compositor
from textual.geometry import Region
from textual.strip import Strip


class ChangesCompositor(Compositor):
    """Textual renders all parts of a screen again if they lie between two that have changed, and all that are behind.

    This renders the front parts of each region that has changed, until they cover it. Textual has no public place for
    that: `_get_renders` is where it decides what to render.
    """

    def __init__(self) -> None:
        super().__init__()
        self._uncovered: set[Region] = set()  # have changed, and are not rendered yet

    def render_partial_update(self) -> ChopsUpdate | None:
        self._uncovered = self._dirty_regions.copy()
        try:
            return super().render_partial_update()
        finally:
            self._uncovered.clear()

    def _get_renders(self, crop: Region | None = None) -> Iterable[tuple[Region, Region, list[Strip]]]:
        if not self._uncovered:
            yield from super()._get_renders(crop)
            return
        for part, (region, clip) in self.visible_widgets.items():  # from front to back
            visible = region.intersection(clip)
            if any(map(visible.overlaps, self._uncovered)):
                yield region, clip, part.render_lines(visible.translate(-region.offset))
                self._uncovered.difference_update(filter(visible.contains_region, self._uncovered.copy()))
