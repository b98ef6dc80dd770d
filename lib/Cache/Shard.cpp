//===- Shard.cpp - The results of a part of the files ---------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Cache/Shard.h"

#include "cuda-memlint/Cache/ProgramIdentity.h"
#include "cuda-memlint/Frontend/FileReads.h"
#include "cuda-memlint/Support/RegularFile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/MsgPackReader.h"
#include "llvm/BinaryFormat/MsgPackWriter.h"
#include "llvm/Support/FileSystem.h"

#include <map>

using namespace llvm;

namespace memlint {

static constexpr StringLiteral Magic = "cuda-memlint shard\n";
static constexpr uint64_t MostShardBytes = uint64_t(1) << 36;

void writeShard(raw_ostream &Stream, const ShardHead &Head, const ResultFolder &Results) {
  std::string Bytes;
  raw_string_ostream Text(Bytes);
  msgpack::Writer Output(Text);
  auto WriteList = [&](ArrayRef<std::string> List) {
    Output.writeArraySize(uint32_t(List.size()));
    for (const std::string &Each : List)
      Output.write(StringRef(Each));
  };
  Output.write(StringRef(programIdentity()));
  Output.write(uint64_t(Head.Index));
  Output.write(uint64_t(Head.Count));
  Output.write(StringRef(Head.Folder));
  WriteList(Head.Options);
  WriteList(Head.CompileOptions);
  Results.forEach([&](const CacheKey &Key, StringRef Entry) {
    Output.write(toStringRef(Key));
    Output.write(MemoryBufferRef(Entry, "entry"));
  });
  Stream << Magic << toStringRef(hashContents(Bytes)) << Bytes;
}

namespace {

/// One shard that was read, and the file's text, which its entries are in.
struct OpenedShard {
  std::string Path;
  std::string Identity;
  ShardHead Head;
  std::map<CacheKey, StringRef> Entries;
  std::shared_ptr<MemoryBuffer> Text;
};

/// Reads what writeShard() wrote, whose hash has been compared.
class ShardReader {
public:
  explicit ShardReader(StringRef Bytes) : Input(Bytes) {}

  bool read(OpenedShard &Shard) {
    Shard.Identity = text();
    Shard.Head.Index = unsigned(next(msgpack::Type::UInt).UInt);
    Shard.Head.Count = unsigned(next(msgpack::Type::UInt).UInt);
    Shard.Head.Folder = text();
    // Of another version, the rest may be anything.
    if (Failed || Shard.Identity != programIdentity())
      return !Failed;
    for (std::vector<std::string> *List : {&Shard.Head.Options, &Shard.Head.CompileOptions})
      for (size_t Left = next(msgpack::Type::Array).Length; Left != 0 && !Failed; --Left)
        List->push_back(text());
    while (!Failed) {
      std::string Name = text();
      if (AtEnd)
        return true;
      CacheKey Key = {};
      Failed |= Name.size() != Key.size();
      if (!Failed)
        copy(Name, Key.begin());
      StringRef Entry = next(msgpack::Type::Binary).Raw;
      if (!Failed)
        Shard.Entries[Key] = Entry;
    }
    return false;
  }

private:
  /// An empty object where the next one is of another kind.
  msgpack::Object next(msgpack::Type Kind) {
    msgpack::Object Object;
    Expected<bool> Read = Input.read(Object);
    AtEnd = Read && !*Read;
    if (!Read)
      consumeError(Read.takeError());
    if (Failed || !Read || !*Read || Object.Kind != Kind) {
      Failed = true;
      Object = msgpack::Object();
      Object.Kind = Kind;
      if (Kind == msgpack::Type::String || Kind == msgpack::Type::Binary)
        Object.Raw = StringRef();
    }
    return Object;
  }
  std::string text() { return next(msgpack::Type::String).Raw.str(); }

  msgpack::Reader Input;
  bool Failed = false, AtEnd = false;
};

/// The entries of several shards.
class ShardResults : public ResultStore {
public:
  explicit ShardResults(std::vector<OpenedShard> Shards) : Shards(std::move(Shards)) {}

  std::unique_ptr<MemoryBuffer> read(const CacheKey &Key) const override {
    for (const OpenedShard &Shard : Shards)
      if (auto Found = Shard.Entries.find(Key); Found != Shard.Entries.end())
        return MemoryBuffer::getMemBuffer(Found->second, "", /*RequiresNullTerminator=*/false);
    return nullptr;
  }
  void write(const CacheKey &, StringRef) const override {}

private:
  std::vector<OpenedShard> Shards;
};

} // namespace

static Expected<OpenedShard> openShard(const std::string &Path) {
  Expected<std::unique_ptr<MemoryBuffer>> Text = readRegularFile(Path, "shard", MostShardBytes);
  if (!Text)
    return Text.takeError();
  OpenedShard Shard;
  Shard.Path = Path;
  StringRef Bytes = (*Text)->getBuffer();
  if (!Bytes.consume_front(Magic))
    return createStringError("'" + Path + "' is not a shard; --shard-output writes them");
  StringRef Hash = Bytes.take_front(sizeof(ContentHash));
  Bytes = Bytes.drop_front(Hash.size());
  if (Hash != toStringRef(hashContents(Bytes)) || !ShardReader(Bytes).read(Shard))
    return createStringError("the shard '" + Path + "' is damaged");
  Shard.Text = std::move(*Text);
  return Shard;
}

/// Whether \p Shard belongs to the run of \p First, and this program can use it.
static Error checkShard(const OpenedShard &Shard, const OpenedShard &First) {
  if (Shard.Identity != programIdentity())
    return createStringError("the shard '" + Shard.Path +
                             "' was written by another version of cuda-memlint: use one version "
                             "for all shards and for merge");
  if (Shard.Head.Count != First.Head.Count || Shard.Head.Folder != First.Head.Folder ||
      Shard.Head.Options != First.Head.Options ||
      Shard.Head.CompileOptions != First.Head.CompileOptions)
    return createStringError("the shards '" + First.Path + "' and '" + Shard.Path +
                             "' are of different runs");
  SmallString<256> Folder;
  sys::fs::current_path(Folder);
  if (Folder != Shard.Head.Folder)
    return createStringError("the shard '" + Shard.Path + "' was written in '" + Shard.Head.Folder +
                             "': merge shards there");
  return Error::success();
}

Expected<ShardedRun> readShards(ArrayRef<std::string> Paths) {
  std::vector<OpenedShard> Shards;
  std::map<unsigned, std::string> ByIndex;
  for (const std::string &Path : Paths) {
    Expected<OpenedShard> Opened = openShard(Path);
    if (!Opened)
      return Opened.takeError();
    Shards.push_back(std::move(*Opened));
    const OpenedShard &Shard = Shards.back();
    if (Error Failure = checkShard(Shard, Shards.front()))
      return std::move(Failure);
    if (auto [Known, IsNew] = ByIndex.try_emplace(Shard.Head.Index, Path); !IsNew)
      return createStringError("'" + Known->second + "' and '" + Path + "' are both shard " +
                               std::to_string(Shard.Head.Index) + " of " +
                               std::to_string(Shard.Head.Count));
  }
  ShardHead Head = Shards.front().Head;
  for (unsigned Index = 1; Index <= Head.Count; ++Index)
    if (!ByIndex.count(Index))
      return createStringError("shard " + std::to_string(Index) + " of " +
                               std::to_string(Head.Count) + " is missing");
  return ShardedRun{std::move(Head), std::make_shared<const ShardResults>(std::move(Shards))};
}

} // namespace memlint
