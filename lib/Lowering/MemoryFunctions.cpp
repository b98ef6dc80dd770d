//===- MemoryFunctions.cpp - memcpy, memmove, memset ---------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the C library's functions on memory touch: each byte, in the order of a loop.
///
//===----------------------------------------------------------------------===//

#include "LibraryCalls.h"

using namespace clang;

namespace memlint {

namespace {

constexpr llvm::StringLiteral Divided = "how the compiler splits this copy is unknown";

/// What an address is known to be a multiple of from the type it had before it became a void*.
uint64_t alignmentOfPointer(ASTContext &Ast, const clang::Expr *Pointer) {
  QualType Type = Pointer->IgnoreParenCasts()->getType();
  if (Type->isArrayType())
    return uint64_t(Ast.getTypeAlignInChars(Type).getQuantity());
  if (!Type->isPointerType() || Type->getPointeeType()->isIncompleteType() ||
      Type->getPointeeType()->isFunctionType())
    return 1;
  return uint64_t(Ast.getTypeAlignInChars(Type->getPointeeType()).getQuantity());
}

} // namespace

std::optional<Value> evaluateMemoryFunction(const DeviceFunction &Known, const CallExpr *Call,
                                            Interpreter &Code, Emitter &Out) {
  bool Sets = Known.Kind == FunctionKind::SetBytes;
  const clang::Expr *Target = Call->getArg(0), *Source = Call->getArg(1);
  if (!Target->getType()->isPointerType() || Source->getType()->isPointerType() == Sets)
    return std::nullopt;
  Value To = Code.evaluate(Target);
  Value From = Code.evaluate(Source);
  ExprRef Length = Code.number(Call->getArg(2));
  if (!To.isPointer() || !(Sets || From.isPointer()))
    Out.noteUnseen(Call);
  uint64_t Alignment = alignmentOfPointer(Code.Ast, Target);
  std::optional<uint8_t> EachByte;
  if (!Sets) {
    uint64_t SourceAlignment = alignmentOfPointer(Code.Ast, Source);
    if (From.isPointer())
      Code.forEachChoice(From.Target, [&](const Lvalue &At) {
        Out.emitBytes({At, Length, SourceAlignment, std::nullopt}, AccessKind::Load, Call, Divided);
      });
  } else if (From.isScalar() && From.Number->isConstant()) {
    EachByte = uint8_t(From.Number->constantTerm());
  }
  if (To.isPointer()) {
    Code.havocReachableFrom(To, Sets ? "set by memset" : "written by memcpy");
    Code.forEachChoice(To.Target, [&](const Lvalue &At) {
      Out.emitBytes({At, Length, Alignment, EachByte}, AccessKind::Store, Call, Divided);
    });
  }
  return To;
}

} // namespace memlint
