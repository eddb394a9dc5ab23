"""Values of a state as plain data for JSON, and back."""

from typing import Any


def to_plain(value: Any) -> Any:
    """Lists for tuples, marked objects for grids and sets, in a canonical order."""
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, tuple | list):
        return [to_plain(part) for part in value]
    if isinstance(value, dict):
        return {"grid": [[to_plain(k), to_plain(v)] for k, v in sorted(value.items())]}
    if isinstance(value, frozenset):
        return {"set": sorted(to_plain(part) for part in value)}
    raise TypeError(f"a state holds no {type(value).__name__}")


def from_plain(value: Any) -> Any:
    """The value that `to_plain` gave; raises ValueError for anything else."""
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, list):
        return tuple(from_plain(part) for part in value)
    if isinstance(value, dict) and set(value) == {"grid"}:
        return {from_plain(k): from_plain(v) for k, v in value["grid"]}
    if isinstance(value, dict) and set(value) == {"set"}:
        return frozenset(from_plain(part) for part in value["set"])
    raise ValueError("unknown kind of value")
