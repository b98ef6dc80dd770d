//===- UnfollowedCalls.cpp - What is done and not seen -----------------------===//
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

#include "UnfollowedCalls.h"

#include "cuda-memlint/CudaModel/UnfollowedFunction.h"

#include "clang/Basic/Builtins.h"
#include "clang/Basic/SourceManager.h"

#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace memlint {

void UnfollowedCalls::touchReachableFrom(const Value &From, AccessKind Kind, const Stmt *Call,
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
  Code.forEachChoice(From.Target, [&](const Lvalue &At) {
    if (At.isVariable()) {
      if (auto Held = Code.Current.Variables.find(At.Slot); Held != Code.Current.Variables.end())
        touchReachableFrom(Value(Held->second), AccessKind::Store, Call, Reason, Depth + 1);
      return;
    }
    if (!At.isMemory())
      return;
    const MemoryObject &Object = Objects[At.Object];
    bool IsOthers = Object.Space == MemorySpace::Shared || Object.Space == MemorySpace::Global ||
                    Object.Space == MemorySpace::Generic;
    if (!IsOthers || Object.IsNull || Object.IsStringLiteral)
      return;
    ExprRef Anywhere = Code.Exprs.opaque(OpaqueReason::NotUnderstood, Uniformity::Lane, "a call");
    size_t Before = Out.accessCount();
    Out.emitAccess({.At = At.movedBy(Code.Exprs, Anywhere),
                    .Type = Code.Ast.UnsignedCharTy,
                    .Kind = Kind,
                    .Where = Call});
    for (Access &New : Out.accessesFrom(Before))
      New.Reason = Reason.str();
  });
}

void UnfollowedCalls::note(const Stmt *Call, const FunctionDecl *Function,
                           llvm::ArrayRef<Value> Arguments) {
  Out.noteUnseen(Call);
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
  Out.emitBarrier(std::move(Possible), Call);
}

/// \p Function is one of CUDA's, of the host's headers or of the compiler's.
static bool isOfSystem(const FunctionDecl &Function) {
  const SourceManager &Sources = Function.getASTContext().getSourceManager();
  return Function.getBuiltinID() != 0 ||
         Sources.isInSystemHeader(Sources.getExpansionLoc(Function.getLocation()));
}

/// \p Function (null: unknown), whose body is not seen, is neither of the system's nor a
/// destructor that does nothing.
static bool mayDoAnything(const FunctionDecl *Function, const clang::Expr *Call) {
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

/// A call of \p Function, which is not seen, depends on its arguments alone and changes
/// nothing but variables of the thread.
static bool isPure(const FunctionDecl &Function, llvm::ArrayRef<Value> Arguments) {
  // What happens after a failed assertion is nobody's concern.
  if (Function.isNoReturn())
    return true;
  QualType Returned = Function.getReturnType();
  if (!isOfSystem(Function) || !Function.getDeclName().isIdentifier() ||
      Returned->isAnyPointerType() || mayConcernOthers(Function.getName()))
    return false;
  // What returns nothing, neither here nor through a pointer, is called for something else.
  bool Returns = !Returned->isVoidType() || llvm::any_of(Arguments, [](const Value &Argument) {
    return Argument.isPointer();
  });
  return Returns && llvm::all_of(Arguments, isPrivate);
}

/// A call of \p Function changes nothing that the kernel sees.
static bool changesNothing(const FunctionDecl &Function) {
  return Function.getBuiltinID() == Builtin::BIprintf ||
         (isOfSystem(Function) && Function.getDeclName().isIdentifier() &&
          onlyTakesTime(Function.getName()));
}

bool UnfollowedCalls::noteUnseen(const clang::Expr *Call, const FunctionDecl *Function,
                                 llvm::ArrayRef<Value> Arguments,
                                 const std::optional<Lvalue> &This) {
  if (mayDoAnything(Function, Call)) {
    std::vector<Value> Given = Arguments.vec();
    if (This)
      Given.push_back(Value::pointer(*This));
    note(Call, Function, Given);
    return true;
  }
  if (!Function || !isPure(*Function, Arguments))
    Out.noteUnseen(Call, /*OnlyPrints=*/Function && changesNothing(*Function));
  return false;
}

} // namespace memlint
