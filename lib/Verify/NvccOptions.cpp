//===- NvccOptions.cpp - nvcc's options by what they do -------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NvccOptions.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

bool namesArchitecture(StringRef Option) {
  StringRef Name = Option.split('=').first;
  return is_contained(
      {"-arch", "--gpu-architecture", "-gencode", "--generate-code", "-code", "--gpu-code"}, Name);
}

/// Of files that are only linked.
static bool isObject(StringRef Option) {
  return !Option.starts_with("-") &&
         any_of(ArrayRef<StringRef>({".o", ".a", ".so", ".obj", ".lib"}),
                [&](StringRef Ending) { return Option.ends_with(Ending); });
}

std::vector<std::string> optionsForOneSource(const std::vector<std::string> &Options,
                                             bool OneArchitecture) {
  std::vector<std::string> Result;
  for (size_t Index = 0; Index != Options.size(); ++Index) {
    StringRef Option = Options[Index];
    bool IsLanguage = is_contained({"-x", "--x"}, Option.split('=').first);
    if (IsLanguage || (OneArchitecture && namesArchitecture(Option))) {
      // The value may be an argument of its own.
      if (!Option.contains('='))
        ++Index;
      continue;
    }
    if (!isObject(Option) && !is_contained({"-dlto", "--dlink-time-opt"}, Option))
      Result.push_back(Option.str());
  }
  return Result;
}

} // namespace memlint
