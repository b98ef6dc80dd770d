//===- SourcePage.cpp - The profiler's page of source lines ---------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SourcePage.h"

#include "ReportLines.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {
namespace {

/// Where a table has which column. The column Source is there twice: the line of the
/// program, and behind Address the instruction.
struct Columns {
  size_t Count = 0;
  size_t SourceText = 1, Address = 0, Instruction = 0;
  size_t Warps = 0, Lanes = 0, Bits = 0;
  size_t Sectors = 0, SectorsIdeal = 0, Wavefronts = 0, WavefrontsIdeal = 0;
};

class SourcePageReader {
public:
  explicit SourcePageReader(StringRef Page) : Lines("source", Page) {}

  Expected<std::vector<SourceTable>> read();

private:
  Error readHeader();
  Error readRow();

  ReportLines Lines;
  StringRef Path;
  /// No table of Path was listed yet.
  bool BeginsFile = true;
  unsigned Line = 0;
  Columns Header;
  std::vector<SourceTable> Tables;
};

} // namespace

Error SourcePageReader::readHeader() {
  ArrayRef<StringRef> Names = Lines.fields();
  Header = Columns();
  Header.Count = Names.size();
  auto Column = [&](StringRef Name) {
    const auto *Found = find(Names, Name);
    return Found == Names.end() ? 0 : size_t(Found - Names.begin());
  };
  Header.Address = Column("Address");
  Header.Instruction = Header.Address + 1;
  Header.Warps = Column("inst_executed");
  Header.Lanes = Column("thread_inst_executed_true");
  Header.Bits = Column("memory_access_size_type");
  Header.Sectors = Column("memory_l2_theoretical_sectors_global");
  Header.SectorsIdeal = Column("memory_l2_theoretical_sectors_global_ideal");
  Header.Wavefronts = Column("memory_l1_wavefronts_shared");
  Header.WavefrontsIdeal = Column("memory_l1_wavefronts_shared_ideal");
  if (Header.Address < 2 || Header.Instruction >= Names.size() ||
      Names[Header.Instruction] != "Source" || Names[Header.SourceText] != "Source")
    return Lines.error("no columns of source and instructions; the page must be printed with "
                       "--print-source cuda,sass");
  // Columns of memory are missing where a launch does not access that memory.
  for (auto [Index, Name] : {std::pair(Header.Warps, "inst_executed"),
                             std::pair(Header.Lanes, "thread_inst_executed_true")})
    if (Index == 0)
      return Lines.error(Twine("no column '") + Name +
                         "'; the report must be recorded with the metric of that name");
  return Error::success();
}

Error SourcePageReader::readRow() {
  if (Error Failure = Lines.fit(Header.Count, Header.SourceText))
    return Failure;
  ArrayRef<StringRef> Fields = Lines.fields();
  StringRef Address = Fields[Header.Address];
  // A line of the source; its counts are the sums of what follows.
  if (Address == "-") {
    if (Fields[0].getAsInteger(10, Line))
      return Lines.error("'" + Fields[0] + "' is not a line number");
    return Error::success();
  }
  // Addresses that other lines have come here.
  if (Address == "...")
    return Error::success();
  ListedInstruction Instruction;
  if (Address.getAsInteger(0, Instruction.Address))
    return Lines.error("'" + Address + "' is not an address");
  Instruction.Text = Fields[Header.Instruction];
  Instruction.Line = Line;
  unsigned Bits;
  if (Header.Bits && !Fields[Header.Bits].getAsInteger(10, Bits))
    Instruction.Bits = Bits;
  std::optional<uint64_t> Warps, Lanes;
  for (auto [Column, Value] : {std::pair(Header.Warps, &Warps), std::pair(Header.Lanes, &Lanes),
                               std::pair(Header.Sectors, &Instruction.Sectors),
                               std::pair(Header.SectorsIdeal, &Instruction.SectorsIdeal),
                               std::pair(Header.Wavefronts, &Instruction.Wavefronts),
                               std::pair(Header.WavefrontsIdeal, &Instruction.WavefrontsIdeal)}) {
    if (Column == 0)
      continue;
    *Value = readCount(Fields[Column]);
    if (!*Value)
      return Lines.error("'" + Fields[Column] + "' is not a count");
  }
  Instruction.Warps = *Warps;
  Instruction.Lanes = *Lanes;
  Tables.back().Instructions.push_back(Instruction);
  return Error::success();
}

Expected<std::vector<SourceTable>> SourcePageReader::read() {
  bool HasHeader = false;
  while (true) {
    Expected<bool> Found = Lines.next();
    if (!Found)
      return Found.takeError();
    if (!*Found)
      return std::move(Tables);
    ArrayRef<StringRef> Fields = Lines.fields();
    StringRef First = Fields[0];
    auto Text = [&] {
      return Fields.size() == 1
                 ? StringRef()
                 : StringRef(Fields[1].begin(), Fields.back().end() - Fields[1].begin());
    };
    if (First == "File Path") {
      Path = Text();
      BeginsFile = true;
    } else if (First == "Function Name") {
      Tables.push_back({Path, Text(), {}, BeginsFile});
      BeginsFile = false;
      HasHeader = false;
      Line = 0;
    } else if (First == "Line No") {
      if (Tables.empty())
        return Lines.error("a table without the name of a function");
      if (Error Failure = readHeader())
        return std::move(Failure);
      HasHeader = true;
    } else if (!HasHeader) {
      return Lines.error("a row before the names of the columns");
    } else if (Error Failure = readRow()) {
      return std::move(Failure);
    }
  }
}

Expected<std::vector<SourceTable>> readSourcePage(StringRef Page) {
  return SourcePageReader(Page).read();
}

} // namespace memlint
