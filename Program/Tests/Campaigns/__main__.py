"""Runs campaigns against the built program, each in a folder of its own, and prints one line for each.

A campaign is a module of this folder with `run(campaign)`, which returns its result in words and raises if a check fails. If a campaign fails, its folder is
kept, the others still run, and the exit status is 1. The same seed makes the same choices."""

import argparse
import importlib
import shutil
import sys
import tempfile
import traceback
from pathlib import Path

from campaign import Campaign

NAMES = ["kill", "disk", "processes", "cluster", "neighbours", "faults", "interop", "sync", "mutations", "clients", "weeks"]


def main():
    parser = argparse.ArgumentParser(prog="campaign.sh", description="Runs campaigns against the built program.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"{', '.join(NAMES)}; all of them by default")
    parser.add_argument("--short", action="store_true", help="the form of `make check-campaigns`, a minute each at most")
    parser.add_argument("--seed", type=int, default=1, help="makes the same choices again (default: 1)")
    options = parser.parse_args()
    for name in options.names:
        if name not in NAMES:
            parser.error(f"{name} is no campaign: there are {', '.join(NAMES)}")
    failed = []
    for name in options.names or NAMES:
        folder = Path(tempfile.mkdtemp(prefix=f"freshet-{name}-"))
        campaign = Campaign(name, options.short, options.seed, folder)
        try:
            result = importlib.import_module(name).run(campaign)
        except Exception:
            traceback.print_exc()
            failed.append(name)
            print(f"{name}: FAILED with seed {options.seed}; its folder is {folder}", flush=True)
        else:
            print(f"{name}: {result}; seed {options.seed}", flush=True)
            shutil.rmtree(folder, ignore_errors=True)
    return 1 if failed else 0


sys.exit(main())
