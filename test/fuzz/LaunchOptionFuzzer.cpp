//===- LaunchOptionFuzzer.cpp - Launches on the command line --------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The text of `--launch`. Written out again, a launch is read as the same one.
///
//===----------------------------------------------------------------------===//

#include "FuzzTarget.h"

#include "cuda-memlint/Launch/LaunchOption.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace memlint;

template <typename T> static std::string numberText(const std::optional<T> &Number) {
  return Number ? std::to_string(*Number) : "_";
}

static std::string extentText(ArrayRef<std::optional<uint64_t>> Extents) {
  return "(" + join(map_range(Extents, numberText<uint64_t>), ", ") + ")";
}

static std::string launchText(const LaunchRequest &Launch) {
  std::vector<std::string> Arguments;
  for (const std::optional<int64_t> &Each : Launch.Arguments)
    Arguments.push_back(numberText(Each));
  for (const auto &[Name, Value] : Launch.NamedArguments)
    Arguments.push_back(Name + "=" + numberText(Value));
  return Launch.Kernel + " <<<" + extentText(Launch.Grid) + ", " + extentText(Launch.Block) + ", " +
         numberText(Launch.DynamicSharedBytes) + ">>>(" + join(Arguments, ", ") + ")";
}

MEMLINT_FUZZ_TARGET(LaunchOption, 1000) {
  Expected<LaunchRequest> Read = parseLaunchOption(Input);
  if (!Read)
    return consumeError(Read.takeError());
  for (const auto &Extents : {Read->Grid, Read->Block})
    for (const std::optional<uint64_t> &Extent : Extents)
      fuzz::require(!Extent || (*Extent > 0 && *Extent <= uint64_t(INT64_MAX)),
                    "an extent is out of range", Input);
  Read->matches("space::kernel<float, 4>");
  Read->matches(Read->Kernel);
  std::string Written = launchText(*Read);
  Expected<LaunchRequest> Again = parseLaunchOption(Written);
  fuzz::require(bool(Again), "what is written is not read", Written);
  fuzz::require(launchText(*Again) == Written, "what is written is read as something else", Input);
}
