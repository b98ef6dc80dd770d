//===- ProgramArgumentsFuzzer.cpp - Arguments of a program ----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The text of `--args`. Written out again, the arguments are read as the same ones.
///
//===----------------------------------------------------------------------===//

#include "FuzzTarget.h"

#include "cuda-memlint/Launch/ProgramArguments.h"

using namespace llvm;
using namespace memlint;

MEMLINT_FUZZ_TARGET(ProgramArguments, 1000) {
  Expected<std::vector<std::string>> Read = splitArguments(Input);
  if (!Read)
    return consumeError(Read.takeError());
  std::string Written = argumentsText(*Read);
  Expected<std::vector<std::string>> Again = splitArguments(Written);
  fuzz::require(bool(Again), "what is written is not read", Written);
  fuzz::require(*Again == *Read, "what is written is read as something else", Input);
}
