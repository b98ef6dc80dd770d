//===- ZeroCopyReuse.cpp - Memory of the host that is read again ----------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckList.h"
#include "FindingParts.h"

#include "cuda-memlint/Checks/Wording.h"
#include "cuda-memlint/Model/KernelAnalysis.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

/// Of so few bytes it does not matter where they are: a flag, or a few settings.
static constexpr uint64_t FewBytes = 4096;

/// Whether data decides \p Value: another launch may find other data.
static bool isOfData(ExprRef Value) {
  return anyLeaf(Value, [](ExprRef Leaf) {
    return Leaf->leaf().Kind == LeafKind::Loaded || Leaf->leaf().Kind == LeafKind::Opaque;
  });
}

/// The accesses to what the parameter \p Number points to, if the kernel does nothing but read it,
/// each at an address and under conditions that depend on nothing but indices. Others may change
/// what is read as volatile memory.
static std::vector<const Access *> readsThrough(const KernelProgram &Program, unsigned Number) {
  std::vector<const Access *> Reads;
  for (const Access &Site : Program.Accesses) {
    const MemoryObject &Object = Program.Objects[Site.Object];
    bool IsOfIt = any_of(Program.basesOf(Site.Object), [&](unsigned Base) {
      return Program.Objects[Base].ParameterIndex == Number &&
             Program.Objects[Base].ParameterFields.empty();
    });
    if (!IsOfIt || Site.IsUnused)
      continue;
    if (Site.Kind != AccessKind::Load || Site.IsVolatile || Site.Order != AccessOrder::Weak ||
        !Object.OneOf.empty() || !Site.Offset || isOfData(Site.Offset) ||
        any_of(Site.Guards, isOfData))
      return {};
    Reads.push_back(&Site);
  }
  return Reads;
}

static bool mentionsCounter(ExprRef Value) {
  return anyLeaf(Value, [](ExprRef Leaf) { return Leaf->leaf().Kind == LeafKind::LoopCounter; });
}

/// All threads of a warp read one element at \p Site at a time, and just a few in all iterations.
static bool readsFewElements(const KernelAnalysis &Kernel, const Access &Site, unsigned Launch) {
  if (Site.Offset->varies() >= Uniformity::Warp)
    return false;
  const AccessCost &Cost = Kernel.Verdicts[Site.Id][Launch].Cost;
  return !mentionsCounter(Site.Offset) ||
         (Cost.OpenLoops.empty() && Cost.MostIterations * Site.Bytes < double(FewBytes));
}

/// The blocks that differ in the dimension \p Dimension alone read the same elements at \p Site.
static bool isReadByAllBlocks(const KernelProgram &Program, const Access &Site,
                              unsigned Dimension) {
  auto Mentions = [&](ExprRef Value) {
    return anyLeaf(Value, [&](ExprRef Leaf) {
      LeafKind Kind = Leaf->leaf().Kind;
      return (Kind == LeafKind::BlockIndex && Leaf->leaf().Dimension == Dimension) ||
             Kind == LeafKind::Loaded || Kind == LeafKind::Opaque;
    });
  };
  return !Mentions(Site.Offset) && none_of(Site.Guards, Mentions) &&
         all_of(Site.Loops,
                [&](unsigned Number) { return none_of(Program.Loops[Number].Exits, Mentions); });
}

static std::string describeMemory(const HostFault &Fault) {
  return "`" + Fault.Variable + "` lies in host memory" +
         (Fault.Bytes ? " (" + formatCount(*Fault.Bytes) + " B)" : std::string());
}

static Finding &report(const CheckRun &In, const HostFault &Fault, const Access &Read,
                       const Twine &HowOften) {
  Finding &Result =
      In.report(Fault.Position, ("repeated reads over the bus: " + describeMemory(Fault) +
                                 ", and `" + In.Kernel.Program.Name + "` reads it " + HowOften)
                                    .str());
  addNote(Result, "read here", Read.Position);
  setHelp(Result, "copy it to device memory once, and pass that");
  return Result;
}

static void reportBlocks(const CheckRun &In, const HostFault &Fault,
                         ArrayRef<const Access *> Reads) {
  for (auto [Number, Launch] : enumerate(In.Kernel.Launches)) {
    if (Launch.Position.Line != Fault.Position.Line)
      continue;
    for (const Access *Read : Reads) {
      if (readsFewElements(In.Kernel, *Read, unsigned(Number)))
        continue;
      for (unsigned Dimension = 0; Dimension != 3; ++Dimension)
        if (Launch.Grid[Dimension] && *Launch.Grid[Dimension] > 1 &&
            isReadByAllBlocks(In.Kernel.Program, *Read, Dimension)) {
          report(In, Fault, *Read,
                 "in each of " + formatCount(*Launch.Grid[Dimension]) +
                     " blocks that differ in `blockIdx." + Twine("xyz"[Dimension]) + "`");
          return;
        }
    }
  }
}

static void checkZeroCopyReuse(const CheckRun &In) {
  for (const HostFault &Fault : In.Kernel.HostFaults) {
    if (Fault.Kind != HostFaultKind::MappedArgument || (Fault.Bytes && *Fault.Bytes < FewBytes))
      continue;
    std::vector<const Access *> Reads = readsThrough(In.Kernel.Program, *Fault.Parameter);
    if (Reads.empty())
      continue;
    if (Fault.Earlier.Line == 0) {
      reportBlocks(In, Fault, Reads);
      continue;
    }
    bool IsLoop = !Fault.Copies;
    Finding &Result =
        report(In, Fault, *Reads.front(), IsLoop ? "in each iteration of a loop" : "again");
    addNote(Result, IsLoop ? "the loop" : "it was read by this launch before", Fault.Earlier);
  }
}

const Check ZeroCopyReuse = {.Name = "cuda-zero-copy-reuse",
                             .Summary = "kernels read mapped host memory several times",
                             .Level = FindingLevel::Warning,
                             .Subject = FindingSubject::HostTransfer,
                             .Run = checkZeroCopyReuse,
                             .ReadsHostFaults = true};

} // namespace memlint
