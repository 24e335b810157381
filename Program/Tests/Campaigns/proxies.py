"""nginx and Caddy in front of the server, with TLS and the configurations in the deploy folder."""

import os
import re
import signal
import subprocess
from contextlib import contextmanager

from curling import curl
from programs import ROOT, free_port, until, world

NAME = "feeds.example.org"
PATH = os.environ["PATH"] + ":/usr/sbin"


class Proxy:
    """A proxy with the configuration under test, in which only ports and paths are changed."""

    def __init__(self, folder, port, server_port):
        self.folder = folder / self.program
        self.folder.mkdir()
        self.port, self.server_port = port, server_port

    @property
    def origin(self):
        return f"https://{NAME}:{self.port}"

    def configuration(self, changes):
        """The configuration from the deploy folder, with the changes applied."""
        text = (ROOT / "deploy" / self.file).read_text()
        for old, new in {"127.0.0.1:8080": f"127.0.0.1:{self.server_port}", **changes}.items():
            lines = [line.partition("#")[0] for line in text.splitlines()]
            assert any(old in line for line in lines), f"deploy/{self.file} has no {old}"
            text = text.replace(old, str(new))
        path = self.folder / self.file
        path.write_text(text)
        return path

    def start(self):
        log = open(self.folder / "log", "wb")
        self.process = subprocess.Popen(self.command(), stdout=log, stderr=log, stdin=subprocess.DEVNULL,
                                        env={"PATH": PATH, "HOME": str(self.folder)})
        log.close()

        def answers():
            assert self.process.poll() is None, (self.folder / "log").read_text()
            if not self.certificate.exists():
                return False
            done = subprocess.run(["curl", "-q", "-s", "-o", "/dev/null", *self.options(), self.origin + "/health"])
            return done.returncode == 0

        until(answers, f"{self.program} to answer")

    def options(self, address="127.0.0.1"):
        return ["--cacert", str(self.certificate), "--resolve", f"{NAME}:{self.port}:{address}"]

    def curl(self, path, *options, address="127.0.0.1"):
        return curl(self.origin + path, *self.options(address), *options)

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


class Nginx(Proxy):
    program, file, version = "nginx", "nginx.conf", ["-v"]

    def command(self):
        self.certificate, key = self.folder / "feeds.pem", self.folder / "feeds.key"
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj", f"/CN={NAME}",
                        "-addext", f"subjectAltName=DNS:{NAME}", "-keyout", key, "-out", self.certificate], check=True, capture_output=True)
        site = self.configuration({"listen 443": f"listen {self.port}", "/etc/ssl/feeds.pem": self.certificate, "/etc/ssl/feeds.key": key})
        temporary = "\n".join(f"    {kind}_temp_path {self.folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        whole = self.folder / "whole.conf"
        user = "user root;\n" if os.getuid() == 0 else ""
        # As in Debian, buffering and compression are on.
        whole.write_text(f"{user}daemon off;\npid {self.folder}/pid;\nevents {{}}\nhttp {{\n    access_log off;\n    gzip on;\n{temporary}\n    include {site};\n}}\n")
        return ["nginx", "-e", "stderr", "-c", whole]


class Caddy(Proxy):
    program, file, version = "caddy", "Caddyfile", ["version"]

    def command(self):
        site = self.configuration({NAME + " {": f"{NAME}:{self.port} {{"})
        storage = self.folder / "storage"
        self.certificate = storage / "pki/authorities/local/root.crt"
        whole = self.folder / "whole"
        whole.write_text("{\n    admin off\n    auto_https disable_redirects\n    local_certs\n    skip_install_trust\n"
                         f"    storage file_system {storage}\n}}\nimport {site}\n")
        return ["caddy", "run", "--config", str(whole), "--adapter", "caddyfile"]


def version(kind):
    said = subprocess.run([kind.program, *kind.version], capture_output=True, text=True, env={"PATH": PATH})
    return re.search(r"\d+(\.\d+)+", said.stdout + said.stderr)[0]


@contextmanager
def world_behind(kind, token):
    # The server's public URL includes the proxy's port, so the port is chosen first.
    port = free_port()
    with world("--public-url", f"https://{NAME}:{port}", token=token) as made:
        proxy = kind(made.folder, port, made.server.port)
        proxy.start()
        try:
            yield made, proxy
        finally:
            proxy.stop()
