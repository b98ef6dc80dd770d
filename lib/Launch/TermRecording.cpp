//===- TermRecording.cpp - What a launch is made of -----------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TermRecording.h"

#include "cuda-memlint/Symbolic/Bounds.h"
#include "cuda-memlint/Symbolic/Rewriting.h"

using namespace llvm;

namespace memlint {

namespace {

/// Terms of more nodes say little that anybody can use.
constexpr unsigned MostNodes = 64;

bool isTooLarge(ExprRef Root) {
  unsigned Nodes = 0;
  return anyNode(Root, [&](ExprRef) { return ++Nodes > MostNodes; });
}

} // namespace

ExprRef TermRecording::argument(ExprRef Number) {
  if (!Number || Number->isConstant() || isTooLarge(Number))
    return nullptr;
  return copyInto(Shared, Number, [&](ExprRef Leaf) {
    ExprRef &Unknown = Unknowns[Leaf];
    if (!Unknown) {
      LeafInfo Info = Leaf->leaf();
      Info.Kind = LeafKind::Opaque;
      Info.Id = Unknowns.size();
      Info.Name.clear();
      Unknown = Shared.leaf(Info);
    }
    return Unknown;
  });
}

ExprRef TermRecording::size(ExprRef Number) {
  if (Number && Number->kind() == ExprKind::Wrap && !Number->wrapSigned()) {
    ExprRef Converted = Number->operands()[0];
    Interval Accepted = {typeInterval(Number->wrapBits(), /*Signed=*/true).Low,
                         typeInterval(Number->wrapBits(), /*Signed=*/false).High};
    if (Accepted.contains(Converted->range()))
      Number = Converted;
  }
  return argument(Number);
}

} // namespace memlint
