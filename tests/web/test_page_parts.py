"""What the scripts of pages import is there, and what the text editor is made of is pinned."""

from __future__ import annotations

import base64
import gzip
import json
import re
from random import Random
from typing import TYPE_CHECKING, cast

import pytest
from compiling import shipped

from rulesrun.interpreter.memory.compiled import Compiled, Unwritten
from rulesrun.interpreter.native.engine import Engine
from rulesrun.interpreter.native.wasm import Library
from rulesrun.web.codemirror import SCRIPTS as EDITOR
from rulesrun.web.export import ROOTS, SCRIPTS, Site, Subject, add_page
from rulesrun.web.making import modules_for_pages
from rulesrun.web.playground import PARTS

if TYPE_CHECKING:
    from rulesrun.interpreter.memory.compiled import Told
    from rulesrun.interpreter.native.wasm import Host

IMPORTED = re.compile(r"^(?:import|export)\b[^;]*?from \"([^\"]+)\";", re.MULTILINE)


@pytest.mark.parametrize("scripts", [SCRIPTS, PARTS], ids=["export", "playground"])
def test_every_script_finds_what_it_imports(scripts: tuple[str, ...]) -> None:
    site = Site()
    add_page(site, scripts)
    missing = [
        (name, wanted)
        for name, data in site.texts.items()
        if name.endswith(".js")
        for wanted in IMPORTED.findall(data.decode())
        if f"page/{wanted.removeprefix('./')}" not in site.texts
        and wanted not in EDITOR
    ]
    assert missing == []


def test_the_rules_of_a_page_have_their_rulebook_in_all_languages() -> None:
    rules = Subject.of("alhambra", shipped("alhambra")).rules()
    names = ("rulebook.md", "rulebook.fa.md", "fa.po", "looks.toml", "buildings.csv")
    assert {f"alhambra/{name}" for name in names} < rules.keys()
    assert "alhambra.rules" in rules


def test_the_scripts_of_the_text_editor_are_pinned() -> None:
    for name, (package, inner) in EDITOR.items():
        assert package.name == name
        assert re.fullmatch(r"\d+\.\d+\.\d+", package.version)
        assert re.fullmatch(r"sha512-[A-Za-z0-9+/]{86}==", package.integrity)
        assert inner.endswith(".js")


def test_whatever_writes_a_game_in_c_is_on_a_page() -> None:
    there = modules_for_pages(ROOTS, writing=False)
    used = [
        (module, name)
        for module, data in there.items()
        if module.endswith(".py") and module.startswith("rulesrun/")
        for name in re.findall(rb'"(\w+\.h)"', data)
    ]
    assert len(used) > 5
    headers = {place.rpartition("/")[2] for place in there if place.endswith(".h")}
    missing = [(module, name) for module, name in used if name.decode() not in headers]
    assert missing == []


def test_no_structures_are_handed_to_a_module() -> None:
    engine = object.__new__(Engine)
    engine.lib = Library(cast("Host", None))
    with pytest.raises(Unwritten):
        Compiled(cast("Told", None), engine)


@pytest.mark.parametrize("size", range(1, 9))
def test_a_pack_holds_all_files_and_no_sign_of_a_page(size: int) -> None:
    site = Site()
    site.add("data", Random(size).randbytes(size + 997))
    site.add("text", "<!-- </script>")
    site.add("index.html", "alone", packed=False)
    text = site.pack()
    assert "<" not in text
    assert "\\" not in text
    packed = json.loads(text.partition("=")[2].rstrip(";\n"))
    result = {
        name: gzip.decompress(base64.b85decode(one.replace(".", "<")))
        for name, one in packed.items()
    }
    assert result == {name: site.texts[name] for name in ("data", "text")}
