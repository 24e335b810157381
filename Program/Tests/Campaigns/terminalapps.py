"""newsboat in each mode that synchronizes, driven as a person would in a terminal: Debian's own, and that of the next Debian in a folder of its own."""

import os
import re
import shutil
import subprocess
import uuid
from pathlib import Path

from newsboat import installed
from programs import until

# The next Debian, whose newsboat speaks more. `debootstrap` makes the folder once; it may be named.
NEXT = Path(os.environ.get("FRESHET_NEXT_DEBIAN", "/var/tmp/freshet-next-debian"))


def newsboat_modes(followed):
    results = []
    if not installed("newsboat") or not installed("tmux"):
        return "SKIPPED, newsboat or tmux can't be installed"
    for mode, settings in (("miniflux", ""), ("feedhq", "")):
        results.append(f"{mode} {session(followed, mode, settings, root=None)}")
    refusal = next_debian()
    if refusal:
        return "; ".join(results + [f"the next Debian's SKIPPED, {refusal}"])
    for mode, settings in (("freshrss", 'freshrss-flag-star "s"\nconfirm-mark-feed-read no\n'), ("miniflux", 'miniflux-flag-star "s"\nconfirm-mark-feed-read no\n')):
        results.append(f"next {mode} {session(followed, mode, settings, root=NEXT)}")
    return "; ".join(results)


def next_debian():
    """Makes the folder unless it is there; returns why that isn't possible."""
    if (NEXT / "usr/bin/newsboat").exists():
        return None
    if os.geteuid() != 0 or not installed("debootstrap"):
        return "debootstrap needs root, and its package"
    done = subprocess.run(["debootstrap", "--variant=minbase", "--include=newsboat", "trixie", str(NEXT)], capture_output=True, text=True)
    if done.returncode:
        shutil.rmtree(NEXT, ignore_errors=True)
        return f"debootstrap failed: {done.stdout.splitlines()[-1:]}"
    return None


class Terminal:
    """A program in a terminal of 100 columns."""

    def __init__(self, command):
        self.name = f"freshet-{uuid.uuid4().hex[:8]}"
        subprocess.run(["tmux", "-L", self.name, "-f", "/dev/null", "new-session", "-d", "-x", "100", "-y", "30", *command], check=True, env=os.environ | {"LANG": "C.UTF-8", "TERM": "xterm"})

    @property
    def screen(self):
        return subprocess.run(["tmux", "-L", self.name, "capture-pane", "-p"], capture_output=True, text=True).stdout

    def press(self, *keys):
        subprocess.run(["tmux", "-L", self.name, "send-keys", *keys], check=True)

    def shows(self, pattern):
        return until(lambda: re.search(pattern, self.screen), f"{pattern!r} on the screen:\n{self.screen}", seconds=30)

    @property
    def is_running(self):
        return subprocess.run(["tmux", "-L", self.name, "has-session"], stderr=subprocess.DEVNULL).returncode == 0

    def end(self):
        subprocess.run(["tmux", "-L", self.name, "kill-server"], stderr=subprocess.DEVNULL)


def session(followed, mode, settings, root):
    """Opens an item, marks another as unread, stars it if the mode can, marks a feed as read, and looks again; returns what was done."""
    version = (root / "usr/bin/newsboat" if root else shutil.which("newsboat"))
    home = Path(root or "/") / "tmp" / f"newsboat-{uuid.uuid4().hex[:8]}"
    home.mkdir()
    inside = "/" + str(home.relative_to(root or "/"))
    secret = f'{mode}-url "{followed.address}"\n{mode}-login "admin"\n{mode}-password "{followed.token}"\n'
    (home / "config").write_text(f'urls-source "{mode}"\n{secret}{settings}show-read-feeds yes\nshow-read-articles yes\nfeed-sort-order unreadarticlecount-asc\n'
                                 'feedlist-format "%4i %n %11u %t"\narticlelist-format "%4i %f %t"\n')
    (home / "urls").write_text("")
    newsboat = (["chroot", str(root), "env", "HOME=" + inside] if root else ["env", f"HOME={inside}"])
    newsboat += ["LANG=C.UTF-8", "newsboat", "-C", f"{inside}/config", "-c", f"{inside}/cache", "-u", f"{inside}/urls", "-l", "6", "-d", f"{inside}/log"]
    followed.mark(all="true", mark="unread")
    everything = followed.unread
    terminal = None
    try:
        reload(newsboat)
        # newsboat 2.21 asks for 100 entries at most, and in the other modes for 20 of each feed.
        shown = int(re.search(r"(\d+) unread", run(newsboat, "print-unread"))[1])
        assert 0 < shown <= everything, (shown, everything)
        terminal = Terminal(newsboat)
        terminal.shows(r"\(\d+/\d+\)")
        terminal.press("Enter")
        terminal.shows(r"(?m)^ +1 +\S")
        terminal.press("Enter")
        terminal.shows("Title:")
        terminal.press("q")
        terminal.shows(r"(?m)^ +1 +\S")
        until(lambda: followed.unread == everything - 1, f"{mode}: opening an item to mark it as read\n{terminal.screen}", seconds=20)
        terminal.press("N")
        until(lambda: followed.unread == everything, f"{mode}: an item to be unread again\n{terminal.screen}")
        starred = ""
        if settings:
            terminal.press("C-e")
            terminal.shows("Flags:")
            terminal.press("s", "Enter")
            until(lambda: followed.saved == 1, f"{mode}: an item to be starred\n{terminal.screen}")
            terminal.press("C-e")
            terminal.shows("Flags:")
            terminal.press("BSpace", "Enter")
            until(lambda: followed.saved == 0, f"{mode}: the star to be gone\n{terminal.screen}")
            starred = ", starred"
        terminal.press("q")
        terminal.shows(r"\(\d+/\d+\)")
        terminal.press("A")
        until(lambda: followed.unread < everything - 1, f"{mode}: a feed to be read\n{terminal.screen}")
        terminal.press("q")
        until(lambda: not terminal.is_running, f"{mode}: newsboat to end\n{terminal.screen}")
    finally:
        if terminal:
            terminal.end()
    # The next look shows what the page shows.
    left = followed.unread
    reload(newsboat)
    again = int(re.search(r"(\d+) unread", run(newsboat, "print-unread"))[1])
    assert again < shown and again <= left, (again, shown, left)
    followed.mark(all="true", mark="read")
    reload(newsboat)
    assert re.search(r"(\d+) unread", run(newsboat, "print-unread"))[1] == "0", f"{mode}: not everything is read"
    shutil.rmtree(home, ignore_errors=True)
    return f"({shown} items{starred})"


def run(newsboat, order):
    return subprocess.run([*newsboat, "-x", order], capture_output=True, text=True, timeout=120).stdout


def reload(newsboat):
    subprocess.run([*newsboat, "-x", "reload"], capture_output=True, text=True, timeout=120, check=True)
