//===- PageableCopies.cpp - Asynchronous copies of pageable memory --------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CopySizes.h"
#include "HostFunction.h"
#include "HostUses.h"

#include "cuda-memlint/Frontend/Position.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Support/CheckedArithmetic.h"

using namespace clang;

namespace memlint {

/// "for transfers from host memory to device memory of a memory block of 64 KB or less" the copy is
/// asynchronous whatever the memory is (CUDA C++ Programming Guide, asynchronous concurrent
/// execution); from the device, little is lost with so few bytes.
static constexpr uint64_t FewBytes = 1 << 16;

/// Whether a function of \p Kind, \p Known where it has a row, gives the device something to do
/// that a copy could overlap with. Others prepare something, ask, or free memory.
static bool startsWork(RuntimeKind Kind, const RuntimeFunction *Known) {
  if (onlyAsks(Kind) || (Known && Known->NeverWaits && !Known->IsAsynchronous))
    return false;
  switch (Kind) {
  case RuntimeKind::Allocate:
  case RuntimeKind::AllocateRows:
  case RuntimeKind::AllocateOther:
  case RuntimeKind::MapMemory:
  case RuntimeKind::RegisterMemory:
  case RuntimeKind::Free:
  case RuntimeKind::DestroyStream:
  case RuntimeKind::SetStreamAttribute:
  case RuntimeKind::SuggestBlock:
  case RuntimeKind::SetLimit:
  case RuntimeKind::ForgetPersisting:
  case RuntimeKind::SetBanksOfDevice:
  case RuntimeKind::SetBanksOfFunction:
  case RuntimeKind::SetFunctionAttribute:
    return false;
  default:
    return true;
  }
}

namespace {

/// The next calls of CUDA's functions after a call, on all ways but those on which one has failed.
class NextCalls {
public:
  NextCalls(const HostFlow &Flow, const HostUses &Uses, HostFunction &Function)
      : Flow(Flow), Uses(Uses), Waits(Function.waits()), Ast(Function.ast()) {
    for (const CFGBlock *Block : Flow.graph())
      for (auto Each = Block->begin(); Each != Block->end(); ++Each)
        if (const Stmt *Code = statementOf(*Each); Code && isa<CallExpr>(Code))
          Places.try_emplace(Code, Block, Each);
  }

  /// Whether the code waits at once for what \p Call has started, on all ways, with no other work
  /// for the device before.
  bool areWaits(const CallExpr &Call) {
    auto Found = Places.find(&Call);
    if (Found == Places.end())
      return false;
    Seen.clear();
    auto [Block, At] = Found->second;
    return waitsFrom(*Block, At + 1);
  }

private:
  static const Stmt *statementOf(const CFGElement &Element) {
    std::optional<CFGStmt> Statement = Element.getAs<CFGStmt>();
    return Statement ? Statement->getStmt() : nullptr;
  }

  /// Whether the code waits at \p Element, or does not wait; empty: neither.
  std::optional<bool> waitsAt(const CFGElement &Element) {
    if (std::optional<CFGImplicitDtor> Destructor = Element.getAs<CFGImplicitDtor>())
      return Waits.mayWait(Destructor->getDestructorDecl(Ast)) ? std::optional(true) : std::nullopt;
    const Stmt *Code = statementOf(Element);
    if (Code && Uses.isBehindFailure(*Code))
      return true;
    const auto *Call = dyn_cast_or_null<CallExpr>(Code);
    if (!Call)
      return std::nullopt;
    StringRef Name = runtimeFunction(*Call);
    const RuntimeFunction *Known = findRuntimeFunction(Name);
    RuntimeKind Kind = runtimeKind(Name);
    // Whoever asks whether the stream is done asks again.
    if (awaits(Kind) || Kind == RuntimeKind::AskIfDone)
      return true;
    if (isa<CUDAKernelCallExpr>(Call) || (!Name.empty() && startsWork(Kind, Known)))
      return false;
    // A function of the program that may do either.
    return Name.empty() && Waits.mayWait(*Call) ? std::optional(true) : std::nullopt;
  }

  bool waitsFrom(const CFGBlock &Block, const CFGBlock::const_iterator &From) {
    for (auto Each = From; Each != Block.end(); ++Each)
      if (std::optional<bool> Known = waitsAt(*Each))
        return *Known;
    if (const Stmt *Terminator = Block.getTerminatorStmt();
        Terminator && Uses.isBehindFailure(*Terminator))
      return true;
    bool IsLast = true;
    for (const CFGBlock *Next : Block.succs()) {
      if (!Next || Next == &Flow.graph().getExit())
        continue;
      IsLast = false;
      if (Seen.insert(Next).second && !waitsFrom(*Next, Next->begin()))
        return false;
    }
    // Whoever called this function waits, or does not: it is not seen.
    return !IsLast || Block.hasNoReturnElement();
  }

  const HostFlow &Flow;
  const HostUses &Uses;
  DeviceWaits &Waits;
  ASTContext &Ast;
  llvm::DenseMap<const Stmt *, std::pair<const CFGBlock *, CFGBlock::const_iterator>> Places;
  llvm::SmallPtrSet<const CFGBlock *, 16> Seen;
};

} // namespace

namespace {

/// A copy by one of CUDA's asynchronous functions. Null for a symbol of the device.
struct AsynchronousCopy {
  const clang::Expr *To = nullptr;
  const clang::Expr *From = nullptr;
  /// What is copied are rows of so many bytes, where Rows is not null.
  const clang::Expr *Bytes = nullptr;
  const clang::Expr *Rows = nullptr;
  /// Null: in the default stream.
  const clang::Expr *Stream = nullptr;
  /// Empty: the addresses decide.
  std::optional<HostCopy::Direction> Way;

  const clang::Expr *onHost() const { return *Way == HostCopy::Direction::ToDevice ? From : To; }
};

} // namespace

/// Empty: it is another function, or copies in the memory of host or device.
static std::optional<AsynchronousCopy> asynchronousCopyIn(const CallExpr &Call,
                                                          const ASTContext &Ast) {
  const RuntimeFunction *Known = findRuntimeFunction(runtimeFunction(Call));
  if (!Known || !Known->Copied || !Known->IsAsynchronous)
    return std::nullopt;
  const CopyArguments &At = *Known->Copied;
  if (Call.getNumArgs() <= At.Way)
    return std::nullopt;
  bool ToSymbol = Known->Kind == RuntimeKind::CopyToSymbol,
       FromSymbol = Known->Kind == RuntimeKind::CopyFromSymbol;
  std::optional<int64_t> Way = copyKind(*Call.getArg(At.Way), Ast);
  constexpr int64_t HostToDevice = 1, DeviceToHost = 2, Default = 4;
  AsynchronousCopy Copy;
  if (Way == HostToDevice)
    Copy.Way = HostCopy::Direction::ToDevice;
  else if (Way == DeviceToHost)
    Copy.Way = HostCopy::Direction::ToHost;
  else if (Way != Default)
    return std::nullopt;
  // Whichever way it is stated, one side is a symbol.
  if ((ToSymbol && Copy.Way == HostCopy::Direction::ToHost) ||
      (FromSymbol && Copy.Way == HostCopy::Direction::ToDevice))
    return std::nullopt;
  Copy.To = ToSymbol ? nullptr : Call.getArg(At.To);
  Copy.From = FromSymbol ? nullptr : Call.getArg(At.From);
  Copy.Bytes = Call.getArg(At.Bytes);
  Copy.Rows = At.Rows ? Call.getArg(*At.Rows) : nullptr;
  if (At.Stream && Call.getNumArgs() > *At.Stream &&
      !isDefaultStream(*Call.getArg(*At.Stream), Ast))
    Copy.Stream = Call.getArg(*At.Stream);
  return Copy;
}

/// Empty: not known.
static std::optional<uint64_t> bytesOf(const AsynchronousCopy &Copy, const CopySizes &Sizes) {
  std::optional<uint64_t> Bytes = Sizes.valueOf(*Copy.Bytes);
  if (!Copy.Rows)
    return Bytes;
  std::optional<uint64_t> Rows = Sizes.valueOf(*Copy.Rows);
  return Bytes && Rows ? llvm::checkedMulUnsigned(*Bytes, *Rows) : std::nullopt;
}

static BufferMemory memoryOf(const clang::Expr *Pointer, HostFunction &Function) {
  // A symbol.
  if (!Pointer)
    return BufferMemory::Device;
  const DeclRefExpr *Base = HostBuffers::baseOf(Pointer);
  const auto *Variable = Base ? dyn_cast<VarDecl>(Base->getDecl()) : nullptr;
  const HostBuffer *Buffer = Variable ? Function.buffers().of(Variable) : nullptr;
  return Buffer ? Buffer->Memory : BufferMemory::Unknown;
}

/// The copy that \p Call makes between host and device. Where the addresses decide, one is of
/// pageable memory, and the other one is not known to be on the host.
static std::optional<AsynchronousCopy> hostCopyOf(const CallExpr &Call, HostFunction &Function) {
  std::optional<AsynchronousCopy> Copy = asynchronousCopyIn(Call, Function.ast());
  if (!Copy || Copy->Way)
    return Copy;
  BufferMemory To = memoryOf(Copy->To, Function), From = memoryOf(Copy->From, Function);
  auto MayBeOnDevice = [](BufferMemory Memory) {
    return Memory == BufferMemory::Device || Memory == BufferMemory::Unknown;
  };
  if (From == BufferMemory::Pageable && MayBeOnDevice(To))
    Copy->Way = HostCopy::Direction::ToDevice;
  else if (To == BufferMemory::Pageable && MayBeOnDevice(From))
    Copy->Way = HostCopy::Direction::ToHost;
  else
    return std::nullopt;
  return Copy;
}

void findPageableCopies(HostFunction &Function, FaultSink Report) {
  if (!Function.copiesAsynchronously() || Function.registersMemory() || Function.captures() ||
      !Function.flow())
    return;
  ASTContext &Ast = Function.ast();
  CopySizes Sizes(Function.definition(), Ast);
  HostUses Uses(Function.definition().getBody());
  NextCalls Next(*Function.flow(), Uses, Function);
  llvm::SmallPtrSet<const VarDecl *, 8> Reported;
  forEachStatement(Function.definition().getBody(), [&](const Stmt &Each) {
    const auto *Call = dyn_cast<CallExpr>(&Each);
    std::optional<AsynchronousCopy> Copy = Call ? hostCopyOf(*Call, Function) : std::nullopt;
    if (!Copy || !Copy->Stream || Sizes.isNull(*Copy->Stream))
      return;
    const DeclRefExpr *Base = HostBuffers::baseOf(Copy->onHost());
    const auto *Variable = Base ? dyn_cast<VarDecl>(Base->getDecl()) : nullptr;
    const HostBuffer *Buffer = Variable ? Function.buffers().of(Variable) : nullptr;
    if (!Buffer || Buffer->Memory != BufferMemory::Pageable || Buffer->IsShared)
      return;
    // A copy is not larger than what it reads or writes.
    std::optional<uint64_t> Bytes = bytesOf(*Copy, Sizes);
    std::optional<uint64_t> Memory = Sizes.bytesIn(*Variable);
    if ((Bytes && *Bytes <= FewBytes) || (Memory && *Memory <= FewBytes) || Next.areWaits(*Call) ||
        !Reported.insert(Variable).second)
      return;
    HostFault Fault;
    Fault.Kind = Copy->Way == HostCopy::Direction::ToDevice ? HostFaultKind::PageableUpload
                                                            : HostFaultKind::PageableDownload;
    Fault.Position = positionOf(Call->getSourceRange(), Ast);
    Fault.Earlier = positionOf(Buffer->Allocation, Ast);
    Fault.Variable = Variable->getNameAsString();
    Fault.Text = Buffer->From;
    Fault.Function = runtimeFunction(*Call);
    Fault.Bytes = Bytes;
    Report({Function.firstKernel(), std::move(Fault)});
  });
}

} // namespace memlint
