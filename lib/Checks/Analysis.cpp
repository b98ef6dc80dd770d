//===- Analysis.cpp - Verdicts and findings of one kernel -----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Checks/Analysis.h"

#include "llvm/ADT/STLExtras.h"

#include <tuple>

using namespace llvm;

namespace memlint {

static auto sourceOrder(const Finding &Item) {
  return std::tie(Item.Position.Path, Item.Position.Line, Item.Position.Column, Item.Check,
                  Item.Access, Item.Message);
}

void findFaults(ExprContext &Expressions, KernelAnalysis &Kernel, const TargetModel &Target,
                ArrayRef<const Check *> Enabled) {
  Kernel.Findings.clear();
  for (const Check *Item : Enabled)
    Item->Run(Kernel, Target, Expressions, Kernel.Findings);
  llvm::sort(Kernel.Findings, [](const Finding &Left, const Finding &Right) {
    return sourceOrder(Left) < sourceOrder(Right);
  });
}

void analyseKernel(ExprContext &Expressions, KernelAnalysis &Kernel, const TargetModel &Target,
                   ArrayRef<const Check *> Enabled, CostAllowance &Allowance) {
  Kernel.Verdicts.clear();
  for (const Access &Site : Kernel.Kernel.Accesses) {
    std::vector<AccessVerdict> &Verdicts = Kernel.Verdicts.emplace_back();
    for (auto [Index, Launch] : enumerate(Kernel.Launches)) {
      AccessVerdict Verdict;
      Verdict.Launch = unsigned(Index);
      Verdict.Cost =
          evaluateAccess(Expressions, Kernel.Kernel, Site, Launch, Target, Allowance.next());
      Allowance.spend(Verdict.Cost.Steps);
      if (!Kernel.Assumption.empty() && Verdict.Cost.Known != Knowledge::Unknown) {
        Verdict.Cost.Known = Knowledge::Assumed;
        Verdict.Cost.Assumptions.push_back(Kernel.Assumption);
      }
      Verdicts.push_back(std::move(Verdict));
    }
  }
  findFaults(Expressions, Kernel, Target, Enabled);
}

} // namespace memlint
