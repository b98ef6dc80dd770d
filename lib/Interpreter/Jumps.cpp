//===- Jumps.cpp - Where a function's gotos lead ----------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Interpreter/Jumps.h"

#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Stmt.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallVector.h"

using namespace clang;

namespace memlint {

namespace {

/// A statement of a block.
struct Position {
  const CompoundStmt *Block = nullptr;
  unsigned Index = 0;
};

struct Label {
  Position At;
  bool Simple = false;
  /// For each goto, the statement of the label's block that holds it.
  llvm::SmallVector<unsigned, 2> Gotos;

  unsigned last() const {
    unsigned Last = At.Index;
    for (unsigned Goto : Gotos)
      Last = std::max(Last, Goto);
    return Last;
  }
  bool jumpsBack() const {
    return llvm::any_of(Gotos, [&](unsigned Goto) { return Goto >= At.Index; });
  }
};

class JumpFinder {
public:
  llvm::MapVector<const LabelDecl *, Label> Labels;

  explicit JumpFinder(const Stmt *Body) {
    walk(Body, nullptr);
    for (const auto &[Target, From] : Gotos)
      place(Target, From);
    // A jump into a range that another label loops over, or out of the middle of
    // one into the next, is not a loop.
    for (auto &[Decl, Looping] : Labels)
      for (auto &[Other, Inner] : Labels)
        if (&Inner != &Looping && Looping.jumpsBack() && Inner.At.Block == Looping.At.Block &&
            Inner.At.Index > Looping.At.Index && Inner.At.Index <= Looping.last() &&
            leavesRange(Inner, Looping))
          Inner.Simple = Looping.Simple = false;
  }

private:
  static bool leavesRange(const Label &Inner, const Label &Looping) {
    return llvm::any_of(Inner.Gotos, [&](unsigned Goto) {
      return Goto < Looping.At.Index || Goto > Looping.last();
    });
  }

  void walk(const Stmt *S, const Stmt *Parent) {
    if (!S)
      return;
    if (const auto *Marked = dyn_cast<LabelStmt>(S)) {
      Label &New = Labels[Marked->getDecl()];
      New.Simple = isa_and_nonnull<CompoundStmt>(Parent) && !InSwitch &&
                   !isa<SwitchCase, LabelStmt>(Marked->getSubStmt());
      if (!Enclosing.empty())
        New.At = Enclosing.back();
    }
    if (const auto *Goto = dyn_cast<GotoStmt>(S))
      Gotos.push_back({Goto->getLabel(), Enclosing});
    if (const auto *Address = dyn_cast<AddrLabelExpr>(S))
      Gotos.push_back({Address->getLabel(), {}});
    // A lambda's body is another function.
    if (isa<LambdaExpr>(S))
      return;
    const auto *Block = dyn_cast<CompoundStmt>(S);
    bool WasInSwitch = InSwitch;
    InSwitch = isa_and_nonnull<SwitchStmt>(Parent) && Block;
    unsigned Index = 0;
    for (const Stmt *Child : S->children()) {
      if (Block)
        Enclosing.push_back({Block, Index++});
      walk(Child, S);
      if (Block)
        Enclosing.pop_back();
    }
    InSwitch = WasInSwitch;
  }

  void place(const LabelDecl *Target, llvm::ArrayRef<Position> From) {
    auto Known = Labels.find(Target);
    if (Known == Labels.end())
      return;
    for (const Position &Around : From)
      if (Around.Block == Known->second.At.Block) {
        Known->second.Gotos.push_back(Around.Index);
        return;
      }
    Known->second.Simple = false;
  }

  std::vector<std::pair<const LabelDecl *, llvm::SmallVector<Position, 8>>> Gotos;
  llvm::SmallVector<Position, 8> Enclosing;
  /// The block being walked is the body of a switch.
  bool InSwitch = false;
};

} // namespace

llvm::DenseMap<const LabelDecl *, LabelJumps> findJumps(const Stmt *Body) {
  llvm::DenseMap<const LabelDecl *, LabelJumps> Jumps;
  for (auto &[Decl, Found] : JumpFinder(Body).Labels) {
    LabelJumps &Result = Jumps[Decl];
    Result.Followed = Found.Simple;
    if (Found.jumpsBack())
      Result.LoopStatements = Found.last() - Found.At.Index + 1;
  }
  return Jumps;
}

} // namespace memlint
