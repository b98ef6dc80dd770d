//===- CriticalSections.h - Where locks are held ----------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which locks are held at which nodes of a kernel: by the thread itself, or by one thread for the
/// others of its warp or block, between two barriers.
///
/// A lock is a location that an atomic takes where it finds it free, on the way that the branch on
/// its result leads to, or one at which a thread waits for the number that it has drawn from a
/// counter (a ticket). It is held until something else is written there. Two data-flow problems
/// over the control-flow graph say where it is held on all ways, and where on some.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_ANALYSIS_RACES_CRITICALSECTIONS_H
#define CUDA_MEMLINT_ANALYSIS_RACES_CRITICALSECTIONS_H

#include "cuda-memlint/Analysis/Races/WaitingLoops.h"

#include "llvm/ADT/BitVector.h"

namespace memlint {

/// For whom a lock is held.
enum class LockHolder : uint8_t { Nobody, Thread, Warp, Block };

/// One place where a lock is taken.
struct CriticalSection {
  /// What takes the lock or, of a ticket, sees that it is its turn.
  const Access *Acquire = nullptr;
  /// It waits for a number drawn from a counter.
  bool IsTicket = false;
  /// Only those who hold the lock write to its location, but for what sets it up before a barrier.
  bool IsKept = true;
  /// Writes to the same location that give the lock back.
  std::vector<const Access *> Releases;
  /// By node: held by the thread on all ways; on some way.
  llvm::BitVector Held, MayBeHeld;
  /// By node: held by a thread that the acquire's conditions on indices hold for, on all its ways.
  llvm::BitVector HeldByLeader;
  /// By node: another thread of the warp or of the block holds it from the barrier before to the
  /// one behind.
  llvm::BitVector HeldForWarp, HeldForBlock;
};

class CriticalSections {
public:
  CriticalSections(ExprContext &Context, const KernelProgram &Kernel, const WaitingLoops &Waiting);

  llvm::ArrayRef<CriticalSection> all() const { return Sections; }
  /// Who holds the lock of \p Section wherever a thread comes to \p At.
  LockHolder holderAt(const CriticalSection &Section, const Site &At) const;
  /// No thread holds the lock of \p Section at \p At, for itself or for others.
  bool isOutside(const CriticalSection &Section, const Site &At) const;
  /// What must hold of a thread's indices for it to take the lock of \p Section.
  std::vector<ExprRef> leaderConditions(const CriticalSection &Section) const;
  /// It takes a kept lock or gives one back.
  bool isLockWord(const Access &Site) const;
  /// Something in the kernel may write to the lock's location, besides what takes it.
  bool mayBeGivenBack(const CriticalSection &Section) const;
  /// Nothing gives back what \p Section begins with: one thread takes it once and for all, and who
  /// has not tried meets it anywhere.
  bool isClaim(const CriticalSection &Section) const;
  /// Loop number \p Loop waits for a lock that one of the sections begins with.
  bool waitsForLock(unsigned Loop) const;
  /// It ends without the lock, too, after some number of tries.
  bool countsTries(unsigned Loop) const {
    const WaitingLoops::Wait &Wait = Waiting.all()[Loop];
    return Wait.MayGiveUp || (Wait.Kind != LoopWait::Lock && !waitsForLock(Loop));
  }

private:
  void findLocks();
  void findTickets();
  void followLock(CriticalSection &Section);
  bool takes(const CriticalSection &Section, const Node &At, unsigned Successor) const;
  bool misses(const CriticalSection &Section, const Node &At, unsigned Successor) const;
  bool isLed(const CriticalSection &Section, const Site &At) const;
  llvm::BitVector solve(const CriticalSection &Section, bool OnAllWays, bool OfLeader) const;
  llvm::BitVector heldForOthers(const CriticalSection &Section, LockHolder For) const;
  bool isKept(const CriticalSection &Section) const;

  ExprContext &Context;
  const KernelProgram &Kernel;
  const WaitingLoops &Waiting;
  std::vector<CriticalSection> Sections;
};

} // namespace memlint

#endif // CUDA_MEMLINT_ANALYSIS_RACES_CRITICALSECTIONS_H
