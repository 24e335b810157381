"""Writes the table of docs/faults.md from the cells of a full campaign."""

import os
import re
from collections import Counter

BEGIN, END = "<!-- table: faults -->\n", "<!-- end of the table -->\n"


class Table:
    def __init__(self, cells):
        self.cells = [cell for cell in cells if cell.state == "nothing stored"]
        self.faults = list(dict.fromkeys(cell.fault for cell in self.cells))

    def keep(self, page):
        """Writes the table to the page if FRESHET_WRITE_TABLES is set; otherwise fails unless the page contains it."""
        text = page.read_text()
        begin, end = text.index(BEGIN) + len(BEGIN), text.index(END)
        written = text[:begin] + self.markdown + text[end:]
        if os.environ.get("FRESHET_WRITE_TABLES"):
            page.write_text(written)
        else:
            assert written == text, f"{page.name} differs from the campaign; FRESHET_WRITE_TABLES=1 writes it"

    @property
    def markdown(self):
        lines = ["| Fault | Exit status | Time | Message |", "|---|---|---|---|"]
        for fault in self.faults:
            cells = [cell for cell in self.cells if cell.fault == fault]
            outcomes = {cell.kind.name: outcome(cell) for cell in cells}
            usual = Counter(outcomes.values()).most_common(1)[0][0]
            lines.append(row(fault.name, usual))
            others = {}
            for kind, found in outcomes.items():
                if found != usual:
                    others.setdefault(found, []).append(kind)
            lines += [row("– " + ", ".join(kinds), found) for found, kinds in others.items()]
        return "\n".join(lines) + "\n"


def row(name, found):
    status, time, message = found
    return f"| {name} | {status} | {time} | {message} |"


def outcome(cell):
    """What a reader sees, without the parts that differ from run to run."""
    deadline = cell.fault.deadline
    time = f"the deadline of {deadline} s" if deadline and cell.seconds >= deadline else "at once"
    text = " ".join(cell.said)
    text = re.sub(r"https?://[\w.:/%@-]*[\w/%-]", "ADDRESS", text)
    text = re.sub(r"127\.0\.0\.1:\d+|nowhere\.invalid(:\d+)?", "HOST", text)
    text = re.sub(r" for /\S+?(?=[.:] |[.:]$)", " for PATH", text)
    text = re.sub(r"after \d+ bytes?", "after N bytes", text)
    text = re.sub(r"It begins “.*?”", "It begins “…”", text)
    text = re.sub(r"after (\d\d\d\d-\d\d-\d\d |\w+ )?\d\d:\d\d", "after TIME", text)
    text = text.replace(" Nothing is stored yet.", "").replace("|", "\\|")
    return str(cell.status), time, text or "(items are shown)"
