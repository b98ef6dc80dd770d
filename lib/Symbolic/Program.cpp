//===- Program.cpp - Expressions, compiled ----------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Symbolic/Program.h"

#include <algorithm>

using namespace llvm;

namespace memlint {

unsigned Program::addVariable(ExprRef Leaf) {
  auto Number = unsigned(Variables.size());
  Step New;
  New.Source = Leaf;
  New.Kind = ExprKind::Leaf;
  New.Number = Number;
  New.DependsOn.resize(Number + 1);
  New.DependsOn.set(Number);
  Index[Leaf] = unsigned(Steps.size());
  Steps.push_back(std::move(New));
  Variables.push_back(Leaf);
  return Number;
}

bool Program::covers(ExprRef Root) const {
  return allLeaves(Root, [&](ExprRef Leaf) {
    return Leaf->leaf().Kind == LeafKind::ThreadIndex || Index.contains(Leaf);
  });
}

unsigned Program::add(ExprRef Root) {
  if (auto Known = Index.find(Root); Known != Index.end())
    return Known->second;
  if (Root->isLeaf() && Root->leaf().Kind != LeafKind::ThreadIndex) {
    addVariable(Root);
    return unsigned(Steps.size() - 1);
  }
  Step New;
  New.Source = Root;
  New.Kind = Root->kind();
  New.Lane = Root->isLeaf();
  New.Number = Root->isLeaf() ? Root->leaf().Dimension : Root->constantTerm();
  auto Use = [&](ExprRef Operand) {
    unsigned Number = add(Operand);
    New.Lane |= Steps[Number].Lane;
    New.DependsOn |= Steps[Number].DependsOn;
    return Number;
  };
  for (const Monomial &Part : Root->terms()) {
    Term &Summand = New.Terms.emplace_back(Term{Part.Coefficient, {}, {}});
    for (ExprRef Factor : Part.Factors) {
      unsigned Number = Use(Factor);
      (Steps[Number].Lane ? Summand.LaneFactors : Summand.UniformFactors).push_back(Number);
    }
  }
  for (ExprRef Operand : Root->operands())
    New.Operands.push_back(Use(Operand));
  auto Number = unsigned(Steps.size());
  Index[Root] = Number;
  Steps.push_back(std::move(New));
  return Number;
}

std::vector<unsigned> Program::needed(ArrayRef<unsigned> Roots,
                                      function_ref<bool(const Step &)> IsWanted) const {
  std::vector<bool> Reached(Steps.size());
  for (unsigned Root : Roots)
    Reached[Root] = true;
  std::vector<unsigned> Result;
  for (size_t Number = Steps.size(); Number-- != 0;) {
    if (!Reached[Number])
      continue;
    if (IsWanted(Steps[Number]))
      Result.push_back(unsigned(Number));
    Steps[Number].forEachOperand([&](unsigned Operand) { Reached[Operand] = true; });
  }
  std::reverse(Result.begin(), Result.end());
  return Result;
}

void Program::intervals(const std::array<uint64_t, 3> &Extent, ArrayRef<Interval> Box,
                        SmallVectorImpl<Interval> &Values) const {
  Values.clear();
  auto ValueOf = [&](unsigned Number) { return Values[Number]; };
  for (const Step &Each : Steps) {
    Interval Value;
    if (Each.isVariable()) {
      Value = Box[size_t(Each.Number)];
    } else if (Each.Kind == ExprKind::Leaf) {
      Value = {0, int64_t(Extent[size_t(Each.Number)]) - 1};
    } else if (!Each.isOperation()) {
      Value = constantInterval(Each.Number);
      for (const Term &Part : Each.Terms) {
        Interval Product = constantInterval(Part.Coefficient);
        for (const auto *Factors : {&Part.UniformFactors, &Part.LaneFactors})
          for (unsigned Factor : *Factors)
            Product = multiplyIntervals(Product, ValueOf(Factor));
        Value = addIntervals(Value, Product);
      }
    } else {
      SmallVector<Interval, 3> Operands(map_range(Each.Operands, ValueOf));
      Value = operationRange(*Each.Source, Operands);
    }
    Values.push_back(Value);
  }
}

void Program::uniformValues(ArrayRef<int64_t> Point, SmallVectorImpl<int64_t> &Values) const {
  Values.clear();
  for (const Step &Each : Steps)
    Values.push_back(uniformValue(Each, Point, [&](unsigned Number) { return Values[Number]; }));
}

} // namespace memlint
