//===- PageableCopies.cpp - Asynchronous copies of pageable memory --------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostFunction.h"

#include "cuda-memlint/Frontend/Position.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"

#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace memlint {

/// "for transfers from host memory to device memory of a memory block of 64 KB or less" the copy is
/// asynchronous whatever the memory is (CUDA C++ Programming Guide, asynchronous concurrent
/// execution); from the device, little is lost with so few bytes.
static constexpr uint64_t FewBytes = 1 << 16;

/// Empty: it is not constant.
static std::optional<uint64_t> constantOf(const clang::Expr *Number, const ASTContext &Ast) {
  clang::Expr::EvalResult Value;
  if (Number->isValueDependent() || !Number->EvaluateAsInt(Value, Ast))
    return std::nullopt;
  return Value.Val.getInt().getZExtValue();
}

namespace {

/// The next calls of CUDA's functions after a call, on all ways.
class NextCalls {
public:
  NextCalls(const HostFlow &Flow, DeviceWaits &Waits) : Flow(Flow), Waits(Waits) {}

  /// Whether the code waits at once for what \p Call has started, on all ways, with no other work
  /// for the device before.
  bool areWaits(const CallExpr &Call) {
    for (const CFGBlock *Block : Flow.graph())
      for (auto Each = Block->begin(); Each != Block->end(); ++Each)
        if (statementOf(*Each) == &Call)
          return waitsFrom(*Block, Each + 1);
    return false;
  }

private:
  static const Stmt *statementOf(const CFGElement &Element) {
    std::optional<CFGStmt> Statement = Element.getAs<CFGStmt>();
    return Statement ? Statement->getStmt() : nullptr;
  }

  bool waitsFrom(const CFGBlock &Block, const CFGBlock::const_iterator &From) {
    for (auto Each = From; Each != Block.end(); ++Each) {
      const auto *Call = dyn_cast_or_null<CallExpr>(statementOf(*Each));
      if (!Call)
        continue;
      StringRef Name = runtimeFunction(*Call);
      if (Name.contains("Synchronize"))
        return true;
      bool IsReport = Name == "cudaGetLastError" || Name.starts_with("cudaGetError");
      if (isa<CUDAKernelCallExpr>(Call) || (!Name.empty() && !IsReport))
        return false;
      // A function of the program that may do either.
      if (Name.empty() && Waits.mayWait(*Call))
        return true;
    }
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
  DeviceWaits &Waits;
  llvm::SmallPtrSet<const CFGBlock *, 16> Seen;
};

} // namespace

void findPageableCopies(HostFunction &Function, FaultSink Report) {
  if (!Function.copiesAsynchronously() || Function.registersMemory() || Function.captures())
    return;
  ASTContext &Ast = Function.ast();
  llvm::SmallPtrSet<const VarDecl *, 8> Reported;
  forEachStatement(Function.definition().getBody(), [&](const Stmt &Each) {
    const auto *Call = dyn_cast<CallExpr>(&Each);
    std::optional<HostCopy> Copy = Call ? copyOf(*Call, Ast) : std::nullopt;
    if (!Copy || !Copy->Stream)
      return;
    const DeclRefExpr *Base = HostBuffers::baseOf(Copy->onHost());
    const auto *Variable = Base ? dyn_cast<VarDecl>(Base->getDecl()) : nullptr;
    const HostBuffer *Buffer = Variable ? Function.buffers().of(Variable) : nullptr;
    if (!Buffer || Buffer->Memory != BufferMemory::Pageable || Buffer->IsShared)
      return;
    std::optional<uint64_t> Bytes = constantOf(Copy->Bytes, Ast);
    if ((Bytes && *Bytes <= FewBytes) || !Function.flow() ||
        NextCalls(*Function.flow(), Function.waits()).areWaits(*Call) ||
        !Reported.insert(Variable).second)
      return;
    HostFault Fault;
    Fault.Kind = Copy->Way == HostCopy::Direction::ToDevice ? HostFaultKind::PageableUpload
                                                            : HostFaultKind::PageableDownload;
    Fault.Position = positionOf(Call->getSourceRange(), Ast);
    Fault.Earlier = positionOf(Buffer->Allocation, Ast);
    Fault.Variable = Variable->getNameAsString();
    Fault.Text = Buffer->From;
    Fault.Bytes = Bytes;
    Report({Function.firstKernel(), std::move(Fault)});
  });
}

} // namespace memlint
