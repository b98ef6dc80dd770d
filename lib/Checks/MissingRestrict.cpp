//===- MissingRestrict.cpp - Pointers that may mean one memory ------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckList.h"
#include "FindingParts.h"
#include "LaunchDoubts.h"
#include "LoopShare.h"
#include "SourceStart.h"

#include "cuda-memlint/Analysis/Aliasing/RestrictablePointers.h"
#include "cuda-memlint/Checks/Significance.h"
#include "cuda-memlint/Checks/Wording.h"
#include "cuda-memlint/Model/FileAnalysis.h"
#include "cuda-memlint/Model/KernelAnalysis.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <map>

using namespace llvm;

namespace memlint {

namespace {

using Parameters = std::vector<const KernelParameter *>;

/// "`a`", "`a` and `b`", "`a`, `b`, and `c`".
std::string listNames(ArrayRef<std::string> Names) {
  std::string Text;
  for (auto [Index, Name] : enumerate(Names)) {
    if (Index != 0)
      Text += Names.size() == 2 ? " and " : Index + 1 == Names.size() ? ", and " : ", ";
    Text += "`" + Name + "`";
  }
  return Text;
}

std::string listNames(ArrayRef<const KernelParameter *> Listed) {
  return listNames(
      to_vector(map_range(Listed, [](const KernelParameter *Each) { return Each->Name; })));
}

/// Words for RepeatedLoad::Kind: what is said of `p[i]`, then where.
struct RepetitionWords {
  StringLiteral Verb, Where, ReloadNote;
};
constexpr RepetitionWords WordsForRepetition[] = {
    {"reloaded", "at line ", "reloaded here"},
    {"reloaded", "in each iteration of the loop at line ", "reloaded in each iteration here"},
    {"loaded and stored", "in each iteration of the loop at line ", ""}};

const RepetitionWords &wordsFor(const RepeatedLoad &Repeated) {
  return WordsForRepetition[size_t(Repeated.Repetition)];
}

/// "`p[i]` is reloaded at line 12".
std::string describe(const KernelProgram &Program, const RepeatedLoad &Repeated) {
  const Access &Load = Program.Accesses[Repeated.Load];
  bool IsInLoop = Repeated.Repetition != RepeatedLoad::Kind::Again;
  const RepetitionWords &Words = wordsFor(Repeated);
  return ("`" + Load.Text + "` is " + Words.Verb + " " + Words.Where +
          utostr((IsInLoop ? Program.Loops[Load.Loops.back()].Position : Load.Position).Line))
      .str();
}

/// What the compiler must assume to modify memory, and where it is.
std::pair<StringRef, const SourcePosition &> describeEffect(const KernelProgram &Program,
                                                            const Node &Effect) {
  switch (Effect.Kind) {
  case NodeKind::Barrier:
    return {"barrier", Program.Barriers[Effect.Index].Position};
  case NodeKind::Fence:
    return {"fence", Program.Fences[Effect.Index].Position};
  case NodeKind::WarpOperation:
    return {"warp operation", Program.WarpOperations[Effect.Index].Position};
  default:
    const Access &Site = Program.Accesses[Effect.Index];
    return {kindName(Site.Kind), Site.Position};
  }
}

void addLoadNotes(const KernelProgram &Program, const RepeatedLoad &Repeated, Finding &Result) {
  const Access &Load = Program.Accesses[Repeated.Load];
  const SourcePosition &Before = Program.Accesses[Repeated.Before].Position;
  auto [Effect, At] = describeEffect(Program, Program.Nodes[Repeated.Cause]);
  if (Repeated.Repetition == RepeatedLoad::Kind::ThroughMemory) {
    addNote(Result, "`" + Load.Text + "` could stay in a register through the loop", Before);
    addNote(Result, "the compiler must assume that this load may read the same address", At);
    return;
  }
  if (Repeated.Repetition == RepeatedLoad::Kind::Again)
    addNote(Result, "loaded here", Before);
  addNote(Result, "the compiler must assume that this " + Effect + " may modify it", At);
  addNote(Result, wordsFor(Repeated).ReloadNote, Load.Position);
}

/// In the order of the parameters.
Parameters parametersOf(const KernelProgram &Program, const std::set<unsigned> &Objects) {
  Parameters Result;
  for (auto [Index, Each] : enumerate(Program.Parameters))
    if (any_of(Objects,
               [&](unsigned Object) { return Program.Objects[Object].ParameterIndex == Index; }))
      Result.push_back(&Each);
  return Result;
}

/// Names of what is written, such as the compiler knows no better.
std::vector<std::string> writtenNames(const KernelProgram &Program,
                                      const std::set<unsigned> &Written) {
  std::vector<std::string> Restricted, Others;
  for (unsigned Object : Written) {
    const MemoryObject &Array = Program.Objects[Object];
    (Array.IsRestrict ? Restricted : Others).push_back(Array.Name);
  }
  return Others.empty() ? Restricted : Others;
}

/// "keep `sum[i]` in a local variable through the loop at line 12, and store it behind": what is
/// added up in memory needs no promise about pointers. Empty: \p Repeated has other loads, too.
std::string describeLocals(const KernelProgram &Program, ArrayRef<RepeatedLoad> Repeated) {
  std::vector<std::string> Names;
  std::set<unsigned> Loops;
  for (const RepeatedLoad &Each : Repeated) {
    const Access &Load = Program.Accesses[Each.Load];
    if (Each.Repetition != RepeatedLoad::Kind::ThroughMemory)
      return "";
    if (!is_contained(Names, Load.Text))
      Names.push_back(Load.Text);
    Loops.insert(Load.Loops.back());
  }
  if (Names.empty() || Loops.size() != 1)
    return "";
  bool IsOne = Names.size() == 1;
  return "keep " + listNames(Names) + (IsOne ? " in a local variable" : " in local variables") +
         " through the loop at line " + utostr(Program.Loops[*Loops.begin()].Position.Line) +
         ", and store " + (IsOne ? "it" : "them") + " behind it";
}

void addFix(const KernelAnalysis &Kernel, const RestrictablePointers &Pointers,
            ArrayRef<const KernelParameter *> Read, Finding &Result) {
  const KernelProgram &Program = Kernel.Program;
  std::set<unsigned> Concerned = Pointers.ReadOnly;
  Concerned.insert(Pointers.Restrictable.begin(), Pointers.Restrictable.end());
  Parameters Restricted = parametersOf(Program, Concerned), Constants;
  for (const KernelParameter *Each : Restricted) {
    const PointerDeclaration &Declared = *Each->Declaration;
    // Types of declarations must match; what is restricted is not part of them.
    if (is_contained(Read, Each) && !Declared.IsConst && Declared.Pointee.Line != 0 &&
        !Program.HasOtherDeclarations) {
      Constants.push_back(Each);
      Result.Fixes.push_back(insertBefore(Declared.Pointee, "const "));
    }
    Result.Fixes.push_back(insertBefore(Declared.Name, "__restrict__ "));
  }
  Result.FixTitle = "declare " + listNames(Restricted) + " `__restrict__`";
  if (!Constants.empty())
    Result.FixTitle += " and " + listNames(Constants) + " as pointers to const";
  std::string Locals = describeLocals(Program, Pointers.Repeated);
  setHelp(Result, (Locals.empty() ? "" : Locals + ", or ") + Result.FixTitle);
  Result.Unsafe = findDoubtfulPointers(Kernel, [&](unsigned First, unsigned Second) {
    if (First == Second)
      return writesDeviceVariable(Program, Pointers);
    auto Changes = [&](unsigned Object) {
      unsigned Index = *Program.Objects[Object].ParameterIndex;
      return Index == First || Index == Second;
    };
    return (isWritten(Program, Pointers, First) || isWritten(Program, Pointers, Second)) &&
           any_of(Concerned, Changes);
  });
}

/// What the loads in \p Repeated are of the kernel's global accesses, in the launch where that is
/// most. Nothing where that is not known of one of them.
std::optional<double> shareOf(const KernelAnalysis &Kernel, ArrayRef<RepeatedLoad> Repeated) {
  double Most = 0;
  for (unsigned Launch = 0; Launch != Kernel.Launches.size(); ++Launch) {
    double Sum = 0;
    for (const RepeatedLoad &Each : Repeated) {
      std::optional<double> Share = cycleShare(Kernel, Kernel.Program.Accesses[Each.Load], Launch);
      if (!Share)
        return std::nullopt;
      Sum += *Share;
    }
    Most = std::max(Most, Sum);
  }
  return Most;
}

void checkMissingRestrict(const CheckRun &In) {
  std::optional<RestrictablePointers> Found = findRestrictablePointers(In.Kernel);
  if (!Found)
    return;
  const KernelProgram &Program = In.Kernel.Program;
  Parameters Read = parametersOf(Program, Found->ReadOnly);
  bool HasRepeated = !Found->Repeated.empty();
  Finding &Result = In.report(Read.front()->Declaration->Name,
                              "missing `__restrict__`: the compiler must assume that stores to " +
                                  listNames(writtenNames(Program, Found->Written)) +
                                  " may modify " + listNames(Read) + ", so " +
                                  (HasRepeated ? describe(Program, Found->Repeated.front())
                                               : std::string(Read.size() == 1 ? "its" : "their") +
                                                     " loads do not take the read-only path"));
  // Callers that are not seen may pass what overlaps.
  bool IsLaunched = any_of(In.Kernel.Launches,
                           [](const LaunchContext &Launch) { return Launch.Position.Line != 0; });
  // In HIP, loads take one path whatever is known of their pointers.
  if (!HasRepeated)
    Result.Basis = FindingBasis::Cuda;
  if (!HasRepeated || !IsLaunched)
    Result.Level = FindingLevel::Remark;
  if (HasRepeated &&
      all_of(Found->Repeated, [](const RepeatedLoad &Each) { return Each.RepeatsWork; })) {
    Result.Level = FindingLevel::Remark;
    addNote(Result, "minor: each iteration of the loop accesses the same addresses");
  }
  if (Result.Level != FindingLevel::Remark) {
    std::optional<double> Share = shareOf(In.Kernel, Found->Repeated);
    if (Share && 100 * *Share < Significance().LeastExcess) {
      Result.Level = FindingLevel::Remark;
      addNote(Result, "minor: the loads that would be saved are " + formatShare(*Share) +
                          " of the kernel's global accesses");
    }
  }
  for (const RepeatedLoad &Each : Found->Repeated)
    addLoadNotes(Program, Each, Result);
  for (const KernelParameter *Each : ArrayRef(Read).drop_front())
    addNoteOfSeveral(Result, "`" + Each->Name + "` is also only read", Each->Declaration->Name);
  addNote(Result, IsLaunched ? "no visible launch passes overlapping arrays"
                             : "no launch is visible: callers must not pass overlapping arrays");
  addFix(In.Kernel, *Found, Read, Result);
}

/// The edits that one kernel asks for: line, column and text. Empty: none.
using Edits = std::set<std::tuple<unsigned, unsigned, std::string>>;

bool isRestriction(const Finding &Item) { return Item.Check == MissingRestrict.Name; }

Edits restrictEdits(const FileAnalysis &File, const KernelAnalysis &Kernel) {
  Edits Result;
  for (const Finding &Item : Kernel.Findings)
    if (isRestriction(Item) && File.Parsed == ParseState::Whole)
      for (const FindingFix &Fix : Item.Fixes)
        Result.insert({Fix.Position.Line, Fix.Position.Column, Fix.Replacement});
  return Result;
}

/// The parameters of a template are those of every instantiation, and of the kernels of every
/// file that includes it. Takes back that they should be restricted where the kernels of \p
/// Files at one location do not agree on which, as well as in files that do not parse as a whole.
void agreeOnMissingRestrict(MutableArrayRef<FileAnalysis> Files) {
  std::map<SourceStart, std::set<Edits>> Asked;
  for (const FileAnalysis &File : Files)
    for (const KernelAnalysis &Kernel : File.Kernels)
      // What was made up is compiled by nobody.
      if (Kernel.Assumption.empty())
        Asked[startOf(Kernel.Program.Position)].insert(restrictEdits(File, Kernel));
  for (FileAnalysis &File : Files)
    for (KernelAnalysis &Kernel : File.Kernels) {
      const std::set<Edits> &All = Asked[startOf(Kernel.Program.Position)];
      if (All.size() != 1 || All.begin()->empty())
        erase_if(Kernel.Findings, isRestriction);
    }
}

} // namespace

const Check MissingRestrict = {
    .Name = "cuda-missing-restrict",
    .Summary = "loads are repeated or miss the read-only path because pointers may alias",
    .Level = FindingLevel::Warning,
    .Subject = FindingSubject::GeneratedCode,
    .Run = checkMissingRestrict,
    .Basis = FindingBasis::Nvidia,
    .Agree = agreeOnMissingRestrict,
    .ConfirmedBy = Confirmation::GeneratedLoads,
    .Edit = EditEffect::Promises};

} // namespace memlint
