//===- FunctionChoice.cpp - Which function a call calls ---------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Interpreter/Interpreter.h"

#include "clang/AST/Attr.h"

using namespace clang;

namespace memlint {

const FunctionDecl *Interpreter::calledThroughPointer(const CallExpr &Call) {
  const clang::Expr *Callee = Call.getCallee();
  QualType Type = Callee->getType();
  if (!Type->isFunctionPointerType() && !Type->isFunctionType())
    return nullptr;
  Value Called = evaluate(Callee);
  return Called.isFunction() ? Called.Callee : nullptr;
}

const CXXRecordDecl *Interpreter::dynamicClass(const Lvalue &Object) const {
  if (!Object.isVariable() || Object.ByteOffset != 0)
    return nullptr;
  Lvalue Whole = Object;
  // Up from the parts that are bases.
  while (!Whole.Path.empty()) {
    Lvalue Outer = Whole;
    Outer.Path.pop_back();
    QualType Type = typeAt(Outer);
    const CXXRecordDecl *Class = Type.isNull() ? nullptr : Type->getAsCXXRecordDecl();
    if (!Class || Whole.Path.back().Index ||
        Whole.Path.back().Number >= int64_t(Class->getNumBases()))
      break;
    Whole = std::move(Outer);
  }
  QualType Type = typeAt(Whole);
  return Type.isNull() ? nullptr : Type->getAsCXXRecordDecl();
}

const CXXMethodDecl *Interpreter::finalOverrider(const CXXMethodDecl &Method,
                                                 const Lvalue &Object) const {
  const CXXRecordDecl *Class = dynamicClass(Object);
  if (!Class) {
    // A final class or method has no other.
    bool Final = Method.hasAttr<FinalAttr>() || Method.getParent()->isEffectivelyFinal();
    return Final ? &Method : nullptr;
  }
  return const_cast<CXXMethodDecl &>(Method).getCorrespondingMethodInClass(Class);
}

void Interpreter::adjustToClass(Lvalue &Object, const CXXMethodDecl &Method) const {
  const CXXRecordDecl *Wanted = Method.getParent()->getCanonicalDecl();
  if (!Object.isVariable())
    return;
  auto ClassAt = [&](const Lvalue &At) -> const CXXRecordDecl * {
    QualType Type = typeAt(At);
    const CXXRecordDecl *Class = Type.isNull() ? nullptr : Type->getAsCXXRecordDecl();
    return Class ? Class->getCanonicalDecl() : nullptr;
  };
  Lvalue Up = Object;
  while (ClassAt(Up) != Wanted && !Up.Path.empty())
    Up.Path.pop_back();
  if (ClassAt(Up) == Wanted)
    Object = std::move(Up);
}

Value Interpreter::unfollowedVirtualCall(const CXXMethodDecl &Method, const CallExpr *Call,
                                         llvm::ArrayRef<Value> Given) {
  Client.noteUnfollowedCall(Call, &Method, Given);
  for (const Value &Argument : Given)
    havocReachableFrom(Argument, "changed by a virtual call");
  return unknownValue(Call->getType(), Uniformity::Lane, OpaqueReason::NotUnderstood,
                      "virtual call of " + Method.getNameAsString());
}

Value Interpreter::callEachObject(const CXXMethodDecl &Method, const CallExpr *Call,
                                  llvm::ArrayRef<LvalueChoice> Objects,
                                  llvm::ArrayRef<Value> Arguments) {
  auto CallOne = [&](Lvalue Object) -> Value {
    const FunctionDecl *Definition = nullptr;
    const CXXMethodDecl *Chosen = finalOverrider(Method, Object);
    if (!Chosen || !Chosen->hasBody(Definition) || !Definition) {
      std::vector<Value> Given = Arguments.vec();
      Given.push_back(Value::pointer(Object));
      return unfollowedVirtualCall(Method, Call, Given);
    }
    adjustToClass(Object, *Chosen);
    return inlineCall(Definition, Call, Object, Arguments, Call->getType());
  };
  return evaluateChoice(Objects, Call->getType(), CallOne);
}

} // namespace memlint
