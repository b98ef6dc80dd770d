//===- PointerLvalues.cpp - Where host code keeps pointers -----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PointerLvalues.h"

#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"

#include "llvm/ADT/StringSet.h"

using namespace clang;

namespace memlint {

PointerLvalue PointerLvalue::with(uintptr_t Part) const {
  PointerLvalue Result = *this;
  // What an owner has is got at in several steps: v.data().get(), &*v.begin().
  if (Part != Contents || Path.empty() || Path.back() != Contents)
    Result.Path.push_back(Part);
  return Result;
}

bool PointerLvalue::isPartOf(const PointerLvalue &Whole) const {
  return Root == Whole.Root && Path.size() >= Whole.Path.size() &&
         std::equal(Whole.Path.begin(), Whole.Path.end(), Path.begin());
}

static uintptr_t partOf(const Decl *Declaration) {
  return reinterpret_cast<uintptr_t>(Declaration->getCanonicalDecl());
}

/// A function of a library whose result is its argument.
static bool returnsArgument(const CallExpr *Call) {
  static const llvm::StringSet<> Names = {
      "raw_pointer_cast", "device_pointer_cast", "move",     "forward",
      "addressof",        "to_address",          "as_const", "launder"};
  const FunctionDecl *Callee = Call->getDirectCallee();
  return Callee && Callee->getIdentifier() && Call->getNumArgs() == 1 &&
         !isa<CXXMemberCallExpr>(Call) && Names.contains(Callee->getName());
}

bool PointerLvalues::sharesMemory(const CXXMethodDecl *Copy) {
  const CXXRecordDecl *Class = Copy->getParent();
  return Copy->isTrivial() || Copy->isDefaulted() ||
         (Class->getIdentifier() && Class->getName() == "shared_ptr");
}

/// One layer less; null: there is none.
static const clang::Expr *stripOnce(const clang::Expr *Expression) {
  if (const auto *Full = dyn_cast<FullExpr>(Expression))
    return Full->getSubExpr();
  if (const auto *Bound = dyn_cast<CXXBindTemporaryExpr>(Expression))
    return Bound->getSubExpr();
  if (const auto *Construction = dyn_cast<CXXConstructExpr>(Expression)) {
    const CXXConstructorDecl *Constructor = Construction->getConstructor();
    bool IsCopy = Constructor->isMoveConstructor() ||
                  (Constructor->isCopyConstructor() && PointerLvalues::sharesMemory(Constructor));
    return IsCopy && Construction->getNumArgs() != 0 ? Construction->getArg(0) : nullptr;
  }
  if (const auto *Call = dyn_cast<CallExpr>(Expression))
    return returnsArgument(Call) ? Call->getArg(0) : nullptr;
  if (const auto *Binary = dyn_cast<BinaryOperator>(Expression)) {
    if (Binary->getOpcode() == BO_Assign || Binary->getOpcode() == BO_Comma)
      return Binary->getRHS();
    if (Binary->isCompoundAssignmentOp())
      return Binary->getLHS();
    for (const clang::Expr *Operand : {Binary->getLHS(), Binary->getRHS()})
      if (Binary->isAdditiveOp() && Binary->getType()->isPointerType() &&
          !Operand->getType().isNull() && Operand->getType()->isPointerType())
        return Operand;
    return nullptr;
  }
  const auto *Unary = dyn_cast<UnaryOperator>(Expression);
  if (!Unary)
    return nullptr;
  if (Unary->isIncrementDecrementOp() || Unary->getOpcode() == UO_Extension)
    return Unary->getSubExpr();
  if (Unary->getOpcode() != UO_AddrOf)
    return nullptr;
  const clang::Expr *Operand = Unary->getSubExpr()->IgnoreParens();
  if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(Operand))
    return Subscript->getBase();
  if (const auto *Inner = dyn_cast<UnaryOperator>(Operand); Inner && Inner->getOpcode() == UO_Deref)
    return Inner->getSubExpr();
  return isa<CXXOperatorCallExpr>(Operand) ? nullptr : Operand;
}

const clang::Expr *PointerLvalues::strip(const clang::Expr *Expression) {
  while (true) {
    Expression = Expression->IgnoreParenCasts();
    if (Expression->getType().isNull())
      return Expression;
    const clang::Expr *Inner = stripOnce(Expression);
    if (!Inner)
      return Expression;
    Expression = Inner;
  }
}

std::optional<PointerLvalue> PointerLvalues::part(const clang::Expr *Whole, uintptr_t Part) {
  std::optional<PointerLvalue> Lvalue = lvalueOf(Whole);
  if (Lvalue)
    Lvalue = Lvalue->with(Part);
  return Lvalue;
}

std::optional<PointerLvalue> PointerLvalues::lvalueOf(const clang::Expr *Expression) {
  Expression = strip(Expression);
  if (isa<CXXThisExpr>(Expression))
    return PointerLvalue();
  if (const auto *Reference = dyn_cast<DeclRefExpr>(Expression)) {
    if (const auto *Binding = dyn_cast<BindingDecl>(Reference->getDecl()))
      return Binding->getBinding() ? lvalueOf(Binding->getBinding()) : std::nullopt;
    if (const auto *Variable = dyn_cast<VarDecl>(Reference->getDecl()))
      return PointerLvalue{Variable->getCanonicalDecl(), {}};
    return std::nullopt;
  }
  if (const auto *Member = dyn_cast<MemberExpr>(Expression))
    return ofMember(Member);
  if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(Expression))
    return part(Subscript->getBase(), 2 * numberOf(Subscript->getIdx()) + 1);
  if (const auto *Unary = dyn_cast<UnaryOperator>(Expression)) {
    if (Unary->getOpcode() == UO_Deref)
      return part(Unary->getSubExpr(), PointerLvalue::Pointee);
    const auto *Call = dyn_cast<CXXOperatorCallExpr>(Unary->getSubExpr()->IgnoreParens());
    return Call && Unary->getOpcode() == UO_AddrOf ? ofOperator(Call, /*IsAddress=*/true)
                                                   : std::nullopt;
  }
  if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(Expression))
    return ofOperator(Operator, /*IsAddress=*/false);
  if (const auto *Call = dyn_cast<CXXMemberCallExpr>(Expression))
    return ofMethodCall(Call);
  return std::nullopt;
}

std::optional<PointerLvalue> PointerLvalues::ofObject(const clang::Expr *Base, bool IsArrow) {
  if (IsArrow && !isa<CXXThisExpr>(strip(Base)))
    return part(Base, PointerLvalue::Pointee);
  return lvalueOf(Base);
}

std::optional<PointerLvalue> PointerLvalues::ofMember(const MemberExpr *Member) {
  if (const auto *Variable = dyn_cast<VarDecl>(Member->getMemberDecl()))
    return PointerLvalue{Variable->getCanonicalDecl(), {}};
  std::optional<PointerLvalue> Object = ofObject(Member->getBase(), Member->isArrow());
  if (!Object || !isa<FieldDecl>(Member->getMemberDecl()))
    return std::nullopt;
  return Object->with(partOf(Member->getMemberDecl()));
}

std::optional<PointerLvalue> PointerLvalues::ofOperator(const CXXOperatorCallExpr *Call,
                                                        bool IsAddress) {
  OverloadedOperatorKind Operator = Call->getOperator();
  if (Operator == OO_Amp && Call->getNumArgs() == 1) {
    // References that are objects have an operator for their address: thrust's.
    const auto *Inner = dyn_cast<CXXOperatorCallExpr>(strip(Call->getArg(0)));
    return Inner ? ofOperator(Inner, /*IsAddress=*/true) : lvalueOf(Call->getArg(0));
  }
  bool IsElement = Operator == OO_Subscript && Call->getNumArgs() == 2;
  bool IsPointee = (Operator == OO_Star || Operator == OO_Arrow) && Call->getNumArgs() == 1;
  if (!IsElement && !IsPointee)
    return std::nullopt;
  uintptr_t Part = IsAddress   ? PointerLvalue::Contents
                   : IsElement ? 2 * numberOf(Call->getArg(1)) + 1
                               : PointerLvalue::Pointee;
  return part(Call->getArg(0), Part);
}

/// What a method does nothing but return; null: it does more, or is not seen.
static const clang::Expr *soleResult(const CXXMethodDecl *Method) {
  const auto *Body = dyn_cast_or_null<CompoundStmt>(Method->getBody());
  if (!Body || Body->size() != 1)
    return nullptr;
  const auto *Return = dyn_cast<ReturnStmt>(Body->body_front());
  return Return ? Return->getRetValue() : nullptr;
}

/// Libraries' owners, and others with the same names: what they have, each time.
static bool leadsToContents(const CXXMethodDecl *Method) {
  static const llvm::StringSet<> Names = {"data", "get", "begin", "cbegin"};
  return isa<CXXConversionDecl>(Method) ||
         (Method->getIdentifier() && Names.contains(Method->getName()));
}

std::optional<PointerLvalue> PointerLvalues::ofMethodCall(const CXXMemberCallExpr *Call) {
  const CXXMethodDecl *Method = Call->getMethodDecl();
  const clang::Expr *Base = Call->getImplicitObjectArgument();
  if (!Method || !Base || Call->getNumArgs() != 0)
    return std::nullopt;
  std::optional<PointerLvalue> Object = ofObject(Base, Base->getType()->isPointerType());
  if (!Object)
    return std::nullopt;
  const SourceManager &Sources = Ast.getSourceManager();
  bool IsOwn = !Sources.isInSystemHeader(Sources.getExpansionLoc(Method->getLocation()));
  if (const clang::Expr *Result = IsOwn ? soleResult(Method) : nullptr;
      Result && Depth < MaximumDepth) {
    ++Depth;
    std::optional<PointerLvalue> Lvalue = lvalueOf(Result);
    --Depth;
    if (Lvalue && !Lvalue->Root) {
      for (uintptr_t Part : Lvalue->Path)
        Object = Object->with(Part);
      return Object;
    }
  }
  if (leadsToContents(Method))
    return Object->with(PointerLvalue::Contents);
  return Method->isConst() ? std::optional(Object->with(partOf(Method))) : std::nullopt;
}

unsigned PointerLvalues::numberOf(const clang::Expr *Expression) {
  llvm::FoldingSetNodeID Id;
  Expression->IgnoreParenImpCasts()->Profile(Id, Ast, /*Canonical=*/true);
  return Numbers.try_emplace(Id, unsigned(Numbers.size())).first->second;
}

} // namespace memlint
