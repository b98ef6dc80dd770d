//===- KernelName.cpp - A kernel's name in the source's spelling ----------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Hardware/Toolchain/KernelName.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <optional>

using namespace llvm;

namespace memlint {

static constexpr StringRef AnonymousNamespace = "(anonymous namespace)";

/// Removes every \p From from the text, putting \p To there.
static std::string replaceAll(StringRef Text, StringRef From, StringRef To) {
  std::string Result;
  for (size_t Found; (Found = Text.find(From)) != StringRef::npos;) {
    Result += (Text.take_front(Found) + To).str();
    Text = Text.drop_front(Found + From.size());
  }
  return Result + Text.str();
}

/// The signature without what follows the name: the first parenthesis outside of
/// template arguments opens the parameters.
static StringRef withoutParameters(StringRef Signature) {
  int Depth = 0;
  for (size_t Index = 0; Index != Signature.size(); ++Index) {
    char Character = Signature[Index];
    if (Character == '<') {
      ++Depth;
    } else if (Character == '>') {
      --Depth;
    } else if (Character == '(' && Depth <= 0) {
      if (!Signature.drop_front(Index).starts_with(AnonymousNamespace))
        return Signature.take_front(Index);
      Index += AnonymousNamespace.size() - 1;
    }
  }
  return Signature;
}

static bool isIntegerType(StringRef Type) {
  for (StringRef Prefix : {"unsigned ", "signed "})
    if (Type.consume_front(Prefix))
      break;
  constexpr StringRef Types[] = {"char",     "short",         "int",      "long",
                                 "unsigned", "long long",     "__int128", "short int",
                                 "long int", "long long int", "signed"};
  return is_contained(Types, Type);
}

/// `(int)4` to `4`, `(bool)1` to `true`; a cast to another type stays.
static std::string withoutCasts(StringRef Name) {
  std::string Result;
  for (size_t Open; (Open = Name.find('(')) != StringRef::npos;) {
    Result += Name.take_front(Open).str();
    Name = Name.drop_front(Open);
    size_t Close = Name.find(')');
    StringRef Type = Close == StringRef::npos ? "" : Name.slice(1, Close);
    StringRef Value = Type.empty() ? "" : Name.drop_front(Close + 1);
    bool IsNumber = !Value.empty() && (isDigit(Value[0]) ||
                                       (Value.size() > 1 && Value[0] == '-' && isDigit(Value[1])));
    if (IsNumber && Type == "bool") {
      Result += Value[0] == '0' ? "false" : "true";
      Name = Value.drop_while(llvm::isDigit);
    } else if (IsNumber && isIntegerType(Type)) {
      Name = Value;
    } else {
      Result += '(';
      Name = Name.drop_front();
    }
  }
  return Result + Name.str();
}

std::string kernelNameOf(StringRef Signature) {
  std::string Name = replaceAll(Signature.trim(), "<unnamed>", AnonymousNamespace);
  Name = withoutCasts(withoutParameters(Name));
  Name = replaceAll(Name, "> >", ">>");
  StringRef Result = Name;
  Result.consume_front("void ");
  return Result.trim().str();
}

} // namespace memlint
