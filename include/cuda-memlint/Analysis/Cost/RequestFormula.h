//===- RequestFormula.h - What the requests of an access are ----*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The expressions that the cost of an access in one launch was counted with: whoever evaluates
/// them for a block, the iterations of the loops and a warp has the very request that was counted.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_ANALYSIS_COST_REQUESTFORMULA_H
#define CUDA_MEMLINT_ANALYSIS_COST_REQUESTFORMULA_H

#include "cuda-memlint/Model/AccessCost.h"
#include "cuda-memlint/Symbolic/Expression.h"

#include <optional>
#include <vector>

namespace memlint {

struct Access;
struct KernelProgram;
struct LaunchContext;
class TargetModel;

/// All leaves of its expressions are thread indices and Variables. What else is not known has the
/// value there that the assumptions of the cost allow.
struct RequestFormula {
  /// A block index or the number of a loop's iteration.
  struct Variable {
    ExprRef Leaf = nullptr;
    Interval Range;
    /// False: the range is the widest there can be, and how far it is used is not known.
    bool IsCounted = true;
    /// Its value where the costliest request is made.
    int64_t AtWorst = 0;
  };
  /// A loop whose end must be found by following it from iteration 0 on, as lanes leave it in any
  /// order: a lane that has left it does not come back.
  struct FollowedLoop {
    /// Index into Variables; the range there has no end.
    size_t Variable = 0;
    std::vector<ExprRef> Exits;
  };

  std::vector<Variable> Variables;
  /// Outermost first.
  std::vector<FollowedLoop> Loops;
  /// A lane takes part if none is 0.
  std::vector<ExprRef> Guards;
  /// Of the lane's first byte.
  ExprRef Offset = nullptr;
  RequestForm Form = RequestForm::Plain;
};

struct FormulatedCost {
  AccessCost Cost;
  /// Empty: the cost is not known, or there are no requests.
  std::optional<RequestFormula> Formula;
};

/// evaluateAccess(), with what it counted.
FormulatedCost formulateAccess(ExprContext &Context, const KernelProgram &Kernel,
                               const Access &Site, const LaunchContext &Launch,
                               const TargetModel &Target, uint64_t Budget);

} // namespace memlint

#endif // CUDA_MEMLINT_ANALYSIS_COST_REQUESTFORMULA_H
