#!/usr/bin/env bash
# Installs the Debian packages that the tests use, if they are missing.
# Needs root, or sudo, only when something is.
set -euo pipefail

# command or library that it provides : Debian package
# Playwright drives the browser by a Node of its own, which wants libatomic.
needed=(tmux:tmux initdb:postgresql chromium:chromium libatomic.so.1:libatomic1
  nginx:nginx-light caddy:caddy openssl:openssl systemd-analyze:systemd libseccomp.so.2:libseccomp2)

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
echo "Installing ${missing[*]}"
{
  "${as_root[@]}" apt-get update -qq &&
    "${as_root[@]}" apt-get install -qq -y --no-install-recommends "${missing[@]}"
} >/dev/null || give_up
