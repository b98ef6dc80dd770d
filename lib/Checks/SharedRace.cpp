//===- SharedRace.cpp - Threads of a block meet in shared memory -------- ===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckList.h"
#include "RaceFinding.h"

namespace memlint {

const Check SharedRace = {
    .Name = "cuda-shared-race",
    .Summary = "two threads of a block access the same shared memory without a barrier, "
               "and at least one writes",
    .Level = FindingLevel::Warning,
    .Subject = FindingSubject::Order,
    .Run = [](const CheckRun &In) { findRaces(In, RaceRemedy::SharedOrder); },
    .ReadsRaces = true,
    .ConfirmedBy = Confirmation::Racecheck,
    .Edit = EditEffect::InsertsBarrier};

} // namespace memlint
