//===- LanePatterns.cpp - Branches that leave lanes idle ------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Analysis/Lanes/LanePatterns.h"

#include "cuda-memlint/Model/KernelAnalysis.h"
#include "cuda-memlint/Model/RefusedLaunches.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>

using namespace llvm;

namespace memlint {

namespace {

/// Of the lanes of warps, at which a bound hardly takes lanes out.
constexpr double MostOfAll = 0.9;

class PatternSearch {
public:
  PatternSearch(ExprContext &Context, const KernelAnalysis &Kernel)
      : Context(Context), Kernel(Kernel), Program(Kernel.Program) {}

  std::vector<LanePattern> run() {
    for (auto [Number, Launch] : enumerate(Kernel.Launches))
      if (Launch.hasUsableBlock() && !isRefused(Kernel, unsigned(Number))) {
        LaunchWalk Walk(Context, Program, Launch);
        return searchIn(Walk, unsigned(Number));
      }
    return {};
  }

private:
  std::vector<LanePattern> searchIn(LaunchWalk &Walk, unsigned Launch) {
    // What one branch decides: others may be reached by other warps.
    MapVector<std::pair<ExprRef, unsigned>, std::vector<unsigned>> ByBranch;
    for (const Access &Site : Program.Accesses)
      for (ExprRef Guard : Site.Guards)
        for (ExprRef Part : partsOf(Guard, ExprKind::And))
          if (std::optional<unsigned> Branch = branchOf(Part, Site);
              Branch && !Site.IsUnused && isPattern(Walk, Part, Site)) {
            std::vector<unsigned> &Accesses = ByBranch[{Part, *Branch}];
            if (!is_contained(Accesses, Site.Id))
              Accesses.push_back(Site.Id);
          }
    std::vector<LanePattern> Found;
    for (const auto &[Decided, Accesses] : ByBranch) {
      auto [Condition, Branch] = Decided;
      std::optional<ResidueClass> Class = classOf(Condition);
      if (!Class || othersWork(Condition, *Class, Branch))
        continue;
      LanePattern New;
      New.Launch = Launch;
      New.Branch = Branch;
      New.Condition = Condition;
      New.Class = *Class;
      New.Accesses = Accesses;
      if (countLanes(Walk, New))
        Found.push_back(std::move(New));
    }
    return Found;
  }

  /// False: what else decides which lanes come is not known, or takes lanes out itself.
  bool countLanes(LaunchWalk &Walk, LanePattern &New) {
    Access Alone;
    Alone.Offset = Context.constant(0);
    Alone.Loops = loopsOf(New.Condition, New.Accesses);
    if (!Alone.Loops.empty())
      New.Loop = Alone.Loops.back();
    std::optional<std::vector<ExprRef>> Others = guardsBeside(Walk, New, Alone.Loops);
    if (!Others)
      return false;
    Alone.Guards = *Others;
    std::optional<BlockActivity> Around = activityOf(Walk, Alone);
    if (!Around || MostOfAll * double(Around->Threads) > double(Around->Lanes))
      return false;
    New.IsAlone = Around->Rounds != 0 && Around->Lanes == Around->Rounds * Walk.block().threads();
    Alone.Guards.push_back(New.Condition);
    std::optional<BlockActivity> OfBlock = activityOf(Walk, Alone);
    if (!OfBlock)
      return false;
    New.Active.OfBlock = *OfBlock;
    if (!New.Active.HasOpenGuard)
      New.Active.OfLaunch = activityOfLaunch(Walk, Alone);
    return true;
  }

  bool isPattern(LaunchWalk &Walk, ExprRef Part, const Access &Site) {
    ExprRef Known = Walk.specialise(Part);
    return Known->varies() == Uniformity::Lane && Walk.isKnown(Known, Site.Loops);
  }

  /// The lanes that \p Condition keeps out access memory in the else part of \p Branch, or under
  /// another remainder with no barrier between: they do not idle. Nodes have the order of the
  /// source.
  bool othersWork(ExprRef Condition, const ResidueClass &Class, unsigned Branch) {
    ExprRef Opposite = Context.logicalNot(Condition);
    auto IsOfOthers = [&](ExprRef Part) {
      if (Part == Opposite)
        return true;
      std::optional<ResidueClass> Other = classOf(Part);
      return Other && Other->Index == Class.Index && Other->Modulus == Class.Modulus &&
             Other->Remainder != Class.Remainder;
    };
    return any_of(Program.Accesses, [&](const Access &Site) {
      return !isBarrierBetween(std::min(Site.NodeId, Branch), std::max(Site.NodeId, Branch)) &&
             any_of(Site.Guards, [&](ExprRef Guard) { return anyAlternative(Guard, IsOfOthers); });
    });
  }

  /// \p Holds for an operand of the conjunctions and disjunctions that \p Guard consists of.
  static bool anyAlternative(ExprRef Guard, function_ref<bool(ExprRef)> Holds) {
    if (Guard->kind() != ExprKind::And && Guard->kind() != ExprKind::Or)
      return Holds(Guard);
    return any_of(Guard->operands(), [&](ExprRef Each) { return anyAlternative(Each, Holds); });
  }

  bool isBarrierBetween(unsigned First, unsigned Last) const {
    return any_of(ArrayRef(Program.Nodes).slice(First, Last - First),
                  [](const Node &Each) { return Each.Kind == NodeKind::Barrier; });
  }

  /// The loops around all of \p Accesses, up to the last that \p Condition changes with.
  std::vector<unsigned> loopsOf(ExprRef Condition, ArrayRef<unsigned> Accesses) const {
    std::vector<unsigned> Loops = Program.Accesses[Accesses.front()].Loops;
    for (unsigned Number : Accesses) {
      const std::vector<unsigned> &Others = Program.Accesses[Number].Loops;
      size_t Common = 0;
      while (Common != Loops.size() && Common != Others.size() && Loops[Common] == Others[Common])
        ++Common;
      Loops.resize(Common);
    }
    auto Changes = [&](unsigned Loop) {
      return anyLeaf(Condition, [&](ExprRef Leaf) {
        return Leaf->leaf().Kind == LeafKind::LoopCounter && Leaf->leaf().Id == Loop;
      });
    };
    while (!Loops.empty() && !Changes(Loops.back()))
      Loops.pop_back();
    return Loops;
  }

  /// What else says which lanes come to the branch of \p Pattern, and is known. Unknown bounds of
  /// indices in the grid are taken to hold. Nothing where something else is not known: it may keep
  /// whole warps out.
  std::optional<std::vector<ExprRef>> guardsBeside(LaunchWalk &Walk, LanePattern &Pattern,
                                                   ArrayRef<unsigned> Loops) {
    std::vector<ExprRef> Guards;
    for (ExprRef Guard : Program.Accesses[Pattern.Accesses.front()].Guards) {
      bool IsOfAll = all_of(Pattern.Accesses, [&](unsigned Number) {
        return is_contained(Program.Accesses[Number].Guards, Guard);
      });
      if (!IsOfAll)
        continue;
      for (ExprRef Part : partsOf(Guard, ExprKind::And)) {
        ExprRef Known = Walk.specialise(Part);
        bool IsKnown = Known->varies() <= Uniformity::Block || Walk.isKnown(Known, Loops);
        if (!IsKnown && !isBoundOfGrid(Known))
          return std::nullopt;
        Pattern.Active.HasOpenGuard |= !allLeaves(Known, isOfIndices);
        if (IsKnown && Part != Pattern.Condition)
          Guards.push_back(Part);
      }
    }
    return Guards;
  }

  /// Nothing but threads and iterations, those of inner loops among them, decides.
  static bool isOfIndices(ExprRef Leaf) {
    LeafKind Kind = Leaf->leaf().Kind;
    return Kind == LeafKind::ThreadIndex || Kind == LeafKind::BlockIndex ||
           Kind == LeafKind::LoopCounter;
  }

  /// `i < n` of an index that all blocks count on.
  static bool isBoundOfGrid(ExprRef Part) {
    if (Part->kind() == ExprKind::Not)
      Part = Part->operands()[0];
    return (Part->kind() == ExprKind::Less || Part->kind() == ExprKind::LessUnsigned) &&
           anyLeaf(Part, [](ExprRef Leaf) { return Leaf->leaf().Kind == LeafKind::BlockIndex; });
  }

  /// \p Condition, or its opposite, is a part of that of \p Each, or of a case if it is a switch.
  bool isBranchOf(const Node &Each, ExprRef Condition) {
    if (Each.Kind != NodeKind::Branch || !Each.Condition || Each.Position.Line == 0)
      return false;
    auto Decides = [&](ExprRef Whole) {
      return is_contained(partsOf(Whole, ExprKind::And), Condition);
    };
    if (!Each.Cases.empty())
      return any_of(Each.Cases, Decides);
    return Decides(Each.Condition) || Decides(Context.logicalNot(Each.Condition));
  }

  /// The last one before \p Site that \p Condition is of.
  std::optional<unsigned> branchOf(ExprRef Condition, const Access &Site) {
    for (unsigned Number = Site.NodeId; Number-- != 0;)
      if (isBranchOf(Program.Nodes[Number], Condition))
        return Number;
    return std::nullopt;
  }

  /// What is 0 as far as \p Condition says, if it is a remainder: `!(0 < x)`, `x < 1`. Else null.
  static ExprRef comparedWithZero(ExprRef Condition) {
    bool IsOpposite = Condition->kind() == ExprKind::Not;
    ExprRef Less = IsOpposite ? Condition->operands()[0] : Condition;
    if (Less->kind() != ExprKind::Less && Less->kind() != ExprKind::LessUnsigned)
      return nullptr;
    if (IsOpposite)
      return Less->operands()[0]->isConstant(0) ? Less->operands()[1] : nullptr;
    return Less->operands()[1]->isConstant(1) ? Less->operands()[0] : nullptr;
  }

  /// The remainder that \p Difference, of two numbers that are equal, leaves: `x - x / m * m - r`.
  std::optional<ResidueClass> classOfDifference(ExprRef Difference) {
    if (Difference->kind() != ExprKind::Polynomial)
      return std::nullopt;
    for (const Monomial &Term : Difference->terms()) {
      if (Term.Factors.size() != 1 || Term.Factors[0]->kind() != ExprKind::Divide)
        continue;
      ExprRef Index = Term.Factors[0]->operands()[0], Modulus = Term.Factors[0]->operands()[1];
      int64_t Multiple = Term.Coefficient < 0 ? -Term.Coefficient : Term.Coefficient;
      if (!Modulus->isConstant(Multiple))
        continue;
      ExprRef Sum = Term.Coefficient < 0 ? Difference : Context.negate(Difference);
      ExprRef Floor = Context.multiply(Term.Factors[0], Modulus);
      ExprRef Remainder = Context.subtract(Context.subtract(Index, Floor), Sum);
      if (Remainder->isConstant())
        return ResidueClass{Index, Modulus, Remainder};
    }
    return std::nullopt;
  }

  /// \p Condition as it is about a remainder in other words, `x / m * m == x`. One that does not
  /// hold says which one is left of two.
  std::optional<ResidueClass> classOfMultiple(ExprRef Condition) {
    bool IsOpposite = Condition->kind() == ExprKind::Not;
    ExprRef Equal = IsOpposite ? Condition->operands()[0] : Condition;
    if (Equal->kind() != ExprKind::Equal)
      return std::nullopt;
    std::optional<ResidueClass> Class = classOfDifference(
        Context.subtract(withoutWrap(Equal->operands()[0]), Equal->operands()[1]));
    if (!Class || Class->Modulus->constantTerm() < 2 ||
        (IsOpposite && !Class->Modulus->isConstant(2)))
      return std::nullopt;
    if (IsOpposite)
      Class->Remainder = Context.subtract(Context.constant(1), Class->Remainder);
    return Class;
  }

  std::optional<ResidueClass> classOf(ExprRef Condition) {
    if (std::optional<ResidueClass> Class = classOfMultiple(Condition))
      return Class;
    ExprRef Rest = Condition, Remainder = Context.constant(0);
    bool IsOther = false;
    if (ExprRef Zero = comparedWithZero(Condition)) {
      Rest = Zero;
    } else if (Condition->kind() == ExprKind::Not) {
      Rest = Condition->operands()[0];
    } else if (Condition->kind() == ExprKind::Equal) {
      bool IsFirst = Condition->operands()[0]->varies() < Uniformity::Lane;
      Rest = Condition->operands()[IsFirst ? 1 : 0];
      Remainder = Condition->operands()[IsFirst ? 0 : 1];
    } else {
      IsOther = true;
    }
    ResidueClass Class;
    if (Rest->kind() == ExprKind::Remainder) {
      Class = {Rest->operands()[0], Rest->operands()[1], Remainder};
    } else if (Rest->kind() == ExprKind::BitAnd && isMask(withoutWrap(Rest->operands()[1]))) {
      Class = {Rest->operands()[0],
               Context.add(withoutWrap(Rest->operands()[1]), Context.constant(1)), Remainder};
    } else {
      return std::nullopt;
    }
    if (Class.Modulus->isConstant() && Class.Modulus->constantTerm() < 2)
      return std::nullopt;
    // What is not even is odd.
    if (IsOther && !Class.Modulus->isConstant(2))
      return std::nullopt;
    if (IsOther)
      Class.Remainder = Context.constant(1);
    return Class;
  }

  static ExprRef withoutWrap(ExprRef Operand) {
    return Operand->kind() == ExprKind::Wrap ? Operand->operands()[0] : Operand;
  }

  /// One less than a power of two, or than what is one for all iterations: `2 * s - 1`.
  static bool isMask(ExprRef Operand) {
    if (Operand->isConstant())
      return Operand->constantTerm() > 0 && isPowerOf2_64(uint64_t(Operand->constantTerm()) + 1);
    if (Operand->kind() != ExprKind::Polynomial || Operand->constantTerm() != -1 ||
        Operand->terms().size() != 1)
      return false;
    const Monomial &Power = Operand->terms().front();
    return Power.Coefficient > 0 && isPowerOf2_64(uint64_t(Power.Coefficient)) &&
           all_of(Power.Factors, [](ExprRef Factor) {
             return Factor->kind() == ExprKind::ShiftLeft && Factor->operands()[0]->isConstant(1);
           });
  }

  ExprContext &Context;
  const KernelAnalysis &Kernel;
  const KernelProgram &Program;
};

} // namespace

std::vector<LanePattern> findLanePatterns(ExprContext &Context, const KernelAnalysis &Kernel) {
  return PatternSearch(Context, Kernel).run();
}

} // namespace memlint
