"""What must work through a proxy: signing in, pages, forms, compression, live updates, hosts, clients and imports."""

import gzip
import json
import os
import re
import socket
import subprocess

from newsboat import installed
from programs import until
from proxies import Nginx, version, world_behind


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


def sign_in(proxy, token):
    """Signs in as a browser does; returns the cookie."""
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
    """A new state arrives although the response never ends: the proxy doesn't hold it back."""
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
                # A heartbeat follows within 15 s, unless the proxy waits for a full buffer.
                length = len(heard)
                until(lambda: states(1) and len(heard) > length, f"a heartbeat, {version}")
        finally:
            stream.kill()
            stream.wait()


def hosts(proxy, cookie):
    """No other host name is answered, even if the proxy forwards it."""
    for name in ("evil.example", f"evil.example:{proxy.port}", "127.0.0.1.evil.example"):
        answer = proxy.curl("/news/top", "-H", f"Cookie: {cookie}", "-H", f"Host: {name}")
        assert answer.status in (400, 403, 421) or not answer.body, f"{name}: {answer.status}"


def forwarded_clients(proxy, token):
    """The server takes the client's address from the proxy, not the proxy's own address or one that the client claims."""
    other = own_address()
    if not other:
        return "; forwarded addresses SKIPPED, this machine has no address but loopback"

    def guess(address, *options):
        return proxy.curl("/api/saved", "-H", "Authorization: Bearer guess", *options, address=address).status

    # A client that claims another address each time still counts as one.
    statuses = [guess(other, "-H", f"X-Forwarded-For: 198.51.100.{number}") for number in range(22)]
    assert statuses[0] == 401 and statuses[-1] == 429, statuses
    # A client that connects to the proxy through 127.0.0.1 counts as another one.
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
    """Imports a large file, which the proxy must accept."""
    outline = '<outline type="rss" text="{0}" xmlUrl="https://site{0}.example/feed.xml"/>'
    count = 200
    comment = "<!--" + "x" * (size // count) + "-->"
    body = "<opml version=\"2.0\"><body>" + "".join(outline.format(number) + comment for number in range(count)) + "</body></opml>"
    path = proxy.folder / "large.opml"
    path.write_text(body)
    answer = proxy.curl("/import", "--data-binary", f"@{path}", "-H", "Content-Type: text/x-opml", "-H", f"Cookie: {cookie}", "-H", f"Origin: {proxy.origin}", "-H", "Accept: application/json")
    assert answer.status == 200, f"{answer.status} {answer.body[:300]}"
