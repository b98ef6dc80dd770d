//===- FindingConfirmation.cpp - Findings a sanitizer saw too -------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Hardware/Sanitizer/FindingConfirmation.h"

#include "cuda-memlint/Checks/Check.h"
#include "cuda-memlint/Model/FileAnalysis.h"
#include "cuda-memlint/Model/KernelAnalysis.h"

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
      Paths.insert(endOfPath(Kernel.Program.Position.Path));
      for (const Access &Site : Kernel.Program.Accesses)
        Paths.insert(endOfPath(Site.Position.Path));
      for (const Finding &Item : Kernel.Findings)
        if (confirmationOf(Item) == Confirmation::Synccheck)
          Barriers.push_back(&Item);
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
    Confirmation By = confirmationOf(Item);
    bool IsBarrier = By == Confirmation::Synccheck;
    if (!IsBarrier && By != Confirmation::Racecheck && By != Confirmation::Unwatched)
      return std::nullopt;
    SanitizerTool Tool = IsBarrier ? SanitizerTool::Synccheck : SanitizerTool::Racecheck;
    if (!is_contained(Tools, Tool))
      return std::nullopt;
    FindingConfirmation Result{&Kernel, &Item, ConfirmationStatus::NotSeen, Tool, 0};
    if (!IsBarrier && (By == Confirmation::Unwatched || !isInSharedMemory(Kernel, Item))) {
      Result.Status = ConfirmationStatus::NotWatched;
      Result.Tool = std::nullopt;
      return Result;
    }
    for (const HazardGroup &Group : Hazards)
      if (Group.First.Tool == Tool &&
          (IsBarrier ? isBarrierOf(Item, Group) : isRaceOf(Kernel, Item, Group)))
        Result.Count += Group.First.Count;
    if (Result.Count != 0)
      Result.Status = ConfirmationStatus::Confirmed;
    return Result;
  }

  static bool isInSharedMemory(const KernelAnalysis &Kernel, const Finding &Item) {
    return Item.Access && Kernel.Program.Accesses[*Item.Access].Space == MemorySpace::Shared;
  }

  /// Whether its line is one of the code that was analysed.
  bool isInSources(const HazardSide &Side) const {
    return any_of(Paths,
                  [&](const std::string &Path) { return namesSameFile(Side.Source.Path, Path); });
  }

  static bool namesBarrier(const Finding &Item, const HazardGroup &Group) {
    return Group.concerns(lineOf(Item.Position)) ||
           any_of(Item.Notes, [&](const FindingNote &Note) {
             return Note.Position.Line != 0 && Group.concerns(lineOf(Note.Position));
           });
  }

  bool isBarrierOf(const Finding &Item, const HazardGroup &Group) const {
    if (Group.First.Kind != HazardKind::Barrier)
      return false;
    if (namesBarrier(Item, Group))
      return true;
    // Of threads at different barriers one is named, and it may be the one that is right;
    // some intrinsics have the line of a header.
    return Barriers.size() == 1 && Barriers.front() == &Item;
  }

  bool isRaceOf(const KernelAnalysis &Kernel, const Finding &Item, const HazardGroup &Group) const {
    if (Group.First.Kind != HazardKind::Race)
      return false;
    const std::vector<Access> &Accesses = Kernel.Program.Accesses;
    unsigned Object = Accesses[*Item.Access].Object;
    // Arrays that overlap are several objects.
    std::set<unsigned> Objects = {Object};
    bool NamesOne = false;
    for (const RaceReport &Races : Kernel.Races)
      for (const RaceVerdict &Verdict : Races.Verdicts) {
        const Access &First = Accesses[Verdict.First], &Second = Accesses[Verdict.Second];
        if (Verdict.Outcome == RaceOutcome::Undecided ||
            (First.Object != Object && Second.Object != Object))
          continue;
        Objects.insert({First.Object, Second.Object});
        NamesOne |=
            Group.concerns(lineOf(First.Position)) || Group.concerns(lineOf(Second.Position));
      }
    return NamesOne && all_of(Group.First.Sides, [&](const HazardSide &Side) {
             return !isInSources(Side) || any_of(Accesses, [&](const Access &Site) {
               SourceLine Line = lineOf(Site.Position);
               return Objects.count(Site.Object) && Line.Line == Side.Source.Line &&
                      namesSameFile(Line.Path, Side.Source.Path);
             });
           });
  }

  const FileAnalysis &File;
  std::vector<SanitizerTool> Tools;
  std::vector<HazardGroup> Hazards;
  /// Of all files that the kernels of File have code in.
  std::set<std::string> Paths;
  /// All findings about barriers.
  std::vector<const Finding *> Barriers;
};

} // namespace

std::vector<FindingConfirmation> confirmFindings(const FileAnalysis &File,
                                                 const SanitizerReport &Report) {
  return Confirmer(File, Report).run();
}

} // namespace memlint
