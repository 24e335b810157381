"""A malicious upstream: the sample data, with all text and addresses that a stranger can write replaced."""

import http.server
import json
import threading

from programs import Upstreams, fetch

# Each sets `window.harmed` if it is executed.
TEXTS = [
    '<script>window.harmed="script"</script>tag',
    '"><img src=x onerror="window.harmed=\'image\'">quote',
    "' onmouseover='window.harmed=1' autofocus onfocus='window.harmed=2' x='apostrophe",
    "</title></textarea></script><svg onload=window.harmed=3>end tags",
    "\u202egnitirw fo redro\u2066\u2067\u200f\u061c bidi",
    "W" * 10_000 + " long",
    "ж" * 3_000 + "\u0301" * 2_000 + " marks",
    "&lt;script&gt;window.harmed=4&lt;/script&gt; &amp;amp; &#60;img src=x onerror=window.harmed=5&#62; entities",
    "a\u0000b\u0007c\u001b[31md\u2028e\r\n\r\nevent: page\r\ndata: {}\r\n\r\n controls",
    "--><!-- ]]> {{7*7}} ${7*7} `x` \\u003cscript\\u003e templates",
    '<p>A <a href="javascript:window.harmed=6" onclick="window.harmed=7">link</a> <iframe src="javascript:window.harmed=8"></iframe>'
    '<a href="https://example.org/">fine</a><style>body{display:none}</style><form action="//evil.example"><input name=q></form> markup',
]
ADDRESSES = [
    "javascript:window.harmed='address'", "data:text/html,<script>window.harmed=9</script>", " java\tscript:window.harmed=10",
    "vbscript:window.harmed", "//evil.example/", "https://example.org/\"onmouseover=\"window.harmed=11", "https://example.org/" + "x" * 5_000,
    "https://user:pass@evil.example/", "http://[::1", "",
]
TEXT_KEYS = {
    "title", "description", "body", "message", "text", "by", "name", "login", "display_login", "label", "magnitudeUnit", "ref", "tag_name", "language",
    "homepage", "default_branch", "head_branch",
}
ADDRESS_KEYS = {"url", "html_url", "avatar_url", "link", "source"}


class Hostile:
    """Takes the place of `Upstreams`, and forwards requests to the sample upstreams behind it."""

    def __init__(self, folder):
        self.upstreams = Upstreams(folder)
        self.doing = threading.Lock()
        self.turn = 0
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                outer.answer(self)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def address(self):
        return f"http://127.0.0.1:{self.server.server_port}"

    @property
    def variables(self):
        return {name: value.replace(self.upstreams.address, self.address) for name, value in self.upstreams.variables.items()}

    def answer(self, request):
        kept = {name: request.headers[name] for name in ("User-Agent", "Accept", "Authorization") if name in request.headers}
        told = fetch(self.upstreams.address + request.path, headers=kept)
        body = told.body
        if told.status == 200 and "json" in told.headers.get("Content-Type", ""):
            body = json.dumps(self.spoiled(json.loads(body), news=request.path.startswith("/news"))).encode()
        request.send_response(told.status)
        for name in ("Content-Type", "X-Poll-Interval"):
            if name in told.headers:
                request.send_header(name, told.headers[name])
        request.send_header("Content-Length", str(len(body)))
        request.end_headers()
        request.wfile.write(body)

    def spoiled(self, value, key="", news=False, path=()):
        if isinstance(value, list):
            return [self.spoiled(one, key, news, path) for one in value]
        if isinstance(value, dict):
            # Keeps the repository's name and the id: the client checks them, and skips items in which they are wrong.
            return {name: one if name == "repo" else self.spoiled(one, name, news, path + (name,)) for name, one in value.items()}
        if isinstance(value, str) and key in TEXT_KEYS:
            return self.next(TEXTS)
        if isinstance(value, str) and key in ADDRESS_KEYS:
            return self.next(ADDRESSES)
        return value

    def next(self, values):
        with self.doing:
            self.turn += 1
            return values[self.turn * 7 % len(values)]

    def kill(self):
        self.server.shutdown()
        self.server.server_close()
        self.upstreams.kill()
