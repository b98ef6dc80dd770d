//===- PolledFlags.cpp - Flags that the host polls while a kernel runs ----===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds loops of host code that wait for a value in memory which host and device share, and reads
/// of other such memory, or of another part of the same, behind them, with nothing else between the
/// launch and the read that may wait.
///
//===----------------------------------------------------------------------===//

#include "ElementReads.h"
#include "HandedMemory.h"
#include "HostConditions.h"
#include "HostFunction.h"

#include "cuda-memlint/Frontend/Position.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"

#include <map>

using namespace clang;

namespace memlint {

namespace {

struct HandedFlags {
  HandedMemory<Handing> Handed;
  /// The variable that a loop has polled since, and where.
  std::map<const VarDecl *, const ImplicitCastExpr *> Polled;
  /// By pointer: the variable that it is a copy of.
  std::map<const VarDecl *, const VarDecl *> Copies;

  const VarDecl *originOf(const VarDecl *Pointer) const {
    auto Found = Copies.find(Pointer);
    return Found == Copies.end() ? Pointer : Found->second;
  }

  void wait() {
    Handed.settleAll();
    Polled.clear();
  }

  void meet(const HandedFlags &Other) {
    Handed.meet(Other.Handed);
    keepCommon(Polled, Other.Polled);
    keepCommon(Copies, Other.Copies);
  }

  /// \p Variable has another value.
  void change(const VarDecl *Variable) {
    Handed.settle(Variable);
    Polled.erase(Variable);
    std::erase_if(Copies, [&](const auto &Each) {
      return Each.first == Variable || Each.second == Variable;
    });
  }

  friend bool operator==(const HandedFlags &, const HandedFlags &) = default;

private:
  template <typename Map> static void keepCommon(Map &Own, const Map &Other) {
    std::erase_if(Own, [&](const auto &Each) {
      auto Found = Other.find(Each.first);
      return Found == Other.end() || Found->second != Each.second;
    });
  }
};

class PolledFlags {
public:
  PolledFlags(HostFunction &Function, FaultSink Report)
      : Function(Function), Ast(Function.ast()), Report(Report) {}

  void run(const HostFlow &Flow) {
    forEachStatement(Function.definition().getBody(), [&](const Stmt &Each) {
      noteExposed(Each);
      if (const auto *While = dyn_cast<WhileStmt>(&Each))
        noteCondition(While->getCond(), Each);
      else if (const auto *Do = dyn_cast<DoStmt>(&Each))
        noteCondition(Do->getCond(), Each);
      else if (const auto *For = dyn_cast<ForStmt>(&Each))
        noteCondition(For->getCond(), Each);
    });
    if (!InConditions.empty())
      Flow.solve<HandedFlags>([&](const CFGElement &Element, HandedFlags &State, bool IsFinal) {
        step(Element, State, IsFinal);
      });
  }

private:
  /// Reads of volatile memory in the condition of \p Loop.
  void noteCondition(const clang::Expr *Condition, const Stmt &Loop) {
    forEachStatement(Condition, [&](const Stmt &Each) {
      const auto *Load = dyn_cast<ImplicitCastExpr>(&Each);
      if (Load && Load->getCastKind() == CK_LValueToRValue && DeviceWaits::mayPoll(Each))
        InConditions[Load] = &Loop;
    });
  }

  /// Pointers in \p Code that others may change: it does not just read or assign them.
  void noteExposed(const Stmt &Code) {
    const auto *Cast = dyn_cast<ImplicitCastExpr>(&Code);
    if (isa<ParenExpr>(Code) || (Cast && Cast->getCastKind() == CK_LValueToRValue))
      return;
    const auto *Assignment = dyn_cast<BinaryOperator>(&Code);
    if (Assignment && !Assignment->isAssignmentOp())
      Assignment = nullptr;
    for (const Stmt *Child : Code.children())
      if (const auto *Operand = dyn_cast_or_null<clang::Expr>(Child);
          Operand && !(Assignment && Operand == Assignment->getLHS()))
        if (const auto *Reference = dyn_cast<DeclRefExpr>(Operand->IgnoreParens()))
          Exposed.insert(Reference->getDecl());
  }

  void step(const CFGElement &Element, HandedFlags &State, bool IsFinal) {
    if (Function.waits().mayWait(Element, Ast))
      State.wait();
    if (std::optional<CFGStmt> Statement = Element.getAs<CFGStmt>())
      execute(*Statement->getStmt(), State, IsFinal);
  }

  void execute(const Stmt &Code, HandedFlags &State, bool IsFinal) {
    if (const auto *Launch = dyn_cast<CUDAKernelCallExpr>(&Code)) {
      launch(*Launch, State);
    } else if (const auto *Load = dyn_cast<ImplicitCastExpr>(&Code);
               Load && Load->getCastKind() == CK_LValueToRValue) {
      load(*Load, State, IsFinal);
    } else if (const auto *Declaration = dyn_cast<DeclStmt>(&Code)) {
      for (const Decl *Each : Declaration->decls())
        if (const auto *Variable = dyn_cast<VarDecl>(Each))
          assign(Variable, Variable->getInit(), State);
    } else if (const auto *Operator = dyn_cast<BinaryOperator>(&Code);
               Operator && Operator->isAssignmentOp()) {
      assign(pointerVariable(Operator->getLHS()),
             Operator->getOpcode() == BO_Assign ? Operator->getRHS() : nullptr, State);
    } else if (const auto *Unary = dyn_cast<UnaryOperator>(&Code);
               Unary && (Unary->getOpcode() == UO_AddrOf || Unary->isIncrementDecrementOp())) {
      assign(pointerVariable(Unary->getSubExpr()), nullptr, State);
    }
  }

  /// The pointer that \p Value is, but for casts; else null.
  static const VarDecl *pointerVariable(const clang::Expr *Value) {
    const auto *Reference = dyn_cast<DeclRefExpr>(Value->IgnoreParenCasts());
    const auto *Variable = Reference ? dyn_cast<VarDecl>(Reference->getDecl()) : nullptr;
    return Variable && Variable->getType()->isPointerType() ? Variable : nullptr;
  }

  /// \p Value: null, if it is not known.
  void assign(const VarDecl *Variable, const clang::Expr *Value, HandedFlags &State) {
    if (!Variable)
      return;
    State.change(Variable);
    const VarDecl *From = Value ? pointerVariable(Value) : nullptr;
    if (From && From != Variable && Variable->getType()->isPointerType() &&
        Variable->hasLocalStorage() && From->hasLocalStorage() && !Exposed.contains(Variable))
      State.Copies[Variable] = State.originOf(From);
  }

  void launch(const CUDAKernelCallExpr &Launch, HandedFlags &State) {
    State.wait();
    if (!kernelLaunchedBy(Launch))
      return;
    for (unsigned Index = 0; Index != Launch.getNumArgs(); ++Index)
      if (const VarDecl *Variable =
              readableOf(State.originOf(pointerVariable(Launch.getArg(Index)))))
        State.Handed.By[Variable] = {&Launch, Index};
  }

  const VarDecl *readableOf(const VarDecl *Pointer) {
    const HostBuffer *Buffer = Pointer ? Function.buffers().of(Pointer) : nullptr;
    if (!Buffer)
      return nullptr;
    if (Buffer->Memory == BufferMemory::Mapped)
      return Buffer->OnHost;
    bool IsReadable =
        Buffer->Memory == BufferMemory::Managed || Buffer->Memory == BufferMemory::PageLocked;
    return IsReadable ? Pointer : nullptr;
  }

  void load(const ImplicitCastExpr &Load, HandedFlags &State, bool IsFinal) {
    std::optional<MemoryPart> Part = memoryPartOf(*Load.getSubExpr(), Ast);
    const VarDecl *Pointer = Part ? State.originOf(Part->Pointer) : nullptr;
    // Whether the flag is handed to a launch may only be seen in a later pass.
    if (Pointer && InConditions.contains(&Load)) {
      State.Polled[Pointer] = &Load;
      return;
    }
    const Handing *Found = Pointer && IsFinal ? State.Handed.pending(Pointer) : nullptr;
    std::optional<std::pair<const VarDecl *, const ImplicitCastExpr *>> Only = onlyPolled(State);
    if (!Found || !Only)
      return;
    const auto &[Flag, Poll] = *Only;
    const Handing *OfFlag = State.Handed.pending(Flag);
    if (OfFlag->Call != Found->Call ||
        (OfFlag->IsSkipped && mayExclude(*Function.definition().getBody(), *OfFlag->Call, Load)))
      return;
    // What the loop itself reads does not wait for its end.
    if (!contains(*InConditions.lookup(Poll), Load) &&
        (Flag != Pointer || isApart(*Part, memoryPartOf(*Poll->getSubExpr(), Ast))))
      report(Load, *Poll, *Flag, *OfFlag, *Found->Parameter);
  }

  /// The flag of a launch that was polled, if there is one, and where.
  static std::optional<std::pair<const VarDecl *, const ImplicitCastExpr *>>
  onlyPolled(const HandedFlags &State) {
    std::optional<std::pair<const VarDecl *, const ImplicitCastExpr *>> Only;
    for (const auto &Each : State.Polled)
      if (State.Handed.pending(Each.first)) {
        if (Only)
          return std::nullopt;
        Only = Each;
      }
    return Only;
  }

  static bool contains(const Stmt &Code, const Stmt &Part) {
    bool Found = false;
    forEachStatement(&Code, [&](const Stmt &Each) { Found |= &Each == &Part; });
    return Found;
  }

  /// Whether \p Data and \p Flag are known to share no byte.
  static bool isApart(const MemoryPart &Data, const std::optional<MemoryPart> &Flag) {
    return Data.Offset && Flag && Flag->Offset &&
           (*Data.Offset + Data.Bytes <= *Flag->Offset ||
            *Flag->Offset + Flag->Bytes <= *Data.Offset);
  }

  void report(const ImplicitCastExpr &Read, const ImplicitCastExpr &Poll, const VarDecl &Flag,
              const Handing &Launch, unsigned Data) {
    HostFault Fault;
    Fault.Kind = HostFaultKind::PolledFlag;
    Fault.Position = positionOf(Read.getSourceRange(), Ast);
    Fault.Earlier = positionOf(Poll.getSourceRange(), Ast);
    Fault.Variable = Flag.getNameAsString();
    Fault.Text = writtenText(Read, Ast);
    Fault.Parameter = Launch.Parameter;
    Fault.OtherParameters = {Data};
    if (std::optional<MemoryPart> Part = memoryPartOf(*Read.getSubExpr(), Ast))
      Fault.Offset = Part->Offset;
    if (std::optional<MemoryPart> Part = memoryPartOf(*Poll.getSubExpr(), Ast))
      Fault.FlagOffset = Part->Offset;
    Report({kernelLaunchedBy(*Launch.Call), std::move(Fault)});
  }

  HostFunction &Function;
  ASTContext &Ast;
  FaultSink Report;
  /// Polling reads, and the loops that they decide about.
  llvm::DenseMap<const Stmt *, const Stmt *> InConditions;
  llvm::SmallPtrSet<const ValueDecl *, 8> Exposed;
};

} // namespace

void findPolledFlags(HostFunction &Function, FaultSink Report) {
  if (Function.launches() && Function.polls() && !Function.captures())
    if (const HostFlow *Flow = Function.flow())
      PolledFlags(Function, Report).run(*Flow);
}

} // namespace memlint
