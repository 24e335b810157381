#!/usr/bin/env python3
"""Records what a release promises: documents that every later version must still read and write (docs/compatibility-promises.md).

usage: Program/Scripts/record-promises.py [--program FILE] [--overwrite]

Run it once for each release, with the program of that release (default: the debug build), and commit the folder
Program/Tests/Promises/VERSION that it writes. It asks no upstream but the sample's, and takes about a minute. The files:

    store.sqlite.gz   a store with follows, items, marks, labels, rules, stories, destinations, accounts, and secrets that open nothing else
    export.json       its export
    config.toml       a configuration that sets every key
    commands.json     command lines, with their exit statuses and documents
    options.json      the commands and their options
    variables.json    the environment variables
    requests.json     requests to a server with the store, with its answers: the API, reader apps and pages
    openapi.json      the paths, parameters, bodies and statuses of /openapi.json

PromisesTests replays the commands and requests on copies of the store. Both run without upstreams, so that the answers come from the store alone. The command
lines and requests are the lists below; a later release may add to them. Times and random secrets differ between two recordings.
"""

import argparse
import base64
import gzip
import hashlib
import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.parse
from contextlib import closing
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PROMISES = ROOT / "Tests/Promises"
# The addresses of the sample's web feeds contain it. Below the ports that systems give to clients.
PORT = 28910
WEB = f"http://127.0.0.1:{PORT}/web"
PASSWORD = "only for the recorded store"
# Every term of a search, and every field of a line.
TERMS = (
    'the har* "a walking library" -no NOT no (a OR b) /CVE-\\d+/ author:octocat title:a text:a source:a tag:a kind:star in:news/jobs folder:Earth is:unread '
    "is:read is:saved is:muted is:highlighted is:labelled is:story label:Recipes since:7d points:>300 points-slope:>50/h sources:>3 magnitude:>=5 acres:>1000 "
    "within:50km of:48.2,16.4")
FIELDS = (
    r"{id} {feed} {title} {url} {discussion} {date} {author} {source} {kind} {summary} {tags} {enclosures} {state} {saved} {labels} {story}\t\n")
STATE = "user/-/state/com.google/"
# In recorded command lines, the folder of the test.
FOLDER = "{folder}"
DATA = ["--data", FOLDER + "/data"]
# Pages are requested as a proxy requests them that has signed the reader in.
CONFIGURATION = '[sign-in]\nproxies = ["127.0.0.1"]\n'


def options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", type=Path, default=ROOT / ".build/debug/freshet")
    parser.add_argument("--overwrite", action="store_true", help="replace the recording of this version")
    return parser.parse_args()


OPTIONS = options()
os.environ["FRESHET"] = str(OPTIONS.program)
sys.path.insert(0, str(ROOT / "Tests/Browser"))
from programs import BARE, PROGRAM, Server, Upstreams, age, fetch  # noqa: E402


class SampleUpstreams(Upstreams):
    """Sample upstreams on the recordings' port."""

    def start(self):
        self.arguments[self.arguments.index(str(self.port))] = str(PORT)
        self.port = PORT
        super().start()


class Nowhere:
    """Upstreams that refuse every connection."""

    def __init__(self, upstreams):
        self.variables = {name: re.sub(r":\d+/", ":9/", address) for name, address in upstreams.variables.items()}


class Commands:
    """The program, with a data folder and an environment of its own."""

    def __init__(self, folder, variables):
        self.folder, self.variables = folder, variables

    def run(self, *arguments, line=""):
        return subprocess.run(
            [PROGRAM, *(word.replace(FOLDER, str(self.folder)) for word in arguments)], input=line, capture_output=True, text=True,
            env=BARE | {"HOME": str(self.folder), "TERM": "xterm"} | self.variables)

    def done(self, *arguments, line=""):
        """The output of a command that succeeds."""
        run = self.run(*arguments, *DATA, line=line)
        assert run.returncode == 0, f"freshet {' '.join(arguments)}: {run.returncode} {run.stdout} {run.stderr}"
        return run.stdout

    def document(self, *arguments):
        return json.loads(self.done(*arguments, "--json"))

    def configure(self, text):
        (self.folder / ".config/freshet").mkdir(parents=True)
        (self.folder / ".config/freshet/config.toml").write_text(text)


def fill(folder, upstreams):
    """Makes the store. Returns what the lists below need to know of it."""
    freshet = Commands(folder, upstreams.variables)
    for arguments in [
        ["follow", "octo-sample/harbor", "--folder", "Code", "--every", "1h"],
        ["follow", "news/jobs", "--folder", "News/Tech", "--name", "Work", "--keep", "500,30d"],
        ["follow", "planet/severeStorms", "--folder", "Earth"],
        ["follow", "quakes/week/4.5", "--folder", "Earth", "--stories", "first"],
        ["follow", f"{WEB}/rich/feed.xml", "--full-text"],
        ["follow", f"{WEB}/twins/feed.json", "--folder", "News"],
        ["news", "jobs"],
        ["planet"],
        ["github", "--trending", "swift", "--limit", "3"],
        ["rules", "add", "mute kind:star"],
        ["rules", "add", "highlight the"],
        ["rules", "add", "label \"To read\" title:harbour"],
        ["rules", "add", "notify magnitude:>=5"],
        ["rules", "add", "notify 10 items in 1h in:quakes/week/4.5"],
        ["destinations", "add", "exec", "cat", "--name", "log", "--quiet", "22:00-07:00"],
        ["destinations", "add", "webhook", "http://127.0.0.1:9/hook", "--name", "hook", "--secret", "recorded"],
        ["digest", "--at", "08:00", "--to", "log"],
        ["stories", "--unread", "sources"],
    ]:
        freshet.done(*arguments)
    item = lambda *feed: freshet.document(*feed, "--offline", "--limit", "3")["items"]
    rich, jobs = item("web", f"{WEB}/rich/feed.xml"), item("news", "jobs")
    twins, quakes = item("web", f"{WEB}/twins/feed.json"), item("quakes", "week", "--magnitude", "4.5")
    freshet.done("news", str(jobs[0]["id"]))
    freshet.done("mark", "saved", rich[0]["id"], "--feed", f"{WEB}/rich/feed.xml")
    freshet.done("mark", "saved", str(jobs[0]["id"]))
    freshet.done("mark", "saved", quakes[0]["id"])
    freshet.done("mark", "read", rich[1]["id"], "--feed", f"{WEB}/rich/feed.xml")
    freshet.done("mark", "read", "--feed", "github/octo-sample/harbor")
    freshet.done("label", rich[0]["id"], "--feed", f"{WEB}/rich/feed.xml", "--add", "Recipes", "--add", "To read")
    freshet.done("stories", "join", rich[2]["id"], twins[2]["id"])
    # A refresh that fails, so that the store has an error.
    upstreams.fail("/usgs", "status", status=503)
    age(folder / "data/freshet.sqlite", 60)
    assert freshet.run("quakes", "week", "--magnitude", "4.5", "--refresh", *DATA).returncode == 75
    freshet.done("accounts", "password", "admin", line=PASSWORD + "\n")
    freshet.done("accounts", "add", "anna", line=PASSWORD + "\n")
    freshet.done("follow", "octo-sample/lighthouse", "--account", "anna")
    freshet.done("accounts", "invite", "otto")
    freshet.done("accounts", "reset", "anna")
    freshet.done("accounts", "feed-address", "admin")
    password = freshet.document("accounts", "app-password", "admin", "Recorded", "--scope", "everything")["appPassword"]
    freshet.done("accounts", "app-password", "admin", "Phone")
    # The index is made by a search, and a server makes stories, sessions and the numbers of folders.
    freshet.done("search", "the")
    server = Server(folder, upstreams)
    try:
        assert server.post("/login", {"name": "admin", "password": PASSWORD}).status in (204, 303)
        bearer = {"Authorization": f"Bearer {password}", "Accept": "application/json"}
        assert server.post("/api/settings", {"theme": "dark", "keys": "true"}, **bearer).status == 200
        app = lambda path: json.loads(fetch(server.address + "/v1/" + path, headers={"X-Auth-Token": password}).text)
        # Requests move no feed out of this folder.
        folder_id, = [one["id"] for one in app("categories") if one["title"] == "Earth"]
        feeds = [one["id"] for one in app("feeds")]
        entries = [one["id"] for one in app("entries?limit=3&status=unread")["entries"]]
    finally:
        server.stop()
    secret = freshet.document("accounts", "feed-address", "admin")["feeds"]["unread"]
    return {
        "rich": rich, "jobs": jobs, "twins": twins, "quakes": quakes, "password": password, "folder": folder_id, "feeds": feeds,
        "entries": entries, "secret": re.search(r"/feeds/([^/]+)/", secret)[1],
    }


def command_lines(known):
    """The command lines, in their order; all of them change one store. Those with --json write a document."""
    rich, job, last = known["rich"], str(known["jobs"][0]["id"]), known["twins"][2]["id"]
    feed = f"{WEB}/rich/feed.xml"
    few = ["--json", "--limit", "3"]
    backup = FOLDER + "/backup.sqlite"
    lines = [
        ["--version"],
        ["following", "--json"],
        ["unread", *few], ["unread", "--stories", *few], ["unread", "--muted", *few], ["unread", "news/jobs", *few],
        ["saved", *few], ["saved", "--stories", *few],
        ["github", "octo-sample/harbor", "--offline", *few],
        ["github", "--trending", "swift", "--offline", *few],
        ["planet", "--offline", *few],
        ["planet", "severeStorms", "--offline", *few],
        ["quakes", "week", "--magnitude", "4.5", "--offline", *few],
        ["news", "jobs", "--offline", *few],
        ["news", job, "--offline", *few],
        ["web", feed, "--offline", *few],
        ["search", "the", *few], ["search", "(label:Recipes OR is:saved) -author:nobody since:3650d", *few],
        ["search", TERMS, "--json"], ["unread", "--format", FIELDS],
        ["search", "in:quakes/week/4.5 magnitude:>4 /M/", "--sort", "date", *few],
        ["rules", "--json"], ["rules", "test", "mute the", "--json"], ["rules", "add", "mute nothing", "--json"],
        ["rules", "remove", "1", "--json"],
        ["destinations", "--json"], ["destinations", "remove", "hook", "--json"],
        ["digest", "--since", "3650d", "--json"],
        ["stories", "--json"], ["stories", "split", last, "--json"], ["stories", "off", "--folder", "Earth", "--json"],
        ["label", rich[1]["id"], "--feed", feed, "--add", "Recipes", "--json"], ["labels", "--json"],
        ["labels", "rename", "Recipes", "Food", "--json"], ["labels", "remove", "Food", "--json"],
        ["mark", "saved", rich[1]["id"], "--feed", feed, "--json"], ["mark", "read", "--all", "--json"],
        ["status", "--json"], ["status", "--forget", f"127.0.0.1:{PORT}", "--json"],
        ["sessions", "--json"], ["sessions", "revoke", "--all", "--json"],
        ["accounts", "--json"], ["accounts", "invitations", "--json"], ["accounts", "app-password", "admin", "--json"],
        ["accounts", "app-password", "anna", "Other", "--json"], ["accounts", "app-password", "anna", "Other", "--revoke", "--json"],
        ["accounts", "invite", "--json"], ["accounts", "reset", "anna", "--json"], ["accounts", "feed-address", "--json"],
        ["accounts", "disable", "anna", "--json"], ["accounts", "enable", "anna", "--json"],
        ["accounts", "role", "anna", "administrator", "--json"], ["accounts", "rename", "anna", "otto", "--json"],
        ["accounts", "remove", "otto", "--json"],
        ["export", "--json"],
        ["backup", backup, "--json"], ["store", "copy", backup, FOLDER + "/copied", "--json"],
        ["follow", "news/jobs", "--every", "2h", "--json"], ["unfollow", "news/jobs", "--json"],
        # The exit statuses that need neither a signal nor a damaged store.
        ["unread", "--limit", "none"], ["unfollow", "nothing/here"], ["github", "--inbox"], ["news", "best", "--json"],
    ]
    return [line if line[0] in ("--version", "store") else line + DATA for line in lines]


def requests(known):
    """The requests, in their order; all of them change one store. None is answered with a redirect."""
    bearer = {"Authorization": f"Bearer {known['password']}", "Accept": "application/json"}
    rich, job = known["rich"], known["jobs"][0]["id"]
    rich_path = f"/web/{urllib.parse.quote(WEB, safe='')}%2Frich%2Ffeed.xml"

    def get(path, **headers):
        return {"method": "GET", "path": path, "headers": bearer | headers}

    def post(path, **fields):
        return {"method": "POST", "path": path, "headers": bearer | {"Content-Type": "application/json"}, "body": json.dumps(fields)}

    def form(path, fields, **headers):
        return {
            "method": "POST", "path": path, "headers": {"Content-Type": "application/x-www-form-urlencoded"} | headers,
            "body": urllib.parse.urlencode(fields, doseq=True)}

    documents = [get("/api" + path) for path in [
        "/unread?limit=3", "/unread?limit=3&stories=true", "/unread?folder=Earth&limit=3", "/saved?limit=3", "/muted?limit=3",
        "/label/Recipes?limit=3", "/labels", "/search?q=the&sort=date&limit=3", "/following", "/settings", "/rules", "/rules?rule=mute%20the",
        "/destinations", "/status", "/github/octo-sample/harbor?limit=3", "/planet?limit=3", "/planet/severeStorms?limit=3",
        "/quakes/week/4.5?limit=3", f"/news/item/{job}?limit=3", "/news/jobs?limit=3&order=points&unread=1", rich_path + "?limit=3",
    ]]
    others = [
        get("/health"), get("/health/live"), get("/health/ready"), get("/metrics", Accept="text/plain"), get("/export.json"), get("/export.opml"),
        get("/news/jobs.atom?limit=3"), get("/news/jobs.json?limit=3"), get("/api/nothing"),
        *({"method": "GET", "path": f"/feeds/{known['secret']}/{name}?limit=3", "headers": {}} for name in (
            "unread.atom", "unread.json", "saved.atom", "saved.json", "folder/Earth.json", "search.json?q=the")),
    ]
    for entry in others:
        # A second question mark would be part of the query.
        entry["path"] = entry["path"].replace("?q=the?", "?q=the&")
    scope = {"feed": rich_path}
    changes = [
        post("/follow", feed="/news/jobs", interval="2h", folder="Work", name="Jobs", stories="apart", keep="all"),
        post("/marks", mark="saved", id=[rich[1]["id"]], **scope), post("/marks", mark="read", all=True, folder="Earth"),
        post("/labels", add=["Food"], id=[rich[1]["id"]], **scope), post("/labels", rename="Food", to="Recipes"),
        post("/stories", do="apart", id=[rich[2]["id"]], **scope),
        post("/mute", feed="/github/octo-sample/harbor", kind=["WatchEvent"]), post("/api/rules", rule="highlight harbour"),
        post("/api/settings", theme="light"),
        post("/refresh", folder="Earth"), post("/visit", feed="/news/jobs"),
        {"method": "POST", "path": "/import", "headers": bearer | {"Content-Type": "application/json"},
         "body": json.dumps({"version": 1, "follows": [{"feed": "/news/best"}]})},
        post("/unfollow", feed="/news/best"),
    ]
    google = "/api/greader.php"
    auth = known["auth"]
    signed = {"Authorization": f"GoogleLogin auth={auth}"}
    entries, feeds, folder = known["entries"], known["feeds"], known["folder"]
    stream = urllib.parse.quote(STATE + "reading-list", safe="")
    reader = [
        form(google + "/accounts/ClientLogin", {"Email": "admin", "Passwd": known["password"], "output": "json"}),
        form(google + "/accounts/ClientLogin", {"Email": "admin", "Passwd": known["password"]}),
        *({"method": "GET", "path": f"{google}/reader/api/0/{name}", "headers": signed} for name in [
            "token", "user-info?output=json", "tag/list?output=json", "subscription/list?output=json", "unread-count?output=json",
            f"stream/items/ids?output=json&n=2&s={stream}", f"stream/contents/{stream}?n=2&output=json", "subscription/export"]),
        form(google + "/reader/api/0/stream/items/contents", {"output": "json", "i": entries, "T": auth}, **signed),
        form(google + "/reader/api/0/edit-tag", {"i": entries[0], "a": [STATE + "read", STATE + "starred"], "T": auth}, **signed),
        form(google + "/reader/api/0/subscription/edit", {"ac": "edit", "s": f"feed/{feeds[0]}", "t": "Renamed", "T": auth}, **signed),
        form(google + "/reader/api/0/mark-all-as-read", {"s": f"feed/{feeds[0]}", "T": auth}, **signed),
    ]
    key = hashlib.md5(f"admin:{known['password']}".encode()).hexdigest()
    fever = [form(f"/fever/?api&{what}", {"api_key": key}) for what in [
        "groups&feeds", f"items&with_ids={','.join(map(str, entries))}", "unread_item_ids&saved_item_ids", "links"]]
    fever.append(form("/fever/?api", {"api_key": "0" * 32}))
    fever.append(form("/fever/?api", {"api_key": key, "mark": "item", "as": "saved", "id": entries[1]}))
    token = {"X-Auth-Token": known["password"]}
    basic = {"Authorization": "Basic " + base64.b64encode(f"admin:{known['password']}".encode()).decode()}
    miniflux = [{"method": "GET", "path": "/v1/me", "headers": basic}]
    miniflux += [{"method": "GET", "path": "/v1/" + name, "headers": token} for name in [
        "me", "version", "integrations/status", "categories?counts=true", f"categories/{folder}/feeds", "feeds", f"feeds/{feeds[0]}",
        "feeds/counters", "entries?limit=2", "entries?starred=true&limit=2", "entries/ids?limit=3", f"feeds/{feeds[0]}/entries?limit=2",
        f"categories/{folder}/entries?limit=2", f"entries/{entries[0]}", "export", "feeds/999999"]]
    miniflux += [{"method": method, "path": "/v1/" + name, "headers": token, "body": json.dumps(body)} for method, name, body in [
        ("PUT", "entries", {"entry_ids": entries, "status": "read"}), ("PUT", f"entries/{entries[2]}/bookmark", {}),
        ("POST", "categories", {"title": "New"}), ("PUT", f"feeds/{feeds[0]}", {"title": "Again"}), ("PUT", f"feeds/{feeds[0]}/mark-all-as-read", {}),
        ("PUT", f"feeds/{feeds[0]}", {"scraper_rules": "none"})]]
    pages = [form("/login", {"name": "admin", "password": PASSWORD}, Accept="application/json")]
    pages += [{"method": "GET", "path": path, "headers": {"Accept": "text/html", "Remote-User": "admin"}} for path in [
        "/", "/unread", "/saved", "/label/Recipes", "/labels", "/muted", "/search?q=the", "/rules", "/destinations", "/following",
        "/settings", "/status", "/help", "/account", "/accounts", "/github/octo-sample/harbor", "/planet/severeStorms", "/quakes/week/4.5",
        "/news/jobs", rich_path]]
    return documents + others + changes + reader + fever + miniflux + pages


def answered(address, request):
    """The request with its status, its media type and, if that is JSON, its document."""
    answer = fetch(address + request["path"], request["method"], request["body"].encode() if "body" in request else None, request["headers"])
    assert not 300 <= answer.status < 400, f"{request['method']} {request['path']}: {answer.status}"
    kind = (answer.headers["Content-Type"] or "").partition(";")[0]
    found = request | {"status": answer.status, "type": kind}
    return found | ({"answer": thinned(json.loads(answer.text))} if kind.endswith("json") and answer.body else {})


def shape(value, path=""):
    """The paths of a document's values, with their types."""
    found = {(path, type(value).__name__)}
    if isinstance(value, dict):
        for key, inner in value.items():
            found |= shape(inner, f"{path}.{key}")
    elif isinstance(value, list):
        for inner in value:
            found |= shape(inner, path + "[]")
    return found


def thinned(value):
    """A document of the same shape, without the elements of lists that add nothing to it."""
    if isinstance(value, dict):
        return {key: thinned(inner) for key, inner in value.items()}
    if not isinstance(value, list):
        return value
    kept, known = [], set()
    for inner in value:
        if not shape(inner) <= known:
            known |= shape(inner)
            kept.append(thinned(inner))
    return kept


def record_commands(freshet, lines, shorten):
    runs = []
    for arguments in lines:
        run = freshet.run(*arguments)
        found = {"arguments": arguments, "status": run.returncode}
        if run.stdout.startswith("{"):
            found["output"] = thinned(json.loads(shorten(run.stdout)))
            if "rows" in found["output"]:
                # The names of the store's tables, which aren't promised.
                found["output"]["rows"] = {}
        else:
            assert "--json" not in arguments, f"freshet {' '.join(arguments)}: {run.returncode} {run.stdout} {run.stderr}"
        runs.append(found)
    return runs


def described(root):
    """Of each operation in an OpenAPI document: the parameters, those that are required, the keys of its body, and the statuses."""
    shared = root["components"]["parameters"]
    resolved = lambda one: shared[one["$ref"].rpartition("/")[2]] if "$ref" in one else one
    paths = {}
    for path, methods in root["paths"].items():
        for method, operation in methods.items():
            parameters = [resolved(one) for one in operation.get("parameters", [])]
            body = operation.get("requestBody", {}).get("content", {})
            paths.setdefault(path, {})[method] = {
                "parameters": sorted(f"{one['in']} {one['name']}" for one in parameters),
                "required": sorted(f"{one['in']} {one['name']}" for one in parameters if one.get("required")),
                "body": {kind: sorted(of.get("schema", {}).get("properties", {})) for kind, of in body.items()},
                "statuses": sorted(operation["responses"]),
            }
    return {"paths": paths}


def listed(command, above=()):
    """The options of a command and of those below it, by the command's words."""
    words = (*above, command["commandName"])
    shown = lambda key: [one for one in command.get(key, []) if one.get("shouldDisplay", True)]
    names = {("-" if one["kind"] == "short" else "--") + one["name"] for argument in shown("arguments") for one in argument.get("names", [])}
    found = {" ".join(words): sorted(names)}
    for below in shown("subcommands"):
        found |= listed(below, words)
    return found


def write(path, document):
    path.write_text(json.dumps(document, ensure_ascii=False, indent=1, sort_keys=True) + "\n")


def main():
    version = subprocess.run([PROGRAM, "--version"], capture_output=True, text=True, check=True).stdout.strip()
    place = PROMISES / version
    if place.exists() and not OPTIONS.overwrite:
        sys.exit(f"{place} exists already. A recording is made once; --overwrite replaces it.")
    with tempfile.TemporaryDirectory(prefix="freshet-promises-") as name:
        folder = Path(name)
        shorten = lambda text: text.replace(name, "/recorded")
        upstreams = SampleUpstreams(folder)
        try:
            known = fill(folder, upstreams)
        finally:
            upstreams.stop()
        nowhere = Nowhere(upstreams)
        freshet = Commands(folder, nowhere.variables)
        freshet.done("backup", FOLDER + "/recorded.sqlite")
        at = int(time.time() * 1000)
        export = freshet.done("export")

        def copied(name):
            data = folder / name / "data"
            data.mkdir(parents=True, mode=0o700)
            shutil.copy(folder / "recorded.sqlite", data / "freshet.sqlite")
            return folder / name

        runs = record_commands(Commands(copied("commands"), nowhere.variables), command_lines(known), shorten)
        Commands(copied("server"), {}).configure(CONFIGURATION)
        server = Server(folder / "server", nowhere, environment={"GITHUB_TOKEN": ""})
        try:
            login = {"Email": "admin", "Passwd": known["password"]}
            known["auth"] = re.search("Auth=(.+)", server.post("/api/greader.php/accounts/ClientLogin", login).text)[1]
            answers = [answered(server.address, request) for request in requests(known)]
            description = json.loads(server.get("/openapi.json", Authorization=f"Bearer {known['password']}").text)
            address = server.address
        finally:
            server.stop()
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir(parents=True)
        with closing(sqlite3.connect(folder / "recorded.sqlite")) as store:
            # One file without a log, as a copy of it is opened.
            assert store.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        (place / "store.sqlite.gz").write_bytes(gzip.compress((folder / "recorded.sqlite").read_bytes(), 9, mtime=0))
    (place / "export.json").write_text(export)
    defaults = subprocess.run([PROGRAM, "config", "--default"], capture_output=True, text=True, check=True).stdout
    (place / "config.toml").write_text(re.sub(r"^#(?=\S)", "", defaults, flags=re.M))
    write(place / "commands.json", {"recordedAt": at, "runs": runs})
    dumped = subprocess.run([PROGRAM, "--experimental-dump-help"], capture_output=True, text=True, check=True).stdout
    write(place / "options.json", listed(json.loads(dumped)["command"]))
    answers = json.loads(json.dumps(answers).replace(address, "http://127.0.0.1"))
    help_text = subprocess.run([PROGRAM, "help", "environment"], capture_output=True, text=True, check=True).stdout
    write(place / "variables.json", sorted(set(re.findall(r"\b[A-Z]+(?:_[A-Z]+)+\b|\bTERM\b", help_text))))
    write(place / "requests.json", {"configuration": CONFIGURATION, "recordedAt": at, "requests": answers})
    write(place / "openapi.json", described(description))
    for file in sorted(place.iterdir()):
        print(f"{file.stat().st_size:9} {file.relative_to(ROOT.parent)}")


main()
