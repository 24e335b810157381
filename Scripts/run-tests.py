#!/usr/bin/env python3
"""Runs the built tests in several processes at once, and ends with the ten slowest.

    Scripts/run-tests.py [PACKAGE] [--filter REGEX …]     runs the tests of a package (default: the library); all, or those with these names

Each process runs a few suites, one test after another: a test may block its thread, and a suite may change what belongs to the whole process. The logs are in
the folder `tests` of the build."""

import argparse
import os
import re
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
COLOR = re.compile(r"\x1b\[[\d;]*m")
# More than the cores: many tests wait for sockets, files and processes.
PROCESSES = 2 * (os.cpu_count() or 1)
# How many tests a process runs at least. It takes 0.2 s to start.
BATCH = 25
# These take longest, and begin first.
FIRST = ["FreshetCommandTests", "FreshetServerTests", "FeedsTests"]


class Tests:
    """The tests of a package."""

    def __init__(self, package, scratch, configuration, filters, repetitions, processes):
        self.program, = (scratch / configuration).glob("*PackageTests.xctest")
        self.package, self.logs, self.filters = package, scratch / "tests", filters
        shutil.rmtree(self.logs, ignore_errors=True)
        self.logs.mkdir(parents=True)
        self.lock = threading.Lock()
        names = self.listed()
        self.batches, self.processes = self.batched(names) * repetitions, processes
        self.missing = len(names) * repetitions
        self.times, self.failures, self.begun = [], [], 0

    def command(self, *arguments):
        return [self.program, "--testing-library", "swift-testing", *arguments]

    def listed(self):
        """The names of the tests that the filters select."""
        # What the list leaves unreleased isn't looked for.
        environment = os.environ | {"ASAN_OPTIONS": "detect_leaks=0"}
        listed = subprocess.run(self.command("--list-tests"), cwd=self.package, env=environment, check=True, capture_output=True, text=True).stdout
        return [name for name in listed.splitlines() if name and (not self.filters or any(re.search(wanted, name) for wanted in self.filters))]

    def batched(self, names):
        """Lists of suites, in the order in which they run."""
        counts = {}
        for name in names:
            suite = re.match(r"([^(]*)/|", name)[1] or name
            counts[suite] = counts.get(suite, 0) + 1
        modules = [*FIRST, *sorted({suite.partition(".")[0] for suite in counts} - {*FIRST})]
        batches = []
        for module in modules:
            room = 0
            for suite in (suite for suite in counts if suite.partition(".")[0] == module):
                if room <= 0:
                    batches.append([])
                    room = BATCH
                batches[-1].append(suite)
                room -= counts[suite]
        return batches

    def run(self):
        """Runs all batches; returns whether all tests ran and passed."""
        workers = [threading.Thread(target=self.work) for _ in range(self.processes)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        if not self.filters:
            self.run_xctest()
        if self.missing and not self.failures:
            self.failures.append(f"{self.missing} tests that are listed didn't run. Does the pattern of a batch match their names?")
        return not self.failures

    def run_xctest(self):
        """Runs the tests that are written with XCTest: those of the main thread, which Swift Testing leaves to others."""
        log = self.logs / "xctest.log"
        with log.open("w") as output:
            status = subprocess.run([self.program], cwd=self.package, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT).returncode
        text = log.read_text(errors="replace")
        if status:
            lines = [line for line in text.splitlines() if "error:" in line] or text.splitlines()[-40:]
            self.failures += lines
            print("\n".join([f"status {status}, {log}:", *lines]), flush=True)
        else:
            print(f"XCTest: {(re.findall(r'Executed [0-9]+ tests?', text) or ['no summary'])[-1].lower()}", flush=True)

    def work(self):
        while True:
            with self.lock:
                if not self.batches:
                    return
                batch = self.batches.pop(0)
                self.begun += 1
                log = self.logs / f"{self.begun:03}.log"
            self.run_batch(batch, log)

    def run_batch(self, suites, log):
        pattern = f"^({'|'.join(map(re.escape, suites))})($|/[^/]*[(])"
        # Of several filters, one has to match.
        filters = [f"(?=.*({'|'.join(self.filters)}))" if self.filters else "", pattern]
        arguments = self.command("--no-parallel", "--filter", "".join(filters))
        with log.open("w") as output:
            status = subprocess.run(arguments, cwd=self.package, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT).returncode
        lines = COLOR.sub("", log.read_text(errors="replace")).splitlines()
        times = [(float(passed[2]), passed[1]) for line in lines if (passed := re.match(r"✔ Test (\".*|\S*\(.*) passed after ([\d.]+) seconds", line))]
        summary = next((found for line in reversed(lines) if (found := re.match(r"[✔✘] Test run with (\d+) test", line))), None)
        with self.lock:
            self.times += times
            self.missing -= int(summary[1]) if summary else 0
            if status == 0 and summary:
                return
            reported, explains = [], False
            for line in lines:
                explains = line.startswith("✘") or explains and line.startswith(("↳", " "))
                if explains:
                    reported.append(line)
            # A crash reports nothing.
            reported = reported or lines[-40:]
            self.failures += reported
            print("\n".join([f"status {status}, {log}:", *reported]), flush=True)


def main():
    parser = argparse.ArgumentParser(description="Runs the built tests.")
    parser.add_argument("package", nargs="?", type=Path, default=ROOT, help="its folder")
    parser.add_argument("--filter", action="append", default=[], help="runs the tests with these names")
    parser.add_argument("--repetitions", type=int, default=1, help="how often")
    parser.add_argument("--processes", type=int, default=PROCESSES, help="how many at once; 1 shows how long each test takes alone")
    parser.add_argument("--scratch-path", type=Path, help="the folder of the build (default: .build)")
    parser.add_argument("--configuration", default="debug", choices=["debug", "release"])
    options = parser.parse_args()
    package = options.package.resolve()
    if not sys.platform.startswith("linux"):
        # The tests are a bundle there, which only SwiftPM loads.
        sys.exit(subprocess.run(["swift", "test", "--skip-build", "--no-parallel", "--package-path", package,
                                 *(word for name in options.filter for word in ("--filter", name))]).returncode)
    start = time.monotonic()
    tests = Tests(package, (options.scratch_path or package / ".build").resolve(), options.configuration, options.filter, options.repetitions,
                  options.processes)
    passed = tests.run()
    print(f"{len(tests.times)} tests passed in {time.monotonic() - start:.0f} s; the slowest:")
    for seconds, name in sorted(tests.times, reverse=True)[:10]:
        print(f"{seconds:8.1f} s  {name}")
    if not passed:
        print("\n=== failures\n" + "\n".join(tests.failures[-60:]))
    sys.exit(0 if passed else 1)


main()
