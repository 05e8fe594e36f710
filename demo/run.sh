#!/usr/bin/env bash
# One false-sharing bug from source to proof: found in the source, shown on its cache lines, held against a recording,
# repaired. ./scripts/demo builds cachelint and runs this; what it makes stays in build/demo.
#
#   CACHELINT=path/to/cachelint demo/run.sh      the compiler is $CC, else cc
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

Cachelint=${CACHELINT:-$(command -v cachelint || true)}
Cc=${CC:-cc}
Work=${DEMO_DIR:-build/demo}
if [ ! -x "$Cachelint" ]; then
  echo "demo: no cachelint: set CACHELINT to the program, or run ./scripts/demo" >&2
  exit 2
fi
rm -rf "$Work"

say() { printf '\n== %s\n\n' "$*"; }

# Shows a command, runs it, and wants this exit code: a demo that goes wrong must not look right.
expect() {
  local Want=$1 Got=0
  shift
  printf '$ cachelint %s\n' "$*"
  "$Cachelint" "$@" || Got=$?
  if [ "$Got" != "$Want" ]; then
    echo "demo: exit code $Got, not $Want" >&2
    exit 1
  fi
}

# commands FOLDER FLAGS FILE...: FOLDER/compile_commands.json, as a build system writes it.
commands() {
  local Out=$1 Flags=$2 File Separator=''
  shift 2
  mkdir -p "$Out"
  {
    printf '['
    for File in "$@"; do
      printf '%s\n {"directory": "%s", "file": "%s", "command": "cc %s -c %s"}' "$Separator" "$PWD" "$File" "$Flags" "$File"
      Separator=,
    done
    printf '\n]\n'
  } >"$Out/compile_commands.json"
}

# build before|after: the program and its compile_commands.json in $Work/before or $Work/after.
build() {
  local -a Flags=(-std=c11 -g -O2 -Wall -Wextra -I "demo/forwarder/$1")
  commands "$Work/$1" "${Flags[*]}" demo/forwarder/*.c
  "$Cc" "${Flags[@]}" demo/forwarder/*.c -pthread -o "$Work/$1/forwarder"
}

say "The program: a switch in miniature, one polling thread a worker, counters a worker (demo/forwarder)"
build before
"$Work/before/forwarder" 4 200000

say "1. What the source says"
expect 1 check -p "$Work/before"

say "2. Where the counters of two workers lie: the first begins a line, the second its second half"
expect 0 layout "$Work/before/forwarder" -C worker_statistics
expect 0 layout "$Work/before/forwarder" -C worker_statistics --base-offset 32

say "3. What a recording says, with the names of fields instead of addresses"
demo/make_report.py "$Work/before/forwarder" demo/forwarder >"$Work/report.txt"
expect 0 c2c "$Work/report.txt" --binary "$Work/before/forwarder"

say "4. The finding again, held against the recording"
expect 1 check -p "$Work/before" --c2c "$Work/report.txt" --binary "$Work/before/forwarder"

say "5. Its repaired twin: the alignment is on the type, one worker a line; nothing to say"
diff demo/forwarder/before/statistics.h demo/forwarder/after/statistics.h || true
build after
expect 0 check -p "$Work/after"
expect 0 layout "$Work/after/forwarder" -C worker_statistics

say "6. A public recording, as far as it can be resolved: neither the recorded binary nor its source is here, so that fields
   come from a rebuilt declaration (demo/public/false_sharing_example.c), by source line; the kernel's line stays open"
commands "$Work/public" "-std=c11" demo/public/false_sharing_example.c
expect 0 c2c demo/public/false-sharing-example.txt -p "$Work/public"
