//===- NodeTable.h - The nodes of a context ---------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_SYMBOLIC_NODETABLE_H
#define CUDA_MEMLINT_LIB_SYMBOLIC_NODETABLE_H

#include "cuda-memlint/Symbolic/Expression.h"

#include <vector>

namespace memlint {

/// Finds nodes by what they are: a hash table with open addressing and linear probing, which also
/// has its nodes in the order in which they came.
class NodeTable {
public:
  NodeTable() : Slots(InitialSlots) {}

  /// The node that equals \p Candidate; where there is none, what \p Make returns, an equal of it,
  /// is added.
  ExprRef findOrAdd(const Expr &Candidate, llvm::function_ref<ExprRef()> Make);

  /// In the order in which they came.
  llvm::ArrayRef<ExprRef> nodes() const { return Nodes; }

  /// Removes all nodes but the first \p Count.
  void truncate(size_t Count);

private:
  static constexpr size_t InitialSlots = 1024;

  /// The slot of the node that \p IsWanted, one of those with \p Hash, or the free one that ends
  /// the search for it.
  ExprRef &slotFor(size_t Hash, llvm::function_ref<bool(ExprRef Node)> IsWanted);
  void grow();

  /// A power of two of them, at least a quarter of them null.
  std::vector<ExprRef> Slots;
  std::vector<ExprRef> Nodes;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_SYMBOLIC_NODETABLE_H
