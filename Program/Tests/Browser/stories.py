"""An upstream in a process of its own that records when it answered: as much of Hacker News as a list needs."""

import json
import multiprocessing
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from programs import until

FEED = "/news/top"
COUNT = 60


def _serve(port, newest, answered):
    """Serves stories. `newest` is the number of the newest one; `answered` is set to the time at which that story was sent."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self):
            path = self.path.split("?")[0]
            last = newest.value
            if path.endswith("/updates.json"):
                body = {"items": [], "profiles": []}
            elif "/item/" in path:
                number = int(path.rsplit("/", 1)[1].removesuffix(".json"))
                body = {"id": number, "type": "story", "title": f"A story that is told as number {number}.", "by": "mira", "score": number % 300,
                        "descendants": number % 70, "time": 1_790_000_000 + number, "url": f"https://example.com/{number}"}
            else:
                body = list(range(last, last - COUNT, -1))
            data = json.dumps(body).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)
            if f"/item/{last}.json" in path:
                answered.value = time.monotonic()

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    port.value = server.server_port
    server.serve_forever()


class Stories:
    """The upstream. Its feed gets a new story only when `add` is called."""

    def __init__(self):
        self._port, self._newest, self._answered = (
            multiprocessing.Value(kind, value) for kind, value in (("i", 0), ("i", 1000), ("d", 0)))
        self._process = multiprocessing.Process(target=_serve, args=(self._port, self._newest, self._answered), daemon=True)
        self._process.start()
        until(lambda: self._port.value, "the upstream to listen")

    @property
    def variables(self):
        """The environment variables that direct the program's requests to it."""
        address = f"http://127.0.0.1:{self._port.value}"
        return {"FRESHET_NEWS_URL": address + "/v0", "FRESHET_GITHUB_URL": address, "FRESHET_EONET_URL": address}

    @property
    def answered(self):
        """The time at which it sent the newest story."""
        return self._answered.value

    def add(self):
        """Adds a story; returns the part of its title that identifies it."""
        self._answered.value = 0
        self._newest.value += 1
        return f" number {self._newest.value}."

    def kill(self):
        self._process.kill()
        self._process.join()
