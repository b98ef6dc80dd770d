//===- KernelAnalysis.h - What is known of a kernel -------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A kernel with its launches, verdicts and findings.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_MODEL_KERNELANALYSIS_H
#define CUDA_MEMLINT_MODEL_KERNELANALYSIS_H

#include "cuda-memlint/Model/AccessCost.h"
#include "cuda-memlint/Model/Finding.h"
#include "cuda-memlint/Model/HostFault.h"
#include "cuda-memlint/Model/LaunchContext.h"
#include "cuda-memlint/Model/MemoryProgram.h"
#include "cuda-memlint/Model/RaceReport.h"

#include <memory>
#include <string>
#include <vector>

namespace memlint {

struct KernelSignature;

/// One access in one launch.
struct AccessVerdict {
  unsigned Launch = 0; ///< index into KernelAnalysis::Launches
  AccessCost Cost;
};

/// All that is known of one kernel: what reports are views of.
struct KernelAnalysis {
  KernelProgram Program;
  /// What was made up for there to be a kernel at all, such as the arguments of a
  /// template, in words: no verdict is more than assumed. Empty: nothing.
  std::string Assumption;
  std::vector<LaunchContext> Launches;
  /// Its file launches other kernels or has a main, and does not name this one; or a header defines
  /// it, and neither the file with the main nor its headers name it again.
  bool IsNeverNamed = false;
  /// It launches itself on the device, or a kernel that leads back to it does.
  bool LaunchesItself = false;
  /// A launch that the source writes while none of Launches is a launch of the source, in a
  /// template that nothing instantiates or in code that does not compile; else without a line.
  SourcePosition UnfollowedLaunch;
  /// Host code asks for banks of 8 bytes for it, and the device has them.
  bool HasWideBanks = false;
  /// By access, then in the order of Launches.
  std::vector<std::vector<AccessVerdict>> Verdicts;
  /// In the order of Launches.
  std::vector<RaceReport> Races;
  /// The short budget of DriverOptions::ShortRaces was too small for them.
  bool RacesDeferred = false;
  /// Races and divergent barriers that depend on what is not known are found, too.
  bool PossibleRaces = false;
  /// What the configuration allows it to cost.
  std::vector<KernelBudget> Budgets;
  /// Faults of the host code of its file that its accesses decide on, see needsKernel(); others are
  /// in FileFacts.
  std::vector<HostFault> HostFaults;
  std::vector<Finding> Findings;
  /// Those on lines that were not asked for: no report has them, but what they cost has a reason.
  std::vector<Finding> FindingsElsewhere;
  /// How a generated main calls it; null where none was to be made.
  std::shared_ptr<const KernelSignature> Signature;
};

} // namespace memlint

#endif // CUDA_MEMLINT_MODEL_KERNELANALYSIS_H
