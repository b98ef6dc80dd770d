//===- HarnessFile.cpp - A generated main on disk -------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Hardware/Harness/HarnessFile.h"

#include "cuda-memlint/Hardware/Toolchain/NvccOptions.h"
#include "cuda-memlint/Hardware/Toolchain/VerifyOptions.h"
#include "cuda-memlint/Model/FileAnalysis.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace memlint {

bool needsMain(const FileAnalysis &File, const VerifyOptions &Options) {
  return Options.GenerateMain ||
         (!File.HasMain && Options.Command.empty() && !namesOtherParts(Options.CompileArguments));
}

Error ensureMain(FileAnalysis &File, const VerifyOptions &Options) {
  if (File.GeneratedMain || !needsMain(File, Options))
    return Error::success();
  Expected<Harness> Plan = planHarness(File);
  if (!Plan)
    return Plan.takeError();
  if (Error Failure = adoptHarness(File, *Plan, Options.Checks, Options.Budget))
    return Failure;
  File.GeneratedMain = std::make_shared<const Harness>(std::move(*Plan));
  return Error::success();
}

Expected<std::string> writeHarness(const FileAnalysis &File, const Harness &Plan, StringRef Source,
                                   const WorkFolder &Folder, StringRef Subfolder) {
  SmallString<128> Included(Source);
  sys::fs::make_absolute(Included);
  Expected<std::string> Text = harnessText(File, Plan, Included);
  if (!Text)
    return Text.takeError();
  SmallString<128> Path(Folder.path());
  sys::path::append(Path, Subfolder, sys::path::stem(File.Path) + ".harness.cu");
  if (Error Failure = writeText(Path, *Text))
    return std::move(Failure);
  return Path.str().str();
}

} // namespace memlint
