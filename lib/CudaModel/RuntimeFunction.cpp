//===- RuntimeFunction.cpp - What CUDA's host functions are ---------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/CudaModel/RuntimeFunction.h"

#include "llvm/ADT/StringMap.h"

namespace memlint {

static constexpr RuntimeFunction RuntimeFunctions[] = {
#define RUNTIME_FUNCTION(NAME, KIND, ...) {.Name = #NAME, .Kind = RuntimeKind::KIND, __VA_ARGS__},
#include "RuntimeFunctions.def"
};

const RuntimeFunction *findRuntimeFunction(llvm::StringRef Name) {
  static const auto ByName = [] {
    llvm::StringMap<const RuntimeFunction *> Result;
    for (const RuntimeFunction &Each : RuntimeFunctions)
      Result.try_emplace(Each.Name, &Each);
    return Result;
  }();
  if (const RuntimeFunction *Known = ByName.lookup(Name))
    return Known;
  // Others in such a stream wait for less than they do in the one that all threads share.
  const RuntimeFunction *Plain = Name.consume_back("_ptsz") ? ByName.lookup(Name) : nullptr;
  return Plain && copies(Plain->Kind) && Plain->IsAsynchronous ? Plain : nullptr;
}

RuntimeKind runtimeKind(llvm::StringRef Name) {
  if (const RuntimeFunction *Known = findRuntimeFunction(Name))
    return Known->Kind;
  return Name.starts_with("cudaGet") ? RuntimeKind::Query : RuntimeKind::Other;
}

} // namespace memlint
