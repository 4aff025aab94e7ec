#!/usr/bin/env bash
# Makes build/image/root.tar, the root file system of the image, and with buildah the image
# localhost/gongzhu. Needs root, mmdebstrap, and the `.venv` of this project.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
suite=bookworm
python=3.11 # that of the suite
out=$PWD/build/image
if [[ $(id -u) != 0 ]] || ! command -v mmdebstrap >/dev/null; then
  echo "make image needs root and mmdebstrap: apt-get install mmdebstrap, then sudo make image" >&2
  exit 1
fi
rm -rf "$out" && mkdir -p "$out/program"

# The wheel and its locked dependencies, for the Python of the image.
.venv/bin/python -m hatchling build -t wheel -d "$out" >/dev/null
install=(.venv/bin/uv pip install --quiet --python-version "$python" --only-binary :all:
  --target "$out/program")
"${install[@]}" --require-hashes -r requirements/run.txt
"${install[@]}" --no-deps "$out"/gongzhu-*.whl
rm -rf "$out/program/bin"

# Debian's packages. In the hooks $1 is the root.
here=packaging/image
mmdebstrap --quiet --variant=minbase --include=python3-minimal,python3,ca-certificates,tzdata \
  --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-exclude=/usr/share/man/*' \
  --dpkgopt='path-exclude=/usr/share/locale/*' \
  --customize-hook='mkdir "$1/opt/gongzhu"' \
  --customize-hook="copy-in $out/program /opt/gongzhu" \
  --customize-hook="upload $here/gongzhu.py /usr/bin/gongzhu" \
  --customize-hook="upload $here/health.py /usr/bin/gongzhu-health" \
  --customize-hook='chmod 755 "$1/usr/bin/gongzhu" "$1/usr/bin/gongzhu-health"' \
  --customize-hook='echo /opt/gongzhu/program > "$1/usr/lib/python3/dist-packages/gongzhu.pth"' \
  --customize-hook='chroot "$1" python3 -m compileall -q /opt/gongzhu/program || true' \
  --customize-hook='chroot "$1" useradd --system --uid 990 --user-group --shell /usr/sbin/nologin --home-dir /var/lib/gongzhu --create-home gongzhu' \
  --customize-hook='chmod 700 "$1/var/lib/gongzhu"' \
  "$suite" "$out/root.tar"

cp "$here/Containerfile" "$out/"
if command -v buildah >/dev/null; then
  buildah build --quiet --format docker --isolation chroot -t localhost/gongzhu "$out"
fi
