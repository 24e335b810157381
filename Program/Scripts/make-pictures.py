#!/usr/bin/env python3
"""Takes the pictures of the README: the page, commands in a terminal, and the reader, with sample data.

    Program/.build/browser-venv/bin/pip install pillow
    Program/.build/browser-venv/bin/python Program/Scripts/make-pictures.py

Needs what Program/Scripts/test-browser.sh installs, a debug build of the program (or FRESHET=PROGRAM), tmux, and Pillow, which makes the pictures smaller.
"""

import base64
import fcntl
import html
import io
import os
import pty
import re
import struct
import subprocess
import sys
import tempfile
import termios
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Program/Tests/Browser"))
sys.dont_write_bytecode = True

from PIL import Image  # noqa: E402

from programs import BARE, PROGRAM, world  # noqa: E402
from reader import Reader, start_browser  # noqa: E402

IMAGES = ROOT / "docs/images"
DESKTOP = (1440, 900)
PHONE = (390, 780)
COLUMNS = 96
READER = (150, 38)
# Address, folder.
FEEDS = [
    ("octo-sample/harbor", "Code"), ("octo-sample/lighthouse", "Code"), ("{web}/meadow/", "Reading"), ("{web}/tidepool/", "Reading"),
    ("https://news.ycombinator.com/show", ""),
]
COMMANDS = [
    ["follow", "{web}/workshop/", "--folder", "Reading"], ["unread", "--limit", "8"], ["search", "harbour", "--limit", "4"],
    ["quakes", "month", "--magnitude", "significant", "--limit", "4"],
]


def main():
    with world() as made, tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        web = made.upstreams.address + "/web"
        for address, group in FEEDS:
            answer = made.server.post("/follow", {"address": address.format(web=web), "folder": group})
            assert answer.status == 303, answer.text
        made.server.warm("/news/top", "/planet", "/quakes/day/2.5", "/quakes/week/4.5")
        # Some items are read.
        made.server.post("/marks", {"feed": "/github/octo-sample/lighthouse", "all": "true", "mark": "read"})
        driver = start_browser(folder)
        try:
            reader = Reader(driver)
            reader.command("Emulation.setScrollbarsHidden", hidden=True)
            for scheme in ["light", "dark"]:
                reader.prefers(prefers_color_scheme=scheme)
                reader.size(*DESKTOP)
                take(reader, made.server, "/", f"page-{scheme}", DESKTOP)
                reader.size(*PHONE, phone=True)
                take(reader, made.server, "/quakes/week/4.5", f"phone-{scheme}", PHONE)
        finally:
            driver.quit()
        draw(made, web)
        draw_reader(made)


def take(reader, server, path, name, size):
    """A picture of what is on the screen once the page is complete, in at most 256 colors."""
    # The server fetches account pictures and icons while the page is open the first time.
    for pause in (3, 0.5):
        reader.open(server, path)
        reader.waits(lambda: reader.count(".row") > 7 and not reader.count("[data-freshness=refreshing]"), "a complete page", 60)
        time.sleep(pause)
    clip = {"x": 0, "y": 0, "width": size[0], "height": size[1], "scale": 1}
    picture = base64.b64decode(reader.command("Page.captureScreenshot", clip=clip)["data"])
    image = Image.open(io.BytesIO(picture)).convert("RGB").quantize(256, dither=Image.Dither.NONE)
    image.save(IMAGES / f"{name}.png", optimize=True)
    print(name, (IMAGES / f"{name}.png").stat().st_size)


def draw(made, web):
    """What commands print on a terminal, as SVG."""
    lines = []
    for command in COMMANDS:
        command = [word.format(web=web) for word in command]
        shown = " ".join(f"'{word}'" if " " in word else word for word in command)
        lines.append(f"$ \x1b[1mfreshet {shown}\x1b[0m".replace(made.upstreams.address + "/web", "https://feeds.example"))
        output = on_terminal([str(PROGRAM), *command, "--data", str(made.server.options[2])], made)
        lines += output.replace(made.upstreams.address + "/web", "https://feeds.example").rstrip().split("\n") + [""]
    write("freshet.svg", lines[:-1], COLUMNS, "freshet in a terminal: following a site, unread items, a search, earthquakes")


def draw_reader(made):
    """The reader with a story and its comments, as SVG."""
    environment = BARE | made.upstreams.variables | {"TERM": "xterm-256color", "HOME": str(made.folder), "GITHUB_TOKEN": "sample"}
    command = ["tmux", "-f", "/dev/null", "-L", f"freshet-{os.getpid()}"]
    tmux = lambda *words: subprocess.run([*command, *words], env=environment, check=True, stdout=subprocess.PIPE, text=True).stdout  # noqa: E731
    program = f"'{PROGRAM}' read news/top --data '{made.server.options[2]}'"
    tmux("new-session", "-d", "-x", str(READER[0]), "-y", str(READER[1]), program, ";", "set", "-g", "status", "off")
    try:
        wait_for(lambda: "fresh" in tmux("capture-pane", "-p"), "stories")
        tmux("send-keys", "j", "Enter")
        wait_for(lambda: tmux("capture-pane", "-p").count("▾") > 4, "a story with comments")
        write("reader.svg", tmux("capture-pane", "-p", "-e").rstrip("\n").split("\n"), READER[0], "The reader in a terminal: feeds, stories, and a story with its comments")
    finally:
        tmux("kill-server")


def wait_for(condition, what):
    end = time.monotonic() + 60
    while not condition():
        if time.monotonic() > end:
            sys.exit(f"{what} didn't appear")
        time.sleep(0.2)


def write(name, lines, columns, label):
    (IMAGES / name).write_text(svg(lines, columns, label))
    print(name, (IMAGES / name).stat().st_size)


def on_terminal(command, made):
    """The last state of the screen that the command leaves; progress lines overwrite themselves."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 60, COLUMNS, 0, 0))
    environment = BARE | made.upstreams.variables | {"TERM": "xterm-256color", "HOME": str(made.folder), "GITHUB_TOKEN": "sample"}
    process = subprocess.Popen(command, stdin=slave, stdout=slave, stderr=subprocess.DEVNULL, env=environment)
    os.close(slave)
    output = b""
    while True:
        try:
            part = os.read(master, 65536)
        except OSError:
            break
        if not part:
            break
        output += part
    process.wait()
    text = re.sub(r"\x1b\]8;[^\x1b\x07]*(?:\x1b\\|\x07)", "", output.decode().replace("\r\n", "\n"))
    return re.sub(r"\x1b\[[0-9;?]*[A-HJKSTfhl]", "", text)


COLORS = {30: "#768390", 31: "#f47067", 32: "#8fbf6f", 33: "#e0b84c", 34: "#6cb6ff", 35: "#dcbdfb", 36: "#76c7d1", 90: "#768390"}


def svg(lines, columns, label):
    """Each run of equal style is one text of a fixed length, so that columns align in any font."""
    width, height, advance, leading = 32 + columns * 8.4, 60 + len(lines) * 19, 8.4, 19
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height}" font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, DejaVu Sans Mono, monospace" '
        f'font-size="14" role="img" aria-label="{label}"><rect width="100%" height="100%" rx="8" fill="#22272e"/>'
        '<circle cx="22" cy="20" r="6" fill="#e0645c"/><circle cx="42" cy="20" r="6" fill="#e0b84c"/><circle cx="62" cy="20" r="6" fill="#8fbf6f"/>']
    style = {}
    for number, line in enumerate(lines):
        column = 0
        for piece in re.split(r"(\x1b\[[0-9;]*m)", line):
            if piece.startswith("\x1b["):
                for code in map(int, piece[2:-1].split(";") if piece[2:-1] else ["0"]):
                    if code == 0:
                        style = {}
                    elif code in (1, 2, 4):
                        style[code] = True
                    elif code in (22, 24, 39):
                        style = {key: value for key, value in style.items() if key not in {22: (1, 2), 24: (4,), 39: ("color",)}[code]}
                    elif code in COLORS:
                        style["color"] = COLORS[code]
                continue
            for run in re.finditer(r"\S+(?: \S+)*", piece):
                x = 16 + (column + run.start()) * advance
                look = (' font-weight="bold"' if 1 in style else "") + (' opacity="0.6"' if 2 in style else "") + (' text-decoration="underline"' if 4 in style else "")
                parts.append(f'<text x="{x:.1f}" y="{60 + number * leading}" textLength="{len(run[0]) * advance:.1f}"{look} fill="{style.get("color", "#d8dee9")}">{html.escape(run[0])}</text>')
            column += len(piece)
    return "\n".join(parts) + "</svg>\n"


if __name__ == "__main__":
    main()
