//===- JoinedFindings.cpp - Findings that are shown as one ----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JoinedFindings.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

#include <algorithm>
#include <map>
#include <tuple>

using namespace llvm;

namespace memlint::lsp {

/// In the order of the text.
static auto placeAndText(const ReportFinding &Item) {
  return std::tie(Item.At.Line, Item.At.Column, Item.Check, Item.Message);
}

/// The highest level first; of those the one that the text shows first, which costs most.
static std::pair<unsigned, bool> rankOf(const ReportFinding &Item) {
  unsigned Level = Item.Level == "error" ? 2 : Item.Level == "warning" ? 1 : 0;
  return {Level, !Item.IsShownWithOther};
}

namespace {

/// Where kernels are, by name.
class KernelPlaces {
public:
  explicit KernelPlaces(const FileReport &Report) {
    for (const ReportKernel &Kernel : Report.Kernels)
      Places.try_emplace(Kernel.Name, &Kernel.At);
  }

  /// Whether both are findings of one check at one place, in different instantiations of one
  /// template.
  bool areOfOtherInstances(const JoinedFinding &Some, const JoinedFinding &Others) const {
    const ReportFinding &Left = *Some.front(), &Right = *Others.front();
    if (Left.Access.empty() || Right.Access.empty() || Left.Check != Right.Check ||
        Left.At.Line != Right.At.Line || Left.At.Column != Right.At.Column)
      return false;
    return all_of(Some, [&](const ReportFinding *One) {
      return all_of(Others, [&](const ReportFinding *Other) {
        return One->Kernel != Other->Kernel && isOnePlace(One->Kernel, Other->Kernel);
      });
    });
  }

private:
  bool isOnePlace(StringRef Left, StringRef Right) const {
    const ReportPosition *One = Places.lookup(Left), *Other = Places.lookup(Right);
    return One && Other && One->Path == Other->Path && One->Line == Other->Line;
  }

  StringMap<const ReportPosition *> Places;
};

} // namespace

std::vector<JoinedFinding> shownFindings(const ReportedText &Of) {
  std::map<decltype(placeAndText(ReportFinding())), JoinedFinding> Alike;
  for (const ReportFinding &Item : Of.Report.Findings)
    if (!Item.IsHidden && Item.At.Path == Of.Path)
      Alike[placeAndText(Item)].push_back(&Item);
  KernelPlaces Places(Of.Report);
  std::vector<JoinedFinding> Result;
  for (auto &[Key, Same] : Alike)
    if (!Result.empty() && Places.areOfOtherInstances(Result.back(), Same))
      append_range(Result.back(), Same);
    else
      Result.push_back(std::move(Same));
  for (JoinedFinding &Same : Result) {
    auto Foremost = std::max_element(Same.begin(), Same.end(),
                                     [](const ReportFinding *Left, const ReportFinding *Right) {
                                       return rankOf(*Left) < rankOf(*Right);
                                     });
    std::rotate(Same.begin(), Foremost, std::next(Foremost));
  }
  erase_if(Result, [&](const JoinedFinding &Same) {
    return Same.front()->Level == "remark" && !Of.Report.ShowsRemarks;
  });
  return Result;
}

} // namespace memlint::lsp
