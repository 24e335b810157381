"""Virtual time for processes. It jumps ahead when all of them wait, so days pass as fast as the processes do their work.

Each process runs with virtual_clock.c preloaded. Time passes as usual while any of their threads runs or can run. When all of them sleep, it jumps to the next
deadline of a timer. A timeout therefore keeps its length for the program, and ends at once for the campaign."""

import os
import shutil
import socket
import struct
import subprocess
import threading
import time
from pathlib import Path

SECOND = 1_000_000_000


class VirtualClock:
    """The clock of all processes that are started with its environment."""

    def __init__(self, folder, start, lateness):
        """`start` is the initial time, in seconds since 1970. Timers that are due within `lateness` seconds of the first one fire together with it, as on a
        machine that sleeps in between. Otherwise a web server's own clock, which ticks every second, would end each jump."""
        self.lateness = lateness * SECOND
        library = folder / "virtual_clock.so"
        compiler = shutil.which("clang") or shutil.which("cc")
        subprocess.run(
            [compiler, "-O2", "-fPIC", "-shared", "-o", library, Path(__file__).with_suffix(".c"), "-ldl", "-lpthread"], check=True)
        self.skipped = 0
        self.drift = int((start - time.time()) * SECOND)
        self.began = self._monotonic()
        self.skips = 0
        self.processes = []
        address = folder / "clock"
        self.environment = {"LD_PRELOAD": str(library), "FRESHET_VIRTUAL_CLOCK": str(address)}
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(str(address))
        self.listener.listen()
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self):
        while True:
            connection, _ = self.listener.accept()
            self.processes.append(_Process(connection, self.skipped, self.drift))

    def _monotonic(self):
        return time.monotonic_ns() + self.skipped

    @property
    def elapsed(self):
        """The virtual seconds since the start."""
        return (self._monotonic() - self.began) / SECOND

    @property
    def now(self):
        """The time of day, in seconds since 1970."""
        return (time.time_ns() + self.skipped + self.drift) / SECOND

    def change(self, pid, seconds):
        """Sets a process's time of day ahead by `seconds`. Timers, `elapsed` and `now` aren't affected."""
        next(process for process in self.processes if process.pid == pid).ahead = int(seconds * SECOND)
        self._order()

    def advance(self, to, between=lambda: None):
        """Lets time pass until `to` seconds have elapsed; calls `between` each time all processes wait."""
        end = self.began + int(to * SECOND)
        while True:
            deadline = self._settle()
            between()
            now = self._monotonic()
            if now >= end:
                return
            self.skipped += min(max(deadline - now, 0) + self.lateness if deadline else end, end - now)
            self.skips += 1
            self._order()

    def sleep(self, seconds):
        """Sets the time of day forward for all processes and `now`, as when a machine sleeps. Timers aren't affected."""
        self.drift += int(seconds * SECOND)
        self._order()

    def _order(self):
        """Tells the processes how much time is skipped; returns the earliest deadline of their timers, or 0."""
        deadlines = []
        for process in list(self.processes):
            try:
                deadlines.append(process.order(self.skipped, self.drift + process.ahead))
            except OSError:
                self.processes.remove(process)
        return min((deadline for deadline in deadlines if deadline), default=0)

    def _settle(self):
        """Waits until no thread of the processes runs or can run; returns the earliest deadline of their timers, or 0."""
        end = time.monotonic() + 600
        while True:
            before = [process.threads() for process in self.processes]
            if None not in before:
                deadline = self._order()
                if [process.threads() for process in self.processes] == before:
                    return deadline
            assert time.monotonic() < end, "a process has been busy for 10 minutes"
            time.sleep(0.0001)


class _Process:
    def __init__(self, connection, skipped, drift):
        self.connection = connection
        self.pid = struct.unpack("3i", connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12))[0]
        self.files = {}
        # How far its time of day is ahead, in nanoseconds.
        self.ahead = 0
        # The first order starts the clock and has no answer.
        connection.sendall(struct.pack("2q", skipped, drift))
        self.helper = None
        self.order(skipped, drift)

    def order(self, skipped, drift):
        self.connection.sendall(struct.pack("2q", skipped, drift))
        answer = self.connection.recv(16, socket.MSG_WAITALL)
        if len(answer) < 16:
            raise ConnectionError("the process has ended")
        self.helper, deadline = struct.unpack("2q", answer)
        return deadline

    def threads(self):
        """The context switches of each thread, or None if one of them runs or can run."""
        states = {}
        present = os.listdir(f"/proc/{self.pid}/task")
        for gone in self.files.keys() - set(present):
            os.close(self.files.pop(gone))
        for thread in present:
            if thread == str(self.helper):
                continue
            try:
                if thread not in self.files:
                    self.files[thread] = os.open(f"/proc/{self.pid}/task/{thread}/status", os.O_RDONLY)
                status = os.pread(self.files[thread], 4096, 0)
            except (FileNotFoundError, ProcessLookupError):
                return None
            at = status.find(b"\nState:\t") + 8
            state = status[at:at + 1]
            assert state not in b"ZX", f"process {self.pid} has ended"
            if state != b"S":
                return None
            states[thread] = status[status.find(b"\nvoluntary_ctxt_switches:"):]
        return states
