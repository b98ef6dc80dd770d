//===- SourceTextFuzzer.cpp - Texts of sources ----------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What is found in a source without parsing it: functions that are called or defined, included
/// names, lines.
///
//===----------------------------------------------------------------------===//

#include "../../lib/Driver/CallForecast.h"
#include "FuzzTarget.h"

#include "cuda-memlint/Frontend/IncludedNames.h"
#include "cuda-memlint/Support/LineTable.h"

using namespace llvm;
using namespace memlint;

MEMLINT_FUZZ_TARGET(SourceText, 1000) {
  findNamedFunctions(Input);
  for (const IncludedName &Each : findIncludes(Input))
    fuzz::require(Input.contains(Each.Name), "a name is not in the text", Input);
  LineTable Lines(Input);
  for (size_t At = 0; At <= Input.size(); ++At) {
    auto [Line, Column] = Lines.positionOf(At);
    fuzz::require(Lines.offsetOf(Line, Column) == At, "a location is not where it was", Input);
  }
}
