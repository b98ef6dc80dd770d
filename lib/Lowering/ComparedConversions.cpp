//===- ComparedConversions.cpp - Rounded operands of atomics ----*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Compare-and-swaps that are given floating-point values as integers. Memory that is declared as
/// floating-point numbers may hold integers, such as the keys of a hash table in a workspace: that
/// it does not has to be seen.
///
//===----------------------------------------------------------------------===//

#include "Intrinsics.h"

#include "cuda-memlint/CudaModel/UnfollowedFunction.h"
#include "cuda-memlint/Frontend/Statements.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace memlint {

/// \p Part is a call of a function such as `__float_as_int`.
static const CallExpr *asBits(const Stmt *Part) {
  const auto *Call = dyn_cast<CallExpr>(Part);
  const FunctionDecl *Called = Call ? Call->getDirectCallee() : nullptr;
  bool IsOne = Called && Called->getDeclName().isIdentifier() && givesBits(Called->getName());
  return IsOne ? Call : nullptr;
}

using VariableSet = llvm::SmallPtrSet<const ValueDecl *, 8>;

/// \p Code has one of these calls.
static bool takesBits(const Stmt *Code) {
  return anyPart(Code, [](const Stmt &Part) { return asBits(&Part) != nullptr; });
}

/// The variable that \p Number reads; null: it is another expression.
static const ValueDecl *variableRead(const clang::Expr *Number) {
  const auto *Name = dyn_cast<DeclRefExpr>(Number->IgnoreParenCasts());
  return Name ? Name->getDecl() : nullptr;
}

/// \p Part makes a floating-point value of the integer in \p Variable.
static bool makesFloating(const Stmt *Part, const ValueDecl *Variable) {
  if (const CallExpr *Call = asBits(Part))
    return Call->getNumArgs() == 1 && variableRead(Call->getArg(0)) == Variable;
  const auto *Cast = dyn_cast<CastExpr>(Part);
  return Cast && Cast->getCastKind() == CK_IntegralToFloating &&
         variableRead(Cast->getSubExpr()) == Variable;
}

/// The same of a part of \p Code, or of what the local variables that it reads begin with.
static bool computesFrom(const Stmt *Code, const ValueDecl *Variable,
                         llvm::SmallPtrSetImpl<const VarDecl *> &Followed) {
  return anyPart(Code, [&](const Stmt &Part) {
    const auto *Name = dyn_cast<DeclRefExpr>(&Part);
    const auto *Local = Name ? dyn_cast<VarDecl>(Name->getDecl()) : nullptr;
    return makesFloating(&Part, Variable) ||
           (Local && Local->hasLocalStorage() && Followed.insert(Local).second &&
            computesFrom(Local->getInit(), Variable, Followed));
  });
}

/// What \p Call writes is computed as a floating-point number from the integer that it expects.
static bool computesFromExpected(const CallExpr &Call) {
  const ValueDecl *Expected = Call.getNumArgs() == 3 ? variableRead(Call.getArg(1)) : nullptr;
  llvm::SmallPtrSet<const VarDecl *, 8> Followed;
  return Expected && computesFrom(Call.getArg(2), Expected, Followed);
}

/// The first conversion in \p Code of an integer in \p Of to a floating-point number.
static const CastExpr *conversionToFloating(const Stmt *Code, const VariableSet &Of) {
  if (!Code)
    return nullptr;
  const auto *Cast = dyn_cast<CastExpr>(Code);
  if (Cast && Cast->getCastKind() == CK_IntegralToFloating)
    if (const ValueDecl *Read = variableRead(Cast->getSubExpr()); Read && Of.contains(Read))
      return Cast;
  for (const Stmt *Child : Code->children())
    if (const CastExpr *Found = conversionToFloating(Child, Of))
      return Found;
  return nullptr;
}

/// The same of the comparisons for an order in \p Code.
static const CastExpr *comparedConversion(const Stmt *Code, const VariableSet &Of) {
  if (!Code)
    return nullptr;
  const auto *Operator = dyn_cast<BinaryOperator>(Code);
  if (Operator && Operator->isRelationalOp())
    return conversionToFloating(Operator, Of);
  for (const Stmt *Child : Code->children())
    if (const CastExpr *Found = comparedConversion(Child, Of))
      return Found;
  return nullptr;
}

namespace {

/// What is assigned to the integers of one function that a compare-and-swap compares or gives.
struct BitVariables {
  const CallExpr *Swap;
  VariableSet Known;
  /// Something else is assigned to one of them.
  bool HasOthers = false;

  /// Adds the variables that are copied to or from those that are known, and what \p Swap goes to.
  void add(const Stmt &Code) {
    if (const auto *Operator = dyn_cast<BinaryOperator>(&Code);
        Operator && Operator->isAssignmentOp())
      addCopy(variableRead(Operator->getLHS()), *Operator->getRHS(),
              Operator->getOpcode() == BO_Assign);
    if (const auto *Step = dyn_cast<UnaryOperator>(&Code);
        Step && (Step->isIncrementDecrementOp() || Step->getOpcode() == UO_AddrOf))
      HasOthers |= Known.contains(variableRead(Step->getSubExpr()));
    if (const auto *Declaration = dyn_cast<DeclStmt>(&Code))
      for (const Decl *Each : Declaration->decls())
        if (const auto *Local = dyn_cast<VarDecl>(Each); Local && Local->getInit())
          addCopy(Local, *Local->getInit(), /*IsCopy=*/true);
  }

private:
  void addCopy(const ValueDecl *To, const clang::Expr &Value, bool IsCopy) {
    if (!To || !To->getType()->isIntegerType())
      return;
    const clang::Expr *Copied = Value.IgnoreParenCasts();
    const ValueDecl *From = variableRead(Copied);
    if (Copied == Swap || (From && Known.contains(From)))
      Known.insert(To);
    if (!Known.contains(To))
      return;
    if (From && From->getType()->isIntegerType())
      Known.insert(From);
    // Memory, which holds the bits, or bits of a number.
    const auto *Star = dyn_cast<UnaryOperator>(Copied);
    bool IsOfBits = Copied == Swap || From || asBits(Copied) || isa<ArraySubscriptExpr>(Copied) ||
                    (Star && Star->getOpcode() == UO_Deref);
    HasOthers |= !IsCopy || !IsOfBits;
  }
};

} // namespace

/// \p Call stores the bits of a number, and an integer that it compares or gives, which has bits of
/// one, too, becomes a number by its value: the conversion. Null: that is not seen.
static const CastExpr *misreadBits(const CallExpr &Call, const FunctionDecl *Function) {
  const ValueDecl *Expected = Call.getNumArgs() == 3 ? variableRead(Call.getArg(1)) : nullptr;
  if (!Expected || !Function || !Function->getBody() || !Expected->getType()->isIntegerType())
    return nullptr;
  const clang::Expr *Stored = Call.getArg(2)->IgnoreParenCasts();
  const auto *Local = dyn_cast_or_null<VarDecl>(variableRead(Stored));
  if (Local && Local->getInit())
    Stored = Local->getInit()->IgnoreParenCasts();
  const CallExpr *Bits = asBits(Stored);
  if (!Bits || Bits->getNumArgs() != 1 || !Bits->getArg(0)->getType()->isFloatingType())
    return nullptr;
  BitVariables Variables = {.Swap = &Call, .Known = {}};
  Variables.Known.insert(Expected);
  // Copies of copies.
  for (size_t Before = 0; Before != Variables.Known.size();) {
    Before = Variables.Known.size();
    forEachPart(Function->getBody(), [&](const Stmt &Part) { Variables.add(Part); });
  }
  if (Variables.HasOthers)
    return nullptr;
  const CastExpr *Found = conversionToFloating(Bits, Variables.Known);
  return Found ? Found : comparedConversion(Function->getBody(), Variables.Known);
}

ExprRef Intrinsics::conversionIn(ExprRef Number) const {
  if (!Number || Converted.contains(Number))
    return Number;
  if (Number->kind() == ExprKind::Wrap)
    return conversionIn(Number->operands()[0]);
  if (Number->kind() != ExprKind::Select)
    return nullptr;
  ExprRef First = conversionIn(Number->operands()[1]);
  return First ? First : conversionIn(Number->operands()[2]);
}

void Intrinsics::noteConversions(const CallExpr &Call, const AtomicUse &Use, size_t Before) {
  ExprRef Expected = conversionIn(Use.Expected), Replacement = conversionIn(Use.Replacement);
  const CastExpr *Misread = nullptr;
  if (!Expected && !Replacement) {
    Misread = misreadBits(Call, Code.frame().Function);
    if (!Misread)
      return;
    // Not a value that was rounded: OpaqueReason::None.
    Expected =
        Code.unknownValue(Misread->getSubExpr(), Uniformity::Lane, OpaqueReason::None).Number;
  }
  bool HoldsNumbers = Misread || llvm::any_of(llvm::drop_begin(Call.arguments()), takesBits) ||
                      computesFromExpected(Call);
  for (Access &Emitted : Out.accessesFrom(Before)) {
    Emitted.ConvertedExpected = Expected;
    Emitted.ConvertedValue = Replacement;
    if (HoldsNumbers)
      OnNumbers.insert(Emitted.Id);
  }
}

void Intrinsics::dropIntegerConversions() {
  llvm::MutableArrayRef<Access> All = Out.accessesFrom(0);
  for (Access &Site : All) {
    if ((!Site.ConvertedExpected && !Site.ConvertedValue) || OnNumbers.contains(Site.Id))
      continue;
    bool IsFloating = llvm::any_of(All, [&](const Access &Other) {
      const clang::Type *As = Out.typeOf(Other.Id);
      return Other.Object == Site.Object && Other.Offset && Other.Offset == Site.Offset && As &&
             As->isRealFloatingType();
    });
    if (!IsFloating)
      Site.ConvertedExpected = Site.ConvertedValue = nullptr;
  }
}

} // namespace memlint
