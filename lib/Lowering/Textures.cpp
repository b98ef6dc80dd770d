//===- Textures.cpp - Textures and surfaces ---------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads and writes through textures and surfaces. They go another way than the
/// loads and stores that are counted here, in an order of elements that is not
/// documented: they are not accesses, and what they read depends on data.
///
//===----------------------------------------------------------------------===//

#include "LibraryCalls.h"

#include "llvm/ADT/SmallVector.h"

using namespace clang;

namespace memlint {

/// A texture reference, or the number that stands for a texture or surface object.
static bool isTexture(QualType Type) {
  Type = Type.getNonReferenceType();
  if (const CXXRecordDecl *Class = Type->getAsCXXRecordDecl())
    return Class->getIdentifier() &&
           (Class->getName() == "texture" || Class->getName() == "surface");
  return Type->isSpecificBuiltinType(BuiltinType::ULongLong);
}

std::optional<Value> evaluateTexture(const DeviceFunction &Known, const FunctionDecl &Function,
                                     const CallExpr *Call, Interpreter &Code, Emitter &Out) {
  // The texture is first, or second after what is written or where the value read goes.
  bool IsTexture = false;
  for (unsigned Index = 0; Index < 2 && Index < Function.getNumParams(); ++Index)
    IsTexture |= isTexture(Function.getParamDecl(Index)->getType());
  if (!IsTexture)
    return std::nullopt;
  if (Known.Kind == FunctionKind::SurfaceWrite)
    Out.noteUnseen(Call);
  Uniformity Varies = Uniformity::Grid;
  llvm::SmallVector<std::pair<Lvalue, QualType>, 1> Filled;
  for (const clang::Expr *Argument : Call->arguments()) {
    QualType Type = Argument->getType();
    if (Type->getAsCXXRecordDecl() && isTexture(Type))
      continue;
    Value Given = Code.evaluate(Argument);
    Code.havocReachableFrom(Given, "read from a texture");
    if (Given.isPointer() && Given.Target.isVariable())
      Filled.push_back({Given.Target, Type->getPointeeType()});
    Varies = std::max(Varies, uniformity(Given));
  }
  // As a result is, what goes to a variable is data.
  for (const auto &[At, Type] : Filled)
    Code.store(At, Type,
               Code.unknownValue(Type, Uniformity::Lane, OpaqueReason::DataDependent,
                                 "read from a texture"),
               Call);
  return Code.unknownValue(Call, Varies, OpaqueReason::DataDependent);
}

} // namespace memlint
