"""What is told of files in an earlier edition of the language."""


def earlier_edition(paths: list[str]) -> str:
    """How files of edition 1 go over to edition 2, in one line."""
    what = f"{paths[0]} is" if len(paths) == 1 else f"{len(paths)} files are"
    named = paths[0] if len(paths) == 1 else "FILE..."
    return (
        f"{what} written in edition 1 of the language; "
        f"`rulesrun fmt --upgrade {named}` goes over to edition 2"
    )
