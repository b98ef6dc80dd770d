//===- CallForecast.cpp - Which files others may call ---------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CallForecast.h"

#include "Definitions.h"

#include "clang/Basic/IdentifierTable.h"
#include "clang/Lex/Token.h"

#include "cuda-memlint/CudaModel/HipNames.h"
#include "cuda-memlint/Frontend/RawTokens.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace memlint {

/// A name before parentheses is called; if a brace follows them, it is defined. The last one
/// before template arguments that end before `<<<` is launched.
NamedFunctions findNamedFunctions(StringRef Text) {
  // The lexer reads up to a terminator.
  std::string Terminated = Text.str();
  clang::IdentifierTable Keywords(languageOfTexts());
  NamedFunctions Result;
  StringSet<> Mentioned;
  StringRef LastTemplate;
  bool EndsArguments = false;
  // The names before parentheses that are open; then before the present token.
  std::vector<StringRef> Open;
  StringRef Named, Closed;
  visitTokens(Terminated, [&](const clang::Token &Next) {
    StringRef NamedBefore = std::exchange(Named, "");
    StringRef ClosedBefore = std::exchange(Closed, "");
    bool EndedArguments = std::exchange(EndsArguments, false);
    switch (Next.getKind()) {
    case clang::tok::raw_identifier: {
      StringRef Name = Next.getRawIdentifier();
      if (Keywords.find(Name) == Keywords.end()) {
        Named = Name;
        Mentioned.insert(Name);
      } else // `const` and `noexcept` may stand before the brace.
        Closed = ClosedBefore;
      break;
    }
    case clang::tok::less: // of template arguments
      if (!NamedBefore.empty()) {
        Result.Called.insert(NamedBefore);
        LastTemplate = NamedBefore;
      }
      break;
    case clang::tok::greater:
    case clang::tok::greatergreater:
      EndsArguments = true;
      break;
    case clang::tok::lesslessless:
      if (StringRef Name = EndedArguments ? LastTemplate : NamedBefore; !Name.empty())
        Result.Launched.insert(Name);
      break;
    case clang::tok::l_paren:
      if (!NamedBefore.empty())
        Result.Called.insert(NamedBefore);
      Open.push_back(NamedBefore);
      break;
    case clang::tok::r_paren:
      if (!Open.empty()) {
        Closed = Open.back();
        Open.pop_back();
      }
      break;
    case clang::tok::l_brace:
      if (!ClosedBefore.empty())
        Result.Defined.insert(ClosedBefore);
      break;
    default:
      break;
    }
    return true;
  });
  if (any_of(Mentioned.keys(), [](StringRef Name) { return isLaunchFunction(Name); }))
    Result.Launched = std::move(Mentioned);
  return Result;
}

std::vector<UsesElsewhere> forecastUses(ArrayRef<SourceFile> Files,
                                        ArrayRef<NamedFunctions> Names) {
  std::vector<StringRef> Folders;
  for (const SourceFile &File : Files)
    Folders.push_back(sys::path::parent_path(File.Path));
  Definitions Functions(std::move(Folders));
  for (auto [Index, Each] : enumerate(Names))
    for (StringRef Name : Each.Defined.keys())
      Functions.add(Name, Index);
  std::vector<UsesElsewhere> Uses(Files.size());
  auto Note = [&](size_t User, const StringSet<> &Used, bool UsesElsewhere::*Flag) {
    for (StringRef Name : Used.keys())
      if (!Names[User].Defined.contains(Name))
        if (std::optional<size_t> Target = Functions.find(Name, User))
          Uses[*Target].*Flag = true;
  };
  for (size_t User = 0; User != Files.size(); ++User) {
    Note(User, Names[User].Called, &UsesElsewhere::AreCalled);
    Note(User, Names[User].Launched, &UsesElsewhere::AreLaunched);
  }
  return Uses;
}

} // namespace memlint
