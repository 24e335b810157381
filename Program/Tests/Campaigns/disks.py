"""Small disks that fill up, lose their permissions or turn read-only, in a mount namespace of this process."""

import ctypes
import os
import shutil
import subprocess
from pathlib import Path

CLONE_NEWNS = 0x20000
NOBODY = 65534


class NoMounts(Exception):
    """This process isn't allowed to mount anything."""


def enter_namespace(folder):
    """Makes later mounts visible only to this process and its children."""
    if ctypes.CDLL(None, use_errno=True).unshare(CLONE_NEWNS) != 0:
        raise NoMounts(os.strerror(ctypes.get_errno()))
    try:
        mount("--make-rprivate", "/")
        Disk(folder / "probe", 1).unmount()
    except AssertionError as reason:
        raise NoMounts(reason) from None


def mount(*arguments):
    done = subprocess.run(["mount", *arguments], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr.strip()


class Disk:
    """A file system in memory."""

    def __init__(self, folder, mebibytes):
        self.folder = Path(folder)
        self.folder.mkdir()
        mount("-t", "tmpfs", "-o", f"size={mebibytes}m", "freshet", self.folder)

    def unmount(self):
        subprocess.run(["umount", "--lazy", self.folder], check=True)
        self.folder.rmdir()

    def fill(self):
        """Uses up all remaining space."""
        with open(self.folder / "filler", "ab", buffering=0) as filler:
            for size in (1 << 16, 4096, 512, 1):
                try:
                    while True:
                        filler.write(b"x" * size)
                except OSError:
                    pass

    def free(self):
        (self.folder / "filler").unlink(missing_ok=True)

    def protect(self):
        mount("-o", "remount,ro", self.folder)

    def unprotect(self):
        mount("-o", "remount,rw", self.folder)

    def cover(self, folder, copy):
        """Mounts a read-only copy over a folder, since open files would keep the disk itself from turning read-only."""
        shutil.copytree(folder, copy)
        mount("--bind", copy, copy)
        mount("-o", "remount,bind,ro", copy)
        mount("--bind", copy, folder)

    def uncover(self, folder, copy):
        for mounted in (folder, copy):
            subprocess.run(["umount", "--lazy", mounted], check=True)
        shutil.rmtree(copy)


def forbid(folder):
    """Gives a folder to the user nobody, who may read it but not write to it."""
    for path in [folder, *folder.rglob("*")]:
        os.chown(path, NOBODY, NOBODY)
        os.chmod(path, 0o500 if path.is_dir() else 0o400)


def permit_to_nobody(folder):
    """Gives a folder to the user nobody, with read and write permission."""
    forbid(folder)
    permit(folder)


def permit(folder):
    for path in [folder, *folder.rglob("*")]:
        os.chmod(path, 0o700 if path.is_dir() else 0o600)


def as_nobody():
    """The prefix that runs a command as the user nobody."""
    return ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"]
