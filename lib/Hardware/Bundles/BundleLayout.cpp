//===- BundleLayout.cpp - Names in a bundle -------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BundleLayout.h"

#include "cuda-memlint/Hardware/Measure/InstrumentedRun.h"
#include "cuda-memlint/Support/RealPaths.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace memlint {

std::string resultName(const BundleProgram &Program, BundleBuild Build) {
  static constexpr llvm::StringLiteral Suffixes[] = {".optimised", ".debug", ".instrumented"};
  return Program.Name + Suffixes[size_t(Build)].str();
}

std::string withFolder(StringRef Text, StringRef Folder) {
  std::string Result;
  for (size_t Found; (Found = Text.find(BundleMark)) != StringRef::npos;
       Text = Text.drop_front(Found + BundleMark.size()))
    Result += (Text.take_front(Found) + Folder).str();
  return Result + Text.str();
}

BuildRequest buildRequest(const Bundle &From, const BundleProgram &Program, BundleBuild Build,
                          StringRef Target) {
  BuildRequest Request;
  Request.Source = joinPath(BundleMark, Program.Source);
  Request.Architecture = Target.str();
  Request.Debug = Build == BundleBuild::Debug;
  Request.Options = Program.Options;
  append_range(Request.Options, From.Options.CompileArguments);
  Request.OnlyWhatIsReached = !Program.Main.empty();
  Request.TimeLimit = std::chrono::seconds(From.Options.TimeoutSeconds);
  if (Build == BundleBuild::Instrumented) {
    Request.Options = instrumentedBuildOptions(sys::path::parent_path(Request.Source),
                                               Request.Options, From.Options.launchesOfRun());
    Request.Source = joinPath(joinPath(joinPath(BundleMark, BundleCopies), Program.Name),
                              Program.Main.empty() ? sys::path::filename(Program.Path)
                                                   : StringRef(Program.Main));
  } else if (!Program.Main.empty()) {
    Request.Source =
        joinPath(joinPath(joinPath(BundleMark, BundleMains), Program.Name), Program.Main);
  }
  return Request;
}

} // namespace memlint
