//===- Connection.cpp - Which messages are taken when ---------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Connection.h"

#include "Protocol.h"

#include "cuda-memlint/Support/JsonDepth.h"

#include "llvm/Support/FormatVariadic.h"

using namespace llvm;
using mlir::lsp::ErrorCode;
using mlir::lsp::Logger;
using mlir::lsp::LSPError;

namespace memlint::lsp {

/// The support library sends answers through the handlers of methods only, which know no other
/// than to make sure that they do not interleave with those of other threads.
static constexpr StringLiteral RefusedMethod = "$/refused";
/// The same of requests whose answer is that there is nothing.
static constexpr StringLiteral NothingMethod = "$/nothing";

std::string nameOfRequest(const json::Value &Id) { return formatv("{0}", Id).str(); }

bool PendingReplies::add(const std::string &Request, Callback<json::Value> Reply) {
  {
    std::lock_guard<std::mutex> Lock(Mutex);
    if (Waiting.try_emplace(Request, std::move(Reply)).second)
      return true;
  }
  Reply(make_error<LSPError>("a request with this id waits for its answer",
                             ErrorCode::InvalidRequest));
  return false;
}

std::optional<Callback<json::Value>> PendingReplies::take(const std::string &Request) {
  std::lock_guard<std::mutex> Lock(Mutex);
  auto Found = Waiting.extract(Request);
  return Found ? std::optional(std::move(Found.mapped())) : std::nullopt;
}

void PendingReplies::answer(const std::string &Request, json::Value Answer) {
  if (std::optional<Callback<json::Value>> Reply = take(Request))
    (*Reply)(std::move(Answer));
}

void PendingReplies::cancel(const std::string &Request) {
  if (std::optional<Callback<json::Value>> Reply = take(Request))
    (*Reply)(make_error<LSPError>("cancelled", ErrorCode::RequestCancelled));
}

Connection::Connection(std::FILE *In, mlir::lsp::MessageHandler &Messages)
    : Reader(In), Messages(Messages) {
  Messages.method(RefusedMethod, this, &Connection::onRefused);
  Messages.method(NothingMethod, this, &Connection::onNothing);
}

/// More than any message has.
static constexpr unsigned MostLevels = 1000;

SessionEnd Connection::run() {
  SessionEnd End = SessionEnd::Broken;
  while (true) {
    Expected<std::optional<std::string>> Text = Reader.next();
    if (!Text) {
      Logger::error("the session ends: {0}", toString(Text.takeError()));
      return SessionEnd::Broken;
    }
    if (!*Text)
      break;
    if (isNestedDeeper(**Text, MostLevels)) {
      refuse(nullptr, {ErrorCode::ParseError, "lists and objects are nested too deep"});
      continue;
    }
    Expected<json::Value> Message = json::parse(**Text);
    if (!Message)
      refuse(nullptr, {ErrorCode::ParseError, toString(Message.takeError())});
    else if (!take(std::move(*Message))) {
      if (Stage == SessionStage::ShutDown)
        return SessionEnd::Orderly;
      End = SessionEnd::WithoutShutdown;
      break;
    }
  }
  Logger::error("the session ended without the request 'shutdown' and an 'exit'");
  return End;
}

bool Connection::take(json::Value Message) {
  json::Object *Members = Message.getAsObject();
  json::Value *Id = Members ? Members->get("id") : nullptr;
  if (!Members || Members->getString("jsonrpc") != "2.0") {
    refuse(Id ? *Id : json::Value(nullptr),
           {ErrorCode::InvalidRequest, "not a message of JSON-RPC 2.0"});
    return true;
  }
  std::optional<StringRef> Method = Members->getString("method");
  json::Value *Params = Members->get("params");
  json::Value Given = Params ? std::move(*Params) : json::Value(nullptr);
  limitPositions(Given);
  normaliseUris(Given);
  bool IsOfFile = !isOfOtherThanFile(Given);
  if (Method && Id) {
    Request = nameOfRequest(*Id);
    if (std::optional<Refusal> Why = refusalOf(*Method))
      refuse(std::move(*Id), std::move(*Why));
    else if (!IsOfFile)
      Messages.onCall(NothingMethod, nullptr, std::move(*Id));
    else
      Messages.onCall(*Method, std::move(Given), std::move(*Id));
    return true;
  }
  if (Method && *Method == "exit")
    return false;
  if (Method) {
    if (Stage == SessionStage::Initialized && IsOfFile)
      Messages.onNotify(*Method, std::move(Given));
    return true;
  }
  // The answer to a request of ours.
  const json::Object *Failure = Members->getObject("error");
  json::Value *Result = Members->get("result");
  if (Id && Failure)
    Messages.onReply(std::move(*Id),
                     make_error<LSPError>(Failure->getString("message").value_or("").str(),
                                          ErrorCode::UnknownErrorCode));
  else if (Id)
    Messages.onReply(std::move(*Id), Result ? std::move(*Result) : json::Value(nullptr));
  return true;
}

std::optional<Connection::Refusal> Connection::refusalOf(StringRef Method) const {
  bool Begins = Method == "initialize";
  if (Stage == SessionStage::New && !Begins)
    return Refusal{ErrorCode::ServerNotInitialized, "'initialize' comes first"};
  if (Stage == SessionStage::ShutDown)
    return Refusal{ErrorCode::InvalidRequest, "the server has been shut down"};
  if (Stage == SessionStage::Initialized && Begins)
    return Refusal{ErrorCode::InvalidRequest, "the server has been initialized"};
  return std::nullopt;
}

void Connection::refuse(json::Value Id, Refusal Why) {
  Refused = std::move(Why);
  Messages.onCall(RefusedMethod, nullptr, std::move(Id));
}

void Connection::onRefused(const mlir::lsp::NoParams &, Callback<std::nullptr_t> Reply) {
  Reply(make_error<LSPError>(Refused.Reason, Refused.Code));
}

void Connection::onNothing(const mlir::lsp::NoParams &, Callback<std::nullptr_t> Reply) {
  Reply(nullptr);
}

} // namespace memlint::lsp
