//===- MappedArguments.cpp - Kernels that get memory of the host ----------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds launches that get page-locked memory of the host, and those of one kernel that get it
/// again while nothing else touches it.
///
//===----------------------------------------------------------------------===//

#include "CopySizes.h"
#include "HostFunction.h"
#include "HostProgram.h"

#include "cuda-memlint/Frontend/Position.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

#include "llvm/ADT/FoldingSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

#include <map>

using namespace clang;

namespace memlint {

namespace {

/// An argument of a launch, and the variable through which the host accesses what it leads to.
struct MappedArgument {
  const CUDAKernelCallExpr *Launch = nullptr;
  unsigned Index = 0;
  const VarDecl *OnHost = nullptr;

  friend bool operator==(const MappedArgument &, const MappedArgument &) = default;
};

/// By variable of the launch: the last launch that got it, on all ways, with nothing since that may
/// touch the memory.
struct UntouchedMemory {
  std::map<const VarDecl *, MappedArgument> By;

  void meet(const UntouchedMemory &Other) {
    std::erase_if(By, [&](const auto &Each) {
      auto Found = Other.By.find(Each.first);
      return Found == Other.By.end() || Found->second != Each.second;
    });
  }

  friend bool operator==(const UntouchedMemory &, const UntouchedMemory &) = default;
};

class MappedArguments {
public:
  MappedArguments(HostFunction &Function, FaultSink Report)
      : Function(Function), Ast(Function.ast()), Report(Report),
        Sizes(Function.definition(), Function.ast()) {}

  void run() {
    const Stmt *Body = Function.definition().getBody();
    collect(Body, nullptr, false);
    llvm::erase_if(Found, [&](const auto &Each) {
      return HasOtherUses.contains(variableOf(Each)) || HasOtherUses.contains(Each.OnHost);
    });
    if (Found.empty() || HasLambda)
      return;
    for (const MappedArgument &Each : Found)
      if (const Stmt *Loop = repeatingLoop(Each))
        report(Each, positionOf(Loop->getBeginLoc(), Ast), std::nullopt);
    if (const HostFlow *Flow = Function.flow())
      Flow->solve<UntouchedMemory>(
          [&](const CFGElement &Element, UntouchedMemory &State, bool IsFinal) {
            if (std::optional<CFGStmt> Statement = Element.getAs<CFGStmt>())
              step(*Statement->getStmt(), State, IsFinal);
          });
    // Of those that were reported, this says nothing new.
    for (const MappedArgument &Each : Found)
      report(Each, {}, 1);
  }

private:
  /// Looks at each use of a variable: one that is neither an argument, nor an element, nor part of
  /// a comparison may hand the address on.
  void collect(const Stmt *Code, const Stmt *Loop, bool IsConditional) {
    if (!Code)
      return;
    if (isa<ForStmt, WhileStmt>(Code)) {
      Loop = Code;
      IsConditional = false;
    }
    IsConditional |= isa<IfStmt, SwitchStmt, ConditionalOperator, DoStmt, CXXForRangeStmt>(Code);
    if (const auto *Launch = dyn_cast<CUDAKernelCallExpr>(Code)) {
      LoopOf[Launch] = IsConditional ? nullptr : Loop;
      addArguments(*Launch);
    } else if (const auto *Call = dyn_cast<CallExpr>(Code); Call && isPlainFunction(*Call))
      allowArguments(*Call);
    else if (const auto *Assignment = dyn_cast<BinaryOperator>(Code);
             Assignment && Assignment->getOpcode() == BO_Assign)
      allow(dyn_cast<DeclRefExpr>(Assignment->getLHS()->IgnoreParens()));
    else if (const auto *Element = dyn_cast<ArraySubscriptExpr>(Code))
      allow(Element->getBase());
    else if (const auto *Unary = dyn_cast<UnaryOperator>(Code))
      visitUnary(*Unary);
    else if (const auto *Declaration = dyn_cast<DeclStmt>(Code))
      for (const Decl *Each : Declaration->decls())
        if (const auto *Variable = dyn_cast<VarDecl>(Each);
            Variable && Variable->getType()->isReferenceType())
          forget(Variable->getInit());
    if (const auto *Reference = dyn_cast<DeclRefExpr>(Code))
      if (const auto *Variable = dyn_cast<VarDecl>(Reference->getDecl());
          Variable && !Allowed.contains(Reference))
        HasOtherUses.insert(Variable);
    if (isa<LambdaExpr>(Code))
      HasLambda = true;
    for (const Stmt *Child : Code->children())
      collect(Child, Loop, IsConditional);
  }

  void visitUnary(const UnaryOperator &Code) {
    if (Code.getOpcode() == UO_Deref)
      allow(Code.getSubExpr());
    // `&p[1]` is another pointer to the memory.
    if (Code.getOpcode() == UO_AddrOf && isa<ArraySubscriptExpr>(Code.getSubExpr()->IgnoreParens()))
      forget(Code.getSubExpr());
  }

  /// Something else may lead to the memory that \p Code is about.
  void forget(const Stmt *Code) {
    forEachStatement(Code, [&](const Stmt &Each) {
      if (const auto *Reference = dyn_cast<DeclRefExpr>(&Each))
        if (const auto *Variable = dyn_cast<VarDecl>(Reference->getDecl()))
          HasOtherUses.insert(Variable);
    });
  }

  void allow(const clang::Expr *Pointer) {
    if (const DeclRefExpr *Base = HostBuffers::baseOf(Pointer))
      Allowed.insert(Base);
  }

  /// A function of CUDA's runtime or of the C library, which keeps no address.
  static bool isPlainFunction(const CallExpr &Call) {
    const FunctionDecl *Callee = Call.getDirectCallee();
    return Callee && inSystemHeader(*Callee) &&
           (!runtimeFunction(Call).empty() || Callee->isExternC());
  }

  void allowArguments(const CallExpr &Call) {
    // A function of the program runs later, and gets them.
    if (llvm::any_of(Call.arguments(), [](const clang::Expr *Each) {
          return Each->getType()->isFunctionPointerType();
        }))
      return;
    for (const clang::Expr *Each : Call.arguments()) {
      const auto *Address = dyn_cast<UnaryOperator>(Each->IgnoreParenCasts());
      bool IsAddress = Address && Address->getOpcode() == UO_AddrOf;
      if (const auto *Reference =
              dyn_cast<DeclRefExpr>((IsAddress ? Address->getSubExpr() : Each)->IgnoreParenCasts()))
        Allowed.insert(Reference);
    }
  }

  void addArguments(const CUDAKernelCallExpr &Launch) {
    for (unsigned Index = 0; Index != Launch.getNumArgs(); ++Index) {
      const auto *Reference = dyn_cast<DeclRefExpr>(Launch.getArg(Index)->IgnoreParenCasts());
      const auto *Variable = Reference ? dyn_cast<VarDecl>(Reference->getDecl()) : nullptr;
      if (!Variable)
        continue;
      Allowed.insert(Reference);
      Arguments.insert(Reference);
      if (const VarDecl *OnHost = hostVariable(*Variable); OnHost && kernelLaunchedBy(Launch))
        Found.push_back({&Launch, Index, OnHost});
    }
  }

  static const VarDecl *variableOf(const MappedArgument &Argument) {
    const auto *Reference =
        cast<DeclRefExpr>(Argument.Launch->getArg(Argument.Index)->IgnoreParenCasts());
    return cast<VarDecl>(Reference->getDecl());
  }

  /// The variable through which the host accesses what \p Pointer leads the device to; null: it is
  /// not memory of the host, or that is not known.
  const VarDecl *hostVariable(const VarDecl &Pointer) {
    const HostBuffer *Buffer = Function.buffers().of(&Pointer);
    if (!Buffer)
      return nullptr;
    if (Buffer->Memory == BufferMemory::PageLocked)
      return &Pointer;
    bool IsMapped = Buffer->Memory == BufferMemory::Mapped && Function.buffers().of(Buffer->OnHost);
    return IsMapped ? Buffer->OnHost : nullptr;
  }

  /// Whether \p Pointer is \p OnHost, or another pointer of the device to the same memory.
  bool leadsTo(const VarDecl *Pointer, const VarDecl &OnHost) {
    return Pointer && (Pointer == &OnHost || hostVariable(*Pointer) == &OnHost);
  }

  /// The innermost loop around the launch of \p Argument, if each iteration launches it with the
  /// same arguments, and nothing else there names the memory; else null.
  const Stmt *repeatingLoop(const MappedArgument &Argument) {
    const Stmt *Loop = LoopOf.lookup(Argument.Launch);
    if (!Loop || runsOnce(*Loop) || !hasFixedArguments(*Argument.Launch))
      return nullptr;
    const VarDecl *Variable = variableOf(Argument);
    bool IsTouched = false;
    unsigned Uses = 0;
    forEachStatement(Loop, [&](const Stmt &Each) {
      if (const auto *Reference = dyn_cast<DeclRefExpr>(&Each)) {
        Uses += Reference->getDecl() == Variable;
        IsTouched |= Reference->getDecl() != Variable &&
                     leadsTo(dyn_cast<VarDecl>(Reference->getDecl()), *Argument.OnHost);
      }
      IsTouched |= isa<BreakStmt, GotoStmt, ReturnStmt>(Each) || selectsDevice(Each);
    });
    return IsTouched || Uses != 1 ? nullptr : Loop;
  }

  /// What runs afterwards runs on another device, which has not read the memory yet.
  static bool selectsDevice(const Stmt &Code) {
    const auto *Call = dyn_cast<CallExpr>(&Code);
    return Call && runtimeKind(*Call) == RuntimeKind::SelectDevice;
  }

  bool runsOnce(const Stmt &Loop) const {
    const auto *For = dyn_cast<ForStmt>(&Loop);
    const auto *Condition = For ? dyn_cast_or_null<BinaryOperator>(For->getCond()) : nullptr;
    if (!Condition)
      return For != nullptr;
    std::optional<uint64_t> End = Sizes.valueOf(*Condition->getRHS());
    return Condition->getOpcode() != BO_LT || (End && *End < 2);
  }

  /// Only variables that never change decide what the kernel gets.
  bool hasFixedArguments(const CUDAKernelCallExpr &Launch) {
    bool AreFixed = true;
    for (const clang::Expr *Each : Launch.arguments()) {
      if (Each->getType()->isPointerType())
        continue;
      forEachStatement(Each, [&](const Stmt &Part) {
        if (const auto *Reference = dyn_cast<DeclRefExpr>(&Part))
          if (const auto *Variable = dyn_cast<VarDecl>(Reference->getDecl()))
            AreFixed &= Variable->getType().isConstQualified() ||
                        Function.variables().keepsValue(*Variable);
        AreFixed &= !isa<CallExpr, CXXConstructExpr, MemberExpr, ArraySubscriptExpr>(Part);
      });
    }
    return AreFixed;
  }

  bool haveEqualNumbers(const CUDAKernelCallExpr &Left, const CUDAKernelCallExpr &Right) {
    if (!hasFixedArguments(Left))
      return false;
    for (auto [One, Other] : llvm::zip_equal(Left.arguments(), Right.arguments())) {
      llvm::FoldingSetNodeID OfOne, OfOther;
      One->IgnoreParenImpCasts()->Profile(OfOne, Ast, /*Canonical=*/true);
      Other->IgnoreParenImpCasts()->Profile(OfOther, Ast, /*Canonical=*/true);
      if (!One->getType()->isPointerType() && OfOne != OfOther)
        return false;
    }
    return true;
  }

  void step(const Stmt &Code, UntouchedMemory &State, bool IsFinal) {
    if (const auto *Reference = dyn_cast<DeclRefExpr>(&Code)) {
      if (!Arguments.contains(Reference))
        touch(dyn_cast<VarDecl>(Reference->getDecl()), State);
      return;
    }
    if (selectsDevice(Code))
      State.By.clear();
    const auto *Launch = dyn_cast<CUDAKernelCallExpr>(&Code);
    if (!Launch)
      return;
    for (const MappedArgument &Each : Found) {
      if (Each.Launch != Launch)
        continue;
      const VarDecl *Variable = variableOf(Each);
      // This kernel may write what others read through another pointer.
      std::erase_if(State.By, [&](const auto &Other) {
        return Other.first != Variable && Other.second.OnHost == Each.OnHost;
      });
      auto Before = State.By.find(Variable);
      if (IsFinal && Before != State.By.end() && Before->second.Launch != Launch &&
          Before->second.Index == Each.Index &&
          kernelLaunchedBy(*Before->second.Launch) == kernelLaunchedBy(*Launch) &&
          haveEqualNumbers(*Before->second.Launch, *Launch))
        report(Each, positionOf(Before->second.Launch->getSourceRange(), Ast), 2);
      State.By[Variable] = Each;
    }
  }

  void touch(const VarDecl *Variable, UntouchedMemory &State) {
    std::erase_if(State.By, [&](const auto &Each) {
      return Each.first == Variable || leadsTo(Variable, *Each.second.OnHost);
    });
  }

  void report(const MappedArgument &Argument, SourcePosition Earlier,
              std::optional<uint64_t> Launches) {
    HostFault Fault;
    Fault.Kind = HostFaultKind::MappedArgument;
    Fault.Position = positionOf(Argument.Launch->getSourceRange(), Ast);
    Fault.Earlier = std::move(Earlier);
    Fault.Variable = variableOf(Argument)->getNameAsString();
    Fault.Parameter = Argument.Index;
    Fault.Bytes = bytesOf(*Argument.OnHost);
    Fault.Copies = Launches;
    Report({kernelLaunchedBy(*Argument.Launch), std::move(Fault)});
  }

  /// What the call that allocates or registers \p Memory says.
  std::optional<uint64_t> bytesOf(const VarDecl &Memory) const {
    std::optional<uint64_t> Bytes;
    forEachStatement(Function.definition().getBody(), [&](const Stmt &Each) {
      const auto *Call = dyn_cast<CallExpr>(&Each);
      if (!Call || !locksPages(findRuntimeFunction(runtimeFunction(*Call))) ||
          Call->getNumArgs() < 2)
        return;
      const clang::Expr *Pointer = Call->getArg(0)->IgnoreParenCasts();
      if (const auto *Address = dyn_cast<UnaryOperator>(Pointer))
        Pointer = Address->getSubExpr();
      const DeclRefExpr *Base = HostBuffers::baseOf(Pointer);
      if (Base && Base->getDecl() == &Memory)
        Bytes = Sizes.valueOf(*Call->getArg(1));
    });
    return Bytes;
  }

  HostFunction &Function;
  ASTContext &Ast;
  FaultSink Report;
  CopySizes Sizes;
  bool HasLambda = false;
  std::vector<MappedArgument> Found;
  llvm::SmallPtrSet<const DeclRefExpr *, 16> Allowed, Arguments;
  llvm::SmallPtrSet<const VarDecl *, 8> HasOtherUses;
  llvm::DenseMap<const CUDAKernelCallExpr *, const Stmt *> LoopOf;
};

} // namespace

void findMappedArguments(HostFunction &Function, FaultSink Report) {
  if (Function.launches() && !Function.captures() && Function.allocatesPageLocked())
    MappedArguments(Function, Report).run();
}

} // namespace memlint
