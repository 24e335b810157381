"""Takes space and permissions from the store's disk, and checks what is said, what is kept, and what works afterwards."""

import json
import re

import disks
import stores
from commands import RAW, Commands
from diskcommands import COMMANDS
from programs import Server, Upstreams, until

TOKEN = "correct-horse-battery"
SAID = {
    "full": r"disk is full",
    "forbidden": r"[Pp]ermission denied|can be read but not written|aren't permitted",
    "read-only": r"read-only|can be read but not written",
}
READS = ("/", "/news/top", "/api/news/top", "/unread", "/search?q=the", "/following", "/rules", "/status", "/export.json", "/health")


def run(campaign):
    upstreams = Upstreams(campaign.folder)
    campaign.folder.chmod(0o755)
    try:
        disks.enter_namespace(campaign.folder)
        return Disks(campaign, upstreams).run()
    except disks.NoMounts as reason:
        return f"SKIPPED: this process may not mount a disk ({reason})"
    finally:
        upstreams.kill()


class Disks:
    def __init__(self, campaign, upstreams):
        self.campaign, self.folder, self.upstreams = campaign, campaign.folder, upstreams
        self.cells, self.problems = 0, []
        self.template, self.old = self.folder / "template", self.folder / "old"
        commands = Commands(upstreams, self.template)
        for feed in ("news/top", "news/new"):
            commands.run("follow", feed)
        commands.run("unread", "--refresh")
        commands.run("github", "octo-sample/busy")
        commands.run("destinations", "add", "exec", "true", "--name", "log")
        commands.run("rules", "add", "notify in:news/new")
        stores.forget_requests(self.template)
        stores.copy(self.template, self.old)
        stores.multiply(self.old, campaign.pick(20, 10))
        stores.make_earlier(self.old)

    def run(self):
        for trouble in SAID:
            for command in COMMANDS:
                self.note(command.name, trouble, self.command, command, trouble)
            self.note("serve", trouble, self.serve, trouble)
            self.note("the start of serve", trouble, self.start_server, trouble)
        self.note("export to a file", "full", self.export)
        self.note("sessions that can't be read", "forbidden", self.hide_sessions)
        assert not self.problems, f"{len(self.problems)} of {self.cells} cells failed"
        return f"{self.cells} of {self.cells} cells: {len(COMMANDS)} commands and the server on a disk that is full, forbidden and read-only"

    def note(self, name, trouble, work, *arguments):
        try:
            work(*arguments)
        except AssertionError as error:
            self.problems.append(f"{name} on a disk that is {trouble}: {error}")
            self.campaign.say(self.problems[-1])
        self.cells += 1

    def disk(self, start):
        disk = disks.Disk(self.folder / "disk", 32)
        data = disk.folder / "place" / "data"
        data.parent.mkdir()
        if start:
            stores.copy(getattr(self, start), data)
        return disk, data

    def break_it(self, disk, trouble):
        if trouble == "full":
            disk.fill()
        elif trouble == "forbidden":
            disks.forbid(disk.folder / "place")
        else:
            disk.protect()

    def mend(self, disk, trouble):
        if trouble == "full":
            disk.free()
        elif trouble == "forbidden":
            disks.permit(disk.folder / "place")
        else:
            disk.unprotect()

    def command(self, command, trouble):
        disk, data = self.disk(command.start)
        try:
            commands = Commands(self.upstreams, data, disks.as_nobody() if trouble == "forbidden" else ())
            before = stores.Contents(data) if command.start == "template" else None
            self.upstreams.advance(300)
            self.break_it(disk, trouble)
            run = commands.start(*command.arguments).wait()
            self.judge(run.words, trouble, required=command.says)
            assert run.status == command.status, f"status {run.status}: {run.errors[:800]}"
            self.mend(disk, trouble)
            if before:
                assert stores.Contents(data) == before, "something changed"
            if command.start:
                assert stores.fault(data) is None
            run = commands.run(*command.arguments)
            self.judge(run.words, trouble, required=False)
            after = stores.Contents(data)
            assert command.done(before, after), f"not done when there was room again: {run.words[:800]}"
            assert before is None or before.lost(after) is None, before.lost(after)
        finally:
            disk.unmount()

    def export(self):
        disk, data = self.disk("template")
        try:
            file = disk.folder / "export.json"
            disk.fill()
            run = Commands(self.upstreams, data).start("export", output=file).wait()
            assert run.status == 1, f"status {run.status}: {run.errors}"
            self.judge(run.errors, "full")
            disk.free()
            run = Commands(self.upstreams, data).run("export", output=file)
            json.loads(run.output)
        finally:
            disk.unmount()

    def hide_sessions(self):
        """Cookies are refused while the sessions file can't be read, and accepted again afterwards."""
        disk, data = self.disk("template")
        server = None
        try:
            disks.permit_to_nobody(disk.folder / "place")
            server = Guarded(data, self.upstreams, disks.as_nobody())
            cookie, file = server.sign_in(), data / "sessions.json"
            hidden = data / "hidden"
            hidden.write_bytes(file.read_bytes())
            hidden.chmod(0)
            hidden.rename(file)
            answer = server.get("/api/saved", Cookie=cookie)
            assert answer.status == 503 and "Set-Cookie" not in answer.headers, f"{answer.status} {answer.text}"
            assert server.get("/api/saved", Authorization="Bearer " + TOKEN).status == 200
            disks.permit_to_nobody(disk.folder / "place")
            assert server.get("/api/saved", Cookie=cookie).status == 200
            server.stop()
            self.judge(server.output, "forbidden", required=False)
        finally:
            if server:
                server.kill()
            disk.unmount()

    def judge(self, words, trouble, required=True):
        raw = RAW.search(words)
        assert raw is None, f"raw words {raw[0]!r} in: {words[:1500]}"
        if required:
            assert re.search(SAID[trouble], words), f"the reason isn't said: {words[:1500]}"

    def serve(self, trouble):
        disk, data = self.disk("template")
        server = None
        try:
            if trouble == "forbidden":
                disks.permit_to_nobody(disk.folder / "place")
            wrapper = disks.as_nobody() if trouble == "forbidden" else ()
            server = Guarded(data, self.upstreams, wrapper)
            server.warm("/news/top", "/github/octo-sample/busy")
            cookie = server.sign_in()
            stores.expire_leases(data)
            before = stores.Contents(data)
            if trouble == "read-only":
                disk.cover(data, disk.folder / "copy")
            else:
                self.break_it(disk, trouble)
            self.visit(server, {"Cookie": cookie}, trouble)
            if trouble == "read-only":
                disk.uncover(data, disk.folder / "copy")
            else:
                self.mend(disk, trouble)
            assert before.lost(stores.Contents(data)) is None, before.lost(stores.Contents(data))
            self.visit_again(server, {"Cookie": cookie}, data)
            server.stop()
            self.judge(server.output, trouble, required=False)
            assert stores.fault(data) is None
        finally:
            if server:
                server.kill()
            disk.unmount()

    def start_server(self, trouble):
        """A server that starts on a broken disk shows what is stored, and refuses each change."""
        disk, data = self.disk("template")
        server = None
        try:
            before = stores.Contents(data)
            self.break_it(disk, trouble)
            server = Guarded(data, self.upstreams, disks.as_nobody() if trouble == "forbidden" else ())
            self.visit(server, {"Authorization": "Bearer " + TOKEN}, trouble, refuses=True)
            server.kill()
            self.mend(disk, trouble)
            assert stores.Contents(data) == before, "something changed"
            server.start()
            self.visit_again(server, {"Authorization": "Bearer " + TOKEN}, data)
        finally:
            if server:
                server.kill()
            disk.unmount()

    def visit(self, server, credentials, trouble, refuses=False):
        """Reads every page, and tries every change."""
        for path in READS:
            answer = server.get(path, **credentials)
            self.judge(answer.text, trouble, required=False)
            assert answer.status == 200, f"{path}: {answer.status} {answer.text[:600]}"
        picture = re.search(r"/avatars/\w+", server.get("/github/octo-sample/busy", **credentials).text)
        assert picture, "no picture"
        answer = server.get(picture[0], **credentials)
        assert answer.status == 200, f"{picture[0]}: {answer.status} {answer.text}"
        for path, fields in server.changes():
            answer = server.post(path, fields, **credentials, Accept="application/json")
            assert answer.status == 500 or answer.status < 300 and (path == "/refresh" or not refuses), f"{path}: {answer.status} {answer.text}"
            self.judge(answer.text, trouble, required=answer.status >= 300)
        answer = server.post("/login", {"token": TOKEN})
        assert answer.status in (303, 500), f"/login: {answer.status} {answer.text}"
        self.judge(answer.text, trouble, required=False)
        # Nobody is signed in who may learn where the store is.
        assert answer.status == 303 or "log has the reason" in answer.text, answer.text

    def visit_again(self, server, credentials, data):
        for path, fields in server.changes():
            answer = server.post(path, fields, **credentials, Accept="application/json")
            assert answer.status < 300, f"{path} when there was room again: {answer.status} {answer.text}"
        server.sign_in()
        after = stores.Contents(data)
        assert {feed for feed, *_ in after.followed} >= {"news/best"} and after.read and after.saved
        until(lambda: json.loads(server.get("/api/news/new", **credentials).text)["status"] == "fresh", "a fresh feed")


class Guarded(Server):
    """A server with a token, run as another user if there is a wrapper."""

    def __init__(self, data, upstreams, wrapper):
        self.wrapper, self.upstreams = wrapper, upstreams
        try:
            super().__init__(data.parent, upstreams, token=TOKEN)
        except BaseException:
            self.kill()
            raise

    def start(self):
        # Keeps its output off the broken disk.
        self.folder = self.upstreams.folder
        super().start()

    def document(self, path):
        return json.loads(self.get("/api" + path, Authorization="Bearer " + TOKEN).text)

    def changes(self):
        id = self.document("/news/top")["items"][0]["id"]
        return [
            ("/marks", {"mark": "read", "scope": "news", "id": id}),
            ("/marks", {"mark": "saved", "scope": "news", "id": id}),
            ("/marks", {"mark": "read", "all": "true", "feed": "/news/top"}),
            ("/follow", {"feed": "/news/best"}),
            ("/rules", {"rule": "mute title:zebra"}),
            ("/refresh", {"feed": "/news/new"}),
        ]

    def sign_in(self):
        answer = self.post("/login", {"token": TOKEN})
        assert answer.status == 303, f"{answer.status}: {answer.text}"
        return answer.headers["Set-Cookie"].split(";")[0]
