//===- Serving.cpp - Serving editors --------------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Serving.h"

#include "LintRun.h"

#include "cuda-memlint/LanguageServer/LanguageServer.h"

#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/FileSystem.h"

using namespace llvm;

namespace memlint {

int runServer(const ServerCommand &Command) {
  static char Symbol;
  LanguageServerOptions Options;
  Options.Program = sys::fs::getMainExecutable("cuda-memlint", &Symbol);
  Options.Version = MEMLINT_VERSION;
  Options.Arguments = Command.Arguments;
  Options.MakeAnalysis = [&](StringRef Path, ArrayRef<std::string> More) {
    // Those of the client come first: what follows `--` is for the compiler.
    std::vector<std::string> Whole = More.vec();
    Whole.insert(Whole.end(), Command.Arguments.begin(), Command.Arguments.end());
    return readServedAnalysis(Path, Whole);
  };
  switch (serveLanguage(stdin, outs(), Options)) {
  case SessionEnd::Orderly:
    return NothingFound;
  case SessionEnd::WithoutShutdown:
    // As the protocol demands.
    return 1;
  case SessionEnd::Broken:
    return Failed;
  }
  llvm_unreachable("covered switch");
}

} // namespace memlint
