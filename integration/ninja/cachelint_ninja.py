#!/usr/bin/env python3
"""Writes a build.ninja that reads each unit of compile_commands.json on its own and then checks them as one program.

usage: cachelint_ninja.py -p BUILD [-o FOLDER] [--cachelint PROGRAM] [--profile NAME] [--check-options TEXT]
then:  ninja -C FOLDER
"""

import argparse
import hashlib
import json
import shlex
import shutil
import sys
from pathlib import Path

HEAD = """\
ninja_required_version = 1.5

rule facts
  command = {tool} facts -p {build}{profile} --depfile $out.d -o $out $unit || [ $$? -eq 3 ]
  description = facts of $unit
  depfile = $out.d
  deps = gcc

rule check
  command = {tool} check --facts facts {options} --format json -o $out
  description = check

rule again
  command = {again}
  description = units of {build}
  generator = 1

build build.ninja: again {database} | {script}

"""


def escaped(path):
    return str(path).replace("$", "$$").replace(":", "$:").replace(" ", "$ ")


def facts_name(source):
    """Unique, stable, and readable: files of one name lie in many folders."""
    return f"facts/{source.name}-{hashlib.sha256(str(source).encode()).hexdigest()[:12]}.facts"


def sources_of(database):
    """Each file once: cachelint facts reads all commands of a file."""
    sources = set()
    for command in json.loads(database.read_text()):
        source = (Path(command["directory"]) / command["file"]).resolve()
        if source.suffix.lower() in {".c", ".cc", ".cpp", ".cxx", ".c++"} and source.exists():
            sources.add(source)
    return sorted(sources)


def remove_others(folder, names):
    """Facts of units that are no longer built would be merged with the rest."""
    for path in (folder / "facts").glob("*.facts"):
        if f"facts/{path.name}" not in names:
            path.unlink()


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("-p", dest="build", type=Path, required=True, help="folder of compile_commands.json")
    parser.add_argument("-o", dest="folder", type=Path, default=Path("cachelint-facts"), help="where to work")
    parser.add_argument("--cachelint", default="cachelint", help="the program")
    parser.add_argument("--profile", default="", help="vocabulary; by default recognised in all of the build")
    parser.add_argument("--check-options", default="", help="more options for cachelint check")
    return parser.parse_args()


def main():
    arguments = parse_arguments()
    tool = shutil.which(arguments.cachelint)
    if not tool:
        sys.exit(f"cachelint_ninja.py: no program {arguments.cachelint}; name it with --cachelint")
    tool, build = Path(tool).resolve(), arguments.build.resolve()
    folder, database = arguments.folder.resolve(), build / "compile_commands.json"
    (folder / "facts").mkdir(parents=True, exist_ok=True)
    again = [sys.executable, str(Path(__file__).resolve()), "-p", str(build), "-o", str(folder), "--cachelint", str(tool),
             f"--profile={arguments.profile}", f"--check-options={arguments.check_options}"]
    text = HEAD.format(
        tool=shlex.quote(str(tool)), build=shlex.quote(str(build)), options=arguments.check_options,
        profile=f" --profile {shlex.quote(arguments.profile)}" if arguments.profile else "",
        again=shlex.join(again).replace("$", "$$"), database=escaped(database), script=escaped(Path(__file__).resolve()))
    names = {facts_name(source): source for source in sources_of(database)}
    for name, source in names.items():
        text += f"build {escaped(name)}: facts {escaped(source)} | {escaped(tool)}\n"
        text += f"  unit = {shlex.quote(str(source)).replace('$', '$$')}\n"
    inputs = " ".join(escaped(name) for name in names)
    text += f"\nbuild findings.json: check {inputs} | {escaped(tool)}\ndefault findings.json\n"
    remove_others(folder, names)
    (folder / "build.ninja").write_text(text)


if __name__ == "__main__":
    main()
