//===- BlockReload.cpp - Elements that a block loads again and again ------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckList.h"
#include "FindingParts.h"

#include "cuda-memlint/Analysis/Mends/BlockReuse.h"
#include "cuda-memlint/Checks/FindingGroups.h"
#include "cuda-memlint/Checks/Wording.h"
#include "cuda-memlint/Model/KernelAnalysis.h"
#include "cuda-memlint/Model/LaunchContexts.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace memlint {

/// The first launch whose grid and block the source or a recording states.
static std::optional<unsigned> findStatedLaunch(const KernelAnalysis &Kernel) {
  auto Found = find_if(Kernel.Launches, [](const LaunchContext &Launch) {
    return !isGuessed(Launch) && Launch.blockKnown() && Launch.gridKnown();
  });
  if (Found == Kernel.Launches.end())
    return std::nullopt;
  return unsigned(Found - Kernel.Launches.begin());
}

/// "in 32 iterations of the loop at line 7"; empty: in no loop.
static std::string describeIterations(const KernelProgram &Kernel, const BlockReuse &Reuse) {
  if (!Reuse.Loop)
    return "";
  return " in " + formatNumberOf(Reuse.Iterations, "iteration") + " of the loop at line " +
         utostr(Kernel.Loops[*Reuse.Loop].Position.Line);
}

/// "a block loads the same 256 B of `b` 8 times", of the elements that its warps load; where few of
/// them are loaded again, "a block requests the same 32 sectors of `a` 8 times", in \p Iterations.
static std::string describeRepetition(const CheckRun &In, const BlockReuse &Reuse, StringRef Array,
                                      StringRef Iterations) {
  constexpr double LeastTimes = 2;
  double Times = double(Reuse.Bytes) / double(Reuse.DifferentBytes);
  if (Times >= LeastTimes)
    return ("a block loads the same " + formatCount(Reuse.DifferentBytes) + " B of `" + Array +
            "` " + formatMean(Times) + " times" + Iterations)
        .str();
  return ("a block requests the same " +
          formatNumberOf(Reuse.Different, costUnit(MemorySpace::Global, In.Target.Shape)) +
          " of `" + Array + "` " + formatMean(double(Reuse.Sectors) / double(Reuse.Different)) +
          " times" + Iterations + ", each time for " +
          (Reuse.Bytes == Reuse.DifferentBytes ? "" : "mostly ") + "other elements")
      .str();
}

static void checkBlockReload(const CheckRun &In) {
  std::optional<unsigned> Launch = findStatedLaunch(In.Kernel);
  // Of a template with made-up arguments nothing is known to exist.
  if (!Launch || !In.Kernel.Assumption.empty())
    return;
  const KernelProgram &Program = In.Kernel.Program;
  for (const BlockReuse &Reuse : findBlockReuse(In.Expressions, In.Kernel, In.Target, *Launch)) {
    const Access &Site = Program.Accesses[Reuse.Loads.front()];
    const MemoryObject &Array = Program.Objects[Site.Object];
    uint64_t UnitBytes = In.Target.Shape.UnitBytes;
    std::string Iterations = describeIterations(Program, Reuse);
    Finding &Result = In.report(
        Site.Position, "repeated loads: " + describeRepetition(In, Reuse, Array.Name, Iterations));
    Result.Access = Site.Id;
    addCallNotes(Result, Site);
    std::vector<SourcePosition> Others;
    for (unsigned Id : ArrayRef(Reuse.Loads).drop_front())
      Others.push_back(Program.Accesses[Id].Position);
    if (!Others.empty())
      addNote(Result, listOtherAccesses(Site.Position, Others, Array.Name));
    addLaunchNote(Result, In.Kernel, *Launch);
    setHelp(Result,
            "load them once into a tile in shared memory that all threads of the block use, with a "
            "`__syncthreads()` before and after: " +
                formatCount(Reuse.Sectors * UnitBytes) + " -> " +
                formatCount(Reuse.Different * UnitBytes) +
                " B requested from the L1 cache per block" +
                (Reuse.Loop ? " and " + formatNumberOf(Reuse.Iterations, "iteration") : ""));
    Result.NoFix = MissingFix{MissingFix::Reason::LoopsAndIndices, "", {}};
  }
}

const Check BlockReload = {.Name = "cuda-block-reload",
                           .Summary =
                               "the threads of a block load the same global memory again and again",
                           .Level = FindingLevel::Remark,
                           .Subject = FindingSubject::AccessCost,
                           .Run = checkBlockReload};

} // namespace memlint
