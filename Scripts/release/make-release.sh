#!/usr/bin/env bash
# Makes a release in dist/: packages, an image, the list of what is inside, and checksums. docs/releasing.md describes it.
#
#   SIGN_KEY=FILE           signs the checksums with this key
#   OUT=FOLDER              writes there instead of to dist/
#   FRESHET_BINARY=FILE     packages this program instead of building one; FRESHET_BUILD=FOLDER is the build folder that it is from
#   IMAGE=no                leaves the image out
#   SOURCE_DATE_EPOCH=TIME  the time of all files, instead of the commit's
#
# In a repository, works on a copy of the last commit and of uncommitted changes to its files, or of RELEASE_REF. Without one, works on
# this folder, and needs SOURCE_DATE_EPOCH and RELEASE_COMMIT.
set -euo pipefail
cd "$(dirname "$0")/../.."
umask 022
export LC_ALL=C.UTF-8 TZ=UTC

# What packaging and signing need; `make build-release` looks for what the compiler needs.
packages=()
for tool in dpkg-shlibdeps:dpkg-dev strip:binutils make:make git:git python3:python3 ssh-keygen:openssh-client; do
    command -v "${tool%:*}" >/dev/null || packages+=("${tool#*:}")
done
[ ${#packages[@]} = 0 ] || Scripts/install-packages.sh "${packages[@]}"

if [ -z "${RELEASE_COMMIT:-}" ]; then
    changes=
    [ -n "${RELEASE_REF:-}" ] || changes=$(git -c user.name=freshet -c user.email=freshet@localhost stash create)
    RELEASE_COMMIT=$(git rev-parse "${RELEASE_REF:-HEAD}")${changes:+, with changes}
    SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct "${RELEASE_REF:-HEAD}")}
    OUT=$(realpath -m "${OUT:-dist}")
    source=${RELEASE_SOURCE:-.build/release-source}
    if [ -n "${FRESHET_BINARY:-}" ]; then
        # The program may be the former release's, in its folder.
        source=${RELEASE_SOURCE:-.build/packaging-source}
        FRESHET_BUILD=$(realpath "${FRESHET_BUILD:-Program/.build}")
        FRESHET_BINARY=$(realpath "$FRESHET_BINARY")
        export FRESHET_BUILD FRESHET_BINARY
    fi
    if [ -n "${SIGN_KEY:-}" ]; then SIGN_KEY=$(realpath "$SIGN_KEY"); fi
    export RELEASE_COMMIT SOURCE_DATE_EPOCH OUT
    rm -rf "$source"
    mkdir -p "$source"
    # Swift's compiler replaces paths in the program, but not the lengths that it writes beside some: they are always the same.
    source=$(realpath "$source")/source
    length=200
    [ ${#source} -lt $length ] || { echo "Move the repository to a folder whose path is shorter by $((${#source} - length + 1))." >&2; exit 1; }
    source=$source-$(printf "%0$((length - ${#source} - 1))d" 0)
    mkdir "$source"
    git archive "${changes:-${RELEASE_REF:-HEAD}}" | tar -x -C "$source"
    exec "$source/Scripts/release/make-release.sh"
fi
export SOURCE_DATE_EPOCH

version=$(Scripts/version.sh)
architecture=$(dpkg --print-architecture)
out=${OUT:-dist}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
rm -rf "$out"
mkdir -p "$out"

echo "freshet $version for $architecture, from $RELEASE_COMMIT"
if [ -z "${FRESHET_BINARY:-}" ]; then
    make build-release
    FRESHET_BUILD=$(realpath Program/.build)
    FRESHET_BINARY=$FRESHET_BUILD/release/freshet
    # A folder of this machine would differ on another one.
    if strings -n 6 "$FRESHET_BINARY" | grep -F "$PWD" | head -n 5 >&2; then
        echo "The program contains the path of its sources." >&2
        exit 1
    fi
fi
# .swift_modhash has hashes of modules with their paths, which only the compiler reads.
strip --strip-all --remove-section .comment --remove-section .swift_modhash -o "$work/freshet" "$FRESHET_BINARY"
components=(Scripts/release/components.py --build "${FRESHET_BUILD:-Program/.build}" --program "$work/freshet" --version "$version"
    --architecture "$architecture" --commit "$RELEASE_COMMIT")

# Normalizes what a file system adds to the files below a folder.
normalize() {
    find "$1" -type d -exec chmod 755 {} +
    find "$1" -type f -perm /111 -exec chmod 755 {} +
    find "$1" -type f ! -perm /111 -exec chmod 644 {} +
    find "$1" -exec touch --no-dereference --date "@$SOURCE_DATE_EPOCH" {} +
}

# The changes of this version, in Debian's format.
changelog() {
    echo "freshet ($version) stable; urgency=medium"
    sed '1,/^## /d; /^## /,$d' CHANGELOG.md | sed -nE 's/\*\*|`//g; s/\[([^]]*)\]\([^)]*\)/\1/g; s/^### (.*)/\n  [ \1 ]/p; s/^- /  * /p' |
        fold --spaces --width 76 | sed 's/^\([^ ]\)/    \1/; s/ *$//'
    printf '\n -- %s  %s\n' "$(sed -n 's/^Maintainer: //p' Program/deploy/package/control)" "$(date --rfc-email --date "@$SOURCE_DATE_EPOCH")"
}

# stage ROOT PREFIX [VARIABLE=…]: the files that the package and the archive have in common.
stage() {
    local root=$1 prefix=$2 documents=$1$2/share/doc/freshet
    make --silent install PROGRAM="$work/freshet" STRIP= DESTDIR="$root" PREFIX="$prefix" "${@:3}" >/dev/null
    gzip -9n "$root$prefix/share/man/man1/freshet.1"
    mkdir -p "$documents" "$root/etc/freshet"
    changelog | gzip -9n >"$documents/changelog.gz"
    "${components[@]}" copyright >"$documents/copyright"
    {
        echo "# The configuration of freshet.service, and of \`sudo freshet\`. Tokens belong in /etc/freshet/environment."
        env -i PATH="$PATH" HOME=/nonexistent "$work/freshet" config --default
    } >"$root/etc/freshet/config.toml"
}

# The package.
root=$work/deb
stage "$root" /usr ZSH_COMPLETION="$root/usr/share/zsh/vendor-completions/_freshet"
cp Program/deploy/package/README "$root/usr/share/doc/freshet/README"
mkdir "$root/DEBIAN" "$work/debian"
touch "$work/debian/control"
depends=$(cd "$work" && dpkg-shlibdeps -O -e"$root/usr/bin/freshet" 2>/dev/null | sed -n 's/^shlibs:Depends=//p')
size=$(find "$root" -path "$root/DEBIAN" -prune -o -type f -printf '%s\n' | awk '{ sum += int(($1 + 1023) / 1024) } END { print sum }')
sed -e "s/@VERSION@/$version/g" -e "s/@ARCHITECTURE@/$architecture/" -e "s/@DEPENDS@/$depends/" -e "s/@SIZE@/$size/" \
    Program/deploy/package/control >"$root/DEBIAN/control"
install -m 755 Program/deploy/package/{postinst,prerm,postrm} "$root/DEBIAN"
echo /etc/freshet/config.toml >"$root/DEBIAN/conffiles"
(cd "$root" && find usr -type f -print0 | sort -z | xargs -0 md5sum) >"$root/DEBIAN/md5sums"
normalize "$root"
dpkg-deb --root-owner-group -Zxz --build "$root" "$out/freshet_${version}_$architecture.deb" >/dev/null

# The archive, whose files have their place below /usr/local.
name=freshet-$version-linux-$architecture
stage "$work/tar" /usr/local
mv "$work/tar/usr/local" "$work/$name"
mv "$work/tar/etc" "$work/$name/etc"
sed -e "s/@VERSION@/$version/g" -e "s/@ARCHITECTURE@/$architecture/" -e "s/@DEPENDS@/$depends/" Program/deploy/package/INSTALL >"$work/$name/README"
cp LICENSE "$work/$name/LICENSE"
cp "${FRESHET_BUILD:-Program/.build}/checkouts/swift-nio/LICENSE.txt" "$work/$name/share/doc/freshet/Apache-2.0"
normalize "$work/$name"
tar --directory "$work" --create --format gnu --sort name --mtime "@$SOURCE_DATE_EPOCH" --owner 0 --group 0 --numeric-owner "$name" |
    gzip -9n >"$out/$name.tar.gz"

# The image, which names the packages that it consists of.
touch "$work/image"
if [ "${IMAGE:-yes}" = yes ]; then
    Scripts/release/make-image.sh "$out/freshet_${version}_$architecture.deb" "$out/freshet-$version-oci-$architecture.tar" >"$work/image"
fi

"${components[@]}" spdx --image "$work/image" >"$out/freshet-$version.spdx.json"
"${components[@]}" buildinfo --image "$work/image" >"$out/BUILDINFO"
(cd "$out" && sha256sum -- *) >"$work/SHA256SUMS"
mv "$work/SHA256SUMS" "$out/SHA256SUMS"
if [ -n "${SIGN_KEY:-}" ]; then
    ssh-keygen -q -Y sign -f "$SIGN_KEY" -n freshet "$out/SHA256SUMS"
else
    echo "Not signed: SIGN_KEY names no key."
fi
(cd "$out" && du -b -- * | sort -k 2)
