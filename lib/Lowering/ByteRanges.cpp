//===- ByteRanges.cpp - Accesses to a number of bytes ---------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emitter.h"

#include "llvm/ADT/bit.h"

using namespace clang;

namespace memlint {

void Emitter::emitBytes(const ByteRange &Range, AccessKind Kind, const clang::Stmt *Where,
                        llvm::StringRef Reason) {
  const Lvalue &At = Range.At;
  ExprRef Length = Range.Length;
  if (!At.isMemory() && !At.isVariable())
    noteUnseen(Where);
  if (!At.isMemory() || !Run.isRecorded())
    return;
  /// Pieces up to this many are accesses of their own.
  constexpr uint64_t MostPieces = 4;
  uint64_t Width = std::min<uint64_t>(Range.Alignment, 8);
  if (!Length->isConstant())
    Width = std::min(Width, uint64_t(1) << std::min(Length->congruence().LogModulus, 3u));
  if (!Length->isConstant() && Length->congruence().Residue % Width != 0)
    Width = 1;
  auto Emit = [&](ExprRef Offset, uint64_t Bytes) {
    ExprRef Written = nullptr;
    if (Range.EachByte)
      Written = Exprs.constant(
          int64_t(uint64_t(*Range.EachByte) * (uint64_t(0x0101010101010101) >> (64 - 8 * Bytes))));
    size_t Before = accessCount();
    emitAccess({.At = Range.At.movedBy(Exprs, Offset),
                .Type = typeOfBytes(Ast, Bytes),
                .Kind = Kind,
                .Where = Where,
                .Stored = Written});
    for (Access &New : accessesFrom(Before)) {
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

} // namespace memlint
