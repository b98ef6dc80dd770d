//===- FindingComparison.cpp - What an edit did to the findings -----------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FindingComparison.h"

#include "FileTexts.h"

#include "cuda-memlint/Checks/Check.h"
#include "cuda-memlint/Model/FileAnalysis.h"
#include "cuda-memlint/Model/KernelAnalysis.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

#include <tuple>

using namespace llvm;

namespace memlint {

namespace {

/// A finding, without what an edit elsewhere changes of it.
struct ComparedFinding {
  StringRef Check, Kernel;
  /// A byte in an edited file, else a line and a column; counted after the edits.
  std::tuple<std::string, size_t, size_t> Position;
  /// The accesses it is about, by number: no fix adds or removes any. None: it is about a barrier.
  SmallVector<unsigned, 2> Accesses;
  FindingLevel Level = FindingLevel::Remark;
  /// The cost of the dearest request, for findings about an access.
  uint32_t Cost = 0;
  bool IsSuppressed = false;
  bool IsMended = false;
  bool IsMatched = false;
  /// A benign race that was one before the edits, too, then perhaps in a note of another finding.
  bool WasBenign = false;
  /// A remark that a barrier orders nothing.
  bool IsOfSuperfluousBarrier = false;

  auto identity() const {
    return std::tie(Check, Kernel, Position, Accesses, Level, Cost, IsSuppressed);
  }
};

/// What is known of the kernels of one name.
struct KernelKnowledge {
  unsigned Analysed = 0;
  /// Accesses with an unknown cost, by launch.
  unsigned UnknownCosts = 0;
  /// Pairs of accesses that are not decided, and launches that were not looked at.
  unsigned UndecidedPairs = 0;
};

class FindingComparison {
public:
  FindingComparison(const std::set<const Finding *> &Mended, const EditedTexts &Texts)
      : Mended(Mended), Texts(Texts) {}

  void addBefore(const FileAnalysis &File) { add(File, Old, /*IsBefore=*/true); }
  void addAfter(const FileAnalysis &File) { add(File, New, /*IsBefore=*/false); }

  std::string findFault();

private:
  using Findings = std::vector<ComparedFinding>;
  void add(const FileAnalysis &File, Findings &To, bool IsBefore);
  std::tuple<std::string, size_t, size_t> adjustedPosition(const SourcePosition &Position,
                                                           bool IsBefore);
  template <typename Condition> void match(bool WithMended, Condition AreSame);
  bool isAccepted(const ComparedFinding &Each) const;

  /// Kernel and accesses, the earlier one first.
  using RacingPair = std::tuple<StringRef, unsigned, unsigned>;
  std::set<RacingPair> BenignBefore;
  std::set<StringRef> KernelsOfMendedRaces;
  const std::set<const Finding *> &Mended;
  const EditedTexts &Texts;
  RealPaths Paths;
  Findings Old, New;
};

} // namespace

std::tuple<std::string, size_t, size_t>
FindingComparison::adjustedPosition(const SourcePosition &Position, bool IsBefore) {
  std::string Path = Paths.of(Position.Path).str();
  auto Edited = Texts.find(Path);
  if (Edited == Texts.end())
    return {std::move(Path), Position.Line, Position.Column};
  const EditedText &Text = Edited->second;
  std::optional<size_t> Offset =
      (IsBefore ? Text.LinesBefore : Text.LinesAfter).offsetOf(Position.Line, Position.Column);
  if (!Offset)
    return {std::move(Path), 0, 0};
  return {std::move(Path), 0, IsBefore ? movedOffset(*Offset, Text.Edits) : *Offset};
}

static const RaceVerdict &verdictOf(const KernelAnalysis &Kernel, const Finding &Item) {
  return Kernel.Races[Item.Race->first].Verdicts[Item.Race->second];
}

static SmallVector<unsigned, 2> accessesOf(const KernelAnalysis &Kernel, const Finding &Item) {
  if (!Item.Race)
    return Item.Access ? SmallVector<unsigned, 2>{*Item.Access} : SmallVector<unsigned, 2>{};
  const RaceVerdict &Verdict = verdictOf(Kernel, Item);
  return {Verdict.First, Verdict.Second};
}

void FindingComparison::add(const FileAnalysis &File, Findings &To, bool IsBefore) {
  for (const KernelAnalysis &Kernel : File.Kernels) {
    if (IsBefore)
      for (const RaceReport &Report : Kernel.Races)
        for (const RaceVerdict &Verdict : Report.Verdicts)
          if (Verdict.Outcome == RaceOutcome::Benign)
            BenignBefore.insert({Kernel.Program.Name, Verdict.First, Verdict.Second});
    for (const Finding &Item : Kernel.Findings) {
      ComparedFinding Each;
      Each.Check = Item.Check;
      Each.Kernel = Kernel.Program.Name;
      Each.Position = adjustedPosition(Item.Position, IsBefore);
      Each.Accesses = accessesOf(Kernel, Item);
      // What an edit saves makes the others' share larger.
      Each.Level = Item.LoweredFrom.value_or(Item.Level);
      if (Item.Access && *Item.Access < Kernel.Verdicts.size())
        for (const AccessVerdict &Verdict : Kernel.Verdicts[*Item.Access])
          Each.Cost = std::max(Each.Cost, uint32_t(Verdict.Cost.Worst.Cost));
      // Whoever knows a finding by other means has not been asked about the new ones.
      Each.IsSuppressed = Item.Suppressed == Suppression::Comment;
      Each.IsMended = Mended.contains(&Item);
      EditEffect Effect = editEffectOf(Item);
      if (Each.IsMended && Effect == EditEffect::InsertsBarrier)
        KernelsOfMendedRaces.insert(Each.Kernel);
      Each.IsOfSuperfluousBarrier =
          Effect == EditEffect::RemovesBarrier && Each.Level == FindingLevel::Remark;
      Each.WasBenign = !IsBefore && Item.Race &&
                       verdictOf(Kernel, Item).Outcome == RaceOutcome::Benign &&
                       BenignBefore.contains({Each.Kernel, Each.Accesses[0], Each.Accesses[1]});
      auto Known = find_if(
          To, [&](const ComparedFinding &Other) { return Other.identity() == Each.identity(); });
      if (Known == To.end())
        To.push_back(std::move(Each));
      else
        Known->IsMended |= Each.IsMended;
    }
  }
}

/// Finds for new findings the old ones that they are.
template <typename Condition> void FindingComparison::match(bool WithMended, Condition AreSame) {
  for (ComparedFinding &Each : New)
    for (ComparedFinding &Other : Old)
      if (!Each.IsMatched && !Other.IsMatched && (WithMended || !Other.IsMended) &&
          Each.Check == Other.Check && Each.Kernel == Other.Kernel && Each.Level <= Other.Level &&
          // A line that is put in may part a finding from the comment above it.
          (Each.IsSuppressed || !Other.IsSuppressed) && Each.Cost <= Other.Cost &&
          AreSame(Each, Other))
        Each.IsMatched = Other.IsMatched = true;
}

/// \p Each, which is new, is less than what the edits mend: a barrier that they put in may order
/// what an older one did, which is then superfluous, but harmless.
bool FindingComparison::isAccepted(const ComparedFinding &Each) const {
  return Each.WasBenign ||
         (Each.IsOfSuperfluousBarrier && KernelsOfMendedRaces.contains(Each.Kernel));
}

std::string FindingComparison::findFault() {
  auto InWhole = [](const ComparedFinding &One, const ComparedFinding &Other) {
    return One.Position == Other.Position && One.Accesses == Other.Accesses;
  };
  auto ByPosition = [](const ComparedFinding &One, const ComparedFinding &Other) {
    return One.Position == Other.Position;
  };
  // Where an edit replaces the text that the finding points to.
  auto ByAccesses = [](const ComparedFinding &One, const ComparedFinding &Other) {
    return !One.Accesses.empty() && One.Accesses == Other.Accesses;
  };
  match(/*WithMended=*/true, InWhole);
  for (bool WithMended : {false, true}) {
    match(WithMended, ByPosition);
    match(WithMended, ByAccesses);
  }
  if (any_of(Old, [](const ComparedFinding &Each) { return Each.IsMended && Each.IsMatched; }))
    return "the finding would remain";
  auto Unknown = find_if(
      New, [&](const ComparedFinding &Each) { return !Each.IsMatched && !isAccepted(Each); });
  if (Unknown != New.end())
    return ("it would cause a new finding of " + Unknown->Check).str();
  return "";
}

/// Whether one has errors that the other has not.
static bool parsesWorse(const FileAnalysis &Before, const FileAnalysis &After) {
  if (After.Parsed > Before.Parsed || After.ErrorCount > Before.ErrorCount)
    return true;
  return any_of(After.Errors, [&](const SourceError &Error) {
    return none_of(Before.Errors,
                   [&](const SourceError &Known) { return Known.Message == Error.Message; });
  });
}

static void addKnowledge(const FileAnalysis &File, std::map<std::string, KernelKnowledge> &To) {
  for (const KernelAnalysis &Kernel : File.Kernels) {
    KernelKnowledge &Known = To[Kernel.Program.Name];
    Known.Analysed += Kernel.Program.Analysed;
    for (const std::vector<AccessVerdict> &OfAccess : Kernel.Verdicts)
      Known.UnknownCosts += count_if(OfAccess, [](const AccessVerdict &Verdict) {
        return Verdict.Cost.Known == Knowledge::Unknown;
      });
    for (const RaceReport &Report : Kernel.Races)
      Known.UndecidedPairs +=
          !Report.Reason.empty() + count_if(Report.Verdicts, [](const RaceVerdict &Verdict) {
            // What only lacks a fence is left to its flag or lock with one.
            return Verdict.Outcome == RaceOutcome::Undecided || !Verdict.Reason.empty();
          });
  }
}

/// Findings that are gone because nothing is known any more are not progress.
static bool isLessKnown(const std::map<std::string, KernelKnowledge> &Before,
                        const std::map<std::string, KernelKnowledge> &After) {
  return any_of(Before, [&](const auto &Entry) {
    auto Now = After.find(Entry.first);
    if (Now == After.end())
      return true;
    return Now->second.Analysed < Entry.second.Analysed ||
           Now->second.UnknownCosts > Entry.second.UnknownCosts ||
           Now->second.UndecidedPairs > Entry.second.UndecidedPairs;
  });
}

std::string findFault(ArrayRef<const FileAnalysis *> Before, ArrayRef<FileAnalysis> After,
                      const std::set<const Finding *> &Mended, const EditedTexts &Texts) {
  FindingComparison Comparison(Mended, Texts);
  std::map<std::string, KernelKnowledge> KnownBefore, KnownAfter;
  for (auto [Old, New] : zip_equal(Before, After)) {
    if (parsesWorse(*Old, New))
      return "the source would have new errors";
    Comparison.addBefore(*Old);
    Comparison.addAfter(New);
    addKnowledge(*Old, KnownBefore);
    addKnowledge(New, KnownAfter);
  }
  if (isLessKnown(KnownBefore, KnownAfter))
    return "less of the kernel would be understood";
  return Comparison.findFault();
}

} // namespace memlint
