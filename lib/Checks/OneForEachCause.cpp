//===- OneForEachCause.cpp - Findings of two checks about one cause -------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Checks/OneForEachCause.h"

#include "CheckList.h"
#include "FindingParts.h"

#include "cuda-memlint/Model/FileAnalysis.h"
#include "cuda-memlint/Model/KernelAnalysis.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"

using namespace llvm;

namespace memlint {

namespace {

/// Takes back findings of one kernel that say what others say, too.
class OneForEachCause {
public:
  explicit OneForEachCause(KernelAnalysis &Kernel) : Kernel(Kernel) {}

  void apply();

private:
  SmallVector<Finding *> findingsOf(const Check &Source);
  unsigned objectOf(const Finding &Item) const {
    return Kernel.Program.Accesses[*Item.Access].Object;
  }
  void joinLayout(Finding &Layout);
  void drop(const Finding &Item) { Dropped.insert(&Item); }

  KernelAnalysis &Kernel;
  SmallPtrSet<const Finding *, 8> Dropped;
};

} // namespace

SmallVector<Finding *> OneForEachCause::findingsOf(const Check &Source) {
  SmallVector<Finding *> Found;
  for (Finding &Item : Kernel.Findings)
    if (Item.Check == Source.Name && Item.Access)
      Found.push_back(&Item);
  return Found;
}

static bool isSamePlace(const Finding &Left, const Finding &Right) {
  return Left.Position.Path == Right.Position.Path && Left.Position.Line == Right.Position.Line &&
         Left.Position.Column == Right.Position.Column;
}

/// Whether \p Item advises a layout that keeps the members of structures together.
static bool keepsTogether(const Finding &Item) {
  return any_of(Item.RecordChanges, [&](const RecordChange &Each) {
    return !Each.TakesApart && Item.Meant && Each.Meant == *Item.Meant;
  });
}

/// \p To advises what \p From does, with its edit.
static void moveAdvice(Finding &From, Finding &To) {
  erase_if(To.Notes,
           [](const FindingNote &Note) { return StringRef(Note.Message).starts_with(NoAdvice); });
  To.Help = From.Help;
  To.Fixes = From.Fixes;
  To.FixTitle = From.FixTitle;
  To.Unsafe = From.Unsafe;
  To.NoFix = From.NoFix;
}

/// \p Layout is about structures, whose accesses may each have a finding of their own.
void OneForEachCause::joinLayout(Finding &Layout) {
  SmallVector<Finding *> Costs;
  copy_if(findingsOf(UncoalescedAccess), std::back_inserter(Costs), [&](const Finding *Each) {
    return objectOf(*Each) == objectOf(Layout) && !Dropped.contains(Each);
  });
  auto Here = find_if(Costs, [&](const Finding *Each) { return isSamePlace(*Each, Layout); });
  if (Here == Costs.end())
    return;
  Finding &Cost = **Here;
  // Other kernels speak against the layout.
  if (!Cost.Help && !Cost.RecordChanges.empty()) {
    if (Layout.Fixes.empty())
      drop(Layout);
    return;
  }
  if (!Cost.Help) {
    bool IsRemark = Cost.Level == FindingLevel::Remark;
    for (Finding *Each : Costs)
      if (!Each->Help && Each->Cause == Cost.Cause) {
        if (IsRemark && Layout.Fixes.empty())
          drop(*Each);
        else
          moveAdvice(Layout, *Each);
      }
    if (!IsRemark || !Layout.Fixes.empty())
      drop(Layout);
    return;
  }
  if (Cost.RecordChanges.empty())
    return;
  if (keepsTogether(Cost)) {
    Cost.Fixes = std::move(Layout.Fixes);
    Cost.FixTitle = std::move(Layout.FixTitle);
    Cost.Unsafe = std::move(Layout.Unsafe);
    Cost.NoFix = std::move(Layout.NoFix);
  }
  drop(Layout);
}

void OneForEachCause::apply() {
  for (Finding *Layout : findingsOf(StructLayout))
    joinLayout(*Layout);
  if (Dropped.empty())
    return;
  std::vector<Finding> Kept;
  for (Finding &Item : Kernel.Findings)
    if (!Dropped.contains(&Item))
      Kept.push_back(std::move(Item));
  Kernel.Findings = std::move(Kept);
}

void keepOneForEachCause(FileAnalysis &File) {
  for (KernelAnalysis &Kernel : File.Kernels)
    OneForEachCause(Kernel).apply();
}

} // namespace memlint
