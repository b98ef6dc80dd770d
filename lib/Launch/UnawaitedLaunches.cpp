//===- UnawaitedLaunches.cpp - What host code does before kernels end -----===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Follows launches through the control flow of a function until something waits for the device,
/// and finds what takes them to have ended before.
///
//===----------------------------------------------------------------------===//

#include "ElementReads.h"
#include "HostClocks.h"
#include "HostConditions.h"
#include "HostFunction.h"
#include "HostUses.h"
#include "LaunchState.h"

#include "cuda-memlint/Frontend/Position.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"

#include "llvm/ADT/MapVector.h"

#include <cmath>
#include <set>
#include <tuple>

using namespace clang;

namespace memlint {

namespace {

class UnawaitedLaunches {
public:
  UnawaitedLaunches(HostFunction &Function, FaultSink Report)
      : Function(Function), Ast(Function.ast()), Report(Report),
        Uses(Function.definition().getBody()) {}

  void run(const HostFlow &Flow) {
    // The readings before each reading are kept at each block.
    double Blocks = Flow.graph().getNumBlockIDs();
    MaximumClocks = std::min(32.0, std::sqrt(MaximumKept / Blocks));
    MaximumVariables = MaximumKept / Blocks;
    Flow.solve<LaunchState>([&](const CFGElement &Element, LaunchState &State, bool IsFinal) {
      step(Element, State, IsFinal);
    });
    reportTimers();
  }

private:
  /// What the states of a function may hold together; larger functions are generated.
  static constexpr double MaximumKept = 1 << 18;

  /// Does not let \p Known, which \p Variable is added to, have more than \p Maximum.
  void follow(const VarDecl *Variable, llvm::DenseSet<const VarDecl *> &Known, double Maximum) {
    Known.insert(Variable);
    HasTooMany |= Known.size() > Maximum;
  }

  void step(const CFGElement &Element, LaunchState &State, bool IsFinal) {
    if (HasTooMany) {
      State = LaunchState();
      return;
    }
    std::optional<CFGStmt> Statement = Element.getAs<CFGStmt>();
    if (Statement && IsFinal)
      look(*Statement->getStmt(), State);
    if (Statement && execute(*Statement->getStmt(), State))
      return;
    if (Function.waits().mayWait(Element, Ast))
      State.wait();
  }

  /// What is followed of \p Code; whether that is all that it does.
  bool execute(const Stmt &Code, LaunchState &State) {
    if (const auto *Call = dyn_cast<CallExpr>(&Code))
      return call(*Call, State);
    if (DeviceWaits::mayPoll(Code)) {
      State.wait();
    } else if (const auto *Declaration = dyn_cast<DeclStmt>(&Code)) {
      for (const Decl *Each : Declaration->decls())
        if (const auto *Variable = dyn_cast<VarDecl>(Each))
          assign(Variable, Variable->getInit(), Code, State);
    } else if (const auto *Operator = dyn_cast<BinaryOperator>(&Code);
               Operator && Operator->isAssignmentOp()) {
      assign(variableIn(Operator->getLHS()),
             Operator->getOpcode() == BO_Assign ? Operator->getRHS() : nullptr, Code, State);
    }
    return false;
  }

  bool call(const CallExpr &Call, LaunchState &State) {
    if (isa<CUDAKernelCallExpr>(Call)) {
      launch(Call, State);
      return true;
    }
    if (const VarDecl *Set = HostClocks::variableSetBy(Call)) {
      read(Set, Call, State);
      return true;
    }
    if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(&Call);
        Operator && Operator->getOperator() == OO_Equal && Operator->getNumArgs() == 2)
      assign(variableIn(Operator->getArg(0)), Operator->getArg(1), Call, State);
    if (runtimeKind(Call) == RuntimeKind::RecordEvent && Call.getNumArgs() != 0) {
      if (const VarDecl *Event = variableIn(Call.getArg(0))) {
        follow(Event, KnownVariables, MaximumVariables);
        State.Records[Event] = {State.Launch.isPending() ? &Call : nullptr, false};
      }
      return true;
    }
    return false;
  }

  void launch(const CallExpr &Call, LaunchState &State) {
    State.Launch = {&Call, false};
    for (auto &[Variable, Clock] : State.Clocks)
      Clock.Launch = {&Call, false};
    const FunctionDecl *Kernel = kernelLaunchedBy(Call);
    if (!Kernel)
      return;
    for (unsigned Index = 0; Index != Call.getNumArgs(); ++Index)
      // Of a part of the memory it is not known where it ends.
      if (const DeclRefExpr *Base = HostBuffers::baseOf(Call.getArg(Index));
          Base && Call.getArg(Index)->IgnoreParenCasts() == Base)
        if (const VarDecl *Variable = readableOf(dyn_cast<VarDecl>(Base->getDecl()))) {
          follow(Variable, KnownVariables, MaximumVariables);
          State.Handed.By[Variable] = {&Call, Index};
        }
    for (const VarDecl *Variable : Function.managedVariables().namedBy(*Kernel)) {
      follow(Variable, KnownVariables, MaximumVariables);
      State.Handed.By[Variable] = {&Call, std::nullopt};
    }
  }

  /// The variable through which the host reads what \p Pointer leads the kernel to; null: the host
  /// cannot, or that is not known.
  const VarDecl *readableOf(const VarDecl *Pointer) {
    if (Pointer && ManagedVariables::isManaged(*Pointer))
      return ManagedVariables::pointeeOf(Pointer);
    const HostBuffer *Buffer = Pointer ? Function.buffers().of(Pointer) : nullptr;
    if (!Buffer)
      return nullptr;
    if (Buffer->Memory == BufferMemory::Mapped) {
      const HostBuffer *OnHost = Buffer->OnHost ? Function.buffers().of(Buffer->OnHost) : nullptr;
      return OnHost && OnHost->Memory == BufferMemory::PageLocked ? Buffer->OnHost : nullptr;
    }
    bool IsReadable =
        Buffer->Memory == BufferMemory::Managed || Buffer->Memory == BufferMemory::PageLocked;
    return IsReadable ? Pointer : nullptr;
  }

  void assign(const VarDecl *Variable, const clang::Expr *Value, const Stmt &Site,
              LaunchState &State) {
    if (!Variable)
      return;
    State.Handed.settle(Variable->getCanonicalDecl());
    if (Value && Clocks.isRead(Value))
      return read(Variable, Site, State);
    State.Clocks.erase(Variable);
    State.Stops.erase(Variable);
  }

  void read(const VarDecl *Variable, const Stmt &Site, LaunchState &State) {
    follow(Variable, KnownClocks, MaximumClocks);
    State.Clocks.erase(Variable);
    State.Stops[Variable] = State.Clocks;
    State.Clocks[Variable] = {&Site, {}};
  }

  /// Looks for faults at \p Code, before which \p State holds.
  void look(const Stmt &Code, const LaunchState &State) {
    if (DeviceWaits::mayPoll(Code) || Uses.isBehindFailure(Code))
      return;
    if (const auto *Load = dyn_cast<ImplicitCastExpr>(&Code);
        Load && Load->getCastKind() == CK_LValueToRValue)
      lookAtRead(ManagedVariables::memoryOf(*Load->getSubExpr()), *Load, State);
    else if (const auto *Call = dyn_cast<CallExpr>(&Code);
             Call && runtimeKind(*Call) == RuntimeKind::MeasureTime && Call->getNumArgs() == 3 &&
             Uses.isDiscarded(*Call))
      lookAtEvents(*Call, State);
    if (const auto *Call = dyn_cast<CallExpr>(&Code))
      for (unsigned Index = 0; Index != Call->getNumArgs(); ++Index)
        if (const VarDecl *Pointer = ManagedVariables::pointeeOf(pointerIn(Call->getArg(Index)));
            State.Handed.pending(Pointer) && readsThrough(*Call, Index))
          lookAtRead(Pointer, *Call->getArg(Index), State);
    if (std::optional<HostClocks::Difference> Span = Clocks.differenceIn(Code))
      lookAtTimer(Code, *Span, State);
  }

  /// \p Call reads what its argument number \p Index points to, and does not wait before.
  bool readsThrough(const CallExpr &Call, unsigned Index) {
    const FunctionDecl *Callee = Call.getDirectCallee();
    const FunctionDecl *Definition = nullptr;
    if (isa<CUDAKernelCallExpr, CXXOperatorCallExpr>(Call) || !Callee ||
        !Callee->getBody(Definition) || Index >= Definition->getNumParams() ||
        Function.waits().mayWait(Call))
      return false;
    const ParmVarDecl *Parameter = Definition->getParamDecl(Index);
    if (!Parameter->getType()->isPointerType())
      return false;
    bool Reads = false;
    forEachStatement(Definition->getBody(), [&](const Stmt &Each) {
      const auto *Load = dyn_cast<ImplicitCastExpr>(&Each);
      Reads |= Load && Load->getCastKind() == CK_LValueToRValue &&
               pointerTo(Load->getSubExpr()) == Parameter;
    });
    return Reads;
  }

  void lookAtRead(const VarDecl *Pointer, const clang::Expr &Read, const LaunchState &State) {
    const Handing *Found = Pointer ? State.Handed.pending(Pointer) : nullptr;
    if (!Found ||
        (Found->IsSkipped && mayExclude(*Function.definition().getBody(), *Found->Call, Read)))
      return;
    const CallExpr *Launch = Found->Call;
    HostFault Fault;
    Fault.Kind = HostFaultKind::EarlyRead;
    Fault.Position = positionOf(Read.getSourceRange(), Ast);
    Fault.Earlier = positionOf(Launch->getSourceRange(), Ast);
    Fault.Variable = Pointer->getNameAsString();
    Fault.Text = writtenText(Read, Ast);
    Fault.Parameter = Found->Parameter;
    if (!Fault.Parameter)
      Fault.Declaration = positionOf(Pointer->getSourceRange(), Ast);
    Fault.Offset = offsetOfElement(Read, Ast);
    // The kernel may leave one of the elements alone; of others, one is enough.
    if (ReportedReads.insert({Launch, Pointer, Fault.Offset}).second)
      Report({kernelLaunchedBy(*Launch), std::move(Fault)});
  }

  void lookAtEvents(const CallExpr &Call, const LaunchState &State) {
    const VarDecl *Stop = variableIn(Call.getArg(2));
    auto Found = State.Records.find(Stop);
    if (!Stop || Found == State.Records.end() || !Found->second.isPending())
      return;
    HostFault Fault;
    Fault.Kind = HostFaultKind::EarlyEventTime;
    Fault.Position = positionOf(Call.getSourceRange(), Ast);
    Fault.Earlier = positionOf(Found->second.Call->getSourceRange(), Ast);
    Fault.Variable = Stop->getNameAsString();
    Report({Function.firstKernel(), std::move(Fault)});
  }

  /// Spans of time that begin where one clock was read.
  struct Spans {
    const CallExpr *Launch = nullptr;
    const Stmt *Early = nullptr;
    const VarDecl *Start = nullptr;
    const VarDecl *Stop = nullptr;
    /// Another span ends once the device has finished: how long the launch itself takes may be
    /// just what is asked for. Or it is a deadline.
    bool IsMeant = false;
  };

  void lookAtTimer(const Stmt &Code, const HostClocks::Difference &Span, const LaunchState &State) {
    const Readings *Before = &State.Clocks;
    if (Span.Stop) {
      StartsElsewhere.insert(Span.Start);
      auto Found = State.Stops.find(Span.Stop);
      if (Found == State.Stops.end())
        return;
      Before = &Found->second;
    }
    auto Clock = Before->find(Span.Start);
    if (Clock == Before->end())
      return;
    Spans &Known = BySite[Clock->second.Site];
    Known.IsMeant |= Uses.decides(Code);
    if (!Clock->second.Launch.isPending()) {
      Known.IsMeant |= Clock->second.Launch.Call != nullptr;
      LateLaunches.insert(Clock->second.Launch.Call);
      return;
    }
    if (!Known.Early) {
      Known.Launch = Clock->second.Launch.Call;
      Known.Early = &Code;
      Known.Start = Span.Start;
      Known.Stop = Span.Stop;
    }
  }

  void reportTimers() {
    for (const auto &[Site, Span] : BySite) {
      // The end of this span is the start of another one, which has what was launched here.
      if (!Span.Early || Span.IsMeant || LateLaunches.contains(Span.Launch) ||
          (Span.Stop && StartsElsewhere.contains(Span.Stop)))
        continue;
      HostFault Fault;
      Fault.Kind = HostFaultKind::EarlyTimer;
      Fault.Position = positionOf(Span.Early->getSourceRange(), Ast);
      Fault.Earlier = positionOf(Span.Launch->getSourceRange(), Ast);
      Fault.Variable = Span.Start->getNameAsString();
      Fault.Text = writtenText(*Span.Early, Ast);
      const FunctionDecl *Kernel = kernelLaunchedBy(*Span.Launch);
      Report({Kernel ? Kernel : Function.firstKernel(), std::move(Fault)});
    }
  }

  HostFunction &Function;
  ASTContext &Ast;
  FaultSink Report;
  HostUses Uses;
  HostClocks Clocks;
  double MaximumClocks = 0, MaximumVariables = 0;
  bool HasTooMany = false;
  llvm::DenseSet<const VarDecl *> KnownClocks, KnownVariables;
  /// Launches that some span measures to their end.
  llvm::DenseSet<const CallExpr *> LateLaunches;
  std::set<std::tuple<const CallExpr *, const VarDecl *, std::optional<uint64_t>>> ReportedReads;
  llvm::MapVector<const Stmt *, Spans> BySite;
  llvm::DenseSet<const VarDecl *> StartsElsewhere;
};

} // namespace

void findUnawaitedLaunches(HostFunction &Function, FaultSink Report) {
  if (Function.launches() && !Function.captures())
    if (const HostFlow *Flow = Function.flow())
      UnawaitedLaunches(Function, Report).run(*Flow);
}

} // namespace memlint
