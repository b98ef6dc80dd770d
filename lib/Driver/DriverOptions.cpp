//===- DriverOptions.cpp - What holds for one file ------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Driver/Driver.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

const FileSettings *DriverOptions::settingsOf(StringRef Path) const {
  if (!OfFile)
    return nullptr;
  auto Found = OfFile->find(Path.str());
  return Found == OfFile->end() ? nullptr : &Found->second;
}

/// Puts what \p Settings say in its places.
static void apply(const FileSettings &Settings, DriverOptions &Result) {
  Result.Checks = Settings.Checks;
  Result.Launches = Settings.Launches;
  Result.Recordings = Settings.Recordings;
  if (Settings.Arguments)
    Result.Arguments = Settings.Arguments;
  Result.PossibleRaces = Settings.PossibleRaces;
  Result.Frontend.Architecture = Settings.Architecture;
  Result.OtherDevices = Settings.OtherArchitectures;
  Result.Frontend.Toolkit = Settings.Toolkit;
  if (Settings.Toolkit == ToolkitMode::Path)
    Result.Frontend.ToolkitPath = Settings.ToolkitPath;
  Result.Frontend.CompileArguments = Settings.CompileArguments;
}

DriverOptions DriverOptions::forFile(StringRef Path) const {
  DriverOptions Result = *this;
  if (const FileSettings *Settings = settingsOf(Path))
    apply(*Settings, Result);
  if (auto Found = RunOfFile.find(Path.str()); Found != RunOfFile.end())
    append_range(Result.Recordings, Found->second);
  // They are in their place, and must not be put there again.
  Result.RunOfFile.clear();
  return Result;
}

} // namespace memlint
