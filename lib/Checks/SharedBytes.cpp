//===- SharedBytes.cpp - Shared memory that a kernel declares --------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SharedBytes.h"

#include "cuda-memlint/Model/FileFacts.h"

#include <map>
#include <tuple>

using namespace llvm;

namespace memlint {

uint64_t staticSharedBytes(const KernelProgram &Kernel) {
  // `__shared__ float a[8], b[8];` is at one position.
  std::map<std::tuple<std::string, unsigned, unsigned, std::string>, uint64_t> Arrays;
  for (const Access &Site : Kernel.Accesses) {
    const MemoryObject &Object = Kernel.Objects[Site.Object];
    if (Object.Kind == ObjectKind::StaticShared && Object.SizeBytes && !Site.IsUnused &&
        (Site.Kind == AccessKind::Load || Site.Kind == AccessKind::Atomic))
      Arrays[{Object.Position.Path, Object.Position.Line, Object.Position.Column, Object.Name}] =
          *Object.SizeBytes;
  }
  uint64_t Bytes = 0;
  for (const auto &[Position, OfArray] : Arrays)
    Bytes += OfArray;
  return Bytes;
}

bool isCallFor(StringRef Called, StringRef Name) {
  if (Called == SharedLimitCall::AnyKernel)
    return true;
  // Which instance is meant is known, or all of them may be.
  if (!Called.contains('<'))
    Name = Name.take_until([](char Each) { return Each == '<'; });
  return Name.consume_back(Called) && (Name.empty() || Name.ends_with("::"));
}

} // namespace memlint
