//===- ExpressionTable.cpp - Expressions as JSON -----------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExpressionTable.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"

using namespace llvm;

namespace memlint {

json::Value exactNumber(int64_t Number) {
  constexpr int64_t MostExact = int64_t(1) << 53;
  if (-MostExact <= Number && Number <= MostExact)
    return Number;
  return itostr(Number);
}

size_t ExpressionTable::add(ExprRef Root) {
  if (auto Known = Numbers.find(Root); Known != Numbers.end())
    return Known->second;
  for (ExprRef Operand : Root->operands())
    add(Operand);
  for (const Monomial &Term : Root->terms())
    for (ExprRef Factor : Term.Factors)
      add(Factor);
  Numbers[Root] = Nodes.size();
  Nodes.push_back(Root);
  return Nodes.size() - 1;
}

static StringRef operationName(ExprKind Kind) {
  switch (Kind) {
  case ExprKind::Constant:
    return "constant";
  case ExprKind::Leaf:
    return "leaf";
  case ExprKind::Polynomial:
    return "sum";
  case ExprKind::Divide:
    return "divide";
  case ExprKind::Remainder:
    return "remainder";
  case ExprKind::BitAnd:
    return "bit-and";
  case ExprKind::BitOr:
    return "bit-or";
  case ExprKind::BitXor:
    return "bit-xor";
  case ExprKind::ShiftLeft:
    return "shift-left";
  case ExprKind::ShiftRight:
    return "shift-right";
  case ExprKind::Minimum:
    return "minimum";
  case ExprKind::Maximum:
    return "maximum";
  case ExprKind::Equal:
    return "equal";
  case ExprKind::Less:
    return "less";
  case ExprKind::LessUnsigned:
    return "less-unsigned";
  case ExprKind::Not:
    return "not";
  case ExprKind::And:
    return "and";
  case ExprKind::Or:
    return "or";
  case ExprKind::Select:
    return "select";
  case ExprKind::Wrap:
    return "wrap";
  case ExprKind::PopulationCount:
    return "population-count";
  case ExprKind::BitReverse:
    return "bit-reverse";
  case ExprKind::LeadingZeros:
    return "leading-zeros";
  case ExprKind::FindFirstSet:
    return "find-first-set";
  }
  llvm_unreachable("covered switch");
}

void ExpressionTable::print(JsonWriter &Json, StringRef Key) const {
  auto PrintNode = [&](ExprRef Node) {
    Json.value(operationName(Node->kind()));
    if (Node->isLeaf()) {
      if (Node->leaf().Kind == LeafKind::ThreadIndex)
        Json.value(Node->leaf().Dimension);
      return;
    }
    for (ExprRef Operand : Node->operands())
      Json.value(Numbers.at(Operand));
    if (Node->operands().empty())
      Json.value(exactNumber(Node->constantTerm()));
    for (const Monomial &Term : Node->terms())
      Json.array([&] {
        Json.value(exactNumber(Term.Coefficient));
        for (ExprRef Factor : Term.Factors)
          Json.value(Numbers.at(Factor));
      });
    if (Node->kind() == ExprKind::Wrap || Node->kind() == ExprKind::PopulationCount)
      Json.value(Node->wrapBits());
    if (Node->kind() == ExprKind::Wrap)
      Json.value(Node->wrapSigned());
  };
  Json.attributeArray(Key, [&] {
    for (ExprRef Node : Nodes)
      Json.array([&] { PrintNode(Node); });
  });
}

} // namespace memlint
