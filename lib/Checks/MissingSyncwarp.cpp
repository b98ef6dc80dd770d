//===- MissingSyncwarp.cpp - Lanes of a warp rely on lockstep ----------- ===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckList.h"
#include "RaceFinding.h"

namespace memlint {

const Check MissingSyncwarp = {
    .Name = "cuda-missing-syncwarp",
    .Summary = "two lanes of a warp access the same memory without a __syncwarp(), and at least "
               "one writes",
    .Level = FindingLevel::Warning,
    .Subject = FindingSubject::Order,
    .Run = [](const CheckRun &In) { findRaces(In, RaceRemedy::WarpOrder); },
    .ReadsRaces = true,
    .Basis = FindingBasis::Cuda,
    .ConfirmedBy = Confirmation::Racecheck,
    .Edit = EditEffect::InsertsBarrier};

} // namespace memlint
