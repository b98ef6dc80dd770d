//===- ZshCompletions.cpp - Zsh's completions -----------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Completions.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace memlint {

/// \p Text as part of a specification of _arguments between single quotes.
static std::string escaped(StringRef Text) {
  std::string Result;
  for (char Letter : Text) {
    if (Letter == '\'') {
      Result += "'\\''";
      continue;
    }
    if (StringRef(":[]\\").contains(Letter))
      Result += '\\';
    Result += Letter;
  }
  return Result;
}

static std::string actionOf(const ListedOption &Option, const SubCommand *Which) {
  std::vector<std::string> Words = choicesOf(Option, Which);
  if (takesList(Option))
    return "_sequence compadd - " + join(Words, " ");
  if (Option.Id == OPT_also)
    return "compadd -S \"\" - " + join(Words, " ");
  if (Option.Kind == ValueKind::File)
    return "_files";
  if (Option.Kind == ValueKind::Folder)
    return "_files -/";
  return Words.empty() ? " " : "(" + join(Words, " ") + ")";
}

/// One argument of _arguments.
static std::string specificationOf(const ListedOption &Option, const SubCommand *Which) {
  bool IsLong = StringRef(Option.Spelling).starts_with("--");
  std::string Result =
      (Option.Id == OPT_also || Option.Id == OPT_launch ? "*" : "") + Option.Spelling;
  if (Option.Kind != ValueKind::None)
    Result += Option.IsOptional ? "=-" : IsLong ? "=" : "+";
  Result += "[" + escaped(Option.Help) + "]";
  if (Option.Kind != ValueKind::None)
    Result +=
        (Option.IsOptional ? "::" : ":") + escaped(Option.Value) + ":" + actionOf(Option, Which);
  return Result;
}

static std::string operandsOf(const SubCommand *Which) {
  if (Which && !Which->Choices.empty())
    return "(" + join(split(Which->Choices, '|'), " ") + ")";
  return !Which || Which->Completed == ValueKind::File ? "_files" : "_default";
}

static void printArguments(raw_ostream &Stream, const SubCommand *Which) {
  Stream << "    _arguments -S";
  for (const ListedOption &Each : optionsOf(Which))
    Stream << " \\\n      '" << specificationOf(Each, Which) << '\'';
  Stream << " \\\n      '*:operand:" << operandsOf(Which) << "'\n";
}

void printZshCompletions(raw_ostream &Stream) {
  Stream << "#compdef cuda-memlint\n"
            "# Completes cuda-memlint in zsh. Written by `cuda-memlint completions zsh`.\n\n"
            "_cuda-memlint() {\n"
            "  local -a subcommands\n"
            "  subcommands=(\n";
  for (const SubCommand &Each : allSubCommands())
    Stream << "    '" << Each.Name << ':' << escaped(Each.Summary) << "'\n";
  Stream << "  )\n"
            "  if ((CURRENT == 2)) && [[ $words[2] != -* ]]; then\n"
            "    _describe subcommand subcommands\n"
            "    _files\n"
            "    return\n"
            "  fi\n"
            "  case $words[2] in\n";
  for (const SubCommand &Each : allSubCommands()) {
    Stream << "  " << Each.Name << ")\n"
           << "    shift words\n    ((CURRENT--))\n";
    printArguments(Stream, &Each);
    Stream << "    ;;\n";
  }
  Stream << "  *)\n";
  printArguments(Stream, nullptr);
  Stream << "    ;;\n  esac\n}\n\n"
            // Loaded from a folder of functions, it is called at once.
            "if [[ $zsh_eval_context[-1] == loadautofunc ]]; then\n"
            "  _cuda-memlint \"$@\"\n"
            "else\n"
            "  compdef _cuda-memlint cuda-memlint\n"
            "fi\n";
}

} // namespace memlint
