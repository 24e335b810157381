"""Sends mutated forms of what reader apps send to the three APIs. A seed makes the same requests again, unless the server's data differ."""

import gzip
import hashlib
import json
import socket
import sqlite3
import time
import urllib.parse
from contextlib import closing
from http.client import HTTPResponse

from programs import world
from replays import STATE, Google
from sync import FEEDS, TOKEN, Followed

LARGEST_BODY = 2 << 20
# How much larger the server may be afterwards, after it has read bodies of that size.
GROWTH = 256 << 20
STATUSES = {200, 201, 204, 304, 400, 401, 403, 404, 405, 413, 414, 429, 431, 501, 505}
LONG = "tag:google.com,2005:reader/item/"

NUMBERS = ["", "-1", "0", "00", "+1", "1.5", "1e3", "0x10", " 1", "1 ", "NaN", "١", "2147483648", "9223372036854775807", "9223372036854775808", "-9223372036854775808",
           "-9223372036854775809", "9" * 30, "9" * 5_000, "true", "null", "[]"]
ITEMS = NUMBERS + [LONG, LONG + "f" * 16, LONG + "8" + "0" * 15, LONG + "g" * 16, LONG + "1" * 400, LONG + "-1", LONG + "+1", LONG + "0x1", "f" * 16, "0" * 16, "G" * 16, "-" + "0" * 15]
STREAMS = ["", "feed", "feed/", "feed/-1", "feed/99999999999999999999", "feed/news/top", "feed/feed/1", "user", "user/", "user//", "user/-/label/", "user/-/label/\0", "user/-/state",
           "user/-/state/com.google/", "user/-/state/com.google/nothing", "user/-/label/" + "a/" * 2_000, "user/-/label/..", "reading-list/", "/reading-list", STATE + "read/read"]
TEXTS = ["", "\0", "\r\nX-Injected: 1", "<script>", "../../etc/passwd", "%", "%zz", "%C3%28", "a" * 10_000, "\u202e\ufeff", "🧵" * 500, "'; DROP TABLE item; --", "user/-/label/x", "{}", "a=b&c=d"]
BYTES = [b"\xff\xfe", b"\xc3(", b"\xed\xa0\x80", b"\xf8\x88\x80\x80\x80", b"\xc0\x80"]
# No address of another machine: the server would look there.
FEED_ADDRESSES = ["", "feed/", "news/best", "feed/news/top", "nothing", "javascript:alert(1)", "file:///etc/passwd", "http://", "http:///x", "http://[",
                  "http://127.0.0.1:1/", "http://127.0.0.1:99999/", "\0"]
VALUES = {"i": ITEMS, "id": ITEMS, "with_ids": ITEMS, "since_id": ITEMS, "max_id": ITEMS, "c": ITEMS, "s": STREAMS, "a": STREAMS, "r": STREAMS, "xt": STREAMS, "it": STREAMS, "dest": STREAMS,
          "quickadd": FEED_ADDRESSES, "feed_url": FEED_ADDRESSES, "url": FEED_ADDRESSES} | dict.fromkeys(("n", "ot", "nt", "ts", "before", "limit", "offset"), NUMBERS)
METHODS = ["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "FROB", "get"]
JSON_VALUES = [None, True, -1, 0, 1.5, 2**31, 2**63, 2**64, 10**40, "", "1", "\ud800", "\0", [], [None], [[1]], {}, {"id": 1}, [10**40], ["1"], [1] * 20_000, "x" * 10_000]
HEADERS = [("Content-Type", ""), ("Content-Type", "application/json"), ("Content-Type", "text/xml; charset=utf-16"), ("Content-Type", "multipart/form-data; boundary=x"), ("Accept", "text/html"),
           ("Accept", "text/event-stream"), ("If-None-Match", "*"), ("If-None-Match", 'W/"'), ("If-None-Match", "," * 2_000), ("If-Modified-Since", "never"), ("Range", "bytes=5-1"),
           ("Accept-Encoding", "gzip;q=x, *;q=0"), ("Content-Encoding", "gzip"), ("A-IM", "feed"), ("Cookie", "session=x"), ("X-Forwarded-For", "x"), ("Origin", "null"), ("X-Long", "x" * 6_000)]


class Request:
    """One request, in parts that can be mutated."""

    def __init__(self, api, method, base, path, query=(), form=None, body=None):
        self.api, self.method, self.base, self.path = api, method, base, path
        self.query, self.form, self.body = list(query), None if form is None else list(form), body
        self.headers, self.credentials, self.is_chunked = [], "right", False

    @property
    def adds_feeds(self):
        return any(part in self.path for part in ("quickadd", "subscription/edit", "feeds", "discover", "subscription/import"))


def templates(followed, app):
    """What apps send, with numbers that exist."""
    items = app.ids(STATE + "reading-list", n=20)
    feeds = [feed["id"] for feed in app.get("subscription/list")["subscriptions"]]
    long = [f"{LONG}{item:016x}" for item in items]
    reader, api, feed = "/api/greader.php", "google", feeds[0] if feeds else "feed/1"
    number = feed[5:]

    def google(path, query=(), form=None, body=None, base=reader):
        query = list(query) + ([("output", "json")] if form is None else [])
        return Request(api, "GET" if form is None and body is None else "POST", base, "/reader/api/0/" + path, query, None if form is None else form + [("T", app.token)], body)

    def miniflux(method, path, query=(), document=None):
        return Request("miniflux", method, "/v1", path, query, body=None if document is None else json.dumps(document).encode())

    def fever(*query, form=()):
        return Request("fever", "POST", "/fever/", "", [("api", "")] + list(query), list(form))

    paging = [("n", "50"), ("c", str(items[0] if items else 1)), ("xt", STATE + "read"), ("ot", str(int(time.time()) - 86_400)), ("nt", str(int(time.time()))), ("r", "o")]
    return [
        Request(api, "POST", reader, "/accounts/ClientLogin", form=[("Email", "any"), ("Passwd", followed.token), ("output", "json")]),
        google("token"), google("user-info"), google("tag/list"), google("subscription/list"), google("unread-count", [("all", "true")]),
        google("stream/items/ids", [("s", STATE + "reading-list")] + paging), google("stream/items/ids", [("s", feed)] + paging, base=""),
        google("stream/contents/" + STATE + "reading-list", paging),
        google("stream/contents/" + urllib.parse.quote(feed, safe=""), [("n", "3")]),
        google("stream/contents", [("s", feed)] + paging),
        google("stream/items/contents", form=[("i", one) for one in long[:5]]),
        google("edit-tag", form=[("i", long[0] if long else "1"), ("a", STATE + "read"), ("r", STATE + "starred")]),
        google("edit-tag", form=[("i", str(one)) for one in items] + [("r", STATE + "read")]), google("mark-all-as-read", form=[("s", feed), ("ts", str(time.time_ns() // 1_000))]),
        google("rename-tag", form=[("s", "user/-/label/Code"), ("dest", "user/-/label/Programs")]), google("disable-tag", form=[("s", "user/-/label/Programs")]),
        google("subscription/edit", form=[("ac", "edit"), ("s", feed), ("t", "Title"), ("a", "user/-/label/Code")]),
        google("subscription/edit", form=[("ac", "unsubscribe"), ("s", feeds[-1] if feeds else feed)]),
        google("subscription/quickadd", form=[("quickadd", "news/best")]),
        google("subscription/export"),
        google("subscription/import", body=b"<opml version='1.0'><body><outline text='x'/></body></opml>"),
        Request(api, "GET", reader, "/reader/atom/" + urllib.parse.quote(feed, safe=""), [("n", "3")]),
        miniflux("GET", "/me"),
        miniflux("GET", "/version"),
        miniflux("GET", "/categories", [("counts", "true")]),
        miniflux("GET", "/feeds"),
        miniflux("GET", f"/feeds/{number}"),
        miniflux("GET", "/feeds/counters"),
        miniflux("GET", f"/feeds/{number}/entries", [("status", "unread"), ("order", "id"), ("direction", "desc"), ("limit", "3"), ("offset", "1")]),
        miniflux("GET", f"/feeds/{number}/icon"),
        miniflux("GET", "/entries", [("status", "unread"), ("starred", "true"), ("search", "a"), ("after", "1"), ("before", "2000000000"),
                                     ("after_entry_id", "1"), ("category_id", "1"), ("limit", "9")]),
        miniflux("GET", "/entries/ids", [("status", "unread")]),
        miniflux("GET", f"/entries/{items[0] if items else 1}"),
        miniflux("PUT", "/entries", document={"entry_ids": items[:3], "status": "read", "starred": False}),
        miniflux("PUT", f"/entries/{items[0] if items else 1}/bookmark"),
        miniflux("POST", "/categories", document={"title": "New"}),
        miniflux("PUT", "/categories/1", document={"title": "Newer"}),
        miniflux("DELETE", "/categories/2"),
        miniflux("PUT", f"/feeds/{number}", document={"category_id": 1, "title": "Title"}),
        miniflux("POST", "/feeds", document={"feed_url": "news/best", "category_id": 1}),
        miniflux("PUT", f"/feeds/{number}/mark-all-as-read"),
        miniflux("PUT", "/users/1/mark-all-as-read"),
        miniflux("POST", "/discover", document={"url": "news/best"}),
        miniflux("GET", "/export"),
        miniflux("POST", "/import", document="<opml/>"), miniflux("GET", "/integrations/status"),
        fever(("groups", ""), ("feeds", "")),
        fever(("items", ""), ("since_id", "1")),
        fever(("items", ""), ("max_id", str(2**53 - 1))),
        fever(("items", ""), ("with_ids", ",".join(map(str, items[:3])))),
        fever(("unread_item_ids", ""), ("saved_item_ids", ""), ("favicons", ""), ("links", "")),
        fever(form=[("mark", "item"), ("as", "saved"), ("id", str(items[0] if items else 1))]),
        fever(form=[("mark", "feed"), ("as", "read"), ("id", number), ("before", str(int(time.time())))]),
        fever(form=[("mark", "group"), ("as", "read"), ("id", "0"), ("before", "1")]),
    ]


class Mutator:
    def __init__(self, random):
        self.random = random

    def mutate(self, request):
        for _ in range(self.random.choice((0, 1, 1, 1, 2, 3))):
            kinds = (self.parameters, self.method, self.path, self.document, self.body, self.credentials, self.header)
            self.random.choice(kinds + (self.value,) * 3)(request)

    def value(self, request):
        parameters = self.random.choice([some for some in (request.query, request.form) if some] or [[]])
        if not parameters:
            return self.document(request)
        number = self.random.randrange(len(parameters))
        name = parameters[number][0]
        known = VALUES.get(name, TEXTS)
        if name in VALUES and VALUES[name] is not FEED_ADDRESSES and self.random.random() < 0.3:
            known = TEXTS + BYTES
        value = self.random.choice(known)
        if name in ("i", "id", "with_ids", "entry_ids") and self.random.random() < 0.1:
            value = ",".join([str(self.random.getrandbits(self.random.choice((8, 32, 63, 64, 80))))] * self.random.choice((1, 50, 3_000)))
        parameters[number] = (name, value)

    def parameters(self, request):
        parameters = request.form if request.form is not None and self.random.random() < 0.5 else request.query
        what = self.random.randrange(5)
        if what == 0 and parameters:
            parameters.remove(self.random.choice(parameters))
        elif what == 1 and parameters:
            # The count of an id's repetitions goes up to what RSS Guard sends.
            parameters += [self.random.choice(parameters)] * self.random.choice((1, 2, 9_999))
        elif what == 2:
            parameters.append((self.random.choice(list(VALUES) + TEXTS), self.random.choice(NUMBERS + STREAMS)))
        elif what == 3 and request.form:
            request.query, request.form = request.query + request.form, []
        else:
            self.random.shuffle(parameters)

    def method(self, request):
        request.method = self.random.choice(METHODS)

    def path(self, request):
        parts = request.path.split("/")
        number = self.random.randrange(len(parts))
        strange = ["", ".", "..", "%2e%2e", "%2F", "%", "%zz", "%00", "%ff", "-1", "0", "9" * 30, "nothing", "a" * 3_000, "É".encode().decode("latin-1")]
        if request.api == "fever" or self.random.random() < 0.5:
            parts.append(self.random.choice(strange))
        elif number:
            parts[number] = self.random.choice(strange + [parts[number].upper(), parts[number] + "/", "".join(f"%{ord(one):02x}" for one in parts[number] if ord(one) < 256)])
        request.path = "/".join(parts)
        # The rest of the path must not name another API's address.
        if request.api != "fever" and not request.path.startswith("/"):
            request.path = "/" + request.path
        if request.base == "":
            request.path = "/reader/" + request.path.removeprefix("/reader").lstrip("/")

    def document(self, request):
        if request.body is None:
            return
        try:
            document = json.loads(request.body)
        except (ValueError, RecursionError):
            return
        if isinstance(document, dict) and document:
            member = self.random.choice(list(document))
            document[member] = self.random.choice(VALUES[member] if member in ("feed_url", "url") and self.random.random() < 0.7 else JSON_VALUES)
            if self.random.random() < 0.2:
                document = self.random.choice(JSON_VALUES)
        request.body = json.dumps(document).encode()

    def body(self, request):
        if request.form is not None and self.random.random() < 0.5:
            return self.parameters(request)
        what = self.random.randrange(9)
        known = request.body or b"i=1&a=x"
        if what == 0:
            request.body = known[:self.random.randrange(len(known) + 1)]
        elif what == 1:
            request.body = self.random.randbytes(self.random.choice((1, 100, 5_000)))
        elif what == 2:
            request.body = b"[" * 50_000
        elif what == 3:
            request.body = b'{"a":' * 20_000
        elif what == 4:
            request.body = b"\xef\xbb\xbf" + known
        elif what == 5:
            request.body = b'{"entry_ids":[1],"entry_ids":"\xff","status":"read"}'
        elif what == 6:
            size = LARGEST_BODY + self.random.choice((-1, 0, 1, 70_000))
            request.body = (b"i=1&" * (size // 4 + 1))[:size]
        elif what == 7:
            request.is_chunked = True
        else:
            request.body = b""
        if request.body is not None:
            request.form = None

    def credentials(self, request):
        request.credentials = self.random.choice(("none", "wrong", "empty", "strange"))

    def header(self, request):
        request.headers.append(self.random.choice(HEADERS))

    def encoded(self, parameters, is_query):
        """The parameters as bytes, with one of the encodings that programs use, and wrong ones."""
        def text(value):
            data = value if isinstance(value, bytes) else value.encode("utf-8", "surrogatepass")
            how = self.random.random()
            if how < 0.8:
                return urllib.parse.quote_from_bytes(data, safe="-._~").encode()
            if how < 0.86:
                return "".join(f"%{byte:02x}" for byte in data).encode()
            if how < 0.92:
                return urllib.parse.quote(urllib.parse.quote_from_bytes(data)).encode()
            # A space, a control character or # would end the target.
            return bytes(byte for byte in data if not is_query or 32 < byte < 127 and byte != 35)

        return b"&".join(text(name) + (b"=" + text(value) if value != "" or self.random.random() < 0.5 else b"") for name, value in parameters)


class Sender:
    def __init__(self, server, app, mutator):
        self.server, self.app, self.mutator = server, app, mutator

    def raw(self, request):
        """The bytes to send."""
        mutator, secret = self.mutator, request.credentials
        query, form = list(request.query), None if request.form is None else list(request.form)
        headers = [("Host", f"127.0.0.1:{self.server.port}"), ("Connection", "close")] + request.headers
        strange = mutator.random.choice(["GoogleLogin auth=", "GoogleLogin auth=a/b/c", "GoogleLogin", "Basic !!!", "Basic", "Basic Og==", "Bearer ", "\t", "x" * 3_000])
        if request.api == "google" and "ClientLogin" not in request.path:
            known = {"right": f"GoogleLogin auth={self.app.auth}", "wrong": "GoogleLogin auth=admin/" + "0" * 64, "empty": "", "strange": strange}
            if secret != "right" and form is not None:
                form = [pair for pair in form if pair[0] != "T"]
                query = [pair for pair in query if pair[0] != "T"]
            headers += [("Authorization", known[secret])] if secret in known else []
        elif request.api == "miniflux":
            known = {"right": TOKEN, "wrong": "wrong", "empty": "", "strange": "é"}
            headers += [("X-Auth-Token", known[secret])] if secret in known else []
        elif request.api == "fever":
            known = {"right": hashlib.md5(f"admin:{TOKEN}".encode()).hexdigest(), "wrong": "0" * 32, "empty": "", "strange": "é" * 40}
            if secret in known and form is not None:
                form = [("api_key", known[secret])] + form
            elif secret in known:
                query = query + [("api_key", known[secret])]
        body = mutator.encoded(form, False) if form is not None else request.body
        target = request.base.rstrip("/") + request.path if request.path else request.base
        target = target.encode("latin-1", "ignore") + (b"?" + mutator.encoded(query, True) if query else b"")
        head = request.method.encode() + b" " + target + b" HTTP/1.1\r\n"
        if body is not None:
            headers.append(("Transfer-Encoding", "chunked") if request.is_chunked else ("Content-Length", str(len(body))))
            if not any(name == "Content-Type" for name, _ in request.headers):
                headers.append(("Content-Type", "application/x-www-form-urlencoded"))
            if request.is_chunked:
                body = b"".join(b"%x\r\n%s\r\n" % (len(body[at:at + 60_000]), body[at:at + 60_000]) for at in range(0, len(body), 60_000)) + b"0\r\n\r\n"
        return head + b"".join(f"{name}: {value}\r\n".encode() for name, value in headers) + b"\r\n" + (body or b"")

    def send(self, data, method):
        with socket.create_connection(("127.0.0.1", self.server.port), timeout=60) as connection:
            try:
                connection.sendall(data)
            except (BrokenPipeError, ConnectionResetError):
                # The server has refused the rest of a body.
                pass
            response = HTTPResponse(connection, method="HEAD" if method == "HEAD" else "GET")
            try:
                response.begin()
                return response.status, response.headers, response.read()
            except ConnectionResetError:
                if len(data) > LARGEST_BODY:
                    return 413, None, b""
                raise


def judge(request, status, headers, body):
    """Fails unless an app could understand the answer."""
    may_fail = {502} if request.adds_feeds else set()
    assert status in STATUSES | may_fail, f"status {status}"
    if headers is None:
        return
    type = headers.get("Content-Type", "")
    assert "html" not in type and b"<html" not in body[:200].lower(), f"a page, {type}"
    assert "Location" not in headers and "Set-Cookie" not in headers and "X-Injected" not in headers, f"{headers}"
    assert status not in (204, 304) or not body, f"{status} with a body"
    if headers.get("Content-Encoding") == "gzip" and body:
        body = gzip.decompress(body)
    if type.startswith("application/json") and request.method != "HEAD" and status != 304:
        json.loads(body.decode("utf-8"))
    elif type.startswith("text/"):
        body.decode("utf-8")
    if status == 401 and request.api == "google":
        assert headers["X-Reader-Google-Bad-Token"] == headers["Google-Bad-Token"] == "true"
    if status == 401 and request.api == "miniflux":
        assert headers["WWW-Authenticate"].startswith("Basic")
    if request.api == "fever" and request.credentials in ("wrong", "none", "empty") and status == 200 and request.method not in ("HEAD", "OPTIONS"):
        assert json.loads(body) == {"api_version": 3, "auth": 0}, f"admitted: {body[:200]}"
    if request.credentials == "wrong" and request.api != "fever" and "ClientLogin" not in request.path and request.method != "OPTIONS":
        assert status >= 400 or request.path in ("", "/"), f"admitted: {status}"


def run(campaign):
    seconds, counts = campaign.pick(600, 60), {}
    with world(token=TOKEN) as made:
        followed = Followed(made)
        app, mutator = Google(followed), Mutator(campaign.random)
        sender, server = Sender(made.server, app, mutator), made.server
        end, number, before = time.monotonic() + seconds, 0, None
        while time.monotonic() < end:
            if number % 200 == 0:
                for feed, folder in FEEDS.items():
                    assert server.post("/follow", {"feed": feed, "folder": folder}, Authorization=f"Bearer {TOKEN}").status == 303
                known = templates(followed, app)
            if number == 500:
                before = server.memory
            request = campaign.random.choice(known)
            request = Request(request.api, request.method, request.base, request.path, request.query, request.form, request.body)
            mutator.mutate(request)
            data = sender.raw(request)
            number += 1
            try:
                status, headers, body = sender.send(data, request.method)
                judge(request, status, headers, body)
            except Exception as error:
                assert server.process.poll() is None, f"the server ended after request {number}:\n{data[:1000]!r}\n{server.output[-3000:]}"
                raise AssertionError(f"request {number}, seed {campaign.seed}: {error!r}\n{data[:1000]!r}\n{server.output[-1000:]}") from error
            counts[status] = counts.get(status, 0) + 1
        assert server.get("/health").status == 200 and len(app.get("subscription/list")["subscriptions"]) > 0
        grown = server.memory - (before or server.memory)
        assert grown < GROWTH, f"the server has grown by {grown >> 20} MB"
        server.stop()
        with closing(sqlite3.connect(server.store)) as store:
            assert store.execute("PRAGMA integrity_check").fetchall() == [("ok",)] and not store.execute("PRAGMA foreign_key_check").fetchall()
    answers = ", ".join(f"{status} {count:,} times" for status, count in sorted(counts.items()))
    return f"{number:,} requests: {answers}; the server grew by {grown >> 20} MB"
