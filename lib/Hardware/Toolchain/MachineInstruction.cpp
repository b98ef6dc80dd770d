//===- MachineInstruction.cpp - What an instruction accesses --------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Hardware/Toolchain/MachineInstruction.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

using namespace llvm;

namespace memlint {
namespace {

struct OpcodeRow {
  StringRef Base;
  MemorySpace Space;
  AccessKind Kind;
};

// The instruction set reference in NVIDIA's "CUDA Binary Utilities" lists them, by
// architecture.
constexpr OpcodeRow Opcodes[] = {
    {"LDG", MemorySpace::Global, AccessKind::Load},
    {"STG", MemorySpace::Global, AccessKind::Store},
    {"ATOMG", MemorySpace::Global, AccessKind::Atomic},
    {"REDG", MemorySpace::Global, AccessKind::Atomic},
    {"RED", MemorySpace::Global, AccessKind::Atomic},
    {"LDGSTS", MemorySpace::Global, AccessKind::AsyncCopy},
    {"LDS", MemorySpace::Shared, AccessKind::Load},
    {"LDSM", MemorySpace::Shared, AccessKind::Load},
    {"STS", MemorySpace::Shared, AccessKind::Store},
    {"STSM", MemorySpace::Shared, AccessKind::Store},
    {"ATOMS", MemorySpace::Shared, AccessKind::Atomic},
    {"LD", MemorySpace::Generic, AccessKind::Load},
    {"ST", MemorySpace::Generic, AccessKind::Store},
    {"ATOM", MemorySpace::Generic, AccessKind::Atomic},
    {"LDL", MemorySpace::Local, AccessKind::Load},
    {"STL", MemorySpace::Local, AccessKind::Store},
    {"LDC", MemorySpace::Constant, AccessKind::Load},
    {"LDCU", MemorySpace::Constant, AccessKind::Load},
    {"ULDC", MemorySpace::Constant, AccessKind::Load},
};

} // namespace

std::optional<MemoryInstruction> readMemoryInstruction(StringRef Text) {
  Text = Text.trim();
  if (Text.starts_with("@"))
    Text = Text.drop_until([](char Character) { return Character == ' '; }).ltrim();
  StringRef Opcode = Text.take_until([](char C) { return C == ' ' || C == ';' || C == '\t'; });
  const auto *Row =
      find_if(Opcodes, [&](const OpcodeRow &Each) { return Each.Base == Opcode.split('.').first; });
  if (Row == std::end(Opcodes))
    return std::nullopt;
  // Bank 3 holds the program's __constant__ variables; bank 0 kernel parameters and
  // launch dimensions, the others what the compiler put there.
  if (Row->Space == MemorySpace::Constant && !Text.contains("c[0x3]"))
    return std::nullopt;
  return MemoryInstruction{Opcode, Row->Space, Row->Kind};
}

unsigned bytesOfModifiers(StringRef Opcode) {
  SmallVector<StringRef, 4> Parts;
  Opcode.split(Parts, '.');
  for (StringRef Part : ArrayRef(Parts).drop_front()) {
    if (Part == "U8" || Part == "S8")
      return 1;
    if (Part == "U16" || Part == "S16")
      return 2;
    if (Part == "64")
      return 8;
    if (Part == "128")
      return 16;
  }
  return 4;
}

} // namespace memlint
