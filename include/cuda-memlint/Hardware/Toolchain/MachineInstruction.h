//===- MachineInstruction.h - What an instruction accesses ------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_HARDWARE_TOOLCHAIN_MACHINEINSTRUCTION_H
#define CUDA_MEMLINT_HARDWARE_TOOLCHAIN_MACHINEINSTRUCTION_H

#include "cuda-memlint/Target/WarpRequest.h"

#include "llvm/ADT/StringRef.h"

#include <optional>

namespace memlint {

/// A machine instruction that accesses memory lane by lane.
struct MemoryInstruction {
  /// With modifiers: "LDG.E.64".
  llvm::StringRef Opcode;
  /// Generic for an instruction that takes addresses of several spaces.
  MemorySpace Space;
  AccessKind Kind;
};

/// Reads an instruction as the disassembler prints it: `@!P0 LDG.E R2, desc[UR4][R2.64]`.
/// Nothing for those that access no memory, for loads of kernel parameters, and for bulk
/// copies, which no lane takes part in.
std::optional<MemoryInstruction> readMemoryInstruction(llvm::StringRef Text);

/// Bytes that a load or store of that opcode accesses per lane.
unsigned bytesOfModifiers(llvm::StringRef Opcode);

} // namespace memlint

#endif // CUDA_MEMLINT_HARDWARE_TOOLCHAIN_MACHINEINSTRUCTION_H
