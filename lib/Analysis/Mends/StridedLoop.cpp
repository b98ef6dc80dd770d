//===- StridedLoop.cpp - Neighbouring lanes take neighbouring elements ----===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MendTrials.h"

#include "cuda-memlint/Analysis/Cost/LaunchValues.h"
#include "cuda-memlint/Symbolic/Monotonicity.h"
#include "cuda-memlint/Symbolic/Rewriting.h"

#include "llvm/ADT/STLExtras.h"

#include <array>
#include <cstdlib>

using namespace llvm;

namespace memlint {

/// The coefficient of \p Leaf in \p Sum, where it is a term of its own.
static int64_t coefficientOf(ExprRef Sum, function_ref<bool(ExprRef)> IsLeaf) {
  for (const Term &Part : termsOf(Sum))
    if (Part.Factors.size() == 1 && IsLeaf(Part.Factors.front()))
      return Part.Coefficient;
  return 0;
}

static bool isIndex(ExprRef Leaf, LeafKind Kind) {
  return Leaf->isLeaf() && Leaf->leaf().Kind == Kind && Leaf->leaf().Dimension == 0;
}

static bool isRow(const LaunchContext &Launch) {
  return Launch.blockKnown() && Launch.gridKnown() && isAlongX(Launch);
}

bool isAlongX(const LaunchContext &Launch) {
  return all_of(std::array{1u, 2u}, [&](unsigned Dimension) {
    return Launch.Block[Dimension] == 1u && Launch.Grid[Dimension] == 1u;
  });
}

/// The number of a thread among those of all blocks, over the indices in \p Offset; null: it does
/// not mention them.
static ExprRef globalIndex(ExprContext &Expressions, ExprRef Offset, const LaunchContext &Launch) {
  ExprRef Thread = nullptr, Block = nullptr;
  forEachLeaf(Offset, [&](ExprRef Leaf) {
    if (isIndex(Leaf, LeafKind::ThreadIndex))
      Thread = Leaf;
    if (isIndex(Leaf, LeafKind::BlockIndex))
      Block = Leaf;
  });
  if (!Thread || (!Block && *Launch.Grid[0] != 1))
    return nullptr;
  if (!Block)
    return Thread;
  return Expressions.add(
      Thread, Expressions.multiply(Block, Expressions.constant(int64_t(*Launch.Block[0]))));
}

namespace {

/// A bound that is the smaller or the larger of two.
struct ClampedBound {
  bool IsMinimum;
  ExprRef First, Second;
};

} // namespace

/// \p Value as `min(a, b)` or `max(a, b)`, also as `b < a ? b : a`; nothing: it is neither.
static std::optional<ClampedBound> clampedBound(ExprContext &Expressions, ExprRef Value) {
  bool IsMinimum = Value->kind() == ExprKind::Minimum;
  if (IsMinimum || Value->kind() == ExprKind::Maximum)
    return ClampedBound{IsMinimum, Value->operands()[0], Value->operands()[1]};
  if (Value->kind() != ExprKind::Select || Value->operands()[0]->kind() != ExprKind::Less)
    return std::nullopt;
  ExprRef Less = Value->operands()[0], Then = Value->operands()[1], Else = Value->operands()[2];
  ExprRef Compared = Expressions.subtract(Less->operands()[1], Less->operands()[0]);
  // Of two equal bounds, it does not matter which is taken.
  auto IsTakenAbove = [&](ExprRef Difference) {
    ExprRef Beyond = Expressions.subtract(Compared, Difference);
    return Beyond->isConstant(0) || Beyond->isConstant(1);
  };
  if (IsTakenAbove(Expressions.subtract(Else, Then)))
    return ClampedBound{/*IsMinimum=*/true, Then, Else};
  if (IsTakenAbove(Expressions.subtract(Then, Else)))
    return ClampedBound{/*IsMinimum=*/false, Then, Else};
  return std::nullopt;
}

/// \p Condition with each comparison with a clamped bound, such as `i < min(end, n)`, as one with
/// either of the bounds.
static ExprRef separateBounds(ExprContext &Expressions, ExprRef Condition) {
  return rewrite(Expressions, Condition, [&](ExprRef Node) -> ExprRef {
    if (Node->kind() != ExprKind::Less)
      return nullptr;
    ExprRef Difference = Expressions.subtract(Node->operands()[1], Node->operands()[0]);
    for (const Term &Part : termsOf(Difference)) {
      if (Part.Factors.size() != 1 || std::abs(Part.Coefficient) != 1)
        continue;
      ExprRef Value = Part.Factors.front();
      std::optional<ClampedBound> Clamped = clampedBound(Expressions, Value);
      if (!Clamped)
        continue;
      auto IsBelow = [&](ExprRef Bound) {
        ExprRef Change = Expressions.subtract(Bound, Value);
        ExprRef Other = Expressions.add(
            Difference, Expressions.multiply(Expressions.constant(Part.Coefficient), Change));
        return separateBounds(Expressions, Expressions.less(Expressions.constant(0), Other));
      };
      ExprRef First = IsBelow(Clamped->First), Second = IsBelow(Clamped->Second);
      return Clamped->IsMinimum == (Part.Coefficient > 0) ? Expressions.logicalAnd(First, Second)
                                                          : Expressions.logicalOr(First, Second);
    }
    return nullptr;
  });
}

namespace {

/// Writes what depends on a thread and an iteration as a function of the element, and back.
class ElementView {
public:
  ElementView(ExprContext &Expressions, const KernelProgram &Kernel, const LaunchContext &Launch,
              const Loop &Around, int64_t Elements, ExprRef Global)
      : Expressions(Expressions), Kernel(Kernel), Launch(Launch), Around(Around),
        Elements(Elements), Block(int64_t(*Launch.Block[0])),
        Threads(Block * int64_t(*Launch.Grid[0])), Global(Global),
        Element(Expressions.opaque(OpaqueReason::ControlFlow, Uniformity::Lane, "element",
                                   {0, INT32_MAX})) {}

  int64_t threads() const { return Threads; }

  /// \p Root for the elements that lanes side by side take; nothing where it depends on the thread
  /// otherwise.
  std::optional<ExprRef> strided(ExprRef Root) const {
    ExprRef Known = withLaunchValues(Expressions, Root, Kernel, Launch);
    ExprRef Iteration =
        Expressions.subtract(Element, Expressions.multiply(Global, Expressions.constant(Elements)));
    ExprRef ByElement = Expressions.substitute(
        Known, [&](ExprRef Leaf) { return Leaf == Around.Counter ? Iteration : nullptr; });
    if (anyLeaf(ByElement, [&](ExprRef Leaf) {
          return Leaf != Element && (Leaf->varies() > Uniformity::Grid || Leaf == Around.Counter ||
                                     Leaf->leaf().Kind == LeafKind::LoopCounter);
        }))
      return std::nullopt;
    ExprRef Next = Expressions.add(
        Expressions.multiply(Around.Counter, Expressions.constant(Threads)), Global);
    return Expressions.substitute(ByElement,
                                  [&](ExprRef Leaf) { return Leaf == Element ? Next : nullptr; });
  }

  /// The parts of \p Condition, in this launch, that an operation of \p Kind joins.
  SmallVector<ExprRef, 4> partsInLaunch(ExprRef Condition, ExprKind Kind) const {
    ExprRef Known = withLaunchValues(Expressions, Condition, Kernel, Launch);
    return partsOf(separateBounds(Expressions, Known), Kind);
  }

  /// Whether every thread takes its elements up to the end of all, where that comes first: `i < n`
  /// among \p Guards, by which the others are left out.
  bool hasOwnShares(ArrayRef<ExprRef> Guards) const {
    ExprRef Leaves = Expressions.constant(0);
    for (ExprRef Exit : Around.Exits) {
      Leaves = Expressions.logicalOr(Leaves, withLaunchValues(Expressions, Exit, Kernel, Launch));
      for (ExprRef Way : partsInLaunch(Exit, ExprKind::Or))
        if (!isInAllIterations(Way, false) && !isEndOfElements(Way, Guards))
          return false;
    }
    return isForAll(Leaves, Elements, true);
  }

  /// Whether \p Condition decides nothing, such as that of the loop.
  bool holdsForAll(ExprRef Condition) const { return isSettled(Condition, true); }
  bool holdsForNone(ExprRef Condition) const { return isSettled(Condition, false); }

  /// Whether \p Condition is what one of \p Guards, `i < n` of the element, is for the first of a
  /// thread: where it does not hold, the guard holds for none.
  bool isOfFirstElement(ExprRef Condition, ArrayRef<ExprRef> Guards) const {
    return any_of(Guards, [&](ExprRef Guard) {
      return Guard != Condition && atIteration(Guard, 0) == Condition &&
             directionOf(Guard, Around.Counter, Overflow::Followed) == Direction::Falling;
    });
  }

private:
  bool isSettled(ExprRef Condition, bool Truth) const {
    return isInAllIterations(withLaunchValues(Expressions, Condition, Kernel, Launch), Truth);
  }

  ExprRef atIteration(ExprRef Condition, int64_t Iteration) const {
    return Expressions.substitute(Condition, [&](ExprRef Leaf) {
      return Leaf == Around.Counter ? Expressions.constant(Iteration) : nullptr;
    });
  }

  /// Whether a thread that leaves by \p Way has come to the end of the elements, which \p Guards
  /// know, too.
  bool isEndOfElements(ExprRef Way, ArrayRef<ExprRef> Guards) const {
    for (ExprRef Part : partsOf(Way, ExprKind::And))
      if (!isInAllIterations(Part, true) &&
          (!is_contained(Guards, Expressions.logicalNot(Part)) || !strided(Part) ||
           directionOf(Part, Around.Counter, Overflow::Followed) != Direction::Rising))
        return false;
    return true;
  }

  /// Whether \p Condition is \p Truth for all elements of every thread.
  bool isInAllIterations(ExprRef Condition, bool Truth) const {
    constexpr int64_t MostIterations = 64;
    ExprRef Separate = separateBounds(Expressions, Condition);
    // What only rises or only falls is nowhere else than at its ends.
    if (directionOf(Separate, Around.Counter, Overflow::Followed) != Direction::Unknown)
      return isForAll(Separate, 0, Truth) && isForAll(Separate, Elements - 1, Truth);
    if (Elements > MostIterations)
      return false;
    for (int64_t Iteration = 0; Iteration != Elements; ++Iteration)
      if (!isForAll(Separate, Iteration, Truth))
        return false;
    return true;
  }

  /// Whether \p Condition is \p Truth in iteration number \p Iteration of every thread.
  bool isForAll(ExprRef Condition, int64_t Iteration, bool Truth) const {
    constexpr int64_t MostThreads = 1 << 16;
    ExprRef Here = separateBounds(Expressions, atIteration(Condition, Iteration));
    auto IsIndex = [](ExprRef Leaf) {
      return isIndex(Leaf, LeafKind::ThreadIndex) || isIndex(Leaf, LeafKind::BlockIndex);
    };
    if (!allLeaves(Here, IsIndex))
      return false;
    auto Is = [&](int64_t InBlock, int64_t OfBlock) {
      int64_t Value = evaluate(Here, [&](ExprRef Leaf) {
        return isIndex(Leaf, LeafKind::ThreadIndex) ? InBlock : OfBlock;
      });
      return (Value != 0) == Truth;
    };
    // What only rises or only falls is nowhere else than at its ends.
    int64_t LastBlock = Threads / Block - 1;
    if (allLeaves(Here, [&](ExprRef Leaf) {
          return directionOf(Here, Leaf, Overflow::Followed) != Direction::Unknown;
        }))
      return Is(0, 0) && Is(Block - 1, 0) && Is(0, LastBlock) && Is(Block - 1, LastBlock);
    if (Threads > MostThreads)
      return false;
    for (int64_t Thread = 0; Thread != Threads; ++Thread)
      if (!Is(Thread % Block, Thread / Block))
        return false;
    return true;
  }

  ExprContext &Expressions;
  const KernelProgram &Kernel;
  const LaunchContext &Launch;
  const Loop &Around;
  int64_t Elements, Block, Threads;
  /// The number of the thread among all.
  ExprRef Global;
  ExprRef Element;
};

} // namespace

/// Threads of a block have nothing in common but the launch.
static bool areThreadsIndependent(const KernelProgram &Kernel) {
  return Kernel.Barriers.empty() && Kernel.WarpOperations.empty() && Kernel.Fences.empty() &&
         none_of(Kernel.Accesses, [](const Access &Site) {
           return Site.Space != MemorySpace::Global && Site.Space != MemorySpace::Constant;
         });
}

static bool boundsThread(ExprRef Guard) {
  return anyLeaf(Guard, [](ExprRef Leaf) { return isIndex(Leaf, LeafKind::ThreadIndex); });
}

std::optional<StridedKernel> strideByThreads(ExprContext &Expressions, const KernelProgram &Kernel,
                                             const LaunchContext &Launch, const Access &Site) {
  if (!isPlainGlobal(Kernel, Site) || Site.Loops.size() != 1 || !isRow(Launch) ||
      !areThreadsIndependent(Kernel))
    return std::nullopt;
  const Loop &Around = Kernel.Loops[Site.Loops.front()];
  if (isSequential(Kernel, Around))
    return std::nullopt;
  ExprRef Offset = withLaunchValues(Expressions, Site.Offset, Kernel, Launch);
  int64_t PerIteration =
      coefficientOf(Offset, [&](ExprRef Leaf) { return Leaf == Around.Counter; });
  int64_t PerThread =
      coefficientOf(Offset, [](ExprRef Leaf) { return isIndex(Leaf, LeafKind::ThreadIndex); });
  if (PerIteration <= 0 || PerThread <= PerIteration || PerThread % PerIteration != 0)
    return std::nullopt;
  // Where a thread takes each second element, the number of an element is not that of a step.
  if (PerIteration != int64_t(Kernel.Objects[Site.Object].ElementBytes) &&
      PerIteration != int64_t(Site.Bytes))
    return std::nullopt;
  int64_t Elements = PerThread / PerIteration;
  ExprRef Global = globalIndex(Expressions, Offset, Launch);
  if (!Global)
    return std::nullopt;
  ElementView View(Expressions, Kernel, Launch, Around, Elements, Global);
  // All loads are of the element, and so is what they give and what functions make of that: other
  // integers that these get are among the unfollowed uses.
  auto IsOfElement = [&](ExprRef Root) {
    return !Root || View.strided(Expressions.substitute(
                        withoutResults(Expressions, Kernel, Root), [&](ExprRef Leaf) {
                          bool IsComputed = Leaf->leaf().Kind == LeafKind::Opaque &&
                                            Leaf->leaf().Reason == OpaqueReason::DataDependent;
                          return IsComputed ? Expressions.constant(0) : nullptr;
                        }));
  };
  auto GuardsOf = [&](const Access &Each) {
    SmallVector<ExprRef, 8> Guards;
    for (ExprRef Guard : Each.Guards)
      append_range(Guards, View.partsInLaunch(Guard, ExprKind::And));
    return Guards;
  };
  auto IsDecidedByElement = [&](const Node &Each) {
    if (!Each.Condition || View.holdsForAll(Each.Condition) || View.holdsForNone(Each.Condition))
      return true;
    return all_of(View.partsInLaunch(Each.Condition, ExprKind::And), [&](ExprRef Part) {
      return View.holdsForAll(Part) || IsOfElement(Part) ||
             all_of(Kernel.Accesses, [&](const Access &Other) {
               SmallVector<ExprRef, 8> Guards = GuardsOf(Other);
               return View.isOfFirstElement(Part, Guards) ||
                      View.isOfFirstElement(Expressions.logicalNot(Part), Guards);
             });
    });
  };
  bool HaveOwnShares = all_of(
      Kernel.Accesses, [&](const Access &Each) { return View.hasOwnShares(GuardsOf(Each)); });
  if (!HaveOwnShares || !all_of(Kernel.UnfollowedUses, IsOfElement) ||
      !all_of(Kernel.Nodes, IsDecidedByElement))
    return std::nullopt;
  StridedKernel Result{Kernel, Around.Id, uint64_t(Elements), uint64_t(View.threads())};
  for (Access &Each : Result.Program.Accesses) {
    bool IsElements = Each.Loops == Site.Loops && Each.Offset && !Each.OffsetInSelected;
    if (!IsElements)
      return std::nullopt;
    if (!IsOfElement(Each.Value) || !IsOfElement(Each.Addend))
      return std::nullopt;
    std::optional<ExprRef> Next = View.strided(Each.Offset);
    if (!Next)
      return std::nullopt;
    Each.Offset = *Next;
    for (ExprRef Guard : Each.Guards)
      Result.MovesBounds |= boundsThread(Guard) && !IsOfElement(Guard);
    SmallVector<ExprRef, 8> Guards = GuardsOf(Each);
    Each.Guards.clear();
    for (ExprRef Guard : Guards) {
      if (View.holdsForAll(Guard) || View.isOfFirstElement(Guard, Guards))
        continue;
      std::optional<ExprRef> Strided = View.strided(Guard);
      if (!Strided)
        return std::nullopt;
      Each.Guards.push_back(*Strided);
    }
  }
  // Iterations are counted with the one in which threads leave.
  ExprRef IsInside = Expressions.less(Around.Counter, Expressions.constant(Elements));
  for (Access &Each : Result.Program.Accesses)
    Each.Guards.push_back(IsInside);
  Result.Program.Loops[Around.Id].Exits = {Expressions.logicalNot(IsInside)};
  return Result;
}

bool hasBoundedElements(ExprContext &Expressions, const KernelProgram &Kernel,
                        const LaunchContext &Launch, const Access &Site, uint64_t Elements) {
  auto BoundsElement = [&](ExprRef Part) {
    if (Part->kind() != ExprKind::Less)
      return false;
    ExprRef Difference = Expressions.subtract(Part->operands()[1], Part->operands()[0]);
    return std::abs(coefficientOf(Difference, [](ExprRef Leaf) {
             return isIndex(Leaf, LeafKind::ThreadIndex);
           })) == int64_t(Elements);
  };
  auto HasBound = [&](ExprRef Condition) {
    ExprRef Known = withLaunchValues(Expressions, Condition, Kernel, Launch);
    return anyNode(separateBounds(Expressions, Known), BoundsElement);
  };
  return any_of(Site.Loops, [&](unsigned Loop) {
    return any_of(Site.Guards, HasBound) || any_of(Kernel.Loops[Loop].Exits, HasBound);
  });
}

} // namespace memlint
