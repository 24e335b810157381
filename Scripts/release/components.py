#!/usr/bin/env python3
"""Lists what a release consists of, as its SPDX document, its copyright file, or its BUILDINFO.

Everything is read from the build: the resolved versions, the licenses in the packages' checkouts, the modules that were linked, the
libraries that the program loads, and Debian's database of packages. The same build and the same SOURCE_DATE_EPOCH give the same bytes.
"""

import argparse
import datetime
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

HOME = "https://github.com/freshet/freshet"
ROOT = Path(__file__).resolve().parents[2]
EPOCH = int(os.environ["SOURCE_DATE_EPOCH"])
UNICODE_LICENSE = (ROOT / "Program/release/Unicode-3.0").read_text()

# The licenses of the packages of Debian that the program loads or the image contains, by their names without the version of their ABI.
DEBIAN_LICENSES = {
    "base-files": "GPL-2.0-or-later",
    "ca-certificates": "MPL-2.0 AND GPL-2.0-or-later",
    "libc": "LGPL-2.1-or-later",
    "libcom-err": "MIT",
    "libdb": "Sleepycat",
    "libffi": "MIT",
    "libgcc-s": "GPL-3.0-or-later WITH GCC-exception-3.1",
    "libgmp": "LGPL-3.0-or-later OR GPL-2.0-or-later",
    "libgnutls": "LGPL-2.1-or-later",
    "libgssapi-krb": "MIT",
    "libhogweed": "LGPL-3.0-or-later OR GPL-2.0-or-later",
    "libicu": "Unicode-DFS-2016",
    "libidn": "LGPL-3.0-or-later OR GPL-2.0-or-later",
    "libk5crypto": "MIT",
    "libkeyutils": "LGPL-2.0-or-later",
    "libkrb": "MIT",
    "libkrb5support": "MIT",
    "libldap": "OLDAP-2.8",
    "liblzma": "LicenseRef-public-domain",
    "libnettle": "LGPL-3.0-or-later OR GPL-2.0-or-later",
    "libp11-kit": "BSD-3-Clause",
    "libpq": "PostgreSQL",
    "libsasl": "BSD-Attribution-HPND-disclaimer",
    "libsasl2-modules-db": "BSD-Attribution-HPND-disclaimer",
    "libsodium": "ISC",
    "libsqlite": "blessing",
    "libssl": "Apache-2.0",
    "libstdc++": "GPL-3.0-or-later WITH GCC-exception-3.1",
    "libtasn": "LGPL-2.1-or-later",
    "libunistring": "LGPL-3.0-or-later OR GPL-2.0-or-later",
    "libxml": "MIT",
    "openssl": "Apache-2.0",
    "tzdata": "LicenseRef-public-domain",
    "zlib1g": "Zlib",
}
# What takes part in a build besides Swift, with all that it depends on.
BUILD_PACKAGES = [
    "binutils", "coreutils", "dpkg", "dpkg-dev", "findutils", "git", "gzip", "libc6-dev", "libpq-dev", "libsodium-dev", "libsqlite3-dev",
    "libxml2-dev", "make", "mmdebstrap", "nettle-dev", "python3", "sed", "tar", "xz-utils", "zlib1g-dev",
]


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def fail(reason):
    sys.exit(f"components.py: {reason}")


@dataclass
class Component:
    name: str
    version: str
    license: str
    # For SPDX: how the program contains it.
    relation: str
    location: str = "NOASSERTION"
    # For the copyright file.
    text: str = ""
    notice: str = ""
    comment: str = ""
    purl: str = ""
    supplier: str = ""


def identified(text, place):
    """The SPDX expression of a license's text."""
    if "Runtime Library Exception" in text:
        return "Apache-2.0 WITH Swift-exception"
    if "Apache License" in text:
        return "Apache-2.0"
    if "Permission is hereby granted, free of charge" in text:
        return "MIT"
    fail(f"unknown license in {place}")


class Build:
    def __init__(self, folder, program):
        self.checkouts = folder / "checkouts"
        self.program = program
        self.modules = self.linked_modules(folder / "release/freshet.product/Objects.LinkFileList")
        self.swift = shutil.which("swift") or fail("Swift is missing.")
        self.swift_version = re.search(r"Swift version (\S+)[^\n]*", run(self.swift, "--version"))

    @staticmethod
    def linked_modules(objects):
        """The modules whose objects were linked; None without the linker's list."""
        return set(re.findall(r"/([^/\n]+)\.build/", objects.read_text())) if objects.exists() else None

    def swift_packages(self):
        pins = json.loads((ROOT / "Program/release/Package.resolved").read_text())["pins"]
        for pin in sorted(pins, key=lambda pin: pin["identity"]):
            url, state = pin["location"], pin["state"]
            name = url.rsplit("/", 1)[1].removesuffix(".git")
            checkout = self.checkouts / name
            if run("git", "-C", str(checkout), "rev-parse", "HEAD").strip() != state["revision"]:
                fail(f"{checkout} isn't the version in Program/release/Package.resolved")
            license = next(iter(sorted(checkout.glob("LICENSE*"))), None) or fail(f"{checkout} has no license")
            text = license.read_text()
            notice = checkout / "NOTICE.txt"
            modules = {path.name for path in (checkout / "Sources").iterdir() if path.is_dir()} | {name.removesuffix(".swift")}
            linked = self.modules is None or bool(self.modules & modules)
            yield Component(
                name, state["version"], identified(text, license), "STATIC_LINK" if linked else "BUILD_DEPENDENCY_OF",
                f"git+{url}@{state['revision']}", text, notice.read_text() if notice.exists() else "",
                "" if linked else "Resolved, because a package names it; nothing of it is in the program.",
                f"pkg:swift/{url.removeprefix('https://').removesuffix('.git')}@{state['version']}")

    def vendored(self):
        """Other projects' code in packages of Swift."""
        boring = self.checkouts / "swift-nio-ssl/Sources/CNIOBoringSSL"
        revision = re.search(r"revision (\w+)", (boring / "hash.txt").read_text())[1]
        yield Component(
            "BoringSSL", revision, "Apache-2.0", "STATIC_LINK", f"git+https://boringssl.googlesource.com/boringssl@{revision}",
            comment="In swift-nio-ssl. Derived from OpenSSL; fiat-crypto, a part of it, is under MIT, Apache-2.0 or BSD-1-Clause.",
            purl=f"pkg:github/google/boringssl@{revision}")
        llhttp = self.checkouts / "swift-nio/Sources/CNIOLLHTTP"
        header = (llhttp / "include/c_nio_llhttp.h").read_text()
        version = ".".join(re.search(rf"LLHTTP_VERSION_{part} (\d+)", header)[1] for part in ["MAJOR", "MINOR", "PATCH"])
        yield Component(
            "llhttp", version, "MIT", "STATIC_LINK", f"git+https://github.com/nodejs/llhttp@v{version}", (llhttp / "LICENSE").read_text(),
            comment="In swift-nio.", purl=f"pkg:github/nodejs/llhttp@v{version}")
        zlib = self.checkouts / "swift-nio-extras/Sources/CNIOExtrasZlib"
        header = (zlib / "include/nioextras-zlib.h").read_text()
        version = (zlib / "vendored-zlib.version").read_text().strip()
        yield Component(
            "zlib", version, "Zlib", "STATIC_LINK", "https://zlib.net",
            header[header.index("Copyright"):header.index("*/")], comment="In swift-nio-extras. The program also loads Debian's zlib1g.",
            purl=f"pkg:generic/zlib@{version}")
        toml = (self.checkouts / "TOMLKit/Sources/CTOML/Sources/toml.hpp").read_text()
        text = toml[toml.index("// MIT License"):]
        text = "\n".join(line.removeprefix("//").strip() for line in text[:text.index("//---")].splitlines())
        version = re.search(r"toml\+\+ v(\S+)", toml)[1]
        yield Component(
            "toml++", version, "MIT", "STATIC_LINK", f"git+https://github.com/marzer/tomlplusplus@v{version}", text,
            comment="In TOMLKit.", purl=f"pkg:github/marzer/tomlplusplus@v{version}")

    def runtime(self):
        text = (Path(self.swift).resolve().parents[1] / "share/swift/LICENSE.txt").read_text()
        version = self.swift_version[1]
        yield Component(
            "swift-runtime", version, identified(text, "Swift"), "STATIC_LINK",
            f"git+https://github.com/swiftlang/swift@swift-{version}-RELEASE",
            text[text.index("## Runtime Library Exception"):],
            comment="The standard library, concurrency, regular expressions, Foundation and Dispatch, linked statically.",
            purl=f"pkg:github/swiftlang/swift@swift-{version}-RELEASE")
        yield Component(
            "swift-foundation-icu", version, "Unicode-3.0", "STATIC_LINK",
            f"git+https://github.com/swiftlang/swift-foundation-icu@swift-{version}-RELEASE",
            UNICODE_LICENSE, comment="ICU with a part of CLDR's data, linked statically as a part of Foundation.",
            purl=f"pkg:github/swiftlang/swift-foundation-icu@swift-{version}-RELEASE")

    def data(self):
        yield Component(
            "Natural Earth", "NOASSERTION", "LicenseRef-Natural-Earth", "CONTAINS", "https://www.naturalearthdata.com",
            "Public domain.", comment="The coastline and the borders of the page's maps, 1:110m. From r-cran-rnaturalearthdata 0.1.0 of Debian.")
        yield Component(
            "Unicode Character Database", "17.0", "Unicode-3.0", "CONTAINS", "https://www.unicode.org/Public/17.0.0/ucd/",
            UNICODE_LICENSE, comment="The table of wide characters.")

    def debian_packages(self):
        """The libraries that the program loads, and libpq."""
        names = set()
        cache = run("/sbin/ldconfig", "-p")
        for library in re.findall(r"NEEDED.*\[(.*)\]", run("readelf", "--dynamic", str(self.program))):
            path = re.search(rf"^\s*{re.escape(library)} .*=> (.*)$", cache, re.M)
            if not path:
                fail(f"{library} isn't a library of Debian; link Swift's runtime statically")
            paths = {path[1], os.path.realpath(path[1])}
            paths |= {"/usr" + path if not path.startswith("/usr") else path.removeprefix("/usr") for path in paths}
            found = subprocess.run(["dpkg-query", "--search", *sorted(paths)], capture_output=True, text=True).stdout
            names.add(found.split(":")[0] or fail(f"no package has {path[1]}"))
        for name in sorted(names | {"libpq5"}):
            optional = name == "libpq5"
            yield debian_package(
                name, *installed(name), "OPTIONAL_DEPENDENCY_OF" if optional else "DYNAMIC_LINK",
                "Not inside: a package of Debian, " + (
                    "loaded for a store in PostgreSQL." if optional else "loaded at each start. The version is that of the build."))

    def inside(self):
        linked = [component for component in self.swift_packages() if component.relation == "STATIC_LINK"]
        return [*linked, *self.vendored(), *self.runtime(), *self.data()]

    def all(self):
        return [*self.swift_packages(), *self.vendored(), *self.runtime(), *self.data(), *self.debian_packages()]


def installed(name):
    lines = run("dpkg-query", "--show", "--showformat", "${Version} ${Architecture}\n", name).splitlines()
    return lines[0].split()


def debian_package(name, version, architecture, relation, comment):
    license = DEBIAN_LICENSES.get(name) or DEBIAN_LICENSES.get(re.sub(r"[\d.-]+(t64)?$", "", name)) or fail(f"add the license of {name}")
    return Component(
        name, version, license, relation, f"https://snapshot.debian.org/binary/{name}/", comment=comment, supplier="Organization: Debian",
        purl=f"pkg:deb/debian/{name}@{version.replace('+', '%2B').replace(':', '%3A')}?arch={architecture}")


def image_packages(state):
    """The packages of Debian in the image, from what make-image.sh prints."""
    for line in state.splitlines():
        kind, *package = line.split()
        if kind == "image" and package[0] != "freshet":
            yield debian_package(
                *package, "CONTAINS",
                f"A package of Debian without its programs. Its main license is named; /usr/share/doc/{package[0]}/copyright in the image has all.")


def build_closure():
    """The installed packages of the build, and what they depend on."""
    show = "${Package}\t${Version}\t${Architecture}\t${db:Status-Abbrev}\t${Provides}\t${Pre-Depends}, ${Depends}\n"
    packages, providers = {}, {}
    for line in run("dpkg-query", "--show", "--showformat", show).splitlines():
        name, version, architecture, status, provides, depends = line.split("\t")
        if status.startswith("ii"):
            packages.setdefault(name, (version, architecture, depends))
            for provided in names_of(provides):
                providers.setdefault(provided, []).append(name)
    closure, waiting = set(), BUILD_PACKAGES + [name for name in packages if re.fullmatch(r"libstdc\+\+-\d+-dev", name)]
    while waiting:
        name = waiting.pop()
        for candidate in [name] if name in packages else providers.get(name, []):
            if candidate not in closure:
                closure.add(candidate)
                waiting += names_of(packages[candidate][2])
    return [(name, *packages[name][:2]) for name in sorted(closure)]


def names_of(field):
    """The names in a field such as `Depends`."""
    return [name for name in re.findall(r"(?:^|[,|])\s*([a-z0-9][a-z0-9+.-]+)", field)]


def spdx(build, options):
    def identifier(component):
        return "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", component.name.replace("+", "p"))

    digest = hashlib.sha256(build.program.read_bytes()).hexdigest()
    packages, relationships = [], []

    def add(component, identity):
        packages.append({
            "SPDXID": identity, "name": component.name, "versionInfo": component.version,
            "downloadLocation": component.location, "filesAnalyzed": False, "licenseConcluded": component.license,
            "licenseDeclared": component.license, "copyrightText": copyrights(component.text) or "NOASSERTION",
            **({"comment": component.comment} if component.comment else {}),
            **({"supplier": component.supplier} if component.supplier else {}),
            **({"externalRefs": [{
                "referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": component.purl,
            }]} if component.purl else {}),
        })

    def relate(first, relation, second):
        relationships.append({"spdxElementId": first, "relationshipType": relation, "relatedSpdxElement": second})

    program = Component(
        "freshet", options.version, "MIT", "DESCRIBES", f"git+{HOME}@{options.commit.split(',')[0]}",
        purl=f"pkg:github/freshet/freshet@{options.version}")
    add(program, identifier(program))
    relate("SPDXRef-DOCUMENT", "DESCRIBES", identifier(program))
    packages[0]["copyrightText"] = copyrights((ROOT / "LICENSE").read_text())
    packages[0]["comment"] = "The checksum is that of bin/freshet."
    packages[0]["checksums"] = [{"algorithm": "SHA256", "checksumValue": digest}]
    for component in build.all():
        add(component, identifier(component))
        ends = [identifier(program), identifier(component)]
        if component.relation.endswith("_OF"):
            ends.reverse()
        relate(ends[0], component.relation, ends[1])
    if options.image and (state := options.image.read_text()):
        image = Component(
            f"freshet-{options.version}-oci-{options.architecture}", options.version, "NOASSERTION", "DESCRIBES",
            comment="The image: the program, and packages of Debian of which each has its own license.")
        add(image, identifier(image))
        relate("SPDXRef-DOCUMENT", "DESCRIBES", identifier(image))
        relate(identifier(image), "CONTAINS", identifier(program))
        for component in image_packages(state):
            identity = identifier(component).replace("SPDXRef-", "SPDXRef-image-")
            add(component, identity)
            relate(identifier(image), component.relation, identity)
    print(json.dumps({
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": f"freshet-{options.version}",
        "documentNamespace": f"{HOME}/spdx/freshet-{options.version}-{options.architecture}-{digest}",
        "creationInfo": {"created": moment(), "creators": ["Organization: The Freshet developers", "Tool: Scripts/release/components.py"]},
        "packages": packages, "relationships": relationships,
        "hasExtractedLicensingInfos": [{
            "licenseId": "LicenseRef-Natural-Earth", "name": "Natural Earth's terms of use",
            "extractedText": "All versions of Natural Earth raster + vector map data found on this website are in the public domain.",
        }, {
            "licenseId": "LicenseRef-public-domain", "name": "Public domain", "extractedText": "The authors have put it into the public domain.",
        }],
    }, indent=1, ensure_ascii=False))


def copyrights(text):
    """The lines that name owners, without those of the text of the Apache license."""
    lines = [line.strip() for line in text.splitlines()]
    return "\n".join(line for line in lines if re.match(r"(Copyright|Portions Copyright) ", line) and "[" not in line and "License" not in line[:20])


def copyright(build, options):
    """The copyright file: licenses of all that is in the program, each text once."""
    print(f"Freshet {options.version}, {HOME}\n")
    print((ROOT / "LICENSE").read_text().strip())
    print(
        "\nThe program contains code and data of other projects, which follow. The text of Apache-2.0 is in "
        "/usr/share/common-licenses/Apache-2.0\non Debian, and in the file Apache-2.0 beside this one in an archive.")
    components = build.inside()
    notices = {}
    for component in components:
        version = "" if component.version == "NOASSERTION" else " " + component.version
        print(f"\n{'-' * 79}\n{component.name}{version}\n{component.location}\nLicense: {component.license}")
        if component.comment:
            print(component.comment)
        if component.text and component.license != "Apache-2.0" and "Apache License\n" not in component.text:
            print("\n" + component.text.strip())
        if component.notice:
            notices.setdefault(component.notice.strip(), []).append(component.name)
    for notice, names in notices.items():
        print(f"\n{'-' * 79}\nNotice of {', '.join(names)}\n\n{notice}")


def buildinfo(build, options):
    print(f"Freshet: {options.version}\nArchitecture: {options.architecture}\nCommit: {options.commit}")
    print(f"Source-Date-Epoch: {EPOCH} ({moment()})")
    release = dict(line.split("=", 1) for line in Path("/etc/os-release").read_text().splitlines() if "=" in line)
    print(f"System: {release['PRETTY_NAME'].strip(chr(34))}\nSwift: {build.swift_version[0]}")
    print(f"Command: SOURCE_DATE_EPOCH={EPOCH} make release")
    commands = run("make", "--silent", "--dry-run", "-C", str(ROOT), "build-release", "HERE=SOURCE").splitlines()
    print("Compiler: " + next(line for line in commands if " swift build " in line))
    print("\nSwift packages:")
    for component in build.swift_packages():
        print(f" {component.name} {component.version} {component.location.rsplit('@', 1)[1]}")
    print("\nPackages of Debian:")
    for package in build_closure():
        print(" " + " ".join(package))
    if options.image and (state := options.image.read_text()):
        print("\nThe image:")
        print("".join(f" {line}\n" for line in state.splitlines()), end="")


def moment():
    return datetime.datetime.fromtimestamp(EPOCH, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument("--build", type=Path, required=True, help="the build folder, with the checkouts of packages")
parser.add_argument("--program", type=Path, required=True)
parser.add_argument("--version", required=True)
parser.add_argument("--architecture", required=True)
parser.add_argument("--commit", required=True)
parser.add_argument("--image", type=Path, help="what make-image.sh prints")
parser.add_argument("document", choices=["spdx", "copyright", "buildinfo"])
options = parser.parse_args()
{"spdx": spdx, "copyright": copyright, "buildinfo": buildinfo}[options.document](Build(options.build, options.program), options)
