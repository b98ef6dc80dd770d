//===- UnifiedDiffFuzzer.cpp - Diffs --------------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The diff of `--changed-lines-diff`; and the one of `--fix-diff` between two texts that follow
/// the file's name, each after a form feed, which is read again.
///
//===----------------------------------------------------------------------===//

#include "FuzzTarget.h"

#include "cuda-memlint/ChangedLines/UnifiedDiff.h"
#include "cuda-memlint/Fixes/FixPlan.h"
#include "cuda-memlint/Fixes/UnifiedDiff.h"

#include "llvm/ADT/SmallVector.h"

using namespace llvm;
using namespace memlint;

/// \p New from \p Old and the changes between them.
static bool leadsTo(StringRef Old, StringRef New, ArrayRef<LineChange> Changes) {
  SmallVector<StringRef, 0> OldLines, NewLines;
  Old.split(OldLines, '\n');
  New.split(NewLines, '\n');
  size_t OldAt = 0, NewAt = 0;
  auto Equal = [&](size_t OldEnd, size_t NewEnd) {
    if (OldEnd < OldAt || NewEnd < NewAt || OldEnd - OldAt != NewEnd - NewAt ||
        OldEnd > OldLines.size() || NewEnd > NewLines.size())
      return false;
    for (; OldAt != OldEnd; ++OldAt, ++NewAt)
      if (OldLines[OldAt] != NewLines[NewAt])
        return false;
    return true;
  };
  for (const LineChange &Each : Changes) {
    if (!Equal(Each.OldFirst - 1, Each.NewFirst - 1))
      return false;
    OldAt += Each.OldCount;
    NewAt += Each.NewCount;
  }
  // Behind the last line that ends there is an empty one; it goes with an end that is missing.
  return OldAt >= OldLines.size() || NewAt >= NewLines.size() ||
         Equal(OldLines.size(), NewLines.size());
}

MEMLINT_FUZZ_TARGET(UnifiedDiff, 1000) {
  if (Expected<std::vector<DiffedFile>> Read = parseUnifiedDiff(Input)) {
    for (const DiffedFile &Each : *Read)
      for (const DiffedFile &Other : *Read)
        moveLines(Each.Changes, Other.Changes);
  } else {
    consumeError(Read.takeError());
  }

  auto [Name, Texts] = Input.split('\f');
  auto [Old, New] = Texts.split('\f');
  if (Name.empty() || Old == New)
    return;
  std::string Written;
  raw_string_ostream Stream(Written);
  printUnifiedDiff(Stream, {"", Old.str(), New.str()}, Name);
  Expected<std::vector<DiffedFile>> Read = parseUnifiedDiff(Written);
  fuzz::require(bool(Read) && Read->size() == 1, "a diff that was written is not read", Written);
  fuzz::require((*Read)[0].Path == Name, "the name of a file is read as another", Written);
  fuzz::require(leadsTo(Old, New, (*Read)[0].Changes), "a diff is read as another", Written);
}
