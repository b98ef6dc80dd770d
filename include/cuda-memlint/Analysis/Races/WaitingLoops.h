//===- WaitingLoops.h - Loops that other threads end ------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which loops wait for what another thread writes, and for what: a flag, or a lock. Loops that
/// end by what their own thread does wait for nobody, whatever they read. Nor do those wait for a
/// thread of their own block that all of its threads go round together, from barrier to barrier.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_ANALYSIS_RACES_WAITINGLOOPS_H
#define CUDA_MEMLINT_ANALYSIS_RACES_WAITINGLOOPS_H

#include "cuda-memlint/Model/MemoryProgram.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace memlint {

enum class LoopWait : uint8_t {
  None,  ///< ends by itself: counts, follows a list, fetches work
  Retry, ///< swaps again, since another thread's swap came first: each time one of them succeeds
  Flag,  ///< until another thread writes what is waited for
  Lock   ///< until an atomic that takes what is free has found it free
};

/// The accesses of a kernel by what they give.
class AccessesByResult {
public:
  explicit AccessesByResult(const KernelProgram &Kernel);
  /// Null: \p Leaf is not what an access gives.
  const Access *operator[](ExprRef Leaf) const { return ByLeaf.lookup(Leaf); }

private:
  llvm::DenseMap<ExprRef, const Access *> ByLeaf;
};

/// \p Condition is as \p Holds says only where \p Swap, which writes a constant, has found another
/// one.
bool findsOther(ExprRef Condition, const Access &Swap, bool Holds);

/// The number that \p Equal compares what \p Site gives with, if it does only that; else null.
ExprRef comparedWith(ExprRef Equal, const Access &Site);

/// What each loop of a kernel waits for.
class WaitingLoops {
public:
  WaitingLoops(ExprContext &Context, const KernelProgram &Kernel);

  struct Wait {
    LoopWait Kind = LoopWait::None;
    /// The access that observes the others; null: it is not known which one does.
    const Access *Polls = nullptr;
    /// The node of the loop's head: the body and what comes behind have larger numbers.
    unsigned Head = 0;
    /// It ends after a number of tries, too, whatever it has observed.
    bool MayGiveUp = false;

    /// It goes round until another thread has done something.
    bool waits() const { return Kind == LoopWait::Flag || Kind == LoopWait::Lock; }
  };

  /// By number of the loop.
  llvm::ArrayRef<Wait> all() const { return Waits; }
  const AccessesByResult &results() const { return Results; }

private:
  Wait classify(const Loop &Around) const;
  bool isRetry(const Loop &Around, ExprRef Exit, const Access &Swap) const;
  const Access *lockTakenIn(const Loop &Around) const;
  Wait classifyExit(const Loop &Around, ExprRef Exit) const;
  bool mayChange(const Loop &Around, const Access &Read) const;
  bool mayChangeAlone(const Loop &Around, ExprRef Leaf) const;
  bool mayComeFromOtherBlocks(const Loop &Around, ExprRef Root,
                              llvm::SmallDenseSet<unsigned> &Seen) const;
  bool seesOtherBlocks(const Loop &Around, const Access &Read) const;
  bool staysInRounds(const Loop &Around, ExprRef Root) const;
  bool isStepOfWork(const Loop &Around, const Access &Site) const;
  int64_t stepOf(const Loop &Around, ExprRef Start) const;
  bool isReachedByCounting(const Loop &Around, ExprRef Condition) const;
  bool endsByItself(const Loop &Around) const;

  ExprContext &Context;
  const KernelProgram &Kernel;
  AccessesByResult Results;
  std::vector<Wait> Waits;
};

/// Loop \p Number of \p Kernel waits for another thread.
bool mayWaitForOthers(ExprContext &Context, const KernelProgram &Kernel, unsigned Number);

} // namespace memlint

#endif // CUDA_MEMLINT_ANALYSIS_RACES_WAITINGLOOPS_H
