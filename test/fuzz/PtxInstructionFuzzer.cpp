//===- PtxInstructionFuzzer.cpp - PTX in asm statements -------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The text of an asm statement, before its operands are known. Each instruction, written alone, is
/// read as the same one.
///
//===----------------------------------------------------------------------===//

#include "FuzzTarget.h"

#include "cuda-memlint/CudaModel/PtxInstruction.h"

using namespace llvm;
using namespace memlint;

static std::string instructionText(const PtxInstruction &Read) {
  if (Read.Predicate.empty())
    return Read.Text;
  return (Read.PredicateNegated ? "@!" : "@") + Read.Predicate + " " + Read.Text;
}

MEMLINT_FUZZ_TARGET(PtxInstruction, 1000) {
  for (const PtxInstruction &Read : parsePtx(Input).Instructions) {
    Read.kind();
    Read.ordering();
    Read.space();
    Read.accessedBytes();
    isPtxFloat(Read.type());
    for (const std::string &Operand : Read.Operands)
      ptxDestinations(Operand);
    std::string Written = instructionText(Read);
    PtxText Again = parsePtx(Written);
    fuzz::require(Again.Instructions.size() == 1 && Again.Instructions[0].Parts == Read.Parts &&
                      Again.Instructions[0].Operands == Read.Operands &&
                      instructionText(Again.Instructions[0]) == Written,
                  "what is written is read as something else", Written);
  }
}
