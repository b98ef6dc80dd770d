//===- MessageReader.cpp - Messages of a client ---------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MessageReader.h"

#include "llvm/ADT/StringRef.h"

#include <cerrno>

using namespace llvm;

namespace memlint::lsp {

size_t MessageReader::read(char *To, size_t Count) {
  size_t Done = 0;
  while (Done != Count) {
    errno = 0;
    Done += std::fread(To + Done, 1, Count - Done, In);
    if (Done == Count || !std::ferror(In) || errno != EINTR)
      break;
    std::clearerr(In);
  }
  return Done;
}

Expected<bool> MessageReader::readLine(std::string &Line) {
  constexpr size_t MostBytes = 1 << 12;
  Line.clear();
  for (char Next = 0; read(&Next, 1) == 1; Line += Next) {
    if (Next == '\n') {
      if (StringRef(Line).ends_with("\r"))
        Line.pop_back();
      return true;
    }
    if (Line.size() == MostBytes)
      return createStringError("a line of a header is too long");
  }
  if (!Line.empty())
    return createStringError("the input ends in a header");
  return false;
}

Expected<std::optional<std::string>> MessageReader::next() {
  constexpr size_t MostBytes = size_t(1) << 30;
  std::optional<size_t> Length;
  std::string Line;
  for (bool IsFirst = true;; IsFirst = false) {
    Expected<bool> IsThere = readLine(Line);
    if (!IsThere)
      return IsThere.takeError();
    if (!*IsThere && IsFirst)
      return std::nullopt;
    if (!*IsThere)
      return createStringError("the input ends in a header");
    if (Line.empty())
      break;
    auto [Name, Value] = StringRef(Line).split(':');
    if (!Name.trim().equals_insensitive("Content-Length"))
      continue;
    size_t Given;
    if (Value.trim().getAsInteger(10, Given) || Given > MostBytes)
      return createStringError("invalid Content-Length '" + Value.trim() + "'");
    Length = Given;
  }
  if (!Length)
    return createStringError("a header without Content-Length");
  std::string Message(*Length, '\0');
  if (read(Message.data(), *Length) != *Length)
    return createStringError("the input ends in a message");
  return Message;
}

} // namespace memlint::lsp
