"""Faults: each kind of upstream fault in each kind of feed, with nothing stored, with stored items, and offline.

The full form compares the table of docs/faults.md with its results, or writes it if FRESHET_WRITE_TABLES=1. The short form checks cells chosen by the seed."""

import json
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from faultcells import Row
from faultkinds import Kinds
from faultrows import FAULTS
from faulttable import Table
from programs import ROOT

PAGE = ROOT.parent / "docs/faults.md"


def run(campaign):
    kinds = Kinds(campaign.folder)
    if campaign.short:
        # A deadline takes a minute, so only the full form waits for it.
        faults = campaign.random.sample([fault for fault in FAULTS if not fault.deadline], 4)
        chosen = [(fault, campaign.random.sample(kinds.all, 3)) for fault in faults]
    else:
        chosen = [(fault, kinds.all) for fault in FAULTS]
    cells = run_rows(campaign, chosen)
    wrong = [f"{cell}: {problem}" for cell in cells for problem in cell.problems]
    for line in wrong:
        campaign.say(line)
    if os.environ.get("FRESHET_CELLS"):
        Path(os.environ["FRESHET_CELLS"]).write_text(json.dumps([cell.facts for cell in cells], indent=1, ensure_ascii=False))
    assert not wrong, f"{len(wrong)} rules don't hold; the first: {wrong[0]}"
    if not campaign.short:
        Table(cells).keep(PAGE)
    memory = max(cell.megabytes for cell in cells)
    return f"{len(cells)} cells of {len(chosen)} faults, all as documented; at most {memory} MB"


def run_rows(campaign, chosen):
    """Runs the rows that wait for a deadline all at once, and meanwhile the others one after another."""
    def row(fault, kinds):
        cells = Row(fault, kinds, campaign.folder).run()
        campaign.say(f"{fault.name}: {len(cells)} cells")
        return cells

    slow = [one for one in chosen if one[0].deadline]
    with ThreadPoolExecutor(max(1, len(slow))) as pool:
        waiting = [pool.submit(row, *one) for one in slow]
        cells = [cell for one in chosen if one not in slow for cell in row(*one)]
        cells += [cell for rows in waiting for cell in rows.result()]
    order = [fault.name for fault, _ in chosen]
    return sorted(cells, key=lambda cell: order.index(cell.fault.name))
