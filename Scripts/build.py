#!/usr/bin/env python3
"""Builds with `swift build`, and says how far it is: Scripts/build.py FIRST-STEPS FIRST-MINUTES ARGUMENTS…

FIRST-STEPS is how many steps the first build takes, and FIRST-MINUTES how long. SwiftPM learns of steps while it builds, so its own total grows until the end.
What the compiler says is printed if the build fails."""

import re
import signal
import subprocess
import sys
import time

STEP = re.compile(r"\[(\d+)/(\d+)\] ")


class Progress:
    """One line that is rewritten on a terminal; elsewhere a line every ten seconds."""

    def __init__(self):
        self.is_terminal = sys.stdout.isatty()
        self.last = 0.0

    def show(self, text):
        pause = 0.1 if self.is_terminal else 10
        if time.monotonic() - self.last < pause:
            return
        self.last = time.monotonic()
        print(f"\r\x1b[K{text}" if self.is_terminal else text, end="" if self.is_terminal else "\n", flush=True)

    def end(self):
        if self.is_terminal:
            print("\r\x1b[K", end="", flush=True)


def main():
    steps, minutes, arguments = int(sys.argv[1]), sys.argv[2], sys.argv[3:]
    # Ctrl-C reaches both: this waits for what the build says of it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    process = subprocess.Popen(["swift", "build", *arguments], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
                               preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
    progress, lines, fetched, is_first = Progress(), [], 0, False
    for line in process.stdout:
        if line.startswith("Fetched"):
            fetched, is_first = fetched + 1, True
            progress.show(f"fetching packages, {fetched} so far")
        elif step := STEP.match(line):
            done, total = int(step[1]), int(step[2])
            # A build that begins with many steps begins with the dependencies.
            is_first = is_first or done < 50 and total > 300
            note = f"; the first build takes about {minutes} minutes" if is_first else ""
            progress.show(f"building, {done:,} of {max(total, steps if is_first else 0):,} steps{note}")
        else:
            lines.append(line)
    progress.end()
    if process.wait() != 0:
        sys.stderr.write("".join(lines))
    sys.exit(process.returncode)


main()
