//===- NolintCommentsFuzzer.cpp - Comments that silence findings ----------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The words NOLINT, NOLINTNEXTLINE, NOLINTBEGIN and NOLINTEND in a text.
///
//===----------------------------------------------------------------------===//

#include "FuzzTarget.h"

#include "cuda-memlint/Suppression/NolintComments.h"

using namespace llvm;
using namespace memlint;

MEMLINT_FUZZ_TARGET(NolintComments, 1000) {
  NolintComments Comments(Input);
  auto Lines = unsigned(Input.count('\n') + Input.count('\r')) + 2;
  for (const UnmatchedNolint &Each : Comments.unmatched())
    fuzz::require(Each.Line > 0 && Each.Line <= Lines, "a line is out of range", Input);
  for (unsigned Line = 0; Line <= Lines; ++Line)
    Comments.suppress("cuda-shared-race", Line, Line % 7);
  for (const NolintName &Each : Comments.names())
    Comments.suppress(Each.Name, Each.Line, Each.Column);
}
