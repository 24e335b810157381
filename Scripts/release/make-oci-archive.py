#!/usr/bin/env python3
"""Makes an OCI image archive of one layer. The same input gives the same bytes: buildah's archives depend on its version and time.

The archive is also one of Docker's, for engines that load no OCI archives, and for podman, which ignores health checks in OCI images.
"""

import argparse
import datetime
import gzip
import hashlib
import io
import json
import os
import tarfile
from pathlib import Path

MEDIA = "application/vnd.oci.image."

parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument("--layer", type=Path, required=True, help="the root file system, a tar archive")
parser.add_argument("--packages", type=Path, required=True, help="its packages, each with version and architecture")
parser.add_argument("--suite", required=True, help="the release of Debian that they are of")
parser.add_argument("--user", required=True, help="the user's number")
parser.add_argument("archive", type=Path)
arguments = parser.parse_args()

epoch = int(os.environ["SOURCE_DATE_EPOCH"])
created = datetime.datetime.fromtimestamp(epoch, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
packages = [line.split() for line in arguments.packages.read_text().splitlines()]
version, architecture = next((version, architecture) for name, version, architecture in packages if name == "freshet")
debian = " ".join(f"{name}={version}" for name, version, _ in packages if name != "freshet")
blobs: dict[str, bytes] = {}


def add(kind: str, content: bytes) -> dict:
    digest = hashlib.sha256(content).hexdigest()
    blobs[f"blobs/sha256/{digest}"] = content
    return {"mediaType": MEDIA + kind, "digest": f"sha256:{digest}", "size": len(content)}


def add_json(kind: str, document: dict) -> dict:
    return add(kind, json.dumps(document, indent=1).encode())


def path(blob: dict) -> str:
    return "blobs/" + blob["digest"].replace(":", "/")


root = arguments.layer.read_bytes()
layer = add("layer.v1.tar+gzip", gzip.compress(root, 6, mtime=0))
labels = {
    "org.opencontainers.image.title": "Freshet",
    "org.opencontainers.image.version": version,
    "org.opencontainers.image.created": created,
    "org.opencontainers.image.source": "https://github.com/freshet/freshet",
    "debian.suite": arguments.suite,
    "debian.packages": debian,
}
configuration = add_json("config.v1+json", {
    "created": created,
    "architecture": architecture,
    "os": "linux",
    # The settings are those of Program/deploy/Containerfile.
    "config": {
        "User": arguments.user,
        "ExposedPorts": {"8080/tcp": {}},
        "Env": ["PATH=/usr/bin"],
        "Entrypoint": ["/usr/bin/freshet"],
        "Cmd": ["serve", "--host", "0.0.0.0", "--port", "8080", "--data", "/data"],
        "Volumes": {"/data": {}},
        "WorkingDir": "/data",
        "Labels": labels,
        "StopSignal": "SIGTERM",
        # Docker's field, in nanoseconds.
        "Healthcheck": {"Test": ["CMD", "/usr/bin/freshet", "health"], "Interval": 30_000_000_000, "Timeout": 5_000_000_000},
    },
    "rootfs": {"type": "layers", "diff_ids": ["sha256:" + hashlib.sha256(root).hexdigest()]},
    "history": [{"created": created, "created_by": f"Debian {arguments.suite} and freshet {version}"}],
})
manifest = add_json("manifest.v1+json", {
    "schemaVersion": 2, "mediaType": MEDIA + "manifest.v1+json", "config": configuration, "layers": [layer], "annotations": labels,
})
name = f"localhost/freshet:{version}"
index = {
    "schemaVersion": 2,
    "mediaType": MEDIA + "index.v1+json",
    "manifests": [manifest | {
        "platform": {"architecture": architecture, "os": "linux"},
        "annotations": {"org.opencontainers.image.ref.name": name, "io.containerd.image.name": name},
    }],
}
files = blobs | {
    "oci-layout": b'{"imageLayoutVersion": "1.0.0"}',
    "index.json": json.dumps(index, indent=1).encode(),
    "manifest.json": json.dumps([{"Config": path(configuration), "RepoTags": [name], "Layers": [path(layer)]}]).encode(),
}
with tarfile.open(arguments.archive, "w", format=tarfile.USTAR_FORMAT) as archive:
    for file, content in sorted(files.items()):
        entry = tarfile.TarInfo(file)
        entry.size, entry.mtime, entry.mode = len(content), epoch, 0o644
        archive.addfile(entry, io.BytesIO(content))
