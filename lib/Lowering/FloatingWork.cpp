//===- FloatingWork.cpp - Arithmetic of floating-point numbers ------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emitter.h"

#include "cuda-memlint/CudaModel/UnfollowedFunction.h"

#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace memlint {

void Emitter::addFloatingWork(QualType Type, unsigned Operations) {
  if (!Run.isRecorded() || Operations == 0)
    return;
  uint64_t Bits = Ast.getTypeSize(Type);
  if (!Type->isRealFloatingType() || (Bits != 32 && Bits != 64))
    return noteOtherWork();
  // What there is so much of is no longer counted.
  constexpr size_t MostWork = 1024;
  std::vector<ExprRef> Guards;
  for (ExprRef Guard : Run.Current.Guards)
    if (!Guard->isConstant())
      Guards.push_back(Guard);
  auto [Known, IsNew] = WorkNumbers.try_emplace({Guards, Run.LoopStack}, Program.Work.size());
  if (IsNew && Program.Work.size() == MostWork) {
    WorkNumbers.erase(Known);
    return noteOtherWork();
  }
  if (IsNew)
    Program.Work.push_back({std::move(Guards), Run.LoopStack});
  FloatingWork &Work = Program.Work[Known->second];
  (Bits == 32 ? Work.Single : Work.Double) += Operations;
}

/// \p Type is a floating-point number, a structure, which may hold some, or leads to either.
static bool mayHoldFloating(QualType Type) {
  if (Type->isAnyPointerType() || Type->isReferenceType())
    Type = Type->getPointeeType();
  return Type->isFloatingType() || Type->isRecordType() || Type->isVectorType();
}

void Emitter::addWorkOfCall(const FunctionDecl *Function) {
  if (!Function)
    return noteOtherWork();
  if (Function->isNoReturn() || Function->isVariadic())
    return;
  QualType Returned = Function->getReturnType();
  std::optional<unsigned> Operations = Function->getDeclName().isIdentifier()
                                           ? countFloatingOperations(Function->getName())
                                           : std::nullopt;
  if (Operations)
    return Returned->isFloatingType() ? addFloatingWork(Returned, *Operations) : void();
  bool IsOfNumbers = Returned->isIntegralOrEnumerationType() || Returned->isVoidType();
  bool LeavesNumbers = llvm::any_of(Function->parameters(), [](const ParmVarDecl *Parameter) {
    QualType Type = Parameter->getType();
    return (Type->isAnyPointerType() || Type->isReferenceType()) && mayHoldFloating(Type);
  });
  if (!IsOfNumbers || LeavesNumbers)
    noteOtherWork();
}

} // namespace memlint
