//===- HostPermutations.cpp - Numbers that are all different --------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostPermutations.h"

#include "HostProgram.h"
#include "RuntimeCalls.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

#include "llvm/ADT/FoldingSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace memlint {

static const VarDecl *namedVariable(const clang::Expr *Name) {
  const auto *Reference = Name ? dyn_cast<DeclRefExpr>(Name->IgnoreParenCasts()) : nullptr;
  return Reference ? dyn_cast<VarDecl>(Reference->getDecl()) : nullptr;
}

namespace {

/// `array[index]`, of an array, a pointer or a vector.
struct Element {
  const DeclRefExpr *Array = nullptr;
  const clang::Expr *Index = nullptr;

  const VarDecl *variable() const { return namedVariable(Array); }
};

} // namespace

static Element elementOf(const clang::Expr *Code) {
  if (!Code)
    return {};
  Code = Code->IgnoreParenImpCasts();
  if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(Code))
    return {dyn_cast<DeclRefExpr>(Subscript->getBase()->IgnoreParenImpCasts()),
            Subscript->getIdx()};
  if (const auto *Call = dyn_cast<CXXOperatorCallExpr>(Code);
      Call && Call->getOperator() == OO_Subscript && Call->getNumArgs() == 2)
    return {dyn_cast<DeclRefExpr>(Call->getArg(0)->IgnoreParenImpCasts()), Call->getArg(1)};
  return {};
}

static const BinaryOperator *assignmentIn(const Stmt *Code) {
  const auto *Operator = dyn_cast_or_null<BinaryOperator>(Code);
  return Operator && Operator->getOpcode() == BO_Assign ? Operator : nullptr;
}

/// An algorithm of the standard library that only exchanges elements, those of its first two
/// arguments and what is between.
static bool reorders(const FunctionDecl *Callee) {
  return Callee && Callee->isInStdNamespace() &&
         llvm::StringSwitch<bool>(plainNameOf(Callee))
             .Cases("shuffle", "random_shuffle", "reverse", "rotate", "iter_swap", true)
             .Cases("sort", "stable_sort", "partial_sort", "nth_element", true)
             .Cases("partition", "stable_partition", "next_permutation", "prev_permutation", true)
             .Default(false);
}

/// A function that allocates or frees memory, or says where it is.
static bool managesMemory(const CallExpr &Call) {
  RuntimeKind Kind = runtimeKind(Call);
  return Kind == RuntimeKind::Allocate || Kind == RuntimeKind::AllocateRows ||
         Kind == RuntimeKind::AllocateOther || Kind == RuntimeKind::Free ||
         Kind == RuntimeKind::AdviseMemory ||
         (Call.getDirectCallee() && inSystemHeader(*Call.getDirectCallee()) &&
          plainNameOf(Call.getDirectCallee()) == "free");
}

/// Looks at each use of each variable; those that are not understood may write.
class HostPermutations::Walk {
public:
  Walk(HostPermutations &Of, ASTContext &Ast) : Of(Of), Ast(Ast) {}

  void visit(const Stmt *Code) {
    if (!Code)
      return;
    if (const auto *Block = dyn_cast<CompoundStmt>(Code))
      visitBlock(*Block);
    else if (const auto *Declaration = dyn_cast<DeclStmt>(Code))
      visitDeclarations(*Declaration);
    else if (const auto *Launch = dyn_cast<CUDAKernelCallExpr>(Code))
      visitLaunch(*Launch);
    else if (const auto *Call = dyn_cast<CallExpr>(Code))
      visitCall(*Call);
    else if (const BinaryOperator *Assignment = assignmentIn(Code))
      visitAssignment(*Assignment);
    else if (const auto *Cast = dyn_cast<ImplicitCastExpr>(Code);
             Cast && Cast->getCastKind() == CK_LValueToRValue)
      allow(elementOf(Cast->getSubExpr()).Array);
    else if (isa<CXXDeleteExpr, UnaryExprOrTypeTraitExpr>(Code))
      allowIn(Code);
    if (const auto *Reference = dyn_cast<DeclRefExpr>(Code);
        Reference && !Allowed.contains(Reference))
      if (const VarDecl *Variable = namedVariable(Reference))
        Of.Known[Variable].HasOther = true;
    for (const Stmt *Child : Code->children())
      visit(Child);
  }

private:
  void allow(const DeclRefExpr *Reference) { Allowed.insert(Reference); }

  void allowIn(const Stmt *Code) {
    forEachStatement(Code, [&](const Stmt &Each) {
      if (const auto *Reference = dyn_cast<DeclRefExpr>(&Each))
        allow(Reference);
    });
  }

  bool areSame(const clang::Expr *Left, const clang::Expr *Right) const {
    llvm::FoldingSetNodeID One, Other;
    Left->IgnoreParenImpCasts()->Profile(One, Ast, /*Canonical=*/true);
    Right->IgnoreParenImpCasts()->Profile(Other, Ast, /*Canonical=*/true);
    return One == Other;
  }

  bool areSame(const Element &Left, const Element &Right) const {
    return Left.variable() && Left.variable() == Right.variable() &&
           areSame(Left.Index, Right.Index);
  }

  /// `int kept = a[i]; a[i] = a[k]; a[k] = kept;`
  void visitBlock(const CompoundStmt &Block) {
    ArrayRef<Stmt *> Body(Block.body_begin(), Block.size());
    for (size_t At = 0; At + 2 < Body.size(); ++At) {
      const auto *Declaration = dyn_cast<DeclStmt>(Body[At]);
      const auto *Kept = Declaration && Declaration->isSingleDecl()
                             ? dyn_cast<VarDecl>(Declaration->getSingleDecl())
                             : nullptr;
      const BinaryOperator *First = assignmentIn(Body[At + 1]),
                           *Second = assignmentIn(Body[At + 2]);
      if (!Kept || !Kept->getInit() || !First || !Second)
        continue;
      Element One = elementOf(Kept->getInit()), Other = elementOf(First->getRHS());
      if (One.variable() == Other.variable() && areSame(elementOf(First->getLHS()), One) &&
          areSame(elementOf(Second->getLHS()), Other) && namedVariable(Second->getRHS()) == Kept) {
        allow(elementOf(First->getLHS()).Array);
        allow(elementOf(Second->getLHS()).Array);
      }
    }
  }

  /// Pointers are as HostBuffers says.
  void visitDeclarations(const DeclStmt &Declaration) {
    for (const Decl *Each : Declaration.decls()) {
      const auto *Variable = dyn_cast<VarDecl>(Each);
      const clang::Expr *Value = Variable ? Variable->getInit() : nullptr;
      if (!Value || Variable->getType()->isPointerType())
        continue;
      // A vector of so many elements.
      const auto *Made = dyn_cast<CXXConstructExpr>(Value->IgnoreImplicit());
      if (!Made || !llvm::all_of(Made->arguments(), [](const clang::Expr *Argument) {
            return isa<CXXDefaultArgExpr>(Argument) ||
                   Argument->IgnoreParenImpCasts()->getType()->isIntegralOrEnumerationType();
          }))
        Of.Known[Variable].HasOther = true;
    }
  }

  void visitLaunch(const CUDAKernelCallExpr &Launch) {
    const FunctionDecl *Kernel = kernelLaunchedBy(Launch);
    for (unsigned Index = 0; Kernel && Index != Launch.getNumArgs(); ++Index) {
      const DeclRefExpr *Base = HostBuffers::baseOf(Launch.getArg(Index));
      if (!Base || Index >= Kernel->getNumParams())
        continue;
      QualType Type = Kernel->getParamDecl(Index)->getType();
      if (!Type->isPointerType())
        continue;
      allow(Base);
      if (const VarDecl *Variable = namedVariable(Base);
          Variable && !Type->getPointeeType().isConstQualified())
        Of.Known[Variable].Kernels.insert(Kernel->getCanonicalDecl());
    }
  }

  void visitCopy(const HostCopy &Copy) {
    const DeclRefExpr *From = HostBuffers::baseOf(Copy.From);
    const VarDecl *To = namedVariable(Copy.To), *Source = namedVariable(From);
    allow(From);
    if (Copy.Way != HostCopy::Direction::ToDevice || !To)
      return;
    allow(dyn_cast<DeclRefExpr>(Copy.To->IgnoreParenCasts()));
    if (Source)
      Of.Known[To].Sources.push_back(Source);
    else
      Of.Known[To].HasOther = true;
  }

  void visitCall(const CallExpr &Call) {
    const FunctionDecl *Callee = Call.getDirectCallee();
    if (const auto *OfMember = dyn_cast<CXXMemberCallExpr>(&Call)) {
      if (OfMember->getMethodDecl() && OfMember->getMethodDecl()->isConst())
        if (const auto *Object =
                dyn_cast<DeclRefExpr>(OfMember->getImplicitObjectArgument()->IgnoreParenImpCasts()))
          allow(Object);
    } else if (std::optional<HostCopy> Copy = copyOf(Call, Ast)) {
      visitCopy(*Copy);
    } else if (managesMemory(Call)) {
      allowIn(&Call);
    } else if (reorders(Callee)) {
      allowIn(&Call);
    } else if (Callee && Callee->isInStdNamespace() && Call.getNumArgs() == 2 &&
               plainNameOf(Callee) == "swap") {
      Element One = elementOf(Call.getArg(0)), Other = elementOf(Call.getArg(1));
      if (One.variable() == Other.variable()) {
        allow(One.Array);
        allow(Other.Array);
      }
    } else if (Callee && Callee->isInStdNamespace() && Call.getNumArgs() == 3 &&
               plainNameOf(Callee) == "iota") {
      allowIn(&Call);
      forEachStatement(Call.getArg(0), [&](const Stmt &Each) {
        if (const auto *Reference = dyn_cast<DeclRefExpr>(&Each))
          if (const VarDecl *Variable = namedVariable(Reference))
            Of.Known[Variable].IsCounted = true;
      });
    }
  }

  /// \p Value is another number for each \p Number: `i`, or `n - 1 - i`.
  static bool countsBy(const clang::Expr *Value, const VarDecl *Number) {
    if (namedVariable(Value) == Number)
      return true;
    const auto *Difference = dyn_cast<BinaryOperator>(Value->IgnoreParenCasts());
    if (!Difference || Difference->getOpcode() != BO_Sub ||
        namedVariable(Difference->getRHS()) != Number)
      return false;
    bool HasOther = false;
    forEachStatement(Difference->getLHS(), [&](const Stmt &Each) {
      const auto *Reference = dyn_cast<DeclRefExpr>(&Each);
      HasOther |= isa<CallExpr>(Each) || (Reference && namedVariable(Reference) == Number);
    });
    return !HasOther;
  }

  /// `order[i] = i`, in a loop over `i`. Pointers are as HostBuffers says.
  void visitAssignment(const BinaryOperator &Assignment) {
    if (const auto *Whole = dyn_cast<DeclRefExpr>(Assignment.getLHS()->IgnoreParens()))
      return allow(Whole);
    Element At = elementOf(Assignment.getLHS());
    const VarDecl *Number = namedVariable(At.Index);
    if (!At.variable() || !Number || !countsBy(Assignment.getRHS(), Number))
      return;
    allow(At.Array);
    Of.Known[At.variable()].IsCounted = true;
  }

  HostPermutations &Of;
  ASTContext &Ast;
  llvm::SmallPtrSet<const DeclRefExpr *, 32> Allowed;
};

HostPermutations::HostPermutations(const FunctionDecl &Function, ASTContext &Ast)
    : Buffers(Function, Ast), Distinct(Function, Ast) {
  Walk(*this, Ast).visit(Function.getBody());
}

/// Nothing but the numbers that it was given, or gets from elsewhere, is in the memory that
/// \p Variable leads to; null: that is not known.
const HostPermutations::Contents *HostPermutations::contentsOf(const VarDecl &Variable,
                                                               const FunctionDecl &Kernel) const {
  auto Found = Known.find(&Variable);
  const HostBuffer *Buffer = Buffers.of(&Variable);
  if (Found == Known.end() || Found->second.HasOther || !Buffer ||
      Buffer->Memory == BufferMemory::None || Buffer->Memory == BufferMemory::Unknown ||
      Buffer->Memory == BufferMemory::Mapped)
    return nullptr;
  bool IsWritten = llvm::any_of(Found->second.Kernels, [&](const FunctionDecl *Other) {
    return Other != Kernel.getCanonicalDecl();
  });
  return IsWritten ? nullptr : &Found->second;
}

bool HostPermutations::isPermutation(const clang::Expr &Argument, const FunctionDecl &Kernel,
                                     ArrayRef<const clang::Expr *> Passed) const {
  if (const VarDecl *Vector = HostDistinct::vectorBehind(Argument))
    return Distinct.isDistinctAt(*Vector, Argument, Passed);
  const VarDecl *Variable = namedVariable(&Argument);
  const Contents *Own = Variable ? contentsOf(*Variable, Kernel) : nullptr;
  if (!Own || Own->Sources.empty())
    return Own && Own->IsCounted;
  if (Own->IsCounted)
    return false;
  if (Own->Sources.size() == 1 && Distinct.isDistinctAt(*Own->Sources.front(), Argument, Passed))
    return true;
  return llvm::all_of(Own->Sources, [&](const VarDecl *Source) {
    const Contents *Copied = contentsOf(*Source, Kernel);
    return Copied && Copied->IsCounted && Copied->Sources.empty();
  });
}

} // namespace memlint
