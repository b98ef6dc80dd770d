//===- HostFaults.cpp - Faults in the order of host code ------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Launch/HostFaults.h"

#include "HostFunction.h"
#include "HostProgram.h"

#include "cuda-memlint/Launch/ConstantVariables.h"
#include "cuda-memlint/Launch/LaunchInference.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"

#include <set>
#include <tuple>

using namespace clang;

namespace memlint {

HostFunction::HostFunction(const FunctionDecl &Definition, ASTContext &Ast, DeviceWaits &Waits,
                           ManagedVariables &Managed, const HostProgram &Program,
                           bool RegistersMemory)
    : Definition(Definition), Ast(Ast), Waits(Waits), Managed(Managed), Program(Program),
      RegistersMemory(RegistersMemory) {
  forEachStatement(Definition.getBody(), [&](const Stmt &Each) {
    HasLoop |= isa<ForStmt, WhileStmt>(Each);
    Polls |= DeviceWaits::mayPoll(Each);
    const auto *Call = dyn_cast<CallExpr>(&Each);
    if (!Call)
      return;
    if (const FunctionDecl *Kernel = kernelLaunchedBy(*Call); Kernel && !FirstKernel)
      FirstKernel = Kernel;
    const RuntimeFunction *Known = findRuntimeFunction(runtimeFunction(*Call));
    RuntimeKind Kind = Known ? Known->Kind : RuntimeKind::Other;
    CopiesAsynchronously |= Known && Known->IsAsynchronous && copies(Kind);
    if (std::optional<HostCopy> Copy = copyOf(*Call, Ast))
      (Copy->Way == HostCopy::Direction::ToDevice ? CopiesToDevice : CopiesToHost) = true;
    else if (copyByAddress(*Call, Ast))
      CopiesToDevice = CopiesToHost = true;
    SelectsDevice |= Kind == RuntimeKind::SelectDevice;
    SetsAttributes |= Kind == RuntimeKind::SetStreamAttribute;
    AllocatesPageLocked |= locksPages(Known);
    Captures |= Kind == RuntimeKind::BeginCapture;
  });
}

const HostBuffers &HostFunction::buffers() {
  if (!Buffers)
    Buffers.emplace(Definition, Ast);
  return *Buffers;
}

const HostFlow *HostFunction::flow() {
  if (!Flow)
    Flow = HostFlow::of(Definition, Ast);
  return *Flow ? &**Flow : nullptr;
}

const SteadyVariables &HostFunction::variables() {
  if (!Variables)
    Variables.emplace(Definition);
  return *Variables;
}

static BufferMemory memoryOf(const clang::Expr *Pointer, const HostBuffers &Buffers) {
  const DeclRefExpr *Base = HostBuffers::baseOf(Pointer);
  const auto *Variable = Base ? dyn_cast<VarDecl>(Base->getDecl()) : nullptr;
  const HostBuffer *Buffer = Variable ? Buffers.of(Variable) : nullptr;
  return Buffer ? Buffer->Memory : BufferMemory::Unknown;
}

std::optional<HostCopy> HostFunction::hostCopy(const CallExpr &Call) {
  if (std::optional<HostCopy> Stated = copyOf(Call, Ast))
    return Stated;
  std::optional<HostCopy> Copy = copyByAddress(Call, Ast);
  if (!Copy)
    return std::nullopt;
  auto IsOnHost = [](BufferMemory Memory) {
    return Memory == BufferMemory::Pageable || Memory == BufferMemory::PageLocked;
  };
  BufferMemory To = memoryOf(Copy->To, buffers()), From = memoryOf(Copy->From, buffers());
  if (IsOnHost(From) && To == BufferMemory::Device)
    return Copy;
  Copy->Way = HostCopy::Direction::ToHost;
  return IsOnHost(To) && From == BufferMemory::Device ? Copy : std::nullopt;
}

/// Whether \p Code names a function that locks pages of memory that is there already.
static bool locksMemory(const Stmt *Code) {
  bool Found = false;
  forEachStatement(Code, [&](const Stmt &Each) {
    DeclarationName Name;
    if (const auto *Reference = dyn_cast<DeclRefExpr>(&Each))
      Name = Reference->getDecl()->getDeclName();
    else if (const auto *Lookup = dyn_cast<OverloadExpr>(&Each))
      Name = Lookup->getName();
    if (const IdentifierInfo *Identifier = Name ? Name.getAsIdentifierInfo() : nullptr)
      Found |= runtimeKind(Identifier->getName()) == RuntimeKind::RegisterMemory;
    // Whatever is in it.
    if (const auto *Lambda = dyn_cast<LambdaExpr>(&Each))
      Found |= locksMemory(Lambda->getBody());
  });
  return Found;
}

/// What of \p Function cannot be resolved may be anything.
static bool isUnderstood(const FunctionDecl &Function) {
  if (Function.isDependentContext() || Function.isInvalidDecl())
    return false;
  bool Understood = true;
  forEachStatement(Function.getBody(), [&](const Stmt &Each) {
    if (const auto *Part = dyn_cast<clang::Expr>(&Each))
      Understood &= !Part->containsErrors();
  });
  return Understood;
}

std::vector<FoundHostFault> findHostFaults(ASTContext &Ast, const LaunchCalls &Calls) {
  std::vector<FoundHostFault> Found;
  std::set<std::tuple<HostFaultKind, unsigned, unsigned, std::string, std::string>> Known;
  auto Report = [&](FoundHostFault New) {
    // Instances of one template have the same.
    const SourcePosition &At = New.Fault.Position;
    if (At.Line != 0 &&
        Known.emplace(New.Fault.Kind, At.Line, At.Column, At.Path, New.Fault.Variable).second)
      Found.push_back(std::move(New));
  };
  llvm::ArrayRef<const FunctionDecl *> Functions = Calls.program().functions();
  bool RegistersMemory = llvm::any_of(
      Functions, [](const FunctionDecl *Each) { return locksMemory(Each->getBody()); });
  DeviceWaits Waits;
  ManagedVariables Managed;
  for (const FunctionDecl *Each : Functions) {
    const FunctionDecl *Definition = Each->getDefinition();
    if (!Definition || !isUnderstood(*Definition))
      continue;
    HostFunction Function(*Definition, Ast, Waits, Managed, Calls.program(), RegistersMemory);
    findExpectedFailures(Function, Report);
    findLoopCopies(Function, Report);
    findMappedArguments(Function, Report);
    findPageableCopies(Function, Report);
    findPeerLaunches(Function, Report);
    findPolicyWindows(Function, Report);
    findPolledFlags(Function, Report);
    findRoundTrips(Function, Report);
    findUnawaitedCopies(Function, Report);
    findUnawaitedLaunches(Function, Report);
  }
  if (std::optional<FoundHostFault> Unchecked = findUncheckedLaunch(Ast, Calls.program()))
    Report(std::move(*Unchecked));
  if (std::optional<HostFault> Overflow = findConstantOverflow(Ast))
    Report({nullptr, std::move(*Overflow)});
  return Found;
}

} // namespace memlint
