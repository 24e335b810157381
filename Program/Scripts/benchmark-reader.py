#!/usr/bin/env python3
"""Measures the reader in a pseudo-terminal: the time from a key to the screen, with many stored items.

usage: Program/Scripts/benchmark-reader.py [--program FILE] [--feeds N] [--items N] [--keys N] [--size COLUMNSxROWS]

Serves made-up web feeds, follows them into a store in a temporary folder, opens the reader, and presses keys. A measurement lasts from the write
of the key to the last byte of the frame that answers it. Prints the median and the 95th percentile of each kind of key in milliseconds, and the
memory of the reader. All items are unread.
"""

import argparse
import fcntl
import os
import pathlib
import pty
import select
import sqlite3
import struct
import subprocess
import tempfile
import termios
import time

from madeupfeeds import FeedServer


class Reader:
    """The program in a pseudo-terminal."""

    def __init__(self, command, environment, columns, rows):
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.execve(command[0], command, environment)
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def drain(self, quiet):
        """Reads until nothing has come for that many seconds; returns when the last byte came, and how many did."""
        last, count = None, 0
        while select.select([self.fd], [], [], quiet)[0]:
            data = os.read(self.fd, 65536)
            last, count = time.perf_counter(), count + len(data)
        return last, count

    def press(self, key):
        """The seconds from the key to the screen; None if nothing changed."""
        self.drain(0.002)
        start = time.perf_counter()
        os.write(self.fd, key)
        last, _ = self.drain(0.03)
        return last - start if last else None

    def memory(self):
        """The resident memory in MB; 0 where it isn't known."""
        status = pathlib.Path(f"/proc/{self.pid}/status")
        lines = status.read_text().splitlines() if status.exists() else []
        return sum(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) / 1000

    def quit(self):
        os.write(self.fd, b"q")
        os.waitpid(self.pid, 0)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", default=str(pathlib.Path(__file__).parents[1] / ".build/release/freshet"))
    parser.add_argument("--feeds", type=int, default=50)
    parser.add_argument("--items", type=int, default=1000)
    parser.add_argument("--keys", type=int, default=200)
    parser.add_argument("--size", default="200x60")
    options = parser.parse_args()
    columns, rows = map(int, options.size.split("x"))

    with tempfile.TemporaryDirectory() as folder, FeedServer(options.items, repeats=1) as feeds:
        environment = {"PATH": "/usr/bin:/bin", "HOME": folder, "TERM": "xterm-256color", "TZ": "UTC"}
        for number in range(options.feeds):
            subprocess.run(
                [options.program, "follow", feeds.address(number)], env=environment, check=True, stdout=subprocess.DEVNULL
            )
        mark_unread(pathlib.Path(folder, ".local/share/freshet/freshet.sqlite"))
        reader = Reader([options.program], environment, columns, rows)
        start = time.perf_counter()
        last, _ = reader.drain(0.5)
        print(f"{options.feeds} feeds of {options.items} items, {columns} x {rows}")
        time.sleep(5)  # refreshes in the background
        reader.drain(0.2)
        kinds = {
            "next row": [b"j"] * options.keys,
            "page down and up": [b"\x1b[6~", b"\x1b[5~"] * (options.keys // 2),
            "last and first": [b"G", b"g"] * (options.keys // 4),
            "filter": [b"/"] + [c.encode() for c in "harbor tide"] + [b"\x7f"] * 11 + [b"\x1b"],
            "open and back": [b"\r", b"h"] * (options.keys // 4),
            "next feed": [b"h"] + [b"j"] * min(40, options.feeds),
        }
        every = []
        for kind, keys in kinds.items():
            times = sorted(1000 * t for t in map(reader.press, keys) if t is not None)
            every += times
            report(kind, times)
        report("all", sorted(every))
        print(f"memory             {reader.memory():7.0f} MB")
        reader.quit()


def mark_unread(store):
    """Marks everything as unread, faster than the program does."""
    with sqlite3.connect(store) as database:
        database.execute("UPDATE mark SET seq = 0, read_at = NULL")
        database.execute("UPDATE reading SET read_through = 0")


def report(kind, times):
    if times:
        print(f"{kind:18} {times[len(times) // 2]:7.2f} median {times[int(len(times) * 0.95)]:7.2f} p95 {times[-1]:7.2f} max  ({len(times)})")


main()
