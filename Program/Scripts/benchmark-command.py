#!/usr/bin/env python3
"""Times whole processes in turn: reading stored stories beside newsboat (Debian's package) reading as many, and the smallest run beside an empty program.

Needs Program/.build/release/freshet (make build) and newsboat. Prints milliseconds and their ratios."""

import os
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FRESHET = ROOT / ".build/release/freshet"
ROUNDS = 50


def milliseconds(command, environment):
    start = time.perf_counter()
    subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    return (time.perf_counter() - start) * 1000


def compare(label, one, other, environment):
    times = ([], [])
    for round in range(ROUNDS + 2):
        for command, list in zip((one, other), times):
            value = milliseconds(command, environment)
            if round >= 2:
                list.append(value)
    for name, value in (("median", statistics.median), ("fastest", min)):
        first, second = map(value, times)
        print(f"{label}, {name}: {first:.1f} ms and {second:.1f} ms, ratio {first / second:.2f}")


def fill(folder, environment):
    """A thousand stories of two lists, and a feed of a thousand items for newsboat."""
    upstreams = subprocess.Popen([FRESHET, "sample-upstreams", "--port", "0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    for line in upstreams.stdout:
        if not line.startswith("export "):
            break
        name, value = line.removeprefix("export ").strip().split("=", 1)
        environment[name] = value
    for list in ("top", "new"):
        subprocess.run([FRESHET, "news", list, "--limit", "500", "--data", folder], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    upstreams.terminate()
    items = "".join(f"<item><title>Story {n}</title><link>http://example.org/{n}</link><guid>{n}</guid><description>Text</description></item>" for n in range(1000))
    (folder / "feed.xml").write_text(f'<?xml version="1.0"?><rss version="2.0"><channel><title>Sample</title><link>http://example.org</link><description>d</description>{items}</channel></rss>')
    (folder / "urls").write_text(f"file://{folder}/feed.xml\n")


with tempfile.TemporaryDirectory() as name:
    folder = Path(name)
    environment = dict(os.environ, HOME=name)
    fill(folder, environment)
    newsboat = ["newsboat", "-u", folder / "urls", "-c", folder / "cache.db", "-x"]
    subprocess.run([*newsboat, "reload"], env=environment, stdout=subprocess.DEVNULL, check=True)
    compare("freshet news --offline and newsboat -x print-unread", [FRESHET, "news", "--offline", "--data", folder], [*newsboat, "print-unread"], environment)
    (folder / "empty.swift").write_text("@main enum Empty { static func main() {} }\n")
    for kind, options in (("linked as swiftc does", []), ("with the runtime linked statically", ["-static-stdlib"])):
        subprocess.run(["swiftc", "-O", "-parse-as-library", *options, folder / "empty.swift", "-o", folder / "empty"], check=True)
        compare(f"freshet --version and an empty program {kind}", [FRESHET, "--version"], [folder / "empty"], environment)
