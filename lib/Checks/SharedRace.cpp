//===- SharedRace.cpp - Threads of a block meet in shared memory -------- ===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckList.h"
#include "RaceFinding.h"

#include "cuda-memlint/Model/KernelAnalysis.h"

namespace memlint {

static void checkSharedRace(const KernelAnalysis &Kernel, const TargetModel &Target,
                            ExprContext &Expressions, std::vector<Finding> &Findings) {
  findRaces(SharedRace, Kernel, Target, Expressions, RaceRemedy::SharedOrder, Findings);
}

const Check SharedRace = {"cuda-shared-race",
                          "two threads of a block access the same shared memory without a barrier, "
                          "and at least one writes",
                          FindingLevel::Warning,
                          FindingSubject::Race,
                          checkSharedRace,
                          /*ReadsRaces=*/true};

} // namespace memlint
