//===- Printing.cpp - Expressions in source terms  -*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Symbolic/Expression.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace memlint {

namespace {

/// C++'s precedences, as far as they occur; a higher one binds tighter.
enum Precedence {
  LowestPrecedence,
  Ternary,
  LogicalOr,
  LogicalAnd,
  BitwiseOr,
  BitwiseXor,
  BitwiseAnd,
  Equality,
  Relational,
  Shift,
  Additive,
  Multiplicative,
  Unary,
  Primary
};

struct OperatorSpelling {
  const char *Text;
  Precedence Binds;
};

OperatorSpelling spelling(ExprKind Kind) {
  switch (Kind) {
  case ExprKind::Divide:
    return {" / ", Multiplicative};
  case ExprKind::Remainder:
    return {" % ", Multiplicative};
  case ExprKind::BitAnd:
    return {" & ", BitwiseAnd};
  case ExprKind::BitOr:
    return {" | ", BitwiseOr};
  case ExprKind::BitXor:
    return {" ^ ", BitwiseXor};
  case ExprKind::ShiftLeft:
    return {" << ", Shift};
  case ExprKind::ShiftRight:
    return {" >> ", Shift};
  case ExprKind::Equal:
    return {" == ", Equality};
  case ExprKind::Less:
  case ExprKind::LessUnsigned:
    return {" < ", Relational};
  case ExprKind::And:
    return {" && ", LogicalAnd};
  case ExprKind::Or:
    return {" || ", LogicalOr};
  default:
    return {nullptr, Primary};
  }
}

const char *functionName(ExprKind Kind) {
  switch (Kind) {
  case ExprKind::Minimum:
    return "min";
  case ExprKind::Maximum:
    return "max";
  case ExprKind::PopulationCount:
    return "__popc";
  case ExprKind::BitReverse:
    return "__brev";
  case ExprKind::LeadingZeros:
    return "__clz";
  case ExprKind::FindFirstSet:
    return "__ffs";
  default:
    return nullptr;
  }
}

class Printer {
public:
  explicit Printer(raw_ostream &Stream) : Stream(Stream) {}

  void print(ExprRef Root, Precedence Outer) {
    if (NodesLeft == 0) {
      Stream << "...";
      return;
    }
    --NodesLeft;
    Precedence Inner = precedence(Root);
    if (Inner < Outer)
      Stream << '(';
    printBare(Root);
    if (Inner < Outer)
      Stream << ')';
  }

private:
  static Precedence precedence(ExprRef Root) {
    switch (Root->kind()) {
    case ExprKind::Constant:
      return Root->constantTerm() < 0 ? Unary : Primary;
    case ExprKind::Polynomial:
      if (Root->constantTerm() != 0 || Root->terms().size() > 1)
        return Additive;
      return Multiplicative;
    case ExprKind::Leaf:
      // A loaded or opaque value is named by its source text, which may hold
      // operators of its own.
      return llvm::StringRef(Root->leaf().Name).contains(' ') ? Ternary : Primary;
    case ExprKind::Select:
      return Ternary;
    case ExprKind::Not:
      return Unary;
    case ExprKind::Wrap:
      return Unary;
    default:
      return spelling(Root->kind()).Binds;
    }
  }

  void printBare(ExprRef Root) {
    if (Root->isConstant()) {
      Stream << Root->constantTerm();
    } else if (Root->isLeaf()) {
      Stream << Root->leaf().Name;
    } else if (Root->kind() == ExprKind::Polynomial) {
      printSum(Root);
    } else if (const char *Function = functionName(Root->kind())) {
      Stream << Function << '(';
      printList(Root->operands());
      Stream << ')';
    } else if (Root->kind() == ExprKind::Select) {
      print(Root->operands()[0], LogicalOr);
      Stream << " ? ";
      print(Root->operands()[1], Ternary);
      Stream << " : ";
      print(Root->operands()[2], Ternary);
    } else if (Root->kind() == ExprKind::Not) {
      Stream << '!';
      print(Root->operands()[0], Unary);
    } else if (Root->kind() == ExprKind::Wrap) {
      Stream << (Root->wrapSigned() ? "(int" : "(uint") << Root->wrapBits() << "_t)";
      print(Root->operands()[0], Unary);
    } else if (Root->kind() == ExprKind::Less) {
      printOrder(Root->operands()[0], Root->operands()[1]);
    } else {
      OperatorSpelling Operator = spelling(Root->kind());
      print(Root->operands()[0], Operator.Binds);
      Stream << Operator.Text;
      print(Root->operands()[1], Precedence(Operator.Binds + 1));
    }
  }

  /// A number that is alone on one side takes the constant of the other side with it, and what is
  /// less than one more is less or equal: `31 < k` for `0 < k - 31`, `i <= n` for `i < n + 1`.
  void printOrder(ExprRef Left, ExprRef Right) {
    int64_t OfLeft = constantIn(Left), OfRight = constantIn(Right), Distance = 0, Least = 0;
    bool IsMovable =
        !llvm::SubOverflow(OfRight, OfLeft, Distance) && !llvm::SubOverflow(OfLeft, OfRight, Least);
    if (IsMovable && Left->isConstant() && !Right->isConstant()) {
      bool OrEqual = Distance == 1;
      Stream << (OrEqual ? 0 : Least) << (OrEqual ? " <= " : " < ");
      printWithoutConstant(Right);
    } else if (IsMovable && Right->isConstant() && !Left->isConstant()) {
      printWithoutConstant(Left);
      Stream << " < " << Distance;
    } else if (OfLeft == 0 && OfRight == 1 && !Right->isConstant()) {
      print(Left, Relational);
      Stream << " <= ";
      printWithoutConstant(Right);
    } else {
      print(Left, Relational);
      Stream << " < ";
      print(Right, Shift);
    }
  }

  static int64_t constantIn(ExprRef Root) {
    bool HasConstant = Root->isConstant() || Root->kind() == ExprKind::Polynomial;
    return HasConstant ? Root->constantTerm() : 0;
  }

  /// A side of a comparison, which binds less than a sum.
  void printWithoutConstant(ExprRef Root) {
    if (Root->kind() == ExprKind::Polynomial)
      printTerms(Root);
    else
      print(Root, Shift);
  }

  void printList(ArrayRef<ExprRef> Operands) {
    for (size_t Index = 0; Index != Operands.size(); ++Index) {
      if (Index)
        Stream << ", ";
      print(Operands[Index], LowestPrecedence);
    }
  }

  void printSum(ExprRef Root) {
    printTerms(Root);
    if (Root->constantTerm() != 0)
      Stream << (Root->constantTerm() < 0 ? " - " : " + ") << magnitude(Root->constantTerm());
  }

  /// Unsigned terms are joined by their sign, beginning with one without, so that "a - b" reads as
  /// written.
  void printTerms(ExprRef Root) {
    ArrayRef<Monomial> Terms = Root->terms();
    const Monomial *Leading =
        find_if(Terms, [](const Monomial &Part) { return Part.Coefficient >= 0; });
    if (Leading == Terms.end())
      Leading = Terms.begin();
    bool First = true;
    auto Print = [&](const Monomial &Part) {
      bool IsNegative = Part.Coefficient < 0;
      if (First)
        Stream << (IsNegative ? "-" : "");
      else
        Stream << (IsNegative ? " - " : " + ");
      First = false;
      printProduct(Part);
    };
    Print(*Leading);
    for (const Monomial &Part : Terms)
      if (&Part != Leading)
        Print(Part);
  }

  static uint64_t magnitude(int64_t Value) {
    return Value < 0 ? 0 - uint64_t(Value) : uint64_t(Value);
  }

  void printProduct(const Monomial &Part) {
    bool First = true;
    for (ExprRef Factor : Part.Factors) {
      if (!First)
        Stream << " * ";
      First = false;
      print(Factor, Unary);
    }
    if (magnitude(Part.Coefficient) != 1)
      Stream << " * " << magnitude(Part.Coefficient);
  }

  raw_ostream &Stream;
  /// A shared part is written as often as it is used, so that a text can be far
  /// longer than the graph it is of.
  unsigned NodesLeft = 400;
};

} // namespace

void print(raw_ostream &Stream, ExprRef Root) { Printer(Stream).print(Root, LowestPrecedence); }

std::string toString(ExprRef Root) {
  std::string Text;
  raw_string_ostream Stream(Text);
  print(Stream, Root);
  return Text;
}

} // namespace memlint
