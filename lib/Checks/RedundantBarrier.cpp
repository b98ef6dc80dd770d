//===- RedundantBarrier.cpp - Barriers that order nothing -----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckList.h"
#include "FindingParts.h"
#include "LaunchDoubts.h"
#include "SourceStart.h"

#include "cuda-memlint/Analysis/Barriers/RedundantBarriers.h"
#include "cuda-memlint/Checks/Wording.h"
#include "cuda-memlint/Model/FileAnalysis.h"
#include "cuda-memlint/Model/KernelAnalysis.h"
#include "cuda-memlint/Model/LaunchContexts.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <set>

using namespace llvm;

namespace memlint {

/// Other instantiations of a template, in other files too, may need it.
static std::optional<MissingFix::Reason> findObstacle(const KernelProgram &Program,
                                                      const Barrier &Each) {
  if (Each.Position.InMacro)
    return MissingFix::Reason::InMacro;
  if (Each.Statement.Line == 0)
    return MissingFix::Reason::NotOneStatement;
  if (!Program.Symbol.empty())
    return MissingFix::Reason::OtherInstances;
  return std::nullopt;
}

/// Other blocks may need the barrier, and so may arrays that overlap: it keeps loads from one
/// apart from stores to the other.
static std::optional<UnsafeFix> findHazard(const KernelAnalysis &Kernel) {
  const KernelProgram &Program = Kernel.Program;
  if (std::optional<UnsafeFix> Unseen = findUnseenBlocks(Kernel))
    return Unseen;
  std::set<unsigned> Accessed, Written, OfSeveral;
  bool HasDeviceVariable = false;
  for (const Access &Site : Program.Accesses)
    for (unsigned Object : Program.basesOf(Site.Object)) {
      const MemoryObject &Array = Program.Objects[Object];
      HasDeviceVariable |= Array.Kind == ObjectKind::DeviceVariable;
      if (!Array.ParameterIndex || Array.Kind != ObjectKind::Parameter)
        continue;
      Accessed.insert(*Array.ParameterIndex);
      if (!Array.ParameterFields.empty())
        OfSeveral.insert(*Array.ParameterIndex);
      if (Site.Kind != AccessKind::Load)
        Written.insert(*Array.ParameterIndex);
    }
  return findDoubtfulPointers(Kernel, [&](unsigned First, unsigned Second) {
    if (First == Second)
      return OfSeveral.contains(First) || (HasDeviceVariable && Accessed.contains(First));
    return Accessed.contains(First) && Accessed.contains(Second) &&
           (Written.contains(First) || Written.contains(Second));
  });
}

static void addGoneBarriers(const KernelProgram &Program, ArrayRef<unsigned> Gone,
                            Finding &Result) {
  std::set<unsigned> Lines;
  for (unsigned Number : Gone)
    Lines.insert(Program.Barriers[Number].Position.Line);
  if (!Lines.empty())
    addNote(Result, Twine("even without the barrier") + (Lines.size() == 1 ? "" : "s") +
                        " at line" + (Lines.size() == 1 ? " " : "s ") +
                        join(map_range(Lines, [](unsigned Line) { return utostr(Line); }), ", "));
}

/// What a stated launch has to keep for the barrier to stay redundant; empty: nothing is known of
/// it.
static std::string describeGrounds(const NeedlessBarrier &Found) {
  if (Found.RestsOnLaunch)
    return "; this rests on what the launch states";
  SmallVector<StringRef, 3> Grounds;
  if (Found.RestsOnBlock)
    Grounds.push_back("the block size");
  if (Found.RestsOnGrid)
    Grounds.push_back("the grid size");
  if (Found.RestsOnArguments)
    Grounds.push_back("the arguments");
  if (Grounds.empty())
    return "";
  StringRef Last = Grounds.pop_back_val();
  return "; this rests on " + join(Grounds, ", ") + (Grounds.empty() ? "" : " and ") + Last.str() +
         " that the launch states";
}

static void checkRedundantBarrier(const CheckRun &In) {
  const KernelProgram &Program = In.Kernel.Program;
  for (const NeedlessBarrier &Found : findRedundantBarriers(In.Expressions, In.Kernel)) {
    const Barrier &Each = Program.Barriers[Found.Removal.Asked.front()];
    Finding &Result =
        In.report(Each.Position, "redundant barrier: no conflicting accesses are ordered by it");
    addGoneBarriers(Program, Found.Removal.Gone, Result);
    for (unsigned Launch = 0; Launch != In.Kernel.Launches.size(); ++Launch)
      addNote(Result, "proved for " + describeLaunch(In.Kernel, Launch));
    if (any_of(In.Kernel.Launches, isGuessed))
      addNote(Result, "also proved for other block sizes, because the source does not specify one");
    if (std::optional<MissingFix::Reason> Why = findObstacle(Program, Each)) {
      Result.NoFix = MissingFix{*Why, "", {}};
      continue;
    }
    Result.Fixes.push_back({Each.Statement, ""});
    Result.FixTitle = "remove `" + Each.Text + ";`";
    Result.Unsafe = findHazard(In.Kernel);
    setHelp(Result, Result.FixTitle + describeGrounds(Found));
  }
}

static bool isRedundancy(const Finding &Item) { return Item.Check == RedundantBarrier.Name; }

/// One barrier in the source is in every instantiation of its template, and in the kernels of
/// every file that includes it. Takes back that it is redundant where one of \p Files needs it
/// or is inconclusive, as well as in files that do not parse as a whole.
static void agreeOnRedundantBarrier(MutableArrayRef<FileAnalysis> Files) {
  std::set<SourceStart> NeededBarriers, UntoldKernels;
  for (const FileAnalysis &File : Files)
    for (const KernelAnalysis &Kernel : File.Kernels) {
      if (!Kernel.Program.Analysed)
        UntoldKernels.insert(startOf(Kernel.Program.Position));
      std::set<SourceStart> Redundant;
      for (const Finding &Item : Kernel.Findings)
        if (isRedundancy(Item) && File.Parsed == ParseState::Whole)
          Redundant.insert(startOf(Item.Position));
      for (const Barrier &Each : Kernel.Program.Barriers)
        if (!Redundant.contains(startOf(Each.Position)))
          NeededBarriers.insert(startOf(Each.Position));
    }
  for (FileAnalysis &File : Files)
    for (KernelAnalysis &Kernel : File.Kernels)
      erase_if(Kernel.Findings, [&](const Finding &Item) {
        return isRedundancy(Item) && (NeededBarriers.contains(startOf(Item.Position)) ||
                                      UntoldKernels.contains(startOf(Kernel.Program.Position)));
      });
}

const Check RedundantBarrier = {.Name = "cuda-redundant-barrier",
                                .Summary = "a barrier orders no conflicting accesses",
                                .Level = FindingLevel::Remark,
                                .Subject = FindingSubject::SuperfluousOrder,
                                .Run = checkRedundantBarrier,
                                .ReadsRaces = true,
                                .Agree = agreeOnRedundantBarrier,
                                .Edit = EditEffect::RemovesBarrier};

} // namespace memlint
