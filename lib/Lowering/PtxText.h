//===- PtxText.h - The text of inline assembly ------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Splits the text of an asm statement into PTX instructions: predicate, opcode
/// and operands. Nothing here knows what an instruction does.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_LOWERING_PTXTEXT_H
#define CUDA_MEMLINT_LIB_LOWERING_PTXTEXT_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace memlint {

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
};

struct PtxText {
  std::vector<PtxInstruction> Instructions;
  /// Some instruction may be jumped over or run more than once.
  bool HasBranches = false;
};

PtxText parsePtx(llvm::StringRef Text);

/// The parts of \p List between commas outside of (), [] and {}, trimmed.
std::vector<std::string> splitPtxList(llvm::StringRef List);

/// What an instruction writes: "d", "d|p", "{a, b}".
std::vector<std::string> ptxDestinations(llvm::StringRef Operand);

/// Bits of "f32", "b64", "bf16x2" and the like; 0 for what is not a type.
unsigned ptxTypeBits(llvm::StringRef Type);
bool isPtxFloat(llvm::StringRef Type);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_LOWERING_PTXTEXT_H
