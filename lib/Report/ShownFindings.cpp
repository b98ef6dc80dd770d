//===- ShownFindings.cpp - Findings that read alike, once -----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Report/ShownFindings.h"

#include "FindingOrder.h"

#include "cuda-memlint/Checks/FindingGroups.h"
#include "cuda-memlint/Checks/FixSafety.h"
#include "cuda-memlint/Model/FileAnalysis.h"
#include "cuda-memlint/Model/KernelAnalysis.h"
#include "cuda-memlint/Report/Fingerprint.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

#include <algorithm>

using namespace llvm;

namespace memlint {

PositionAndText positionAndText(const SourcePosition &Position, StringRef Check,
                                StringRef Message) {
  SmallString<256> Path(Position.Path);
  sys::path::remove_dots(Path, /*remove_dot_dot=*/true);
  return {Path.str().str(), Position.Line, Position.Column, Check, Message};
}

static bool isSamePosition(const SourcePosition &Left, const SourcePosition &Right) {
  return Left.Path == Right.Path && Left.Line == Right.Line && Left.Column == Right.Column;
}

static std::vector<FindingGroup> groupsOf(const KernelAnalysis &Kernel,
                                          const TextReportOptions &Options) {
  if (!Options.EachAccess)
    return groupFindings(Kernel, Kernel.Findings);
  std::vector<FindingGroup> Alone;
  for (size_t Index = 0; Index != Kernel.Findings.size(); ++Index)
    Alone.push_back({Index, {}});
  return Alone;
}

/// Whether both are findings of one check at one place, in different instantiations of one
/// template.
static bool areOfOtherInstances(ArrayRef<ShownFinding> Some, ArrayRef<ShownFinding> Others) {
  const Finding &Left = *Some.front().Item, &Right = *Others.front().Item;
  if (!Left.Access || !Right.Access || Left.Check != Right.Check ||
      !isSamePosition(Left.Position, Right.Position))
    return false;
  return all_of(Some, [&](const ShownFinding &One) {
    return all_of(Others, [&](const ShownFinding &Other) {
      return One.Kernel != Other.Kernel &&
             isSamePosition(One.Kernel->Program.Position, Other.Kernel->Program.Position);
    });
  });
}

/// What each access of \p Kernel is, in an order that does not depend on the source.
static auto sortedAccesses(const KernelProgram &Kernel) {
  SmallVector<std::tuple<AccessKind, MemorySpace, unsigned>> Result;
  for (const Access &Site : Kernel.Accesses)
    Result.push_back({Site.Kind, Site.Space, Site.Bytes});
  llvm::sort(Result);
  return Result;
}

/// Whether \p Kernel and \p Other, which are written at different places, make the same accesses,
/// and so many that this is not by chance.
static bool areWrittenAlike(const KernelProgram &Kernel, const KernelProgram &Other) {
  constexpr size_t LeastAccesses = 5;
  return Kernel.Accesses.size() >= LeastAccesses &&
         !isSamePosition(Kernel.Position, Other.Position) &&
         sortedAccesses(Kernel) == sortedAccesses(Other);
}

/// Whether both are one finding in two kernels that are written alike: it says the same, advises
/// the same and is at the same expression. Faults are each by themselves: what orders accesses may
/// differ.
static bool areOfCopies(ArrayRef<ShownFinding> Some, ArrayRef<ShownFinding> Others) {
  const ShownFinding &Left = Some.front(), &Right = Others.front();
  const Finding &One = *Left.Item, &Other = *Right.Item;
  auto TextOf = [](const ShownFinding &Entry) {
    return StringRef(Entry.Kernel->Program.Accesses[*Entry.Item->Access].Text);
  };
  auto MendOf = [](const Finding &Item) {
    return std::tuple(Item.Help ? Item.Help->Message : "", Item.Fixes.empty(),
                      Item.NoFix ? std::optional(Item.NoFix->Why) : std::nullopt);
  };
  bool IsOfCost =
      One.Subject == FindingSubject::AccessCost || One.Subject == FindingSubject::JointCost;
  return One.Access && Other.Access && IsOfCost && One.Check == Other.Check &&
         One.Level == Other.Level && One.Position.Path == Other.Position.Path &&
         One.Message == Other.Message && MendOf(One) == MendOf(Other) &&
         TextOf(Left) == TextOf(Right) &&
         areWrittenAlike(Left.Kernel->Program, Right.Kernel->Program);
}

static bool isSameEdit(ArrayRef<FindingFix> Some, ArrayRef<FindingFix> Others) {
  return Some.size() == Others.size() && all_of(zip(Some, Others), [](const auto &Pair) {
           const auto &[Left, Right] = Pair;
           return isSamePosition(Left.Position, Right.Position) &&
                  Left.Replacement == Right.Replacement;
         });
}

/// Whether both are races in one kernel that the same barriers order.
static bool areMendedTogether(const ShownFinding &Left, const ShownFinding &Right) {
  const Finding &One = *Left.Item, &Other = *Right.Item;
  return One.Race && Other.Race && Left.Kernel == Right.Kernel && One.Level == Other.Level &&
         !One.Fixes.empty() && isSameEdit(One.Fixes, Other.Fixes);
}

/// Moves each of \p OfFile that is of a copy, or is mended with another one, to that one.
static void joinCopies(std::vector<std::vector<ShownFinding>> &OfFile) {
  std::vector<std::vector<ShownFinding>> Result;
  for (std::vector<ShownFinding> &Same : OfFile) {
    auto Original = find_if(Result, [&](ArrayRef<ShownFinding> Before) {
      return areOfCopies(Before, Same) || areMendedTogether(Before.front(), Same.front());
    });
    if (Original == Result.end())
      Result.push_back(std::move(Same));
    else
      append_range(*Original, Same);
  }
  OfFile = std::move(Result);
}

ShownFindings mergeFindings(ArrayRef<FileAnalysis> Files, const TextReportOptions &Options) {
  ShownFindings Result;
  std::map<PositionAndText, std::vector<ShownFinding>> ByPosition;
  for (const FileAnalysis &File : Files)
    for (const KernelAnalysis &Kernel : File.Kernels)
      for (const FindingGroup &Group : groupsOf(Kernel, Options)) {
        const Finding &Item = Kernel.Findings[Group.First];
        PositionAndText Key = positionAndText(Item.Position, Item.Check, Item.Message);
        if (Item.Suppressed == Suppression::None)
          ByPosition[std::move(Key)].push_back(
              {&File, &Kernel, &Item, describeOthers(Kernel, Group)});
        else
          Result.Suppressed.insert(std::move(Key));
      }
  std::vector<ShownFinding> *Last = nullptr;
  for (auto &[Key, Same] : ByPosition) {
    if (Last && areOfOtherInstances(*Last, Same)) {
      append_range(*Last, Same);
      continue;
    }
    Last = &Result.OfFile[Same.front().File].emplace_back(std::move(Same));
  }
  for (auto &[File, OfFile] : Result.OfFile)
    for (std::vector<ShownFinding> &Same : OfFile) {
      auto WeightOf = [](const ShownFinding &Entry) {
        return std::pair(Entry.Item->Level, weigh(*Entry.Kernel, *Entry.Item));
      };
      auto Heaviest = std::max_element(Same.begin(), Same.end(),
                                       [&](const ShownFinding &Left, const ShownFinding &Right) {
                                         return WeightOf(Left) < WeightOf(Right);
                                       });
      std::rotate(Same.begin(), Heaviest, std::next(Heaviest));
    }
  if (Options.JoinsCopies && !Options.EachAccess)
    for (auto &[File, OfFile] : Result.OfFile)
      joinCopies(OfFile);
  return Result;
}

bool isShown(ArrayRef<ShownFinding> Same, const TextReportOptions &Options) {
  return Same.front().Item->Level != FindingLevel::Remark || Options.Remarks ||
         Options.RemarksOf.contains(Same.front().File->Path);
}

std::vector<ArrayRef<ShownFinding>> shownInOrder(const ShownFindings &Found,
                                                 ArrayRef<FileAnalysis> Files,
                                                 const TextReportOptions &Options) {
  std::vector<ArrayRef<ShownFinding>> Result;
  for (const FileAnalysis &File : Files)
    if (auto OfFile = Found.OfFile.find(&File); OfFile != Found.OfFile.end())
      for (const std::vector<ShownFinding> &Same : OfFile->second)
        if (isShown(Same, Options))
          Result.push_back(Same);
  return Result;
}

const std::string &ShownFingerprints::of(const ShownFinding &Shown) {
  auto [OfKernel, IsNew] = Known.try_emplace(Shown.Kernel);
  if (IsNew)
    OfKernel->second = fingerprintFindings(*Shown.Kernel, Sources);
  return OfKernel->second[size_t(Shown.Item - Shown.Kernel->Findings.data())];
}

static std::string describeDetail(StringRef Label, const FindingNote &Detail) {
  std::string Place;
  if (Detail.Position.Line != 0)
    Place = Detail.Position.Path + ":" + utostr(Detail.Position.Line) + ": ";
  return printableText(Place + Label.str() + ": " + Detail.Message);
}

std::optional<FindingNote> adviceOf(ArrayRef<ShownFinding> Same) {
  const auto *Advised =
      find_if(Same, [](const ShownFinding &Entry) { return Entry.Item->Help.has_value(); });
  if (Advised == Same.end())
    return std::nullopt;
  FindingNote Advice = *Advised->Item->Help;
  const std::string &Name = Advised->Kernel->Program.Name;
  bool HasOthers = any_of(Same, [&](const ShownFinding &Entry) {
    const std::optional<FindingNote> &Other = Entry.Item->Help;
    return Entry.Kernel->Program.Name != Name && (!Other || Other->Message != Advice.Message);
  });
  if (HasOthers)
    Advice.Message = "in `" + Name + "`: " + Advice.Message;
  return Advice;
}

std::vector<FindingNote> notesOf(const ShownFinding &Entry, const ShownFinding &First) {
  const std::string &Name = Entry.Kernel->Program.Name;
  if (areMendedTogether(Entry, First) && Entry.Item->Message != First.Item->Message)
    return {{"what mends it also mends this: " + Entry.Item->Message, Entry.Item->Position}};
  // Of another instantiation: what differs is enough.
  if (Entry.Item->Message != First.Item->Message)
    return {{"in `" + Name + "`: " + Entry.Item->Message, {}}};
  if (!isSamePosition(Entry.Item->Position, First.Item->Position))
    return {{"the same in `" + Name + "`, which is written alike", Entry.Item->Position}};
  std::vector<FindingNote> Notes;
  if (!Entry.Others.empty())
    Notes.push_back({Entry.Others, {}});
  append_range(Notes, allNotes(*Entry.Item));
  return Notes;
}

std::vector<std::string> describeDetails(ArrayRef<ShownFinding> Same) {
  std::vector<std::string> Lines;
  std::set<std::string> Seen;
  auto Add = [&](StringRef Label, const FindingNote &Detail) {
    std::string Line = describeDetail(Label, Detail);
    if (Seen.insert(Line).second)
      Lines.push_back(std::move(Line));
  };
  for (const ShownFinding &Entry : Same)
    for (const FindingNote &Note : notesOf(Entry, Same.front()))
      Add("note", Note);
  if (std::optional<FindingNote> Advice = adviceOf(Same))
    Add("help", *Advice);
  return Lines;
}

} // namespace memlint
