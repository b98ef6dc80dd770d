//===- StringFunctions.cpp - Functions of the C library on strings --------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostStrings.h"

#include "clang/AST/ASTContext.h"

#include "llvm/ADT/StringExtras.h"

#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <limits>

using namespace clang;

namespace memlint {

const std::map<llvm::StringRef, HostStrings::Handler> &HostStrings::functions() {
  static const std::map<llvm::StringRef, Handler> Table = {
      {"atof", &HostStrings::toFloating},
      {"atoi", &HostStrings::toInt},
      {"atol", &HostStrings::toInt},
      {"atoll", &HostStrings::toInt},
      {"getline", &HostStrings::useStream},
      {"getopt", &HostStrings::nextOption},
      {"getopt_long", &HostStrings::nextOption},
      {"getopt_long_only", &HostStrings::nextOption},
      {"isalnum", &HostStrings::classify},
      {"isalpha", &HostStrings::classify},
      {"isdigit", &HostStrings::classify},
      {"islower", &HostStrings::classify},
      {"isspace", &HostStrings::classify},
      {"isupper", &HostStrings::classify},
      {"isxdigit", &HostStrings::classify},
      {"sscanf", &HostStrings::scan},
      {"stod", &HostStrings::convertObject},
      {"stof", &HostStrings::convertObject},
      {"stoi", &HostStrings::convertObject},
      {"stol", &HostStrings::convertObject},
      {"stoll", &HostStrings::convertObject},
      {"stoul", &HostStrings::convertObject},
      {"stoull", &HostStrings::convertObject},
      {"strcasecmp", &HostStrings::compareTexts},
      {"strchr", &HostStrings::findCharacter},
      {"strcmp", &HostStrings::compareTexts},
      {"strdup", &HostStrings::duplicate},
      {"strlen", &HostStrings::length},
      {"strncasecmp", &HostStrings::compareTexts},
      {"strncmp", &HostStrings::compareTexts},
      {"strrchr", &HostStrings::findCharacter},
      {"strstr", &HostStrings::findText},
      {"strtod", &HostStrings::parseFloating},
      {"strtof", &HostStrings::parseFloating},
      {"strtol", &HostStrings::parseInteger},
      {"strtoll", &HostStrings::parseInteger},
      {"strtoul", &HostStrings::parseInteger},
      {"strtoull", &HostStrings::parseInteger},
      {"to_string", &HostStrings::convertNumber},
      {"tolower", &HostStrings::classify},
      {"toupper", &HostStrings::classify},
  };
  return Table;
}

/// atoi() and its like; of a number that does not fit the C standard says nothing.
HostStrings::Result HostStrings::toInt(const LibraryCall &Call) {
  std::optional<std::string> Text =
      Call.Arguments.size() == 1 ? textAt(Call.Arguments[0]) : std::nullopt;
  if (!Text)
    return std::nullopt;
  errno = 0;
  int64_t Number = std::strtoll(Text->c_str(), nullptr, 10);
  Interval Range = rangeOf(Ast, Call.Type);
  if (errno != 0 || Number < Range.Low || Number > Range.High)
    return std::nullopt;
  return constant(Number);
}

HostStrings::Result HostStrings::toFloating(const LibraryCall &Call) {
  std::optional<std::string> Text =
      Call.Arguments.size() == 1 ? textAt(Call.Arguments[0]) : std::nullopt;
  if (!Text)
    return std::nullopt;
  return Code.floatNumber(std::strtod(Text->c_str(), nullptr), Call.Type);
}

/// What \p Text is as a number in \p Base is the same everywhere.
bool HostStrings::isKnownBase(int64_t Base, llvm::StringRef Text) {
  // Whether 0b is a prefix depends on the version of the library.
  bool MayBePrefix = (Base == 0 || Base == 2) && Text.contains_insensitive("0b");
  return Base >= 0 && Base != 1 && Base <= 36 && !MayBePrefix;
}

/// strtol() and its like, which take the nearest number where one does not fit.
HostStrings::Result HostStrings::parseInteger(const LibraryCall &Call) {
  if (Call.Arguments.size() != 3 || sizeOf(Ast, Call.Type) != sizeof(long long))
    return std::nullopt;
  std::optional<std::string> Text = textAt(Call.Arguments[0]);
  std::optional<int64_t> Base = numberIn(Call.Arguments[2]);
  if (!Text || !Base || !isKnownBase(*Base, *Text) || !canStoreTo(Call.Arguments[1]))
    return std::nullopt;
  char *End = nullptr;
  int64_t Number = Call.Type->isUnsignedIntegerType()
                       ? int64_t(std::strtoull(Text->c_str(), &End, int(*Base)))
                       : int64_t(std::strtoll(Text->c_str(), &End, int(*Base)));
  storeTo(Call.Arguments[1], moved(Call.Arguments[0], size_t(End - Text->c_str())));
  return constant(Number);
}

HostStrings::Result HostStrings::parseFloating(const LibraryCall &Call) {
  std::optional<std::string> Text =
      Call.Arguments.size() == 2 ? textAt(Call.Arguments[0]) : std::nullopt;
  if (!Text || !canStoreTo(Call.Arguments[1]))
    return std::nullopt;
  char *End = nullptr;
  // Rounded once.
  double Number = Call.name() == "strtof" ? double(std::strtof(Text->c_str(), &End))
                                          : std::strtod(Text->c_str(), &End);
  storeTo(Call.Arguments[1], moved(Call.Arguments[0], size_t(End - Text->c_str())));
  return Code.floatNumber(Number, Call.Type);
}

/// Of texts that differ, only the sign of the result is known.
HostStrings::Result HostStrings::compareTexts(const LibraryCall &Call) {
  bool IsLimited = Call.name().starts_with("strn");
  if (Call.Arguments.size() != (IsLimited ? 3 : 2))
    return std::nullopt;
  std::optional<std::string> Left = textAt(Call.Arguments[0]), Right = textAt(Call.Arguments[1]);
  std::optional<int64_t> Limit = IsLimited ? numberIn(Call.Arguments[2]) : INT64_MAX;
  if (!Left || !Right || !Limit || *Limit < 0)
    return std::nullopt;
  llvm::StringRef A = llvm::StringRef(*Left).take_front(size_t(*Limit));
  llvm::StringRef B = llvm::StringRef(*Right).take_front(size_t(*Limit));
  int Order = Call.name().ends_with("casecmp") ? A.compare_insensitive(B) : A.compare(B);
  if (Order == 0)
    return constant(0);
  return anyIn(Order < 0 ? Interval{std::numeric_limits<int32_t>::min(), -1}
                         : Interval{1, std::numeric_limits<int32_t>::max()});
}

HostStrings::Result HostStrings::length(const LibraryCall &Call) {
  std::optional<std::string> Text =
      Call.Arguments.size() == 1 ? textAt(Call.Arguments[0]) : std::nullopt;
  return Text ? std::optional(constant(int64_t(Text->size()))) : std::nullopt;
}

HostStrings::Result HostStrings::findCharacter(const LibraryCall &Call) {
  if (Call.Arguments.size() != 2)
    return std::nullopt;
  std::optional<std::string> Text = textAt(Call.Arguments[0]);
  std::optional<int64_t> Wanted = numberIn(Call.Arguments[1]);
  if (!Text || !Wanted)
    return std::nullopt;
  // The null character at the end may be asked for, too.
  llvm::StringRef All(Text->c_str(), Text->size() + 1);
  size_t At = Call.name() == "strchr" ? All.find(char(*Wanted)) : All.rfind(char(*Wanted));
  return At == llvm::StringRef::npos ? Code.zeroValue(Call.Type) : moved(Call.Arguments[0], At);
}

HostStrings::Result HostStrings::findText(const LibraryCall &Call) {
  if (Call.Arguments.size() != 2)
    return std::nullopt;
  std::optional<std::string> Text = textAt(Call.Arguments[0]), Wanted = textAt(Call.Arguments[1]);
  if (!Text || !Wanted)
    return std::nullopt;
  size_t At = Text->find(*Wanted);
  return At == std::string::npos ? Code.zeroValue(Call.Type) : moved(Call.Arguments[0], At);
}

HostStrings::Result HostStrings::duplicate(const LibraryCall &Call) {
  std::optional<std::string> Text =
      Call.Arguments.size() == 1 ? textAt(Call.Arguments[0]) : std::nullopt;
  return Text ? std::optional(newText(*Text)) : std::nullopt;
}

/// \p Held, a number of \p Type, in base 10.
std::optional<std::string> HostStrings::integerAsText(const Value &Held, QualType Type) {
  std::optional<int64_t> Number = numberIn(Held);
  if (!Number || !Type->isIntegerType())
    return std::nullopt;
  return Type->isUnsignedIntegerType() ? std::to_string(uint64_t(*Number))
                                       : std::to_string(*Number);
}

/// std::to_string() of an integer.
HostStrings::Result HostStrings::convertNumber(const LibraryCall &Call) {
  if (Call.Arguments.size() != 1 || Call.Function.getNumParams() != 1 || !isStringClass(Call.Type))
    return std::nullopt;
  std::optional<std::string> Text =
      integerAsText(Call.Arguments[0], Call.Function.getParamDecl(0)->getType());
  return Text ? std::optional(newText(*Text)) : std::nullopt;
}

/// Functions of <cctype> for the characters that all locales have in common. Of one that holds,
/// only that it is not 0 is known.
HostStrings::Result HostStrings::classify(const LibraryCall &Call) {
  std::optional<int64_t> Number =
      Call.Arguments.size() == 1 ? numberIn(Call.Arguments[0]) : std::nullopt;
  if (!Number || *Number < 0 || *Number > 127 || !Call.Type->isIntegerType())
    return std::nullopt;
  char Letter = char(*Number);
  llvm::StringRef Name = Call.name();
  if (Name == "tolower" || Name == "toupper")
    return constant(Name == "tolower" ? llvm::toLower(Letter) : llvm::toUpper(Letter));
  bool IsLower = Letter >= 'a' && Letter <= 'z', IsUpper = Letter >= 'A' && Letter <= 'Z';
  bool Holds = Name == "isalnum"   ? llvm::isAlnum(Letter)
               : Name == "isalpha" ? llvm::isAlpha(Letter)
               : Name == "isdigit" ? llvm::isDigit(Letter)
               : Name == "islower" ? IsLower
               : Name == "isspace" ? llvm::isSpace(Letter)
               : Name == "isupper" ? IsUpper
                                   : llvm::isHexDigit(Letter);
  return Holds ? anyIn({1, std::numeric_limits<int32_t>::max()}) : constant(0);
}

} // namespace memlint
