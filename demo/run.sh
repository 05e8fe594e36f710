#!/usr/bin/env bash
# One false-sharing bug from source to proof: found in the source, shown on its cache lines, held against a recording,
# repaired. ./scripts/demo builds cachelint and runs this.
#
#   CACHELINT=path/to/cachelint demo/run.sh      the compiler is $CC, else cc
set -euo pipefail

Demo=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
Cachelint=${CACHELINT:-$(command -v cachelint || true)}
Cc=${CC:-cc}
if [ ! -x "$Cachelint" ]; then
  echo "demo: no cachelint: set CACHELINT to the program, or run ./scripts/demo" >&2
  exit 2
fi
Work=$(mktemp -d)
trap 'rm -rf "$Work"' EXIT

say() { printf '\n== %s\n\n' "$*"; }

# Prints the command with short paths, runs it, and wants this exit code: a demo that goes wrong must not look right.
expect() {
  local Want=$1 Got=0 Word
  shift
  printf '$ cachelint'
  for Word in "${@:2}"; do
    case $Word in
      "$Work"/*) Word=${Word#"$Work"/} ;;
      "$Demo"/*) Word=demo/${Word#"$Demo"/} ;;
    esac
    printf ' %s' "$Word"
  done
  printf '\n'
  "$@" || Got=$?
  if [ "$Got" != "$Want" ]; then
    echo "demo: exit code $Got, not $Want" >&2
    exit 1
  fi
}

# build before|after: the program and its compile_commands.json in $Work/before or $Work/after.
build() {
  local Name Out=$Work/$1 Separator=''
  local -a Flags=(-std=c11 -g -O2 -Wall -Wextra -I "$Demo/forwarder/$1")
  mkdir -p "$Out"
  {
    printf '['
    for Name in main packet statistics worker; do
      printf '%s\n {"directory": "%s", "file": "%s", "command": "cc %s -c %s"}' "$Separator" "$Out" \
        "$Demo/forwarder/$Name.c" "${Flags[*]}" "$Demo/forwarder/$Name.c"
      Separator=,
    done
    printf '\n]\n'
  } >"$Out/compile_commands.json"
  "$Cc" "${Flags[@]}" "$Demo"/forwarder/*.c -pthread -o "$Out/forwarder"
}

say "The program: a switch in miniature, a polling thread a worker, counters a worker (demo/forwarder)"
build before
"$Work/before/forwarder" 4 200000

say "1. What the source says"
expect 1 "$Cachelint" check -p "$Work/before"

say "2. Where the counters lie: two workers' elements on each line of 64 bytes"
expect 0 "$Cachelint" layout "$Work/before/forwarder" -C worker_statistics

say "3. What a recording says, with names instead of addresses"
"$Demo/make_report.py" "$Work/before/forwarder" "$Demo/forwarder" >"$Work/report.txt"
head -n 1 "$Work/report.txt"
echo
expect 0 "$Cachelint" c2c "$Work/report.txt" --binary "$Work/before/forwarder"

say "4. The finding, confirmed"
expect 1 "$Cachelint" check -p "$Work/before" --c2c "$Work/report.txt" --binary "$Work/before/forwarder"

say "5. Its repaired twin: the alignment is on the type, one worker a line; nothing to say"
diff "$Demo/forwarder/before/statistics.h" "$Demo/forwarder/after/statistics.h" || true
build after
expect 0 "$Cachelint" check -p "$Work/after"
expect 0 "$Cachelint" layout "$Work/after/forwarder" -C worker_statistics
