#!/usr/bin/env python3
"""Prints the manual page freshet.1, from what the program says of itself: make-manual.py PROGRAM > freshet.1

The commands, options and their help are those of `freshet --experimental-dump-help`, the keys of the configuration file those of
`freshet config --default`. The date is SOURCE_DATE_EPOCH's, or the program's.
"""

import datetime
import json
import os
import re
import subprocess
import sys

NAME = "freshet"
# Sections of the program's own discussion that are sections of the page.
SECTIONS = ["OPTIONS", "EXAMPLES", "ENVIRONMENT", "EXIT STATUS"]


def escaped(text):
    """Text as roff: no control lines, no escapes, ASCII only; hyphens that can be copied."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    text = "".join(c if ord(c) < 128 else {"“": "\\(lq", "”": "\\(rq", "’": "\\(cq"}.get(c, f"\\[u{ord(c):04X}]") for c in text)
    return "\n".join("\\&" + line if line[:1] in (".", "'") else line for line in text.split("\n"))


class Page:
    def __init__(self, program):
        self.program = program
        self.lines = []

    def run(self, *arguments):
        # Nothing of the reader's own: no configuration, no width of a terminal.
        environment = {"PATH": os.environ.get("PATH", "/usr/bin:/bin"), "HOME": "/nonexistent", "COLUMNS": "80", "TERM": "dumb"}
        return subprocess.run([self.program, *arguments], check=True, capture_output=True, text=True, env=environment).stdout

    def add(self, *lines):
        self.lines.extend(lines)

    def literal(self, lines):
        """Lines that are not filled."""
        self.add(".EX", *[escaped(line) for line in lines], ".EE")

    def discussion(self, text, omitted=()):
        """Paragraphs; a block under a heading in capitals is literal."""
        for block in filter(None, text.strip().split("\n\n")):
            heading, _, rest = block.partition("\n")
            if re.fullmatch(r"[A-Z][A-Z ]+", heading):
                if heading not in omitted:
                    self.add(".PP", f"\\fB{escaped(heading.capitalize())}\\fR")
                    self.literal(rest.split("\n"))
            elif block.startswith("  "):
                self.literal(block.split("\n"))
            else:
                self.add(".PP", escaped(block))

    def argument(self, argument):
        names = [("--" if name["kind"] == "long" else "-") + name["name"] for name in argument.get("names", [])]
        value = argument.get("valueName", "")
        if argument["kind"] == "positional":
            term = f"\\fI{escaped(value)}\\fR"
        else:
            term = ", ".join(f"\\fB{escaped(name)}\\fR" for name in names)
            if argument["kind"] == "option":
                term += f" \\fI{escaped(value)}\\fR"
        self.add(".TP", term, escaped(argument.get("abstract") or "").strip() or "\\&")

    def arguments(self, command):
        for argument in command.get("arguments", []):
            names = [name["name"] for name in argument.get("names", [])]
            if argument.get("shouldDisplay", True) and not {"help", "version"} & set(names):
                self.argument(argument)

    def usage(self, path):
        """The lines of the command's usage, without the word."""
        lines = self.run(*path, "--help").split("\n")
        start = next(i for i, line in enumerate(lines) if line.startswith("USAGE:"))
        usage = [lines[start].removeprefix("USAGE:").strip()]
        for line in lines[start + 1:]:
            if not line.strip():
                break
            usage.append(line.strip())
        return usage

    def command(self, command, path):
        """A subcommand; subcommands of it follow."""
        path = path + [command["commandName"]]
        self.add(f".SS {escaped(' '.join([NAME] + path))}", escaped(command.get("abstract") or ""))
        subcommands = [sub for sub in command.get("subcommands", []) if sub["commandName"] != "help"]
        self.add(".PP")
        self.literal(self.usage(path))
        self.discussion(command.get("discussion") or "", omitted=["EXIT STATUS"])
        self.arguments(command)
        for sub in subcommands:
            self.command(sub, path)

    def make(self):
        info = json.loads(self.run("--experimental-dump-help"))["command"]
        version = self.run("--version").strip()
        seconds = int(os.environ.get("SOURCE_DATE_EPOCH") or os.stat(self.program).st_mtime)
        date = datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc).date().isoformat()
        subcommands = [sub for sub in info["subcommands"] if sub["commandName"] != "help"]
        abstract = info["abstract"].rstrip(".")
        self.add(f'.TH {NAME.upper()} 1 "{date}" "{NAME} {version}" "User Commands"')
        self.add(".SH NAME", f"{NAME} \\- {escaped(abstract[0].lower() + abstract[1:])}", ".SH SYNOPSIS")
        self.literal(["freshet [OPTIONS]", "freshet COMMAND [OPTIONS]"])
        self.add(
            ".SH DESCRIPTION",
            "Without a command, freshet opens the reader on a terminal and prints unread items in a pipe.",
            "Stored items are shown at once, then new ones.")
        self.add(".SH COMMANDS")
        for sub in subcommands:
            self.command(sub, [])
        blocks = dict(block.partition("\n")[::2] for block in info["discussion"].strip().split("\n\n"))
        if unknown := set(blocks) - set(SECTIONS):
            sys.exit(f"make-manual.py: the program's help has a section that the page doesn't know: {', '.join(sorted(unknown))}")
        self.add(".SH CONFIGURATION", "The file is optional, and so is each key. Options and environment variables override it.", ".PP")
        self.literal(line for line in self.run("config", "--default").rstrip("\n").split("\n"))
        for name in ["OPTIONS", "ENVIRONMENT", "EXIT STATUS", "EXAMPLES"]:
            self.add(f".SH {name}")
            self.literal(blocks[name].split("\n"))
        self.add(
            ".SH FILES",
            ".TP", f"\\fI{escaped('~/.config/freshet/config.toml')}\\fR", "The configuration.",
            ".TP", f"\\fI{escaped('~/.local/share/freshet/freshet.sqlite')}\\fR", "The store: items, marks, followed feeds and rules.",
            ".TP", "\\fI/etc/freshet/config.toml\\fR, \\fI/etc/freshet/environment\\fR", "The configuration and the variables of the service.",
            ".TP", "\\fI/var/lib/freshet/freshet.sqlite\\fR", "The store of the service. Commands of root use it as the service's user.")
        return "\n".join(self.lines) + "\n"


if len(sys.argv) != 2:
    sys.exit("usage: make-manual.py PROGRAM > freshet.1")
sys.stdout.write(Page(sys.argv[1]).make())
