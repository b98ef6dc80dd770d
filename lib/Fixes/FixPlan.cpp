//===- FixPlan.cpp - Edits of many findings, together ---------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Fixes/FixPlan.h"

#include "FixRound.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

FixPlan planFixes(MutableArrayRef<FileAnalysis> Files, const DriverOptions &Options,
                  const FixOptions &Settings) {
  BitVector All(unsigned(Files.size()), true);
  FixRound Round(Files, All, Options, Settings);
  FixPlan Plan;
  for (const GroupChoice &Choice : Round.choose())
    Round.addTo(Plan, Choice);
  return Plan;
}

FixPlan fixFiles(MutableArrayRef<FileAnalysis> Files, const DriverOptions &Options,
                 const FixOptions &Settings) {
  /// Fixes that were in conflict come one after the other; an end, should fixes make room for
  /// each other without one.
  constexpr unsigned MaximumRounds = 16;
  FixPlan Plan;
  DriverOptions Current = Options;
  BitVector Active(unsigned(Files.size()), true);
  for (unsigned Number = 0; Active.any(); ++Number) {
    FixRound Round(Files, Active, Current, Settings);
    Round.offer();
    if (Number == MaximumRounds)
      break;
    std::vector<GroupChoice> Choices = Round.choose();
    Active.reset();
    DriverOptions Next = Current;
    for (GroupChoice &Choice : Choices) {
      Round.addTo(Plan, Choice);
      Round.trials().overlay(Choice.Chosen, Next.Frontend);
    }
    for (GroupChoice &Choice : Choices)
      for (auto [File, After] : zip_equal(Round.trials().members(Choice.Group), Choice.After)) {
        Files[File] = std::move(After);
        Active.set(unsigned(File));
      }
    Current = std::move(Next);
    if (Settings.Suppress)
      Settings.Suppress(Files);
  }
  return Plan;
}

} // namespace memlint
