//===- MemoryFunctions.cpp - memcpy, memmove, memset ---------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the C library's functions on memory touch: each byte, in the order of a loop.
///
//===----------------------------------------------------------------------===//

#include "KernelLowering.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace memlint {

namespace {

constexpr llvm::StringLiteral Divided = "how the compiler splits this copy is unknown";

/// What an address is known to be a multiple of from the type it had before it became a void*.
uint64_t alignmentOfPointer(ASTContext &Ast, const clang::Expr *Pointer) {
  QualType Type = Pointer->IgnoreParenCasts()->getType();
  if (Type->isArrayType())
    return uint64_t(Ast.getTypeAlignInChars(Type).getQuantity());
  if (!Type->isPointerType() || Type->getPointeeType()->isIncompleteType() ||
      Type->getPointeeType()->isFunctionType())
    return 1;
  return uint64_t(Ast.getTypeAlignInChars(Type->getPointeeType()).getQuantity());
}

} // namespace

void KernelLowering::emitBytes(const Lvalue &At, ExprRef Length, uint64_t Alignment,
                               AccessKind Kind, const clang::Stmt *Where, llvm::StringRef Reason,
                               std::optional<uint8_t> EachByte) {
  if (!At.isMemory() && !At.isVariable())
    noteUnseen(Where);
  if (!At.isMemory() || !Recording || !Current.Reachable)
    return;
  /// Pieces up to this many are accesses of their own.
  constexpr uint64_t MostPieces = 4;
  uint64_t Width = std::min<uint64_t>(Alignment, 8);
  if (!Length->isConstant())
    Width = std::min(Width, uint64_t(1) << std::min(Length->congruence().LogModulus, 3u));
  if (!Length->isConstant() && Length->congruence().Residue % Width != 0)
    Width = 1;
  auto Emit = [&](ExprRef Offset, uint64_t Bytes) {
    QualType Type = Bytes == 1   ? Ast.UnsignedCharTy
                    : Bytes == 2 ? Ast.UnsignedShortTy
                    : Bytes == 4 ? Ast.UnsignedIntTy
                                 : Ast.UnsignedLongLongTy;
    ExprRef Written = nullptr;
    if (EachByte)
      Written = Exprs.constant(
          int64_t(uint64_t(*EachByte) * (uint64_t(0x0101010101010101) >> (64 - 8 * Bytes))));
    llvm::SaveAndRestore Writing(Stored, Written);
    size_t Before = Program.Accesses.size();
    emitAccess(At.movedBy(Exprs, Offset), Type, Kind, Where);
    for (Access &New : llvm::MutableArrayRef(Program.Accesses).drop_front(Before)) {
      New.Written = SourceForm::Expression;
      if (New.Reason.empty())
        New.Reason = Reason.str();
    }
  };
  bool Known = Length->isConstant();
  uint64_t Bytes = Known ? uint64_t(std::max<int64_t>(0, Length->constantTerm())) : 0;
  uint64_t Pieces = Bytes / Width;
  if (!Known || Pieces > MostPieces) {
    ExprRef Step = Exprs.constant(int64_t(Width));
    OwnLoop Loop = enterOwnLoop(
        Known ? Exprs.constant(int64_t(Pieces)) : Exprs.divide(Length, Step), "piece", Where);
    Emit(Exprs.multiply(Loop.Counter, Step), Width);
    leaveOwnLoop(Loop);
  } else {
    for (uint64_t Piece = 0; Piece != Pieces; ++Piece)
      Emit(Exprs.constant(int64_t(Piece * Width)), Width);
  }
  for (uint64_t Done = Pieces * Width; Done < Bytes;) {
    uint64_t Rest = llvm::bit_floor(Bytes - Done);
    Emit(Exprs.constant(int64_t(Done)), Rest);
    Done += Rest;
  }
}

void KernelLowering::touchRandomStates(const FunctionDecl &Function, const CallExpr *Call,
                                       llvm::ArrayRef<Value> Arguments) {
  if (!Function.getDeclName().isIdentifier())
    return;
  bool Starts = Function.getName() == "curand_init";
  for (unsigned Index = 0; Index < Arguments.size() && Index < Function.getNumParams(); ++Index) {
    QualType Type = Function.getParamDecl(Index)->getType();
    const RecordDecl *State =
        Type->isPointerType() ? Type->getPointeeType()->getAsRecordDecl() : nullptr;
    if (!State || !State->getIdentifier() || !State->getName().starts_with("curandState") ||
        !Arguments[Index].isPointer())
      continue;
    // Its first word stands for all of it: states do not overlap in part.
    ExprRef Word = Exprs.constant(4);
    constexpr llvm::StringLiteral Unseen = "unknown accesses of the random number library";
    /// cuRAND's documentation: up to this many threads of one block may share a Mersenne
    /// twister; each writes a word of its own.
    constexpr int64_t MostSharers = 256;
    bool IsShared = State->getName().contains("Mtgp32");
    forEachChoice(Arguments[Index].Target, [&](Lvalue At) {
      if (!At.isMemory())
        return;
      if (IsShared)
        At.Offset = Exprs.add(
            At.Offset,
            Exprs.multiply(Exprs.remainder(threadRank(), Exprs.constant(MostSharers)), Word));
      if (!Starts && !IsShared)
        emitBytes(At, Word, 4, AccessKind::Load, Call, Unseen);
      emitBytes(At, Word, 4, AccessKind::Store, Call, Unseen);
    });
  }
}

std::optional<Value> KernelLowering::evaluateMemoryFunction(const FunctionDecl &Function,
                                                            const CallExpr *Call) {
  if (!Function.getDeclName().isIdentifier() || isa<CXXMethodDecl>(Function) ||
      Call->getNumArgs() != 3)
    return std::nullopt;
  llvm::StringRef Name = Function.getName();
  Name.consume_front("__builtin_");
  bool Sets = Name == "memset";
  if (!Sets && Name != "memcpy" && Name != "memmove")
    return std::nullopt;
  const clang::Expr *Target = Call->getArg(0), *Source = Call->getArg(1);
  if (!Target->getType()->isPointerType() || Source->getType()->isPointerType() == Sets)
    return std::nullopt;
  Value To = evaluate(Target);
  Value From = evaluate(Source);
  ExprRef Length = number(Call->getArg(2));
  if (!To.isPointer() || !(Sets || From.isPointer()))
    noteUnseen(Call);
  uint64_t Alignment = alignmentOfPointer(Ast, Target);
  std::optional<uint8_t> EachByte;
  if (!Sets) {
    uint64_t SourceAlignment = alignmentOfPointer(Ast, Source);
    if (From.isPointer())
      forEachChoice(From.Target, [&](const Lvalue &At) {
        emitBytes(At, Length, SourceAlignment, AccessKind::Load, Call, Divided);
      });
  } else if (From.isScalar() && From.Number->isConstant()) {
    EachByte = uint8_t(From.Number->constantTerm());
  }
  if (To.isPointer()) {
    havocReachableFrom(To, Sets ? "set by memset" : "written by memcpy");
    forEachChoice(To.Target, [&](const Lvalue &At) {
      emitBytes(At, Length, Alignment, AccessKind::Store, Call, Divided, EachByte);
    });
  }
  return To;
}

} // namespace memlint
