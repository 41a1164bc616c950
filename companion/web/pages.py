"""The files of the pages: read from the program's own folder, by their names, and from nowhere else."""

from pathlib import Path

from aiohttp import web

FOLDER = Path(__file__).parent / "page"


def page(name: str) -> web.FileResponse:
    return web.FileResponse(FOLDER / name, headers={"Content-Type": "text/html; charset=utf-8"})


def files() -> list[web.AbstractRouteDef]:
    """Ours, and those of the terminal's script; a folder is never listed."""
    import textual_serve

    terminal = Path(textual_serve.__file__).parent / "static"
    return [web.static("/page", FOLDER, follow_symlinks=False), web.static("/terminal", terminal)]
