//===- VariableSums.cpp - Values as sums of variables ---------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VariableSums.h"

#include "HostBuffers.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace memlint {

VariableSum sumOf(const VariableSum &Left, const VariableSum &Right, int64_t Sign) {
  VariableSum Sum = Left;
  for (const auto &[Product, Factor] : Right)
    Sum[Product] += Sign * Factor;
  std::erase_if(Sum, [](const auto &Each) { return Each.second == 0; });
  return Sum;
}

VariableSum productOf(const VariableSum &Left, const VariableSum &Right) {
  VariableSum Sum;
  for (const auto &[One, Factor] : Left)
    for (const auto &[Other, OtherFactor] : Right) {
      VariableProduct Product = One;
      Product.insert(Product.end(), Other.begin(), Other.end());
      llvm::sort(Product);
      Sum[Product] += Factor * OtherFactor;
    }
  std::erase_if(Sum, [](const auto &Each) { return Each.second == 0; });
  return Sum;
}

std::optional<int64_t> constantIn(const VariableSum &Sum) {
  if (Sum.empty())
    return 0;
  if (Sum.size() == 1 && Sum.begin()->first.empty())
    return Sum.begin()->second;
  return std::nullopt;
}

std::optional<VariableSum> VariableSums::integerOf(const clang::Expr *Number) {
  clang::Expr::EvalResult Value;
  if (Number->isValueDependent())
    return std::nullopt;
  if (Number->getType()->isIntegralOrEnumerationType() && Number->EvaluateAsInt(Value, Ast)) {
    int64_t Constant = Value.Val.getInt().getExtValue();
    return Constant == 0 ? VariableSum() : VariableSum{{{}, Constant}};
  }
  Number = Number->IgnoreParens();
  if (const auto *Cast = dyn_cast<CastExpr>(Number)) {
    // A narrower number may have lost what makes the distances equal.
    QualType From = Cast->getSubExpr()->getType(), To = Cast->getType();
    bool KeepsValue = From->isIntegralOrEnumerationType() && To->isIntegralOrEnumerationType() &&
                      Ast.getIntWidth(To) >= Ast.getIntWidth(From);
    return KeepsValue ? integerOf(Cast->getSubExpr()) : std::nullopt;
  }
  if (const auto *Reference = dyn_cast<DeclRefExpr>(Number)) {
    const auto *Variable = dyn_cast<VarDecl>(Reference->getDecl());
    if (!Variable || !Variable->getType()->isIntegralOrEnumerationType())
      return std::nullopt;
    if (const clang::Expr *Value = Meant(*Variable)) {
      llvm::SaveAndRestore Deeper(Depth, Depth + 1);
      return Depth < MaximumDepth ? integerOf(Value) : std::nullopt;
    }
    return VariableSum{{{Variable}, 1}};
  }
  const auto *Operator = dyn_cast<BinaryOperator>(Number);
  if (!Operator || (!Operator->isAdditiveOp() && Operator->getOpcode() != BO_Mul))
    return std::nullopt;
  std::optional<VariableSum> Left = integerOf(Operator->getLHS()),
                             Right = integerOf(Operator->getRHS());
  if (!Left || !Right || Left->size() * Right->size() > MaximumTerms)
    return std::nullopt;
  if (Operator->getOpcode() == BO_Mul)
    return productOf(*Left, *Right);
  return sumOf(*Left, *Right, Operator->getOpcode() == BO_Sub ? -1 : 1);
}

/// \p Start and \p Index elements of the type \p Element, forwards or backwards.
std::optional<PointerSum> VariableSums::moved(std::optional<PointerSum> Start, QualType Element,
                                              const clang::Expr *Index, int64_t Sign) {
  if (!Start || !Index || Element.isNull() || Element->isIncompleteType() ||
      Element->isVariableArrayType())
    return std::nullopt;
  std::optional<VariableSum> Offset = integerOf(Index);
  if (!Offset)
    return std::nullopt;
  int64_t Size = Ast.getTypeSizeInChars(Element).getQuantity();
  Start->Bytes = sumOf(Start->Bytes, productOf(*Offset, {{{}, Size}}), Sign);
  return Start;
}

/// Where the elements of the vector begin that \p Pointer leads into.
static std::optional<PointerSum> startOfVector(const clang::Expr *Pointer) {
  const DeclRefExpr *Base = HostBuffers::baseOf(Pointer);
  const auto *Variable = Base ? dyn_cast<VarDecl>(Base->getDecl()) : nullptr;
  return Variable && !Variable->getType()->isReferenceType()
             ? std::optional<PointerSum>({Variable, {}})
             : std::nullopt;
}

std::optional<PointerSum> VariableSums::pointerOf(const clang::Expr *Pointer) {
  Pointer = Pointer->IgnoreParens();
  if (const auto *Cast = dyn_cast<CastExpr>(Pointer))
    return Cast->getSubExpr()->getType()->isPointerType() ||
                   Cast->getSubExpr()->getType()->isArrayType()
               ? pointerOf(Cast->getSubExpr())
               : std::nullopt;
  if (const auto *Reference = dyn_cast<DeclRefExpr>(Pointer)) {
    const auto *Variable = dyn_cast<VarDecl>(Reference->getDecl());
    if (!Variable || Variable->getType()->isReferenceType())
      return std::nullopt;
    const clang::Expr *Value = Variable->getType()->isPointerType() ? Meant(*Variable) : nullptr;
    if (!Value)
      return PointerSum{Variable, {}};
    llvm::SaveAndRestore Deeper(Depth, Depth + 1);
    return Depth < MaximumDepth ? pointerOf(Value) : std::nullopt;
  }
  if (isa<CXXMemberCallExpr>(Pointer)) // `v.data()`
    return startOfVector(Pointer);
  const clang::Expr *Base = nullptr, *Index = nullptr;
  int64_t Sign = 1;
  if (const auto *Address = dyn_cast<UnaryOperator>(Pointer);
      Address && Address->getOpcode() == UO_AddrOf) {
    const clang::Expr *Element = Address->getSubExpr()->IgnoreParens();
    if (const auto *OfVector = dyn_cast<CXXOperatorCallExpr>(Element)) // `&v[i]`
      return moved(startOfVector(Pointer), OfVector->getType(),
                   OfVector->getNumArgs() == 2 ? OfVector->getArg(1) : nullptr, 1);
    const auto *Subscript = dyn_cast<ArraySubscriptExpr>(Element);
    if (!Subscript)
      return std::nullopt;
    Base = Subscript->getBase();
    Index = Subscript->getIdx();
  } else if (const auto *Row = dyn_cast<ArraySubscriptExpr>(Pointer)) {
    // An array that begins at its first element.
    if (!Row->getType()->isArrayType())
      return std::nullopt;
    Base = Row->getBase();
    Index = Row->getIdx();
  } else if (const auto *Sum = dyn_cast<BinaryOperator>(Pointer);
             Sum && Sum->isAdditiveOp() && Sum->getLHS()->getType()->isPointerType()) {
    Base = Sum->getLHS();
    Index = Sum->getRHS();
    Sign = Sum->getOpcode() == BO_Sub ? -1 : 1;
  } else {
    return std::nullopt;
  }
  return moved(pointerOf(Base), Base->getType()->getPointeeType(), Index, Sign);
}

} // namespace memlint
