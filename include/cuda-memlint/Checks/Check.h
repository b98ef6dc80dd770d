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
/// one page in docs/checks. Nothing outside lib/Checks goes by a check's name.
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
struct Check;
struct FileAnalysis;
struct FileFacts;
struct KernelAnalysis;
struct KernelTables;

/// One kernel, whose verdicts are filled, and what one check finds in it. The check reads nothing
/// else and prints nothing.
struct CheckRun {
  const Check &Source;
  const KernelAnalysis &Kernel;
  const TargetModel &Target;
  /// Owns the kernel's expressions.
  ExprContext &Expressions;
  std::vector<Finding> &Findings;
  KernelTables &Tables;
  /// All that run on the kernel.
  llvm::ArrayRef<const Check *> Enabled;
  /// What is left to the check for trials of what would mend races of the kernel.
  uint64_t &StepsOfMends;
  /// What is left of the kernel for searches for threads that miss a barrier.
  uint64_t &StepsOfArrivals;

  /// Appends a finding of the check at its level. The reference holds until the next one.
  Finding &report(const SourcePosition &At, std::string Message) const;
};

/// The facts of one file, and what one check finds in them. The check reads nothing else and prints
/// nothing.
struct FileCheckRun {
  const Check &Source;
  const FileFacts &Facts;
  const TargetModel &Target;
  std::vector<Finding> &Findings;

  /// As CheckRun::report().
  Finding &report(const SourcePosition &At, std::string Message) const;
};

/// What shows, beside the source, whether a finding is right.
enum class Confirmation : uint8_t {
  None,
  Racecheck,     ///< compute-sanitizer's racecheck, if the accesses are to shared memory
  Unwatched,     ///< it is a race in effect, but no race detector watches for it
  Synccheck,     ///< compute-sanitizer's synccheck
  StackFrame,    ///< the stack frame of the kernel that ptxas reports
  GeneratedLoads ///< the loads that nvcc makes of the kernel with the fix and without
};

/// What the edits of a finding do, beside changing the text at their positions: whoever makes them
/// goes by it.
enum class EditEffect : uint8_t {
  None,
  Promises,       ///< something that all who call or launch the kernel have to keep
  EnlargesArray,  ///< of shared memory, whose bytes a launch may pass
  InsertsBarrier, ///< threads wait that have not waited
  MovesBarrier,   ///< to where all threads come, which may be where another one is missing
  RemovesBarrier  ///< what it seemed to order has been found to need no order
};

/// All that is to be known of one check. Names never change once released.
struct Check {
  /// "cuda-" and what is wrong.
  llvm::StringLiteral Name;
  /// One line, as --list-checks shows it.
  llvm::StringLiteral Summary;
  /// The level of its findings, where nothing speaks for a lower one.
  FindingLevel Level;
  /// What its findings are about.
  FindingSubject Subject;
  /// Reports the findings on one kernel. Null: a kernel has none.
  void (*Run)(const CheckRun &In) = nullptr;
  /// Reports the findings on one file. Null: a file has none by itself.
  void (*RunOnFile)(const FileCheckRun &In) = nullptr;
  /// It reads KernelAnalysis::Races.
  bool ReadsRaces = false;
  /// What its findings rest on, where one does not say otherwise.
  FindingBasis Basis = FindingBasis::Any;
  /// It reads KernelAnalysis::HostFaults or FileFacts::HostFaults.
  bool ReadsHostFaults = false;
  /// Takes back findings that do not hold for all kernels that have the code in common: other
  /// instantiations of a template, and the kernels of every file that includes it. Null: each
  /// finding holds by itself.
  void (*Agree)(llvm::MutableArrayRef<FileAnalysis> Files) = nullptr;
  Confirmation ConfirmedBy = Confirmation::None;
  EditEffect Edit = EditEffect::None;

  /// The page that explains it, from the root of the documentation.
  std::string page() const { return ("checks/" + Name + ".md").str(); }
};

/// All checks, by name.
llvm::ArrayRef<const Check *> allChecks();

/// The check whose finding \p Item is. Null: it has the name of none.
const Check *checkOf(const Finding &Item);

/// Of the check whose finding \p Item is.
Confirmation confirmationOf(const Finding &Item);
EditEffect editEffectOf(const Finding &Item);

/// Picks checks by a comma-separated list of globs, read from left to right:
/// `cuda-shared-*` adds those that match, `-cuda-shared-*` takes them away. All
/// checks are on at the start, so that a list which names only what it wants
/// begins with `-*`. Fails when a glob is malformed or matches no check.
llvm::Expected<std::vector<const Check *>> selectChecks(llvm::StringRef Globs);

} // namespace memlint

#endif // CUDA_MEMLINT_CHECKS_CHECK_H
