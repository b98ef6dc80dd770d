//===- RoundTrips.cpp - Copies from the device and back -------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostFunction.h"

#include "cuda-memlint/Frontend/Position.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"

#include "llvm/ADT/SmallPtrSet.h"

#include <map>

using namespace clang;

namespace memlint {

namespace {

/// By buffer of the host: the copy from the device that filled it, on all ways here, with nothing
/// since that may look at it.
struct FilledBuffers {
  std::map<const VarDecl *, const CallExpr *> By;

  void meet(const FilledBuffers &Other) {
    std::erase_if(By, [&](const auto &Each) {
      auto Found = Other.By.find(Each.first);
      return Found == Other.By.end() || Found->second != Each.second;
    });
  }
  friend bool operator==(const FilledBuffers &, const FilledBuffers &) = default;
};

class RoundTrips {
public:
  RoundTrips(HostFunction &Function, FaultSink Report)
      : Function(Function), Ast(Function.ast()), Report(Report) {
    forEachStatement(Function.definition().getBody(),
                     [&](const Stmt &Each) { addElementAccess(Each); });
    forEachStatement(Function.definition().getBody(), [&](const Stmt &Each) {
      if (const auto *Call = dyn_cast<CallExpr>(&Each))
        addUses(*Call);
    });
  }

  void run(const HostFlow &Flow) {
    Flow.solve<FilledBuffers>([&](const CFGElement &Element, FilledBuffers &State, bool IsFinal) {
      if (std::optional<CFGStmt> Statement = Element.getAs<CFGStmt>())
        step(*Statement->getStmt(), State, IsFinal);
      else if (Element.getAs<CFGImplicitDtor>())
        State.By.clear();
    });
    for (const CallExpr *Each : ToDevice)
      if (!Reported.contains(Each))
        runRound(Flow, *Each);
  }

private:
  /// Of the ways that lead from \p Back to itself, round a loop.
  void runRound(const HostFlow &Flow, const CallExpr &Back) {
    Flow.solveBehind<FilledBuffers>(
        Back, [&](const CFGElement &Element, FilledBuffers &State, bool IsFinal) {
          if (std::optional<CFGStmt> Statement = Element.getAs<CFGStmt>())
            step(*Statement->getStmt(), State, IsFinal && Statement->getStmt() == &Back);
          else if (Element.getAs<CFGImplicitDtor>())
            State.By.clear();
        });
  }

  /// `v[i]` of a vector is a call. Where its value is read, or one is assigned, no address is kept.
  void addElementAccess(const Stmt &Code) {
    const clang::Expr *Element = nullptr;
    if (const auto *Cast = dyn_cast<ImplicitCastExpr>(&Code);
        Cast && Cast->getCastKind() == CK_LValueToRValue)
      Element = Cast->getSubExpr();
    else if (const auto *Operator = dyn_cast<BinaryOperator>(&Code);
             Operator && Operator->isAssignmentOp())
      Element = Operator->getLHS();
    const auto *Call =
        dyn_cast_or_null<CXXOperatorCallExpr>(Element ? Element->IgnoreParens() : nullptr);
    if (Call && Call->getOperator() == OO_Subscript)
      Elements.insert(Call);
  }

  void addUses(const CallExpr &Call) {
    if (Elements.contains(&Call))
      return;
    if (std::optional<HostCopy> Copy = Function.hostCopy(Call)) {
      const DeclRefExpr *Base = HostBuffers::baseOf(Copy->onHost());
      if (Copy->Way == HostCopy::Direction::ToDevice)
        ToDevice.push_back(&Call);
      if (Base)
        InCopies.insert(Base);
      // `v.data()` is a call.
      if (Base && startsAt(*Copy->onHost(), *Base))
        forEachStatement(Copy->onHost(), [&](const Stmt &Each) { InCopies.insert(&Each); });
      return;
    }
    if (plainNameOf(Call.getDirectCallee()) == "free")
      return;
    for (const clang::Expr *Argument : Call.arguments())
      if (const DeclRefExpr *Base = HostBuffers::baseOf(Argument))
        Passed.insert(Base->getDecl());
  }

  void step(const Stmt &Code, FilledBuffers &State, bool IsFinal) {
    if (InCopies.contains(&Code))
      return;
    if (const auto *Reference = dyn_cast<DeclRefExpr>(&Code)) {
      if (const auto *Variable = dyn_cast<VarDecl>(Reference->getDecl()))
        State.By.erase(Variable);
      return;
    }
    if (const auto *Made = dyn_cast<CXXConstructExpr>(&Code);
        Made && !Made->getConstructor()->isTrivial())
      State.By.clear();
    const auto *Call = dyn_cast<CallExpr>(&Code);
    if (!Call)
      return;
    if (std::optional<HostCopy> Copy = Function.hostCopy(*Call))
      copy(*Call, *Copy, State, IsFinal);
    else if (!isCheck(*Call))
      State.By.clear();
  }

  static bool waitsOrReads(RuntimeKind Kind) {
    return readsError(Kind) || Kind == RuntimeKind::ErrorText || Kind == RuntimeKind::AwaitDevice ||
           Kind == RuntimeKind::AwaitStream;
  }

  /// It waits or reads errors. Whatever else is called may have a reason for the copies: it selects
  /// a device, makes room on one, changes the data there, or measures the copies.
  bool isCheck(const CallExpr &Call) {
    if (StringRef Name = runtimeFunction(Call); !Name.empty())
      return waitsOrReads(runtimeKind(Name));
    bool GetsError = llvm::any_of(Call.arguments(), [](const clang::Expr *Each) {
      const auto *Type = Each->getType()->getAs<EnumType>();
      return Type && Type->getDecl()->getName() == "cudaError";
    });
    return GetsError && !Function.waits().mayWait(Call);
  }

  void copy(const CallExpr &Call, const HostCopy &Copy, FilledBuffers &State, bool IsFinal) {
    const DeclRefExpr *Base = HostBuffers::baseOf(Copy.onHost());
    const auto *Variable = Base ? dyn_cast<VarDecl>(Base->getDecl()) : nullptr;
    if (!Variable)
      return;
    bool IsWhole = startsAt(*Copy.onHost(), *Base);
    if (Copy.Way == HostCopy::Direction::ToHost) {
      State.By.erase(Variable);
      if (IsWhole && isPrivate(Variable))
        State.By[Variable] = &Call;
      return;
    }
    auto Found = State.By.find(Variable);
    if (IsFinal && IsWhole && Found != State.By.end() &&
        areEqual(*Copy.Bytes, *Function.hostCopy(*Found->second)->Bytes))
      report(Call, *Found->second, *Variable);
  }

  /// Whether \p Pointer leads to the first byte of \p Base's memory.
  static bool startsAt(const clang::Expr &Pointer, const DeclRefExpr &Base) {
    const clang::Expr *Plain = Pointer.IgnoreParenCasts();
    return Plain == &Base || isa<CXXMemberCallExpr>(Plain);
  }

  /// Only the copies access its memory: devices do not, and no function gets the address.
  bool isPrivate(const VarDecl *Variable) {
    const HostBuffer *Buffer = Function.buffers().of(Variable);
    return Buffer && !Buffer->IsShared && !Passed.contains(Variable) &&
           Buffer->Memory == BufferMemory::Pageable;
  }

  /// Both are one constant, or are written alike, of variables that never change.
  bool areEqual(const clang::Expr &Left, const clang::Expr &Right) {
    clang::Expr::EvalResult OneValue, OtherValue;
    if (Left.EvaluateAsInt(OneValue, Ast) && Right.EvaluateAsInt(OtherValue, Ast))
      return OneValue.Val.getInt() == OtherValue.Val.getInt();
    llvm::FoldingSetNodeID One, Other;
    Left.IgnoreParenImpCasts()->Profile(One, Ast, /*Canonical=*/true);
    Right.IgnoreParenImpCasts()->Profile(Other, Ast, /*Canonical=*/true);
    return One == Other && isFixed(Left);
  }

  /// \p Size is computed from constants and from variables that never change.
  bool isFixed(const clang::Expr &Size) {
    clang::Expr::EvalResult Value;
    if (Size.EvaluateAsInt(Value, Ast))
      return true;
    const clang::Expr *Plain = Size.IgnoreParenCasts();
    if (const auto *Sum = dyn_cast<BinaryOperator>(Plain))
      return (Sum->isAdditiveOp() || Sum->isMultiplicativeOp() || Sum->isShiftOp()) &&
             isFixed(*Sum->getLHS()) && isFixed(*Sum->getRHS());
    const auto *Reference = dyn_cast<DeclRefExpr>(Plain);
    const auto *Variable = Reference ? dyn_cast<VarDecl>(Reference->getDecl()) : nullptr;
    return Variable && Variable->getType()->isIntegralOrEnumerationType() &&
           Function.variables().keepsValue(*Variable);
  }

  void report(const CallExpr &Back, const CallExpr &Forth, const VarDecl &Variable) {
    HostFault Fault;
    Fault.Kind = HostFaultKind::RoundTrip;
    Fault.Position = positionOf(Back.getSourceRange(), Ast);
    Fault.Earlier = positionOf(Forth.getSourceRange(), Ast);
    Fault.Variable = Variable.getNameAsString();
    Reported.insert(&Back);
    Report({Function.firstKernel(), std::move(Fault)});
  }

  HostFunction &Function;
  ASTContext &Ast;
  FaultSink Report;
  llvm::SmallPtrSet<const Stmt *, 16> InCopies;
  /// Accesses to elements of vectors.
  llvm::SmallPtrSet<const Stmt *, 16> Elements;
  llvm::SmallVector<const CallExpr *> ToDevice;
  /// Of those, what has been reported.
  llvm::SmallPtrSet<const Stmt *, 16> Reported;
  /// What other calls get the address of.
  llvm::SmallPtrSet<const Decl *, 16> Passed;
};

} // namespace

void findRoundTrips(HostFunction &Function, FaultSink Report) {
  if (Function.copiesForthAndBack() && !Function.captures())
    if (const HostFlow *Flow = Function.flow())
      RoundTrips(Function, Report).run(*Flow);
}

} // namespace memlint
