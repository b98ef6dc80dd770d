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

/// \p Condition with each comparison with a clamped bound, such as `i < min(end, n)`, as one with
/// either of the bounds.
static ExprRef separateBounds(ExprContext &Expressions, ExprRef Condition) {
  return rewrite(Expressions, Condition, [&](ExprRef Node) -> ExprRef {
    if (Node->kind() != ExprKind::Less)
      return nullptr;
    ExprRef Difference = Expressions.subtract(Node->operands()[1], Node->operands()[0]);
    for (const Term &Part : termsOf(Difference)) {
      ExprRef Clamped = Part.Factors.front();
      bool IsMinimum = Clamped->kind() == ExprKind::Minimum;
      bool IsClamped = IsMinimum || Clamped->kind() == ExprKind::Maximum;
      if (!IsClamped || Part.Factors.size() != 1 || std::abs(Part.Coefficient) != 1)
        continue;
      auto IsBelow = [&](ExprRef Bound) {
        ExprRef Change = Expressions.subtract(Bound, Clamped);
        ExprRef Other = Expressions.add(
            Difference, Expressions.multiply(Expressions.constant(Part.Coefficient), Change));
        return separateBounds(Expressions, Expressions.less(Expressions.constant(0), Other));
      };
      ExprRef First = IsBelow(Clamped->operands()[0]), Second = IsBelow(Clamped->operands()[1]);
      return IsMinimum == (Part.Coefficient > 0) ? Expressions.logicalAnd(First, Second)
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

  /// Whether every thread leaves the loop in iteration Elements.
  bool hasEqualShares() const {
    ExprRef Leaves = Expressions.constant(0);
    for (ExprRef Exit : Around.Exits)
      Leaves = Expressions.logicalOr(Leaves, withLaunchValues(Expressions, Exit, Kernel, Launch));
    return isInAllIterations(Leaves, false) && isForAll(Leaves, Elements, true);
  }

  /// Whether \p Guard decides nothing, such as the condition of the loop.
  bool holdsForAll(ExprRef Guard) const {
    return isInAllIterations(withLaunchValues(Expressions, Guard, Kernel, Launch), true);
  }

private:
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
    ExprRef Here = separateBounds(Expressions, Expressions.substitute(Condition, [&](ExprRef Leaf) {
      return Leaf == Around.Counter ? Expressions.constant(Iteration) : nullptr;
    }));
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
  auto IsDecidedByElement = [&](const Node &Each) {
    return !Each.Condition || View.holdsForAll(Each.Condition) || IsOfElement(Each.Condition);
  };
  if (!View.hasEqualShares() || !all_of(Kernel.UnfollowedUses, IsOfElement) ||
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
    erase_if(Each.Guards, [&](ExprRef Guard) { return View.holdsForAll(Guard); });
    for (ExprRef &Guard : Each.Guards) {
      std::optional<ExprRef> Strided = View.strided(Guard);
      if (!Strided)
        return std::nullopt;
      Guard = *Strided;
    }
  }
  // Iterations are counted with the one in which threads leave.
  ExprRef IsInside = Expressions.less(Around.Counter, Expressions.constant(Elements));
  for (Access &Each : Result.Program.Accesses)
    Each.Guards.push_back(IsInside);
  Result.Program.Loops[Around.Id].Exits = {Expressions.logicalNot(IsInside)};
  return Result;
}

} // namespace memlint
