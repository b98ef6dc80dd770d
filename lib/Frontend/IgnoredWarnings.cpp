//===- IgnoredWarnings.cpp - What Clang warns of and nvcc accepts ---------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IgnoredWarnings.h"

#include "clang/Basic/DiagnosticAST.h"
#include "clang/Basic/DiagnosticFrontend.h"
#include "clang/Basic/DiagnosticLex.h"
#include "clang/Basic/DiagnosticParse.h"
#include "clang/Basic/DiagnosticSema.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>

namespace memlint {
namespace {

// As Clang's tables spell it.
namespace diag = clang::diag;

struct Diagnostic {
  diag::kind Kind;
  /// Such as `CLASS_WARNING`.
  std::string_view Class;
  unsigned DefaultSeverity;
};

constexpr Diagnostic All[] = {
#define DIAG(Name, Class, DefaultSeverity, ...) {diag::Name, #Class, DefaultSeverity},
#include "clang/Basic/DiagnosticASTKinds.inc"
#include "clang/Basic/DiagnosticCommonKinds.inc"
#include "clang/Basic/DiagnosticFrontendKinds.inc"
#include "clang/Basic/DiagnosticLexKinds.inc"
#include "clang/Basic/DiagnosticParseKinds.inc"
#include "clang/Basic/DiagnosticSemaKinds.inc"
#undef DIAG
};

constexpr bool isWarningAndError(const Diagnostic &Each) {
  return (Each.Class == "CLASS_WARNING" || Each.Class == "CLASS_EXTENSION") &&
         Each.DefaultSeverity == unsigned(diag::Severity::Error);
}

/// Selected when this is compiled: to ask Clang for each of its diagnostics takes a run on a small
/// file several per cent of its time.
constexpr auto WarningsThatAreErrors = [] {
  std::array<diag::kind, std::count_if(std::begin(All), std::end(All), isWarningAndError)> Result{};
  size_t Count = 0;
  for (const Diagnostic &Each : All)
    if (isWarningAndError(Each))
      Result[Count++] = Each.Kind;
  return Result;
}();

} // namespace

void ignoreWarnings(clang::DiagnosticsEngine &Diagnostics) {
  Diagnostics.setIgnoreAllWarnings(true);
  for (diag::kind Each : WarningsThatAreErrors)
    Diagnostics.setSeverity(Each, diag::Severity::Ignored, {});
}

} // namespace memlint
