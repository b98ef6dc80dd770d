//===- WindowState.h - Access policy windows of host code -------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What holds at a statement of host code: what the fields of access policy windows were given,
/// what is set aside for them, and which streams have one.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_LAUNCH_WINDOWSTATE_H
#define CUDA_MEMLINT_LIB_LAUNCH_WINDOWSTATE_H

#include "clang/AST/Expr.h"

#include <map>
#include <string>

namespace memlint {

/// A field of a window by its name, and what it was given last on all ways.
using WindowFields = std::map<std::string, const clang::Expr *>;

struct WindowState {
  std::map<const clang::VarDecl *, WindowFields> Fields;
  /// The call that sets the limit, on all ways; null: none, or another one on another way.
  const clang::CallExpr *SetAside = nullptr;
  /// By stream, the call that gave it a window, on all ways.
  std::map<const clang::VarDecl *, const clang::CallExpr *> Windows;

  void meet(const WindowState &Other) {
    std::erase_if(Fields, [&](const auto &Each) { return !Other.Fields.contains(Each.first); });
    for (auto &[Variable, Own] : Fields)
      keepCommon(Own, Other.Fields.at(Variable));
    if (SetAside != Other.SetAside)
      SetAside = nullptr;
    keepCommon(Windows, Other.Windows);
  }

  friend bool operator==(const WindowState &, const WindowState &) = default;

private:
  template <typename Map> static void keepCommon(Map &Own, const Map &Other) {
    std::erase_if(Own, [&](const auto &Each) {
      auto Found = Other.find(Each.first);
      return Found == Other.end() || Found->second != Each.second;
    });
  }
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_LAUNCH_WINDOWSTATE_H
