"""Where a table is found: the addresses of this machine, links, and links as pictures."""

from __future__ import annotations

import io
import ipaddress
import socket
from contextlib import suppress

from rulesrun.cli.output.problems import Unusable, reason

ANY = ("0.0.0.0", "::", "")
"""Hosts that stand for every address of this machine."""

_ELSEWHERE = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}
"""Addresses that nobody has: nothing is sent to them."""


def reached_at(host: str) -> str:
    """The address by which others reach this machine, if it listens on a host.

    Where it listens on every address, that by which it reaches others.
    """
    if host not in ANY:
        return host
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
        probe.connect((_ELSEWHERE[family], 9))
        return str(probe.getsockname()[0])
    with suppress(OSError):
        return socket.gethostbyname(socket.gethostname())
    return "::1" if ":" in host else "127.0.0.1"


def is_for_others(host: str) -> bool:
    """Whether anybody but this machine itself can come by a host."""
    if host in ANY:
        return True
    with suppress(ValueError):
        return not ipaddress.ip_address(host).is_loopback
    return host != "localhost"


def link_to(host: str, port: int, token: str | None = None) -> str:
    """The address of the page behind a token, or of the first page."""
    address = f"[{host}]" if ":" in host else host
    return f"http://{address}:{port}/" + (f"t/{token}" if token else "")


def picture_of(link: str) -> str | None:
    """A link as a QR code in lines of text; none where nothing here can draw one."""
    try:
        import segno  # only here codes are drawn
    except ImportError:
        return None
    text = io.StringIO()
    segno.make(link, error="l", micro=False).terminal(text, compact=True, border=2)
    return text.getvalue()


def code_of(link: str) -> str:
    """A link as a code that a phone reads; raises Unusable."""
    code = picture_of(link)
    if code is None:
        raise Unusable(
            "the table needs segno, which is not installed: "
            "pip install 'rulesrun[table]'"
        )
    return code


def bound(host: str, port: int) -> socket.socket:
    """The place where the server listens; raises Unusable where it cannot."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    result = socket.socket(family, socket.SOCK_STREAM)
    result.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        result.bind((host, port))
        result.listen(256)
    except OSError as error:
        result.close()
        raise Unusable(
            f"cannot listen on {host} port {port}: {reason(error)}; "
            "choose another with --host and --port"
        ) from error
    except OverflowError as error:
        raise Unusable(f"there is no port {port}") from error
    return result
