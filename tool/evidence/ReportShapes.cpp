//===-- ReportShapes.cpp -------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/evidence/ReportShapes.h"

namespace cachelint::evidence {

using llvm::StringRef;
using enum ColumnKind;

CellShape shapeInTable(ColumnKind Kind) {
  switch (Kind) {
  case Unknown:
    return CellShape::Any;
  case Address:
  case Offset:
  case CodeAddress:
    return CellShape::Address;
  case DataNode:
    return CellShape::NodeList;
  case DisplayShare:
    return CellShape::Percent;
  case Tid:
    return CellShape::Thread;
  case Symbol:
  case Object:
  case SourceLine:
  case Nodes:
    return CellShape::Text;
  default:
    return CellShape::Count;
  }
}

CellShape shapeInRow(ColumnKind Kind) {
  switch (Kind) {
  case RemoteHitm:
  case LocalHitm:
  case AnyPeer:
  case RemotePeer:
  case LocalPeer:
  case StoreL1Hit:
  case StoreL1Miss:
  case StoreNoLevel:
    return CellShape::Percent;
  default:
    return shapeInTable(Kind);
  }
}

bool fitsShape(CellShape Shape, StringRef Cell) {
  switch (Shape) {
  case CellShape::Any:
  case CellShape::Text:
    return !Cell.empty();
  case CellShape::Count:
    return looksLikeCount(Cell);
  case CellShape::Percent:
    return looksLikePercent(Cell);
  case CellShape::Address:
    return looksLikeAddress(Cell);
  case CellShape::NodeList:
    return looksLikeNodeList(Cell);
  case CellShape::Thread:
    return looksLikeCount(Cell.split(':').first);
  }
  return false;
}

} // namespace cachelint::evidence
