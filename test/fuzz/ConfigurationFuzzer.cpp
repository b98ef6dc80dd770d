//===- ConfigurationFuzzer.cpp - Configurations of projects ---------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The text of .cuda-memlint.yaml. What --dump-config writes of it is read as the same.
///
//===----------------------------------------------------------------------===//

#include "FuzzTarget.h"

#include "cuda-memlint/Configuration/Configuration.h"

using namespace llvm;
using namespace memlint;

static std::string configurationText(const Configuration &Read) {
  std::string Text;
  raw_string_ostream Stream(Text);
  printConfiguration(Stream, Read);
  return Text;
}

MEMLINT_FUZZ_TARGET(Configuration, 500) {
  Expected<Configuration> Read = parseConfiguration("/project/.cuda-memlint.yaml", Input);
  if (!Read)
    return consumeError(Read.takeError());
  for (const PathPattern &Each : Read->Ignored)
    Each.matches("/project/src/kernels/a.cu");
  std::string Written = configurationText(*Read);
  Expected<Configuration> Again = parseConfiguration("/project/.cuda-memlint.yaml", Written);
  fuzz::require(bool(Again), "what is written is not read", Written);
  fuzz::require(configurationText(*Again) == Written, "what is written is read as something else",
                Input);
}
