//===- ProgramText.cpp - Whether two programs are alike -------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgramText.h"

#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;

namespace memlint {

namespace {

class ProgramText {
public:
  explicit ProgramText(const KernelProgram &Program);
  std::string take() { return std::move(Text); }

private:
  void addObject(const MemoryObject &Object);
  void addSite(const Site &Place);
  void addPosition(const SourcePosition &Position);
  void addValues(ExprRef Expression);

  std::string Text;
  raw_string_ostream Stream{Text};
};

} // namespace

/// A value for \p Leaf that is small enough for products of it. Ids are counted
/// by kernel for some kinds of leaves only, so the others go by their names.
static int64_t exampleValue(const LeafInfo &Leaf, unsigned Round) {
  std::string Identity;
  raw_string_ostream Stream(Identity);
  bool IdCounts = Leaf.Kind == LeafKind::LoopCounter || Leaf.Kind == LeafKind::Parameter;
  Stream << unsigned(Leaf.Kind) << ' ' << unsigned(Leaf.Dimension) << ' ' << unsigned(Leaf.Varies)
         << ' ' << (IdCounts ? Leaf.Id : 0) << ' ' << Leaf.Name << ' ' << Round;
  constexpr int64_t MostDistinct = 1 << 16;
  int64_t Low = Leaf.Range.Low == Interval().Low ? 0 : Leaf.Range.Low;
  uint64_t Distance = uint64_t(Leaf.Range.High) - uint64_t(Low);
  uint64_t Values = std::min<uint64_t>(Distance, MostDistinct) + 1;
  return Low + int64_t(xxh3_64bits(Identity) % Values);
}

void ProgramText::addValues(ExprRef Expression) {
  constexpr unsigned Rounds = 4;
  for (unsigned Round = 0; Expression && Round != Rounds; ++Round)
    Stream << ' ' << evaluate(Expression, [Round](ExprRef Leaf) {
      return exampleValue(Leaf->leaf(), Round);
    });
  Stream << '\n';
}

void ProgramText::addPosition(const SourcePosition &Position) {
  Stream << Position.Line << ':' << Position.Column << '\n';
}

void ProgramText::addObject(const MemoryObject &Object) {
  Stream << Object.Name << '\n'
         << unsigned(Object.Kind) << ' ' << unsigned(Object.Space) << ' '
         << Object.SizeBytes.value_or(0) << ' ' << Object.AlignmentBytes << ' '
         << Object.ElementBytes << ' ' << Object.ElementType;
  for (uint64_t Extent : Object.Extents)
    Stream << ' ' << Extent;
  Stream << '\n';
}

void ProgramText::addSite(const Site &Place) {
  addPosition(Place.Position);
  for (const InlineFrame &Frame : Place.InlinedThrough)
    addPosition(Frame.CallSite);
  for (ExprRef Guard : Place.Guards)
    addValues(Guard);
  for (unsigned Loop : Place.Loops)
    Stream << Loop << ' ';
  Stream << '\n';
}

ProgramText::ProgramText(const KernelProgram &Program) {
  Stream << Program.Analysed << ' ' << Program.Reason << '\n'
         << Program.Attributes.MaximumThreadsPerBlock.value_or(0) << ' ' << Program.DimensionsUsed
         << '\n';
  for (const KernelParameter &Parameter : Program.Parameters)
    Stream << Parameter.Type << ' ' << Parameter.Name << '\n';
  for (const MemoryObject &Object : Program.Objects)
    addObject(Object);
  for (const Loop &Each : Program.Loops)
    for (ExprRef Exit : Each.Exits)
      addValues(Exit);
  for (const Access &Each : Program.Accesses) {
    addSite(Each);
    Stream << unsigned(Each.Space) << ' ' << unsigned(Each.Kind) << ' ' << Each.Bytes << ' '
           << Each.Object << ' ' << Each.Part << ' ' << Each.Reason << '\n';
    addValues(Each.Offset);
  }
  for (const Barrier &Each : Program.Barriers)
    addSite(Each);
  for (ExprRef Fact : Program.Facts)
    addValues(Fact);
}

std::string describeProgram(const KernelProgram &Program) { return ProgramText(Program).take(); }

} // namespace memlint
