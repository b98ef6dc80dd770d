//===- UnseenEffects.cpp - What is done and not seen -----------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Constructs that may access any memory, or whose moment matters, and that are not nodes of
/// the graph: whoever wants to say that nothing happens must know of them.
///
//===----------------------------------------------------------------------===//

#include "KernelLowering.h"

#include "clang/Basic/Builtins.h"
#include "clang/Basic/SourceManager.h"

#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace memlint {

void KernelLowering::noteUnseen(const clang::Stmt *Where, bool OnlyPrints) {
  // As many as say that there are any.
  constexpr size_t MostUnseen = 8;
  if (!Recording || !Current.Reachable || Program.Unseen.size() >= MostUnseen)
    return;
  size_t Depth = 0;
  SourceRange Shown = shownRange(Where->getSourceRange(), Depth);
  Program.Unseen.push_back({positionOf(Shown, Ast), textOf(Shown, Ast), OnlyPrints});
}

void KernelLowering::touchReachableFrom(const Value &From, AccessKind Kind, const Stmt *Call,
                                        llvm::StringRef Reason, unsigned Depth) {
  // Variables may point to each other in a circle.
  constexpr unsigned MostPointers = 8;
  if (Depth == MostPointers)
    return;
  if (From.isAggregate())
    for (const Value &Part : *From.Parts)
      touchReachableFrom(Part, Kind, Call, Reason, Depth + 1);
  if (!From.isPointer())
    return;
  forEachChoice(From.Target, [&](const Lvalue &At) {
    if (At.isVariable()) {
      if (auto Held = Current.Variables.find(At.Slot); Held != Current.Variables.end())
        touchReachableFrom(Value(Held->second), AccessKind::Store, Call, Reason, Depth + 1);
      return;
    }
    if (!At.isMemory())
      return;
    const MemoryObject &Object = Program.Objects[At.Object];
    bool IsOthers = Object.Space == MemorySpace::Shared || Object.Space == MemorySpace::Global ||
                    Object.Space == MemorySpace::Generic;
    if (!IsOthers || Object.IsNull || Object.IsStringLiteral)
      return;
    ExprRef Anywhere = Exprs.opaque(OpaqueReason::NotUnderstood, Uniformity::Lane, "a call");
    size_t Before = Program.Accesses.size();
    emitAccess(At.movedBy(Exprs, Anywhere), Ast.UnsignedCharTy, Kind, Call);
    for (Access &New : llvm::MutableArrayRef(Program.Accesses).drop_front(Before))
      New.Reason = Reason.str();
  });
}

void KernelLowering::noteUnfollowedCall(const Stmt *Call, const FunctionDecl *Function,
                                        llvm::ArrayRef<Value> Arguments) {
  noteUnseen(Call);
  std::string Reason = "call of " +
                       (Function ? "`" + Function->getNameAsString() + "`" : "a function pointer") +
                       " is not followed";
  for (auto [Index, Argument] : llvm::enumerate(Arguments)) {
    QualType Parameter = Function && Index < Function->getNumParams()
                             ? Function->getParamDecl(unsigned(Index))->getType()
                             : QualType();
    QualType Pointee = Parameter.isNull() ? QualType() : Parameter->getPointeeType();
    bool OnlyReads = !Pointee.isNull() && Pointee.isConstQualified();
    touchReachableFrom(Argument, OnlyReads ? AccessKind::Load : AccessKind::Store, Call, Reason);
  }
  Barrier Possible;
  // The widest that needs no cooperative launch; it may order blocks, too.
  Possible.Scope = BarrierScope::Cluster;
  Possible.IsUncertain = true;
  emitBarrier(std::move(Possible), Call);
}

bool KernelLowering::mayDoAnything(const FunctionDecl *Function, const clang::Expr *Call) {
  if (Function)
    return !isOfSystem(*Function) && !Function->isNoReturn();
  const auto *Plain = dyn_cast<CallExpr>(Call);
  return !Plain || !isa<CXXPseudoDestructorExpr>(Plain->getCallee()->IgnoreParens());
}

/// What is given to a function lets it reach no memory that another thread can.
static bool isPrivate(const Value &Argument) {
  if (Argument.isAggregate())
    return llvm::all_of(*Argument.Parts, isPrivate);
  return !Argument.isPointer() || Argument.Target.isVariable();
}

bool KernelLowering::isOfSystem(const FunctionDecl &Function) {
  const SourceManager &Sources = Function.getASTContext().getSourceManager();
  return Function.getBuiltinID() != 0 ||
         Sources.isInSystemHeader(Sources.getExpansionLoc(Function.getLocation()));
}

bool KernelLowering::isPure(const FunctionDecl &Function, llvm::ArrayRef<Value> Arguments) const {
  // What happens after a failed assertion is nobody's concern.
  if (Function.isNoReturn())
    return true;
  QualType Returned = Function.getReturnType();
  if (!isOfSystem(Function) || !Function.getDeclName().isIdentifier() ||
      Returned->isAnyPointerType())
    return false;
  llvm::StringRef Name = Function.getName();
  bool IsMatrixProduct = Name == "mma_sync" || Name == "bmma_sync";
  for (llvm::StringRef Part : {"clock", "cycle", "timer", "mask", "bar", "fence", "sync", "cuda"})
    if (Name.contains_insensitive(Part) && !IsMatrixProduct)
      return false;
  // What returns nothing, neither here nor through a pointer, is called for something else.
  bool Returns = !Returned->isVoidType() || llvm::any_of(Arguments, [](const Value &Argument) {
    return Argument.isPointer();
  });
  return Returns && llvm::all_of(Arguments, isPrivate);
}

} // namespace memlint
