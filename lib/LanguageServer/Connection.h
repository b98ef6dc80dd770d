//===- Connection.h - Which messages are taken when -------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_LANGUAGESERVER_CONNECTION_H
#define CUDA_MEMLINT_LIB_LANGUAGESERVER_CONNECTION_H

#include "MessageReader.h"

#include "cuda-memlint/LanguageServer/LanguageServer.h"

#include "mlir/Tools/lsp-server-support/Transport.h"

#include <map>
#include <mutex>

namespace memlint::lsp {

using mlir::lsp::Callback;

/// How far a session is; the server says so, when it has done what the client asked for.
enum class SessionStage : uint8_t { New, Initialized, ShutDown };

/// Requests that are answered later, until they are or the client cancels them. May be used by
/// several threads.
class PendingReplies {
public:
  /// False if a request of that name waits already, which is refused then.
  bool add(const std::string &Request, Callback<llvm::json::Value> Reply);
  /// Answers, unless the request has been cancelled.
  void answer(const std::string &Request, llvm::json::Value Answer);
  void cancel(const std::string &Request);

private:
  std::optional<Callback<llvm::json::Value>> take(const std::string &Request);

  std::mutex Mutex;
  std::map<std::string, Callback<llvm::json::Value>> Waiting;
};

/// Takes the messages of a client to their handlers, as the support library's JSONTransport does.
/// Beyond that it keeps the order of a session, answers what cannot be taken, and says which
/// request a handler is called for.
class Connection {
public:
  Connection(std::FILE *In, mlir::lsp::MessageHandler &Messages);

  /// Until the notification `exit`, or the end of the input. Writes to the log what is wrong.
  SessionEnd run();

  SessionStage Stage = SessionStage::New;

  /// The identifier of the request whose handler is called, as text.
  const std::string &request() const { return Request; }

private:
  struct Refusal {
    mlir::lsp::ErrorCode Code;
    std::string Reason;
  };

  /// Takes one message; false: it is `exit`.
  bool take(llvm::json::Value Message);
  std::optional<Refusal> refusalOf(llvm::StringRef Method) const;
  void refuse(llvm::json::Value Id, Refusal Why);
  void onRefused(const mlir::lsp::NoParams &, Callback<std::nullptr_t> Reply);
  void onNothing(const mlir::lsp::NoParams &, Callback<std::nullptr_t> Reply);

  MessageReader Reader;
  mlir::lsp::MessageHandler &Messages;
  std::string Request;
  /// Of the message at hand.
  Refusal Refused;
};

/// The identifier of a request as a name for it: 1 and "1" are two.
std::string nameOfRequest(const llvm::json::Value &Id);

} // namespace memlint::lsp

#endif // CUDA_MEMLINT_LIB_LANGUAGESERVER_CONNECTION_H
