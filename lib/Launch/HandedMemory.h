//===- HandedMemory.h - Memory that device work may still write -*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What a statement of host code knows of memory that launches or copies have got: on some way here
/// they did, and on no way from there has anything waited for them.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_LAUNCH_HANDEDMEMORY_H
#define CUDA_MEMLINT_LIB_LAUNCH_HANDEDMEMORY_H

#include "clang/AST/Expr.h"

#include <map>
#include <optional>

namespace memlint {

/// The call that started the work, and how far it is known to be under way.
struct Handing {
  const clang::CallExpr *Call = nullptr;
  /// Of a launch: the parameter; empty: the kernel names the variable itself.
  std::optional<unsigned> Parameter;
  /// On some way from the call something may have waited, or the variable leads elsewhere.
  bool IsSettled = false;
  /// On some way here the call was not made.
  bool IsSkipped = false;

  bool isPending() const { return !IsSettled; }

  /// Of two calls the first in the source counts, so that joins do not depend on their order.
  void join(const Handing &Other) {
    IsSettled |= Other.IsSettled;
    IsSkipped |= Other.IsSkipped || Call != Other.Call;
    if (Other.Call->getBeginLoc() < Call->getBeginLoc()) {
      Call = Other.Call;
      Parameter = Other.Parameter;
    }
  }

  friend bool operator==(const Handing &, const Handing &) = default;
};

/// By the variable through which the host accesses the memory. A Value is a Handing, or has one as
/// its base, and its own join().
template <typename Value> struct HandedMemory {
  std::map<const clang::VarDecl *, Value> By;

  /// Null: nothing is under way.
  const Value *pending(const clang::VarDecl *Variable) const {
    auto Found = By.find(Variable);
    return Found != By.end() && Found->second.isPending() ? &Found->second : nullptr;
  }

  void settle(const clang::VarDecl *Variable) {
    if (auto Found = By.find(Variable); Found != By.end())
      Found->second.IsSettled = true;
  }

  void settleAll() {
    for (auto &[Variable, Each] : By)
      Each.IsSettled = true;
  }

  void meet(const HandedMemory &Other) {
    for (auto &[Variable, Each] : By)
      if (!Other.By.contains(Variable))
        Each.IsSkipped = true;
    for (const auto &[Variable, There] : Other.By) {
      auto [Here, IsNew] = By.try_emplace(Variable, There);
      if (IsNew)
        Here->second.IsSkipped = true;
      else
        Here->second.join(There);
    }
  }

  friend bool operator==(const HandedMemory &, const HandedMemory &) = default;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_LAUNCH_HANDEDMEMORY_H
