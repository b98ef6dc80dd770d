//===- DeviceFunction.cpp - The functions that CUDA gives a meaning -------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/CudaModel/DeviceFunction.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

namespace memlint {

namespace {

constexpr DeviceFunction Functions[] = {
#define FUNCTION(NAME, KIND, ...) {.Name = #NAME, .Kind = FunctionKind::KIND, __VA_ARGS__},
#include "DeviceFunctions.def"
};

} // namespace

std::optional<DeviceFunction> deviceFunction(llvm::StringRef Name) {
  static const auto ByName = [] {
    llvm::StringMap<const DeviceFunction *> Result;
    for (const DeviceFunction &Each : Functions)
      Result.try_emplace(Each.Name, &Each);
    return Result;
  }();
  if (const DeviceFunction *Known = ByName.lookup(Name))
    return *Known;
  ThreadScope Scope = Name.consume_back("_block")    ? ThreadScope::Block
                      : Name.consume_back("_system") ? ThreadScope::System
                                                     : ThreadScope::Device;
  const DeviceFunction *Known = ByName.lookup(Name);
  if (!Known || Known->Kind != FunctionKind::Atomic || Scope == ThreadScope::Device)
    return std::nullopt;
  DeviceFunction Scoped = *Known;
  Scoped.Scope = Scope;
  return Scoped;
}

bool mayConcernOthers(llvm::StringRef Name) {
  static constexpr llvm::StringLiteral Words[] = {"clock", "cycle", "timer", "mask",
                                                  "bar",   "fence", "sync",  "cuda"};
  // Products of fragments that the lanes hold.
  if (Name == "mma_sync" || Name == "bmma_sync")
    return false;
  return llvm::any_of(Words, [&](llvm::StringRef Word) { return Name.contains_insensitive(Word); });
}

} // namespace memlint
