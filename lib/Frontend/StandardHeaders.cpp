//===- StandardHeaders.cpp - Files that do with our standard headers ------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StandardHeaders.h"

#include "cuda-memlint/Frontend/EmbeddedHeaders.h"
#include "cuda-memlint/Support/Words.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

/// Whether the embedded header \p Name declares what the host's does, as far as it goes: functions
/// of C without overloads, types of the same size, macros of the same values.
static bool declaresTheSame(StringRef Name) {
  return is_contained({"cfloat", "climits", "cstddef", "cstdio", "cstdlib", "cstring", "float.h",
                       "limits.h", "stdbool.h", "stddef.h", "stdio.h", "stdlib.h", "string.h"},
                      Name);
}

/// Whether a host's headers may define the macro \p Name, and ours do not. Those that compilers
/// define are the same with all headers.
static bool mayBeDefinedByHost(StringRef Name) {
  if (Name.ends_with("_ENDIAN") || Name == "BYTE_ORDER")
    return true;
  return Name.starts_with("_") &&
         !is_contained({"_MSC_VER", "_OPENMP", "_WIN32", "_WIN64", "__APPLE__", "__CUDACC__",
                        "__CUDA_ARCH__", "__CUDACC_VER_MAJOR__", "__CUDACC_VER_MINOR__", "__GNUC__",
                        "__HIPCC__", "__NVCC__", "__clang__", "__cplusplus", "__linux__"},
                       Name);
}

/// Whether a conditional directive of \p Contents may depend on the host's headers.
static bool testsHostMacros(StringRef Contents) {
  bool Found = false;
  while (!Contents.empty() && !Found) {
    StringRef Line;
    std::tie(Line, Contents) = Contents.split('\n');
    StringRef Directive = Line.ltrim();
    if (!Directive.consume_front("#"))
      continue;
    Directive = Directive.ltrim();
    if (!Directive.starts_with("if") && !Directive.starts_with("elif"))
      continue;
    forEachWord(Directive, [&](StringRef Word) { Found |= mayBeDefinedByHost(Word); });
    // What a continued line tests is not looked for.
    Found |= Directive.rtrim().ends_with("\\");
  }
  return Found;
}

/// Whether \p Contents has a name that C++ overloads and our headers do not.
static bool mentionsOverloads(StringRef Contents) {
  bool Found = false;
  forEachWord(Contents, [&](StringRef Word) { Found |= Word == "abs" || Word == "div"; });
  return Found;
}

bool sufficeEmbeddedStandardHeaders(ArrayRef<IncludedName> Includes, StringRef Contents) {
  auto IsStandard = [](const IncludedName &Include) {
    return !Include.IsQuoted && declaresTheSame(Include.Name);
  };
  auto IsKnown = [&](const IncludedName &Include) {
    return IsStandard(Include) || isEmbeddedCudaHeader(Include.Name);
  };
  return any_of(Includes, IsStandard) && all_of(Includes, IsKnown) && !testsHostMacros(Contents) &&
         !mentionsOverloads(Contents);
}

} // namespace memlint
