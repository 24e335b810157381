"""A site on this machine: files by their paths, served with ranges, and what was requested of them."""

import http.server
import re
import threading
from contextlib import contextmanager


class LocalSite:
    def __init__(self, port):
        self.address = f"http://127.0.0.1:{port}"
        self.files = {}
        #: The path and the range of each request.
        self.requests = []

    def add(self, path, body, kind="text/html; charset=utf-8"):
        self.files[path] = (kind, body.encode() if isinstance(body, str) else body)

    def requests_of(self, path):
        return [ranges for requested, ranges in self.requests if requested == path]


@contextmanager
def local_site():
    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self):
            ranges = self.headers.get("Range")
            site.requests.append((self.path, ranges))
            kind, body = site.files.get(self.path, (None, b""))
            status, part, end = (200 if kind else 404), body, len(body) - 1
            found = re.fullmatch(r"bytes=(\d+)-(\d*)", ranges or "")
            if kind and found:
                first, end = int(found[1]), min(int(found[2] or end), end)
                status, part = 206, body[first:end + 1]
            self.send_response(status)
            self.send_header("Content-Type", kind or "text/plain")
            self.send_header("Content-Length", str(len(part)))
            self.send_header("Accept-Ranges", "bytes")
            if status == 206:
                self.send_header("Content-Range", f"bytes {first}-{end}/{len(body)}")
            self.end_headers()
            try:
                self.wfile.write(part)
            except ConnectionError:
                pass  # a player has enough

        def log_message(self, *_):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        site = LocalSite(server.server_port)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield site
        finally:
            server.shutdown()
