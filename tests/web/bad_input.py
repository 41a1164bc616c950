"""All the bad input that a browser, a guest's program or a bad network may send, and how the server answers it.

Add to this list. `test_bad_input` sends everything to the real server and checks the answer and its cost.
"""

import gzip
from typing import NamedTuple


class Call(NamedTuple):
    """`cookie` says whose cookie is sent: nobody's, the banker's or a player's; `{host}` is the server's own host."""

    name: str
    method: str
    path: str
    status: int
    headers: tuple[tuple[str, str], ...] = ()
    body: bytes = b""
    cookie: str = ""


def _from(origin: str) -> tuple[tuple[str, str], ...]:
    return (("Origin", origin),)


FORM = (("Content-Type", "application/x-www-form-urlencoded"),)
ORIGINS = (
    ("no", ""),
    ("a foreign", "http://evil.example"),
    ("a null", "null"),
    ("a longer", "http://{host}.evil.example"),
    ("an upper-case", "HTTP://{host}"),
    ("another port's", "http://127.0.0.1:1"),
    ("a secure", "https://{host}"),
    ("a trailing slash's", "http://{host}/"),
)
HOSTS = ("evil.example", "{host}.evil.example", "[::1]:8080", "127.0.0.1", "127.0.0.1:1", "{host} ", "LOCALHOST:0", "")
CODES = (
    ("Arabic digits", "code=%D9%A1%D9%A2%D9%A3%D9%A4%D9%A5%D9%A6"),
    ("five digits", "code=12345"),
    ("5,000 digits", "code=" + "1" * 5_000),
    ("a sign", "code=-12345"),
    ("letters", "code=abcdef"),
    ("no code", "name=x"),
    ("a null", "code=%00%00%00%00%00%00"),
    ("too many fields", "&".join(f"a{number}=1" for number in range(50)) + "&code=123456"),
    ("bytes that are no text", "code=\xff\xfe"),
    ("a file", '--x\r\nContent-Disposition: form-data; name="code"; filename="f"\r\n\r\n123456\r\n--x--\r\n'),
)
ACTS = (
    ("{", b"{"),
    ("a number", b"5"),
    ("a list", b"[]"),
    ("no act", b'{"id":"x","seen":0,"beat":1}'),
    ("no id", b'{"act":{"type":"EndTurn","player":0},"seen":0,"beat":1}'),
    ("an empty id", b'{"id":"","act":{"type":"EndTurn","player":0},"seen":0,"beat":1}'),
    ("a long id", b'{"id":"' + b"x" * 3_000 + b'","act":{},"seen":0,"beat":1}'),
    ("of what nobody saw", b'{"id":"x","act":{"type":"EndTurn","player":0},"beat":1}'),
    ("from nobody who hears", b'{"id":"x","act":{"type":"EndTurn","player":0},"seen":0}'),
    ("something more", b'{"id":"x","act":{},"seen":0,"beat":1,"role":"banker"}'),
    ("4,000 brackets", b'{"id":"x","act":' + b"[" * 4_000 + b"]" * 4_000 + b"}"),
    ("4,000 open brackets", b"[" * 4_000),
    ("not a number", b'{"id":"x","act":NaN}'),
    ("bytes that are no text", b'{"id":"\xff\xfe","act":{}}'),
    ("a line break in the act", b'{"id":"x","act":{"type":"Roll"\n'),
)
QUESTIONS = (
    ("{", b"{"),
    ("no question", b'{"beat":1}'),
    ("nobody's", b'{"request":{"type":"ReadLog"}}'),
    ("unknown", b'{"request":{"type":"ReadMinds"},"beat":1}'),
    ("about a move that is no number", b'{"request":{"type":"ReadLog","before":"x"},"beat":1}'),
    (
        "about a thousand clauses",
        b'{"request":{"type":"ExplainClauses","clauses":["' + b"x" * 60_000 + b'"]},"beat":1}',
    ),
    ("no object", b'{"request":[],"beat":1}'),
)
BOMB = gzip.compress(bytes(12_000_000))  # 12 kB on the wire

CALLS = (
    *(Call(f"Host {host!r}", "GET", "/pair", 421, (("Host", host),)) for host in HOSTS if host not in ("", "{host} ")),
    *(Call(f"{name} Origin to pair", "POST", "/pair", 403, _from(origin)) for name, origin in ORIGINS),
    *(Call(f"{name} Origin to act", "POST", "/give", 403, _from(origin), b"{}", "player") for name, origin in ORIGINS),
    *(Call(f"a code of {name}", "POST", "/pair", 400, FORM, body.encode("latin-1")) for name, body in CODES),
    Call("a code in another alphabet", "POST", "/pair", 400, (("Content-Type", "text/plain; charset=nope"),), b"\xff"),
    *(Call(f"an act that is {name}", "POST", "/give", 400, (), body, "player") for name, body in ACTS),
    Call("a body of 64 kB and a byte", "POST", "/ask", 413, (), b"x" * 65_537, "player"),
    Call("a form of 64 kB and a byte", "POST", "/pair", 413, FORM, b"x" * 65_537),
    Call("a packed body that unfolds", "POST", "/give", 415, (("Content-Encoding", "gzip"),), BOMB, "player"),
    Call("a packed form that unfolds", "POST", "/pair", 415, (("Content-Encoding", "gzip"),), BOMB),
    Call("a body that is not packed", "POST", "/pair", 415, (("Content-Encoding", "gzip"),), b"code=123456"),
    *(Call(f"a question that is {name}", "POST", "/ask", 400, (), body, "player") for name, body in QUESTIONS),
    Call("an answer to nothing", "POST", "/answer", 400, (), b"{}", "banker"),
    Call("another way of asking", "DELETE", "/give", 405, cookie="player"),
    Call("a look around", "OPTIONS", "/give", 405, cookie="player"),
    Call("what is not there", "GET", "/download/1", 404, cookie="banker"),
    Call("a folder", "GET", "/page/", 404, cookie="banker"),
    Call("a page of no name", "GET", "/page/" + "x" * 300, 404),
    Call("a file of another version", "GET", "/page/0123456789abcdef/page.css", 404),
    Call("a wall that says nothing", "POST", "/wall/enter", 400),
    Call("a wall with a short secret", "POST", "/wall/enter", 400, (), b'{"secret":"x"}'),
    Call("a wall with a secret that is no text", "POST", "/wall/enter", 400, (), b'{"secret":5}'),
    *(Call(f"{name} Origin to knock", "POST", "/wall/knock", 403, _from(origin)) for name, origin in ORIGINS),
    Call("a way out of the folder", "GET", "/page/../server.py", 404, cookie="banker"),
    Call("a hidden way out", "GET", "/page/%2e%2e/server.py", 404, cookie="banker"),
    Call("a way out by a root", "GET", "/page//etc/passwd", 404, cookie="banker"),
    Call("a null in the path", "GET", "/page/%00", 404, cookie="banker"),
    Call("a forwarded address", "GET", "/paired", 401, (("X-Forwarded-For", "127.0.0.1"),)),
    Call("a forwarded host", "GET", "/paired", 401, (("X-Forwarded-Host", "{host}"), ("Forwarded", "for=127.0.0.1"))),
)

# Cookies that sign nobody in. `{good}` is a paired device's cookie.
COOKIES = (
    "",
    "companion=",
    "companion=1",
    "companion=....",
    "companion=1.0123456789abcdef.banker.1.00",
    "companion=" + "x" * 5_000,
    "companion=\x01",
    "{good}; {good}",  # two count as none
    "{good}0",
    "{good}; companion=1",
    "other={good}",
    "Companion={good}",
)

# Bytes that are hardly a request; the only answer is an error.
BYTES = (
    b"GET\r\n\r\n",
    b"GET / HTTP/9.9\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",  # an attempt at https
    b"GET /pair HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
    b"GET /pair HTTP/1.1\r\n\r\n",
    b"GET /pair HTTP/1.1\r\nHost: \xff\r\nConnection: close\r\n\r\n",
    b"POST /pair HTTP/1.1\r\nHost: {host}\r\nContent-Length: -1\r\n\r\n",
    b"POST /pair HTTP/1.1\r\nHost: {host}\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    b"GET /" + b"a" * 9_000 + b" HTTP/1.1\r\nHost: {host}\r\n\r\n",
    b"GET /pair HTTP/1.1\r\nHost: {host}\r\nX: " + b"a" * 9_000 + b"\r\n\r\n",
    b"GET /pair HTTP/1.1\r\n" + b"".join(b"X%d: a\r\n" % number for number in range(1_500)) + b"\r\n",
    b"GET /pair HTTP/1.1\r\nX: " + b"a" * 20_000,  # never ends
    b"a" * 40_000,
)

# Names that people and devices may choose: shown as they are or tidied, and never executed.
NAMES = (
    "[red]Ann[/red]",
    "<img src=x onerror=alert(1)>",
    "\x1b[2J",
    "\u202eAnn",
    "👨‍👩‍👧",
    "x" * 10_000,
    "\x00",
    "",
)
