//===- PtxText.cpp - The text of inline assembly ------------------ C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PtxText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using llvm::StringRef;

namespace memlint {

bool PtxInstruction::has(StringRef Modifier) const {
  return llvm::is_contained(llvm::drop_begin(Parts), Modifier);
}

unsigned ptxTypeBits(StringRef Type) {
  unsigned Times = 1;
  if (auto [Element, Packed] = Type.split('x'); !Packed.empty()) {
    if (Packed.getAsInteger(10, Times) || Times > 8)
      return 0;
    Type = Element;
  }
  unsigned Bits = 0;
  if (!(Type.consume_front("bf") || Type.consume_front("tf") || Type.consume_front("b") ||
        Type.consume_front("u") || Type.consume_front("s") || Type.consume_front("f")) ||
      Type.getAsInteger(10, Bits))
    return 0;
  bool Known = Bits == 8 || Bits == 16 || Bits == 32 || Bits == 64 || Bits == 128;
  return Known ? Bits * Times : 0;
}

bool isPtxFloat(StringRef Type) {
  return ptxTypeBits(Type) != 0 &&
         (Type.starts_with("f") || Type.starts_with("bf") || Type.starts_with("tf"));
}

std::vector<std::string> splitPtxList(StringRef List) {
  std::vector<std::string> Result;
  int Depth = 0;
  size_t Start = 0;
  for (size_t At = 0; At <= List.size(); ++At) {
    char C = At < List.size() ? List[At] : ',';
    if (C == '{' || C == '[' || C == '(')
      ++Depth;
    else if (C == '}' || C == ']' || C == ')')
      --Depth;
    if (At != List.size() && (C != ',' || Depth > 0))
      continue;
    StringRef Part = List.slice(Start, At).trim();
    if (!Part.empty())
      Result.push_back(Part.str());
    Start = At + 1;
  }
  return Result;
}

/// \p Text without comments, and with single blanks only.
static std::string withoutComments(StringRef Text) {
  std::string Result;
  for (size_t At = 0; At < Text.size(); ++At) {
    StringRef Rest = Text.substr(At);
    if (Rest.starts_with("//")) {
      At = std::min(Text.find('\n', At), Text.size());
    } else if (Rest.starts_with("/*")) {
      size_t End = Text.find("*/", At + 2);
      At = End == StringRef::npos ? Text.size() : End + 1;
    } else if (!llvm::isSpace(Text[At])) {
      Result += Text[At];
      continue;
    }
    if (!Result.empty() && Result.back() != ' ')
      Result += ' ';
  }
  return Result;
}

/// A name and a colon at the start of \p Text.
static bool consumeLabel(StringRef &Text) {
  size_t End = Text.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                      "0123456789_$%=");
  if (End == StringRef::npos || End == 0 || Text[End] != ':' || Text.substr(End).starts_with("::"))
    return false;
  Text = Text.drop_front(End + 1).ltrim();
  return true;
}

PtxText parsePtx(StringRef Written) {
  PtxText Result;
  std::string Clean = withoutComments(Written);
  llvm::SmallVector<StringRef, 8> Statements;
  StringRef(Clean).split(Statements, ';');
  for (StringRef Statement : Statements) {
    Statement = Statement.trim();
    // Braces around statements; those of operands never come first.
    for (bool Changed = true; Changed;) {
      Changed = Statement.consume_front("{") || Statement.consume_front("}");
      if (consumeLabel(Statement = Statement.ltrim()))
        Result.HasBranches = Changed = true;
    }
    if (Statement.empty() || Statement.starts_with("."))
      continue;
    PtxInstruction New;
    if (Statement.consume_front("@")) {
      New.PredicateNegated = Statement.consume_front("!");
      auto [Predicate, Rest] = Statement.split(' ');
      New.Predicate = Predicate.str();
      Statement = Rest.trim();
    }
    New.Text = Statement.str();
    auto [Opcode, Operands] = Statement.split(' ');
    llvm::SmallVector<StringRef, 8> Parts;
    Opcode.split(Parts, '.');
    for (StringRef Part : Parts)
      New.Parts.push_back(Part.str());
    New.Operands = splitPtxList(Operands);
    Result.HasBranches |= New.opcode() == "bra" || New.opcode() == "brx";
    if (!New.opcode().empty())
      Result.Instructions.push_back(std::move(New));
  }
  return Result;
}

std::vector<std::string> ptxDestinations(StringRef Operand) {
  if (Operand.consume_front("{") && Operand.consume_back("}"))
    return splitPtxList(Operand);
  auto [First, Second] = Operand.split('|');
  std::vector<std::string> Result = {First.trim().str()};
  if (!Second.empty())
    Result.push_back(Second.trim().str());
  return Result;
}

} // namespace memlint
