//===- LanePatterns.cpp - Branches that leave lanes idle ------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Analysis/Lanes/LanePatterns.h"

#include "cuda-memlint/Analysis/Barriers/ArrivalSplit.h"
#include "cuda-memlint/Model/KernelAnalysis.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace memlint {

namespace {

class PatternSearch {
public:
  PatternSearch(ExprContext &Context, const KernelAnalysis &Kernel)
      : Context(Context), Kernel(Kernel), Program(Kernel.Program) {}

  std::vector<LanePattern> run() {
    for (auto [Number, Launch] : enumerate(Kernel.Launches))
      if (hasUsableBlock(Launch)) {
        LaunchWalk Walk(Context, Program, Launch);
        return searchIn(Walk, unsigned(Number));
      }
    return {};
  }

private:
  std::vector<LanePattern> searchIn(LaunchWalk &Walk, unsigned Launch) {
    MapVector<ExprRef, std::vector<unsigned>> ByCondition;
    for (const Access &Site : Program.Accesses)
      for (ExprRef Guard : Site.Guards)
        for (ExprRef Part : partsOf(Guard, ExprKind::And))
          if (isPattern(Walk, Part, Site) && !Site.IsUnused) {
            std::vector<unsigned> &Accesses = ByCondition[Part];
            if (!is_contained(Accesses, Site.Id))
              Accesses.push_back(Site.Id);
          }
    std::vector<LanePattern> Found;
    for (const auto &[Condition, Accesses] : ByCondition) {
      std::optional<unsigned> Branch = branchOf(Condition);
      std::optional<ResidueClass> Class = classOf(Condition);
      if (!Branch || !Class || othersWork(Condition, *Branch))
        continue;
      LanePattern New;
      New.Launch = Launch;
      New.Branch = *Branch;
      New.Condition = Condition;
      New.Class = *Class;
      New.Accesses = Accesses;
      Access Alone;
      Alone.Offset = Context.constant(0);
      Alone.Loops = loopsOf(Condition, Accesses);
      Alone.Guards = guardsAround(Condition, Accesses, Alone.Loops);
      if (!Alone.Loops.empty())
        New.Loop = Alone.Loops.back();
      if (std::optional<BlockActivity> OfBlock = activityOf(Walk, Alone)) {
        New.OfBlock = *OfBlock;
        Found.push_back(std::move(New));
      }
    }
    return Found;
  }

  bool isPattern(LaunchWalk &Walk, ExprRef Part, const Access &Site) {
    ExprRef Known = Walk.specialise(Part);
    return Known->varies() == Uniformity::Lane && Walk.isKnown(Known, Site.Loops);
  }

  /// The lanes that \p Condition keeps out access memory in the else part of \p Branch: they do not
  /// idle. Nodes have the order of the source.
  bool othersWork(ExprRef Condition, unsigned Branch) {
    ExprRef Opposite = Context.logicalNot(Condition);
    return any_of(Program.Accesses, [&](const Access &Site) {
      auto Holds = [&](ExprRef Guard) {
        return is_contained(partsOf(Guard, ExprKind::And), Opposite);
      };
      if (Site.NodeId < Branch || none_of(Site.Guards, Holds))
        return false;
      unsigned Last = Branch;
      for (unsigned Number = Branch + 1; Number < Site.NodeId; ++Number)
        if (isBranchOf(Program.Nodes[Number], Condition))
          Last = Number;
      return Last == Branch;
    });
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

  /// \p Condition and what else says whether a warp comes to it: conditions of loops, and such as
  /// do not differ among lanes. Others may leave fewer lanes, for which it is not to blame.
  std::vector<ExprRef> guardsAround(ExprRef Condition, ArrayRef<unsigned> Accesses,
                                    ArrayRef<unsigned> Loops) {
    std::vector<ExprRef> Guards = {Condition};
    auto StaysInLoop = [&](ExprRef Part) {
      return any_of(Loops, [&](unsigned Loop) {
        return any_of(Program.Loops[Loop].Exits, [&](ExprRef Exit) {
          return is_contained(partsOf(Context.logicalNot(Exit), ExprKind::And), Part);
        });
      });
    };
    for (ExprRef Guard : Program.Accesses[Accesses.front()].Guards) {
      bool IsOfAll = all_of(Accesses, [&](unsigned Number) {
        return is_contained(Program.Accesses[Number].Guards, Guard);
      });
      for (ExprRef Part : partsOf(Guard, ExprKind::And))
        if (IsOfAll && (Part->varies() < Uniformity::Lane || StaysInLoop(Part)))
          Guards.push_back(Part);
    }
    return Guards;
  }

  /// \p Condition, or its opposite, is a part of that of \p Each.
  bool isBranchOf(const Node &Each, ExprRef Condition) {
    return Each.Kind == NodeKind::Branch && Each.Condition && Each.Position.Line != 0 &&
           (is_contained(partsOf(Each.Condition, ExprKind::And), Condition) ||
            is_contained(partsOf(Context.logicalNot(Each.Condition), ExprKind::And), Condition));
  }

  std::optional<unsigned> branchOf(ExprRef Condition) {
    for (auto [Number, Each] : enumerate(Program.Nodes))
      if (isBranchOf(Each, Condition))
        return unsigned(Number);
    return std::nullopt;
  }

  std::optional<ResidueClass> classOf(ExprRef Condition) {
    ExprRef Rest = Condition, Remainder = Context.constant(0);
    bool IsOther = false;
    if (Condition->kind() == ExprKind::Not) {
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
