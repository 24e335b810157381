"""A reader who follows hundreds of made-up web feeds with icons, pictures and thousands of unread items, which are in the store from the beginning."""

import base64
import html
import http.server
import random
import sys
import tempfile
import threading
import time
import urllib.parse
from contextlib import contextmanager
from pathlib import Path

from programs import PROGRAM, ROOT, Server

sys.path.insert(0, str(ROOT / "Scripts"))

from madeupstore import FEED, ITEM, PATTERN_FEED, PATTERN_ITEM, MadeUpStore, Shape, renumbered  # noqa: E402

FEEDS, ITEMS, FOLDERS = 500, 4_000, 10
FOLDER = "Folder %d"
# Each item has these words in an order of its own: the same words in each item would compress better than any site's texts.
WORDS = ("harbor lantern signal copper tide archive meadow compiler garden modem sensor ferry kiln orbit quarry river stone paper window mirror " * 9).split()
# One point of a color.
PICTURE = base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")


class Sites:
    """Serves the feed that is the pattern of all others, and a picture at each other address."""

    variables = {}

    def __init__(self):
        sites = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                is_feed = self.path.endswith(".xml")
                body = sites.document() if is_feed else PICTURE
                self.send_response(200)
                self.send_header("Content-Type", "application/atom+xml" if is_feed else "image/png")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.base = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def address(self, number):
        return f"{self.base}/{FEED % number}.xml"

    def document(self):
        feed, item, now = FEED % PATTERN_FEED, ITEM % PATTERN_ITEM, time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
        text = html.escape(f"<p><img src='{self.base}/pictures/{item}.png' width='640' height='400'></p><p>{' '.join(WORDS)}</p>")
        return (f"<?xml version='1.0'?><feed xmlns='http://www.w3.org/2005/Atom'><id>{feed}</id><title>Site {feed}</title>"
                f"<link href='http://site{feed}.example/'/><icon>{self.base}/icons/{feed}.png</icon><updated>{now}</updated>"
                f"<entry><id>{item}</id><title>Story {item} about rivers and harbors</title><link href='http://site{feed}.example/{item}'/>"
                f"<updated>{now}</updated><content type='html'>{text}</content></entry></feed>").encode()


class VariedStore(MadeUpStore):
    """A made-up store whose items have texts of their own, and whose feeds are in folders."""

    def _of_feed(self, table, number, **values):
        if table == "followed":
            values["folder"] = FOLDER % (number % FOLDERS)
        return super()._of_feed(table, number, **values)

    def _content(self, number):
        words = random.Random(number).sample(WORDS, len(WORDS))
        old, new = " ".join(WORDS), " ".join(words)
        return {name: renumbered(value, old, new) for name, value in super()._content(number).items()}


class Crowd:
    """A server with the feeds, and what to sign in with."""

    def __init__(self, server, store):
        self.server, self.store = server, store

    @property
    def cookie(self):
        return self.store.session(0)

    def sign_in(self, reader):
        name, value = self.cookie["Cookie"].split("=", 1)
        reader.driver.execute_cdp_cmd("Network.setCookie", {"name": name, "value": value, "url": self.server.address})

    folder = urllib.parse.quote(FOLDER % 1)

    def feed(self, number=1):
        """The path of a feed's page."""
        return "/" + self.store.key(number)


@contextmanager
def crowd(feeds=FEEDS, items=ITEMS):
    """All items of all feeds are unread; the server requests no feed while it runs."""
    sites = Sites()
    with tempfile.TemporaryDirectory(prefix="freshet-crowd-", ignore_cleanup_errors=True) as folder:
        store = VariedStore(PROGRAM, folder, Shape(1, feeds, feeds, items), sites, unread_in_each=items)
        store.fill_file()
        server = Server(Path(folder), sites, token=None)
        try:
            yield Crowd(server, store)
        finally:
            server.kill()
            sites.server.shutdown()
            sites.server.server_close()
