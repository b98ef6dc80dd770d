//===- ProgramArguments.cpp - What a program is run with ------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Launch/ProgramArguments.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace memlint {

// LLVM's functions that split command lines lose empty words, and do not say where a quote is
// missing.
Expected<std::vector<std::string>> splitArguments(StringRef Text) {
  if (Text.contains('\0'))
    return createStringError("a null character cannot be part of an argument");
  std::vector<std::string> Words;
  bool InWord = false;
  char Quote = '\0';
  for (size_t Index = 0; Index != Text.size(); ++Index) {
    char Letter = Text[Index];
    if (Quote != '\'' && Text.substr(Index).starts_with("\\\n")) {
      // The line goes on.
      ++Index;
      continue;
    }
    bool IsSeparator = StringRef(" \t\n").contains(Letter);
    if (Quote == '\0' && IsSeparator) {
      InWord = false;
      continue;
    }
    if (!InWord)
      Words.emplace_back();
    InWord = true;
    if (Letter == Quote) {
      Quote = '\0';
    } else if (Quote == '\0' && (Letter == '\'' || Letter == '"')) {
      Quote = Letter;
    } else if (Letter == '\\' && Quote != '\'') {
      if (++Index == Text.size())
        return createStringError("nothing follows the backslash at the end");
      // Between double quotes it stands for itself before most characters.
      if (Quote == '"' && !StringRef("$`\"\\").contains(Text[Index]))
        Words.back() += Letter;
      Words.back() += Text[Index];
    } else {
      Words.back() += Letter;
    }
  }
  if (Quote != '\0')
    return createStringError("the quote " + Twine(Quote) + " is not closed");
  return Words;
}

static std::string quotedArgument(StringRef Argument) {
  bool IsPlain = !Argument.empty() && all_of(Argument, [](char Letter) {
    return isAlnum(Letter) || StringRef("%+,-./:=@_").contains(Letter);
  });
  if (IsPlain)
    return Argument.str();
  std::string Quoted = "'";
  for (char Letter : Argument)
    Quoted += Letter == '\'' ? "'\\''" : std::string(1, Letter);
  return Quoted + "'";
}

std::string argumentsText(ArrayRef<std::string> Arguments) {
  return join(map_range(Arguments, quotedArgument), " ");
}

} // namespace memlint
