//===- Options.cpp - The options of the command ---------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Options.h"

#include "cuda-memlint/Frontend/CompileArguments.h"
#include "cuda-memlint/Frontend/SourceNames.h"
#include "cuda-memlint/Support/NearestName.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Option/Option.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <map>

using namespace llvm;

namespace memlint {

namespace {

/// What the table calls it.
constexpr CommandMask DefaultVis = OfLint;

#define PREFIX(NAME, VALUE)                                                                        \
  constexpr StringLiteral NAME##_init[] = VALUE;                                                   \
  constexpr ArrayRef<StringLiteral> NAME(NAME##_init, std::size(NAME##_init) - 1);
#include "Options.inc"
#undef PREFIX

constexpr opt::OptTable::Info InfoTable[] = {
#define OPTION(...) LLVM_CONSTRUCT_OPT_INFO(__VA_ARGS__),
#include "Options.inc"
#undef OPTION
};

class CommandOptions : public opt::GenericOptTable {
public:
  CommandOptions() : GenericOptTable(InfoTable) {}
};

} // namespace

static const CommandOptions &table() {
  static const CommandOptions Table;
  return Table;
}

static const opt::OptTable::Info &infoOf(unsigned Id) { return InfoTable[Id - 1]; }

std::string spelling(OptionId Id) {
  StringRef Name = infoOf(Id).getName();
  return ((Name.size() == 1 ? "-" : "--") + Name).str();
}

Error badValue(OptionId Id, StringRef Value, const Twine &Expected, StringRef Word) {
  std::string List = Expected.isTriviallyEmpty() ? infoOf(Id).Values : Expected.str();
  SmallVector<StringRef> Words(split(List, ", "));
  erase_if(Words, [](StringRef Each) { return Each.contains(' '); });
  return createStringError("invalid value '" + Value + "' for " + spelling(Id) + " (expected " +
                           List + ")" + (Word.empty() ? "" : didYouMean(Word, Words)));
}

Error badValue(OptionId Id, StringRef Value, const Twine &Expected) {
  return badValue(Id, Value, Expected, Value);
}

StringRef valueOf(const opt::InputArgList &Given, OptionId Id) {
  const opt::Arg *Last = Given.getLastArg(Id);
  return Last && Last->getNumValues() != 0 ? Last->getValue() : "";
}

/// The option of this name; OPT_INVALID where there is none.
static OptionId findOption(StringRef Name, CommandMask Command) {
  for (const opt::OptTable::Info &Each : InfoTable)
    if ((Each.Visibility & Command) && Each.getName() == Name)
      return OptionId(Each.ID);
  return OPT_INVALID;
}

/// The only option whose name goes on behind \p Beginning; empty: there is none, or several.
static StringRef onlyLongerName(StringRef Beginning, CommandMask Command) {
  constexpr size_t LeastLetters = 4;
  StringRef Found;
  for (const opt::OptTable::Info &Each : InfoTable) {
    StringRef Name = Each.getName();
    Name.consume_back("=");
    if (!(Each.Visibility & Command) || Beginning.size() < LeastLetters ||
        !Name.starts_with(Beginning) || Name == Found)
      continue;
    if (!Found.empty())
      return "";
    Found = Name;
  }
  return Found;
}

static Error describeUnknown(StringRef Argument, CommandMask Command) {
  OptionId Switch = findOption(Argument.ltrim('-').split('=').first, Command);
  if (Switch != OPT_INVALID)
    return createStringError(spelling(Switch) + " takes no value");
  std::string Text = ("unknown command line argument '" + Argument + "'").str(), Nearest;
  // Two slips make any two letters of any two others.
  constexpr size_t MostSlips = 2, LettersForASlip = 3;
  if (table().findNearest(Argument, Nearest, opt::Visibility(Command)) <=
      std::min(MostSlips, Argument.size() / LettersForASlip))
    return createStringError(Text + "; did you mean '" + Nearest + "'?");
  StringRef Beginning = Argument.ltrim('-').split('=').first;
  StringRef Longer = Argument.starts_with("--") ? onlyLongerName(Beginning, Command) : "";
  if (!Longer.empty())
    return createStringError(Text + "; did you mean '--" + Longer +
                             Argument.drop_front(2 + Beginning.size()) + "'?");
  if (isCompileOption(Argument))
    return createStringError(
        Text + "; compile options go after --, as in: cuda-memlint file.cu -- " + Argument);
  return createStringError(Text + "; see --help");
}

static Error describeMissing(StringRef Argument, CommandMask Command) {
  OptionId Id = findOption(Argument.ltrim('-'), Command);
  if (infoOf(Id).GroupID == OPT_Compiling)
    return createStringError("missing value of the compile option '" + Argument + "'");
  return createStringError(spelling(Id) + " needs a value; see --help");
}

/// Whether \p Argument, a path, may be meant for the option before it, whose value needs the =.
static bool looksLikeValue(StringRef Argument) {
  return !isNamedAsSource(Argument) && !Argument.starts_with("-") &&
         Argument.find_first_of("*?[") == StringRef::npos && !sys::fs::exists(Argument);
}

/// An empty value would silently undo the option, as that of a variable may that a script has not
/// set. \p Next is the argument that follows; null: none.
static Error checkValue(const opt::Arg &Given, const char *Next) {
  auto Id = OptionId(Given.getOption().getID());
  const opt::OptTable::Info &Info = infoOf(Id);
  bool HasValue = Given.getNumValues() != 0;
  bool MayLackValue = Given.getOption().getKind() == opt::Option::FlagClass && Info.MetaVar;
  if (MayLackValue && HasValue && !*Given.getValue())
    return badValue(Id, "", "one after the =, or neither");
  if (MayLackValue && !HasValue && Next && looksLikeValue(Next))
    return createStringError("no such file: '" + Twine(Next) + "'; to pass it as the value of " +
                             spelling(Id) + ", write " + spelling(Id) + "=" + Next);
  if (HasValue && Info.Values && StringRef(Given.getValue()).trim().empty())
    return badValue(Id, Given.getValue());
  return Error::success();
}

Expected<opt::InputArgList> parseOptions(ArrayRef<const char *> Arguments, CommandMask Command) {
  opt::InputArgList Result(Arguments.begin(), Arguments.end());
  for (unsigned Index = 0; Index < Arguments.size();) {
    const char *Argument = Arguments[Index];
    std::unique_ptr<opt::Arg> Each = table().ParseOneArg(Result, Index, opt::Visibility(Command));
    if (!Each)
      return describeMissing(Argument, Command);
    if (Each->getOption().matches(OPT_UNKNOWN))
      return describeUnknown(Argument, Command);
    if (Error Failure = checkValue(*Each, Index < Arguments.size() ? Arguments[Index] : nullptr))
      return std::move(Failure);
    Result.append(Each.release());
  }
  return std::move(Result);
}

/// How the help names an option: `--color=<auto|always|never>`.
static std::string usageOf(const opt::OptTable::Info &Info) {
  std::string Result = spelling(OptionId(Info.ID));
  if (!Info.MetaVar)
    return Result;
  if (Info.Kind == opt::Option::FlagClass)
    return Result + "[=" + Info.MetaVar + "]";
  return Result + (Info.getName().size() == 1 ? " " : "=") + Info.MetaVar;
}

static ValueKind kindOf(StringRef Value) {
  ValueKind Kind = Value.empty() ? ValueKind::None : ValueKind::Text;
  for (StringRef Word : split(Value, '|'))
    if (Word == "folder")
      Kind = ValueKind::Folder;
    else if (Word == "file" || Word == "path" || Word == "command")
      Kind = ValueKind::File;
  return Kind;
}

std::vector<ListedOption> listOptions(CommandMask Command) {
  std::vector<ListedOption> Result;
  for (const opt::OptTable::Info &Each : InfoTable) {
    if (!(Each.Visibility & Command) || !Each.HelpText)
      continue;
    // An alias takes what the option takes.
    const opt::OptTable::Info &Meant = Each.AliasID ? infoOf(Each.AliasID) : Each;
    StringRef Value = StringRef(Meant.MetaVar ? Meant.MetaVar : "").trim("<>");
    Result.push_back({OptionId(Meant.ID), spelling(OptionId(Each.ID)), Each.HelpText, Value,
                      kindOf(Value), Meant.Kind == opt::Option::FlagClass && Meant.MetaVar});
  }
  llvm::sort(Result, [](const ListedOption &Left, const ListedOption &Right) {
    return Left.Spelling < Right.Spelling;
  });
  return Result;
}

void printOptions(raw_ostream &Stream, CommandMask Command) {
  std::map<StringRef, std::map<StringRef, const opt::OptTable::Info *>> Groups;
  size_t Width = 0;
  for (const opt::OptTable::Info &Each : InfoTable) {
    if (!(Each.Visibility & Command) || !Each.HelpText)
      continue;
    Groups[infoOf(Each.GroupID).HelpText].emplace(Each.getName(), &Each);
    Width = std::max(Width, usageOf(Each).size());
  }
  for (const auto &[Heading, Members] : Groups) {
    Stream << '\n' << Heading << ":\n\n";
    for (const auto &[Name, Each] : Members)
      Stream << "  " << left_justify(usageOf(*Each), Width) << " - " << Each->HelpText << '\n';
  }
}

} // namespace memlint
