#!/usr/bin/env bash
# Makes a folder of extracted packages the root file system of the image: a hook of make-image.sh.
# image-files.sh ROOT, with the package of the program in $DEB
set -euo pipefail
cd "$1"

for release in var/lib/apt/lists/*_InRelease; do
    sed -n 's/^\(Suite\|Codename\|Date\): \(.*\)/\2/p' "$release" | paste -sd ' '
done | LC_ALL=C sort >"$RELEASES"

dpkg-deb --fsys-tarfile "$DEB" | tar --extract --no-same-owner
# What ca-certificates writes when it is configured.
find usr/share/ca-certificates -name '*.crt' -print0 | LC_ALL=C sort -z | xargs -0 cat >etc/ssl/certs/ca-certificates.crt

# Nothing in the image can run a command: there is no shell, and no package manager.
find usr/bin bin usr/sbin sbin -mindepth 1 ! -path usr/bin/freshet -delete
# A folder may be a link to that of a package with the same licence.
find usr/share/doc \( -type f -o -type l ! -xtype d \) ! -name copyright -delete
find usr/share/doc -type d -empty -delete
find usr/share -mindepth 1 -maxdepth 1 ! -name doc ! -name ca-certificates ! -name zoneinfo ! -name common-licenses ! -name freshet -exec rm -r {} +
rm -rf usr/share/zoneinfo/{posix,right} usr/lib/{systemd,ssl/misc} lib/systemd var/backups
rm -rf etc/{apt,cron*,debconf.conf,default,dpkg,freshet,init.d,ldap,logrotate.d,pam.d,perl,skel,systemd,update-motd.d}
find var/lib/dpkg -mindepth 1 -maxdepth 1 ! -name status.d -exec rm -r {} +

# The packages that are left, where scanners for vulnerabilities look for them if there is no dpkg.
mkdir -p var/lib/dpkg/status.d
for package in var/cache/apt/archives/*.deb "$DEB"; do
    if [ -n "$(dpkg-deb --fsys-tarfile "$package" | tar --list | grep -v '/$\|^\./usr/share/doc/' | xargs -r -d '\n' ls -d 2>/dev/null)" ]; then
        dpkg-deb -f "$package" >"var/lib/dpkg/status.d/$(dpkg-deb -f "$package" Package)"
        dpkg-deb -W --showformat='${Package} ${Version} ${Architecture}\n' "$package"
    fi
done | LC_ALL=C sort >"$PACKAGES"
rm -rf var/cache/* var/log/* var/lib/apt var/lib/{pam,systemd} run/* tmp/*

cat >etc/passwd <<END
root:x:0:0:root:/root:/usr/sbin/nologin
nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin
freshet:x:$USER_ID:$USER_ID:Freshet:/data:/usr/sbin/nologin
END
cat >etc/group <<END
root:x:0:
nogroup:x:65534:
freshet:x:$USER_ID:
END
cat >etc/nsswitch.conf <<END
passwd: files
group: files
hosts: files dns
END
rm -f etc/{passwd-,group-,shadow,shadow-,gshadow,gshadow-,hostname,resolv.conf,machine-id}
mkdir -p data tmp
chown "$USER_ID:$USER_ID" data
chmod 0700 data
chmod 1777 tmp

# The loader finds all libraries of the program, and of the client of PostgreSQL that it loads on demand.
loader=$(find lib lib64 usr/lib -name 'ld-linux*.so.*' -print -quit)
for file in usr/bin/freshet $(find usr/lib -name libpq.so.5); do
    if ! chroot . "/$loader" --list "/$file" >/dev/null; then
        echo "libraries of /$file are missing in the image" >&2
        exit 1
    fi
done
