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

std::vector<std::string> withoutArchitecturesAndObjects(const std::vector<std::string> &Options) {
  std::vector<std::string> Result;
  for (size_t Index = 0; Index != Options.size(); ++Index) {
    StringRef Option = Options[Index];
    if (namesArchitecture(Option)) {
      // The value may be an argument of its own.
      if (!Option.contains('='))
        ++Index;
      if (Index == Options.size())
        break;
      continue;
    }
    bool IsObject = !Option.starts_with("-") &&
                    any_of(ArrayRef<StringRef>({".o", ".a", ".so", ".obj", ".lib"}),
                           [&](StringRef Ending) { return Option.ends_with(Ending); });
    if (!IsObject)
      Result.push_back(Option.str());
  }
  return Result;
}

} // namespace memlint
