"""axe-core: what in a page keeps people from using it."""

from typing import Any

from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page

AXE = Axe()
CONTRAST = ("color-contrast",)  # the only rule that asks for colours


def violations(page: Page, only: tuple[str, ...] = ()) -> list[str]:
    """Of all rules or of these, each with the first element that it found. In a page it is loaded once."""
    if page.evaluate("window.axe === undefined"):
        page.evaluate(AXE.axe_script)
    options = {"resultTypes": ["violations"]} | ({"runOnly": list(only)} if only else {})
    found: list[dict[str, Any]] = page.evaluate("options => axe.run(options).then((all) => all.violations)", options)
    return [f"{one['id']}: {one['nodes'][0]['html'][:160]}: {one['nodes'][0]['failureSummary']}" for one in found]
