# Sourced by the scripts beside it: paths, packages, configure and build.
# shellcheck shell=bash
set -euo pipefail

Root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
Preset=${CACHELINT_PRESET:-dev}
Build=$Root/build/$Preset
Jobs=${CACHELINT_JOBS:-$(nproc)}

say() { printf '== %s\n' "$*" >&2; }

as_root() {
  if [ "$(id -u)" = 0 ]; then
    "$@"
  elif command -v sudo >/dev/null; then
    sudo "$@"
  else
    say "packages are missing and there is neither root nor sudo to install them: $*"
    return 1
  fi
}

# Asks dpkg first, so that a second run needs no network and no root.
install_packages() {
  if ! command -v dpkg-query >/dev/null; then
    say "no dpkg here: install what scripts/packages.txt lists by hand"
    return 0
  fi
  local Package
  local -a Missing=()
  while read -r Package _; do
    case $Package in '' | '#'*) continue ;; esac
    if [ "$(dpkg-query -W -f '${db:Status-Status}' "$Package" 2>/dev/null)" != installed ]; then
      Missing+=("$Package")
    fi
  done <"$Root/scripts/packages.txt"
  [ ${#Missing[@]} -gt 0 ] || return 0
  say "installing ${Missing[*]}"
  local -a Apt=(env DEBIAN_FRONTEND=noninteractive apt-get -y -qq -o DPkg::Lock::Timeout=300)
  as_root "${Apt[@]}" update >&2
  as_root "${Apt[@]}" install --no-install-recommends "${Missing[@]}" >&2
}

# configure [option for cmake]...
configure() {
  local Said
  Said=$(cmake -S "$Root" --preset "$Preset" --log-level=WARNING "$@" 2>&1) || { printf '%s\n' "$Said" >&2; return 1; }
}

# build [target]...
build() {
  cmake --build "$Build" -j "$Jobs" ${1:+--target "$@"} >&2
}
