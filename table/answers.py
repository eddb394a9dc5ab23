"""What the server answers: files, parts of pages, data, and why there is nothing."""

from __future__ import annotations

import json
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response

from rulesrun.table.parts import Part
from rulesrun.table.values import Plain

TYPES = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".jpeg": "image/jpeg",
    ".webp": "image/webp",
    ".avif": "image/avif",
}

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}


def nothing_here() -> Response:
    """What somebody sees who has no link."""
    text = "There is no table here. Ask whoever has opened one for a link.\n"
    return PlainTextResponse(text, 404, HEADERS)


def part_of(part: Part, name: str, request: Request) -> Response:
    """A file of the page, packed where that is understood; nothing if it is known."""
    kind = TYPES.get(Path(name).suffix)
    if kind is None:
        return nothing_here()
    headers = {**HEADERS, "Cache-Control": "no-cache", "ETag": part.tag}
    headers["Vary"] = "Accept-Encoding"
    if request.headers.get("if-none-match") == part.tag:
        return Response(status_code=304, headers=headers)
    data = part.plain
    if part.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
        data = part.packed
    return Response(data, headers=headers, media_type=kind)


def page_file(path: Path) -> Response:
    """A file of a kind that pages are made of; nothing for any other."""
    kind = TYPES.get(path.suffix)
    if kind is None or not path.is_file():
        return nothing_here()
    headers = dict(HEADERS)
    if path.suffix == ".svg":  # a picture, and no page with scripts
        headers["Content-Security-Policy"] = (
            "default-src 'none'; style-src 'unsafe-inline'"
        )
    return FileResponse(path, headers=headers, media_type=kind)


def data_of(data: Plain, status: int = 200) -> Response:
    """Plain data."""
    text = json.dumps(data, ensure_ascii=False)
    return Response(text, status, HEADERS, media_type="application/json")


def sorry(text: str, status: int = 503) -> Response:
    """Why something cannot be shown now, as a text."""
    return PlainTextResponse(f"{text}\n", status, HEADERS)
