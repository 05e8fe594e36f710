//===-- CommandLine.cpp ----------------------------------------------- -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/driver/CommandLine.h"
#include "tool/driver/Version.h"

#include "CLI/CLI.hpp"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"

#include <algorithm>
#include <utility>

namespace cachelint::driver {

std::vector<std::string> splitNames(const std::string &Text) {
  std::vector<std::string> Names;
  std::string Current;
  int Depth = 0;
  auto Flush = [&] {
    if (!Current.empty())
      Names.push_back(Current);
    Current.clear();
  };
  for (char C : Text) {
    if (C == '<' || C == '(' || C == '[')
      ++Depth;
    else if (C == '>' || C == ')' || C == ']')
      --Depth;
    if (C == ',' && Depth <= 0) {
      Flush();
      continue;
    }
    if (C != ' ' || !Current.empty())
      Current += C;
  }
  Flush();
  return Names;
}

/// People paste "struct sock" from source or from pahole.
static std::string withoutKeyword(llvm::StringRef Name) {
  for (llvm::StringRef Keyword : {"struct ", "class ", "union "})
    Name.consume_front(Keyword);
  return Name.str();
}

namespace {

/// The options each command takes; a command shows and accepts only what it uses.
class Parser {
public:
  Parser() : App("Finds struct layouts that make threads fight over cache lines.", "cachelint") {
    App.require_subcommand(1);
    App.set_version_flag("--version", versionText());
    App.fallthrough(false);
    App.failure_message(CLI::FailureMessage::simple);
    addCheck();
    addAudit();
    addLayout();
    addDiff();
    addC2c();
    addFacts();
    addExplain();
  }

  std::variant<Options, EarlyExit> parse(int Argc, const char *const *Argv) {
    // As clang-tidy has it: behind "--" is how the units are compiled.
    int End = static_cast<int>(std::find(Argv, Argv + Argc, llvm::StringRef("--")) - Argv);
    if (Argc > 1 && (Argv[1] == llvm::StringRef("facts") || Argv[1] == llvm::StringRef("check"))) {
      O.CompileArgs.assign(std::min(End + 1, Argc) + Argv, Argv + Argc);
      O.CompilesAsGiven = End != Argc;
      Argc = End;
    }
    try {
      App.parse(Argc, Argv);
    } catch (const CLI::ParseError &E) {
      return exitFor(E);
    }
    for (const std::string &Text : RecordLists)
      for (const std::string &Name : splitNames(Text))
        O.Records.push_back(withoutKeyword(Name));
    return O;
  }

private:
  EarlyExit exitFor(const CLI::ParseError &E) {
    std::ostringstream Out, Err;
    int Code = App.exit(E, Out, Err);
    if (Code == 0)
      return {ExitClean, Out.str(), false};
    std::string Text = App.get_subcommands().empty() ? noCommandText() : Err.str();
    // CLI11 writes sentences; names in capitals stay as they are.
    if (Text.size() > 1 && llvm::isUpper(Text[0]) && llvm::isLower(Text[1]))
      Text[0] = llvm::toLower(Text[0]);
    return {ExitUsage, "cachelint: error: " + Text, true};
  }

  /// CLI11 asks for a subcommand before it looks at what else was written, so that it would not
  /// name the misspelt one.
  std::string noCommandText() const {
    std::string Commands;
    for (const CLI::App *Sub : App.get_subcommands([](const CLI::App *) { return true; }))
      Commands += (Commands.empty() ? "" : ", ") + Sub->get_name();
    std::vector<std::string> Rest = App.remaining();
    return (Rest.empty() ? "no command given" : "no command '" + Rest.front() + "'") +
           "; there are: " + Commands + "\nRun with --help for more information.\n";
  }

  CLI::App *command(const char *Name, const char *Description, Command What) {
    CLI::App *Sub = App.add_subcommand(Name, Description);
    Sub->parse_complete_callback([this, What] { O.What = What; });
    return Sub;
  }

  void addCheck() {
    CLI::App *C =
        command("check", "Analyse source (compile_commands.json); the whole program by default.",
                Command::Check);
    CLI::Option *Paths = C->add_option(
        "PATH", O.Inputs, "Source files or folders; all of the build when none is given");
    buildDir(C);
    repeatable(C, "--facts", O.FactsDirs,
               "Facts files, or folders of them, instead of sources (repeatable)", "DIR");
    C->get_option("--facts")->excludes(Paths)->excludes(C->get_option("-p"));
    joins(C);
    findings(C);
    caching(C);
    running(C);
  }

  void addAudit() {
    CLI::App *C =
        command("audit", "Run the rules on what binaries say: layouts and addresses, no source.",
                Command::Audit);
    C->add_option("ELF", O.Inputs, "ELF files with DWARF or BTF")->required();
    types(C);
    joins(C);
    findings(C);
    running(C);
  }

  /// What the commands that run rules have in common.
  void findings(CLI::App *C) {
    records(C, "Only findings on these records or variables: globs, separated by commas");
    C->add_option("--rules", O.Rules, "Rules to run, in clang-tidy's syntax: -*,per-thread-array");
    lineSize(C);
    C->add_flag("--pedantic", O.Pedantic,
                "Also small things: every hole that another order would close");
    output(C);
    choice<FailOn>(C, "--fail-on", O.Fail,
                   {{"note", FailOn::Note},
                    {"warning", FailOn::Warning},
                    {"error", FailOn::Error},
                    {"confirmed", FailOn::Confirmed},
                    {"never", FailOn::Never}},
                   "Least severity that makes the exit code 1, by default warning");
    C->add_option(
        "--profile", O.Profile,
        "Vocabulary: generic, dpdk, linux, ... or a YAML file; recognised when not given");
  }

  void addLayout() {
    CLI::App *C =
        command("layout", "Print record layouts, a line per field, with cache-line rulers.",
                Command::Layout);
    C->add_option("INPUT", O.Inputs,
                  "ELF files with DWARF or BTF, archives of them, BTF files, or sources with -p");
    buildDir(C);
    types(C);
    debugDirs(C);
    records(C);
    lineSize(C);
    C->add_option("--base-offset", O.BaseOffset,
                  "Where in a cache line the object starts, in bytes");
    C->add_flag("-E,--expand", O.Expand, "Show the fields of nested records in place");
    output(C);
    caching(C);
    running(C);
  }

  void addDiff() {
    CLI::App *C = command("diff",
                          "What moved between two binaries: lines gained, fields that changed "
                          "line; exit code 1 on a regression.",
                          Command::Diff);
    // CLI11 fills the list in the order in which the two are declared.
    for (const char *Which : {"OLD", "NEW"})
      C->add_option_function<std::string>(
           Which, [this](const std::string &Path) { O.Inputs.push_back(Path); },
           "An ELF file with DWARF or BTF, or a BTF file")
          ->required();
    records(C);
    types(C);
    debugDirs(C);
    lineSize(C);
    output(C);
    choice<FailOn>(C, "--fail-on", O.Fail, {{"warning", FailOn::Warning}, {"never", FailOn::Never}},
                   "never: exit code 0 whatever moved");
    running(C);
  }

  void addC2c() {
    CLI::App *C = command("c2c", "Show recorded cache-line contention with record and field names.",
                          Command::C2c);
    C->add_option("RECORDING", O.Recordings, "Text of `perf c2c report --stdio`")
        ->required()
        ->expected(1);
    repeatable(C, "--binary", O.Binaries, "The recorded ELF file, or its debug file (repeatable)",
               "FILE");
    debugDirs(C);
    buildDir(C);
    records(C);
    lineSize(C);
    C->add_option("--profile", O.Profile, "Vocabulary for -p: a name or a YAML file");
    output(C);
    caching(C);
    running(C);
  }

  void addFacts() {
    CLI::App *C = command("facts", "Write what is read of units to a file, for check --facts.",
                          Command::Facts);
    C->add_option("UNIT", O.Inputs, "Source files or folders; all of the build when none is given");
    buildDir(C);
    C->add_option("-o", O.OutputFile, "Write to this file")->required()->option_text("FILE");
    C->add_option("--depfile", O.DepFile,
                  "Write what was read for it to this file, as make takes it")
        ->option_text("FILE");
    lineSize(C);
    C->add_option("--profile", O.Profile,
                  "Vocabulary: a name or a YAML file; by default recognised in all of the build");
    limits(C);
    running(C);
  }

  void limits(CLI::App *C) {
    C->add_option("--unit-timeout", O.UnitSeconds,
                  "Give up on a unit that takes longer; units are then read in processes")
        ->option_text("SECONDS");
    C->add_option("--unit-memory", O.UnitMegabytes,
                  "Give up on a unit that takes more memory; units are then read in processes")
        ->option_text("MB");
  }

  /// Of the commands that read source.
  void caching(CLI::App *C) {
    limits(C);
    C->add_option("--cache", O.Cache,
                  "Where facts of units are kept from run to run; by default cachelint in the "
                  "user's folder for caches")
        ->option_text("DIR|off");
    C->add_option("--cache-size", O.CacheMegabytes, "Most that is kept there; by default 2048")
        ->option_text("MB");
  }

  void addExplain() {
    CLI::App *C =
        command("explain", "What a rule means, an example, how to fix it.", Command::Explain);
    C->add_option("RULE", O.Inputs, "Rule ids; a list of all rules when none is given");
    C->add_option("-o", O.OutputFile, "Write to this file")->option_text("FILE");
  }

  void buildDir(CLI::App *C) {
    C->add_option("-p", O.BuildDir, "Build directory with compile_commands.json")
        ->option_text("DIR");
  }

  /// CLI11 lets an option with a list take all words that follow; here each takes one.
  static void repeatable(CLI::App *C, const char *Name, std::vector<std::string> &List,
                         const char *Description, const char *Value) {
    C->add_option(Name, List, Description)->allow_extra_args(false)->option_text(Value);
  }

  /// One of several words. CLI11's own transformers also take the number behind a word, and print
  /// it in messages.
  template <class T>
  static void choice(CLI::App *C, const char *Name, T &Value,
                     std::vector<std::pair<std::string, T>> Words, const char *Description) {
    std::vector<std::string> Names;
    std::string Text;
    for (const auto &[Word, Meaning] : Words) {
      Names.push_back(Word);
      Text += (Text.empty() ? "" : "|") + Word;
    }
    auto Set = [&Value, Words](const std::string &Given) {
      for (const auto &[Word, Meaning] : Words)
        if (Word == Given)
          Value = Meaning;
    };
    C->add_option_function<std::string>(Name, Set, Description)
        ->check(CLI::IsMember(Names))
        ->option_text(Text);
  }

  void types(CLI::App *C) {
    choice<TypeSource>(
        C, "--types", O.Types,
        {{"auto", TypeSource::Auto}, {"dwarf", TypeSource::Dwarf}, {"btf", TypeSource::Btf}},
        "Where a binary's types are read from; auto: DWARF, or BTF where there is none or where it "
        "has all that -C names");
    C->add_option("--btf-base", O.BtfBase,
                  "BTF or ELF file that split BTF (a module's) goes on from: vmlinux")
        ->option_text("FILE");
  }

  void joins(CLI::App *C) {
    repeatable(C, "--binary", O.Binaries, "ELF file with DWARF to join (repeatable)", "FILE");
    debugDirs(C);
    repeatable(C, "--c2c", O.Recordings, "Text of `perf c2c report --stdio` to join (repeatable)",
               "FILE");
  }

  void debugDirs(CLI::App *C) {
    repeatable(C, "--debug-dir", O.DebugDirs,
               "Folder of separate debug files, before /usr/lib/debug (repeatable)", "DIR");
  }

  void records(CLI::App *C,
               const char *Description = "Only these records: globs, separated by commas") {
    repeatable(C, "-C,--record", RecordLists, Description, "NAME[,NAME]");
  }

  void lineSize(CLI::App *C) {
    C->add_option("--line-size", O.LineSize, "Cache line in bytes; by default that of the target")
        ->check(CLI::Validator(
            [](std::string &Text) {
              uint64_t N = 0;
              bool Good =
                  CLI::detail::lexical_cast(Text, N) && N >= 16 && N <= 4096 && (N & (N - 1)) == 0;
              return Good ? std::string() : "not a power of two from 16 to 4096: " + Text;
            },
            "BYTES"));
  }

  void output(CLI::App *C) {
    choice<Format>(C, "--format", O.Output, {{"text", Format::Text}, {"json", Format::Json}},
                   "Output format");
    C->add_option("-o", O.OutputFile, "Write to this file")->option_text("FILE");
  }

  void running(CLI::App *C) {
    C->add_option("-j", O.Jobs, "Translation units at a time; by default one for each core")
        ->option_text("N");
    choice<Progress>(C, "--progress", O.ShowProgress,
                     {{"auto", Progress::Auto}, {"on", Progress::On}, {"off", Progress::Off}},
                     "Progress on stderr; auto: on a terminal");
    C->add_flag("--stats", O.Stats, "Counts and times on stderr");
    // For tests and for the suspicion that it makes a difference: not in the help.
    C->add_option_function<std::string>(
         "--skip-header-bodies",
         [this](const std::string &Word) { O.SkipHeaderBodies = Word == "on"; })
        ->check(CLI::IsMember({"on", "off"}))
        ->group("");
  }

  CLI::App App;
  Options O;
  std::vector<std::string> RecordLists;
};

} // namespace

std::variant<Options, EarlyExit> parseCommandLine(int Argc, const char *const *Argv) {
  return Parser().parse(Argc, Argv);
}

} // namespace cachelint::driver
