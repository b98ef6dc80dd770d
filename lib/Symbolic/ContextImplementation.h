//===- ContextImplementation.h - Storage behind an ExprContext  -*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_SYMBOLIC_CONTEXTIMPLEMENTATION_H
#define CUDA_MEMLINT_LIB_SYMBOLIC_CONTEXTIMPLEMENTATION_H

#include "NodeTable.h"
#include "Polynomial.h"

#include "llvm/ADT/DenseMap.h"

#include <deque>
#include <utility>

namespace memlint {

/// What was found of whole expressions, by their roots: without it each sum of a long computation
/// would be looked through from the beginning.
struct FactsByRoot {
  llvm::DenseMap<ExprRef, bool> HoldsData, HoldsUnsignedWrap;
  /// By the integer type, too: its bits, doubled, and one more if it is signed.
  llvm::DenseMap<std::pair<ExprRef, unsigned>, bool> MayNotFit;
};

/// Where nodes and what they refer to are.
struct NodeStorage {
  llvm::BumpPtrAllocator Allocator;
  std::deque<LeafInfo> Leaves;
};

/// Nodes and their uniqueness. The builders proper are ExprContext's.
struct ExprContext::Implementation {
  /// What the last keepOnly() left, and what was made since.
  NodeStorage Kept, Fresh;
  /// How many of Nodes are in Kept; the number of the first of the others.
  size_t KeptNodes = 0;
  unsigned FirstFresh = 0;
  NodeTable Nodes;
  llvm::DenseMap<ExprRef, ExprRef> Negations;
  FactsByRoot Facts;
  unsigned NextNumber = 0;
  uint32_t NextOpaque = 0;

  /// The node for an operation as it stands, without simplification.
  ExprRef operation(ExprKind Kind, llvm::ArrayRef<ExprRef> Operands, unsigned WrapBits = 0,
                    bool WrapSigned = false);
  /// Minimum or Maximum, And or Or, simplified by what both have in common.
  ExprRef extremum(ExprContext &Exprs, ExprKind Kind, ExprRef Left, ExprRef Right);
  ExprRef junction(ExprContext &Exprs, ExprKind Kind, ExprRef Left, ExprRef Right);
  ExprRef constant(int64_t Value);
  ExprRef leaf(const LeafInfo &Info);
  ExprRef polynomial(const Polynomial &Sum);
  /// The stored equal of \p Candidate, which is copied when it is the first.
  ExprRef unique(Expr &Candidate);
  void keepOnly(llvm::ArrayRef<ExprRef *> Roots);

private:
  /// A copy of \p Node that refers to nothing outside \p Storage but other nodes.
  static Expr *store(const Expr &Node, NodeStorage &Storage);
  /// Node \p Fresh with the operands that \p Moved has for it, in Kept.
  ExprRef keep(ExprRef Fresh, const llvm::DenseMap<ExprRef, ExprRef> &Moved);
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_SYMBOLIC_CONTEXTIMPLEMENTATION_H
