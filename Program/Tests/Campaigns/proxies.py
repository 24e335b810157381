"""nginx and Caddy in front of the server, with TLS and the configurations of the folder deploy."""

import gzip
import json
import os
import re
import signal
import socket
import subprocess
from contextlib import contextmanager

from curling import curl
from newsboat import installed
from programs import ROOT, free_port, until, world

NAME = "feeds.example.org"
PATH = os.environ["PATH"] + ":/usr/sbin"


class Proxy:
    """A proxy with a tested configuration, in which only ports and paths differ."""

    def __init__(self, folder, port, server_port):
        self.folder = folder / self.program
        self.folder.mkdir()
        self.port, self.server_port = port, server_port

    @property
    def origin(self):
        return f"https://{NAME}:{self.port}"

    def configuration(self, changes):
        """The file in deploy, with each of the changes made."""
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
        # As Debian has it: buffering is on, and so is compression.
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


def check_proxy(kind, token, is_short):
    """Fails unless the page, live updates, cookies, clients, hosts and forms work through the proxy."""
    if not installed(kind.program, "nginx-light" if kind is Nginx else None):
        return f"{kind.program}: SKIPPED, it can't be installed here"
    with world_behind(kind, token) as (made, proxy):
        cookie = sign_in(proxy, token)
        page_and_forms(proxy, cookie)
        compression(proxy, cookie)
        live_updates(made, proxy, cookie, is_short)
        hosts(proxy, cookie)
        clients = forwarded_clients(proxy, token)
        if not is_short:
            import_of(proxy, cookie, 4 << 20)
    return f"{kind.program} {version(kind)}: page, forms, cookies, compression, live updates, hosts{clients}"


def version(kind):
    said = subprocess.run([kind.program, *kind.version], capture_output=True, text=True, env={"PATH": PATH})
    return re.search(r"\d+(\.\d+)+", said.stdout + said.stderr)[0]


@contextmanager
def world_behind(kind, token):
    # The proxy's port is part of the address that the server is told.
    port = free_port()
    with world("--public-url", f"https://{NAME}:{port}", token=token) as made:
        proxy = kind(made.folder, port, made.server.port)
        proxy.start()
        try:
            yield made, proxy
        finally:
            proxy.stop()


def sign_in(proxy, token):
    """The browser's way in; the cookie that it keeps."""
    first = proxy.curl("/news/top")
    assert first.status == 303 and first.fields["location"].startswith("/login"), first.status
    refused = proxy.curl("/login", "-d", "token=wrong-wrong-wrong", "-H", f"Origin: {proxy.origin}")
    assert refused.status == 403 and not refused.cookies
    done = proxy.curl("/login", "-d", f"token={token}&return=/news/top", "-H", f"Origin: {proxy.origin}")
    assert done.status == 303 and done.fields["location"] == "/news/top", done.status
    cookie = done.cookies[0]
    assert cookie.startswith("__Host-") and {"Secure", "HttpOnly", "Path=/", "SameSite=Strict"} <= set(cookie.split("; ")), cookie
    return cookie.split(";")[0]


def page_and_forms(proxy, cookie):
    for version in ("--http1.1", "--http2"):
        page = until_fresh(proxy, cookie, version)
        assert "text/html" in page.fields["content-type"] and b"</html>" in page.body
        assert page.facts[1] == version.removeprefix("--http").removesuffix(".1") + (".1" if version == "--http1.1" else ""), page.facts
    feed = proxy.curl("/news/top.atom", "-H", f"Cookie: {cookie}").body.decode()
    assert f'href="{proxy.origin}/news/top' in feed and "127.0.0.1" not in re.sub(r"<(id|uri)>.*?</\1>", "", feed), "links are public ones"
    for origin, expected in ((proxy.origin, 303), ("https://evil.example", 403), (proxy.origin.replace("https", "http"), 403)):
        form = proxy.curl("/follow", "-d", "address=news/top&return=/news/top", "-H", f"Cookie: {cookie}", "-H", f"Origin: {origin}")
        assert form.status == expected, f"{origin}: {form.status}"
    assert "news/top" in proxy.curl("/api/following", "-H", f"Cookie: {cookie}").body.decode()


def until_fresh(proxy, cookie, version):
    until(lambda: json.loads(proxy.curl("/api/news/top", "-H", f"Cookie: {cookie}").body)["status"] == "fresh", "the feed to be fresh")
    page = proxy.curl("/news/top", version, "-H", f"Cookie: {cookie}")
    assert page.status == 200, page.status
    return page


def compression(proxy, cookie):
    for path in ("/news/top", "/api/news/top", "/news/top.atom", "/assets/page.css"):
        zipped = proxy.curl(path, "-H", f"Cookie: {cookie}", "-H", "Accept-Encoding: gzip")
        assert zipped.fields["content-encoding"] == "gzip" and gzip.decompress(zipped.body), path
        again = proxy.curl(path, "-H", f"Cookie: {cookie}", "-H", "Accept-Encoding: gzip", "-H", f"If-None-Match: {zipped.fields['etag']}")
        assert again.status == 304, f"{path}: {again.status}"


def live_updates(made, proxy, cookie, is_short):
    """A new state arrives although the response never ends: nothing holds it back."""
    for version in ("--http1.1", "--http2"):
        stream = subprocess.Popen(
            ["curl", "-q", "-sSN", "-i", version, *proxy.options(), "-H", f"Cookie: {cookie}", "-H", "Accept: text/event-stream", "-H", "Accept-Encoding: gzip",
             proxy.origin + "/api/news/top"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        os.set_blocking(stream.stdout.fileno(), False)
        heard = bytearray()

        def states(count):
            heard.extend(stream.stdout.read() or b"")
            assert stream.poll() is None, heard.decode(errors="replace")
            return heard.count(b"event: state") >= count and heard.endswith(b"\n\n")

        try:
            until(lambda: states(1), f"the first state, {version}")
            known = heard.count(b"event: state")
            made.upstreams.advance(600)
            made.server.age()
            form = proxy.curl("/refresh", "-d", "feed=/news/top", "-H", f"Cookie: {cookie}", "-H", f"Origin: {proxy.origin}")
            assert form.status in (204, 303), form.status
            until(lambda: states(known + 1), f"a new state, {version}")
            if not is_short:
                # A heartbeat follows within 15 s: a proxy that fills a buffer first would keep it.
                length = len(heard)
                until(lambda: states(1) and len(heard) > length, f"a heartbeat, {version}")
        finally:
            stream.kill()
            stream.wait()


def hosts(proxy, cookie):
    """No other name is answered, whatever the proxy forwards."""
    for name in ("evil.example", f"evil.example:{proxy.port}", "127.0.0.1.evil.example"):
        answer = proxy.curl("/news/top", "-H", f"Cookie: {cookie}", "-H", f"Host: {name}")
        assert answer.status in (400, 403, 421) or not answer.body, f"{name}: {answer.status}"


def forwarded_clients(proxy, token):
    """A client is the address that the proxy saw, not the proxy's and not one that the client names."""
    other = own_address()
    if not other:
        return "; forwarded addresses SKIPPED, this machine has no address but loopback"

    def guess(address, *options):
        return proxy.curl("/api/saved", "-H", "Authorization: Bearer guess", *options, address=address).status

    # A client that names another address each time is still one.
    statuses = [guess(other, "-H", f"X-Forwarded-For: 198.51.100.{number}") for number in range(22)]
    assert statuses[0] == 401 and statuses[-1] == 429, statuses
    # The proxy on this machine names 127.0.0.1 for its own clients.
    assert guess("127.0.0.1") == 401, "another client waits"
    assert proxy.curl("/api/saved", "-H", f"Authorization: Bearer {token}", address=other).status == 200
    return ", forwarded addresses"


def own_address():
    """An address of this machine that isn't loopback, if it has one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing
            address = probe.getsockname()[0]
        except OSError:
            return None
    return None if address.startswith("127.") else address


def import_of(proxy, cookie, size):
    """An import may be large: the proxy must take it."""
    outline = '<outline type="rss" text="{0}" xmlUrl="https://site{0}.example/feed.xml"/>'
    count = 200
    comment = "<!--" + "x" * (size // count) + "-->"
    body = "<opml version=\"2.0\"><body>" + "".join(outline.format(number) + comment for number in range(count)) + "</body></opml>"
    path = proxy.folder / "large.opml"
    path.write_text(body)
    answer = proxy.curl("/import", "--data-binary", f"@{path}", "-H", "Content-Type: text/x-opml", "-H", f"Cookie: {cookie}", "-H", f"Origin: {proxy.origin}", "-H", "Accept: application/json")
    assert answer.status == 200, f"{answer.status} {answer.body[:300]}"
