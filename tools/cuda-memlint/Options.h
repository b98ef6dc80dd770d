//===- Options.h - The options of the command -------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_TOOLS_OPTIONS_H
#define CUDA_MEMLINT_TOOLS_OPTIONS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

#include <string>
#include <vector>

namespace memlint {

// The macros of LLVM's option tables make these names.
// NOLINTBEGIN(readability-identifier-naming)
/// The options of Options.td.
enum OptionId : unsigned {
  OPT_INVALID,
#define OPTION(...) LLVM_MAKE_OPT_ID(__VA_ARGS__),
#include "Options.inc"
#undef OPTION
};
// NOLINTEND(readability-identifier-naming)

/// Which command takes an option, as a mask.
enum CommandMask : unsigned {
  OfLint = llvm::opt::DefaultVis,
  OfCost = 2,
  OfClangCommands = 4,
  OfMerge = 8,
  OfRecord = 16,
  OfDoctor = 32,
  OfCompletions = 64,
  OfDiff = 128,
  OfInit = 256
};

/// Reads the arguments of a command. The error is one line.
llvm::Expected<llvm::opt::InputArgList> parseOptions(llvm::ArrayRef<const char *> Arguments,
                                                     CommandMask Command);

/// The value of \p Id, the last one; empty where it is left out.
llvm::StringRef valueOf(const llvm::opt::InputArgList &Given, OptionId Id);

/// The option as it is written: `--format`.
std::string spelling(OptionId Id);

/// That \p Value is not \p Expected; by default what the table says of \p Id. Where that is a list
/// of words, the one that \p Word may have meant, the part of the value that is wrong.
llvm::Error badValue(OptionId Id, llvm::StringRef Value, const llvm::Twine &Expected,
                     llvm::StringRef Word);
llvm::Error badValue(OptionId Id, llvm::StringRef Value, const llvm::Twine &Expected = "");

/// What an option or an operand takes.
enum class ValueKind : uint8_t { None, Text, File, Folder };

/// An option as shells complete it.
struct ListedOption {
  OptionId Id;
  std::string Spelling;
  llvm::StringRef Help;
  /// What it is called in the help: "folder", "auto|always|never".
  llvm::StringRef Value;
  ValueKind Kind = ValueKind::None;
  /// It may be left out; else it may stand as the next argument.
  bool IsOptional = false;
};

/// Those of \p Command that --help lists, sorted by name.
std::vector<ListedOption> listOptions(CommandMask Command);

/// Lists the options of \p Command for --help.
void printOptions(llvm::raw_ostream &Stream, CommandMask Command);

} // namespace memlint

#endif // CUDA_MEMLINT_TOOLS_OPTIONS_H
