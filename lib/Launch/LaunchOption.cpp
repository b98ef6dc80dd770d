//===- LaunchOption.cpp - Launches given by the user ----------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Launch/LaunchOption.h"
#include "cuda-memlint/Model/MemoryProgram.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/GlobPattern.h"

using namespace llvm;

namespace memlint {

namespace {

/// Reads the text after the kernel's name, from left to right.
class LaunchOptionParser {
public:
  explicit LaunchOptionParser(StringRef Text) : Text(Text) {}

  Expected<LaunchRequest> parse();

private:
  Error errorHere(const Twine &Expected) const {
    return createStringError("launch '" + Text + "', column " + Twine(Position + 1) +
                             ": expected " + Expected);
  }
  void skipSpace() {
    while (Position < Text.size() && isSpace(Text[Position]))
      ++Position;
  }
  bool accept(StringRef Token) {
    skipSpace();
    if (!Text.substr(Position).starts_with(Token))
      return false;
    Position += Token.size();
    return true;
  }
  Expected<std::optional<int64_t>> parseNumber(const Twine &What, bool Signed);
  Expected<std::array<std::optional<uint64_t>, 3>> parseDimensions(StringRef What);
  /// The name of the argument that follows, and the `=` after it; empty where there is none.
  std::string acceptName();
  Error parseArguments(LaunchRequest &Request);

  StringRef Text;
  size_t Position = 0;
};

Expected<std::optional<int64_t>> LaunchOptionParser::parseNumber(const Twine &What, bool Signed) {
  skipSpace();
  StringRef Word = Text.substr(Position).take_while(
      [](char Letter) { return isAlnum(Letter) || Letter == '_' || Letter == '-'; });
  if (Word == "_") {
    ++Position;
    return std::nullopt;
  }
  uint64_t Magnitude = 0;
  StringRef Digits = Word;
  bool Negative = Digits.consume_front("-");
  bool Hexadecimal = Digits.starts_with_insensitive("0x");
  if (Hexadecimal)
    Digits = Digits.drop_front(2);
  if (Digits.getAsInteger(Hexadecimal ? 16 : 10, Magnitude) || (Negative && !Signed) ||
      Magnitude > uint64_t(INT64_MAX) + Negative)
    return errorHere(What + ", or '_' if unknown");
  Position += Word.size();
  return int64_t(Negative ? 0 - Magnitude : Magnitude);
}

Expected<std::array<std::optional<uint64_t>, 3>>
LaunchOptionParser::parseDimensions(StringRef What) {
  std::array<std::optional<uint64_t>, 3> Dimensions = {std::nullopt, 1, 1};
  bool Parenthesised = accept("(");
  for (unsigned Index = 0;; ++Index) {
    skipSpace();
    size_t Start = Position;
    auto Number = parseNumber("a number for the " + What, /*Signed=*/false);
    if (!Number)
      return Number.takeError();
    if (*Number == 0) {
      Position = Start;
      return errorHere("a number above 0 for the " + What);
    }
    if (!Parenthesised && !*Number)
      return std::array<std::optional<uint64_t>, 3>{};
    Dimensions[Index] = *Number;
    if (!Parenthesised || accept(")"))
      return Dimensions;
    if (Index == 2)
      return errorHere("')' after three dimensions of the " + What);
    if (!accept(","))
      return errorHere("',' or ')' in the " + What);
  }
}

std::string LaunchOptionParser::acceptName() {
  skipSpace();
  StringRef Word = Text.substr(Position).take_while(
      [](char Letter) { return isAlnum(Letter) || Letter == '_'; });
  if (Word.empty() || isDigit(Word.front()) ||
      !Text.substr(Position + Word.size()).ltrim().starts_with("="))
    return "";
  Position += Word.size();
  accept("=");
  return Word.str();
}

Error LaunchOptionParser::parseArguments(LaunchRequest &Request) {
  if (accept(")"))
    return Error::success();
  do {
    size_t Start = Position;
    std::string Name = acceptName();
    bool IsGiven = any_of(Request.NamedArguments, [&](auto &Other) { return Other.first == Name; });
    if (IsGiven || (Name.empty() && !Request.NamedArguments.empty())) {
      Position = Start;
      skipSpace();
      return errorHere(IsGiven ? "'" + Name + "' once"
                               : "'name=' as before: arguments by position come first");
    }
    auto Argument =
        parseNumber(Name.empty() ? "an integer argument" : "an integer for '" + Name + "'",
                    /*Signed=*/true);
    if (!Argument)
      return Argument.takeError();
    if (Name.empty())
      Request.Arguments.push_back(*Argument);
    else
      Request.NamedArguments.emplace_back(std::move(Name), *Argument);
  } while (accept(","));
  return accept(")") ? Error::success() : errorHere("',' or ')' after an argument");
}

Expected<LaunchRequest> LaunchOptionParser::parse() {
  LaunchRequest Request;
  size_t Opening = Text.find("<<<");
  Request.Kernel = Text.substr(0, Opening).trim().str();
  if (Request.Kernel.empty())
    return errorHere("a kernel's name, as in 'kernel<<<64,256>>>'");
  if (auto Glob = GlobPattern::create(Request.Kernel); !Glob)
    return errorHere("a kernel's name or a glob: " + toString(Glob.takeError()));
  if (Opening == StringRef::npos) {
    Position = Text.size();
    return errorHere("'<<<' after the kernel's name");
  }
  Position = Opening + 3;

  auto Grid = parseDimensions("grid");
  if (!Grid)
    return Grid.takeError();
  Request.Grid = *Grid;
  if (!accept(","))
    return errorHere("',' after the grid");
  auto Block = parseDimensions("block");
  if (!Block)
    return Block.takeError();
  Request.Block = *Block;
  if (accept(",")) {
    auto Bytes = parseNumber("the dynamic shared bytes", /*Signed=*/false);
    if (!Bytes)
      return Bytes.takeError();
    Request.DynamicSharedBytes = *Bytes;
  }
  if (!accept(">>>"))
    return errorHere("'>>>'");
  if (accept("("))
    if (Error Failure = parseArguments(Request))
      return std::move(Failure);
  skipSpace();
  if (Position != Text.size())
    return errorHere("the end of the launch");
  return Request;
}

std::string withoutSpaces(StringRef Name) {
  std::string Result;
  for (char Letter : Name)
    if (!isSpace(Letter))
      Result += Letter;
  return Result;
}

/// Where the last component of a qualified name starts; template arguments are
/// not looked into.
size_t startOfLastComponent(StringRef Name) {
  StringRef Head = Name.take_until([](char Letter) { return Letter == '<'; });
  size_t Separator = Head.rfind("::");
  return Separator == StringRef::npos ? 0 : Separator + 2;
}

} // namespace

bool matchesKernelName(StringRef Written, StringRef KernelName) {
  std::string Pattern = withoutSpaces(Written);
  std::string Full = withoutSpaces(KernelName);
  // "(anonymous namespace)::" has no angle bracket, so the component rule holds.
  StringRef Qualified = Full;
  StringRef Bare = Qualified.drop_front(startOfLastComponent(Qualified));
  auto WithoutArguments = [](StringRef Name) {
    return Name.ends_with(">") ? Name.take_until([](char Letter) { return Letter == '<'; }) : Name;
  };
  for (StringRef Form : {Qualified, WithoutArguments(Qualified), Bare, WithoutArguments(Bare)}) {
    if (Form == Pattern || Form.ends_with("::" + Pattern))
      return true;
    if (auto Glob = GlobPattern::create(Pattern)) {
      if (Glob->match(Form))
        return true;
    } else {
      consumeError(Glob.takeError());
    }
  }
  return false;
}

bool LaunchRequest::matches(StringRef KernelName) const {
  return matchesKernelName(Kernel, KernelName);
}

/// The parameter called \p Name; none: the number of parameters.
static size_t findParameter(ArrayRef<KernelParameter> Parameters, StringRef Name) {
  return find_if(Parameters, [&](const KernelParameter &Each) { return Each.Name == Name; }) -
         Parameters.begin();
}

static std::string describeNoInteger(const KernelParameter &Parameter) {
  return Parameter.Name.empty() ? "does not take an integer for an unnamed parameter"
                                : "does not take an integer for '" + Parameter.Name + "'";
}

std::string LaunchRequest::misfit(ArrayRef<KernelParameter> Parameters) const {
  if (Arguments.size() > Parameters.size())
    return "takes " + utostr(Parameters.size()) +
           (Parameters.size() == 1 ? " argument, not " : " arguments, not ") +
           utostr(Arguments.size());
  for (auto [Argument, Parameter] : zip_first(Arguments, Parameters))
    if (Argument && !Parameter.Value)
      return describeNoInteger(Parameter);
  for (const auto &[Name, Value] : NamedArguments) {
    size_t Index = findParameter(Parameters, Name);
    if (Index == Parameters.size())
      return "has no parameter '" + Name + "'" +
             (Parameters.empty() ? ""
                                 : " (parameters: " +
                                       join(map_range(Parameters,
                                                      [](const KernelParameter &Each) {
                                                        return "'" + Each.Name + "'";
                                                      }),
                                            ", ") +
                                       ")");
    if (Index < Arguments.size())
      return "gets '" + Name + "' twice: by position and by name";
    if (Value && !Parameters[Index].Value)
      return describeNoInteger(Parameters[Index]);
  }
  return "";
}

LaunchContext LaunchRequest::context(ArrayRef<KernelParameter> Parameters) const {
  LaunchContext Context;
  Context.Grid = Grid;
  Context.Block = Block;
  Context.DynamicSharedBytes = DynamicSharedBytes;
  for (std::optional<int64_t> Argument : Arguments) {
    LaunchArgument &Known = Context.Arguments.emplace_back();
    Known.Value = Argument;
  }
  for (const auto &[Name, Value] : NamedArguments) {
    size_t Index = findParameter(Parameters, Name);
    if (Index == Parameters.size() || Index < Arguments.size())
      continue;
    if (Context.Arguments.size() <= Index)
      Context.Arguments.resize(Index + 1);
    Context.Arguments[Index].Value = Value;
  }
  Context.Origin = Origin;
  return Context;
}

Expected<LaunchRequest> parseLaunchOption(StringRef Text) {
  return LaunchOptionParser(Text).parse();
}

} // namespace memlint
