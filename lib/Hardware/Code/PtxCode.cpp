//===- PtxCode.cpp - Memory instructions in PTX ---------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Hardware/Code/CodeGeneration.h"
#include "cuda-memlint/Hardware/Toolchain/KernelName.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Demangle/Demangle.h"

#include <map>

using namespace llvm;

namespace memlint {

/// The text with comments and strings blanked out; line breaks stay.
static std::string withoutCommentsAndStrings(StringRef Text) {
  std::string Result;
  Result.reserve(Text.size());
  while (!Text.empty()) {
    size_t Size = 0;
    if (Text.starts_with("//"))
      Size = std::min(Text.find('\n'), Text.size());
    else if (Text.starts_with("/*"))
      Size = std::min(Text.find("*/", 2), Text.size() - 2) + 2;
    else if (Text.starts_with("\""))
      Size = std::min(Text.find('"', 1), Text.size() - 1) + 1;
    if (Size == 0) {
      Result += Text.front();
      Text = Text.drop_front();
      continue;
    }
    for (char Character : Text.take_front(Size))
      Result += Character == '\n' ? '\n' : ' ';
    Text = Text.drop_front(Size);
  }
  return Result;
}

/// The size of a type's values: "f32" is 4, "bf16x2" is 4, "b128" is 16; 0 for what is not a type.
static unsigned bytesOfType(StringRef Type) {
  if (!Type.consume_front("bf") && !Type.consume_front("f") && !Type.consume_front("b") &&
      !Type.consume_front("s") && !Type.consume_front("u"))
    return 0;
  unsigned Bits = 0, Packed = 1;
  if (Type.consumeInteger(10, Bits))
    return 0;
  if (Type.consume_front("x") && Type.consumeInteger(10, Packed))
    return 0;
  return Type.empty() ? Bits * Packed / 8 : 0;
}

/// Bytes that a `cp.async` copies: its third operand.
static unsigned bytesOfCopy(StringRef Operands) {
  SmallVector<StringRef, 4> Parts;
  Operands.split(Parts, ',');
  unsigned Bytes = 0;
  if (Parts.size() < 3 || Parts[2].trim().getAsInteger(10, Bytes))
    return 0;
  return Bytes;
}

/// Reads one statement; nothing when it accesses no memory, or a parameter.
static std::optional<CodeInstruction> readStatement(StringRef Text) {
  Text = Text.trim();
  if (Text.consume_front("@"))
    Text = Text.drop_until([](char Character) { return isSpace(Character); }).ltrim();
  StringRef Opcode = Text.take_until([](char Character) { return isSpace(Character); });
  SmallVector<StringRef, 8> Parts;
  Opcode.split(Parts, '.');
  auto Has = [&](StringRef Part) { return is_contained(Parts, Part); };

  CodeInstruction Result;
  bool IsCopy = Opcode.starts_with("cp.async.ca.") || Opcode.starts_with("cp.async.cg.");
  if (Parts[0] == "ld" || Parts[0] == "ldu")
    Result.Kind = AccessKind::Load;
  else if (Parts[0] == "st")
    Result.Kind = AccessKind::Store;
  else if (Parts[0] == "atom" || Parts[0] == "red")
    Result.Kind = AccessKind::Atomic;
  else if (IsCopy)
    Result.Kind = AccessKind::AsyncCopy;
  else
    return std::nullopt;
  if (Parts.size() < 2)
    return std::nullopt;
  // A space may be narrowed: `shared::cta`.
  auto InSpace = [&](StringRef Space) {
    return any_of(Parts, [&](StringRef Part) { return Part.split("::").first == Space; });
  };
  if (InSpace("param"))
    return std::nullopt;
  if (InSpace("global")) // also the source of a copy
    Result.Space = MemorySpace::Global;
  else if (InSpace("shared"))
    Result.Space = MemorySpace::Shared;
  else if (InSpace("local"))
    Result.Space = MemorySpace::Local;
  else if (InSpace("const"))
    Result.Space = MemorySpace::Constant;
  Result.Opcode = Opcode.str();
  Result.ReadOnly = Has("nc");
  for (unsigned Elements : {2, 4, 8})
    if (Has("v" + utostr(Elements)))
      Result.Elements = Elements;
  Result.Bytes = IsCopy ? bytesOfCopy(Text.drop_front(Opcode.size()))
                        : bytesOfType(Parts.back()) * Result.Elements;
  Result.Count = 1;
  return Result;
}

static std::vector<CodeInstruction> readBody(StringRef Body) {
  std::map<std::pair<std::string, unsigned>, CodeInstruction> Found;
  while (!Body.empty()) {
    StringRef Statement = Body.take_until([](char C) { return StringRef("\n;{}").contains(C); });
    Body = Body.drop_front(std::min(Statement.size() + 1, Body.size()));
    // A label may stand before an instruction; no operand of one has a colon and a blank.
    size_t Label = Statement.find(": ");
    if (Label != StringRef::npos)
      Statement = Statement.drop_front(Label + 2);
    if (std::optional<CodeInstruction> Item = readStatement(Statement)) {
      auto [Entry, IsNew] = Found.try_emplace({Item->Opcode, Item->Bytes}, *Item);
      if (!IsNew)
        ++Entry->second.Count;
    }
  }
  std::vector<CodeInstruction> Result;
  for (auto &[Key, Item] : Found)
    Result.push_back(std::move(Item));
  return Result;
}

/// The name that follows `.entry`, or `.func` and its results in parentheses.
static StringRef nameIn(StringRef Declaration) {
  Declaration = Declaration.ltrim();
  if (Declaration.starts_with("("))
    Declaration = Declaration.split(')').second.ltrim();
  return Declaration.take_until([](char C) { return isSpace(C) || C == '(' || C == ';'; });
}

/// The size of the block that \p Text begins with, its braces included; nothing when it is
/// not closed.
static std::optional<size_t> sizeOfBlock(StringRef Text) {
  size_t Depth = 0;
  for (size_t Index = 0; Index != Text.size(); ++Index) {
    if (Text[Index] == '{')
      ++Depth;
    else if (Text[Index] == '}' && --Depth == 0)
      return Index + 1;
  }
  return std::nullopt;
}

Expected<std::vector<KernelCode>> readPtxCode(StringRef Given) {
  std::string Clean = withoutCommentsAndStrings(Given);
  StringRef Text = Clean;
  if (!Text.contains(".version"))
    return createStringError("not PTX: no version directive");
  std::vector<KernelCode> Result;
  // What precedes a block or a semicolon is a declaration, behind directives of a line each.
  while (true) {
    size_t End = Text.find_first_of("{;");
    if (End == StringRef::npos)
      break;
    StringRef Declaration = Text.take_front(End);
    bool HasBlock = Text[End] == '{';
    Text = Text.drop_front(HasBlock ? End : End + 1);
    if (!HasBlock)
      continue;
    std::optional<size_t> Size = sizeOfBlock(Text);
    if (!Size)
      return createStringError("truncated PTX: it ends within a function");
    StringRef Body = Text.take_front(*Size);
    Text = Text.drop_front(*Size);
    bool IsKernel = Declaration.contains(".entry");
    size_t Found = Declaration.rfind(IsKernel ? ".entry" : ".func");
    if (Found == StringRef::npos)
      continue; // an initial value, or debug information
    StringRef Symbol = nameIn(Declaration.drop_front(Found + (IsKernel ? 6 : 5)));
    if (Symbol.empty())
      return createStringError("the PTX has a function without a name");
    KernelCode Code;
    Code.Symbol = Symbol.str();
    Code.Name = kernelNameOf(demangle(Symbol));
    Code.IsKernel = IsKernel;
    Code.Ptx = readBody(Body);
    Result.push_back(std::move(Code));
  }
  return Result;
}

} // namespace memlint
