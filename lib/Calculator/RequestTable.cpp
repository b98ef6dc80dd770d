//===- RequestTable.cpp - Warp requests from a CSV file -------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Calculator/RequestTable.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/Twine.h"

#include <bit>
#include <tuple>

using namespace memlint;
using llvm::StringRef;

static constexpr StringRef Blanks = " \t";

/// \p Cell without blanks and quotes around it. Doubled quotes inside stay: no
/// cell that is read may contain any.
static StringRef bare(StringRef Cell) {
  Cell = Cell.trim(Blanks);
  if (Cell.size() >= 2 && Cell.front() == '"' && Cell.back() == '"')
    Cell = Cell.drop_front().drop_back().trim(Blanks);
  return Cell;
}

/// \p Text, cut for use in a message.
static std::string quoted(StringRef Text) {
  constexpr size_t Longest = 40;
  std::string Shown;
  for (char C : Text.take_front(Longest))
    Shown += llvm::isPrint(C) ? C : '?';
  return "'" + Shown + (Text.size() > Longest ? "...'" : "'");
}

llvm::Error RequestTable::errorHere(const llvm::Twine &Message) const {
  return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                 Name + ":" + llvm::Twine(Line) + ": " + Message);
}

/// Takes the next line that is not blank off the rest of the file.
bool RequestTable::takeLine(StringRef &Text) {
  while (!Rest.empty()) {
    size_t End = Rest.find('\n');
    Text = Rest.take_front(End);
    Rest = End == StringRef::npos ? StringRef() : Rest.drop_front(End + 1);
    ++Line;
    Text.consume_back("\r");
    if (!Text.trim(Blanks).empty())
      return true;
  }
  return false;
}

llvm::Error RequestTable::splitCells(StringRef Text,
                                     llvm::SmallVectorImpl<StringRef> &Cells) const {
  Cells.clear();
  if (!Text.contains('"')) {
    Text.split(Cells, ',');
    return llvm::Error::success();
  }
  size_t Start = 0;
  bool InQuotes = false;
  for (size_t Position = 0; Position != Text.size(); ++Position) {
    if (Text[Position] == '"')
      InQuotes = !InQuotes;
    if (Text[Position] == ',' && !InQuotes) {
      Cells.push_back(Text.slice(Start, Position));
      Start = Position + 1;
    }
  }
  Cells.push_back(Text.drop_front(Start));
  if (InQuotes)
    return errorHere("a quoted cell does not end on its line");
  return llvm::Error::success();
}

std::optional<unsigned> RequestTable::findColumn(StringRef Wanted) const {
  for (unsigned Column = 0; Column != Columns.size(); ++Column)
    if (bare(Columns[Column]) == Wanted)
      return Column;
  return std::nullopt;
}

llvm::Error RequestTable::findKnownColumns() {
  for (StringRef Known : {"op", "bytes", "active_mask", "byte_offset_per_lane"})
    if (llvm::count_if(Columns, [&](StringRef Column) { return bare(Column) == Known; }) > 1)
      return errorHere("column '" + Known + "' occurs twice");
  OpColumn = findColumn("op");
  BytesColumn = findColumn("bytes");
  MaskColumn = findColumn("active_mask");
  OffsetsColumn = findColumn("byte_offset_per_lane");
  if (!OffsetsColumn)
    return errorHere("the first line has no column 'byte_offset_per_lane'; expected columns are "
                     "op,bytes,active_mask,byte_offset_per_lane, the first three optional");
  return llvm::Error::success();
}

llvm::Expected<RequestTable> RequestTable::open(llvm::MemoryBufferRef File, RequestLimits Limits) {
  StringRef Text = File.getBuffer();
  Text.consume_front("\xef\xbb\xbf");
  RequestTable Table(File.getBufferIdentifier(), Text, Limits);
  if (!Table.takeLine(Table.Header)) {
    Table.Line = 1;
    return Table.errorHere("the file is empty; its first line must name the columns, including "
                           "byte_offset_per_lane");
  }
  if (llvm::Error E = Table.splitCells(Table.Header, Table.Columns))
    return std::move(E);
  if (llvm::Error E = Table.findKnownColumns())
    return std::move(E);
  return Table;
}

StringRef RequestTable::cellOf(const RequestRow &Row, std::optional<unsigned> Column) {
  return Column ? bare(Row.Cells[*Column]) : StringRef();
}

llvm::Error RequestTable::parseKind(const RequestRow &Row, WarpRequest &Request) const {
  StringRef Cell = cellOf(Row, OpColumn);
  using Operation = std::pair<AccessKind, RequestForm>;
  auto Known =
      llvm::StringSwitch<std::optional<Operation>>(Cell)
          .Cases("load", "", Operation(AccessKind::Load, RequestForm::Plain))
          .Case("store", Operation(AccessKind::Store, RequestForm::Plain))
          .Case("atomic", Operation(AccessKind::Atomic, RequestForm::NativeAtomic))
          .Case("increment", Operation(AccessKind::Atomic, RequestForm::Increment))
          .Case("compare-and-swap", Operation(AccessKind::Atomic, RequestForm::CompareAndSwap))
          .Case("matrix-load", Operation(AccessKind::Load, RequestForm::MatrixRows))
          .Case("matrix-store", Operation(AccessKind::Store, RequestForm::MatrixRows))
          .Case("async-copy", Operation(AccessKind::AsyncCopy, RequestForm::Plain))
          .Default(std::nullopt);
  if (!Known)
    return errorHere("op is " + quoted(Cell) +
                     "; expected load, store, atomic, increment, compare-and-swap, "
                     "matrix-load, matrix-store or async-copy");
  std::tie(Request.Kind, Request.Form) = *Known;
  return llvm::Error::success();
}

llvm::Error RequestTable::parseBytes(const RequestRow &Row, WarpRequest &Request) const {
  StringRef Cell = cellOf(Row, BytesColumn);
  Request.BytesPerLane = 4;
  if (Cell.empty())
    return llvm::Error::success();
  unsigned Bytes = 0;
  if (Cell.getAsInteger(10, Bytes) || !std::has_single_bit(Bytes) || Bytes > 16)
    return errorHere("bytes is " + quoted(Cell) + "; a lane accesses 1, 2, 4, 8 or 16");
  Request.BytesPerLane = Bytes;
  return llvm::Error::success();
}

llvm::Error RequestTable::parseLanes(const RequestRow &Row, WarpRequest &Request) const {
  StringRef Rest = cellOf(Row, OffsetsColumn);
  Request.ByteOffset = {};
  unsigned WarpLanes = Limits.WarpLanes, Lanes = 0;
  while (!Rest.empty()) {
    StringRef Number = Rest.take_until([](char C) { return C == ' ' || C == '\t'; });
    if (Lanes == WarpLanes)
      return errorHere("more than " + llvm::Twine(WarpLanes) + " offsets; a warp has " +
                       llvm::Twine(WarpLanes) + " lanes");
    int64_t Offset = 0;
    if (Number.getAsInteger(10, Offset))
      return errorHere("the offset of lane " + llvm::Twine(Lanes) + " is " + quoted(Number) +
                       "; expected a decimal number of 64 bits");
    Request.ByteOffset[Lanes++] = Offset;
    Rest = Rest.drop_front(Number.size()).ltrim(Blanks);
  }

  StringRef Mask = cellOf(Row, MaskColumn);
  LaneMask Listed = Lanes == 0 ? 0 : allLanes(Lanes);
  Request.ActiveMask = Listed;
  if (!Mask.empty()) {
    StringRef Digits = Mask;
    if (!Digits.consume_front("0x"))
      Digits.consume_front("0X");
    if (Digits.getAsInteger(16, Request.ActiveMask) || Request.ActiveMask & ~allLanes(WarpLanes))
      return errorHere("active_mask is " + quoted(Mask) + "; expected a hexadecimal number of " +
                       llvm::Twine(WarpLanes) + " bits");
  } else if (!Lanes) {
    return errorHere("no offsets; list them by lane, separated by blanks");
  }
  if (LaneMask Missing = Request.ActiveMask & ~Listed)
    return errorHere("lane " + llvm::Twine(std::countr_zero(Missing)) +
                     " is active and has no offset; " + llvm::Twine(Lanes) + " are listed");

  for (unsigned Lane = 0; Lane != Lanes && !Limits.MayBeUnaligned; ++Lane)
    if (((Request.ActiveMask >> Lane) & 1) && Request.ByteOffset[Lane] % Request.BytesPerLane)
      return errorHere("the offset of lane " + llvm::Twine(Lane) + ", " +
                       llvm::Twine(Request.ByteOffset[Lane]) + ", is not a multiple of the " +
                       llvm::Twine(Request.BytesPerLane) +
                       " bytes accessed; hardware faults on such an access");
  return llvm::Error::success();
}

llvm::Expected<bool> RequestTable::next(RequestRow &Row) {
  if (!takeLine(Row.Text))
    return false;
  Row.Line = Line;
  if (llvm::Error E = splitCells(Row.Text, Row.Cells))
    return std::move(E);
  if (Row.Cells.size() != Columns.size())
    return errorHere("the row has " + llvm::Twine(Row.Cells.size()) + " cells, the first line " +
                     llvm::Twine(Columns.size()));
  if (llvm::Error E = parseKind(Row, Row.Request))
    return std::move(E);
  if (llvm::Error E = parseBytes(Row, Row.Request))
    return std::move(E);
  if (llvm::Error E = parseLanes(Row, Row.Request))
    return std::move(E);
  return true;
}
