//===- OwnLoops.cpp - Loops inside CUDA's functions -------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Loops that a call stands for: rows of a matrix, pieces of a copy.
///
//===----------------------------------------------------------------------===//

#include "KernelLowering.h"

using namespace clang;

namespace memlint {

KernelLowering::OwnLoop KernelLowering::enterOwnLoop(ExprRef Count, llvm::StringRef Name,
                                                     const clang::Stmt *Where) {
  unsigned Id = unsigned(Program.Loops.size());
  LeafInfo Counter;
  Counter.Kind = LeafKind::LoopCounter;
  Counter.Varies = Uniformity::Grid;
  Counter.Id = Id;
  Counter.Range = {0, std::numeric_limits<int32_t>::max()};
  Counter.Name = Name.str();
  size_t Depth = 0;
  Loop New;
  New.Id = Id;
  if (!LoopStack.empty())
    New.Parent = LoopStack.back();
  New.Counter = Exprs.leaf(Counter);
  New.Position = positionOf(shownRange(Where->getSourceRange(), Depth), Ast);
  ExprRef Inside = Exprs.less(New.Counter, Count);
  New.Exits = {Exprs.logicalNot(Inside)};
  OwnLoop Entered;
  Entered.Counter = New.Counter;
  Program.Loops.push_back(std::move(New));
  LoopStack.push_back(Id);
  Entered.Head = emitNode(NodeKind::LoopHead, Id, nullptr, Where);
  Entered.Test = emitNode(NodeKind::Branch, 0, Inside);
  Current.Guards.push_back(Inside);
  return Entered;
}

void KernelLowering::leaveOwnLoop(const OwnLoop &Left) {
  for (const OpenEdge &Edge : Current.Edges) {
    std::vector<unsigned> &Successors = Program.Nodes[Edge.Node].Successors;
    if (Successors.size() <= Edge.Successor)
      Successors.resize(Edge.Successor + 1, Left.Head);
    Successors[Edge.Successor] = Left.Head;
  }
  Current.Edges = {{Left.Test, 1}};
  Current.Guards.pop_back();
  LoopStack.pop_back();
}

} // namespace memlint
