//===- FixRound.cpp - Candidates that are tried and chosen ----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FixRound.h"

#include "cuda-memlint/Checks/Check.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace memlint {

/// What the user named, or the files themselves.
static EditScope scopeOf(ArrayRef<FileAnalysis> Files, const FixOptions &Settings) {
  std::vector<std::string> Named = Settings.Named;
  if (Named.empty())
    for (const FileAnalysis &File : Files)
      Named.push_back(File.Path);
  return EditScope(Named, Settings.StandardInput);
}

FixRound::FixRound(MutableArrayRef<FileAnalysis> Files, const BitVector &Active,
                   const DriverOptions &Options, const FixOptions &Settings)
    : Files(Files), Settings(Settings), Texts(Options.Frontend),
      Candidates(collectCandidates(Files, Active, scopeOf(Files, Settings), Texts)),
      Trials(Files, Options, Texts, Candidates) {}

static bool inConflict(const FixCandidate &One, const FixCandidate &Other) {
  return One.Path == Other.Path && any_of(One.Edits, [&](const TextEdit &Left) {
           return any_of(Other.Edits, [&](const TextEdit &Right) {
             return Left != Right && inConflict(Left, Right);
           });
         });
}

std::vector<std::vector<size_t>> FixRound::unrelatedCandidates() const {
  auto KernelOf = [&](const FindingIndex &At) -> StringRef {
    return Files[At.File].Kernels[At.Kernel].Program.Name;
  };
  auto AreRelated = [&](const FixCandidate &One, const FixCandidate &Other) {
    return Trials.groupOf(One) != Trials.groupOf(Other) || inConflict(One, Other) ||
           any_of(One.Findings, [&](const FindingIndex &Left) {
             return any_of(Other.Findings, [&](const FindingIndex &Right) {
               return KernelOf(Left) == KernelOf(Right);
             });
           });
  };
  std::vector<std::vector<size_t>> Sets;
  for (size_t Index = 0; Index != Candidates.size(); ++Index) {
    auto Free = find_if(Sets, [&](ArrayRef<size_t> Set) {
      return none_of(Set,
                     [&](size_t Each) { return AreRelated(Candidates[Each], Candidates[Index]); });
    });
    if (Free == Sets.end())
      Sets.push_back({Index});
    else
      Free->push_back(Index);
  }
  return Sets;
}

std::string FixRound::tryUnlessEnded(ArrayRef<const FixCandidate *> Together) {
  if (Settings.GoOn && !Settings.GoOn())
    return "the run was interrupted before it was tried";
  size_t Group = Trials.groupOf(*Together.front());
  {
    std::lock_guard<std::mutex> Lock(GuardOfSpent);
    if (Settings.TimeLimit && Spent[Group] >= *Settings.TimeLimit)
      return "trying the edits before it took longer than " +
             utostr(uint64_t(Settings.TimeLimit->count()) / 1000) + " s: raise --file-timeout";
  }
  auto Start = std::chrono::steady_clock::now();
  std::string Fault = Trials.run(Together).Fault;
  std::lock_guard<std::mutex> Lock(GuardOfSpent);
  Spent[Group] += std::chrono::steady_clock::now() - Start;
  return Fault;
}

void FixRound::offer() {
  std::vector<std::string> Faults(Candidates.size());
  // The verdict on one kernel's edits does not depend on another kernel's: a file is analysed
  // once for several of them, and again for each only where something is wrong.
  std::vector<std::vector<size_t>> Sets = unrelatedCandidates();
  std::vector<size_t> Single;
  std::mutex Guard;
  inParallel(Sets.size(), Settings.Threads, [&](size_t Number) {
    std::vector<const FixCandidate *> Together;
    for (size_t Index : Sets[Number])
      Together.push_back(&Candidates[Index]);
    std::string Fault = tryUnlessEnded(Together);
    if (Together.size() == 1) {
      Faults[Sets[Number].front()] = std::move(Fault);
    } else if (!Fault.empty()) {
      std::lock_guard<std::mutex> Lock(Guard);
      append_range(Single, Sets[Number]);
    }
  });
  inParallel(Single.size(), Settings.Threads, [&](size_t Number) {
    const FixCandidate *Alone = &Candidates[Single[Number]];
    Faults[Single[Number]] = tryUnlessEnded(Alone);
  });
  std::vector<FixCandidate> Offered;
  for (auto [Candidate, Fault] : zip_equal(Candidates, Faults)) {
    if (Fault.empty()) {
      // Whoever makes the edits from here on puts them into the text as they are.
      for (const FindingIndex &At : Candidate.Findings)
        adoptLineEnds(*Texts.find(Candidate.Path), At.in(Files).Fixes);
      Offered.push_back(std::move(Candidate));
      continue;
    }
    for (const FindingIndex &At : Candidate.Findings)
      withdraw(At.in(Files), Fault);
  }
  Candidates = std::move(Offered);
}

bool FixRound::isWanted(const FixCandidate &Candidate) const {
  // What is unsafe for one of the kernels that have the text is so for all.
  bool IsUnsafe = any_of(Candidate.Findings, [this](const FindingIndex &At) {
    return At.in(Files).Unsafe.has_value();
  });
  if (IsUnsafe && !Settings.Unsafe)
    return false;
  return any_of(Candidate.Findings, [this](const FindingIndex &At) {
    const Finding &Item = At.in(Files);
    return Item.Suppressed == Suppression::None && Item.Level >= Settings.Least;
  });
}

/// Findings of both are about one kernel, and the barrier that \p One moves may come to lie where
/// \p Other inserts one.
bool FixRound::mayMendToo(const FixCandidate &One, const FixCandidate &Other) const {
  auto Has = [&](const FindingIndex &At, EditEffect Effect) {
    return editEffectOf(At.in(Files)) == Effect;
  };
  return any_of(One.Findings, [&](const FindingIndex &Left) {
    return Has(Left, EditEffect::MovesBarrier) &&
           any_of(Other.Findings, [&](const FindingIndex &Right) {
             return Left.File == Right.File && Left.Kernel == Right.Kernel &&
                    Has(Right, EditEffect::InsertsBarrier);
           });
  });
}

/// An edit that both make is made once.
void FixRound::choose(GroupChoice &Choice) const {
  std::vector<const FixCandidate *> Free;
  for (const FixCandidate *Each : Choice.Chosen)
    if (none_of(Choice.Chosen,
                [&](const FixCandidate *Other) { return mayMendToo(*Other, *Each); }) &&
        none_of(Free, [&](const FixCandidate *Taken) { return inConflict(*Taken, *Each); }))
      Free.push_back(Each);
  TrialResult All = Trials.run(Free);
  if (All.Fault.empty()) {
    Choice.Chosen = std::move(Free);
    Choice.After = std::move(All.After);
    return;
  }
  Choice.Chosen.clear();
  for (const FixCandidate *Each : Free) {
    Choice.Chosen.push_back(Each);
    TrialResult Result = Trials.run(Choice.Chosen);
    if (Result.Fault.empty())
      Choice.After = std::move(Result.After);
    else
      Choice.Chosen.pop_back();
  }
}

std::vector<GroupChoice> FixRound::choose() const {
  MapVector<size_t, std::vector<const FixCandidate *>> ByGroup;
  for (const FixCandidate &Each : Candidates)
    if (isWanted(Each))
      ByGroup[Trials.groupOf(Each)].push_back(&Each);
  std::vector<GroupChoice> Choices;
  for (auto &[Group, OfGroup] : ByGroup)
    Choices.push_back({Group, std::move(OfGroup), {}});
  inParallel(Choices.size(), Settings.Threads, [&](size_t Index) { choose(Choices[Index]); });
  erase_if(Choices, [](const GroupChoice &Choice) { return Choice.Chosen.empty(); });
  return Choices;
}

void FixRound::addTo(FixPlan &Plan, const GroupChoice &Choice) const {
  std::map<std::string, std::set<TextEdit>> Made;
  for (const FixCandidate *Each : Choice.Chosen) {
    auto First = find_if(Each->Findings, [&](const FindingIndex &At) {
      return At.in(Files).Suppressed == Suppression::None;
    });
    const Finding &Item = First->in(Files);
    PlannedFix Fix{Item.Check, Item.Level, Item.Position, Item.Message, Item.FixTitle,
                   Each->Path, {}};
    for (const TextEdit &Edit : Each->Edits)
      if (Made[Each->Path].insert(Edit).second)
        Fix.Edits.push_back(Edit);
    Plan.Fixes.push_back(std::move(Fix));
  }
  for (const auto &[Path, Text] : Trials.edit(Choice.Chosen)) {
    auto Known = find_if(Plan.Files, [&](const FileChange &Change) { return Change.Path == Path; });
    if (Known == Plan.Files.end())
      Plan.Files.push_back({Path, Trials.textOf(Path).str(), Text.New});
    else
      Known->Changed = Text.New;
  }
  llvm::sort(Plan.Files, [](const FileChange &Left, const FileChange &Right) {
    return Left.Path < Right.Path;
  });
}

} // namespace memlint
