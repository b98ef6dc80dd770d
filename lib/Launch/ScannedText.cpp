//===- ScannedText.cpp - sscanf() -----------------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostStrings.h"

#include "clang/AST/ASTContext.h"

#include "llvm/ADT/StringExtras.h"

#include <cerrno>
#include <cstdlib>

using namespace clang;

namespace memlint {

namespace {

/// A conversion of a format: `%d`, `%ld`, `%f` and the like.
struct Conversion {
  bool IsFloating = false;
  bool IsUnsigned = false;
  /// Of what is stored.
  uint64_t Bytes = 4;
};

/// Reads the conversion that \p Format begins with and drops it; nothing where it is another one,
/// or has a width.
std::optional<Conversion> takeConversion(llvm::StringRef &Format) {
  Conversion Found;
  bool IsLong =
      Format.consume_front("ll") || Format.consume_front("z") || Format.consume_front("l");
  char Letter = Format.empty() ? '\0' : Format.front();
  Format = Format.drop_front(Format.empty() ? 0 : 1);
  Found.IsFloating = Letter == 'f' || Letter == 'g' || Letter == 'e';
  Found.IsUnsigned = Letter == 'u';
  Found.Bytes = IsLong ? 8 : 4;
  return Found.IsFloating || Found.IsUnsigned || Letter == 'd' ? std::optional(Found)
                                                               : std::nullopt;
}

} // namespace

/// Numbers only. Of one that does not fit the C standard says nothing.
HostStrings::Result HostStrings::scan(const LibraryCall &Call) {
  if (Call.Arguments.size() < 2)
    return std::nullopt;
  std::optional<std::string> Text = textAt(Call.Arguments[0]), Pattern = textAt(Call.Arguments[1]);
  if (!Text || !Pattern)
    return std::nullopt;
  std::vector<std::pair<Value, Value>> Stores;
  const char *At = Text->c_str();
  llvm::StringRef Format = *Pattern;
  bool AtEnd = false;
  while (!Format.empty()) {
    char Letter = Format.front();
    Format = Format.drop_front();
    if (llvm::isSpace(Letter)) {
      while (llvm::isSpace(*At))
        ++At;
      continue;
    }
    if (Letter != '%') {
      AtEnd = *At == '\0';
      if (*At != Letter)
        break;
      ++At;
      continue;
    }
    size_t Index = Stores.size() + 2;
    std::optional<Conversion> What = takeConversion(Format);
    if (!What || Index >= Call.Arguments.size() || !canStoreTo(Call.Arguments[Index]) ||
        Memory.isNull(Call.Arguments[Index].Target))
      return std::nullopt;
    QualType Type = Code.typeAt(Call.Arguments[Index].Target);
    bool Fits = sizeOf(Ast, Type) == What->Bytes &&
                (What->IsFloating ? Type->isFloatingType() : Type->isIntegerType());
    if (!Fits)
      return std::nullopt;
    while (llvm::isSpace(*At))
      ++At;
    AtEnd = *At == '\0';
    char *End = nullptr;
    errno = 0;
    Value Read;
    if (What->IsFloating) {
      Read = Code.floatNumber(
          What->Bytes == 4 ? double(std::strtof(At, &End)) : std::strtod(At, &End), Type);
    } else {
      int64_t Number = What->IsUnsigned ? int64_t(std::strtoull(At, &End, 10))
                                        : int64_t(std::strtoll(At, &End, 10));
      Interval Range = rangeOf(Ast, Type);
      if (What->Bytes == 4 && (Number < Range.Low || Number > Range.High))
        return std::nullopt;
      Read = constant(Number);
    }
    if (errno != 0)
      return std::nullopt;
    // What begins a number and does not end one is read differently.
    if (What->IsFloating && (llvm::isAlnum(*End) || (End == At && !AtEnd)))
      return std::nullopt;
    if (End == At)
      break;
    AtEnd = false;
    At = End;
    Stores.emplace_back(Call.Arguments[Index], std::move(Read));
  }
  for (const auto &[To, New] : Stores)
    storeTo(To, New);
  return constant(Stores.empty() && AtEnd ? EOF : int64_t(Stores.size()));
}

} // namespace memlint
