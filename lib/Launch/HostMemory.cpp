//===- HostMemory.cpp - The memory that host code sees --------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostMemory.h"

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"

namespace memlint {

unsigned HostMemory::objectOf(SlotId Slot) {
  unsigned &Object = SlotObjects[Slot];
  if (!Object)
    Object = add({.IsSeenMade = true, .Slot = Slot});
  return Object;
}

unsigned HostMemory::objectFor(const clang::VarDecl &Variable) {
  unsigned &Object = VariableObjects[Variable.getCanonicalDecl()];
  if (!Object)
    Object = add({.IsSeenMade = true, .Variable = &Variable});
  return Object;
}

unsigned HostMemory::addString(llvm::StringRef Text) {
  // With the null character at its end.
  return add({.IsSeenMade = true, .Text = std::make_shared<const std::string>(Text.str() + '\0')});
}

unsigned HostMemory::stringLiteralObject(const clang::Expr &Literal) {
  const auto *Text = dyn_cast<clang::StringLiteral>(&Literal);
  if (!KnowsStrings || !Text || Text->getCharByteWidth() != 1)
    return add({.IsSeenMade = true});
  return addString(Text->getBytes());
}

/// One of the two is perhaps a null pointer: where that is used, its alignment does not matter.
Lvalue HostMemory::joinMemory(ExprRef Condition, const Lvalue &Left, const Lvalue &Right) {
  ExprRef Offset = isNull(Left)    ? Right.Offset
                   : isNull(Right) ? Left.Offset
                                   : joinNumbers(Exprs, Condition, Left.Offset, Right.Offset);
  if (Left.Object == Right.Object)
    return Lvalue::memory(Left.Object, Offset);
  // What is written there may be written to either.
  forgetString(Left.Object);
  forgetString(Right.Object);
  return Lvalue::memory(add({}), Offset);
}

ExprRef HostMemory::notNull(const Lvalue &At) {
  if (At.isMemory() && At.Object != 0 && !Objects[At.Object].IsSeenMade)
    return nullptr;
  if (At.isMemory() && At.Object == 0)
    return At.Offset->isConstant(0) ? Exprs.constant(0) : nullptr;
  return At.isVariable() || At.isMemory() ? Exprs.constant(1) : nullptr;
}

ExprRef HostMemory::unknownNullness(Uniformity Varies) {
  return Exprs.opaque(OpaqueReason::DataDependent, Varies, "whether a pointer is null", {0, 1});
}

ExprRef HostMemory::addressNumber(const Lvalue &) {
  return Exprs.opaque(OpaqueReason::DataDependent, Uniformity::Grid, "an address");
}

} // namespace memlint
