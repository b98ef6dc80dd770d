//===- StandbyRequest.h - An analysis by a process that waits ---*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the server and a process that stands by say to each other, a line each.
/// The server sends requests, the first one of the text to begin with; it has
/// no answer but "ready", once the process has come to where it waits. Each
/// other one is answered with "started ID", where ID is the process that
/// does it, and with "ended CODE", where CODE is the exit code, or
/// "lost". The line "stop" meanwhile ends the analysis.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LANGUAGESERVER_STANDBYREQUEST_H
#define CUDA_MEMLINT_LANGUAGESERVER_STANDBYREQUEST_H

#include "llvm/Support/JSON.h"

#include <string>
#include <vector>

namespace memlint::lsp {

struct StandbyRequest {
  /// The word in the place of the command's arguments that makes a process stand by.
  static constexpr llvm::StringLiteral Word = "lsp-standby";
  /// What ends the analysis.
  static constexpr llvm::StringLiteral Stop = "stop";
  /// Added to the exit code where the process is not ahead of the present text any more.
  static constexpr int NotAhead = 64;
  /// Added where the file was parsed once more after that: another attempt should wait.
  static constexpr int OneMoreAttempt = 32;

  /// Of the command.
  std::vector<std::string> Arguments;
  std::string InputFile, OutputFile;
  /// Of the first request: the attempts to parse the file before the one that waits.
  uint64_t Skipped = 0;
  /// Of the first request: the bytes at the beginning of the file that are likely to stay.
  uint64_t Unchanged = 0;
};

inline llvm::json::Value toJSON(const StandbyRequest &Request) {
  return llvm::json::Object{{"arguments", Request.Arguments},
                            {"input", Request.InputFile},
                            {"output", Request.OutputFile},
                            {"skipped", Request.Skipped},
                            {"unchanged", Request.Unchanged}};
}

inline bool fromJSON(const llvm::json::Value &Value, StandbyRequest &Request,
                     llvm::json::Path Path) {
  llvm::json::ObjectMapper Members(Value, Path);
  return Members && Members.map("arguments", Request.Arguments) &&
         Members.map("input", Request.InputFile) && Members.map("output", Request.OutputFile) &&
         Members.mapOptional("skipped", Request.Skipped) &&
         Members.mapOptional("unchanged", Request.Unchanged);
}

} // namespace memlint::lsp

#endif // CUDA_MEMLINT_LANGUAGESERVER_STANDBYREQUEST_H
