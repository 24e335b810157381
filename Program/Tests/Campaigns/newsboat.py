"""The feed reader newsboat, subscribed to the server with and without a token."""

import json
import re
import shutil
import subprocess
from pathlib import Path

from programs import ROOT, until, world

PATHS = ["/news/top", "/github/octo-sample/harbor", "/planet/wildfires"]


def newsboat_reads(token):
    """Fails unless newsboat receives every item of the feeds."""
    if not installed("newsboat"):
        return "newsboat: SKIPPED, it can't be installed here"
    version = tuple(map(int, re.search(r"(\d+)\.(\d+)", subprocess.run(["newsboat", "-v"], capture_output=True, text=True).stdout).groups()))
    suffixes = [".atom"] + ([".json"] if version >= (2, 37) else [])
    results = []
    for secret in (None, token):
        with world(token=secret) as made:
            bearer = {"Authorization": f"Bearer {secret}"} if secret else {}

            def fresh(path):
                document = json.loads(made.server.get("/api" + path, **bearer).text)
                return document if document["status"] == "fresh" else None

            documents = {path: until(lambda: fresh(path), f"{path} to be fresh") for path in PATHS}
            # newsboat sends its password only after a challenge, so the server must send one.
            address = made.server.address.replace("://", f"://reader:{secret}@") if secret else made.server.address
            urls = [address + path + suffix for path in PATHS for suffix in suffixes]
            results.append(read(made.folder, urls, sum(len(one["items"]) for one in documents.values()) * len(suffixes)))
    skipped = "" if ".json" in suffixes else f" (JSON Feed SKIPPED: newsboat {version[0]}.{version[1]} doesn't read it)"
    return f"newsboat: {results[0]} items, {results[1]} with a token{skipped}"


def read(folder, urls, expected):
    home = folder / "newsboat"
    home.mkdir()
    (home / "urls").write_text("\n".join(urls) + "\n")
    (home / "config").write_text("http-auth-method any\nshow-read-feeds yes\n")
    command = ["newsboat", "-u", str(home / "urls"), "-C", str(home / "config"), "-c", str(home / "cache.db"), "-l", "6", "-d", str(home / "log"), "-x"]
    log = ""
    for order in (["reload"], ["print-unread"]):
        done = subprocess.run([*command, *order], capture_output=True, text=True, timeout=120, env={"HOME": str(home), "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"})
        log += done.stdout + done.stderr
    found = re.search(r"(\d+) unread articles", log)
    assert found and int(found[1]) == expected, f"newsboat found {found and found[1]} of {expected} items: {log}\n{(home / 'log').read_text()[-3000:]}"
    return expected


def installed(program, package=None):
    """Whether a program is installed, after trying to install its Debian package."""
    def there():
        return shutil.which(program) or Path("/usr/sbin", program).exists()

    if not there():
        subprocess.run([ROOT.parent / "Scripts/install-packages.sh", package or program], stdout=subprocess.DEVNULL)
    return there()
