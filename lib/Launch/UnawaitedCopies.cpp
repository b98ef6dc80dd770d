//===- UnawaitedCopies.cpp - Reads of what copies still write -------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Follows asynchronous copies into page-locked memory through the control flow of a function until
/// something waits for them, and finds reads that come before. A copy into other memory has ended
/// once its call returns.
///
//===----------------------------------------------------------------------===//

#include "CopySizes.h"
#include "ElementReads.h"
#include "HandedMemory.h"
#include "HostClocks.h"
#include "HostConditions.h"
#include "HostFunction.h"
#include "HostUses.h"
#include "OwnStreams.h"

#include "cuda-memlint/Frontend/Position.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"

#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace memlint {

namespace {

struct PendingCopy : Handing {
  /// Empty: the default stream, or one that is not known.
  std::optional<OwnStream> Stream;
  /// Work of other streams may wait for it, and whoever waits for that work does, too.
  bool MayHaveFollowers = false;
  /// On all ways here another stream was waited for since.
  bool OtherIsAwaited = false;

  void join(const PendingCopy &Other) {
    // One of two streams is not known.
    if (Stream != Other.Stream)
      Stream.reset();
    Handing::join(Other);
    MayHaveFollowers |= Other.MayHaveFollowers;
    OtherIsAwaited &= Other.OtherIsAwaited;
  }

  friend bool operator==(const PendingCopy &, const PendingCopy &) = default;
};

/// By the variable that leads to the memory.
struct PendingCopies : HandedMemory<PendingCopy> {
  void addFollowers() {
    for (auto &[Variable, Copy] : By)
      Copy.MayHaveFollowers = true;
  }

  friend bool operator==(const PendingCopies &, const PendingCopies &) = default;
};

class UnawaitedCopies {
public:
  UnawaitedCopies(HostFunction &Function, FaultSink Report)
      : Function(Function), Ast(Function.ast()), Report(Report),
        Streams(Function.definition(), Ast), Sizes(Function.definition(), Ast),
        Uses(Function.definition().getBody()) {
    forEachStatement(Function.definition().getBody(), [&](const Stmt &Each) {
      const auto *Call = dyn_cast<CallExpr>(&Each);
      std::optional<HostCopy> Copy = Call ? Function.hostCopy(*Call) : std::nullopt;
      if (Copy && !startOf(*Copy->onHost()))
        FilledInParts.insert(pointerIn(Copy->onHost()));
    });
  }

  void run(const HostFlow &Flow) {
    Flow.solve<PendingCopies>([&](const CFGElement &Element, PendingCopies &State, bool IsFinal) {
      std::optional<CFGStmt> Statement = Element.getAs<CFGStmt>();
      if (Statement && IsFinal)
        look(*Statement->getStmt(), State);
      if (!Statement || !follow(*Statement->getStmt(), State))
        if (Function.waits().mayWait(Element, Ast))
          State.settleAll();
    });
  }

private:
  /// The variable that \p Pointer is; null: it leads elsewhere into its memory.
  static const VarDecl *startOf(const clang::Expr &Pointer) {
    const auto *Reference = dyn_cast<DeclRefExpr>(Pointer.IgnoreParenCasts());
    return Reference ? dyn_cast<VarDecl>(Reference->getDecl()) : nullptr;
  }

  bool isPageLocked(const VarDecl *Variable) {
    const HostBuffer *Buffer = Variable ? Function.buffers().of(Variable) : nullptr;
    return Buffer && Buffer->Memory == BufferMemory::PageLocked;
  }

  /// Changes \p State by \p Code; whether that is all that it does.
  bool follow(const Stmt &Code, PendingCopies &State) {
    if (DeviceWaits::mayPoll(Code))
      State.settleAll();
    if (const auto *Declaration = dyn_cast<DeclStmt>(&Code)) {
      for (const Decl *Each : Declaration->decls())
        State.settle(dyn_cast<VarDecl>(Each));
    } else if (const auto *Operator = dyn_cast<BinaryOperator>(&Code);
               Operator && Operator->isAssignmentOp()) {
      State.settle(variableIn(Operator->getLHS()));
    }
    const auto *Call = dyn_cast<CallExpr>(&Code);
    if (!Call)
      return false;
    if (const auto *Launch = dyn_cast<CUDAKernelCallExpr>(Call)) {
      // Work of the default stream comes behind that of all others, and theirs behind it.
      const CallExpr *Configuration = Launch->getConfig();
      if (Configuration->getNumArgs() < 4 || !Streams.of(*Configuration->getArg(3)))
        State.addFollowers();
      return true;
    }
    if (std::optional<HostCopy> Copy = Function.hostCopy(*Call); Copy && Copy->IsAsynchronous)
      return copy(*Call, *Copy, State);
    RuntimeKind Kind = runtimeKind(*Call);
    if (Kind == RuntimeKind::WaitForEvent)
      State.addFollowers();
    if (Kind != RuntimeKind::AwaitStream || Call->getNumArgs() != 1)
      return false;
    synchronise(*Call, State);
    return true;
  }

  bool copy(const CallExpr &Call, const HostCopy &Copy, PendingCopies &State) {
    if (!isPageLocked(pointerIn(Copy.onHost())))
      return false;
    std::optional<OwnStream> Stream = Copy.Stream ? Streams.of(*Copy.Stream) : std::nullopt;
    if (!Stream)
      State.addFollowers();
    const VarDecl *Start = startOf(*Copy.onHost());
    if (Copy.Way == HostCopy::Direction::ToHost) {
      State.settle(pointerIn(Copy.onHost()));
      if (Start)
        State.By[Start] = {{&Call, std::nullopt}, Stream};
    }
    return true;
  }

  void synchronise(const CallExpr &Call, PendingCopies &State) {
    std::optional<OwnStream> Stream = Streams.of(*Call.getArg(0));
    for (auto &[Variable, Copy] : State.By) {
      Copy.IsSettled |= !Stream || !Copy.Stream || *Copy.Stream == *Stream || Copy.MayHaveFollowers;
      Copy.OtherIsAwaited = true;
    }
  }

  void look(const Stmt &Code, const PendingCopies &State) {
    const auto *Read = dyn_cast<ImplicitCastExpr>(&Code);
    if (!Read || Read->getCastKind() != CK_LValueToRValue || DeviceWaits::mayPoll(Code) ||
        Uses.isBehindFailure(Code))
      return;
    const VarDecl *Pointer = pointerTo(Read->getSubExpr());
    const PendingCopy *Found = Pointer ? State.pending(Pointer) : nullptr;
    if (!Found ||
        (Found->IsSkipped && mayExclude(*Function.definition().getBody(), *Found->Call, Code)))
      return;
    const PendingCopy &Pending = *Found;
    HostCopy Copy = *Function.hostCopy(*Pending.Call);
    std::optional<uint64_t> Bytes = Sizes.valueOf(*Copy.Bytes),
                            Offset = offsetOfElement(*Read, Ast);
    bool MayBeOther = FilledInParts.contains(Pointer) && !(Bytes && Offset);
    if (MayBeOther || (Bytes && Offset && *Offset >= *Bytes) ||
        !Reported.insert(Pending.Call).second)
      return;
    HostFault Fault;
    Fault.Kind =
        Pending.OtherIsAwaited ? HostFaultKind::OtherStreamRead : HostFaultKind::EarlyCopyRead;
    Fault.Position = positionOf(Read->getSourceRange(), Ast);
    Fault.Earlier = positionOf(Pending.Call->getSourceRange(), Ast);
    Fault.Variable = Pointer->getNameAsString();
    Fault.Text = writtenText(*Read, Ast);
    Report({Function.firstKernel(), std::move(Fault)});
  }

  HostFunction &Function;
  ASTContext &Ast;
  FaultSink Report;
  OwnStreams Streams;
  CopySizes Sizes;
  HostUses Uses;
  /// Of pointers that some copy leads past the start of: which part is read may matter.
  llvm::SmallPtrSet<const VarDecl *, 8> FilledInParts;
  llvm::SmallPtrSet<const CallExpr *, 8> Reported;
};

} // namespace

void findUnawaitedCopies(HostFunction &Function, FaultSink Report) {
  if (Function.copiesAsynchronously() && Function.allocatesPageLocked() && !Function.captures())
    if (const HostFlow *Flow = Function.flow())
      UnawaitedCopies(Function, Report).run(*Flow);
}

} // namespace memlint
