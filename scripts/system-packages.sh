#!/usr/bin/env bash
# Installs the Debian packages that the tests use, if they are missing.
# Needs root, or sudo, only when something is.
set -euo pipefail

# command or library that it provides : Debian package
# Playwright drives the browser by a Node of its own, which wants libatomic.
needed=(tmux:tmux initdb:postgresql chromium-headless-shell:chromium-headless-shell
  libatomic.so.1:libatomic1
  nginx:nginx-light caddy:caddy haproxy:haproxy openssl:openssl
  systemd-analyze:systemd libseccomp.so.2:libseccomp2)

# Debian keeps the programs of a PostgreSQL server out of PATH, and ldconfig out of most people's.
for folder in /usr/lib/postgresql/*/bin /sbin /usr/sbin; do
  PATH+=":$folder"
done
libraries=$(ldconfig -p)

missing=()
for entry in "${needed[@]}"; do
  name=${entry%%:*}
  command -v "$name" >/dev/null || [[ $libraries == *"$name"* ]] || missing+=("${entry##*:}")
done
((${#missing[@]})) || exit 0

give_up() {
  echo "The tests need ${missing[*]}. As root, run: apt-get update && apt-get install ${missing[*]}" >&2
  exit 1
}

command -v apt-get >/dev/null || give_up
as_root=(env DEBIAN_FRONTEND=noninteractive)
if ((EUID != 0)); then
  command -v sudo >/dev/null || give_up
  as_root=(sudo "${as_root[@]}")
fi

# Only the programs are wanted: a web server or database that Debian would start, and start again with
# the machine, could take a port that somebody needs. While policy-rc.d says 101, nothing is started.
quietly='
  set -e
  policy=${DPKG_ROOT:-}/usr/sbin/policy-rc.d
  kept=$(mktemp -d)
  put_back() {
    rm -f "$policy"
    [ ! -e "$kept/policy" ] || mv "$kept/policy" "$policy"
    rmdir "$kept"
  }
  trap put_back EXIT
  trap "exit 1" HUP INT TERM
  [ ! -e "$policy" ] || mv "$policy" "$kept/policy"
  printf "#!/bin/sh\nexit 101\n" >"$policy"
  chmod 755 "$policy"
  apt-get update -qq
  apt-get install -qq -y --no-install-recommends "$@"
  for package; do
    case $package in
      nginx-light | caddy | haproxy | postgresql) systemctl disable --quiet "${package%-light}" || true ;;
    esac
  done
'
echo "Installing ${missing[*]}"
"${as_root[@]}" sh -c "$quietly" sh "${missing[@]}" >/dev/null || give_up
