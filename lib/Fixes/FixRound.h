//===- FixRound.h - Candidates that are tried and chosen --------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_FIXES_FIXROUND_H
#define CUDA_MEMLINT_LIB_FIXES_FIXROUND_H

#include "FixTrial.h"

#include "cuda-memlint/Fixes/FixPlan.h"
#include "cuda-memlint/Model/FileAnalysis.h"

#include <chrono>
#include <map>
#include <mutex>

namespace memlint {

/// What was chosen for the files of one group.
struct GroupChoice {
  size_t Group = 0;
  /// By file and location.
  std::vector<const FixCandidate *> Chosen;
  /// The files of the group, with the edits.
  std::vector<FileAnalysis> After;
};

/// The edits that files ask for as they are now.
class FixRound {
public:
  /// All of these live longer. Only \p Active files are looked at.
  FixRound(llvm::MutableArrayRef<FileAnalysis> Files, const llvm::BitVector &Active,
           const DriverOptions &Options, const FixOptions &Settings);

  /// Tries each candidate, together with none about the same kernel, and withdraws those that do
  /// not hold.
  void offer();

  /// By group, of the candidates that \p Settings wants as many as work together. Of two in
  /// conflict the first is taken, and a barrier for a race waits until those that not all threads
  /// come to have been moved; if all that are left do not work together, each is added if it works
  /// with those before.
  std::vector<GroupChoice> choose() const;

  /// Adds the outcome of \p Choice to \p Plan: its fixes, and the new texts.
  void addTo(FixPlan &Plan, const GroupChoice &Choice) const;

  const FixTrials &trials() const { return Trials; }

private:
  bool isWanted(const FixCandidate &Candidate) const;
  /// All candidates, by index, in sets: those of one set are of one group, about different
  /// kernels, and not in conflict.
  std::vector<std::vector<size_t>> unrelatedCandidates() const;
  /// What is wrong with these edits, of one group; empty: nothing.
  std::string tryUnlessEnded(llvm::ArrayRef<const FixCandidate *> Together);
  bool mayMendToo(const FixCandidate &One, const FixCandidate &Other) const;
  void choose(GroupChoice &Choice) const;

  llvm::MutableArrayRef<FileAnalysis> Files;
  const FixOptions &Settings;
  FileTexts Texts;
  std::vector<FixCandidate> Candidates;
  FixTrials Trials;
  /// How long the trials of each group have taken, on all threads.
  std::mutex GuardOfSpent;
  std::map<size_t, std::chrono::steady_clock::duration> Spent;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_FIXES_FIXROUND_H
