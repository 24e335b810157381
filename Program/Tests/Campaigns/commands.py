"""Commands of the program that run to their end or are killed."""

import os
import re
import signal
import subprocess
import tempfile
import time

from programs import BARE, PROGRAM

# Raw error texts of SQLite, Foundation or Swift, which no reader should ever see.
RAW = re.compile(
    r"SQLite code|SQLITE_|database is locked|database or disk is full|disk I/O error|attempt to write a readonly"
    r"|unable to open database|malformed|NSCocoa|NSPOSIX|CocoaError|Error Domain|UserInfo|Foundation\.|DatabaseError"
    r"|SessionFileError|FeedStoreError|[Ff]atal error|Swift/|file error \d+|errno", re.I)


class Commands:
    """Runs commands on the store of a data folder."""

    def __init__(self, upstreams, data, wrapper=()):
        self.data, self.wrapper = data, list(wrapper)
        self.environment = BARE | upstreams.variables | {"GITHUB_TOKEN": "sample", "HOME": str(data), "TMPDIR": tempfile.gettempdir()}

    def start(self, *arguments, output=None, **more):
        """Starts a command. Its output goes to files, since a pipe breaks when its reader ends."""
        return Running(self, [*arguments, "--data", str(self.data)], output, more)

    def run(self, *arguments, status=0, **more):
        """Runs a command to its end; fails unless it exits with `status`."""
        run = self.start(*arguments, **more).wait()
        assert run.status == status, f"{run} ended with {run.status} instead of {status}: {run.output[:500]}{run.errors[:1000]}"
        return run


class Running:
    """A command that has been started."""

    def __init__(self, commands, arguments, output, more):
        self.arguments = arguments
        self.output_file = open(output, "w+b") if output else tempfile.TemporaryFile()
        self.error_file = tempfile.TemporaryFile()
        self.started = time.monotonic()
        self.process = subprocess.Popen(
            [*commands.wrapper, PROGRAM, *arguments], stdin=subprocess.DEVNULL, stdout=self.output_file,
            stderr=self.error_file, env=commands.environment | more.get("environment", {}))

    @property
    def has_ended(self):
        return self.process.poll() is not None

    def wait(self, seconds=120):
        try:
            self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            self.kill()
            raise AssertionError(f"{self} did not end within {seconds} s") from None
        self.took = time.monotonic() - self.started
        return self

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        return self

    @property
    def status(self):
        return self.process.returncode

    @property
    def was_killed(self):
        return self.status == -signal.SIGKILL

    @property
    def output(self):
        return self._text(self.output_file)

    @property
    def errors(self):
        return self._text(self.error_file)

    @property
    def words(self):
        """Everything that the command printed."""
        return self.output + self.errors

    @staticmethod
    def _text(file):
        return os.pread(file.fileno(), 1 << 24, 0).decode(errors="replace")

    def __str__(self):
        return "freshet " + " ".join(self.arguments)
