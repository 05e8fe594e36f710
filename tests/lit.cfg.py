# Configuration of lit for the suites of this folder, read through lit.site.cfg.py of the build directory.
import os
import shutil

import lit.formats

config.name = "cachelint"
# The internal shell: with an external one a `|` inside {{}} would be a pipe.
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".c", ".cpp", ".test", ".yaml", ".ll", ".s"]
# Inputs are what tests name, not tests themselves.
config.excludes = ["Inputs", "CMakeLists.txt", "unit", "fuzz", "meta", "corpus"]
config.test_source_root = config.cachelint_source_root + "/tests"
config.test_exec_root = config.cachelint_build_root + "/tests"

config.environment["PATH"] = os.pathsep.join([config.cachelint_bin, config.llvm_bin, os.environ["PATH"]])
config.environment["LC_ALL"] = "C"
config.environment["NO_COLOR"] = "1"
# A user's own configuration and caches stay out of the tests.
config.environment["HOME"] = config.test_exec_root
config.environment["XDG_CACHE_HOME"] = config.test_exec_root + "/cache"

gxx = config.gcc.replace("gcc", "g++")
check_rule = (
    f"{config.python} {config.test_source_root}/check_rule.py --tool-cachelint={config.cachelint_bin}/cachelint "
    f"--tool-filecheck={config.filecheck} --tool-clang={config.clang} --tool-gcc={config.gcc}"
)
config.substitutions += [
    ("%check_rule", check_rule),
    ("%cachelint", config.cachelint_bin + "/cachelint"),
    ("%clangxx", config.clang + "++"),
    ("%clang", config.clang),
    ("%gxx", gxx),
    ("%gcc", config.gcc),
    ("%python", config.python),
    ("%root", config.cachelint_source_root),
]

# What a machine may lack. A test that REQUIRES one of these is skipped there, and tests/skips.txt must say so.
for program in ("perf", "pahole", "gdb", "dwz", "objcopy", "aarch64-linux-gnu-gcc", "git", "ninja"):
    if shutil.which(program):
        config.available_features.add(program)
if config.gcc:
    config.available_features.add("gcc")
if os.path.exists(config.cachelint_bin + "/cachelint"):
    config.available_features.add("cachelint")
if os.path.exists("/proc/self/statm"):
    config.available_features.add("linux")
if config.sanitize:
    config.available_features.add("sanitizer")
