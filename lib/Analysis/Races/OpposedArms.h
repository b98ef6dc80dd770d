//===- OpposedArms.h - Barriers in both arms of a condition -----*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Threads in the two arms of a condition may meet at the barriers in them, one for one, so
/// that what comes after a barrier in one arm goes on beside what comes after one in the
/// other, and beside what comes behind both. Internal to the race analysis.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_ANALYSIS_RACES_OPPOSEDARMS_H
#define CUDA_MEMLINT_LIB_ANALYSIS_RACES_OPPOSEDARMS_H

#include "AlternativeBarriers.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <optional>

namespace memlint {

enum class ArmOrder : uint8_t {
  NotOpposed, ///< no two arms that both have barriers keep them apart
  SamePhase,  ///< no barrier of the two arms orders them
  OtherPhase, ///< one does
  Unknown
};

/// Both are in loops of their arms that run equally often.
struct LoopsOfArms {
  unsigned First = 0, Second = 0;
  /// They may happen at once where the second thread is so many iterations ahead, in any iteration
  /// or in some.
  llvm::SmallVector<int64_t, 4> Ahead;
  bool InAnyIteration = true;
};

struct OpposedArms {
  ArmOrder Order = ArmOrder::NotOpposed;
  /// Unless NotOpposed: the barriers in both arms.
  llvm::SmallVector<unsigned, 4> Barriers;
  /// SamePhase: in which iterations; empty: they are in no loop of an arm.
  std::optional<LoopsOfArms> InLoops;
};

/// Barriers under conditions, by number.
struct GuardedBarriers {
  llvm::DenseMap<ExprRef, llvm::SmallVector<unsigned, 4>> ByGuard;
  std::vector<AlternativeBarriers> Alternatives;
};
GuardedBarriers findGuardedBarriers(const RaceSetting &Setting);

/// All threads in the arm where \p Guard holds come to the barriers \p Here, and those in the other
/// arm to as many of the same kinds, \p There, one for one.
bool areMatchedArms(const RaceSetting &Setting, ExprRef Guard, llvm::SmallVector<unsigned, 4> Here,
                    llvm::SmallVector<unsigned, 4> There);

/// What barriers are for the two threads that are looked at.
struct CountedBarriers {
  /// It may hold them back for each other; it does.
  llvm::function_ref<bool(unsigned Barrier)> Counts, IsSure;
};

/// Compares \p First and \p Second where one needs a condition on the thread that the other
/// excludes, or does not need: then threads come to that by way of the other arm, too. \p Inside
/// are all barriers of the kernel; only those that count are looked at.
OpposedArms compareArms(const RaceSetting &Setting, const GuardedBarriers &Inside,
                        const Access &First, const Access &Second, const CountedBarriers &Of);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_ANALYSIS_RACES_OPPOSEDARMS_H
