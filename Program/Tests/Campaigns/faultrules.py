"""Rules that every cell of the fault campaign obeys."""

import re
import sqlite3
from contextlib import closing

DOCUMENTED = {0, 1, 4, 64, 75}
# More seconds than a refresh takes on a busy machine, in addition to any deadline.
GRACE = 45
MEGABYTES = 400
NAMES_OF_ERRORS = re.compile(
    r"NSError|Error Domain|errno|bind\(|Optional\(|DecodingError|HTTPClientError|ChannelError|NIO|CodingKey|\bnil\b|Swift|0x[0-9a-f]{6}")
ADVICE = re.compile(r"\b([Tt]ry again|Check|[Uu]se|Set|Create|open any page)\b")
NAMES = re.compile(r"127\.0\.0\.1|nowhere\.invalid|10\.0\.0\.1|GitHub")
# A remark about the items, not about the fault.
REMARK = re.compile(r"\d+ items? unavailable: ")


def check(cell, before):
    """Checks the rules for cells that make requests."""
    wrong = cell.problems
    fits = set(cell.fault.statuses)
    if cell.status not in DOCUMENTED & fits:
        wrong.append(f"status {cell.status}, not {sorted(fits)}: {cell.said}")
    # Some of a feed's requests may succeed despite the fault.
    is_partial = bool(re.search(r"\d+ of \d+ \w+ couldn't be refreshed", " ".join(cell.said)))
    if cell.status == 0 or is_partial:
        if not cell.shown:
            wrong.append("nothing is shown")
    else:
        if cell.shown != before:
            wrong.append(f"{len(cell.shown)} lines shown instead of the {len(before)} stored")
        if ("Showing items from" if before else "Nothing is stored yet.") not in " ".join(cell.said):
            wrong.append(f"doesn't say what is shown: {cell.said}")
    if cell.status != 0:
        if len(cell.said) != 1:
            wrong.append(f"{len(cell.said)} messages: {cell.said}")
        if not ADVICE.search(" ".join(cell.said)):
            wrong.append(f"doesn't say what to do: {cell.said}")
        if not NAMES.search(" ".join(cell.said)):
            wrong.append(f"doesn't say who failed: {cell.said}")
    if found := NAMES_OF_ERRORS.search(" ".join(cell.said)):
        wrong.append(f"says “{found[0]}”: {cell.said}")
    if cell.seconds > cell.fault.deadline + GRACE:
        wrong.append(f"took {cell.seconds:.0f} s")
    if cell.megabytes > MEGABYTES:
        wrong.append(f"took {cell.megabytes} MB")


def damage(data):
    with closing(sqlite3.connect(data / "freshet.sqlite")) as store:
        found = store.execute("PRAGMA integrity_check").fetchone()[0]
        leases = store.execute("SELECT count(*) FROM lease").fetchone()[0]
    return f"integrity_check: {found}" if found != "ok" else f"{leases} leases left" if leases else None
