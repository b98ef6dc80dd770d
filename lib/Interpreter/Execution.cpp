//===- Execution.cpp - Where an interpreter is ----------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Interpreter/Execution.h"

#include "cuda-memlint/Frontend/Position.h"

#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace memlint {

SourceRange Execution::shownRange(SourceRange Range, size_t &Depth) const {
  Depth = Frames.size();
  const SourceManager &Sources = Ast.getSourceManager();
  while (Depth > 0 && Frames[Depth - 1].CallSite && Range.isValid() &&
         Sources.isInSystemHeader(Sources.getExpansionLoc(Range.getBegin())))
    Range = Frames[--Depth].CallSite->getSourceRange();
  return Range;
}

std::string Execution::shownText(SourceRange Range) const {
  size_t Depth = 0;
  Range = shownRange(Range, Depth);
  return textOf(Range, Ast);
}

} // namespace memlint
