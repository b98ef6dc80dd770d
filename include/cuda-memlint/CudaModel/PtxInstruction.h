//===- PtxInstruction.h - The instructions of inline assembly ---*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The text of an asm statement as PTX instructions, and what their opcodes and modifiers say (PTX
/// ISA, Instruction Set).
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_CUDAMODEL_PTXINSTRUCTION_H
#define CUDA_MEMLINT_CUDAMODEL_PTXINSTRUCTION_H

#include "cuda-memlint/CudaModel/MemoryOrdering.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace memlint {

enum class PtxKind : uint8_t {
  // Memory.
  Load,
  Store,
  Atomic,
  MatrixRows,
  Copy,
  BarrierInMemory,
  // Threads.
  Barrier,
  Fence,
  Vote,
  Match,
  Shuffle,
  Exit,
  Trap,
  // Values.
  Arithmetic, ///< depends on the operands alone
  Opaque,     ///< what textures hold, products of matrices
  // Others.
  Nothing, ///< jumps, and requests that neither access memory nor give a value
  Unseen,  ///< what others see, or say when, in a way that is not followed
  Unknown
};

/// One instruction as written, such as "@p ld.global.v2.f32 {%0, %1}, [%2+16]".
struct PtxInstruction {
  /// Without predicate, blanks in one row taken as one.
  std::string Text;
  /// The register after '@', empty when there is none.
  std::string Predicate;
  bool PredicateNegated = false;
  /// The opcode and its modifiers: "ld", "global", "v2", "f32".
  std::vector<std::string> Parts;
  /// Between the commas outside of brackets: "{%0, %1}", "[%2+16]".
  std::vector<std::string> Operands;

  llvm::StringRef opcode() const { return Parts.front(); }
  bool has(llvm::StringRef Modifier) const;
  /// The last modifier, which is the type of most instructions.
  llvm::StringRef type() const { return Parts.back(); }

  PtxKind kind() const;
  /// Those that name none are of the device: `membar.gl`, fences and atomics.
  ThreadScope scope() const;
  /// PTX ISA, Memory Consistency Model: atomics are relaxed and of the device where they do not
  /// say otherwise, and so are the fetch and the update of one that says acquire or release.
  MemoryOrdering ordering() const;
  MemorySpace space() const;
  /// Bytes that one lane moves, 0 where the instruction does not determine it.
  unsigned accessedBytes() const;
};

struct PtxText {
  std::vector<PtxInstruction> Instructions;
  /// Some instruction may be jumped over or run more than once.
  bool HasBranches = false;
};

PtxText parsePtx(llvm::StringRef Text);

/// The parts of \p List between commas outside of (), [] and {}, trimmed.
std::vector<std::string> splitPtxList(llvm::StringRef List);

/// The parts of "{a, b}" or "[a]", whose closing bracket may be missing.
std::vector<std::string> splitPtxGroup(llvm::StringRef Group);

/// What an instruction writes: "d", "d|p", "{a, b}".
std::vector<std::string> ptxDestinations(llvm::StringRef Operand);

/// Bits of "f32", "b64", "bf16x2" and the like; 0 for what is not a type.
unsigned ptxTypeBits(llvm::StringRef Type);
bool isPtxFloat(llvm::StringRef Type);

} // namespace memlint

#endif // CUDA_MEMLINT_CUDAMODEL_PTXINSTRUCTION_H
