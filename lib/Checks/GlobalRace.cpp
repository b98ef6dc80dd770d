//===- GlobalRace.cpp - Threads meet in global memory ------------------- ===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckList.h"
#include "RaceFinding.h"

#include "cuda-memlint/Model/KernelAnalysis.h"

namespace memlint {

static void checkGlobalRace(const KernelAnalysis &Kernel, const TargetModel &Target,
                            ExprContext &Expressions, std::vector<Finding> &Findings) {
  findRaces(GlobalRace, Kernel, Target, Expressions, RaceRemedy::GlobalOrder, Findings);
}

const Check GlobalRace = {
    "cuda-global-race",
    "two unordered threads access the same global memory, and at least one writes",
    FindingLevel::Warning,
    FindingSubject::Race,
    checkGlobalRace,
    /*ReadsRaces=*/true};

} // namespace memlint
