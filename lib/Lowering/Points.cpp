//===- Points.cpp - Where a statement can be put in -----------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emitter.h"

#include "cuda-memlint/SourceEdits/InsertionPoints.h"

using namespace clang;

namespace memlint {

/// Only the second pass over a kernel is asked for them.
bool Emitter::wantsPoints() const {
  return WantsPoints && Run.isRecorded() && !Run.Current.Edges.empty();
}

std::optional<size_t> Emitter::addPoint(std::optional<InsertionPoint> New, unsigned FirstNode) {
  if (!New)
    return std::nullopt;
  New->CallDepth = unsigned(Run.Frames.size()) - 1;
  for (ExprRef Guard : Run.Current.Guards)
    if (!Guard->isConstant())
      New->Guards.push_back(Guard);
  New->Loops = Run.LoopStack;
  for (const OpenEdge &Edge : Run.Current.Edges)
    New->Edges.push_back({Edge.Node, Edge.Successor});
  New->FirstNode = FirstNode;
  New->EndNode = unsigned(Program.Nodes.size());
  Program.InsertionPoints.push_back(std::move(*New));
  return Program.InsertionPoints.size() - 1;
}

void Emitter::enterStatement(const Stmt &Entered, Placement Placed) {
  OpenStatement &New = OpenStatements.emplace_back();
  New.FirstNode = unsigned(Program.Nodes.size());
  if (Placed == Placement::Block)
    return;
  if (wantsPoints())
    New.Point = addPoint(Placed == Placement::Body
                             ? insertionPointAt(InsertionPoint::Kind::BeforeBody, Entered, Ast)
                             : insertionPointBefore(Entered, Ast),
                         New.FirstNode);
  if (Placed != Placement::Body)
    Removable = Placed == Placement::InBlock ? &Entered : nullptr;
}

void Emitter::leaveStatement(const Stmt &Left, Placement Placed) {
  OpenStatement Done = OpenStatements.back();
  OpenStatements.pop_back();
  if (Done.Point)
    Program.InsertionPoints[*Done.Point].EndNode = unsigned(Program.Nodes.size());
  if (Placed == Placement::Block && wantsPoints())
    addPoint(insertionPointAtEnd(cast<CompoundStmt>(Left), Ast), Done.FirstNode);
  else if (Placed == Placement::Body && wantsPoints())
    addPoint(insertionPointAt(InsertionPoint::Kind::AfterBody, Left, Ast), Done.FirstNode);
}

void Emitter::dropConditionalEdits() {
  if (HasConditionalText)
    for (Barrier &Each : Program.Barriers)
      Each.Statement = {};
}

} // namespace memlint
