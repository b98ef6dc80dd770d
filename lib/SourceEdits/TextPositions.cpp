//===- TextPositions.cpp - Positions of offsets in a file -----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TextPositions.h"

#include "cuda-memlint/Frontend/Position.h"

#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace memlint {

SourcePosition positionBetween(SourceLocation File, unsigned Begin, unsigned End,
                               const ASTContext &Ast) {
  const SourceManager &Sources = Ast.getSourceManager();
  SourceLocation Start = Sources.getLocForStartOfFile(Sources.getFileID(File));
  SourcePosition Result = positionOf(File, Ast);
  auto Set = [&](unsigned Offset, unsigned &Line, unsigned &Column) {
    PresumedLoc At = Sources.getPresumedLoc(Start.getLocWithOffset(int(Offset)),
                                            /*UseLineDirectives=*/false);
    Line = At.getLine();
    Column = At.getColumn();
  };
  Set(Begin, Result.Line, Result.Column);
  Set(End, Result.EndLine, Result.EndColumn);
  return Result;
}

} // namespace memlint
