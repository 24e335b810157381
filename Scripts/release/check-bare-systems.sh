#!/usr/bin/env bash
# Tries a release on bare systems: check-bare-systems.sh [PACKAGE.deb [IMAGE.tar]], by default those in dist/, which it makes if needed.
#
# On each of SYSTEMS: installs the package with apt, runs the demo and the service, upgrades from an earlier package with a store,
# removes and purges. Then runs the image with a read-only root and a volume. SYSTEMS= runs only the image. Each step prints its time;
# its output is in .build/bare-systems. Needs root.
#
# Everything happens in namespaces of its own, on a file system in memory: nothing is left, and nothing else is changed. Only apt
# reaches the network. There is no systemd: the service's command, user and environment are those of its unit.
set -euo pipefail
cd "$(dirname "$0")/../.."

SYSTEMS=${SYSTEMS-bookworm trixie noble}
names() { echo "bookworm Debian 12, trixie Debian 13, noble Ubuntu 24.04" | grep -o "$1 [^,]*" | cut -d ' ' -f 2-; }

if [ -z "${INSIDE_NAMESPACES:-}" ]; then
    missing=()
    for tool in mmdebstrap podman crun curl jq ip:iproute2 unshare:util-linux; do
        command -v "${tool%:*}" >/dev/null || missing+=("${tool#*:}")
    done
    [ ${#missing[@]} = 0 ] || Scripts/install-packages.sh "${missing[@]}"
    if [ $# = 0 ]; then
        version=$(Scripts/version.sh) architecture=$(dpkg --print-architecture)
        set -- "dist/freshet_${version}_$architecture.deb" "dist/freshet-$version-oci-$architecture.tar"
        if ! [ -f "$1" ] || ! [ -f "$2" ]; then make release; fi
    fi
    [ "$(id -u)" = 0 ] || { echo "This check needs root." >&2; exit 1; }
    # Processes and mounts end with this script.
    INSIDE_NAMESPACES=1 exec unshare --mount --propagation private --pid --fork --kill-child --mount-proc \
        "$0" "$(realpath "$1")" ${2:+"$(realpath "$2")"}
fi

package=$1
image=${2:-}
version=$(dpkg-deb -f "$package" Version)
earlier_version=0.0.9
logs=$PWD/.build/bare-systems
rm -rf "$logs"
mkdir -p "$logs"
work=$(mktemp -d)
trap 'umount --recursive --lazy "$work"; rmdir "$work"' EXIT
mount -t tmpfs -o mode=755 freshet "$work"
root=$work/root
mkdir "$root" "$work/packages"
# A network without the world, whose port 8080 is free.
touch "$work/network"
unshare --net="$work/network" true
offline() { nsenter --net="$work/network" "$@"; }
offline ip link set lo up

steps=0
# step TITLE COMMAND…
step() {
    local title=$1 start=${EPOCHREALTIME/./} log
    shift
    steps=$((steps + 1))
    log=$logs/$(printf '%02d %s' "$steps" "$title" | tr -c 'A-Za-z0-9.\n' -).log
    # In the background, because a command whose status is tested would go on after an error.
    (set -x; "$@") >"$log" 2>&1 &
    if ! wait $!; then
        tail -n 20 "$log" >&2
        echo "failed: $title; see $log" >&2
        exit 1
    fi
    local time=$(((${EPOCHREALTIME/./} - start) / 1000))
    printf '%4d.%02d s  %s\n' $((time / 1000)) $((time % 1000 / 10)) "$title"
}

inside() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 HOME=/root DEBIAN_FRONTEND=noninteractive "$@"; }
# Root's commands, as `sudo freshet …`.
freshet() { offline chroot "$root" env -i PATH=/usr/bin:/bin LANG=C.UTF-8 HOME=/root freshet "$@"; }
# as USER [NAME=VALUE…] COMMAND…, instead of this process: in the background, or in parentheses.
as() { exec nsenter --net="$work/network" chroot "$root" setpriv --reuid "$1" --regid "$(inside id --group "$1")" --clear-groups --no-new-privs env -i PATH=/usr/bin:/bin LANG=C.UTF-8 "${@:2}"; }

# fetch PATH [OPTION…]
fetch() { offline curl --silent --show-error --fail --max-time 10 "${@:2}" "http://127.0.0.1:8080$1"; }

wait_until_ready() {
    for ((attempt = 0; attempt < 600; attempt++)); do
        if fetch /health/ready; then return; fi
        sleep 0.05
    done
    false
}

# The value of a setting of the service's unit.
unit() { sed -n "s/^$1=//p" "$root/usr/lib/systemd/system/freshet.service" | head -n 1; }

start_service() {
    local user variables file command
    user=$(unit User)
    variables=(STATE_DIRECTORY=/var/lib/freshet HOME=/var/lib/freshet)
    [ -z "$(unit Environment)" ] || variables+=("$(unit Environment)")
    file=$(unit EnvironmentFile)
    file=$root${file#-}
    if [ -f "$file" ]; then mapfile -t -O ${#variables[@]} variables < <(grep '^[A-Z]' "$file"); fi
    command=$(unit ExecStart)
    # shellcheck disable=SC2086
    as "$user" "${variables[@]}" ${command//'${STATE_DIRECTORY}'//var/lib/freshet} &
    echo $! >"$work/service"
    wait_until_ready
    [ -d "/proc/$!" ]
}

stop_service() {
    local process
    process=$(cat "$work/service")
    kill -TERM "$process"
    for ((attempt = 0; attempt < 120; attempt++)); do
        if ! [ -d "/proc/$process" ]; then return; fi
        sleep 0.05
    done
    echo "the service hasn't stopped within 6 s"
    false
}

first_page() {
    start_service
    fetch / | grep '<title>'
}

# use_link LINK: opens a link for the first sign-in once, chooses a password, and sees the page and nobody else.
use_link() {
    local path=${1#http://127.0.0.1:8080}
    fetch "$path" | grep 'Choose a password'
    fetch "$path" --location --cookie-jar "$work/cookies" --data-urlencode 'password=correct horse' | grep '<title>'
    fetch / --cookie "$work/cookies" | grep '<title>'
    if fetch /api/following || fetch "$path" --data-urlencode 'password=battery staple'; then return 1; fi
}

first_sign_in() {
    use_link "$(freshet accounts reset admin)"
    freshet sessions | grep admin
    # Root's commands have left no files of root.
    [ -z "$(inside find /var/lib/freshet ! -user freshet)" ]
}

# A folder that the service can't use is no reason to use a store of root's own.
refuse_folder_of_root() {
    inside chown root: /var/lib/freshet
    if freshet accounts list; then return 1; fi
    inside chown freshet: /var/lib/freshet
    freshet accounts list
}

make_system() {
    mount -t tmpfs -o mode=755 "freshet-$1" "$root"
    mmdebstrap --variant=minbase --include=apt --format=directory ${2:+--keyring="$2"} "$1" "$root"
    mount -t proc proc "$root/proc"
    cp "$work"/packages/*.deb "$root/root"
    inside apt-get update
}

install_package() {
    inside apt-get install --yes "/root/freshet_$1.deb"
    [ "$(inside dpkg-query --show --showformat '${Version} ${Status}' freshet)" = "$1 install ok installed" ]
    [ "$(freshet --version)" = "$version" ]
    # The service's folder is nobody else's.
    [ "$(inside stat --format '%U %a' /var/lib/freshet)" = "$(unit User) 700" ]
}

demo() {
    (as nobody HOME=/tmp freshet demo --page >"$work/demo.txt")
    Scripts/check-demo.sh "$work/demo.txt"
}

# A store as a user of the earlier package has one: a feed, an item that is saved, another that is read, and a configuration.
record_store() {
    local items samples
    as nobody freshet sample-upstreams --port 8099 >"$work/samples.txt" &
    samples=$!
    for ((attempt = 0; attempt < 100; attempt++)); do
        if grep '^#' "$work/samples.txt"; then break; fi
        sleep 0.1
    done
    sed -n 's/^export //p' "$work/samples.txt" | install -m 600 /dev/stdin "$root/etc/freshet/environment"
    echo "# An administrator's line." >>"$root/etc/freshet/config.toml"
    freshet follow github/octo-sample/harbor
    start_service
    items=$(freshet unread --refresh --json)
    freshet mark saved "$(jq -r '.items[0].id' <<<"$items")"
    freshet mark read "$(jq -r '.items[1].id' <<<"$items")"
    stop_service
    kill $samples
    state >"$work/before.json"
    jq -e '.following.feeds | length == 1' "$work/before.json"
    jq -e '.saved.items | length == 1' "$work/before.json"
    jq -e '.unread.items | length > 1' "$work/before.json"
}

# What commands show of the store, without what depends on the time.
state() {
    for list in following unread saved; do freshet "$list" --json | jq "{$list: .}"; done | jq --slurp 'add | del(.. | .age?)'
}

upgrade() {
    install_package "$version"
    diff <(state) "$work/before.json"
    grep "An administrator's line." "$root/etc/freshet/config.toml"
}

show_upgraded_store() {
    first_page
    fetch /api/saved | jq -r '.items[].id' | diff - <(jq -r '.saved.items[].id' "$work/before.json")
    stop_service
}

files_named_freshet() { find "$root" -xdev -name '*freshet*' ! -path "$root/root/*" ! -path "$root/var/log/*" -printf '/%P\n' | sort; }

remove() {
    local before
    before=$(cd "$root/var/lib/freshet" && find . -type f | sort | xargs sha256sum)
    inside apt-get remove --yes freshet
    [ ! -e "$root/usr/bin/freshet" ]
    [ "$(cd "$root/var/lib/freshet" && find . -type f | sort | xargs sha256sum)" = "$before" ]
}

purge() {
    inside apt-get purge --yes freshet
    [ -z "$(files_named_freshet | tee /dev/stderr)" ]
}

# Ubuntu's keys are a package of Debian 13.
keyring=$work/usr/share/keyrings/ubuntu-archive-keyring.gpg
fetch_keyring() {
    inside sh -c 'cd /tmp && apt-get download ubuntu-keyring'
    dpkg-deb --fsys-tarfile "$root"/tmp/ubuntu-keyring_*.deb | tar --extract --directory "$work" --wildcards '*/ubuntu-archive-keyring.gpg'
}

# True if the packages of Ubuntu can be had.
ubuntu_is_available() {
    [ -f "$keyring" ] && mmdebstrap --variant=extract --format=null --keyring="$keyring" "$1" /dev/null >"$logs/ubuntu.log" 2>&1
}

echo "freshet $version, $(du -h --apparent-size "$package" | cut -f 1)"
repackage() {
    cp "$package" "$work/packages/freshet_$version.deb"
    dpkg-deb --raw-extract "$package" "$work/earlier"
    sed -i "s/^Version: .*/Version: $earlier_version/" "$work/earlier/DEBIAN/control"
    dpkg-deb --root-owner-group -Zgzip -z1 --build "$work/earlier" "$work/packages/freshet_$earlier_version.deb"
    rm -r "$work/earlier"
}
step "package $earlier_version" repackage
for system in $SYSTEMS; do
    name=$(names "$system")
    keys=
    if [[ $name = Ubuntu* ]]; then
        keys=$keyring
        if ! ubuntu_is_available "$system"; then
            echo "      not tried  $name: its packages, or its keys from Debian 13, are unavailable"
            continue
        fi
    fi
    step "$name: bare system" make_system "$system" "$keys"
    step "$name: apt install ./freshet_$version.deb" install_package "$version"
    step "$name: from installed to the first page" first_page
    step "$name: the link of sudo freshet accounts reset admin" first_sign_in
    step "$name: stop the service" stop_service
    step "$name: refuse a folder of root" refuse_folder_of_root
    step "$name: freshet demo --page, each page" demo
    step "$name: purge" purge
    step "$name: apt install ./freshet_$earlier_version.deb" install_package "$earlier_version"
    step "$name: record a store" record_store
    step "$name: upgrade to $version with the store" upgrade
    step "$name: from upgraded to the first page" show_upgraded_store
    step "$name: remove, the store stays" remove
    step "$name: purge, nothing stays" purge
    if [ "$system" = trixie ]; then step "keys of Ubuntu" fetch_keyring; fi
    umount --recursive --lazy "$root"
done

[ -n "$image" ] || exit 0
mkdir "$work/containers" "$work/run" "$work/volume"
chown 10001:10001 "$work/volume"
# podman needs the unified hierarchy of control groups, but no group.
mount -t cgroup2 none /sys/fs/cgroup
engine() { podman --root "$work/containers" --runroot "$work/run" --cgroup-manager cgroupfs --events-backend none "$@"; }
container=(--read-only --read-only-tmpfs=false --cap-drop all --security-opt no-new-privileges --network "ns:$work/network" --cgroups disabled
    --ulimit nofile=1024:1024 --ulimit nproc=1024:1024 --volume "$work/volume:/data")
name=localhost/freshet:$version

load_image() { engine load --input "$image"; }

# The link before the first start.
link_of_image() { engine run --rm "${container[@]}" "$name" accounts reset admin --data /data >"$work/link"; }

run_image() {
    engine run --detach --name freshet "${container[@]}" "$name"
    wait_until_ready
    fetch /login | grep '<title>'
}

sign_in_to_image() { use_link "$(cat "$work/link")"; }

run_image_again() {
    run_image
    fetch / --cookie "$work/cookies" | grep '<title>'
}

use_image() {
    engine exec freshet freshet health
    engine exec freshet freshet following --data /data --json
    [ -n "$(find "$work/volume" -name '*.sqlite')" ]
    if engine exec freshet sh -c true || fetch /api/following; then return 1; fi
    engine stop --time 8 freshet
    engine rm freshet
}

refuse_without_sign_in() { if engine run --rm "${container[@]}" "$name"; then return 1; fi; }

# podman loads an OCI archive without its health check.
know_health_check() {
    engine rmi --force "$name"
    engine pull "docker-archive:$image"
    [ "$(engine image inspect --format '{{index .HealthCheck.Test 1}}' "$name")" = /usr/bin/freshet ]
}

echo "image of $(du -h --apparent-size "$image" | cut -f 1)"
step "image: podman load" load_image
step "image: doesn't serve the network without a sign-in" refuse_without_sign_in
step "image: a link for the first sign-in" link_of_image
step "image: from loaded to the first page, read-only" run_image
step "image: the link, and a password" sign_in_to_image
step "image: health, the store in the volume, no shell, stop" use_image
step "image: the same volume again" run_image_again
step "image: stop" engine rm --force --time 8 freshet
step "image: the health check" know_health_check
