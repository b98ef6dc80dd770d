//===- HostFlow.cpp - What holds on all ways to a statement ---------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostFlow.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/Analysis/Analyses/PostOrderCFGView.h"

using namespace clang;

namespace memlint {

/// Larger functions are generated, and their graphs cost more than they tell.
static constexpr unsigned MaximumBlocks = 4000;

std::optional<HostFlow> HostFlow::of(const FunctionDecl &Function, ASTContext &Ast) {
  CFG::BuildOptions Options;
  Options.setAllAlwaysAdd();
  Options.AddImplicitDtors = true;
  Options.AddTemporaryDtors = false;
  Options.AddEHEdges = false;
  HostFlow Flow;
  Flow.Graph = CFG::buildCFG(&Function, Function.getBody(), &Ast, Options);
  if (!Flow.Graph || Flow.Graph->getNumBlockIDs() > MaximumBlocks)
    return std::nullopt;
  // Unlike LLVM's traversal, it leaves out successors that are never taken.
  PostOrderCFGView Order(Flow.Graph.get());
  Flow.Order.assign(Order.begin(), Order.end());
  return Flow;
}

} // namespace memlint
