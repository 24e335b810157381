"""Schemathesis with a world of its own, beside the other tests."""

import subprocess
import sys

from programs import Upstreams, World

SECONDS = 60
CHECKS = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance"


class Fuzzing:
    def __init__(self, folder, seed=1, seconds=SECONDS, examples=40):
        self.seconds = seconds
        self.world = World(folder, upstreams=Upstreams(folder))
        try:
            self.world.server.warm("/news/top")
            self.log = self.world.folder / "schemathesis.log"
            with open(self.log, "wb") as log:
                self.process = subprocess.Popen(
                    ["nice", "-n", "5", sys.executable, "-m", "schemathesis.cli", "run", self.world.server.address + "/openapi.json", "--checks", CHECKS,
                     "--phases", "examples,coverage,fuzzing", "--max-time", str(seconds), "--max-examples", str(examples), "--seed", str(seed), "--request-timeout", "20",
                     "--no-color", "--no-shrink", "--suppress-health-check", "all", "--generation-database", "none",
                     # Sends requests as the server's own page does, and accepts no event stream, which would not end.
                     "--header", "Sec-Fetch-Site: same-origin", "--header", "Accept: application/json"],
                    stdout=log, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, cwd=folder)
        except BaseException:
            self.world.end()
            raise

    def result(self):
        """Waits for its end; returns its output and exit status."""
        status = self.process.wait(self.seconds * 10)
        return self.log.read_text(errors="replace"), status

    def end(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        self.world.end()
