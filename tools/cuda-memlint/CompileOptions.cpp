//===- CompileOptions.cpp - Compile options before the `--` ---------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompileOptions.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

/// Whether \p Argument is such an option with its value, as `-Iinclude` is.
static bool hasValue(StringRef Argument) {
  return any_of(
      std::initializer_list<StringRef>{"-I", "-D", "-U", "-isystem", "-std=", "--std="},
      [&](StringRef Name) { return Argument.starts_with(Name) && Argument.size() > Name.size(); });
}

static bool takesValue(StringRef Argument) {
  return is_contained({"-I", "-D", "-U", "-isystem", "-include", "-std", "--std"}, Argument);
}

Error takeCompileOptions(std::vector<const char *> &Arguments, std::vector<std::string> &Compile,
                         function_ref<bool(StringRef)> TakesNext) {
  std::vector<const char *> Kept;
  for (auto Each = Arguments.begin(); Each != Arguments.end(); ++Each) {
    StringRef Argument = *Each;
    auto Next = std::next(Each);
    if (Each == Arguments.begin() || (!takesValue(Argument) && !hasValue(Argument))) {
      Kept.push_back(*Each);
      if (Each != Arguments.begin() && TakesNext(Argument) && Next != Arguments.end())
        Kept.push_back(*++Each);
      continue;
    }
    Compile.push_back(Argument.str());
    if (!takesValue(Argument))
      continue;
    if (Next == Arguments.end())
      return createStringError("missing value of the compile option '" + Argument + "'");
    Compile.push_back(*++Each);
  }
  Arguments = std::move(Kept);
  return Error::success();
}

} // namespace memlint
