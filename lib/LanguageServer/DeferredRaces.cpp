//===- DeferredRaces.cpp - Races that there was too little time for -------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/LanguageServer/DeferredRaces.h"

#include "cuda-memlint/Checks/Check.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace llvm;

namespace memlint::lsp {

static bool isAboutRaces(const ReportFinding &Item) {
  return any_of(allChecks(),
                [&](const Check *Each) { return Each->ReadsRaces && Each->Name == Item.Check; });
}

bool hasDeferredRaces(const FileReport &Report) {
  return any_of(Report.Kernels, [](const ReportKernel &Each) { return Each.RacesDeferred; });
}

void keepDeferredRaces(FileReport &Report, const FileReport &Before) {
  StringSet<> Known, Deferred;
  for (const ReportKernel &Kernel : Before.Kernels)
    Known.insert(Kernel.Name);
  for (const ReportKernel &Kernel : Report.Kernels)
    if (Kernel.RacesDeferred && Known.contains(Kernel.Name))
      Deferred.insert(Kernel.Name);
  auto IsDeferred = [&](const ReportFinding &Item) {
    return Deferred.contains(Item.Kernel) && isAboutRaces(Item);
  };
  erase_if(Report.Findings, IsDeferred);
  copy_if(Before.Findings, std::back_inserter(Report.Findings), IsDeferred);
}

} // namespace memlint::lsp
