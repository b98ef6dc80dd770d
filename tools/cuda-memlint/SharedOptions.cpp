//===- SharedOptions.cpp - Options of several commands --------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SharedOptions.h"

#include "cuda-memlint/Configuration/Setting.h"
#include "cuda-memlint/Frontend/CompileArguments.h"
#include "cuda-memlint/Frontend/SourceFileSystem.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"

using namespace llvm;
using llvm::opt::InputArgList;

namespace memlint {

Error readNumber(const InputArgList &Given, OptionId Id, unsigned Most, unsigned &Number) {
  StringRef Text = valueOf(Given, Id);
  if (Given.hasArg(Id) && (Text.getAsInteger(10, Number) || Number == 0 || Number > Most))
    return badValue(Id, Text, "a number from 1 to " + utostr(Most));
  return Error::success();
}

Expected<Configuration> readSettings(const InputArgList &Given) {
  SmallString<256> Folder;
  sys::fs::current_path(Folder);
  Configuration Result;
  for (const opt::Arg *Each : Given) {
    auto Id = OptionId(Each->getOption().getID());
    // Of others the last one counts.
    if (Id != OPT_launch && Id != OPT_launches && Each != Given.getLastArg(Id))
      continue;
    const Setting *Found = find_if(allSettings(), [&](const Setting &Item) {
      return !Item.Option.empty() && "--" + Item.Option.str() == spelling(Id);
    });
    if (Found == allSettings().end())
      continue;
    StringRef Text = Each->getNumValues() == 0 ? "true" : Each->getValue();
    if (!Found->accepts(Text))
      return badValue(Id, Text, Found->Words);
    if (Error Failure = Found->Read(Result, Text, Folder)) {
      std::string Why = toString(std::move(Failure));
      if (Id == OPT_launch || Id == OPT_args)
        return createStringError(spelling(Id) + " '" + Text + "': " + Why);
      bool NamesOption =
          is_contained({OPT_checks, OPT_min_excess, OPT_min_share, OPT_launches}, Id);
      return createStringError((NamesOption ? spelling(Id) + ": " : "") + Why);
    }
  }
  return Result;
}

Error readFrontend(const InputArgList &Given, const Configuration &Settings,
                   FrontendOptions &Frontend) {
  StringRef Toolkit = valueOf(Given, OPT_toolkit);
  Frontend.Architecture = Settings.Architecture;
  Frontend.CompilationDatabase = valueOf(Given, OPT_database);
  Frontend.ToolkitPath = valueOf(Given, OPT_cuda_path);
  if (Toolkit.empty() || Toolkit == "auto") {
    Frontend.Toolkit = ToolkitMode::Auto;
  } else if (Toolkit == "embedded") {
    Frontend.Toolkit = ToolkitMode::Embedded;
    if (Given.hasArg(OPT_cuda_path))
      return createStringError("--toolkit=embedded uses no toolkit: omit --cuda-path");
  } else {
    Frontend.Toolkit = ToolkitMode::Path;
    Frontend.ToolkitPath = Toolkit;
    if (Given.hasArg(OPT_cuda_path))
      return createStringError("--toolkit already names a folder: omit --cuda-path");
  }
  return Error::success();
}

std::vector<std::string> renderOptions(const InputArgList &Given,
                                       function_ref<bool(const opt::Arg &)> Omitted) {
  opt::ArgStringList Texts;
  for (const opt::Arg *Each : Given)
    if (!Omitted(*Each))
      Each->render(Given, Texts);
  return {Texts.begin(), Texts.end()};
}

Error readCompiler(const InputArgList &Given, ForeignArguments &Foreign) {
  Foreign.Compiler = renderOptions(
      Given, [](const opt::Arg &Each) { return !Each.getOption().matches(OPT_Compiling); });
  append_range(Foreign.Compiler, Foreign.AfterDashes);
  if (!Foreign.Compiler.empty() && wantsValue(Foreign.Compiler.back()))
    return createStringError("compile option '" + Foreign.Compiler.back() +
                             "': missing value, expected as the next argument");
  return checkCompileArguments(Foreign.Compiler, *sourceFileSystem());
}

} // namespace memlint
