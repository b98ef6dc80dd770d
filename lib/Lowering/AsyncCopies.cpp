//===- AsyncCopies.cpp - Asynchronous copies and their barriers -*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// memcpy_async and its relatives, pipelines and barriers in memory, known by
/// name and namespace, whichever header declares them.
///
//===----------------------------------------------------------------------===//

#include "AsyncCopies.h"

#include "cuda-memlint/Interpreter/IntegerConstants.h"

#include "clang/AST/DeclTemplate.h"

using namespace clang;
using llvm::StringRef;

namespace memlint {

/// The pointer that \p Argument is before it becomes a void*.
static const clang::Expr *typedPointer(const clang::Expr *Argument) {
  const clang::Expr *Bare = Argument->IgnoreParenImpCasts();
  return Bare->getType()->isPointerType() ? Bare : Argument;
}

/// \p Bytes: 4, 8 or 16.
void AsyncCopies::emitCopySide(const Lvalue &At, uint64_t Bytes, const CallExpr *Call,
                               StringRef Reason, CopyFacts Facts) {
  constexpr uint64_t BypassingBytes = 16;
  size_t Before = Out.accessCount();
  if (At.isVariable())
    Code.havocVariable(At.Slot, "written by an asynchronous copy");
  Out.emitAccess(
      {.At = At,
       .Type = typeOfBytes(Ast, Bytes),
       .Kind = AccessKind::AsyncCopy,
       .Where = Call,
       .Form = Bytes == BypassingBytes ? RequestForm::BypassingCopy : RequestForm::Plain});
  for (Access &New : Out.accessesFrom(Before)) {
    New.Reason = Reason.str();
    New.IsInCopyGroup = Facts.IsInGroup;
    New.IsDivided = Facts.IsDivided;
  }
}

/// One thread copies \p Size bytes in pieces of at most \p Alignment bytes.
void AsyncCopies::copyAsync(const Value &To, const Value &From, ExprRef Size, uint64_t Alignment,
                            const CallExpr *Call, StringRef Reason, CopyFacts Facts) {
  constexpr uint64_t WidestCopy = 16;
  uint64_t Bytes = Size->isConstant() ? uint64_t(Size->constantTerm()) : 0;
  bool OneCopy = (Bytes == 4 || Bytes == 8 || Bytes == WidestCopy) && Bytes <= Alignment;
  Facts.IsDivided |= !OneCopy;
  if (Reason.empty() && !OneCopy)
    Reason = "how the library divides this copy is unknown";
  if (Reason.empty() && To.isPointer() && From.isPointer() && To.Target.isMemory() &&
      From.Target.isMemory() &&
      (Objects[To.Target.Object].Space != MemorySpace::Shared ||
       Objects[From.Target.Object].Space != MemorySpace::Global))
    Reason = "only copies from global to shared memory are asynchronous";
  for (const Value *Side : {&From, &To})
    if (Side->isPointer())
      emitCopySide(Side->Target, OneCopy ? Bytes : 4, Call, Reason, Facts);
    else
      Out.noteUnseen(Call);
}

/// The object that is, or contains, the barrier in memory whose method \p Call is.
std::optional<unsigned> AsyncCopies::barrierObject(const CallExpr *Call) {
  const auto *Member = dyn_cast<CXXMemberCallExpr>(Call);
  if (!Member)
    return std::nullopt;
  const clang::Expr *Object = Member->getImplicitObjectArgument();
  Lvalue At;
  if (Object->getType()->isPointerType()) {
    if (Value Pointer = Code.evaluate(Object); Pointer.isPointer())
      At = Pointer.Target;
  } else if (Object->isGLValue()) {
    At = Code.locate(Object);
  }
  if (!At.isMemory() || Objects[At.Object].Kind != ObjectKind::StaticShared)
    return std::nullopt;
  return At.Object;
}

/// init(&barrier, count)
bool AsyncCopies::initialise(const CallExpr *Call) {
  if (Call->getNumArgs() < 2 || !Call->getArg(0)->getType()->isPointerType())
    return false;
  Value Pointer = Code.evaluate(Call->getArg(0));
  ExprRef Count = Code.number(Call->getArg(1));
  if (!Code.isRecorded() || !Pointer.isPointer() || !Pointer.Target.isMemory())
    return true;
  // It writes the barrier, which all others must wait for before they come to it: as a node, it
  // is a barrier of its thread alone.
  Barrier Start;
  Start.Scope = BarrierScope::Thread;
  Start.IsUncertain = true;
  Out.emitBarrier(std::move(Start), Call, Pointer.Target.Object);
  Out.noteUnseen(Call);
  Out.noteBarrierCount(Pointer.Target.Object, Count);
  return true;
}

/// Whether \p Call does what all threads do that come to the barrier in \p Object, which then is
/// done.
bool AsyncCopies::meetAt(unsigned Object, LibraryMethod Method, ThreadScope Scope,
                         const CallExpr *Call) {
  // Of an array any element may be meant.
  bool IsOne = Objects[Object].Extents.empty();
  bool OneArrives =
      Call->getNumArgs() == 0 || isa<CXXDefaultArgExpr>(Call->getArg(0)->IgnoreImplicit());
  bool IsFollowed =
      Method == LibraryMethod::ArriveAndWait ||
      (IsOne && (Method == LibraryMethod::Wait || (Method == LibraryMethod::Arrive && OneArrives)));
  if (!IsFollowed)
    return false;
  Barrier New;
  New.Scope = Scope == ThreadScope::Block ? BarrierScope::Block : BarrierScope::Grid;
  New.IsUncertain = true;
  New.IsArrival = Method == LibraryMethod::Arrive;
  if (Method == LibraryMethod::Wait)
    Out.emitBarrierWait(std::move(New), Call, Object);
  else
    Out.emitBarrier(std::move(New), Call, Object);
  return true;
}

/// Who else takes part in a wait is what the barrier was initialised with.
void AsyncCopies::wait(std::optional<ThreadScope> Scope, const CallExpr *Call) {
  Barrier New;
  New.Scope = !Scope || *Scope == ThreadScope::Thread ? BarrierScope::Thread
              : *Scope == ThreadScope::Block          ? BarrierScope::Block
                                                      : BarrierScope::Grid;
  New.IsUncertain = New.Scope != BarrierScope::Thread;
  Out.emitBarrier(std::move(New), Call);
}

std::optional<Value> AsyncCopies::evaluateMember(const CXXMethodDecl &Function,
                                                 const CallExpr *Call) {
  LibraryClass Class = libraryClassOf(*Function.getParent());
  if (Class != LibraryClass::Barrier && Class != LibraryClass::Pipeline)
    return std::nullopt;
  for (const clang::Expr *Argument : Call->arguments())
    if (const auto *Token = dyn_cast<MaterializeTemporaryExpr>(Argument))
      Code.evaluate(Token->getSubExpr());
    else if (!Argument->isGLValue())
      Code.evaluate(Argument);
  LibraryMethod Method = libraryMethod(Class, Function.getName());
  std::optional<ThreadScope> Scope = threadScopeOf(*Function.getParent());
  std::optional<unsigned> Object;
  if (Class == LibraryClass::Barrier && Scope && *Scope != ThreadScope::Thread)
    Object = barrierObject(Call);
  if (!Object || !meetAt(*Object, Method, *Scope, Call)) {
    // Others come to it, or wait for it, in ways that are not followed.
    if (Object)
      Out.noteBarrierCount(*Object, nullptr);
    if (Method == LibraryMethod::Arrive || Method == LibraryMethod::Other)
      Out.noteUnseen(Call);
    else
      wait(Scope, Call);
  }
  return Code.unknownValue(Call, Uniformity::Lane, OpaqueReason::DataDependent);
}

/// The number of bytes in a cuda::aligned_size_t; null when it is not known.
ExprRef AsyncCopies::alignedSize(const clang::Expr *Argument) {
  const clang::Expr *Bare = Argument->IgnoreImplicit();
  auto IsCopy = [](const CXXConstructExpr *Construct) {
    return Construct && Construct->getNumArgs() == 1 &&
           Construct->getConstructor()->isCopyOrMoveConstructor();
  };
  while (IsCopy(dyn_cast<CXXConstructExpr>(Bare)))
    Bare = cast<CXXConstructExpr>(Bare)->getArg(0)->IgnoreImplicit();
  clang::Expr::EvalResult Known;
  if (!Bare->isValueDependent() && Bare->EvaluateAsRValue(Known, Ast) && Known.Val.isStruct() &&
      Known.Val.getStructNumFields() == 1 && Known.Val.getStructField(0).isInt())
    return Exprs.constant(signedBits(Known.Val.getStructField(0).getInt()));
  Value Held;
  if (!Bare->isGLValue())
    Held = Code.evaluate(Bare);
  else if (Lvalue At = Code.locate(Bare); At.isVariable())
    Held = Code.readVariable(At, Bare->getType(), Bare);
  if (Held.isAggregate() && Held.Parts->size() == 1 && Held.Parts->front().isScalar())
    return Held.Parts->front().Number;
  return nullptr;
}

void AsyncCopies::startCopy(const CallExpr *Call) {
  constexpr uint64_t StatedAlignment = 16;
  Value To = Code.evaluate(typedPointer(Call->getArg(0)));
  Value From = Code.evaluate(typedPointer(Call->getArg(1)));
  ExprRef Size = Code.number(Call->getArg(2));
  // What is filled with zeros need not be read.
  bool Fills = Call->getNumArgs() > 3 && !Code.number(Call->getArg(3))->isConstant(0);
  copyAsync(To, From, Size, StatedAlignment, Call,
            Fills ? "some of the bytes may be zeros instead" : "", {.IsInGroup = true});
}

std::optional<Value> AsyncCopies::evaluate(const FunctionDecl &Function, const CallExpr *Call) {
  if (const auto *Method = dyn_cast<CXXMethodDecl>(&Function))
    return evaluateMember(*Method, Call);
  LibraryFunction Kind = libraryFunctionOf(Function);
  switch (Kind) {
  case LibraryFunction::AwaitPipeline:
    Out.emitBarrier(BarrierScope::Thread, Call);
    return Value();
  case LibraryFunction::InitialiseBarrier:
    return initialise(Call) ? std::optional(Value()) : std::nullopt;
  case LibraryFunction::CopyBulk:
  case LibraryFunction::AwaitBulkCopies:
    copyBulk(Kind, Call);
    return Value();
  case LibraryFunction::Copy:
  case LibraryFunction::CopyByGroup:
  case LibraryFunction::CopyObject:
    return copy(Kind, Function, Call);
  case LibraryFunction::Fence:
  case LibraryFunction::Other:
    return std::nullopt;
  }
  llvm_unreachable("all functions are above");
}

AsyncCopies::CopyArguments AsyncCopies::argumentsOf(LibraryFunction Kind, const CallExpr *Call) {
  CopyArguments Result;
  for (const clang::Expr *Argument : Call->arguments()) {
    const clang::Expr *Typed = typedPointer(Argument);
    QualType Type = Typed->getType();
    if (Type->isPointerType()) {
      Result.Pointers.push_back(Code.evaluate(Typed));
      QualType Element = Type->getPointeeType();
      Result.alignTo(Element->isVoidType() ? 1 : alignmentOf(Ast, Element));
    } else if (Kind == LibraryFunction::CopyObject && Argument->isGLValue() &&
               Result.Pointers.size() < 2) {
      Result.Pointers.push_back(Value::pointer(Code.locate(Argument)));
      Result.alignTo(alignmentOf(Ast, Type));
      Result.Size = Exprs.constant(int64_t(sizeOf(Ast, Type)));
    } else if (Type->isIntegralOrEnumerationType() && Result.Pointers.size() >= 2) {
      Result.Size = Code.number(Argument);
    } else if (const auto *Class =
                   dyn_cast_or_null<ClassTemplateSpecializationDecl>(Type->getAsCXXRecordDecl());
               Class && Class->getName() == "aligned_size_t" &&
               Class->getTemplateArgs()[0].getKind() == TemplateArgument::Integral) {
      Result.Alignment = Class->getTemplateArgs()[0].getAsIntegral().getZExtValue();
      Result.Size = alignedSize(Argument);
    }
  }
  return Result;
}

void AsyncCopies::copyBulk(LibraryFunction Kind, const CallExpr *Call) {
  CopyArguments Given = argumentsOf(Kind, Call);
  if (Kind == LibraryFunction::AwaitBulkCopies)
    Out.emitBarrier(BarrierScope::Thread, Call);
  Out.noteUnseen(Call);
  for (const Value &Pointer : Given.Pointers)
    if (Pointer.isPointer())
      emitCopySide(Pointer.Target, 4, Call, "no cost model for bulk copies (TMA)",
                   {.IsDivided = true});
}

std::optional<Value> AsyncCopies::copy(LibraryFunction Kind, const FunctionDecl &Function,
                                       const CallExpr *Call) {
  CopyArguments Given = argumentsOf(Kind, Call);
  if (Given.Pointers.size() < 2)
    return std::nullopt;
  bool ByGroup = Function.getNumParams() > 0 && Kind != LibraryFunction::CopyObject &&
                 !Function.getParamDecl(0)->getType()->isPointerType();
  if (!Given.Size)
    Given.Size = Exprs.opaque(OpaqueReason::DataDependent, Uniformity::Lane, "a size");
  bool IsOfGroups = Kind == LibraryFunction::CopyByGroup;
  copyAsync(Given.Pointers[0], Given.Pointers[1], Given.Size, Given.Alignment, Call,
            ByGroup ? "the library divides this copy among the threads of the group" : "",
            {.IsInGroup = IsOfGroups, .IsDivided = ByGroup});
  // Each copy is a group of its own there.
  if (IsOfGroups)
    Out.emitCopyCommit(Call);
  return Code.unknownValue(Call, Uniformity::Lane, OpaqueReason::DataDependent);
}

} // namespace memlint
