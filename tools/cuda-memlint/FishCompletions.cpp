//===- FishCompletions.cpp - Fish's completions ---------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Completions.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace memlint {

/// Between single quotes.
static std::string quoted(StringRef Text) {
  std::string Result = "'";
  for (char Letter : Text) {
    if (Letter == '\'' || Letter == '\\')
      Result += '\\';
    Result += Letter;
  }
  return Result + "'";
}

static std::string conditionOf(const SubCommand *Which) {
  std::string Condition = Which ? "" : "not ";
  Condition += "__fish_seen_subcommand_from";
  for (const SubCommand &Each : allSubCommands())
    if (!Which || Which == &Each)
      Condition += " " + Each.Name.str();
  return "complete -c cuda-memlint -n " + quoted(Condition);
}

static void printOption(raw_ostream &Stream, const ListedOption &Option, const SubCommand *Which) {
  StringRef Name = Option.Spelling;
  bool IsLong = Name.consume_front("--");
  Name.consume_front("-");
  Stream << conditionOf(Which) << (IsLong ? " -l " : " -s ") << Name;
  std::vector<std::string> Words = choicesOf(Option, Which);
  if (Option.Kind == ValueKind::File)
    Stream << " -r -F";
  else if (Option.Kind == ValueKind::Folder)
    Stream << " -x";
  else if (Option.Kind == ValueKind::Text)
    Stream << (Option.IsOptional ? " -f" : " -x");
  std::string Answers = join(Words, " ");
  if (Option.Kind == ValueKind::Folder)
    Answers += std::string(Answers.empty() ? "" : " ") + "(__fish_complete_directories)";
  if (!Answers.empty())
    Stream << " -a " << quoted(Answers);
  Stream << " -d " << quoted(Option.Help) << '\n';
}

void printFishCompletions(raw_ostream &Stream) {
  Stream << "# Completes cuda-memlint in fish. Written by `cuda-memlint completions fish`.\n\n";
  for (const SubCommand &Each : allSubCommands())
    Stream << "complete -c cuda-memlint -n __fish_use_subcommand -a " << Each.Name << " -d "
           << quoted(Each.Summary) << '\n';
  for (const SubCommand *Which : completedCommands()) {
    Stream << '\n';
    for (const ListedOption &Each : optionsOf(Which))
      printOption(Stream, Each, Which);
    if (Which && Which->Completed != ValueKind::File && Which->Mask != OfRecord)
      Stream << conditionOf(Which) << " -f"
             << (Which->Choices.empty() ? ""
                                        : " -a " + quoted(join(split(Which->Choices, '|'), " ")))
             << '\n';
  }
}

} // namespace memlint
