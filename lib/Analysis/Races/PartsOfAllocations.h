//===- PartsOfAllocations.h - Arrays within one allocation ------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Arrays that a launch passes as parts of one allocation. Internal to the race analysis.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_ANALYSIS_RACES_PARTSOFALLOCATIONS_H
#define CUDA_MEMLINT_LIB_ANALYSIS_RACES_PARTSOFALLOCATIONS_H

#include "PlacedSite.h"

#include "cuda-memlint/Analysis/Races/CriticalSections.h"
#include "cuda-memlint/Analysis/Races/WaitingLoops.h"

#include <map>
#include <memory>

namespace memlint {

/// Two pointers lead to different positions in one allocation: to parts of it. What data choose
/// by the one is in its part.
bool areParts(const MemoryObject &One, const MemoryObject &Other, const LaunchContext &Launch);

/// A kernel in which all reads of one entry give one value if the kernel writes the array by no
/// other pointer than one to another part of the same allocation. That does not prove anything,
/// since it is not known where a part ends.
class PartsOfAllocations {
public:
  /// \p Equal: by leaf, the one that it is taken for. \p Of outlives this.
  PartsOfAllocations(const RaceSetting &Of, llvm::DenseMap<ExprRef, ExprRef> Equal);

  const RaceSetting &setting() const { return Setting; }
  const WaitingLoops &waiting() const { return Waiting; }
  const CriticalSections &sections() const { return Sections; }
  /// \p Site, which outlives this, as it is in that kernel: one for each.
  const Access &with(const Access &Site);

private:
  static KernelProgram copyOf(const RaceSetting &Of, Substitution &Reads,
                              const llvm::DenseMap<ExprRef, ExprRef> &Equal);

  llvm::DenseMap<ExprRef, ExprRef> Equal;
  Substitution Reads;
  KernelProgram Kernel;
  RaceSetting Setting;
  WaitingLoops Waiting;
  CriticalSections Sections;
  std::map<const Access *, Access> Known;
};

/// Null: the kernel reads no such entry twice.
std::unique_ptr<PartsOfAllocations> findParts(const RaceSetting &Setting);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_ANALYSIS_RACES_PARTSOFALLOCATIONS_H
