"""A recorded game as a page of one file: every position of it, with a slider."""

from __future__ import annotations

from importlib.resources import files

from rulesrun.cli.playing.session import Session
from rulesrun.cli.web.looks import Looks
from rulesrun.table.hearing import Hearing
from rulesrun.table.story import labels_of, retold
from rulesrun.table.telling import tell
from rulesrun.table.values import Plain, packed
from rulesrun.web.export import Site, add_table, index, pictures_of, single

ASKS = ("question", "undo", "ahead", "made")
"""What of a scene is for whoever is to choose: nobody does on this page."""


def recording(session: Session, looks: Looks, viewer: int | None, first: str) -> str:
    """The page of a session, as somebody may know it: a seat, ONLOOKER, or none.

    It begins in the language `first`, if the game has that.
    """
    labels = labels_of(session.game)
    story = retold(session, labels)
    site = Site()
    add_table(site)
    data = files("rulesrun.web").joinpath("page", "recording.js").read_bytes()
    site.add("page/recording.js", data)
    pictures, placed = pictures_of(looks)
    for place, path in placed:
        site.add(place, path.read_bytes())
    for language, one in labels.items():
        at_end = one.at(session.position)
        hearing = Hearing(session, at_end, viewer, story, looks)
        site.add(f"told/{language}.json", packed({"told": _told(hearing)}))
    languages = [*labels]
    begins = first if first in labels else languages[0]
    about = {"languages": languages, "first": begins, "pictures": pictures}
    page = index(about, labels, "recording.js", around=())
    site.add("index.html", page, packed=False)
    return single(site)


def _told(hearing: Hearing) -> list[Plain]:
    """What a table would have told, one message a kind."""
    scene = {
        name: value
        for name, value in tell("scene", hearing).items()
        if name not in ASKS
    }
    scene |= {"version": 0, "stopped": None}
    film = {**tell("film", hearing), "alone": True}
    others = (tell(kind, hearing) for kind in ("game", "ledger", "rulebook"))
    return [*others, scene, film]
