"""HTTP as curl speaks it: conditional requests, compression, ranges, HEAD, and old or unusual requests."""

import gzip
import subprocess


class Curled:
    """One answer: its status, its header fields with lowercase names, and its body as received."""

    def __init__(self, head, body, facts):
        lines = head.decode("latin-1").split("\r\n")
        self.protocol, self.status = lines[0].split(" ")[0], int(lines[0].split(" ")[1])
        self.fields = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines[1:] if ":" in line)}
        self.cookies = [line.partition(":")[2].strip() for line in lines[1:] if line.lower().startswith("set-cookie:")]
        self.body, self.facts = body, facts


def curl(url, *options, data=None, seconds=60):
    """Runs curl without a configuration file; returns the last answer."""
    command = ["curl", "-q", "-sS", "-i", "--max-time", str(seconds), "-w", "\n%{num_connects} %{http_version} %{size_upload}", *options, url]
    done = subprocess.run(command, input=data, capture_output=True, timeout=seconds + 30)
    assert done.returncode == 0, f"{' '.join(command)}: {done.stderr.decode(errors='replace')}"
    output, _, facts = done.stdout.rpartition(b"\n")
    head, _, body = output.partition(b"\r\n\r\n")
    # Skips 100 Continue, and a proxy's answer to CONNECT.
    while b" 1" == head.split(b"\r\n")[0][8:10] or head.startswith(b"HTTP/1.1 200 Connection established"):
        head, _, body = body.partition(b"\r\n\r\n")
    return Curled(head, body, facts.decode().split())


def curl_talks(server):
    """Fails unless every exchange follows RFC 9110 and RFC 9112; returns their number."""
    checks = [conditional, compressed, head, ranges, http_1_0, kept_alive, odd_targets, methods, bodies]
    return sum(check(server.address) for check in checks)


PATHS = ["/news/top", "/api/news/top", "/news/top.atom", "/news/top.json", "/openapi.json", "/assets/page.css"]


def conditional(address):
    for path in PATHS:
        first = curl(address + path)
        tag = first.fields["etag"]
        for condition in (tag, f'"other", {tag}', "W/" + tag.removeprefix("W/"), "*"):
            again = curl(address + path, "-H", f"If-None-Match: {condition}")
            assert (again.status, again.body) == (304, b""), f"{path}: {condition}: {again.status}"
            assert again.fields["etag"] == tag and "content-length" not in again.fields or again.fields.get("content-length") != "0", path
        other = curl(address + path, "-H", 'If-None-Match: "other"')
        assert other.status == 200 and other.body == first.body, path
    return len(PATHS) * 6


def compressed(address):
    for path in PATHS:
        plain = curl(address + path, "-H", "Accept-Encoding: identity")
        zipped = curl(address + path, "-H", "Accept-Encoding: br;q=1.0, gzip;q=0.8")
        assert "content-encoding" not in plain.fields and zipped.fields["content-encoding"] == "gzip", path
        assert gzip.decompress(zipped.body) == plain.body and len(zipped.body) < len(plain.body), path
        for answer in (plain, zipped):
            assert "accept-encoding" in answer.fields["vary"].lower(), f"{path}: {answer.fields.get('vary')}"
            assert int(answer.fields["content-length"]) == len(answer.body), path
        # RFC 9110, 8.8.3: a strong tag identifies one representation only.
        assert plain.fields["etag"].startswith("W/") or plain.fields["etag"] != zipped.fields["etag"], f"{path}: one strong ETag for two forms"
        refused = curl(address + path, "-H", "Accept-Encoding: gzip;q=0")
        assert "content-encoding" not in refused.fields, path
    return len(PATHS) * 3


def head(address):
    for path in PATHS:
        whole, only = curl(address + path), curl(address + path, "-I")
        assert only.status == 200 and only.body == b"", path
        for name in ("content-type", "etag", "vary", "cache-control", "content-length"):
            assert only.fields.get(name) == whole.fields.get(name), f"{path}: {name}"
    return len(PATHS) * 2


def ranges(address):
    """A server may answer a range request with the whole document (RFC 9110, 14.2)."""
    for path in PATHS:
        whole, part = curl(address + path), curl(address + path, "-r", "0-9")
        assert (part.status, part.body) in ((200, whole.body), (206, whole.body[:10])), f"{path}: {part.status}"
        assert part.status == 206 or "content-range" not in part.fields
    return len(PATHS) * 2


def http_1_0(address):
    for path in PATHS:
        old, new = curl(address + path, "-0"), curl(address + path)
        assert old.status == 200 and old.body == new.body and "transfer-encoding" not in old.fields, path
        assert curl(address + path, "-0", "-H", "Connection: keep-alive").status == 200
    return len(PATHS) * 3


def kept_alive(address):
    urls = [address + path for path in PATHS]
    done = subprocess.run(["curl", "-q", "-sS", "-w", "%{num_connects} %{http_code}\n", *sum((["-o", "/dev/null", url] for url in urls), [])],
                          capture_output=True, text=True, timeout=90)
    lines = done.stdout.split("\n")[:-1]
    assert lines == ["1 200"] + ["0 200"] * (len(urls) - 1), f"one connection: {lines}"
    return len(urls)


def odd_targets(address):
    absolute = curl(address + "/health", "--proxy", address)  # the whole address as the target (RFC 9112, 3.2.2)
    assert absolute.status == 200, absolute.status
    for path, fine in (("/%6eews/top", (200, 301, 308)), ("/news/../news/top", (200, 301, 308, 404, 400)), ("//news/top", (301, 308, 404, 400)),
                       ("/news/top/", (301, 308)), ("/news/top%00", (400, 404)), ("/news/%ff", (400, 404)), ("/" + "a" * 9000, (400, 404, 414, 431))):
        status = curl(address + path, "--path-as-is").status
        assert status in fine, f"{path[:40]}: {status}"
    assert curl(address + "/health", "-H", "Host:").status == 400, "RFC 9112, 3.2: no Host"
    assert curl(address + "/health", "-H", "Host: evil.example").status in (400, 403, 421)
    assert curl(address + "/health", "-H", "X-Long: " + "x" * 100_000).status in (400, 413, 431)
    return 11


def methods(address):
    for method in ("PUT", "DELETE", "PATCH", "OPTIONS", "BREW"):
        answer = curl(address + "/news/top", "-X", method)
        assert answer.status in {"OPTIONS": (204,), "BREW": (400, 501)}.get(method, (405,)) and "GET" in answer.fields.get("allow", "GET"), f"{method}: {answer.status}"
    return 5


def bodies(address):
    big = b"address=" + b"x" * 200_000
    for options in (["-H", "Transfer-Encoding: chunked"], ["-H", "Expect: 100-continue"], []):
        answer = curl(address + "/follow", "--data-binary", "@-", "-H", "Accept: application/json", *options, data=big)
        assert answer.status == 413, f"{options}: {answer.status}"
    form = curl(address + "/follow", "-d", "address=news/top", "-H", "Transfer-Encoding: chunked", "-H", "Accept: application/json")
    assert form.status == 200, f"{form.status} {form.body}"
    assert curl(address + "/follow", "-d", "address=news/top", "-H", "Origin: https://evil.example").status == 403
    return 5
