//===- LoopMotion.h - Accesses moved out of a loop ------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_ANALYSIS_ALIASING_LOOPMOTION_H
#define CUDA_MEMLINT_ANALYSIS_ALIASING_LOOPMOTION_H

#include "cuda-memlint/Model/AccessCost.h"
#include "cuda-memlint/Model/MemoryProgram.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

#include <map>
#include <memory>
#include <optional>

namespace memlint {

class LoopCycles;
struct LoopCycle;

/// An access as compilers make it outside of loops.
struct PromotedAccess {
  Access Once;
  /// Compilers may move it out of the loop that is left around it, too: so often is the most.
  bool IsMost = false;
  /// A load whose store stays in the loop. Where compilers make several copies of the body and the
  /// number of iterations is not a multiple of that, it is loaded again before the rest of them.
  const Loop *StoredIn = nullptr;
};

/// What the access \p Moved costs, which costs \p Once by itself, and \p EachTime in the iterations
/// that it is moved out of; whether that is the most.
struct PromotedCost {
  PromotedCost(const PromotedAccess &Moved, AccessCost Once, const AccessCost &EachTime);

  AccessCost Cost;
  bool IsMost;
};

/// Accesses of a kernel, which outlives this, that compilers move out of a loop: loads before it
/// (loop-invariant code motion), and with them stores behind it (scalar promotion). What the
/// accesses of one loop need is computed once. \p Expressions must own the kernel's expressions.
class LoopMotion {
public:
  LoopMotion(ExprContext &Expressions, const KernelProgram &Kernel);
  ~LoopMotion();

  /// \p Site outside of the innermost loop around it, where compilers make it once for all
  /// iterations: each of these makes it, at one address, whatever way it takes. Of a load, nothing
  /// in the loop may change what is there, but for stores of each iteration to the same bytes: what
  /// they store stays in a register. A store is made once if nothing else in the loop may access
  /// its bytes. It is moved out of further loops as long as the one inside is entered in each
  /// iteration, whatever the arguments are. As with forwarded loads, this is what nvcc does at
  /// `-O3`; nothing where that is not certain.
  std::optional<PromotedAccess> find(const Access &Site);

  /// Whether compilers may make \p Site less often than once in each iteration of the loops that
  /// are left around it. They may know its bytes from an iteration before: as many copies of a body
  /// as they make share a register, and a condition that stays the same is tested outside of the
  /// loop.
  /// \p Found is what find() makes of \p Site.
  bool mayBeFewer(const Access &Site, const std::optional<PromotedAccess> &Found);

private:
  /// Null: the loop has no head.
  const LoopCycle *cycleOf(unsigned Loop);
  /// Whether \p Passed keeps compilers from moving \p Site out of the loop with \p Body.
  bool keepsInPlace(const Node &Passed, const LoopCycle &Body, const Access &Site);
  /// \p Site as the first iteration of \p Around makes it; nothing if its conditions change in the
  /// loop.
  std::optional<Access> inFirstIteration(const Access &Site, const Loop &Around);

  /// Whether compilers move something out of a loop.
  enum class Motion : uint8_t { Stays, Moves, Unclear };
  /// Whether \p Site is one of those that find() and mayBeFewer() are about.
  bool isMovable(const Access &Site) const;
  /// Whether \p Load reads what one of the few iterations before has loaded or stored, with nothing
  /// between that may change it.
  bool mayKeepValue(const Access &Load);
  /// Whether \p Site comes to an address again in other iterations of \p Around, which is around
  /// it, and nothing in there keeps its bytes from staying in a register.
  bool mayStayInRegister(const Access &Site, const Loop &Around);
  /// Whether \p Other is to the same array, as far from \p Site as compilers know for each two
  /// iterations of short loops: to the same bytes, or to others.
  bool isAtKnownDistance(const Access &Other, const Access &Site) const;
  /// Whether the loops around \p Site do, outside of the innermost ones, access its bytes: the
  /// first iteration may take the value from there.
  bool isAccessedBefore(const Access &Site);
  /// Whether \p By, in a loop around that of \p Store, stores to the same bytes in each iteration.
  bool isOverwritten(const Access &Store, const Access &By) const;
  /// Whether a store of the loop of \p Site is overwritten, or \p Site does so: compilers may leave
  /// out the iterations whose result nobody reads.
  bool mayBeOverwritten(const Access &Site);
  struct Overwriting {
    const Access *Store, *By;
  };
  llvm::ArrayRef<Overwriting> overwritings();
  /// Whether they enter \p Inner in each iteration of \p Outer, as the conditions of an access \p
  /// Inside say.
  Motion entersEachTime(const Loop &Inner, const Loop &Outer, const Access &Inside);
  /// What \p Kept, accesses of the innermost loop to the same bytes, which leave \p Inner, do in
  /// \p Outer, the loop around that. \p Inside is one of them as it is made in Inner.
  Motion motionOutOf(const Loop &Inner, const Loop &Outer, const Access &Inside,
                     llvm::ArrayRef<const Access *> Kept);
  /// The accesses of the loop of \p Site to its bytes, which share a register.
  llvm::SmallVector<const Access *, 4> sharingRegister(const Access &Site);
  llvm::ArrayRef<const Access *> accessesAt(ExprRef Offset);
  /// \p Once, which is \p Site outside of its innermost loop, outside of as many as it leaves.
  PromotedAccess outOfFurtherLoops(const Access &Site, Access Once);

  ExprContext &Expressions;
  const KernelProgram &Kernel;
  std::unique_ptr<LoopCycles> Ways;
  std::map<unsigned, std::optional<LoopCycle>> Cycles;
  /// Found when they are first asked for, both.
  llvm::DenseMap<ExprRef, std::vector<const Access *>> ByOffset;
  std::optional<std::vector<Overwriting>> Overwritings;
};

} // namespace memlint

#endif // CUDA_MEMLINT_ANALYSIS_ALIASING_LOOPMOTION_H
