//===- CacheEntry.cpp - A result and what it was made from ----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Cache/CacheEntry.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/MsgPackReader.h"
#include "llvm/BinaryFormat/MsgPackWriter.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>

using namespace llvm;

namespace memlint {

namespace {

/// Paths follow one another through the same folders: each is written as the number of its first
/// bytes that the one before has in common, and the rest (front coding).
class EntryWriter {
public:
  explicit EntryWriter(raw_ostream &Stream) : Output(Stream) {}

  void write(ArrayRef<FileRead> Reads) {
    Output.writeArraySize(uint32_t(Reads.size()));
    for (const FileRead &Read : Reads)
      write(Read);
  }
  void writeResult(StringRef Result) { Output.write(MemoryBufferRef(Result, "result")); }

private:
  void write(const FileRead &Read) {
    writePath(Read.Path);
    Output.write(uint64_t(Read.Is));
    Output.write(Read.RealPath.has_value());
    if (Read.RealPath)
      Output.write(StringRef(*Read.RealPath));
    Output.write(Read.Contents.has_value());
    if (!Read.Contents)
      return;
    Output.write(toStringRef(ArrayRef(*Read.Contents)));
    Output.write(Read.Size);
    Output.write(StringRef(Read.SameAs));
  }
  void writePath(StringRef Path) {
    size_t Common =
        std::mismatch(Path.begin(), Path.end(), Last.begin(), Last.end()).first - Path.begin();
    Output.write(uint64_t(Common));
    Output.write(Path.drop_front(Common));
    Last = Path;
  }

  msgpack::Writer Output;
  StringRef Last;
};

/// Reads what EntryWriter wrote. After the first object that is not what it should be, nothing is
/// found any more.
class EntryReader {
public:
  explicit EntryReader(StringRef Bytes) : Input(Bytes), MostReads(Bytes.size()) {}

  std::optional<CacheEntry> read() {
    CacheEntry Entry;
    std::optional<msgpack::Object> Count = next(msgpack::Type::Array);
    if (!Count || Count->Length > MostReads)
      return std::nullopt;
    for (size_t Left = Count->Length; Left != 0 && !Failed; --Left)
      Entry.Reads.push_back(readOne());
    if (std::optional<msgpack::Object> Result = next(msgpack::Type::Binary))
      Entry.Result = Result->Raw;
    if (Failed)
      return std::nullopt;
    return Entry;
  }

private:
  std::optional<msgpack::Object> next(msgpack::Type Kind) {
    msgpack::Object Object;
    if (Failed)
      return std::nullopt;
    Expected<bool> Read = Input.read(Object);
    Failed = !Read || !*Read || Object.Kind != Kind;
    if (!Read)
      consumeError(Read.takeError());
    return Failed ? std::nullopt : std::optional(Object);
  }
  StringRef text() {
    std::optional<msgpack::Object> Object = next(msgpack::Type::String);
    return Object ? Object->Raw : "";
  }
  uint64_t number() {
    std::optional<msgpack::Object> Object = next(msgpack::Type::UInt);
    return Object ? Object->UInt : 0;
  }
  bool flag() {
    std::optional<msgpack::Object> Object = next(msgpack::Type::Boolean);
    return Object && Object->Bool;
  }

  FileRead readOne() {
    FileRead Read;
    uint64_t Common = number();
    Failed |= Common > Last.size();
    if (Failed)
      return Read;
    Read.Path = Last.substr(0, Common) + text().str();
    Last = Read.Path;
    uint64_t Kind = number();
    Failed |= Kind > uint64_t(FileRead::Kind::Other);
    Read.Is = FileRead::Kind(Kind);
    if (flag())
      Read.RealPath = text().str();
    if (!flag())
      return Read;
    StringRef Hash = text();
    Failed |= Hash.size() != sizeof(ContentHash);
    if (Failed)
      return Read;
    copy(Hash, Read.Contents.emplace().begin());
    Read.Size = number();
    Read.SameAs = text().str();
    return Read;
  }

  msgpack::Reader Input;
  /// Each takes more than one byte.
  size_t MostReads;
  bool Failed = false;
  std::string Last;
};

} // namespace

/// A file that has come under another name is not that of its key.
static ContentHash hashUnder(const CacheKey &Key, StringRef Bytes) {
  return hashContents((toStringRef(ArrayRef(Key)) + Bytes).str());
}

std::string writeEntry(const CacheKey &Key, ArrayRef<FileRead> Reads, StringRef Result) {
  std::string Bytes;
  raw_string_ostream Stream(Bytes);
  EntryWriter Writer(Stream);
  Writer.write(Reads);
  Writer.writeResult(Result);
  return toStringRef(ArrayRef(hashUnder(Key, Bytes))).str() + Bytes;
}

std::optional<CacheEntry> readEntry(const CacheKey &Key, StringRef Bytes) {
  StringRef Hash = Bytes.take_front(sizeof(ContentHash)), Rest = Bytes.drop_front(Hash.size());
  if (Hash != toStringRef(ArrayRef(hashUnder(Key, Rest))))
    return std::nullopt;
  return EntryReader(Rest).read();
}

} // namespace memlint
