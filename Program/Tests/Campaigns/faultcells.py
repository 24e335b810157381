"""The cells of the fault campaign: runs a command for each, and checks the rules."""

import os
import re
import shutil
import signal
import sqlite3
import subprocess
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass

from faultrules import GRACE, REMARK, check, damage
from programs import BARE, PROGRAM, Upstreams, age

@dataclass
class Cell:
    fault: object
    kind: object
    state: str
    status: int
    seconds: float
    megabytes: int
    shown: list
    said: list
    problems: list

    def __str__(self):
        return f"{self.fault.name} × {self.kind.name}, {self.state}"

    @property
    def facts(self):
        return {"cell": str(self), "status": self.status, "seconds": round(self.seconds, 1), "MB": self.megabytes,
                "lines": len(self.shown), "said": self.said, "problems": self.problems}


class Row:
    """All cells of one fault, with sample upstreams of their own."""

    def __init__(self, fault, kinds, folder):
        self.fault, self.kinds = fault, kinds
        self.folder = folder / re.sub(r"\W+", "-", fault.name)
        self.folder.mkdir()
        self.upstreams = Upstreams(self.folder)
        self.variables = self.upstreams.variables | {"GITHUB_TOKEN": "sample"}
        self.web = self.upstreams.address + "/web"

    def run(self):
        try:
            before = {kind: self.store(kind) for kind in self.kinds}
            self.upstreams.advance(1200)
            offline = self.offline(before)
            self.break_upstreams()
            tasks = [(kind, state) for kind in self.kinds for state in ("nothing stored", "stored")]
            with ThreadPoolExecutor(len(tasks) if self.fault.deadline else 4) as pool:
                cells = list(pool.map(lambda task: self.cell(*task, before[task[0]]), tasks))
            self.mend_upstreams()
            for kind in self.kinds:
                self.check_recovery(next(cell for cell in cells if cell.kind == kind and cell.state == "stored"))
            return cells + offline
        finally:
            self.upstreams.kill()
            shutil.rmtree(self.folder, ignore_errors=True)

    def data(self, kind, state):
        return self.folder / re.sub(r"\W+", "-", f"{kind.name} {state}")

    def command(self, kind, state, *options):
        words = [word.replace("WEB", self.web) for word in kind.words]
        return run([*words, "--data", str(self.data(kind, state)), *options], self.variables, self.folder, self.fault.deadline + GRACE)

    def store(self, kind):
        """Stores the feed without a fault; returns the lines that are shown of it."""
        status, shown, said, *_ = self.command(kind, "stored")
        assert status == 0 and shown, f"{kind.name} without a fault: {status} {said}; faultkinds.py may need another feed of this kind"
        return self.command(kind, "stored", "--offline")[1]

    def offline(self, before):
        """Offline, no request is made, so faults make no difference."""
        asked = len(self.upstreams.requests())
        cells = []
        for kind in self.kinds:
            status, shown, said, seconds, megabytes = self.command(kind, "stored", "--offline")
            problems = [] if (status, shown, said) == (0, before[kind], []) else [f"status {status}, {len(shown)} lines, {said}"]
            cells.append(Cell(self.fault, kind, "offline", status, seconds, megabytes, shown, said, problems))
        if len(self.upstreams.requests()) != asked:
            cells[0].problems.append("a request was made")
        return cells

    def break_upstreams(self):
        if self.fault.order:
            self.upstreams.order("fail", path="/", **self.fault.order)
        elif self.fault.name == "connection refused":
            self.upstreams.kill()
        else:
            address = self.upstreams.address
            # The sample's port doesn't speak TLS. The unknown host needs https, since tokens are sent to other hosts only with TLS.
            self.redirect_to(address.replace("http:", "https:") if "TLS" in self.fault.name else "https://nowhere.invalid")
        for kind in self.kinds:
            age(self.data(kind, "stored") / "freshet.sqlite", 11)

    def mend_upstreams(self):
        if self.fault.order:
            self.upstreams.clear()
        elif self.fault.name == "connection refused":
            self.upstreams.start()
        else:
            self.redirect_to(self.upstreams.address)

    def redirect_to(self, address):
        """Directs requests to another address: for API feeds by environment variables, for sites by changing the store."""
        old = self.web.removesuffix("/web")
        self.web = address + "/web"
        self.variables = {name: value.replace(old, address) for name, value in self.variables.items()}
        names = [quoted(one) for one in (old, address)]
        for kind in self.kinds:
            if "WEB" in kind.words[-1]:
                with closing(sqlite3.connect(self.data(kind, "stored") / "freshet.sqlite")) as store, store:
                    for table, column in (("feed", "key"), ("item", "scope"), ("ledger", "feed")):
                        store.execute(f"UPDATE {table} SET {column} = replace({column}, ?, ?)", names)
                    store.execute("UPDATE ledger SET url = replace(url, ?, ?)", [old, address])

    def cell(self, kind, state, before):
        status, shown, said, seconds, megabytes = self.command(kind, state, "--refresh")
        cell = Cell(self.fault, kind, state, status, seconds, megabytes, shown, said, [])
        check(cell, before if state == "stored" else [])
        problem = damage(self.data(kind, state))
        if problem:
            cell.problems.append(problem)
        if state == "stored" and shown == before and self.command(kind, state, "--offline")[1] != before:
            cell.problems.append("stored items were lost")
        return cell

    def check_recovery(self, cell):
        """Checks that the feed is fresh once the fault is over and its waits are forgotten."""
        data = self.data(cell.kind, "stored")
        run(["status", "--forget", self.upstreams.address.removeprefix("http://"), "--data", str(data)], self.variables, self.folder, GRACE)
        age(data / "freshet.sqlite", 11)
        status, shown, said, *_ = self.command(cell.kind, "stored", "--refresh")
        if status != 0 or not shown:
            cell.problems.append(f"doesn't recover: status {status}, {said}")


def quoted(address):
    return address.replace(":", "%3A").replace("/", "%2F")


def run(words, variables, folder, seconds):
    """Runs the program; returns its exit status, its lines of output and of errors, the seconds it took, and its memory in MB."""
    number = threading.get_ident(), time.monotonic_ns()
    out, err = (folder / f"{kind}-{number[0]}-{number[1]}" for kind in ("out", "err"))
    environment = BARE | {"HOME": str(folder), "TMPDIR": str(folder)} | variables
    with open(out, "wb") as output, open(err, "wb") as errors:
        began = time.monotonic()
        process = subprocess.Popen([PROGRAM, *words], stdout=output, stderr=errors, stdin=subprocess.DEVNULL, env=environment)
        killer = threading.Timer(seconds, lambda: os.kill(process.pid, signal.SIGKILL))
        killer.start()
        try:
            _, ended, usage = os.wait4(process.pid, 0)
        finally:
            killer.cancel()
        process.returncode = os.waitstatus_to_exitcode(ended)
        took = time.monotonic() - began
    said = [line.removeprefix("freshet: ") for line in err.read_text(errors="replace").splitlines() if not REMARK.search(line)]
    return process.returncode, out.read_text(errors="replace").splitlines(), said, took, usage.ru_maxrss // 1024
