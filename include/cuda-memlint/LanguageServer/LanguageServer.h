//===- LanguageServer.h - Serves editors ------------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LANGUAGESERVER_LANGUAGESERVER_H
#define CUDA_MEMLINT_LANGUAGESERVER_LANGUAGESERVER_H

#include "cuda-memlint/Process/ForkedWork.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdint>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

namespace memlint {

/// How the command is to analyse the text on standard input.
struct ServedAnalysis {
  std::vector<std::string> Arguments;
  /// What it may take.
  WorkLimits Limits;
};

struct LanguageServerOptions {
  /// The command that analyses a file, this program itself. It runs in processes of its own: the
  /// server keeps nothing of a file but its report.
  std::string Program;
  std::string Version;
  /// With which files are analysed, in addition to those of the client.
  std::vector<std::string> Arguments;
  /// What the command is given for the text on standard input, as the file at a path, with more
  /// arguments of the client's; the error, one line, says why the command does not take those.
  std::function<llvm::Expected<ServedAnalysis>(llvm::StringRef Path,
                                               llvm::ArrayRef<std::string> More)>
      MakeAnalysis;
};

/// How a session ends: with the request `shutdown` and the notification `exit`, with `exit` alone,
/// or in another way.
enum class SessionEnd : uint8_t { Orderly, WithoutShutdown, Broken };

/// Serves one client by the Language Server Protocol (3.17) until it says that it is done.
SessionEnd serveLanguage(std::FILE *In, llvm::raw_ostream &Out,
                         const LanguageServerOptions &Options);

} // namespace memlint

#endif // CUDA_MEMLINT_LANGUAGESERVER_LANGUAGESERVER_H
