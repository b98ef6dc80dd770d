//===- RequestFormulaTest.cpp - What the requests of an access are --------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Analysis/Cost/RequestFormula.h"

#include "ProgramBuilder.h"

#include "gtest/gtest.h"

using namespace memlint;

namespace {

FormulatedCost formulate(ProgramBuilder &P) {
  return formulateAccess(P.Context, P.Kernel, P.site(), P.Launch, *P.Target, DefaultCostBudget);
}

/// \p Root of \p Formula for thread (x, 0, 0), with the variables as at the costliest request.
int64_t valueAtWorst(const RequestFormula &Formula, ExprRef Root, int64_t X) {
  return evaluate(Root, [&](ExprRef Leaf) -> int64_t {
    if (Leaf->leaf().Kind == LeafKind::ThreadIndex)
      return Leaf->leaf().Dimension == 0 ? X : 0;
    for (const RequestFormula::Variable &Each : Formula.Variables)
      if (Each.Leaf == Leaf)
        return Each.AtWorst;
    ADD_FAILURE() << "neither a thread index nor a variable: " << toString(Leaf);
    return 0;
  });
}

// Lane t is at byte 4 * t * (k + 1) in iterations k = 0 to 3, if t < n. With n = 20 the last
// iteration is the dearest: 20 lanes 16 bytes apart are in 10 sectors, and 3 could hold them.
TEST(RequestFormula, CostliestRequest) {
  ProgramBuilder P;
  P.block(32), P.grid(2);
  Value Limit = P.parameter("n");
  P.argument(20);
  Value Counter = P.loop();
  P.loopWhile(Counter < 4);
  P.guard(P.Tx < Limit);
  P.access(P.Tx * (Counter + 1) * 4);
  FormulatedCost Found = formulate(P);
  EXPECT_EQ(Found.Cost.Worst, (RequestCost{10, 3}));
  ASSERT_TRUE(Found.Formula);
  const RequestFormula &Formula = *Found.Formula;
  EXPECT_TRUE(Formula.Loops.empty());
  for (int64_t Lane = 0; Lane != 32; ++Lane) {
    bool TakesPart = true;
    for (ExprRef Guard : Formula.Guards)
      TakesPart &= valueAtWorst(Formula, Guard, Lane) != 0;
    EXPECT_EQ(TakesPart, Lane < 20);
    EXPECT_EQ(valueAtWorst(Formula, Formula.Offset, Lane), 16 * Lane);
  }
}

// Which lanes are still in the loop follows from its iterations only: 3k + t is a multiple of 5 in
// an order of its own for each lane.
TEST(RequestFormula, LoopThatMustBeFollowed) {
  ProgramBuilder P;
  P.block(32), P.grid(1);
  Value Counter = P.loop();
  P.leaveIf(P.Tx < 16 && (Counter * 3 + P.Tx) % 5 == 0);
  P.leaveIf(Counter >= 9);
  P.access(P.Tx * 4);
  FormulatedCost Found = formulate(P);
  ASSERT_TRUE(Found.Formula);
  ASSERT_EQ(Found.Formula->Loops.size(), 1u);
  EXPECT_EQ(Found.Formula->Variables[Found.Formula->Loops[0].Variable].Leaf, Counter.Node);
  EXPECT_FALSE(Found.Formula->Loops[0].Exits.empty());
}

// The row length is not known: rows are put far apart, and no leaf of the formula is unknown.
TEST(RequestFormula, UnknownRows) {
  ProgramBuilder P;
  P.block(32), P.grid(1);
  P.access((P.Tx * P.parameter("width")) * 4);
  FormulatedCost Found = formulate(P);
  EXPECT_EQ(Found.Cost.Known, Knowledge::Assumed);
  ASSERT_TRUE(Found.Formula);
  EXPECT_EQ(valueAtWorst(*Found.Formula, Found.Formula->Offset, 0), 0);
  EXPECT_GE(valueAtWorst(*Found.Formula, Found.Formula->Offset, 1), 32);
}

TEST(RequestFormula, NoRequests) {
  ProgramBuilder Data;
  Data.block(32), Data.grid(1);
  Data.access(Data.loaded("index", Uniformity::Lane) * 4);
  EXPECT_FALSE(formulate(Data).Formula);

  ProgramBuilder Never;
  Never.block(32), Never.grid(1);
  Never.guard(Never.Tx < 0);
  Never.access(Never.Tx * 4);
  EXPECT_FALSE(formulate(Never).Formula);
}

} // namespace
