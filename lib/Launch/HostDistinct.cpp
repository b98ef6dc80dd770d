//===- HostDistinct.cpp - Vectors without equal entries -------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostDistinct.h"

#include "HostBuffers.h"
#include "HostProgram.h"
#include "RuntimeCalls.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/SourceManager.h"

#include "llvm/ADT/STLExtras.h"

#include <utility>

using namespace clang;

namespace memlint {

static bool isInThrust(const FunctionDecl &Callee) {
  const DeclContext *Outermost = nullptr;
  for (const DeclContext *Each = Callee.getDeclContext(); Each && !Each->isTranslationUnit();
       Each = Each->getParent())
    Outermost = Each;
  const auto *Name = dyn_cast_or_null<NamespaceDecl>(Outermost);
  return Name && Name->getName() == "thrust";
}

/// `v.begin()`, or another member of \p Name.
static const VarDecl *vectorOfMember(const clang::Expr *Code, StringRef Name) {
  const auto *Call = dyn_cast_or_null<CXXMemberCallExpr>(Code->IgnoreImplicit());
  if (!Call || !Call->getMethodDecl() || !Call->getMethodDecl()->getIdentifier() ||
      Call->getMethodDecl()->getName() != Name)
    return nullptr;
  const auto *Object =
      dyn_cast<DeclRefExpr>(Call->getImplicitObjectArgument()->IgnoreParenImpCasts());
  return Object ? dyn_cast<VarDecl>(Object->getDecl()) : nullptr;
}

/// An argument by value may be a copy of what is written.
static const clang::Expr *written(const clang::Expr *Argument) {
  while (true) {
    Argument = Argument->IgnoreParenCasts()->IgnoreImplicit();
    const auto *Copy = dyn_cast<CXXConstructExpr>(Argument);
    if (!Copy || Copy->getNumArgs() != 1)
      return Argument;
    Argument = Copy->getArg(0);
  }
}

/// \p Call is one of \p Name of a library that is about all of \p Vector, in the usual order, with
/// up to \p More arguments besides.
static bool isOfAll(const CallExpr &Call, StringRef Name, const VarDecl &Vector, unsigned More) {
  const FunctionDecl *Callee = Call.getDirectCallee();
  if (!Callee || plainNameOf(Callee) != Name)
    return false;
  bool OfThrust = isInThrust(*Callee);
  if (!OfThrust && !Callee->isInStdNamespace())
    return false;
  unsigned Count = Call.getNumArgs(), First = 0;
  // The first argument may say where it runs.
  if (OfThrust && Count > 2 && vectorOfMember(written(Call.getArg(0)), "begin") != &Vector)
    First = 1;
  return Count >= First + 2 && Count <= First + 2 + More &&
         vectorOfMember(written(Call.getArg(First)), "begin") == &Vector &&
         vectorOfMember(written(Call.getArg(First + 1)), "end") == &Vector;
}

class HostDistinct::Walk {
public:
  explicit Walk(HostDistinct &Of) : Of(Of) {}

  void visit(const Stmt *Code) {
    if (!Code)
      return;
    Of.HasJumps |= isa<LabelStmt, CXXTryStmt>(Code);
    if (const auto *Reference = dyn_cast<DeclRefExpr>(Code))
      if (const auto *Vector = dyn_cast<VarDecl>(Reference->getDecl());
          Vector && Vector->getType()->isRecordType())
        note(*Vector);
    Around.push_back(Code);
    for (const Stmt *Child : Code->children())
      visit(Child);
    Around.pop_back();
  }

private:
  void note(const VarDecl &Vector) {
    Use New;
    New.As = Vector.hasLocalStorage() && !Vector.isStaticLocal() && !isa<ParmVarDecl>(Vector)
                 ? roleOf(Vector)
                 : Role::Escapes;
    const Stmt *Inner = nullptr;
    for (const Stmt *Each : llvm::reverse(Around)) {
      if (isa<CompoundStmt>(Each)) {
        New.Block = Each->getSourceRange();
        break;
      }
      Inner = Each;
    }
    if (Inner)
      New.Where = Inner->getSourceRange();
    Of.Uses[&Vector].push_back(New);
  }

  /// By the call that the reference is in, from the inside out.
  Role roleOf(const VarDecl &Vector) const {
    if (llvm::any_of(Around, [](const Stmt *Each) { return isa<LambdaExpr>(Each); }))
      return Role::Escapes;
    const Stmt *Inner = nullptr;
    for (const Stmt *Each : llvm::reverse(Around)) {
      const Stmt *Part = std::exchange(Inner, Each);
      if (const auto *Declaration = dyn_cast<DeclStmt>(Each))
        return roleOfInitial(*Declaration);
      if (const auto *Launch = dyn_cast<CUDAKernelCallExpr>(Each))
        return roleIn(*Launch, Part, Vector);
      if (isa<CompoundStmt>(Each))
        return Role::Writes;
      if (const auto *Difference = dyn_cast<BinaryOperator>(Each);
          Difference && Difference->getOpcode() == BO_Sub)
        return Role::Reads;
      const auto *Call = dyn_cast<CallExpr>(Each);
      if (!Call)
        continue;
      if (isOfAll(*Call, "unique", Vector, 0))
        return Role::Uniques;
      if (isOfAll(*Call, "sort", Vector, 0) || isOfAll(*Call, "stable_sort", Vector, 0))
        return Role::Sorts;
      if (isOfAll(*Call, "sequence", Vector, 1))
        return Role::Counts;
      if (std::optional<HostCopy> Copy = copyOf(*Call, Of.Ast)) {
        bool IsSource = Copy->Way == HostCopy::Direction::ToDevice &&
                        HostBuffers::baseOf(Copy->From) &&
                        HostBuffers::baseOf(Copy->From)->getDecl() == &Vector;
        return IsSource ? Role::Copies : Role::Writes;
      }
      if (erasesRest(*Call, Vector))
        return Role::Reads;
      if (const auto *Difference = dyn_cast<CXXOperatorCallExpr>(Call);
          Difference && Difference->getOperator() == OO_Minus)
        return Role::Reads;
      if (const auto *Member = dyn_cast<CXXMemberCallExpr>(Call)) {
        // Of what points to entries, the call around it decides.
        if (const CXXMethodDecl *Method = Member->getMethodDecl();
            Method && Method->isConst() && Method->getReturnType()->isIntegralOrEnumerationType() &&
            namesItself(*Member, Vector))
          return Role::Reads;
        continue;
      }
      const FunctionDecl *Callee = Call->getDirectCallee();
      if (Callee && (isInThrust(*Callee) || Callee->isInStdNamespace()))
        continue;
      return Callee && inSystemHeader(*Callee) ? Role::Writes : Role::Escapes;
    }
    return Role::Escapes;
  }

  static bool namesItself(const CXXMemberCallExpr &Call, const VarDecl &Vector) {
    const auto *Object =
        dyn_cast<DeclRefExpr>(Call.getImplicitObjectArgument()->IgnoreParenImpCasts());
    return Object && Object->getDecl() == &Vector;
  }

  /// `v.erase(unique(v.begin(), v.end()), v.end())`: of the outer `v`.
  static bool erasesRest(const CallExpr &Call, const VarDecl &Vector) {
    const auto *Member = dyn_cast<CXXMemberCallExpr>(&Call);
    if (!Member || !Member->getMethodDecl() || !Member->getMethodDecl()->getIdentifier() ||
        Member->getMethodDecl()->getName() != "erase" || Call.getNumArgs() != 2 ||
        !namesItself(*Member, Vector) || vectorOfMember(written(Call.getArg(1)), "end") != &Vector)
      return false;
    const auto *Rest = dyn_cast<CallExpr>(written(Call.getArg(0)));
    return Rest && isOfAll(*Rest, "unique", Vector, 0);
  }

  /// A number keeps nothing of the vector, and a loop over its entries ends where it is written.
  static Role roleOfInitial(const DeclStmt &Declaration) {
    bool AreNumbers = llvm::all_of(Declaration.decls(), [](const Decl *Each) {
      const auto *Variable = dyn_cast<VarDecl>(Each);
      return Variable && (Variable->isImplicit() || Variable->getType()->isArithmeticType());
    });
    return AreNumbers ? Role::Writes : Role::Escapes;
  }

  static Role roleIn(const CUDAKernelCallExpr &Launch, const Stmt *Argument,
                     const VarDecl &Vector) {
    const FunctionDecl *Kernel = kernelLaunchedBy(Launch);
    auto Passed = llvm::find(Launch.arguments(), Argument);
    auto Index = unsigned(Passed - Launch.arg_begin());
    if (!Kernel || Index >= Kernel->getNumParams() || vectorBehind(**Passed) != &Vector)
      return Role::Writes;
    QualType Type = Kernel->getParamDecl(Index)->getType();
    return Type->isPointerType() && Type->getPointeeType().isConstQualified() ? Role::Reads
                                                                              : Role::Writes;
  }

  HostDistinct &Of;
  std::vector<const Stmt *> Around;
};

const VarDecl *HostDistinct::vectorBehind(const clang::Expr &Argument) {
  const clang::Expr *Code = written(&Argument);
  if (const auto *Cast = dyn_cast<CallExpr>(Code); Cast && Cast->getDirectCallee())
    if (isInThrust(*Cast->getDirectCallee()) && Cast->getNumArgs() == 1 &&
        plainNameOf(Cast->getDirectCallee()) == "raw_pointer_cast")
      Code = written(Cast->getArg(0));
  return vectorOfMember(Code, "data");
}

HostDistinct::HostDistinct(const FunctionDecl &Function, ASTContext &Ast) : Ast(Ast) {
  Walk(*this).visit(Function.getBody());
}

bool HostDistinct::isBefore(SourceLocation One, SourceLocation Other) const {
  const SourceManager &Sources = Ast.getSourceManager();
  return Sources.isBeforeInTranslationUnit(Sources.getExpansionLoc(One),
                                           Sources.getExpansionLoc(Other));
}

bool HostDistinct::isWithin(SourceLocation At, SourceRange Range) const {
  return isBefore(Range.getBegin(), At) && isBefore(At, Range.getEnd());
}

/// The use numbered \p Last of a vector makes its entries different, and nothing changes them until
/// a launch at \p Launch, which comes behind it in the same block, or in one within that.
bool HostDistinct::isMadeBy(const std::vector<Use> &Of, size_t Last, SourceLocation Launch) const {
  const Use &Maker = Of[Last];
  if (!isWithin(Launch, Maker.Block) || !isBefore(Maker.Where.getEnd(), Launch))
    return false;
  size_t First = Last;
  if (Maker.As == Role::Uniques) {
    while (First != 0 && (Of[First].As == Role::Uniques || Of[First].As == Role::Reads))
      --First;
    if (Of[First].As != Role::Sorts || Of[First].Block != Maker.Block)
      return false;
  }
  SourceLocation Start = Of[First].Where.getBegin();
  return llvm::all_of(Of, [&](const Use &Each) {
    switch (Each.As) {
    case Role::Reads:
      return true;
    case Role::Escapes:
      return false;
    case Role::Copies:
      return isWithin(Each.Where.getBegin(), Maker.Block) &&
             isBefore(Maker.Where.getEnd(), Each.Where.getBegin());
    case Role::Writes:
      return isBefore(Each.Where.getEnd(), Start);
    case Role::Sorts:
    case Role::Uniques:
    case Role::Counts:
      return true;
    }
    return false;
  });
}

bool HostDistinct::isDistinctAt(const VarDecl &Vector, const clang::Expr &Argument,
                                llvm::ArrayRef<const clang::Expr *> Passed) const {
  auto Found = Uses.find(&Vector);
  if (Found == Uses.end() || HasJumps)
    return false;
  auto Names = [&](const clang::Expr *Code, const VarDecl &Variable) {
    bool IsNamed = false;
    forEachStatement(Code, [&](const Stmt &Each) {
      const auto *Reference = dyn_cast<DeclRefExpr>(&Each);
      IsNamed |= Reference && Reference->getDecl() == &Variable;
    });
    return IsNamed;
  };
  // How many are left goes to the kernel, too: `v.size()`, or a variable that begins with it.
  bool IsCounted = llvm::any_of(Passed, [&](const clang::Expr *Each) {
    if (!Each || !Each->getType()->isIntegralOrEnumerationType())
      return false;
    const auto *Reference = dyn_cast<DeclRefExpr>(Each->IgnoreParenCasts());
    const auto *Number = Reference ? dyn_cast<VarDecl>(Reference->getDecl()) : nullptr;
    return Names(Each, Vector) || (Number && Number->getInit() && Names(Number->getInit(), Vector));
  });
  for (size_t Index = 0; Index != Found->second.size(); ++Index) {
    Role As = Found->second[Index].As;
    if ((As == Role::Counts || (As == Role::Uniques && IsCounted)) &&
        isMadeBy(Found->second, Index, Argument.getBeginLoc()))
      return true;
  }
  return false;
}

} // namespace memlint
