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

/// tex1Dfetch, surfCubemapwrite and so on: each reads or writes what its first argument, or that
/// after the value, says.
std::optional<DeviceFunction> textureFunction(llvm::StringRef Name) {
  static constexpr llvm::StringLiteral Shapes[] = {"1D", "2D", "3D", "Cubemap"};
  bool Writes = Name.ends_with("write");
  bool IsPrefixed = Name.consume_front("tex") || Name.consume_front("surf");
  if (!IsPrefixed || llvm::none_of(Shapes, [&](auto Shape) { return Name.starts_with(Shape); }))
    return std::nullopt;
  return DeviceFunction{.Name = "texture",
                        .Kind = Writes ? FunctionKind::SurfaceWrite : FunctionKind::TextureRead,
                        .Arguments = 1};
}

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
  if (!Known)
    return textureFunction(Name);
  if (Known->Kind != FunctionKind::Atomic || Scope == ThreadScope::Device)
    return std::nullopt;
  DeviceFunction Scoped = *Known;
  Scoped.Scope = Scope;
  return Scoped;
}

} // namespace memlint
