//===- RoundTrips.cpp - Copies from the device and back -------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostClocks.h"
#include "HostFunction.h"
#include "HostProgram.h"

#include "cuda-memlint/Frontend/Position.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"

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
      : Function(Function), Ast(Function.ast()), Report(Report),
        Modified(modificationsIn(Function.definition().getBody())) {
    forEachStatement(Function.definition().getBody(), [&](const Stmt &Each) {
      const auto *Call = dyn_cast<CallExpr>(&Each);
      if (std::optional<HostCopy> Copy = Call ? copyOf(*Call, Ast) : std::nullopt)
        if (const DeclRefExpr *Base = HostBuffers::baseOf(Copy->onHost()))
          InCopies.insert(Base);
    });
  }

  void run(const HostFlow &Flow) {
    Flow.solve<FilledBuffers>([&](const CFGElement &Element, FilledBuffers &State, bool IsFinal) {
      if (std::optional<CFGStmt> Statement = Element.getAs<CFGStmt>())
        step(*Statement->getStmt(), State, IsFinal);
    });
  }

private:
  void step(const Stmt &Code, FilledBuffers &State, bool IsFinal) {
    if (const auto *Reference = dyn_cast<DeclRefExpr>(&Code)) {
      if (const auto *Variable = dyn_cast<VarDecl>(Reference->getDecl());
          Variable && !InCopies.contains(Reference))
        State.By.erase(Variable);
      return;
    }
    const auto *Call = dyn_cast<CallExpr>(&Code);
    if (!Call)
      return;
    if (std::optional<HostCopy> Copy = copyOf(*Call, Ast))
      return copy(*Call, *Copy, State, IsFinal);
    // Other devices, and what is timed, have reasons of their own.
    StringRef Name = runtimeFunction(*Call);
    bool IsBoundary = Name.starts_with("cudaSetDevice") || Name.starts_with("cudaEventRecord") ||
                      Clocks.isRead(Call) || HostClocks::variableSetBy(*Call);
    if (IsBoundary || (Name.empty() && Function.waits().mayWait(*Call)))
      State.By.clear();
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
        areEqual(*Copy.Bytes, *copyOf(*Found->second, Ast)->Bytes))
      report(Call, *Found->second, *Variable);
  }

  /// Whether \p Pointer leads to the first byte of \p Base's memory.
  static bool startsAt(const clang::Expr &Pointer, const DeclRefExpr &Base) {
    const clang::Expr *Plain = Pointer.IgnoreParenCasts();
    return Plain == &Base || isa<CXXMemberCallExpr>(Plain);
  }

  bool isPrivate(const VarDecl *Variable) {
    const HostBuffer *Buffer = Function.buffers().of(Variable);
    return Buffer && !Buffer->IsShared &&
           (Buffer->Memory == BufferMemory::Pageable || Buffer->Memory == BufferMemory::PageLocked);
  }

  /// Both are one constant, or are written alike, of variables that never change.
  bool areEqual(const clang::Expr &Left, const clang::Expr &Right) {
    clang::Expr::EvalResult OneValue, OtherValue;
    if (Left.EvaluateAsInt(OneValue, Ast) && Right.EvaluateAsInt(OtherValue, Ast))
      return OneValue.Val.getInt() == OtherValue.Val.getInt();
    llvm::FoldingSetNodeID One, Other;
    Left.IgnoreParenImpCasts()->Profile(One, Ast, /*Canonical=*/true);
    Right.IgnoreParenImpCasts()->Profile(Other, Ast, /*Canonical=*/true);
    bool IsStable = true;
    forEachStatement(&Left, [&](const Stmt &Each) {
      if (const auto *Reference = dyn_cast<DeclRefExpr>(&Each))
        if (const auto *Variable = dyn_cast<VarDecl>(Reference->getDecl()))
          IsStable &= !Modified.Variables.contains(Variable);
      if (const auto *Call = dyn_cast<CallExpr>(&Each))
        IsStable &= plainNameOf(Call->getDirectCallee()) == "size";
    });
    return One == Other && IsStable;
  }

  void report(const CallExpr &Back, const CallExpr &Forth, const VarDecl &Variable) {
    HostFault Fault;
    Fault.Kind = HostFaultKind::RoundTrip;
    Fault.Position = positionOf(Back.getSourceRange(), Ast);
    Fault.Earlier = positionOf(Forth.getSourceRange(), Ast);
    Fault.Variable = Variable.getNameAsString();
    Report({Function.firstKernel(), std::move(Fault)});
  }

  HostFunction &Function;
  ASTContext &Ast;
  FaultSink Report;
  Modifications Modified;
  HostClocks Clocks;
  llvm::SmallPtrSet<const DeclRefExpr *, 16> InCopies;
};

} // namespace

void findRoundTrips(HostFunction &Function, FaultSink Report) {
  if (Function.copiesForthAndBack() && !Function.captures())
    if (const HostFlow *Flow = Function.flow())
      RoundTrips(Function, Report).run(*Flow);
}

} // namespace memlint
