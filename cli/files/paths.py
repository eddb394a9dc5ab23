"""What may be given where rules files are asked for: files, games, folders, or `-`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from rulesrun.cli.files.shipped import shipped
from rulesrun.cli.files.sources import STANDARD_INPUT, beside_it, find_path, is_folder
from rulesrun.cli.output.problems import Unusable


def rules_files(names: Iterable[str]) -> list[str]:
    """The files that are meant, each once: of a folder all that lie in it, however deep.

    Hidden folders are left out. Raises Unusable for a folder without rules.
    """
    return list(dict.fromkeys(name for one in names for name in _files(one)))


def _files(name: str) -> Iterator[str]:
    folder = Path(name)
    if name == STANDARD_INPUT:
        yield name
        return
    if is_folder(folder):
        result = [
            str(path)
            for path in sorted(folder.rglob("*.rules"))
            if not any(part.startswith(".") for part in path.relative_to(folder).parts)
        ]
        if result or name not in shipped():
            if not result:
                where = "this folder" if name == "." else name
                hint = beside_it(folder)
                raise Unusable(f"there are no rules files in {where}{hint}")
            yield from result
            return
    try:
        yield str(find_path(name))
    except Unusable:  # told where it is read, after what can be
        yield name
