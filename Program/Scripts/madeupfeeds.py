"""Web feeds with made-up items, served on a port of this computer for benchmarks."""

import http.server
import threading
import time

WORDS = "harbor lantern signal copper tide archive meadow compiler garden modem sensor ferry kiln orbit quarry".split()


class FeedServer:
    """Serves `N.xml` for each number, with a number of items, the newest a minute old; each repeats its words in its text."""

    def __init__(self, items, repeats):
        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                body = feed(int(self.path.strip("/").split(".")[0]), items, repeats).encode()
                self.send_response(200)
                self.send_header("Content-Type", "application/rss+xml")
                self.send_header("Content-Length", str(len(body)))
                self.send_header("Cache-Control", "max-age=86400")
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *arguments):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)

    def __enter__(self):
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()

    def address(self, number):
        return f"http://127.0.0.1:{self.server.server_address[1]}/{number}.xml"


def feed(number, items, repeats):
    """An RSS document."""
    now, entries = time.time(), []
    for index in range(items):
        words = " ".join(WORDS[(number * 7 + index * step) % len(WORDS)] for step in range(1, 9))
        date = time.strftime("%a, %d %b %Y %H:%M:%S GMT", time.gmtime(now - 60 * (index * 50 + number + 1)))
        text = f"&lt;p&gt;{(words + ' ') * repeats}&lt;a href='http://a.example'&gt;link&lt;/a&gt;&lt;/p&gt;"
        entries.append(
            f"<item><title>{words} {index}</title><link>http://site{number}.example/{index}</link>"
            f"<guid>{number}-{index}</guid><pubDate>{date}</pubDate><description>{text}</description></item>"
        )
    return (
        f'<?xml version="1.0"?><rss version="2.0"><channel><title>Site {number}</title>'
        f"<link>http://site{number}.example/</link><description>d</description>{''.join(entries)}</channel></rss>"
    )
