#!/usr/bin/env bash
# Makes the OCI image archive: make-image.sh PACKAGE.deb ARCHIVE.tar
# No registry and no base image: the root file system consists of Debian's packages that the program's package depends on, for the
# Debian and the architecture of this machine. Needs no container engine, and gives the same bytes to root and to other users.
#
# Prints the state of Debian for BUILDINFO: the dates of its releases, and the version of each package. SOURCE_DATE_EPOCH is the time
# of all files; by default that of the last commit. DEBIAN_SOURCES=FILE names a file with other lines for sources.list, such as those
# of Debian's archive of snapshots.
set -euo pipefail

[ $# = 2 ] || { echo "make-image.sh PACKAGE.deb ARCHIVE.tar" >&2; exit 2; }
scripts=$(dirname "$(realpath "$0")")
DEB=$(realpath "$1")
archive=$(realpath -m "$2")
cd "$scripts/../.."

command -v mmdebstrap >/dev/null || Scripts/install-packages.sh mmdebstrap
[ "$(id -u)" = 0 ] || command -v newuidmap >/dev/null || Scripts/install-packages.sh uidmap
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
. /etc/os-release
suite=$VERSION_CODENAME
architecture=$(dpkg-deb -f "$DEB" Architecture)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# mmdebstrap's namespace has another user, who reads and writes here.
chmod 755 "$work"
install -d -m 777 "$work/lists"
cp "$DEB" "$work/freshet.deb"

# Libraries and data. The package's other dependencies are for its installation, which an image doesn't have.
packages=$({ for field in Depends Recommends; do dpkg-deb -f "$DEB" $field; echo; done; echo "base-files, ca-certificates, libpq5, tzdata"; } |
    tr ',' '\n' | sed -E 's/[|(].*//; s/:any//; s/ //g' | grep -E '^(lib|zlib1g$|base-files$|ca-certificates$|tzdata$)' | sort -u | paste -sd ,)

export DEB="$work/freshet.deb" PACKAGES="$work/lists/packages" RELEASES="$work/lists/releases" USER_ID=10001
mmdebstrap --quiet --variant=extract --architectures="$architecture" --include="$packages" \
    --extract-hook="$scripts/image-files.sh" --skip=cleanup,output/dev \
    "$suite" "$work/root.tar" ${DEBIAN_SOURCES:+"$DEBIAN_SOURCES"} >&2
"$scripts/make-oci-archive.py" --layer "$work/root.tar" --packages "$work/lists/packages" --suite "$suite" --user "$USER_ID" "$archive"
sed 's/^/debian /' "$work/lists/releases"
sed 's/^/image /' "$work/lists/packages"
