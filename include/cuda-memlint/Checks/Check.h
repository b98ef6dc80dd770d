//===- Check.h - A check, and the table of all of them ----------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A check is a pure function from what is known of a kernel to findings. Each
/// lives in one file of lib/Checks and has one line in lib/Checks/Checks.def and
/// one page in docs/checks.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_CHECKS_CHECK_H
#define CUDA_MEMLINT_CHECKS_CHECK_H

#include "cuda-memlint/Model/Finding.h"
#include "cuda-memlint/Target/TargetModel.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <vector>

namespace memlint {

class ExprContext;
struct KernelAnalysis;

/// One check. Names never change once released.
struct Check {
  /// "cuda-" and what is wrong.
  llvm::StringLiteral Name;
  /// One line, as --list-checks shows it.
  llvm::StringLiteral Summary;
  /// The level of its findings, where nothing speaks for a lower one.
  FindingLevel Level;
  /// What its findings are about.
  FindingSubject Subject;
  /// Appends the findings on one kernel whose verdicts are filled, without Subject. Reads nothing
  /// else, prints nothing; the expressions of the kernel belong to the context.
  void (*Run)(const KernelAnalysis &Kernel, const TargetModel &Target, ExprContext &Expressions,
              std::vector<Finding> &Findings);
  /// It reads KernelAnalysis::Races.
  bool ReadsRaces = false;

  /// The page that explains it, from the root of the documentation.
  std::string page() const { return ("checks/" + Name + ".md").str(); }
};

/// All checks, by name.
llvm::ArrayRef<const Check *> allChecks();

/// Picks checks by a comma-separated list of globs, read from left to right:
/// `cuda-shared-*` adds those that match, `-cuda-shared-*` takes them away. All
/// checks are on at the start, so that a list which names only what it wants
/// begins with `-*`. Fails when a glob is malformed or matches no check.
llvm::Expected<std::vector<const Check *>> selectChecks(llvm::StringRef Globs);

} // namespace memlint

#endif // CUDA_MEMLINT_CHECKS_CHECK_H
