//===- FixCandidates.cpp - Edits that findings ask for --------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FixCandidates.h"

#include "LaunchedElsewhere.h"
#include "PaddedElsewhere.h"

#include "llvm/ADT/STLExtras.h"

#include <map>

using namespace llvm;

namespace memlint {

void withdraw(Finding &Item, StringRef Why) {
  if (!Why.empty() && !Item.FixTitle.empty())
    Item.Notes.push_back({Item.FixTitle + " (not offered as an edit: " + Why.str() + ")", {}});
  Item.Fixes.clear();
  Item.FixTitle.clear();
  Item.Unsafe.reset();
}

static Expected<FixCandidate> makeCandidate(const Finding &Item, const EditScope &Scope,
                                            FileTexts &Texts) {
  StringRef Path = Item.Fixes.front().Position.Path;
  if (any_of(Item.Fixes, [&](const FindingFix &Fix) { return Fix.Position.Path != Path; }))
    return createStringError("it would change several files");
  Expected<std::string> Real = Scope.check(Path);
  if (!Real)
    return Real.takeError();
  const std::string *Text = Texts.find(*Real);
  if (!Text)
    return createStringError("'" + Path + "' cannot be read");
  Expected<std::vector<TextEdit>> Edits = locateEdits(*Text, Item.Fixes);
  if (!Edits)
    return Edits.takeError();
  return FixCandidate{std::move(*Real), std::move(*Edits), {}};
}

std::vector<FixCandidate> collectCandidates(MutableArrayRef<FileAnalysis> Files,
                                            const BitVector &Active, const EditScope &Scope,
                                            FileTexts &Texts) {
  std::map<std::pair<std::string, std::vector<TextEdit>>, std::vector<FindingIndex>> ByChange;
  RealPaths Paths;
  LaunchedElsewhere Launched(Files, Paths, Texts);
  for (unsigned File : Active.set_bits())
    for (auto [Kernel, Analysis] : enumerate(Files[File].Kernels))
      for (auto [Index, Item] : enumerate(Analysis.Findings)) {
        if (Item.Fixes.empty())
          continue;
        if (StringRef Other = Launched.find(File, Analysis, Item); !Other.empty()) {
          withdraw(Item, "'" + Other.str() + "' also names the kernel");
          continue;
        }
        PaddingDoubt Padding = doubtPadding(Files, File, Analysis, Item, Paths);
        if (!Padding.MayBreak.empty()) {
          withdraw(Item, "it may be wrong for kernel '" + Padding.MayBreak.str() + "'");
          continue;
        }
        if (!Item.Unsafe)
          Item.Unsafe = std::move(Padding.Hazard);
        if (Expected<FixCandidate> Made = makeCandidate(Item, Scope, Texts))
          ByChange[{std::move(Made->Path), std::move(Made->Edits)}].push_back(
              {File, Kernel, Index});
        else
          withdraw(Item, toString(Made.takeError()));
      }
  std::vector<FixCandidate> Candidates;
  for (auto &[Change, Findings] : ByChange) {
    bool IsWanted = any_of(Findings, [&](const FindingIndex &At) {
      return At.in(Files).Suppressed == Suppression::None;
    });
    if (IsWanted)
      Candidates.push_back({Change.first, Change.second, std::move(Findings)});
    else
      for (const FindingIndex &At : Findings)
        withdraw(At.in(Files), "");
  }
  return Candidates;
}

} // namespace memlint
