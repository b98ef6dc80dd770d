//===- SnapshotWriter.cpp - From an analysis to bytes ---------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SnapshotFields.h"

#include "cuda-memlint/Snapshot/Snapshot.h"
#include "cuda-memlint/Symbolic/Rewriting.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/bit.h"
#include "llvm/BinaryFormat/MsgPackWriter.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace memlint {

namespace {

/// Writes fields one after the other. A text that was written before is its number. An expression
/// is its number among those of its context, after the nodes that it is made of and that were not
/// written before.
class SnapshotWriter {
public:
  explicit SnapshotWriter(const ExprContext *Context) { Contexts.emplace_back(Context); }

  template <typename T> std::string save(const T &Whole) {
    write(Whole);
    for (const KnownContext &Known : Contexts)
      write(Known.Context ? std::optional(Known.Context->counters()) : std::nullopt);
    return std::move(Bytes);
  }

private:
  struct KnownContext {
    explicit KnownContext(const ExprContext *Context) : Context(Context) {}

    const ExprContext *Context;
    DenseMap<ExprRef, unsigned> Nodes;
  };

  template <typename T> void write(const T &Field) {
    if constexpr (IsSaved<T>)
      writeFields(Field);
    else if constexpr (std::is_same_v<T, bool>)
      Output.write(Field);
    else if constexpr (std::is_same_v<T, double>)
      // The writer of LLVM rounds it to a float.
      Output.write(bit_cast<uint64_t>(Field));
    else if constexpr (std::is_enum_v<T> || std::is_unsigned_v<T>)
      Output.write(uint64_t(Field));
    else
      Output.write(int64_t(Field));
  }
  void write(const std::string &Text);
  template <typename T> void write(const std::vector<T> &Elements) {
    Output.writeArraySize(uint32_t(Elements.size()));
    for (const T &Each : Elements)
      write(Each);
  }
  template <typename T, size_t Size> void write(const std::array<T, Size> &Elements) {
    for (const T &Each : Elements)
      write(Each);
  }
  template <typename First, typename Second> void write(const std::pair<First, Second> &Both) {
    write(Both.first);
    write(Both.second);
  }
  template <typename T> void write(const std::optional<T> &Field) { writeIfAny(Field); }
  template <typename T> void write(const std::shared_ptr<const T> &Field) { writeIfAny(Field); }
  void write(ExprRef Root);
  void write(const LaunchContext &Launch);

  template <typename T> LLVM_ATTRIBUTE_NOINLINE void writeFields(const T &Record) {
    std::apply([&](const auto &...Each) { (write(Each), ...); }, savedFields(Record));
  }
  template <typename T> void writeIfAny(const T &Field) {
    write(bool(Field));
    if (Field)
      write(*Field);
  }
  unsigned numberOf(const ExprContext *Context);

  std::string Bytes;
  raw_string_ostream Stream{Bytes};
  msgpack::Writer Output{Stream};
  StringMap<uint64_t> Texts;
  SmallVector<KnownContext, 1> Contexts;
  /// The number of the context that expressions are of.
  unsigned Current = 0;
};

} // namespace

void SnapshotWriter::write(const std::string &Text) {
  auto [Known, IsNew] = Texts.try_emplace(Text, Texts.size());
  if (IsNew)
    Output.write(StringRef(Text));
  else
    Output.write(Known->second);
}

static ExprImage imageOf(ExprRef Node) {
  ExprImage Image;
  Image.Kind = Node->kind();
  Image.Varies = Node->varies();
  Image.WrapBits = uint8_t(Node->wrapBits());
  Image.WrapSigned = Node->wrapSigned();
  Image.Number = Node->number();
  Image.Value = Node->constantTerm();
  if (Node->isLeaf())
    Image.Leaf = Node->leaf();
  Image.Operands = Node->operands().vec();
  for (const Monomial &Part : Node->terms())
    Image.Terms.push_back({Part.Coefficient, Part.Factors.vec()});
  Image.Range = Node->range();
  Image.Modulus = Node->congruence();
  return Image;
}

void SnapshotWriter::write(ExprRef Root) {
  DenseMap<ExprRef, unsigned> &Known = Contexts[Current].Nodes;
  SmallVector<ExprRef, 16> Fresh, Pending;
  auto Reach = [&](ExprRef Node) {
    if (Known.try_emplace(Node).second)
      Pending.push_back(Node);
  };
  if (Root)
    Reach(Root);
  while (!Pending.empty()) {
    Fresh.push_back(Pending.pop_back_val());
    forEachOperand(Fresh.back(), Reach);
  }
  // Operands have lower numbers than their users.
  sort(Fresh, [](ExprRef Left, ExprRef Right) { return Left->number() < Right->number(); });
  Output.writeArraySize(uint32_t(Fresh.size()));
  unsigned Next = unsigned(Known.size() - Fresh.size());
  for (ExprRef Node : Fresh) {
    write(imageOf(Node));
    Known[Node] = Next++;
  }
  write(Root ? std::optional(Known.lookup(Root)) : std::nullopt);
}

unsigned SnapshotWriter::numberOf(const ExprContext *Context) {
  auto Found = find_if(Contexts, [&](const KnownContext &Each) { return Each.Context == Context; });
  unsigned Number = unsigned(Found - Contexts.begin());
  if (Number == Contexts.size())
    Contexts.emplace_back(Context);
  return Number;
}

void SnapshotWriter::write(const LaunchContext &Launch) {
  const ExprContext *Owner = Launch.Terms.Owner.get();
  std::optional<unsigned> Number;
  if (Owner)
    Number = numberOf(Owner);
  write(Number);
  unsigned Outer = std::exchange(Current, Number.value_or(Current));
  writeFields(Launch);
  Current = Outer;
}

std::string saveAnalysis(const FileAnalysis &File) {
  return SnapshotWriter(File.Expressions.get()).save(File);
}

std::string saveLinks(const HostLinks &Links) { return SnapshotWriter(nullptr).save(Links); }

std::string saveFacts(const OutsideFacts &Facts) { return SnapshotWriter(nullptr).save(Facts); }

} // namespace memlint
