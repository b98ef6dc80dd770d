//===- Rewriting.h - Walking and rebuilding expressions ---------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The one way to walk the nodes of an expression, and to build it anew with some of them replaced.
/// ExprContext::substitute(), which replaces leaves, is the usual case.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_SYMBOLIC_REWRITING_H
#define CUDA_MEMLINT_SYMBOLIC_REWRITING_H

#include "cuda-memlint/Symbolic/Expression.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

namespace memlint {

/// Calls \p Visit for what \p Root is directly computed from: operands, or factors of terms.
template <typename Function> void forEachOperand(ExprRef Root, Function Visit) {
  for (ExprRef Operand : Root->operands())
    Visit(Operand);
  for (const Monomial &Part : Root->terms())
    for (ExprRef Factor : Part.Factors)
      Visit(Factor);
}

/// Whether \p Holds for \p Root or a node that it is computed from; each is asked about once.
bool anyNode(ExprRef Root, llvm::function_ref<bool(ExprRef Node)> Holds);

/// Whether \p Root is computed from a product with a large number that wraps, of a value that
/// differs by lane, as hashes and random number generators make them: neighbouring lanes get values
/// far apart.
bool isScattered(ExprRef Root);

/// Whether one of the leaves in \p Root is of \p Kind; false of constants.
bool hasLeaf(ExprRef Root, LeafKind Kind);

/// The parts of \p Root, a conjunction, a disjunction or another nest of operations of \p Kind; of
/// another root, itself.
llvm::SmallVector<ExprRef, 4> partsOf(ExprRef Root, ExprKind Kind);

/// \p Leaf with another range.
ExprRef withRange(ExprContext &Context, ExprRef Leaf, Interval Range);

/// Rebuilds \p Root with each node replaced by what \p Replace returns for it (null: kept). Nodes
/// are asked about once, users before their operands; constants, and what was replaced, are not.
ExprRef rewrite(ExprContext &Context, ExprRef Root, ExprContext::Replacement Replace);

/// ExprContext::substitute() for one replacement of leaves in many expressions: a node that several
/// of them share is rebuilt once.
class Substitution {
public:
  explicit Substitution(ExprContext &Context) : Context(Context) {}

  /// \p Root with each leaf as what \p Replace returns for it (null: kept), which must be the same
  /// at every call.
  ExprRef apply(ExprRef Root, ExprContext::Replacement Replace);

private:
  ExprContext &Context;
  llvm::DenseMap<ExprRef, ExprRef> Rebuilt;
};

/// \p Root, whatever context it is of, in \p Context, with each leaf as what \p LeafFor returns for
/// it (never null).
ExprRef copyInto(ExprContext &Context, ExprRef Root, ExprContext::Replacement LeafFor);

/// \p Root for threads that meet \p Condition, or do not.
ExprRef assume(ExprContext &Context, ExprRef Root, ExprRef Condition, bool Holds);

/// \p Sum with \p Map applied to the factors of its terms, at the top level only. What is not a sum
/// is its own factor.
ExprRef mapFactors(ExprContext &Context, ExprRef Sum,
                   llvm::function_ref<ExprRef(ExprRef Factor)> Map);

/// \p Coefficient times all \p Factors.
ExprRef product(ExprContext &Context, int64_t Coefficient, llvm::ArrayRef<ExprRef> Factors);

} // namespace memlint

#endif // CUDA_MEMLINT_SYMBOLIC_REWRITING_H
