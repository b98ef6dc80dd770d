//===- Configuration.cpp - Configurations on top of each other ------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Configuration/Configuration.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

void Configuration::add(const Configuration &Stronger) {
  InheritParent = Stronger.InheritParent;
  if (!Stronger.Checks.empty())
    Checks += (Checks.empty() ? "" : ",") + Stronger.Checks;
  append_range(Levels, Stronger.Levels);
  if (!Stronger.Architecture.empty()) {
    Architecture = Stronger.Architecture;
    OtherArchitectures = Stronger.OtherArchitectures;
  }
  erase_if(Launches, [&](const ConfiguredLaunch &Weaker) {
    return any_of(Stronger.Launches, [&](const ConfiguredLaunch &Each) {
      return Each.Request.Kernel == Weaker.Request.Kernel;
    });
  });
  append_range(Launches, Stronger.Launches);
  append_range(Recordings, Stronger.Recordings);
  if (Stronger.Arguments)
    Arguments = Stronger.Arguments;
  append_range(Facts, Stronger.Facts);
  erase_if(Budgets, [&](const KernelBudget &Weaker) {
    return any_of(Stronger.Budgets, [&](const KernelBudget &Each) {
      return Each.Kernels == Weaker.Kernels && Each.Space == Weaker.Space &&
             Each.Measure == Weaker.Measure;
    });
  });
  append_range(Budgets, Stronger.Budgets);
  append_range(Ignored, Stronger.Ignored);
  if (Stronger.FailOn)
    FailOn = Stronger.FailOn;
  if (Stronger.Remarks)
    Remarks = Stronger.Remarks;
  if (Stronger.PossibleRaces)
    PossibleRaces = Stronger.PossibleRaces;
  if (Stronger.LeastExcess)
    LeastExcess = Stronger.LeastExcess;
  if (Stronger.LeastShare)
    LeastShare = Stronger.LeastShare;
  append_range(CompileOptions, Stronger.CompileOptions);
  if (!Stronger.Toolkit.empty())
    Toolkit = Stronger.Toolkit;
}

} // namespace memlint
