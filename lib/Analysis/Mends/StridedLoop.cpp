//===- StridedLoop.cpp - Neighbouring lanes take neighbouring elements ----===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MendTrials.h"

#include "cuda-memlint/Analysis/Cost/LaunchValues.h"

#include "llvm/ADT/STLExtras.h"

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
  auto IsOne = [](const std::array<std::optional<uint64_t>, 3> &Extents) {
    return Extents[1] == 1 && Extents[2] == 1;
  };
  return Launch.blockKnown() && Launch.gridKnown() && IsOne(Launch.Block) && IsOne(Launch.Grid);
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
    constexpr int64_t MostThreads = 1 << 16;
    if (Threads > MostThreads)
      return false;
    std::vector<ExprRef> Exits;
    for (ExprRef Exit : Around.Exits) {
      Exits.push_back(withLaunchValues(Expressions, Exit, Kernel, Launch));
      if (!allLeaves(Exits.back(), [&](ExprRef Leaf) { return isKnown(Leaf); }))
        return false;
    }
    auto Leaves = [&](int64_t Thread, int64_t Iteration) {
      return any_of(Exits, [&](ExprRef Exit) { return value(Exit, Thread, Iteration) != 0; });
    };
    for (int64_t Thread = 0; Thread != Threads; ++Thread)
      if (Leaves(Thread, 0) || Leaves(Thread, Elements - 1) || !Leaves(Thread, Elements))
        return false;
    return true;
  }

  /// Whether \p Guard decides nothing, such as the condition of the loop.
  bool holdsForAll(ExprRef Guard) const {
    ExprRef Known = withLaunchValues(Expressions, Guard, Kernel, Launch);
    if (!allLeaves(Known, [&](ExprRef Leaf) { return isKnown(Leaf); }))
      return false;
    for (int64_t Thread = 0; Thread != Threads; ++Thread)
      for (int64_t Iteration : {int64_t(0), Elements - 1})
        if (value(Known, Thread, Iteration) == 0)
          return false;
    return true;
  }

private:
  bool isKnown(ExprRef Leaf) const {
    return Leaf == Around.Counter || isIndex(Leaf, LeafKind::ThreadIndex) ||
           isIndex(Leaf, LeafKind::BlockIndex);
  }
  int64_t value(ExprRef Root, int64_t Thread, int64_t Iteration) const {
    return evaluate(Root, [&](ExprRef Leaf) {
      return Leaf == Around.Counter                 ? Iteration
             : isIndex(Leaf, LeafKind::ThreadIndex) ? Thread % Block
                                                    : Thread / Block;
    });
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
  ExprRef Offset = withLaunchValues(Expressions, Site.Offset, Kernel, Launch);
  int64_t PerIteration =
      coefficientOf(Offset, [&](ExprRef Leaf) { return Leaf == Around.Counter; });
  int64_t PerThread =
      coefficientOf(Offset, [](ExprRef Leaf) { return isIndex(Leaf, LeafKind::ThreadIndex); });
  if (PerIteration <= 0 || PerThread <= PerIteration || PerThread % PerIteration != 0)
    return std::nullopt;
  int64_t Elements = PerThread / PerIteration;
  ExprRef Global = globalIndex(Expressions, Offset, Launch);
  if (!Global)
    return std::nullopt;
  ElementView View(Expressions, Kernel, Launch, Around, Elements, Global);
  if (!View.hasEqualShares())
    return std::nullopt;
  StridedKernel Result{Kernel, Around.Id, uint64_t(Elements), uint64_t(View.threads())};
  for (Access &Each : Result.Program.Accesses) {
    bool IsElements = Each.Loops == Site.Loops && Each.Offset && !Each.Selector;
    if (!IsElements)
      return std::nullopt;
    for (ExprRef *Root : {&Each.Offset, &Each.Value, &Each.Addend}) {
      if (!*Root)
        continue;
      std::optional<ExprRef> Strided = View.strided(*Root);
      if (!Strided)
        return std::nullopt;
      *Root = *Strided;
    }
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
