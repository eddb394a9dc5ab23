"""The longer text on a kind of problem, for those who ask for it."""

import re
from importlib.resources import files

from rulesrun.dsl.problems.codes import CATALOGUE

EXAMPLES = re.compile(r"^(?:Wrong|Right|`[\w./-]+`):$", re.MULTILINE)
"""How an example begins, or a file of one."""


def explain(code: str, language: str | None = None) -> str | None:
    """What a code means, with examples if there are any; None if there is no such code.

    The examples stand in `explanations/<code>.md`: a paragraph or two, then `Wrong:`
    with an indented piece of rules, then `Right:` with another. In another language
    only what stands before them is translated, in `explanations/<language>/<code>.md`.
    """
    if code not in CATALOGUE:
        return None
    sentence = CATALOGUE[code].sentence
    folder = files("rulesrun.dsl.problems") / "explanations"
    page = folder / f"{code}.md"
    if not page.is_file():
        return sentence
    text = page.read_text("utf-8").strip()
    other = folder / f"{language}" / f"{code}.md"
    if language is not None and other.is_file():
        example = EXAMPLES.search(text)
        rest = text[example.start() :] if example is not None else ""
        text = f"{other.read_text('utf-8').strip()}\n\n{rest}".rstrip()
    return f"{sentence}\n\n{text}"
