//===- BashCompletions.cpp - Bash's completions ---------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Completions.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace memlint {

/// Bash splits words at = and : where COMP_WORDBREAKS has them: the word is put together again, and
/// what bash takes as its beginning is left out of the answers. Works with and without the package
/// bash-completion.
static constexpr StringLiteral Functions = R"bash(
# Adds the words of $2 that begin with $3, with $1 before each.
_cuda_memlint_add() {
  local word
  while IFS= read -r word; do
    [[ $word == "$3"* ]] && COMPREPLY+=("$1$word")
  done <<<"$2"
}

# Adds files (-f) or folders (-d) that begin with $3, with $1 before each.
_cuda_memlint_add_paths() {
  local path
  compopt -o filenames 2>/dev/null
  while IFS= read -r path; do
    [[ -n $path ]] && COMPREPLY+=("$1$path")
  done < <(compgen "$2" -- "$3")
}

# Adds values of the option $2 of the command $1 that begin with $4, with $3 before each.
_cuda_memlint_add_values() {
  local kind words before=$3 value=$4
  kind=$(_cuda_memlint_kind "$1" "$2")
  words=$(_cuda_memlint_choices "$1" "$2")
  if [[ $kind == *list* && $value == *,* ]]; then
    before+=${value%,*},
    value=${value##*,}
  fi
  if [[ $2 == --also && $value == *:* ]]; then
    _cuda_memlint_add_paths "$before${value%%:*}:" -f "${value#*:}"
    return
  fi
  [[ -n $words ]] && _cuda_memlint_add "$before" "$words" "$value"
  case $kind in
  *file*) _cuda_memlint_add_paths "$before" -f "$value" ;;
  *folder*) _cuda_memlint_add_paths "$before" -d "$value" ;;
  esac
  [[ $2 == --also ]] && compopt -o nospace 2>/dev/null
  return 0
}

_cuda_memlint() {
  local piece=${COMP_WORDS[COMP_CWORD]} whole=${COMP_WORDS[COMP_CWORD]} command='' previous
  local -i at=COMP_CWORD index
  COMPREPLY=()
  # Bash has split what it calls a word.
  while ((at > 1)) && [[ ${COMP_WORDS[at]} == [=:] || ${COMP_WORDS[at - 1]} == [=:] ]]; do
    at+=-1
    whole=${COMP_WORDS[at]}$whole
  done
  [[ $piece == [=:] ]] && piece=
  local start=${whole%"$piece"}
  if ((at > 1)) && [[ -n $(_cuda_memlint_options "${COMP_WORDS[1]}") ]]; then
    command=${COMP_WORDS[1]}
  fi
  # What follows -- is for another program.
  for ((index = 1; index < at; ++index)); do
    if [[ ${COMP_WORDS[index]} == -- ]]; then
      _cuda_memlint_add_paths '' -f "$whole"
      COMPREPLY=("${COMPREPLY[@]#"$start"}")
      return
    fi
  done
  previous=${COMP_WORDS[at - 1]}
  if ((at > 1)) && [[ $(_cuda_memlint_kind "$command" "$previous") == *separate* ]]; then
    _cuda_memlint_add_values "$command" "$previous" '' "$whole"
  elif [[ $whole == -*=* ]]; then
    _cuda_memlint_add_values "$command" "${whole%%=*}" "${whole%%=*}=" "${whole#*=}"
  elif [[ $whole == -* ]]; then
    _cuda_memlint_add '' "$(_cuda_memlint_options "$command")" "$whole"
    [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *= ]] && compopt -o nospace 2>/dev/null
  else
    ((at == 1)) && _cuda_memlint_add '' "$_cuda_memlint_commands" "$whole"
    _cuda_memlint_add_values "$command" '' '' "$whole"
  fi
  COMPREPLY=("${COMPREPLY[@]#"$start"}")
}

complete -F _cuda_memlint cuda-memlint
)bash";

/// None of them has a character that is special between single quotes.
static std::string quotedLines(ArrayRef<std::string> Words) {
  return "'" + join(Words, "\n") + "'";
}

static StringRef nameOf(const SubCommand *Which) {
  return Which ? StringRef(Which->Name) : StringRef();
}

/// Prints a function with a case for each command: the options, those with a value with a =.
static void printOptionLists(raw_ostream &Stream) {
  Stream << "\n# The options of the command $1.\n_cuda_memlint_options() {\n  case $1 in\n";
  for (const SubCommand *Which : completedCommands()) {
    std::vector<std::string> Words;
    for (const ListedOption &Each : optionsOf(Which)) {
      bool IsLong = StringRef(Each.Spelling).starts_with("--");
      bool HasValue = Each.Kind != ValueKind::None;
      if (!HasValue || Each.IsOptional || !IsLong)
        Words.push_back(Each.Spelling);
      if (HasValue && IsLong)
        Words.push_back(Each.Spelling + "=");
    }
    Stream << "  '" << nameOf(Which) << "') echo " << quotedLines(Words) << " ;;\n";
  }
  Stream << "  esac\n}\n";
}

/// Prints a function with a case for each command and option that takes certain words.
static void printChoices(raw_ostream &Stream) {
  Stream << "\n# The words that the option $2 of the command $1 takes, or its operands.\n"
            "_cuda_memlint_choices() {\n  case $1:$2 in\n";
  for (const SubCommand *Which : completedCommands()) {
    for (const ListedOption &Each : optionsOf(Which))
      if (std::vector<std::string> Words = choicesOf(Each, Which); !Words.empty())
        Stream << "  '" << nameOf(Which) << ':' << Each.Spelling << "') echo " << quotedLines(Words)
               << " ;;\n";
    if (Which && !Which->Choices.empty())
      Stream << "  '" << Which->Name << ":') echo "
             << quotedLines({join(split(Which->Choices, '|'), "\n")}) << " ;;\n";
  }
  Stream << "  esac\n}\n";
}

/// Prints a function with a case for each option that takes a value.
static void printKinds(raw_ostream &Stream) {
  Stream << "\n# What the option $2 of the command $1 takes, and whether it may be the next word; "
            "or what\n"
            "# the command's operands are.\n"
            "_cuda_memlint_kind() {\n  case $2 in\n  '')\n    case $1 in\n";
  for (const SubCommand &Each : allSubCommands())
    if (Each.Completed != ValueKind::File)
      Stream << "    " << Each.Name << ") ;;\n";
  Stream << "    *) echo file ;;\n    esac\n    ;;\n";
  std::vector<std::string> Seen;
  for (const SubCommand *Which : completedCommands())
    for (const ListedOption &Each : optionsOf(Which)) {
      if (Each.Kind == ValueKind::None || is_contained(Seen, Each.Spelling))
        continue;
      Seen.push_back(Each.Spelling);
      Stream << "  " << Each.Spelling << ") echo '" << (Each.IsOptional ? "" : "separate ")
             << (Each.Kind == ValueKind::File     ? "file"
                 : Each.Kind == ValueKind::Folder ? "folder"
                 : takesList(Each)                ? "list"
                                                  : "text")
             << "' ;;\n";
    }
  Stream << "  esac\n}\n";
}

void printBashCompletions(raw_ostream &Stream) {
  Stream << "# Completes cuda-memlint in bash. Written by `cuda-memlint completions bash`.\n\n";
  std::vector<std::string> Names;
  for (const SubCommand &Each : allSubCommands())
    Names.push_back(Each.Name.str());
  Stream << "_cuda_memlint_commands=" << quotedLines(Names) << '\n';
  printOptionLists(Stream);
  printChoices(Stream);
  printKinds(Stream);
  Stream << Functions;
}

} // namespace memlint
