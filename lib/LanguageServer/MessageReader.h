//===- MessageReader.h - Messages of a client -------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_LANGUAGESERVER_MESSAGEREADER_H
#define CUDA_MEMLINT_LIB_LANGUAGESERVER_MESSAGEREADER_H

#include "llvm/Support/Error.h"

#include <cstdio>
#include <optional>
#include <string>

namespace memlint::lsp {

/// Divides the input into messages: lines of a header, one of them `Content-Length`, an empty line,
/// and so many bytes. The support library's own reader skips what it does not understand, and with
/// it messages that the client waits for.
class MessageReader {
public:
  explicit MessageReader(std::FILE *In) : In(In) {}

  /// The bytes of the next message; nothing: the input has ended. Fails if the start of
  /// the next message cannot be found: without a valid length, or if the input ends inside a
  /// message.
  llvm::Expected<std::optional<std::string>> next();

private:
  /// Reads a line without its end; false: the input has ended.
  llvm::Expected<bool> readLine(std::string &Line);
  size_t read(char *To, size_t Count);

  std::FILE *In;
};

} // namespace memlint::lsp

#endif // CUDA_MEMLINT_LIB_LANGUAGESERVER_MESSAGEREADER_H
