//===- RawPage.cpp - The profiler's page of launches ----------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RawPage.h"

#include "ReportLines.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

/// `(32, 8, 1)`.
static bool readShape(StringRef Text, std::array<uint64_t, 3> &Shape) {
  if (!Text.consume_front("(") || !Text.consume_back(")"))
    return false;
  SmallVector<StringRef, 3> Parts;
  Text.split(Parts, ',');
  if (Parts.size() != 3)
    return false;
  for (size_t Index = 0; Index != 3; ++Index)
    if (Parts[Index].trim().getAsInteger(10, Shape[Index]) || Shape[Index] == 0)
      return false;
  return true;
}

Expected<std::vector<RawLaunch>> readRawPage(StringRef Page) {
  ReportLines Lines("raw", Page);
  Expected<bool> HasHeader = Lines.next();
  if (!HasHeader)
    return HasHeader.takeError();
  if (!*HasHeader)
    return createStringError("the profiler's report holds no launches");
  std::vector<StringRef> Names = Lines.fields().vec();
  // 0 means that there is none: the first column is the launch's number.
  auto Column = [&](StringRef Name) -> size_t {
    auto Found = find(Names, Name);
    return Found == Names.end() ? 0 : Found - Names.begin();
  };
  size_t Kernel = Column("Kernel Name"), Grid = Column("Grid Size"), Block = Column("Block Size");
  if (Names[0] != "ID" || !Kernel || !Grid || !Block)
    return Lines.error("no columns ID, Kernel Name, Grid Size, Block Size");
  size_t Device = Column("device__attribute_display_name"), Capability = Column("CC");
  size_t Warps = Column("inst_executed");
  size_t Sectors = Column("memory_l2_theoretical_sectors_global");
  size_t Wavefronts = Column("memory_l1_wavefronts_shared");
  size_t Replays = Column("sm__idc_divergent_instruction_replays.sum");

  std::vector<RawLaunch> Launches;
  while (true) {
    Expected<bool> Found = Lines.next();
    if (!Found)
      return Found.takeError();
    if (!*Found)
      return std::move(Launches);
    if (Error Failure = Lines.fit(Names.size(), Kernel))
      return std::move(Failure);
    ArrayRef<StringRef> Fields = Lines.fields();
    // The second row holds the units.
    if (Fields[0].empty())
      continue;
    RawLaunch Launch;
    Launch.Kernel = Fields[Kernel];
    for (auto [Index, Shape] : {std::pair(Grid, &Launch.Grid), std::pair(Block, &Launch.Block)})
      if (!readShape(Fields[Index], *Shape))
        return Lines.error("'" + Fields[Index] + "' is not a grid or block shape");
    if (Device)
      Launch.Device = Fields[Device];
    if (Capability)
      Launch.ComputeCapability = Fields[Capability];
    for (auto [Index, Value] :
         {std::pair(Warps, &Launch.Warps), std::pair(Sectors, &Launch.Sectors),
          std::pair(Wavefronts, &Launch.Wavefronts), std::pair(Replays, &Launch.ConstantReplays)}) {
      if (Index == 0 || Fields[Index].empty())
        continue;
      *Value = readCount(Fields[Index]);
      if (!*Value)
        return Lines.error("'" + Fields[Index] + "' is not a count");
    }
    Launches.push_back(Launch);
  }
}

} // namespace memlint
