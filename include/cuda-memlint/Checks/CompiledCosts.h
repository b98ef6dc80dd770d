//===- CompiledCosts.h - What accesses cost as compiled ---------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The verdicts say what each access of the source costs. Sums over a kernel count what compilers
/// make of them: no load of a value that the thread has, and one access of several that they merge.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_CHECKS_COMPILEDCOSTS_H
#define CUDA_MEMLINT_CHECKS_COMPILEDCOSTS_H

#include "cuda-memlint/Model/AccessCost.h"
#include "cuda-memlint/Target/TargetModel.h"

#include <optional>
#include <vector>

namespace memlint {

struct Access;
class ExprContext;
struct FileAnalysis;
struct JoinedAccess;
struct KernelAnalysis;
struct PromotedAccess;
struct PromotedCost;

/// \p Cost where compilers merge the iterations that \p Joined says into requests that each cost
/// \p OfRequest; \p Cost itself where not all requests are alike or some iterations are left.
AccessCost costOfIterations(const AccessCost &Cost, const JoinedAccess &Joined,
                            const RequestCost &OfRequest);

class CompiledCosts {
public:
  CompiledCosts(const FileAnalysis &File, const KernelAnalysis &Kernel);
  /// \p Expressions: the owner of the kernel's expressions, or null, where it has none.
  CompiledCosts(ExprContext *Expressions, const KernelAnalysis &Kernel, const TargetModel &Target);
  ~CompiledCosts();

  /// Nothing where compilers leave \p Site out, or make it a part of an access before it.
  std::optional<AccessCost> costOf(const Access &Site, unsigned Launch) const;

  /// Of the access that compilers make of \p Site and others, or of itself.
  unsigned bytesOf(const Access &Site) const;
  /// Whether compilers make \p Site a part of an access before it.
  bool isPartOfOther(const Access &Site) const;
  /// The number of the access before it that compilers make \p Site a part of; empty: of none.
  std::optional<unsigned> mergedInto(const Access &Site) const;
  /// Whether compilers make one access of \p Site and others, or of iterations.
  bool isMerged(const Access &Site) const;
  /// Whether compilers make something else of \p Site: they merge it, make it outside of loops or
  /// not at all, or may make it less often. Not of accesses to arrays in registers.
  bool isChanged(const Access &Site) const;
  /// Whether compilers may make fewer requests of \p Site than its cost in \p Launch counts: they
  /// may keep its value in a register for longer than is certain.
  bool isMost(const Access &Site, unsigned Launch) const;

  /// Null: the kernel has none.
  ExprContext *expressions() const { return Expressions; }
  const TargetModel &target() const { return Target; }

private:
  /// By access.
  struct Compiled;

  /// What \p Moved, an access outside of its loop, costs; \p EachTime where that is not known.
  PromotedCost costOnce(const PromotedAccess &Moved, const AccessCost &EachTime,
                        unsigned Launch) const;
  std::optional<AccessCost> costOfFields(const Access &Site, unsigned Launch) const;

  ExprContext *Expressions;
  const KernelAnalysis &Kernel;
  TargetModel Target;
  std::vector<Compiled> Accesses;
};

} // namespace memlint

#endif // CUDA_MEMLINT_CHECKS_COMPILEDCOSTS_H
