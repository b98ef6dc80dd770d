//===- AccessEvaluator.h - One access in one launch -------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What is known while the cost of one access in one launch is worked out.
/// AccessCost.cpp has the steps, the other files one step each.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_ANALYSIS_COST_ACCESSEVALUATOR_H
#define CUDA_MEMLINT_LIB_ANALYSIS_COST_ACCESSEVALUATOR_H

#include "cuda-memlint/Analysis/Cost/LaunchRelations.h"
#include "cuda-memlint/Analysis/Cost/RequestFormula.h"
#include "cuda-memlint/Model/AccessCost.h"
#include "cuda-memlint/Model/LaunchContext.h"
#include "cuda-memlint/Model/MemoryProgram.h"
#include "cuda-memlint/Target/CommonLimits.h"
#include "cuda-memlint/Target/TargetModel.h"

#include "Facts.h"
#include "Iterations.h"
#include "RequestSpace.h"
#include "Unknowns.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace memlint {

/// Multipliers that a scaled part of an address is tried with.
struct ScaleChoice {
  llvm::SmallVector<int64_t, 2> Values;
};

/// Adds \p New unless it is there.
template <typename T> void addOnce(std::vector<T> &List, const std::type_identity_t<T> &New) {
  if (!llvm::is_contained(List, New))
    List.push_back(New);
}

class AccessEvaluator {
public:
  AccessEvaluator(ExprContext &Context, const KernelProgram &Kernel, const Access &Site,
                  const LaunchContext &Launch, const TargetModel &Target, uint64_t Budget)
      : Context(Context), Kernel(Kernel), Site(Site), Launch(Launch), Target(Target),
        Budget(Budget), Shift(invariantShift(Target, Site.Space)) {}

  AccessCost run();
  /// What the result was counted with.
  std::optional<RequestFormula> formula() const;

private:
  void enterLoops();
  void noteLoops();
  AccessCost &unknown(UnknownCost Reason);

  bool checkPreconditions();
  std::optional<uint64_t> excessiveGridExtent() const;
  bool isValidBlock();

  ExprRef builtin(LeafKind Kind, uint8_t Dimension, Uniformity Varies, llvm::StringRef Name,
                  int64_t Highest);
  void specialiseBuiltins();
  void replaceByCongruence(ExprRef Parameter, Congruence Class);
  void relateParameters();
  void noteUnknownGrid();
  void addDimension(ExprRef Leaf, Interval Range, bool Counted);
  ExprRef replacement(ExprRef Leaf);
  ExprRef specialise(ExprRef Root);
  const Access *loadOf(ExprRef Leaf) const;
  bool mayBeWritten(const Access &Load) const;
  ExprRef warpUniformLoad(ExprRef Leaf);

  static UnknownQuantity tripCountOf(const Loop &Around);
  void enterLoop(const Loop &Inner);
  ExprRef narrowCounter(ExprRef Counter, Interval Range);
  void addStillInLoop(ExprRef Exit, ExprRef OldCounter, ExprRef Counter);
  bool isGuardedBy(ExprRef Condition);
  void noteUnknownExit(ExprRef Exit, const Loop &Around);

  void noteUnknowns(ExprRef Root);
  bool neverPasses();
  AccessCost &neverExecuted();
  void sortGuards();
  std::string conditionText(ExprRef Condition);
  void sortGuard(ExprRef Guard, ExprRef Written);
  void splitBounds(ExprRef Guard, llvm::SmallVectorImpl<ExprRef> &Parts);
  bool maySelectOneLane(ExprRef Guard) const;
  bool isPeriodic(ExprRef Guard);
  void declareDimensions(RequestSpace &Space);

  struct BaseAlignment {
    uint64_t Bytes;
    uint64_t Residue;
  };

  BaseAlignment baseAlignment(unsigned Object) const;

  /// Steps between values that the unknown rest of the address can have modulo
  /// the shift that costs nothing, and the least of them.
  struct Residues {
    uint64_t First = 0;
    uint64_t Step = 1;
  };

  void evaluateAddress();
  bool splitDividend(ExprRef Dividend, ExprRef &Known, ExprRef &Unknown);
  bool splitXor(ExprRef Node, ExprRef &Known, ExprRef &Unknown);
  ExprRef sameForResidues(ExprRef Number, int64_t Longest,
                          llvm::function_ref<ExprRef(int64_t)> WithResidue);
  ExprRef settleRings(ExprRef Offset);
  bool staysInUnits(const Congruence &Rest, int64_t Times) const;
  ExprRef settlePermutations(ExprRef Offset);
  ExprRef settleResidues(ExprRef Offset);
  ExprRef linearThread() const;
  ExprRef worstBanks(ExprRef Offset) const;
  void boundCost(ExprRef Offset, ExprRef Obstacle);
  ExprRef standInFor(ExprRef Written, Congruence Modulus);
  ExprRef multipleNear(ExprRef Sum);
  ExprRef takeResidues(SplitAddress &Split);
  ExprRef asWritten(ExprRef Value);
  std::string textOf(ExprRef Value);
  UnknownScale scaleOf(ExprRef Scale, int64_t Example);
  void moveWarpUniformParts(SplitAddress &Split);
  bool isWarpUniform(ExprRef Value);
  int64_t spanInWarps(ExprRef Value);
  bool liesNearBy(ExprRef Elements) const;
  void evaluateFarApart(SplitAddress &Split, ExprRef Known, BaseAlignment Base);
  ExprRef withoutWholeLengths(ExprRef Rest);
  ExprRef withoutMultiplesOf(const SplitAddress &Split);
  Residues possibleResidues(ExprRef Rest, BaseAlignment Base) const;
  bool isAligned(ExprRef Known, uint64_t Residue) const;
  void evaluateResidues(ExprRef Known, ExprRef Rest, BaseAlignment Base);
  static bool sameCosts(const RequestTally &Left, const RequestTally &Right);
  static bool changesByIteration(ExprRef Rest);
  static bool costsAlike(const RequestTally &Tally);
  ExprRef lengthOf(ExprRef Length, ExprRef Cofactor);
  std::vector<std::string> rowLengths(llvm::ArrayRef<ScaledPart> Parts);
  std::vector<std::pair<std::string, std::string>>
  rowsNearMultiples(llvm::ArrayRef<ScaledPart> Parts);
  void assumeAligned(ExprRef Rest, uint64_t Residue);
  /// A sum of unknowns that a rest has multiples of.
  struct UnknownSum {
    ExprRef Sum;
    /// Bytes for each.
    uint64_t Stride;
    /// The same number of them for all blocks and iterations, as of where a matrix starts.
    bool IsOfStart;
    /// Its factor in the rest.
    ExprRef Times;
  };
  llvm::SmallVector<UnknownSum, 4> sumsIn(ExprRef Rest);
  llvm::SmallVector<UnknownSum, 4> unknownSums(ExprRef Rest);
  void takeWholeLengths(SplitAddress &Split);
  ExprRef lengthBeside(llvm::ArrayRef<ScaledPart> Parts, ExprRef Cofactor);
  void takeWholeDistances(SplitAddress &Split);
  static void reduceStart(ExprContext &Context, llvm::MutableArrayRef<UnknownSum> Sums);
  void noteUnaligned(llvm::ArrayRef<RequestTally> Tallies, ExprRef Rest, size_t AssumedBefore);
  void evaluateShared(SplitAddress &Split, ExprRef Known, BaseAlignment Base);
  ExprRef offsetWithChoices(const SplitAddress &Split, ExprRef Known,
                            llvm::ArrayRef<ScaleChoice> Choices);
  void assumeDistinctRows(const SplitAddress &Split);
  ScaleChoice sharedChoices(const ScaledPart &Part, unsigned Number) const;

  bool sharesSectors() const;
  RequestForm countedForm() const;
  RequestTally tally(ExprRef Offset);
  MissingTotals whyNoTotals() const;
  void adopt(const RequestTally &Tally);
  void finish();
  uint32_t costIfAligned() const;
  bool isPaidByLane(const RequestTally &Tally) const;
  CostUnit globalUnit() const;
  void assumeAnyLanes();

  /// Residue classes that are tried one by one.
  static constexpr uint64_t MostClasses = 4096;
  /// Different unknown factors of lane-varying parts; more would overflow.
  static constexpr size_t MostScales = 3;

  ExprContext &Context;
  const KernelProgram &Kernel;
  const Access &Site;
  const LaunchContext &Launch;
  const TargetModel &Target;
  uint64_t Budget;
  uint64_t Shift;

  BlockShape Block;
  std::array<ExprRef, 3> Threads = {};
  std::array<ExprRef, 3> Blocks = {};
  llvm::DenseMap<ExprRef, ExprRef> Replaced;
  /// What warpUniformLoad() gave, since the last loop was entered.
  llvm::DenseMap<ExprRef, ExprRef> UniformLoads;
  /// Multiples of powers of two that stand in the address, in terms of the arguments: `first - 2`
  /// for a `first` that is 2 modulo 4.
  llvm::DenseMap<ExprRef, ExprRef> Multiples;
  /// Those of them that stand for an argument with what is added to a difference of arguments, as
  /// the length of rows is: `last + 1` in `(last + 1 - first) * threadIdx.y`. And those lengths.
  llvm::SmallVector<ExprRef, 2> LongerScales;
  llvm::SmallVector<ExprRef, 2> WholeLengths;
  LaunchRelations Relations;
  llvm::SmallVector<CountedLeaf, 8> Dimensions;
  KnownLeaves Leaves;
  llvm::SmallVector<std::pair<ExprRef, llvm::SmallVector<ExprRef, 4>>, 2> Sequential;
  llvm::SmallVector<ExprRef, 4> LoopConditions;
  llvm::SmallVector<ExprRef, 4> StillInLoop;
  llvm::SmallVector<ExprRef, 4> Guards;
  /// Those that all threads are assumed to satisfy.
  llvm::SmallVector<ExprRef, 4> Passed;
  /// What totals would need.
  std::vector<UnknownQuantity> MissingForTotals;
  bool IsOverBudget = false;
  /// The sums over all requests do not fit their integers.
  bool AreTooMany = false;
  /// How far the warps of a block are apart in memory is known.
  bool HasWarpDistances = false;
  /// A guard that is not known may be the choice of one lane.
  bool OneLaneMayPass = false;
  AccessCost Result;

  /// The address that the result was counted with, and the values of Dimensions at the costliest
  /// request.
  struct CountedAddress {
    ExprRef Offset = nullptr;
    llvm::SmallVector<int64_t, 8> WorstPoint;
  };
  std::optional<CountedAddress> Counted;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_ANALYSIS_COST_ACCESSEVALUATOR_H
