//===-- InputKind.cpp ----------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/evidence/InputKind.h"

#include "tool/evidence/ReportProblems.h"
#include "tool/evidence/ReportSections.h"
#include "tool/evidence/TextCells.h"

#include "fmt/format.h"

namespace cachelint::evidence {

using llvm::StringRef;

static InputKind kindByMagic(StringRef Text) {
  if (Text.empty())
    return InputKind::Empty;
  for (StringRef Magic : {"PERFILE2", "2ELIFREP", "PERFFILE"})
    if (Text.starts_with(Magic))
      return InputKind::PerfData;
  if (Text.starts_with("\x7f"
                       "ELF"))
    return InputKind::Elf;
  for (StringRef Magic : {"\x1f\x8b",
                          "\xfd"
                          "7zXZ",
                          "\x28\xb5\x2f\xfd", "BZh"})
    if (Text.starts_with(Magic))
      return InputKind::Compressed;
  if (Text.starts_with("\xff\xfe") || Text.starts_with("\xfe\xff"))
    return InputKind::Utf16;
  return InputKind::OtherText;
}

/// "comm 1234 [003]  12.345678: ... |OP LOAD|LVL L3 hit|SNP HitM|...": the decoded data source is
/// the sign of a memory sample, whatever fields were asked for with -F.
static bool isScriptLine(StringRef Line) {
  if (Line.contains("|LVL ") && Line.contains("|SNP "))
    return true;
  // Any other sample: a time stamp with a colon behind a CPU in brackets.
  size_t Cpu = Line.find(" [");
  if (Cpu == StringRef::npos)
    return false;
  StringRef Rest = Line.drop_front(Cpu + 2);
  if (Rest.size() < 5 || Rest[3] != ']' || !looksLikeCount(Rest.take_front(3)))
    return false;
  Rest = Rest.drop_front(4);
  StringRef Time = takeToken(Rest);
  auto [Seconds, Fraction] = Time.split('.');
  return Fraction.consume_back(":") && looksLikeCount(Seconds) && looksLikeCount(Fraction);
}

static InputKind kindOfLine(StringRef Line) {
  if (partOfTitle(Line) != Part::None || partOfLine(Line) != Part::None)
    return InputKind::C2cReport;
  if (isScriptLine(Line))
    return InputKind::PerfScript;
  if (Line.contains("Memory access") &&
      (Line.contains("Samples") || Line.contains("Overhead") || Line.contains("Snoop")))
    return InputKind::PerfMemReport;
  StringRef Title = Line.ltrim("# \t");
  if (Title.starts_with("Samples: ") && Title.contains(" of event"))
    return InputKind::PerfReport;
  return InputKind::OtherText;
}

InputKind recogniseInput(StringRef Text) {
  InputKind Kind = kindByMagic(Text);
  if (Kind != InputKind::OtherText)
    return Kind;
  ProblemSink Unused;
  ReportProblems Problems("", Unused);
  bool Script = false, Mem = false, Report = false;
  TextLines Lines(Text, Problems);
  for (const TextLine &L : Lines.lines()) {
    InputKind OfLine = kindOfLine(L.Text);
    // A page can show more than one kind: a report anywhere in it can be read.
    if (OfLine == InputKind::C2cReport)
      return OfLine;
    Script |= OfLine == InputKind::PerfScript;
    Mem |= OfLine == InputKind::PerfMemReport;
    Report |= OfLine == InputKind::PerfReport;
  }
  if (Script)
    return InputKind::PerfScript;
  if (Mem)
    return InputKind::PerfMemReport;
  if (Report)
    return InputKind::PerfReport;
  if (Text.contains('\0'))
    return InputKind::Binary;
  return Text.trim().empty() ? InputKind::Empty : InputKind::OtherText;
}

static constexpr const char *HowToMake = "make one with 'perf c2c record PROGRAM' and "
                                         "'perf c2c report --stdio --full-symbols > c2c.txt'";

std::string refusal(InputKind Kind, StringRef Name) {
  std::string Make = fmt::format("'perf c2c report --stdio --full-symbols -i {} > c2c.txt'",
                                 Name.empty() ? "perf.data" : Name.str());
  switch (Kind) {
  case InputKind::C2cReport:
    return {};
  case InputKind::PerfData:
    return fmt::format("perf.data is not read yet: run {} and give c2c.txt", Make);
  case InputKind::PerfScript:
    return fmt::format("text of perf script is not read yet: run {} on the perf.data it was made "
                       "from, and give c2c.txt",
                       "'perf c2c report --stdio --full-symbols > c2c.txt'");
  case InputKind::PerfMemReport:
    return "text of perf mem report holds no cache lines: run 'perf c2c report --stdio "
           "--full-symbols > c2c.txt' on the perf.data it was made from, and give c2c.txt";
  case InputKind::PerfReport:
    return "text of perf report holds no cache lines: run 'perf c2c report --stdio --full-symbols "
           "> c2c.txt', on a perf.data of 'perf c2c record' or 'perf mem record', and give c2c.txt";
  case InputKind::Elf:
    return fmt::format("an ELF file, not a perf c2c report: {}", HowToMake);
  case InputKind::Compressed:
    return "a compressed file, not a perf c2c report: unpack it first";
  case InputKind::Utf16:
    return "UTF-16 text, not a perf c2c report as perf writes it: convert it with 'iconv -f "
           "UTF-16'";
  case InputKind::Binary:
    return fmt::format("binary data, not a perf c2c report: {}", HowToMake);
  case InputKind::Empty:
    return fmt::format("empty, not a perf c2c report: {}", HowToMake);
  case InputKind::OtherText:
    return fmt::format("not a perf c2c report: {}", HowToMake);
  }
  return {};
}

} // namespace cachelint::evidence
