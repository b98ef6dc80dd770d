//===- CommentExpression.cpp - Expressions in comments --------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A parser by operator precedence.
///
//===----------------------------------------------------------------------===//

#include "CommentExpression.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace memlint {

namespace {

enum class Operation {
  Or,
  And,
  BitOr,
  BitXor,
  BitAnd,
  Equal,
  Unequal,
  Less,
  AtMost,
  Greater,
  AtLeast,
  ShiftLeft,
  ShiftRight,
  Add,
  Subtract,
  Multiply,
  Divide,
  Remainder
};

struct OperatorText {
  llvm::StringLiteral Text;
  unsigned Precedence;
  Operation Means;
};

/// Longer ones first; C++ [expr].
constexpr OperatorText Operators[] = {
    {"||", 1, Operation::Or},        {"&&", 2, Operation::And},
    {"==", 6, Operation::Equal},     {"!=", 6, Operation::Unequal},
    {"<<", 8, Operation::ShiftLeft}, {">>", 8, Operation::ShiftRight},
    {"<=", 7, Operation::AtMost},    {">=", 7, Operation::AtLeast},
    {"<", 7, Operation::Less},       {">", 7, Operation::Greater},
    {"|", 3, Operation::BitOr},      {"^", 4, Operation::BitXor},
    {"&", 5, Operation::BitAnd},     {"+", 9, Operation::Add},
    {"-", 9, Operation::Subtract},   {"*", 10, Operation::Multiply},
    {"/", 10, Operation::Divide},    {"%", 10, Operation::Remainder},
};

class CommentParser {
public:
  CommentParser(ExprContext &Exprs, StringRef Text,
                function_ref<std::optional<ExprRef>(StringRef)> Named)
      : Exprs(Exprs), Rest(Text), Named(Named) {}

  Expected<ExprRef> parse() {
    ExprRef Whole = binary(1);
    Rest = Rest.ltrim();
    if (Failure.empty() && !Rest.empty())
      fail("`" + Rest.take_front(20).str() + "` is not supported");
    if (!Failure.empty())
      return createStringError(Failure);
    return Whole;
  }

private:
  ExprRef fail(std::string Why) {
    if (Failure.empty())
      Failure = std::move(Why);
    return Exprs.constant(0);
  }

  ExprRef combine(Operation Means, ExprRef Left, ExprRef Right) {
    switch (Means) {
    case Operation::Or:
      return Exprs.logicalOr(Left, Right);
    case Operation::And:
      return Exprs.logicalAnd(Left, Right);
    case Operation::BitOr:
      return Exprs.bitOr(Left, Right);
    case Operation::BitXor:
      return Exprs.bitXor(Left, Right);
    case Operation::BitAnd:
      return Exprs.bitAnd(Left, Right);
    case Operation::Equal:
      return Exprs.equal(Left, Right);
    case Operation::Unequal:
      return Exprs.logicalNot(Exprs.equal(Left, Right));
    case Operation::Less:
      return Exprs.less(Left, Right);
    case Operation::AtMost:
      return Exprs.logicalNot(Exprs.less(Right, Left));
    case Operation::Greater:
      return Exprs.less(Right, Left);
    case Operation::AtLeast:
      return Exprs.logicalNot(Exprs.less(Left, Right));
    case Operation::ShiftLeft:
      return Exprs.shiftLeft(Left, Right);
    case Operation::ShiftRight:
      return Exprs.shiftRight(Left, Right);
    case Operation::Add:
      return Exprs.add(Left, Right);
    case Operation::Subtract:
      return Exprs.subtract(Left, Right);
    case Operation::Multiply:
      return Exprs.multiply(Left, Right);
    case Operation::Divide:
    case Operation::Remainder:
      break;
    }
    if (Right->isConstant(0))
      return fail("division by 0");
    return Means == Operation::Divide ? Exprs.divide(Left, Right) : Exprs.remainder(Left, Right);
  }

  ExprRef binary(unsigned Lowest) {
    ExprRef Left = unary();
    while (Failure.empty()) {
      Rest = Rest.ltrim();
      const OperatorText *Found =
          find_if(Operators, [&](const OperatorText &Each) { return Rest.starts_with(Each.Text); });
      if (Found == std::end(Operators) || Found->Precedence < Lowest)
        break;
      Rest = Rest.drop_front(Found->Text.size());
      ExprRef Right = binary(Found->Precedence + 1);
      if (Failure.empty())
        Left = combine(Found->Means, Left, Right);
    }
    return Left;
  }

  ExprRef unary() {
    /// No condition that people write is deeper; a comment must not end the analysis.
    constexpr unsigned MostNested = 64;
    Rest = Rest.ltrim();
    if (Rest.empty())
      return fail("unexpected end");
    if (++Depth > MostNested)
      return fail("nested too deeply");
    ExprRef Result = nullptr;
    if (Rest.consume_front("("))
      Result = parenthesised();
    else if (Rest.consume_front("!"))
      Result = Exprs.logicalNot(unary());
    else if (Rest.consume_front("-"))
      Result = Exprs.negate(unary());
    else if (Rest.consume_front("+"))
      Result = unary();
    else if (Rest.consume_front("~"))
      Result = Exprs.subtract(Exprs.constant(-1), unary());
    else
      Result = isDigit(Rest.front()) ? integer() : name();
    --Depth;
    return Result;
  }

  ExprRef parenthesised() {
    ExprRef Inner = binary(1);
    Rest = Rest.ltrim();
    if (!Rest.consume_front(")"))
      return fail("missing closing parenthesis");
    return Inner;
  }

  ExprRef integer() {
    uint64_t Number = 0;
    if (Rest.consumeInteger(0, Number) || Number > uint64_t(INT64_MAX))
      return fail("number too large");
    Rest = Rest.ltrim("uUlL");
    return Exprs.constant(int64_t(Number));
  }

  ExprRef name() {
    StringRef Name =
        Rest.take_while([](char C) { return isAlnum(C) || C == '_' || C == '.' || C == ':'; });
    if (Name.empty())
      return fail("`" + Rest.take_front(20).str() + "` is not supported");
    Rest = Rest.drop_front(Name.size());
    if (Name == "true" || Name == "false")
      return Exprs.constant(Name == "true");
    if (std::optional<ExprRef> Known = Named(Name))
      return *Known;
    return fail("`" + Name.str() +
                "` is not an integer parameter, constant, or built-in variable of the kernel");
  }

  ExprContext &Exprs;
  StringRef Rest;
  function_ref<std::optional<ExprRef>(StringRef)> Named;
  std::string Failure;
  unsigned Depth = 0;
};

} // namespace

Expected<ExprRef> parseCommentExpression(ExprContext &Exprs, StringRef Text,
                                         function_ref<std::optional<ExprRef>(StringRef)> Named) {
  return CommentParser(Exprs, Text, Named).parse();
}

} // namespace memlint
