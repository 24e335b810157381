"""The programs under test: the sample upstreams and the server, each in a process that ends with the test."""

import json
import os
import re
import signal
import socket
import sqlite3
import subprocess
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request
from contextlib import closing, contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = Path(os.environ.get("FRESHET", ROOT / ".build/debug/freshet")).resolve()
# The program inherits nothing else from the caller: no token, no proxy, no folder.
BARE = {name: os.environ[name] for name in ("PATH", "LANG", "LD_LIBRARY_PATH") if name in os.environ} | {"TZ": "UTC"}


def until(holds, what, seconds=90):
    """Waits until `holds` returns a true value, and returns that value; fails after `seconds`."""
    end = time.monotonic() + seconds
    while True:
        value = holds()
        if value:
            return value
        if time.monotonic() > end:
            raise AssertionError(f"waited {seconds} s for nothing: {what}")
        time.sleep(0.03)


def free_port():
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        return door.getsockname()[1]


class Program:
    """A `freshet` process whose output is kept in a file."""

    program = PROGRAM
    # The command that starts the program, if it isn't started directly.
    wrapper = ()

    def __init__(self, arguments, environment, folder):
        self.arguments, self.environment, self.folder = arguments, environment, Path(folder)
        self.process = None
        self.starts = 0

    def launch(self, ready, seconds=90):
        """Starts the program, waits until its output matches the pattern `ready`, and returns the match."""
        self.starts += 1
        self.log = self.folder / f"{self.name}-{self.starts}.log"
        with open(self.log, "wb") as log:
            self.process = subprocess.Popen(
                [*self.wrapper, self.program, *self.arguments], stdout=log, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
                env=BARE | {"HOME": str(self.folder), "TMPDIR": str(self.folder)} | self.environment)

        def found():
            assert self.process.poll() is None, f"{self} ended with {self.process.returncode}:\n{self.output}"
            return re.search(ready, self.output)

        return until(found, f"{self} to say {ready!r}; it said:\n{self.output}", seconds)

    @property
    def name(self):
        return self.arguments[0]

    @property
    def output(self):
        return self.log.read_text(errors="replace")

    @property
    def memory(self):
        """Its resident memory, in bytes."""
        return int(re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{self.process.pid}/status").read_text())[1]) * 1024

    @property
    def descriptors(self):
        """The number of its open files and connections."""
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    @property
    def threads(self):
        return len(os.listdir(f"/proc/{self.process.pid}/task"))

    @property
    def seconds(self):
        """The processor time that it has used, in seconds."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def stop(self, how=signal.SIGTERM, seconds=60):
        """Sends it a signal; fails unless it ends within `seconds`."""
        if self.process is None:
            return
        self.process.send_signal(how)
        try:
            self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            raise AssertionError(f"{self} did not end within {seconds} s of {signal.Signals(how).name}")
        finally:
            self.process = None

    @property
    def has_ended(self):
        """Whether it has been ended since its first start, even if it runs again."""
        return self.process is None or self.starts > 1

    def kill(self):
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None

    def __str__(self):
        return " ".join([self.program.name, *map(str, self.arguments)])


class Upstreams(Program):
    """`freshet sample-upstreams --control`, which keep their address when they are restarted."""

    name = "upstreams"

    def __init__(self, folder, *options, environment=None):
        self.port = free_port()
        super().__init__(["sample-upstreams", "--port", str(self.port), "--control", *options], environment or {}, folder)
        self.start()

    def start(self):
        self.launch(r"Serving sample data on")

    @property
    def address(self):
        return f"http://127.0.0.1:{self.port}"

    @property
    def connections(self):
        """How many connections to them are open at the other end."""
        sockets = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
        established = "01"
        return sum(remote == f"0100007F:{self.port:04X}" and state == established for _, _, remote, state, *_ in sockets)

    @property
    def variables(self):
        """The environment variables that direct the program's requests to these upstreams."""
        return dict(re.findall(r"^export (\w+)=(.*)$", self.output, re.M))

    def fail(self, path, fault, **more):
        self.order("fail", path=path, fault=fault, **more)

    def clear(self):
        self.order("clear")

    def delay(self, milliseconds, path="/"):
        self.order("latency", ms=milliseconds, path=path)

    def advance(self, seconds):
        self.order("advance", seconds=seconds)

    def requests(self, path="/"):
        return json.loads(fetch(f"{self.address}/control/requests?{urllib.parse.urlencode({'path': path})}").text)

    def order(self, name, **parameters):
        answer = fetch(f"{self.address}/control/{name}?{urllib.parse.urlencode(parameters)}", method="POST")
        assert answer.status == 204, answer.text


class Server(Program):
    """`freshet serve` with a folder and a port of its own, which it keeps when it is restarted."""

    # The path of its public address.
    prefix = ""

    def __init__(self, folder, upstreams, *options, token=None, environment=None):
        surroundings = upstreams.variables | {"GITHUB_TOKEN": "sample"} | ({"FRESHET_TOKEN": token} if token else {}) | (environment or {})
        self.options = ["serve", "--data", str(Path(folder) / "data"), *options]
        self.store = Path(folder) / "data" / "freshet.sqlite"
        self.port = 0
        super().__init__(self.options, surroundings, folder)
        self.start()

    def start(self):
        self.arguments = self.options + ["--port", str(self.port)]
        self.port = int(self.launch(r"http://(?:127\.0\.0\.1|localhost):(\d+)")[1])

    @property
    def origin(self):
        return f"http://127.0.0.1:{self.port}"

    @property
    def address(self):
        return self.origin + self.prefix

    def get(self, path, **headers):
        return fetch(self.address + path, headers={name.replace("_", "-"): value for name, value in headers.items()})

    def post(self, path, fields=(), **headers):
        """Posts a form as a page of this server would."""
        body = urllib.parse.urlencode(fields, doseq=True).encode()
        kept = {"Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Site": "same-origin", "Origin": self.origin}
        return fetch(self.address + path, method="POST", body=body, headers=kept | headers)

    def document(self, path):
        """The feed's document from the API."""
        return json.loads(self.get("/api" + path).text)

    def syndicated(self, address):
        """The Atom or JSON Feed of a feed, and how many items the feed has, both of one state: a refresh in between may add some."""
        def of_one_state():
            count = lambda: len(self.document(address.rpartition(".")[0])["items"])
            before, answer = count(), self.get(address)
            return count() == before and (answer, before)

        return until(of_one_state, f"{address} without a refresh")

    def refresh(self, path):
        """Refreshes a feed, as the page's button does. Reads its document first: during a look, the upstream would get no further request."""
        self.document(path)
        self.age()
        assert self.post("/refresh", {"feed": path}).status in (204, 303)

    def age(self, seconds=11):
        age(self.store, seconds)

    def warm(self, *paths):
        """Waits until the server has fetched and stored the feeds."""
        for path in paths:
            until(lambda: self.document(path).get("status") == "fresh", f"{path} to be fresh")


def age(path, seconds):
    """Makes every request in a store's ledger older, since explicit refreshes are allowed only once in ten seconds."""
    with closing(sqlite3.connect(path, timeout=10)) as store, store:
        store.execute("UPDATE ledger SET requested_at = requested_at - ?", [seconds * 1000])


class Answer:
    def __init__(self, response, body):
        self.status, self.headers, self.body = response.status, response.headers, body

    @property
    def text(self):
        return self.body.decode("utf-8")


class _Straight(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


_opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), _Straight)


def fetch(url, method="GET", body=None, headers=None, timeout=90):
    """Makes one request; returns redirects and errors as answers, too."""
    request = urllib.request.Request(url, data=body, headers=headers or {}, method=method)
    try:
        with _opener.open(request, timeout=timeout) as response:
            return Answer(response, response.read())
    except urllib.error.HTTPError as error:
        with error:
            return Answer(error, error.read())


class World:
    """Upstreams, and a server that sends its requests to them, in one folder."""

    def __init__(self, folder, *options, token=None, upstreams=None, environment=None):
        self.folder = Path(folder)
        self.upstreams = upstreams or Upstreams(self.folder)
        try:
            self.server = Server(self.folder, self.upstreams, *options, token=token, environment=environment)
        except BaseException:
            self.upstreams.kill()
            raise

    def end(self):
        self.server.kill()
        self.upstreams.kill()


@contextmanager
def world(*options, **more):
    with tempfile.TemporaryDirectory(prefix="freshet-browser-") as folder:
        made = World(folder, *options, **more)
        try:
            yield made
        finally:
            made.end()
