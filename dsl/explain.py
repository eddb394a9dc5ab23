"""The longer text on a kind of problem, for those who ask for it."""

from importlib.resources import files

from rulesrun.dsl.codes import CATALOGUE


def explain(code: str) -> str | None:
    """What a code means, with examples if there are any; None if there is no such code.

    The examples stand in `explanations/<code>.md`: a paragraph or two, then `Wrong:`
    with an indented piece of rules, then `Right:` with another.
    """
    if code not in CATALOGUE:
        return None
    sentence = CATALOGUE[code].sentence
    page = files("rulesrun.dsl").joinpath("explanations", f"{code}.md")
    if not page.is_file():
        return sentence
    return f"{sentence}\n\n{page.read_text('utf-8').strip()}"
