//===- FindingConfirmation.cpp - Findings a sanitizer saw too -------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Verify/FindingConfirmation.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <set>

using namespace llvm;

namespace memlint {

StringRef confirmationStatusName(ConfirmationStatus Status) {
  switch (Status) {
  case ConfirmationStatus::Confirmed:
    return "confirmed";
  case ConfirmationStatus::NotSeen:
    return "not seen";
  case ConfirmationStatus::NotWatched:
    return "not watched";
  }
  llvm_unreachable("a status without a name");
}

/// Reports have absolute paths: a path that can be the end of one.
static std::string endOfPath(StringRef Path) {
  SmallString<128> Result = Path;
  sys::path::remove_dots(Result, /*remove_dot_dot=*/true);
  if (Result.starts_with("..") && !sys::fs::make_absolute(Result))
    sys::path::remove_dots(Result, /*remove_dot_dot=*/true);
  return std::string(Result);
}

static SourceLine lineOf(const SourcePosition &Position) {
  return {endOfPath(Position.Path), Position.Line};
}

static bool isAboutRaces(StringRef Check) {
  return Check == "cuda-shared-race" || Check == "cuda-missing-syncwarp" ||
         Check == "cuda-global-race";
}

static bool isAboutBarriers(StringRef Check) { return Check == "cuda-divergent-barrier"; }

static bool isAboutFences(StringRef Check) { return Check == "cuda-missing-fence"; }

namespace {

class Confirmer {
public:
  Confirmer(const FileAnalysis &File, const SanitizerReport &Report) : File(File) {
    for (const SanitizerRun &Run : Report.Runs) {
      Tools.push_back(Run.Tool);
      for (HazardGroup &Group : mergeHazards(Run.Hazards))
        Hazards.push_back(std::move(Group));
    }
    for (const KernelAnalysis &Kernel : File.Kernels) {
      Paths.insert(endOfPath(Kernel.Kernel.Position.Path));
      for (const Access &Site : Kernel.Kernel.Accesses)
        Paths.insert(endOfPath(Site.Position.Path));
      for (const Finding &Item : Kernel.Findings)
        BarrierFindings += isAboutBarriers(Item.Check);
    }
  }

  std::vector<FindingConfirmation> run() const {
    std::vector<FindingConfirmation> Result;
    for (const KernelAnalysis &Kernel : File.Kernels)
      for (const Finding &Item : Kernel.Findings)
        if (std::optional<FindingConfirmation> Outcome = confirm(Kernel, Item))
          Result.push_back(*Outcome);
    return Result;
  }

private:
  std::optional<FindingConfirmation> confirm(const KernelAnalysis &Kernel,
                                             const Finding &Item) const {
    bool IsBarrier = isAboutBarriers(Item.Check);
    if (!IsBarrier && !isAboutRaces(Item.Check) && !isAboutFences(Item.Check))
      return std::nullopt;
    SanitizerTool Tool = IsBarrier ? SanitizerTool::Synccheck : SanitizerTool::Racecheck;
    if (!is_contained(Tools, Tool))
      return std::nullopt;
    FindingConfirmation Result{&Kernel, &Item, ConfirmationStatus::NotSeen, Tool, 0};
    if (!IsBarrier && !isInSharedMemory(Kernel, Item)) {
      Result.Status = ConfirmationStatus::NotWatched;
      Result.Tool = std::nullopt;
      return Result;
    }
    for (const HazardGroup &Group : Hazards)
      if (Group.First.Tool == Tool && (IsBarrier ? isBarrierOf(Item, Group)
                                                 : isRaceOf(Kernel, Item, Group)))
        Result.Count += Group.First.Count;
    if (Result.Count != 0)
      Result.Status = ConfirmationStatus::Confirmed;
    return Result;
  }

  static bool isInSharedMemory(const KernelAnalysis &Kernel, const Finding &Item) {
    return !isAboutFences(Item.Check) && Item.Access &&
           Kernel.Kernel.Accesses[*Item.Access].Space == MemorySpace::Shared;
  }

  /// Whether its line is one of the code that was analysed.
  bool isInSources(const HazardSide &Side) const {
    return any_of(Paths, [&](const std::string &Path) {
      return namesSameFile(Side.Place.Path, Path);
    });
  }

  bool isBarrierOf(const Finding &Item, const HazardGroup &Group) const {
    if (Group.First.Kind != HazardKind::Barrier)
      return false;
    if (none_of(Group.First.Sides, [&](const HazardSide &Side) { return isInSources(Side); }))
      return BarrierFindings == 1;
    return Group.concerns(lineOf(Item.Position)) ||
           any_of(Item.Notes, [&](const FindingNote &Note) {
             return Note.Position.Line != 0 && Group.concerns(lineOf(Note.Position));
           });
  }

  bool isRaceOf(const KernelAnalysis &Kernel, const Finding &Item, const HazardGroup &Group) const {
    if (Group.First.Kind != HazardKind::Race)
      return false;
    bool HasBoth = all_of(Group.First.Sides, [&](const HazardSide &Side) {
      return isInSources(Side);
    });
    const std::vector<Access> &Accesses = Kernel.Kernel.Accesses;
    unsigned Object = Accesses[*Item.Access].Object;
    return any_of(Kernel.Races, [&](const RaceReport &Races) {
      return any_of(Races.Verdicts, [&](const RaceVerdict &Verdict) {
        if (Verdict.Outcome == RaceOutcome::Undecided ||
            !is_contained({Accesses[Verdict.First].Object, Accesses[Verdict.Second].Object},
                          Object))
          return false;
        SourceLine First = lineOf(Accesses[Verdict.First].Position);
        SourceLine Second = lineOf(Accesses[Verdict.Second].Position);
        return HasBoth ? Group.concerns(First, Second)
                       : Group.concerns(First) || Group.concerns(Second);
      });
    });
  }

  const FileAnalysis &File;
  std::vector<SanitizerTool> Tools;
  std::vector<HazardGroup> Hazards;
  /// Of all files that the kernels of File have code in.
  std::set<std::string> Paths;
  unsigned BarrierFindings = 0;
};

} // namespace

std::vector<FindingConfirmation> confirmFindings(const FileAnalysis &File,
                                                 const SanitizerReport &Report) {
  return Confirmer(File, Report).run();
}

} // namespace memlint
