//===- RandomStates.cpp - Generators of random numbers --------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LibraryCalls.h"

using namespace clang;

namespace memlint {

void touchRandomStates(const FunctionDecl &Function, const Stmt *Call,
                       llvm::ArrayRef<Value> Arguments, Interpreter &Code, Emitter &Out,
                       BuiltinVariables &Builtins) {
  if (!Function.getDeclName().isIdentifier())
    return;
  ExprContext &Exprs = Code.Exprs;
  bool Starts = Function.getName() == "curand_init";
  for (unsigned Index = 0; Index < Arguments.size() && Index < Function.getNumParams(); ++Index) {
    QualType Type = Function.getParamDecl(Index)->getType();
    const RecordDecl *State =
        Type->isPointerType() ? Type->getPointeeType()->getAsRecordDecl() : nullptr;
    if (!State || !State->getIdentifier() || !State->getName().starts_with("curandState") ||
        !Arguments[Index].isPointer())
      continue;
    // Its first word stands for all of it: states do not overlap in part.
    ExprRef Word = Exprs.constant(4);
    constexpr llvm::StringLiteral Unseen = "unknown accesses of the random number library";
    /// cuRAND's documentation: up to this many threads of one block may share a Mersenne
    /// twister; each writes a word of its own.
    constexpr int64_t MostSharers = 256;
    bool IsShared = State->getName().contains("Mtgp32");
    Code.forEachChoice(Arguments[Index].Target, [&](Lvalue At) {
      if (!At.isMemory())
        return;
      if (IsShared)
        At.Offset = Exprs.add(
            At.Offset,
            Exprs.multiply(Exprs.remainder(Builtins.threadRank(), Exprs.constant(MostSharers)),
                           Word));
      if (!Starts && !IsShared)
        Out.emitBytes({At, Word, 4, std::nullopt}, AccessKind::Load, Call, Unseen);
      Out.emitBytes({At, Word, 4, std::nullopt}, AccessKind::Store, Call, Unseen);
    });
  }
}

} // namespace memlint
