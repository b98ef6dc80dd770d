//===- SubCommands.cpp - The subcommands ----------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SubCommands.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

static constexpr SubCommand SubCommands[] = {
    {"clang-commands", OfClangCommands, "print compile commands for Clang-based tools",
     "[file...] [-- compile options]", ValueKind::File},
    {"completions", OfCompletions, "print a script that completes this command in a shell",
     "bash|zsh|fish", ValueKind::Text, "bash|zsh|fish"},
    {"cost", OfCost, "predict the cost of the requests in a CSV file",
     "file.csv, or - for standard input", ValueKind::File},
    {"diff", OfDiff, "compare two JSON reports, or two revisions of a git repository",
     "base.json head.json | revision [revision] [-- path... options]", ValueKind::File, "",
     "text|markdown"},
    {"doctor", OfDoctor,
     "show what was found on this machine, and what does not work without the rest", "",
     ValueKind::Text, "", "text|json"},
    {"init", OfInit,
     "write a .cuda-memlint.yaml for the current folder, with what it suggests as comments"},
    {"lsp", OfLint, "serve editors by the Language Server Protocol, on standard input and output",
     "[-- compile options]"},
    {"merge", OfMerge, "report on all parts that --shard has analysed, or join recordings",
     "file...", ValueKind::File},
    {"record", OfRecord,
     "run a program and write how it launches its kernels (launches.yaml), for --launches",
     "-- program [argument...]"},
};

ArrayRef<SubCommand> allSubCommands() { return SubCommands; }

const SubCommand *subCommand(StringRef Name) {
  const SubCommand *Found =
      find_if(SubCommands, [&](const SubCommand &Each) { return Each.Name == Name; });
  return Found == std::end(SubCommands) ? nullptr : Found;
}

} // namespace memlint
