//===- MissingSyncwarp.cpp - Lanes of a warp rely on lockstep ----------- ===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckList.h"
#include "RaceFinding.h"

#include "cuda-memlint/Model/KernelAnalysis.h"

namespace memlint {

static void checkMissingSyncwarp(const KernelAnalysis &Kernel, const TargetModel &Target,
                                 ExprContext &Expressions, std::vector<Finding> &Findings) {
  findRaces(MissingSyncwarp, Kernel, Target, Expressions, RaceRemedy::WarpOrder, Findings);
}

const Check MissingSyncwarp = {
    "cuda-missing-syncwarp",
    "two lanes of a warp access the same memory without a __syncwarp(), and at least one writes",
    FindingLevel::Warning,
    FindingSubject::Race,
    checkMissingSyncwarp,
    /*ReadsRaces=*/true};

} // namespace memlint
