//===- HostFlow.h - What holds on all ways to a statement -------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Forward data flow over Clang's control-flow graph of a host function.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_LAUNCH_HOSTFLOW_H
#define CUDA_MEMLINT_LIB_LAUNCH_HOSTFLOW_H

#include "clang/Analysis/CFG.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <memory>
#include <optional>
#include <vector>

namespace clang {
class FunctionDecl;
}

namespace memlint {

class HostFlow {
public:
  /// The graph has each expression of its own, in the order of evaluation, and the destructors of
  /// variables. Empty where it cannot be made, or is too large.
  static std::optional<HostFlow> of(const clang::FunctionDecl &Function, clang::ASTContext &Ast);

  /// Solves a must-problem by iteration and calls \p Step once more for each reachable element with
  /// what holds before it. A State has meet(), which keeps what holds in both, and ==. \p Step
  /// changes a state by an element; its last argument is true once the states are final.
  template <typename State>
  void solve(llvm::function_ref<void(const clang::CFGElement &, State &, bool)> Step) const {
    std::vector<std::optional<State>> Before(Graph->getNumBlockIDs());
    Before[Graph->getEntry().getBlockID()].emplace();
    solveWith(std::move(Before), Step);
  }

  /// Likewise of the ways that begin behind \p Start, where nothing holds.
  template <typename State>
  void solveBehind(const clang::Stmt &Start,
                   llvm::function_ref<void(const clang::CFGElement &, State &, bool)> Step) const {
    std::vector<std::optional<State>> Before(Graph->getNumBlockIDs());
    for (const clang::CFGBlock *Block : Order) {
      std::optional<State> Now;
      for (const clang::CFGElement &Each : *Block) {
        std::optional<clang::CFGStmt> Statement = Each.getAs<clang::CFGStmt>();
        if (Now)
          Step(Each, *Now, false);
        else if (Statement && Statement->getStmt() == &Start)
          Now.emplace();
      }
      if (Now)
        propagate(*Block, *Now, Before);
    }
    solveWith(std::move(Before), Step);
  }

  const clang::CFG &graph() const { return *Graph; }

private:
  /// \p Before: what holds before blocks, to begin with.
  template <typename State>
  void solveWith(std::vector<std::optional<State>> Before,
                 llvm::function_ref<void(const clang::CFGElement &, State &, bool)> Step) const {
    unsigned Passes = 0;
    for (bool Changes = true; Changes; ++Passes) {
      if (Passes == MaximumPasses)
        return;
      Changes = false;
      for (const clang::CFGBlock *Block : Order)
        Changes |= pass<State>(*Block, Before, Step);
    }
    for (const clang::CFGBlock *Block : Order)
      if (std::optional<State> Now = Before[Block->getBlockID()])
        for (const clang::CFGElement &Each : *Block)
          Step(Each, *Now, true);
  }

  /// Nothing is concluded from states that still change after so many: there are about as many as
  /// loops in one another.
  static constexpr unsigned MaximumPasses = 16;

  template <typename State>
  bool pass(const clang::CFGBlock &Block, std::vector<std::optional<State>> &Before,
            llvm::function_ref<void(const clang::CFGElement &, State &, bool)> Step) const {
    if (!Before[Block.getBlockID()])
      return false;
    State Now = *Before[Block.getBlockID()];
    for (const clang::CFGElement &Each : Block)
      Step(Each, Now, false);
    return propagate(Block, Now, Before);
  }

  /// \p Now holds behind \p Block. Whether that changes anything.
  template <typename State>
  static bool propagate(const clang::CFGBlock &Block, const State &Now,
                        std::vector<std::optional<State>> &Before) {
    bool Changes = false;
    for (const clang::CFGBlock *Next : Block.succs()) {
      if (!Next)
        continue;
      std::optional<State> &Known = Before[Next->getBlockID()];
      std::optional<State> Met = Known;
      if (Met)
        Met->meet(Now);
      else
        Met = Now;
      Changes |= !Known || !(*Met == *Known);
      Known = std::move(Met);
    }
    return Changes;
  }

  std::shared_ptr<const clang::CFG> Graph;
  std::vector<const clang::CFGBlock *> Order;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_LAUNCH_HOSTFLOW_H
