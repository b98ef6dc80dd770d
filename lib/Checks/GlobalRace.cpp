//===- GlobalRace.cpp - Threads meet in global memory ------------------- ===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckList.h"
#include "RaceFinding.h"

namespace memlint {

const Check GlobalRace = {
    .Name = "cuda-global-race",
    .Summary = "two unordered threads access the same global memory, and at least one writes",
    .Level = FindingLevel::Warning,
    .Subject = FindingSubject::Order,
    .Run = [](const CheckRun &In) { findRaces(In, RaceRemedy::GlobalOrder); },
    .ReadsRaces = true,
    .ConfirmedBy = Confirmation::Racecheck,
    .Edit = EditEffect::InsertsBarrier};

} // namespace memlint
