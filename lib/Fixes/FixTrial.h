//===- FixTrial.h - Edits tried on a copy -----------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_FIXES_FIXTRIAL_H
#define CUDA_MEMLINT_LIB_FIXES_FIXTRIAL_H

#include "FileGroups.h"
#include "FindingComparison.h"
#include "FixCandidates.h"

#include "cuda-memlint/Driver/Driver.h"
#include "cuda-memlint/Model/FileAnalysis.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace memlint {

/// The outcome of analysing a file with edits.
struct TrialResult {
  /// As findFault() says it; empty: none.
  std::string Fault;
  /// The files of the group, analysed with the edits.
  std::vector<FileAnalysis> After;
};

/// Analyses files again, as if edits had been made. Its methods may be called by several threads;
/// the findings of the files must not change meanwhile.
class FixTrials {
public:
  /// All of these live longer.
  FixTrials(llvm::ArrayRef<FileAnalysis> Files, const DriverOptions &Options, FileTexts &Texts,
            llvm::ArrayRef<FixCandidate> Candidates);

  size_t groupOf(const FixCandidate &Candidate) const {
    return Groups.groupOf(Candidate.Findings.front().File);
  }
  llvm::ArrayRef<size_t> members(size_t Group) const { return Groups.members(Group); }

  /// Candidates of one group, whose edits are not in conflict, together.
  TrialResult run(llvm::ArrayRef<const FixCandidate *> Together) const;

  /// The texts that they make of the files that they change.
  EditedTexts edit(llvm::ArrayRef<const FixCandidate *> Together) const;
  /// The text of a file that a candidate changes.
  llvm::StringRef textOf(const std::string &Path) const { return *Texts.at(Path); }
  /// Puts the texts that they make where the files are read from.
  void overlay(llvm::ArrayRef<const FixCandidate *> Together, FrontendOptions &Frontend) const;

private:
  llvm::ArrayRef<FileAnalysis> Files;
  DriverOptions Options;
  FileGroups Groups;
  /// By file that is edited, without links: its text, and its spellings.
  std::map<std::string, const std::string *> Texts;
  std::map<std::string, std::set<std::string>> Spellings;
};

/// Calls \p Do with 0 … \p Count - 1, \p Threads (0: as many as the machine runs) at a time.
void inParallel(size_t Count, unsigned Threads, llvm::function_ref<void(size_t)> Do);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_FIXES_FIXTRIAL_H
