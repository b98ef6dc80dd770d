//===- SnapshotReader.cpp - From bytes to an analysis ---------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SnapshotFields.h"

#include "cuda-memlint/Snapshot/Snapshot.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/bit.h"
#include "llvm/BinaryFormat/MsgPackReader.h"

using namespace llvm;

namespace memlint {

namespace {

/// Reads what SnapshotWriter wrote, in its order. After the first object that is not what it should
/// be, fields are left as they are.
class SnapshotReader {
public:
  explicit SnapshotReader(StringRef Bytes) : Input(Bytes), MostElements(Bytes.size()) {
    Contexts.push_back({std::make_shared<ExprContext>(), {}});
  }

  template <typename T> Expected<T> restore();
  /// Null where the analysis had none.
  std::shared_ptr<ExprContext> context() const { return Contexts.front().Context; }

private:
  struct KnownContext {
    std::shared_ptr<ExprContext> Context;
    std::vector<ExprRef> Nodes;
  };

  template <typename T> void read(T &Field) {
    if constexpr (IsSaved<T>)
      readFields(Field);
    else
      readScalar(Field);
  }
  void read(std::string &Text);
  template <typename T> void read(std::vector<T> &Elements) {
    Elements.resize(readLength());
    for (T &Each : Elements)
      read(Each);
  }
  template <typename T, size_t Size> void read(std::array<T, Size> &Elements) {
    for (T &Each : Elements)
      read(Each);
  }
  template <typename First, typename Second> void read(std::pair<First, Second> &Both) {
    read(Both.first);
    read(Both.second);
  }
  template <typename T> void read(std::optional<T> &Field) {
    bool IsThere = false;
    read(IsThere);
    // A field may be there by default.
    Field.reset();
    if (IsThere)
      read(Field.emplace());
  }
  template <typename T> void read(std::shared_ptr<const T> &Field) {
    bool IsThere = false;
    read(IsThere);
    Field.reset();
    if (!IsThere)
      return;
    auto Made = std::make_shared<T>();
    read(*Made);
    Field = std::move(Made);
  }
  void read(ExprRef &Root);
  void read(LaunchContext &Launch);

  template <typename T> void readScalar(T &Field);
  template <typename T> LLVM_ATTRIBUTE_NOINLINE void readFields(T &Record) {
    std::apply([&](auto &...Each) { (read(Each), ...); }, savedFields(Record));
  }
  size_t readLength();
  std::optional<msgpack::Object> next();
  void fail() { Failed = true; }

  msgpack::Reader Input;
  /// No list is longer than the snapshot has bytes.
  size_t MostElements;
  bool Failed = false;
  std::vector<std::string> Texts;
  SmallVector<KnownContext, 1> Contexts;
  unsigned Current = 0;
};

} // namespace

std::optional<msgpack::Object> SnapshotReader::next() {
  msgpack::Object Object;
  if (Failed)
    return std::nullopt;
  Expected<bool> Read = Input.read(Object);
  if (Read && *Read)
    return Object;
  consumeError(Read.takeError());
  fail();
  return std::nullopt;
}

template <typename T> void SnapshotReader::readScalar(T &Field) {
  std::optional<msgpack::Object> Object = next();
  if (!Object)
    return;
  if constexpr (std::is_same_v<T, bool>) {
    if (Object->Kind == msgpack::Type::Boolean)
      Field = Object->Bool;
    else
      fail();
  } else if constexpr (std::is_floating_point_v<T>) {
    if (Object->Kind == msgpack::Type::UInt)
      Field = bit_cast<T>(Object->UInt);
    else
      fail();
  } else {
    // Numbers that are not negative may be of either kind.
    if (Object->Kind == msgpack::Type::UInt)
      Field = T(Object->UInt);
    else if (Object->Kind == msgpack::Type::Int)
      Field = T(Object->Int);
    else
      fail();
  }
}

void SnapshotReader::read(std::string &Text) {
  std::optional<msgpack::Object> Object = next();
  if (!Object)
    return;
  if (Object->Kind == msgpack::Type::String)
    Text = Texts.emplace_back(Object->Raw);
  else if (Object->Kind == msgpack::Type::UInt && Object->UInt < Texts.size())
    Text = Texts[Object->UInt];
  else
    fail();
}

size_t SnapshotReader::readLength() {
  std::optional<msgpack::Object> Object = next();
  if (Object && Object->Kind == msgpack::Type::Array && Object->Length <= MostElements)
    return Object->Length;
  fail();
  return 0;
}

void SnapshotReader::read(ExprRef &Root) {
  KnownContext &Context = Contexts[Current];
  for (size_t Fresh = readLength(); Fresh != 0 && !Failed; --Fresh) {
    ExprImage Image;
    read(Image);
    Context.Nodes.push_back(Failed ? nullptr : Context.Context->restore(Image));
  }
  std::optional<unsigned> Number;
  read(Number);
  Root = nullptr;
  if (!Number)
    return;
  if (*Number < Context.Nodes.size())
    Root = Context.Nodes[*Number];
  else
    fail();
}

void SnapshotReader::read(LaunchContext &Launch) {
  std::optional<unsigned> Number;
  read(Number);
  unsigned Outer = Current;
  if (Number) {
    if (*Number > Contexts.size())
      return fail();
    if (*Number == Contexts.size())
      Contexts.push_back({std::make_shared<ExprContext>(), {}});
    Current = *Number;
    Launch.Terms.Owner = Contexts[Current].Context;
  }
  readFields(Launch);
  Current = Outer;
}

template <typename T> Expected<T> SnapshotReader::restore() {
  T Whole;
  read(Whole);
  for (KnownContext &Known : Contexts) {
    std::optional<ExprContext::Counters> Numbers;
    read(Numbers);
    if (Numbers)
      Known.Context->restore(*Numbers);
    else
      Known.Context = nullptr;
  }
  if (Failed)
    return createStringError("the snapshot of an analysis is not readable");
  return Whole;
}

Expected<FileAnalysis> restoreAnalysis(StringRef Bytes) {
  SnapshotReader Reader(Bytes);
  Expected<FileAnalysis> File = Reader.restore<FileAnalysis>();
  if (File)
    File->Expressions = Reader.context();
  return File;
}

Expected<HostLinks> restoreLinks(StringRef Bytes) {
  return SnapshotReader(Bytes).restore<HostLinks>();
}

} // namespace memlint
