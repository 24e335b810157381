"""A PostgreSQL server of its own for benchmarks and campaigns."""

import os
import shutil
import signal
import subprocess
import tempfile
from pathlib import Path

from programs import free_port, until


class Database:
    """A PostgreSQL server of its own, which keeps its port when it is started again."""

    def __init__(self, *options):
        self.options = options
        self.folder = Path(tempfile.mkdtemp(prefix="freshet-database-"))
        self.bin = sorted(Path("/usr/lib/postgresql").glob("*/bin"))[-1]
        self.user = ["runuser", "-u", "postgres", "--"] if os.getuid() == 0 else []
        if self.user:
            shutil.chown(self.folder, "postgres")
        self.port = free_port()
        self.control("initdb", "-D", self.data, "-U", "freshet", "-A", "trust", "--locale=C.UTF-8", "-E", "UTF8")
        self.start()

    @property
    def data(self):
        return self.folder / "data"

    @property
    def address(self):
        return f"postgresql://freshet@127.0.0.1:{self.port}/postgres"

    def control(self, program, *arguments):
        with open(self.folder / "control.log", "ab") as log:
            subprocess.run([*self.user, self.bin / program, *arguments], check=True, cwd="/", stdout=log, stderr=log)

    def start(self):
        settings = ["listen_addresses=127.0.0.1", f"port={self.port}", f"unix_socket_directories={self.folder}", *self.options]
        self.control("pg_ctl", "-D", self.data, "-w", "-l", self.folder / "server.log", "-o", " ".join(f"-c {setting}" for setting in settings), "start")

    @property
    def process(self):
        return int((self.data / "postmaster.pid").read_text().split()[0])

    def send(self, signal_number):
        """Sends a signal to the server and all that it started."""
        children = subprocess.run(["pgrep", "-P", str(self.process)], capture_output=True, text=True).stdout.split()
        for one in [self.process, *map(int, children)]:
            try:
                os.kill(one, signal_number)
            except ProcessLookupError:
                pass

    def kill(self):
        """Ends the server and all that it started at once, as a power cut does."""
        process = self.process
        self.send(signal.SIGKILL)
        until(lambda: not Path(f"/proc/{process}").exists(), "the database to end")

    def psql(self, *arguments, **options):
        return subprocess.run([self.bin / "psql", self.address, "-v", "ON_ERROR_STOP=1", *arguments], check=True, **options)

    def rows(self, sql):
        done = self.psql("-AtF", "\t", "-c", sql, capture_output=True, text=True)
        return [line.split("\t") for line in done.stdout.splitlines()]

    def number(self, sql):
        return int(self.rows(sql)[0][0])

    def copy(self, table, columns, rows):
        """Adds rows by COPY, in its text format."""
        command = [self.bin / "psql", self.address, "-q", "-v", "ON_ERROR_STOP=1", "-c", f"COPY {table} ({', '.join(columns)}) FROM STDIN"]
        with subprocess.Popen(command, stdin=subprocess.PIPE, text=True) as copying:
            copying.stdin.writelines("\t".join(map(_text, row)) + "\n" for row in rows)
        if copying.returncode:
            raise AssertionError(f"COPY into {table} failed")

    def remove(self):
        try:
            self.kill()
        except (FileNotFoundError, ValueError):
            pass
        shutil.rmtree(self.folder, ignore_errors=True)


def _text(value):
    """A value in the text format of COPY."""
    if value is None:
        return r"\N"
    if isinstance(value, bytes):
        return r"\\x" + value.hex()
    return str(value).replace("\\", r"\\").replace("\t", r"\t").replace("\n", r"\n").replace("\r", r"\r")
