//===- ConstUses.cpp - What compiles with a pointer to const --------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConstUses.h"

#include "cuda-memlint/Frontend/AstVisitor.h"

#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/AST/ExprCXX.h"

#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace memlint {

namespace {

/// What an expression has of the pointer.
enum class Share : uint8_t {
  None,
  Variable, ///< it is the parameter
  Pointer,  ///< its value is one to what the parameter points to
  Pointee   ///< it denotes what that points to
};

class UseReader {
public:
  explicit UseReader(const ParmVarDecl &Pointer) : Parameter(Pointer) {}

  PointerUses read(const Stmt *Body) {
    if (visit(Body) != Share::None)
      Uses.AllowConst = false;
    return Uses;
  }

private:
  Share refuse() {
    Uses.AllowConst = false;
    return Share::None;
  }

  Share visit(const Stmt *Statement) {
    if (!Statement)
      return Share::None;
    if (const auto *Reference = dyn_cast<DeclRefExpr>(Statement)) {
      if (Reference->getDecl() != &Parameter)
        return Share::None;
      Uses.LeavesFunction |= IsCallAway;
      return Share::Variable;
    }
    if (const auto *Paren = dyn_cast<ParenExpr>(Statement))
      return visit(Paren->getSubExpr());
    if (const auto *Cast = dyn_cast<CastExpr>(Statement))
      return visitCast(*Cast, visit(Cast->getSubExpr()));
    if (const auto *Unary = dyn_cast<UnaryOperator>(Statement))
      return visitUnary(*Unary, visit(Unary->getSubExpr()));
    if (const auto *Binary = dyn_cast<BinaryOperator>(Statement))
      return visitBinary(*Binary, visit(Binary->getLHS()), visit(Binary->getRHS()));
    if (const auto *Choice = dyn_cast<ConditionalOperator>(Statement)) {
      visit(Choice->getCond());
      Share True = visit(Choice->getTrueExpr()), False = visit(Choice->getFalseExpr());
      return True == Share::None ? False : True;
    }
    if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(Statement)) {
      visit(Subscript->getIdx());
      return visit(Subscript->getBase()) == Share::None ? Share::None : Share::Pointee;
    }
    if (const auto *Member = dyn_cast<MemberExpr>(Statement))
      return visit(Member->getBase()) == Share::None ? Share::None : Share::Pointee;
    // What is captured has the type of the parameter.
    if (const auto *Lambda = dyn_cast<LambdaExpr>(Statement))
      return visit(Lambda->getBody());
    if (isa<UnaryExprOrTypeTraitExpr>(Statement))
      return Share::None;
    return visitOther(*Statement);
  }

  /// Arguments, initial values, what is returned: of one type, which is not that of a const.
  /// What a statement computes for nothing does no harm.
  Share visitOther(const Stmt &Statement) {
    bool TakesValues = isa<clang::Expr, DeclStmt, ReturnStmt, AsmStmt>(Statement);
    const auto *Call = dyn_cast<CallExpr>(&Statement);
    const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
    llvm::SaveAndRestore Inside(IsCallAway,
                                IsCallAway || (Callee && Callee->hasAttr<NoInlineAttr>()));
    for (const Stmt *Part : Statement.children())
      if (visit(Part) != Share::None && TakesValues)
        refuse();
    return Share::None;
  }

  Share visitCast(const CastExpr &Cast, Share Parent) {
    if (Parent == Share::None)
      return Share::None;
    QualType To = Cast.getType();
    switch (Cast.getCastKind()) {
    case CK_LValueToRValue:
      return Parent == Share::Variable ? Share::Pointer : Share::None;
    case CK_ArrayToPointerDecay:
      return Share::Pointer;
    case CK_PointerToBoolean:
    case CK_PointerToIntegral:
    case CK_ToVoid:
      return Share::None;
    case CK_NoOp:
    case CK_BitCast:
    case CK_LValueBitCast: {
      QualType Target = To->isPointerType() ? To->getPointeeType() : To;
      if (Parent != Share::Variable && Target.isConstQualified())
        return Share::None;
      if (Cast.getCastKind() == CK_NoOp && isa<ImplicitCastExpr>(Cast))
        return Parent;
      // A cast in parentheses may take a const away.
      return isa<CStyleCastExpr>(Cast) && Parent == Share::Pointer ? Share::None : refuse();
    }
    default:
      return refuse();
    }
  }

  Share visitUnary(const UnaryOperator &Unary, Share Parent) {
    if (Parent == Share::None)
      return Share::None;
    switch (Unary.getOpcode()) {
    case UO_Deref:
      return Share::Pointee;
    case UO_AddrOf:
      Uses.IsReassigned |= Parent == Share::Variable;
      return Parent == Share::Pointee ? Share::Pointer : refuse();
    case UO_PreInc:
    case UO_PreDec:
      return Parent == Share::Variable ? Share::Variable : refuse();
    case UO_PostInc:
    case UO_PostDec:
      return Parent == Share::Variable ? Share::Pointer : refuse();
    default:
      return Parent == Share::Pointer ? Share::None : refuse();
    }
  }

  Share visitBinary(const BinaryOperator &Binary, Share Left, Share Right) {
    if (Binary.getOpcode() == BO_Comma)
      return Right;
    if (Binary.isCompoundAssignmentOp())
      return Left == Share::Pointee ? refuse() : Left;
    if (Binary.getOpcode() == BO_Assign) {
      // `p = p + n` leaves it where it points to.
      Uses.IsReassigned |= Left == Share::Variable && Right == Share::None;
      if (Right != Share::None && Left != Share::Variable)
        return refuse();
      return Left == Share::Pointee ? refuse() : Left;
    }
    if (Left == Share::None && Right == Share::None)
      return Share::None;
    return Binary.getType()->isPointerType() ? Share::Pointer : Share::None;
  }

  const ParmVarDecl &Parameter;
  PointerUses Uses;
  /// Within the arguments of a function that is not inlined.
  bool IsCallAway = false;
};

/// Looks for `decltype` of an expression with the parameter: the uses of the type are not followed.
class TypeReader : public AstVisitor {
public:
  explicit TypeReader(const ParmVarDecl &Parameter) : Parameter(Parameter) {}

  bool TraverseDecltypeTypeLoc(DecltypeTypeLoc Type) override {
    llvm::SaveAndRestore Inside(IsType, true);
    return TraverseStmt(Type.getUnderlyingExpr());
  }
  /// Ends the search at the first one.
  bool VisitDeclRefExpr(DeclRefExpr *Reference) override {
    return !IsType || Reference->getDecl() != &Parameter;
  }

private:
  const ParmVarDecl &Parameter;
  bool IsType = false;
};

} // namespace

PointerUses usesOf(const FunctionDecl &Function, const ParmVarDecl &Pointer) {
  PointerUses Uses = UseReader(Pointer).read(Function.getBody());
  if (Uses.AllowConst)
    Uses.AllowConst = TypeReader(Pointer).TraverseStmt(Function.getBody());
  return Uses;
}

} // namespace memlint
