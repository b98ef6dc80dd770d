//===- ExcessFinding.h - Findings about accesses that cost too much ---*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the checks of cost have in common: which launches show an excess, which
/// of them the message speaks of, how sure that is, and the notes that say so.
///
/// When to speak. An access is at fault in a launch when its verdict is proved
/// or assumed, it costs more than its ideal, and no unknown guard that varies by lane decides its
/// lanes, unless any two of them would cost more than theirs (AccessCost::HoldsForAnyLanes). One
/// launch at fault makes a warning, except where the block shape of every launch at fault is a
/// guess and another guess shows no fault: then the source gives no reason to believe the one
/// rather than the other, and since a false alarm costs more than a miss, it is a remark. So it is
/// where the arguments of a template are guesses, and where other loads use the same sectors.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_CHECKS_EXCESSFINDING_H
#define CUDA_MEMLINT_LIB_CHECKS_EXCESSFINDING_H

#include "cuda-memlint/Analysis/Aliasing/LoopMotion.h"
#include "cuda-memlint/Analysis/Layout/Footprint.h"
#include "cuda-memlint/Analysis/Layout/JoinedFields.h"

#include "cuda-memlint/Checks/Check.h"
#include "cuda-memlint/Model/AccessCost.h"
#include "cuda-memlint/Model/MemoryProgram.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <map>
#include <optional>

namespace memlint {

struct AccessVerdict;
struct KernelAnalysis;

/// One access that costs more than its ideal in at least one launch.
struct Excess {
  /// The launch with the largest ratio of cost to ideal.
  const AccessVerdict *Worst = nullptr;
  /// The other launches with a known verdict, in order, at fault or not.
  llvm::SmallVector<const AccessVerdict *> Others;
  FindingLevel Level = FindingLevel::Warning;
  /// What compilers make of the access and its neighbours, where that is one access,
  /// and what its worst request costs, still more than its ideal.
  std::optional<JoinedAccess> Joined;
  RequestCost JoinedCost;
  /// The loop that compilers move the access out of, to make it once for all iterations, and what
  /// it costs so in the launch of Worst.
  const Loop *MovedFrom = nullptr;
  std::optional<AccessCost> MovedCost;
  /// The loop around that one, if compilers may move the access out of it, too; else null.
  const Loop *MayMoveFrom = nullptr;
  /// Compilers may make fewer requests than are counted.
  bool IsMost = false;
  /// Loads, or stores, that use more of what the worst request fetches than it does by itself.
  std::optional<Footprint> Together;
  /// Stores that fill the sectors they touch, but are not combined: no byte is wasted, only
  /// requests.
  std::optional<Footprint> Filled;
  /// Another that uses some of what it fetches, where conditions hold. Null: none is known to.
  const Access *ConditionalUser = nullptr;

  /// All together they use what is fetched. In a long loop the cache may not keep it.
  bool wastesRequestsOnly() const;
};

/// What each access of a kernel costs too much: found once, and read by several checks.
class ExcessTable {
public:
  ExcessTable(ExprContext &Expressions, const KernelAnalysis &Kernel, const TargetModel &Target);

  /// Nothing if no launch shows \p Site at fault, or compilers join it with its neighbours to an
  /// access without fault. The level is a remark's, or a warning's for that of the check.
  const std::optional<Excess> &of(const Access &Site);

private:
  std::optional<Excess> find(const Access &Site);
  std::optional<Footprint> sharedFootprint(const Access &Site, const AccessVerdict &Verdict);
  std::optional<Footprint> filledSectors(const Access &Site, const AccessVerdict &Verdict);

  ExprContext &Expressions;
  const KernelAnalysis &Kernel;
  const TargetModel &Target;
  Footprints Shared;
  LoopMotion OutOfLoops;
  /// By access.
  std::map<unsigned, std::optional<Excess>> Known;
};

/// Where the lanes start is the only fault: the worst request would reach its
/// ideal if all its lanes were shifted together onto a sector boundary.
inline bool isOnlyMisaligned(const AccessCost &Cost) {
  return Cost.WorstCostIfAligned <= Cost.Worst.Ideal && Cost.Worst.Cost > Cost.Worst.Ideal;
}

/// What the requests of the worst launch cost: where the compiler makes one for all iterations, or
/// one of each few and all are alike, those that it makes.
AccessCost costOfRequests(const Excess &Fault);

/// Calls \p Report for each access to \p Space that \p In's table has an excess of.
void forEachExcess(const CheckRun &In, MemorySpace Space,
                   llvm::function_ref<void(const Access &Site, const Excess &Fault)> Report);

/// The cost of a request against its ideal, in parentheses: " (32 sectors per request, 4 needed;
/// 8.0x)". Where requests differ, those of the worst and of the mean: " (up to 6 sectors per
/// request, 4 needed; 4.5 on average; 1.13x)".
/// \p WithRatio is false where what precedes says the ratio.
std::string describeExcess(const AccessCost &Cost, llvm::StringRef Unit, bool WithRatio = true);

/// "load", "store", "atomic", "asynchronous copy".
llvm::StringRef describeAccess(AccessKind Kind);

/// What is to be said behind the distance of the lanes of the worst request where each iteration
/// has another one, as in `a[i * k]`; else empty.
llvm::StringRef strideByIteration(const CheckRun &In, const Access &Site, unsigned Launch);

/// How the lanes of the worst request lie in memory, as describeLanePattern() says it: "lanes are
/// 1024 B apart", "lanes are `n` * 4 B apart", or "lanes are a multiple of n * 4 B apart".
std::string describePattern(const CheckRun &In, const Access &Site, const Excess &Fault);

/// Reports \p Site, with notes on how it is known, for which launch, and what
/// the launch loses in total. The message is \p Subject, which ends with the name of the access,
/// and \p Predicate.
Finding &reportExcess(const CheckRun &In, const Access &Site, const Excess &Fault,
                      const llvm::Twine &Subject, const llvm::Twine &Predicate);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_CHECKS_EXCESSFINDING_H
