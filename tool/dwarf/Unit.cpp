//===-- Unit.cpp -------------------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/dwarf/Unit.h"

#include "tool/dwarf/Expression.h"

#include "fmt/format.h"

#include <dwarf.h>

namespace cachelint::dwarf {

bool Unit::fail(uint64_t At, std::string Message) {
  Error = std::move(Message);
  ErrorOffset = At;
  return false;
}

void Unit::clear() {
  Error.clear();
  Signatures.clear();
  Lang = Language::Other;
  Can = model::Capability::None;
  Name = CompDir = DwoName = nullptr;
  DwoId = 0;
  IsPartial = NamesLanguage = false;
  LineOffset.reset();
  Namers.clear();
  NamersKnown = false;
  Keys.clear();
  Nodes.clear();
  Stack.clear();
  Blocks.clear();
}

void Unit::setLanguage(uint64_t Dwarf) {
  NamesLanguage = true;
  Lang = languageOf(Dwarf);
  LowerBound = lowerBoundOf(Dwarf);
}

bool Unit::readStart(const DebugSections &Sections, const UnitHeader &Header,
                     const Skeleton *Program, ByteCursor &In) {
  clear();
  Head = Header;
  Context = {&Sections, &Head, Head.StrOffsetsStart, 0, &Sections};
  if (Program) {
    Context.Addresses = Program->Sections;
    Context.AddrBase = Program->AddrBase;
  }
  LinesIn = &Sections;
  std::string Why;
  if (!Abbrevs.read(Sections, Head, Why))
    return fail(Head.Offset, Why);
  In = ByteCursor(section().Bytes.take_front(Head.End), Sections.LittleEndian, Head.DieOffset);
  // A header without entries is allowed, and empty.
  return In.atEnd() || readRoot(In, Program);
}

bool Unit::readOwnEntry(const DebugSections &Sections, const UnitHeader &Header) {
  LowerBound = 0;
  ByteCursor In({}, true);
  return readStart(Sections, Header, nullptr, In);
}

bool Unit::read(const DebugSections &Sections, const UnitHeader &Header, const Skeleton *Program,
                unsigned FirstIndex) {
  LowerBound = FirstIndex;
  ByteCursor In({}, true);
  if (!readStart(Sections, Header, Program, In))
    return false;
  bool Complete = readEntries(In);
  for (const Open &O : Stack)
    if (O.IsNode) {
      Nodes[O.Node].End = static_cast<uint32_t>(Nodes.size());
      if (!Complete)
        Nodes[O.Node].Flags |= NF_Cut;
    }
  link();
  NameHashes.assign(Nodes.size(), 0);
  TypeHashes.assign(Nodes.size(), 0);
  SpellHashes.assign(Nodes.size(), 0);
  return true;
}

/// The unit's own entry comes first, and twice: its strings may be indices whose table it names
/// itself.
bool Unit::readRoot(ByteCursor &In, const Skeleton *Program) {
  uint64_t At = In.offset();
  uint64_t Code = In.uleb();
  const Abbrev *A = Abbrevs.find(Code);
  if (!A)
    return fail(At, fmt::format("abbreviation code {} is not in the unit's table", Code));
  if (A->Tag != DW_TAG_compile_unit && A->Tag != DW_TAG_partial_unit &&
      A->Tag != DW_TAG_type_unit && A->Tag != DW_TAG_skeleton_unit)
    return fail(At, fmt::format("first entry has tag 0x{:x}, which is no unit's", A->Tag));
  // Behind the table's header, which DWARF 4 did without.
  Context.StrOffsetsBase += Head.Version >= 5 ? Head.OffsetSize * 2 : 0;
  Node Own;
  Own.Tag = A->Tag;
  Own.Offset = static_cast<uint32_t>(At - Head.Offset);
  for (unsigned Name : {DW_AT_str_offsets_base, DW_AT_addr_base, DW_AT_GNU_addr_base})
    if (FormValue V = attribute(Own, Name); V.isConstant())
      (Name == DW_AT_str_offsets_base ? Context.StrOffsetsBase : Context.AddrBase) = V.U;
  if (FormValue V = attribute(Own, DW_AT_language); V.isConstant())
    setLanguage(V.U);
  auto Text = [&](unsigned Attribute) { return attribute(Own, Attribute).Text; };
  const char *Producer = Text(DW_AT_producer);
  Can = capabilitiesOf(Producer ? Producer : "", Head.Version, Lang);
  Name = Text(DW_AT_name);
  CompDir = Text(DW_AT_comp_dir);
  DwoId = Head.DwoId;
  IsPartial = A->Tag == DW_TAG_partial_unit;
  // gcc repeats the name in the split unit itself, clang in type units.
  if (!Program && !Head.IsType) {
    DwoName = Head.Version >= 5 ? Text(DW_AT_dwo_name) : Text(DW_AT_GNU_dwo_name);
    if (FormValue V = attribute(Own, DW_AT_GNU_dwo_id); V.isConstant())
      DwoId = V.U;
  }
  if (FormValue V = attribute(Own, DW_AT_stmt_list); V.isConstant()) {
    LineOffset = Head.LineStart + V.U;
  } else if (Program) {
    LineOffset = Program->LineOffset;
    LinesIn = Program->Sections;
  }
  if (Program && !CompDir)
    CompDir = Program->CompDir;
  if (!skipEntry(In, *A) || In.failed())
    return fail(At, "the unit's own entry is cut");
  Nodes.push_back(Own);
  indexNode(0);
  if (A->HasChildren)
    Stack.push_back({0, InUnit, true});
  Nodes[0].End = 1;
  return true;
}

bool Unit::readEntries(ByteCursor &In) {
  while (!Stack.empty() && !In.atEnd()) {
    uint64_t At = In.offset();
    uint64_t Code = In.uleb();
    if (Code == 0) {
      if (Stack.back().IsNode)
        Nodes[Stack.back().Node].End = static_cast<uint32_t>(Nodes.size());
      Stack.pop_back();
      continue;
    }
    const Abbrev *A = Abbrevs.find(Code);
    if (!A)
      return fail(At, fmt::format("abbreviation code {} is not in the unit's table", Code));
    if (!readEntry(In, *A, At))
      return fail(At,
                  fmt::format("entry with tag 0x{:x} has an attribute of unknown form", A->Tag));
    if (In.failed())
      return fail(At, fmt::format("entry with tag 0x{:x} is cut", A->Tag));
  }
  // Some producers leave out the zeros that close the last lists; nothing is lost then.
  return true;
}

bool Unit::readEntry(ByteCursor &In, const Abbrev &A, uint64_t At) {
  Open Around = Stack.back();
  Scope Where = static_cast<Scope>(Around.Where);
  Scope Inside = Where;
  if (A.Tag == DW_TAG_subprogram)
    Inside = InFunction;
  else if (A.Tag == DW_TAG_subroutine_type)
    Inside = InSubroutineType;
  else if (A.Tag == DW_TAG_inlined_subroutine)
    Inside = InInlined;

  bool IsParameter = A.Tag == DW_TAG_formal_parameter || A.Tag == DW_TAG_unspecified_parameters;
  // Most entries of a large file are in bodies of functions, and of those only types and variables
  // with an address of their own matter.
  bool Wanted = A.Wanted && (!IsParameter || Where == InSubroutineType);
  bool Kept = false;
  if (!Wanted) {
    if (!skipEntry(In, A))
      return false;
  } else {
    Node N;
    N.Tag = A.Tag;
    N.Offset = static_cast<uint32_t>(At - Head.Offset);
    N.Parent = Around.Node;
    if (Where == InFunction || Where == InInlined)
      N.Flags |= NF_InFunction;
    if (!decode(In, A, N))
      return false;
    if (In.failed()) // the caller says so
      return true;
    if ((Kept = keeps(N, Where))) {
      N.End = static_cast<uint32_t>(Nodes.size()) + 1;
      Nodes.push_back(N);
      indexNode(static_cast<uint32_t>(Nodes.size()) - 1);
    }
  }
  if (A.HasChildren)
    Stack.push_back({Kept ? static_cast<uint32_t>(Nodes.size()) - 1 : Around.Node, Inside, Kept});
  return true;
}

bool Unit::keeps(const Node &N, Scope Where) const {
  if (N.Tag != DW_TAG_variable)
    return true;
  // Variables on the stack have no address; there are more of them than of anything else.
  return (Where != InFunction && Where != InInlined) || staticPlaceOf(*this, N).has_value();
}

bool Unit::skipEntry(ByteCursor &In, const Abbrev &A) const {
  for (const Step &S : Abbrevs.steps(A)) {
    In.skip(S.SkipBefore);
    if (!skipForm(In, S.Spec.Form, Head))
      return false;
  }
  In.skip(A.SkipAfter);
  return true;
}

bool Unit::decode(ByteCursor &In, const Abbrev &A, Node &N) {
  for (const Step &S : Abbrevs.steps(A)) {
    In.skip(S.SkipBefore);
    if (S.Spec.Name == 0) {
      if (!skipForm(In, S.Spec.Form, Head))
        return false;
      continue;
    }
    FormValue V;
    if (!readForm(In, S.Spec.Form, S.Spec.ImplicitConst, Context, V))
      return false;
    take(N, S.Spec, V);
  }
  In.skip(A.SkipAfter);
  return true;
}

FormValue Unit::attribute(const Node &N, unsigned Name) const {
  ByteCursor In(section().Bytes.take_front(Head.End), Context.Sections->LittleEndian,
                Head.Offset + N.Offset);
  FormValue V;
  const Abbrev *A = Abbrevs.find(In.uleb());
  if (!A)
    return V;
  for (const AttributeSpec &Spec : Abbrevs.specs(*A)) {
    if (Spec.Name != Name) {
      if (!skipForm(In, Spec.Form, Head))
        return V;
      continue;
    }
    if (!readForm(In, Spec.Form, Spec.ImplicitConst, Context, V) || In.failed())
      V.Is = FormValue::Class::None;
    return V;
  }
  return V;
}

void Unit::forEachImport(llvm::function_ref<void(const FormValue &)> Take) const {
  if (Stack.empty()) // no children
    return;
  ByteCursor In(section().Bytes.take_front(Head.End), Context.Sections->LittleEndian,
                Head.DieOffset);
  const Abbrev *A = Abbrevs.find(In.uleb());
  while (A && skipEntry(In, *A) && !In.atEnd()) {
    Node Import;
    Import.Offset = static_cast<uint32_t>(In.offset() - Head.Offset);
    A = Abbrevs.find(In.uleb());
    if (!A || A->Tag != DW_TAG_imported_unit || A->HasChildren)
      return;
    Take(attribute(Import, DW_AT_import));
  }
}

void Unit::forEachLocal(const Node &Function,
                        llvm::function_ref<bool(const char *, DieRef)> Take) const {
  ByteCursor In(section().Bytes.take_front(Head.End), Context.Sections->LittleEndian,
                Head.Offset + Function.Offset);
  unsigned Depth = 0;
  do {
    uint64_t At = In.offset();
    uint64_t Code = In.uleb();
    if (Code == 0) {
      if (Depth == 0 || --Depth == 0)
        return;
      continue;
    }
    const Abbrev *A = Abbrevs.find(Code);
    if (!A || !skipEntry(In, *A))
      return;
    Depth += A->HasChildren;
    if (A->Tag != DW_TAG_variable)
      continue;
    Node Local;
    Local.Offset = static_cast<uint32_t>(At - Head.Offset);
    FormValue Type = attribute(Local, DW_AT_type);
    const char *Text = attribute(Local, DW_AT_name).Text;
    if (Text && Type.Is == FormValue::Class::Local &&
        !Take(Text, linked({DieRef::Kind::Unlinked, Type.U})))
      return;
  } while (Depth != 0 && !In.atEnd());
}

} // namespace cachelint::dwarf
