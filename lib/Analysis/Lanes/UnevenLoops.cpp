//===- UnevenLoops.cpp - Loops that lanes leave at different times --------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Analysis/Lanes/UnevenLoops.h"

#include "cuda-memlint/Model/KernelAnalysis.h"
#include "cuda-memlint/Model/RefusedLaunches.h"

#include "llvm/ADT/STLExtras.h"

#include <cstdlib>

using namespace llvm;

namespace memlint {

namespace {

/// Of the lanes of warps, at which other conditions hardly take lanes out.
constexpr double NearlyAll = 0.9;

class UnevenLoopSearch {
public:
  UnevenLoopSearch(ExprContext &Context, const KernelProgram &Program, const LaunchContext &Launch)
      : Context(Context), Program(Program), Walk(Context, Program, Launch) {}

  std::vector<UnevenLoop> run() {
    std::vector<UnevenLoop> Found;
    for (const Loop &Each : Program.Loops) {
      UnevenLoop New;
      New.Loop = Each.Id;
      for (const Access &Site : Program.Accesses)
        if (!Site.IsUnused && is_contained(Site.Loops, Each.Id))
          New.Accesses.push_back(Site.Id);
      if (!New.Accesses.empty() && isUneven(Each, New) && countLanes(New))
        Found.push_back(std::move(New));
    }
    return Found;
  }

private:
  /// The loops around \p Found and that one.
  ArrayRef<unsigned> loopsUpTo(const UnevenLoop &Found) const {
    ArrayRef<unsigned> Loops = Program.Accesses[Found.Accesses.front()].Loops;
    return Loops.take_front(size_t(find(Loops, Found.Loop) - Loops.begin()) + 1);
  }

  /// Threads leave it after different numbers of iterations, and all these numbers are known.
  bool isUneven(const Loop &Counted, const UnevenLoop &Found) {
    bool IsUneven = false;
    for (ExprRef Exit : Counted.Exits) {
      ExprRef Known = Walk.specialise(Exit);
      if (!Walk.isKnown(Known, loopsUpTo(Found)))
        return false;
      IsUneven |= Known->varies() == Uniformity::Lane && !differsByOne(Known, Counted.Counter);
    }
    return IsUneven;
  }

  /// Threads whose loops end by \p Exit have trip counts that differ by one at most, as in
  /// `for (i = threadIdx.x; i < n; i += blockDim.x)`.
  bool differsByOne(ExprRef Exit, ExprRef Counter) {
    if (Exit->kind() == ExprKind::Not)
      Exit = Exit->operands()[0];
    if (Exit->kind() != ExprKind::Less && Exit->kind() != ExprKind::LessUnsigned)
      return false;
    ExprRef Distance = Context.subtract(Exit->operands()[0], Exit->operands()[1]);
    if (Distance->kind() != ExprKind::Polynomial)
      return false;
    int64_t Step = 0;
    for (const Monomial &Term : Distance->terms())
      if (Term.Factors.size() == 1 && Term.Factors.front() == Counter)
        Step = Term.Coefficient;
    ExprRef Start = Context.subtract(Distance, Context.multiply(Context.constant(Step), Counter));
    if (anyLeaf(Start, [&](ExprRef Leaf) { return Leaf == Counter; }))
      return false;
    uint64_t Width = uint64_t(Start->range().High) - uint64_t(Start->range().Low);
    return Width <= uint64_t(std::abs(Step));
  }

  bool countLanes(UnevenLoop &Found) {
    Access Alone;
    Alone.Offset = Context.constant(0);
    ArrayRef<unsigned> Loops = loopsUpTo(Found);
    std::optional<std::vector<ExprRef>> Guards = guardsAround(Found);
    if (!Guards)
      return false;
    Alone.Guards = std::move(*Guards);
    Alone.Loops.assign(Loops.begin(), Loops.end() - 1);
    std::optional<BlockActivity> Around = activityOf(Walk, Alone);
    if (!Around || NearlyAll * double(Around->Threads) > double(Around->Lanes))
      return false;
    Alone.Loops.assign(Loops.begin(), Loops.end());
    // All iterations count.
    Alone.Offset = Program.Loops[Found.Loop].Counter;
    append_range(Alone.Guards, conditionsOf(Found));
    std::optional<BlockActivity> OfBlock = activityOf(Walk, Alone);
    if (!OfBlock)
      return false;
    Found.Active.OfBlock = *OfBlock;
    if (!Found.Active.HasOpenGuard)
      Found.Active.OfLaunch = activityOfLaunch(Walk, Alone);
    return true;
  }

  /// What all of the accesses stand under, but for conditions inside of the loop. Nothing where
  /// something else than a bound of indices in the grid is not known.
  std::optional<std::vector<ExprRef>> guardsAround(UnevenLoop &Found) {
    ArrayRef<unsigned> Outer = loopsUpTo(Found).drop_back();
    std::vector<ExprRef> Guards;
    for (ExprRef Guard : Program.Accesses[Found.Accesses.front()].Guards) {
      bool IsOfAll = all_of(Found.Accesses, [&](unsigned Number) {
        return is_contained(Program.Accesses[Number].Guards, Guard);
      });
      if (!IsOfAll || anyLeaf(Guard, [&](ExprRef Leaf) { return isMadeInside(Leaf, Found.Loop); }))
        continue;
      ExprRef Known = Walk.specialise(Guard);
      if (Walk.isKnown(Known, Outer))
        Guards.push_back(Guard);
      else if (Known->varies() > Uniformity::Block && !isBoundOfGrid(Known))
        return std::nullopt;
      else
        Found.Active.HasOpenGuard = true;
    }
    return Guards;
  }

  /// What of the guards of all accesses keeps threads in the loop.
  std::vector<ExprRef> conditionsOf(const UnevenLoop &Found) {
    std::vector<ExprRef> Stays, Conditions;
    for (ExprRef Exit : Program.Loops[Found.Loop].Exits)
      for (ExprRef Part : partsOf(Exit, ExprKind::Or))
        Stays.push_back(Context.logicalNot(Part));
    for (ExprRef Guard : Program.Accesses[Found.Accesses.front()].Guards)
      for (ExprRef Part : partsOf(Guard, ExprKind::And))
        if (is_contained(Stays, Part))
          Conditions.push_back(Part);
    return Conditions;
  }

  bool isMadeInside(ExprRef Leaf, unsigned Number) const {
    const Loop &Inner = Program.Loops[Number];
    if (Leaf->leaf().Kind == LeafKind::LoopCounter)
      return Leaf->leaf().Id == Number;
    return (Leaf->leaf().Kind == LeafKind::Loaded || Leaf->leaf().Kind == LeafKind::Opaque) &&
           Inner.makes(Leaf);
  }

  static bool isBoundOfGrid(ExprRef Part) {
    return anyLeaf(Part, [](ExprRef Leaf) { return Leaf->leaf().Kind == LeafKind::BlockIndex; });
  }

  ExprContext &Context;
  const KernelProgram &Program;
  LaunchWalk Walk;
};

} // namespace

std::vector<UnevenLoop> findUnevenLoops(ExprContext &Context, const KernelAnalysis &Kernel) {
  for (auto [Number, Launch] : enumerate(Kernel.Launches))
    if (Launch.hasUsableBlock() && !isRefused(Kernel, unsigned(Number))) {
      std::vector<UnevenLoop> Found = UnevenLoopSearch(Context, Kernel.Program, Launch).run();
      for (UnevenLoop &Each : Found)
        Each.Launch = unsigned(Number);
      return Found;
    }
  return {};
}

} // namespace memlint
