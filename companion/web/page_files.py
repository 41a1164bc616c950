"""The files of the pages, read once. Their addresses hold a digest of them all, so that browsers keep them for ever."""

import gzip
import hashlib
from pathlib import Path
from typing import NamedTuple

from aiohttp import web

PAGE_FOLDER = Path(__file__).parent / "page"
FOR_EVER = "public, max-age=31536000, immutable"
HOUSEHOLD = "HOUSEHOLD"  # stands in a manifest for what the household calls its table
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".ico": "image/x-icon",
    ".woff2": "font/woff2",
    ".mp3": "audio/mpeg",
    ".ogg": "audio/ogg",
    ".wav": "audio/wav",
}


class PageFile(NamedTuple):
    type: str
    content: bytes
    packed: bytes


class PageFiles:
    """A page names its files as /page/NAME, and gets them as /page/DIGEST/NAME; they name each other relatively."""

    def __init__(self, household: str, folder: Path = PAGE_FOLDER) -> None:
        found = {path.name: path.read_bytes() for path in sorted(folder.iterdir()) if path.suffix in TYPES}
        found = {
            name: content.replace(HOUSEHOLD.encode(), household.encode()) if name.endswith(".webmanifest") else content
            for name, content in found.items()
        }
        everything = b"".join(b"%s\0%d\0%s" % (name.encode(), len(found[name]), found[name]) for name in found)
        self.digest = hashlib.sha256(everything).hexdigest()[:16]
        here = f'"/page/{self.digest}/'.encode()
        self._files: dict[str, PageFile] = {}
        for name, content in found.items():
            if name.endswith(".html"):
                content = content.replace(b'"/page/', here)
            self._files[name] = PageFile(TYPES[Path(name).suffix], content, gzip.compress(content, mtime=0))

    def __contains__(self, name: str) -> bool:
        return name in self._files

    def page(self, request: web.Request, name: str) -> web.Response:
        if name not in self._files:
            raise web.HTTPNotFound
        return self._answer(request, name, "no-store")

    async def serve(self, request: web.Request) -> web.Response:
        """Kept for ever if its address has the digest of now. Another digest is of an older version."""
        digest = request.match_info.get("digest")
        if digest not in (None, self.digest) or request.match_info["name"] not in self._files:
            raise web.HTTPNotFound
        return self._answer(request, request.match_info["name"], FOR_EVER if digest else "no-store")

    def _answer(self, request: web.Request, name: str, kept: str) -> web.Response:
        type, content, packed = self._files[name]
        headers = {"Content-Type": type, "Cache-Control": kept, "Vary": "Accept-Encoding"}
        if "gzip" in request.headers.get("Accept-Encoding", "") and len(packed) < len(content):
            return web.Response(body=packed, headers=headers | {"Content-Encoding": "gzip"})
        return web.Response(body=content, headers=headers)
