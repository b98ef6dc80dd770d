//===- Completions.cpp - What shells complete -----------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Completions.h"

#include "CommandLine.h"

#include "cuda-memlint/Checks/Check.h"
#include "cuda-memlint/Hardware/Sanitizer/Hazard.h"
#include "cuda-memlint/Report/ReportFormat.h"
#include "cuda-memlint/Target/TargetModel.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace memlint {

static constexpr CompletedShell Shells[] = {
    {"bash", printBashCompletions}, {"zsh", printZshCompletions}, {"fish", printFishCompletions}};

const CompletedShell *findShell(StringRef Name) {
  const CompletedShell *Found =
      find_if(Shells, [&](const CompletedShell &Each) { return Each.Name == Name; });
  return Found == std::end(Shells) ? nullptr : Found;
}

/// Those of "a|b" that are words to type, not names of what is to be typed.
static std::vector<std::string> wordsIn(StringRef Value) {
  std::vector<std::string> Words;
  if (Value.contains('|'))
    for (StringRef Word : split(Value, '|'))
      if (!is_contained({"file", "folder", "revision"}, Word))
        Words.push_back(Word.str());
  return Words;
}

std::vector<std::string> choicesOf(const ListedOption &Option, const SubCommand *Which) {
  std::vector<std::string> Result;
  switch (Option.Id) {
  case OPT_format:
    if (Which && !Which->Formats.empty())
      return wordsIn(Which->Formats);
    [[fallthrough]];
  case OPT_also:
    for (const ReportFormat &Each : reportFormats())
      for (StringRef Name : {StringRef(Each.Name), StringRef(Each.Alias)})
        if (!Name.empty())
          Result.push_back((Name + (Option.Id == OPT_also ? ":" : "")).str());
    return Result;
  case OPT_checks:
  case OPT_explain_check:
    for (const Check *Each : allChecks())
      Result.push_back(Each->Name.str());
    return Result;
  case OPT_arch:
    for (ArrayRef<TargetModel> Rows : {nvidiaTargets(), amdTargets()})
      for (const TargetModel &Each : Rows)
        Result.push_back(Each.name());
    return Result;
  case OPT_verify_sanitizer:
    for (SanitizerTool Each : AllSanitizerTools)
      Result.push_back(sanitizerToolName(Each).str());
    return Result;
  default:
    return wordsIn(Option.Value);
  }
}

bool takesList(const ListedOption &Option) {
  return Option.Id == OPT_checks || Option.Id == OPT_verify_sanitizer || Option.Id == OPT_arch;
}

std::vector<const SubCommand *> completedCommands() {
  std::vector<const SubCommand *> Result = {nullptr};
  for (const SubCommand &Each : allSubCommands())
    Result.push_back(&Each);
  return Result;
}

/// Whether \p Outcome is not an error.
template <typename T> static bool isTaken(Expected<T> Outcome) {
  if (Outcome)
    return true;
  consumeError(Outcome.takeError());
  return false;
}

/// \p Option as it may stand on a command line, with values that some options take.
static std::vector<std::string> examplesOf(const ListedOption &Option) {
  if (Option.Kind == ValueKind::None)
    return {Option.Spelling};
  std::vector<std::string> Values = choicesOf(Option, nullptr), Result;
  Values.insert(Values.end(), {"1", "1/2", "name", "json:name"});
  for (const std::string &Value : Values)
    Result.push_back(Option.Spelling + (StringRef(Option.Spelling).starts_with("--") ? "=" : "") +
                     Value);
  return Result;
}

/// Whether the server does not take \p Option, as one that writes files or runs programs, where
/// the command does. An option with a value that neither takes, as of a file that has to exist, is
/// not refused.
static bool isRefusedByServer(const ListedOption &Option) {
  bool IsOfCommand = Option.Kind == ValueKind::None;
  for (const std::string &Example : examplesOf(Option)) {
    if (isTaken(readServedAnalysis("file.cu", {Example})))
      return false;
    const char *Words[] = {"cuda-memlint", "file.cu", Example.c_str()};
    IsOfCommand = IsOfCommand || isTaken(readCommandLine(std::size(Words), Words));
  }
  return IsOfCommand;
}

std::vector<ListedOption> optionsOf(const SubCommand *Which) {
  std::vector<ListedOption> Result = listOptions(Which ? Which->Mask : OfLint);
  if (Which && Which == subCommand("lsp"))
    erase_if(Result, isRefusedByServer);
  return Result;
}

} // namespace memlint
