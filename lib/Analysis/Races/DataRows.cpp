//===- DataRows.cpp - Rows that data say the length of --------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DataRows.h"

#include "cuda-memlint/Model/RaceReport.h"
#include "cuda-memlint/Symbolic/Rewriting.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

using namespace llvm;

namespace memlint {

namespace {

/// The bytes from the first to the last one that a group of threads begins with.
struct RowStart {
  int64_t Least, Greatest;
};

class RowSearch {
public:
  RowSearch(const RaceSetting &Setting, const RaceVerdict &Possible)
      : Setting(Setting), Kernel(Setting.Kernel), Possible(Possible) {}

  bool isOwn(unsigned Loop);
  bool addBounds(const Access &Site, const RaceParticipant &Who);
  bool areApart(const Access &First, const Access &Second) const;

private:
  int64_t evaluateFor(ExprRef Root, const std::array<int64_t, 3> &Thread,
                      const RaceParticipant &Who) const;
  void addStart(std::map<std::vector<int64_t>, RowStart> &Rows, const Access &Site,
                const std::array<int64_t, 3> &Thread, const RaceParticipant &Who) const;

  const RaceSetting &Setting;
  const KernelProgram &Kernel;
  const RaceVerdict &Possible;
  /// Loads of what the loops end by.
  SmallVector<const Access *, 2> Bounds;
  /// Loops that end by what was read for the thread's row.
  SmallVector<unsigned, 2> OwnLoops;
};

} // namespace

/// Stands for what is not known, such as how wide rows are.
constexpr int64_t MadeUp = int64_t(1) << 24;

/// The value of \p Root for \p Thread, which is otherwise where \p Who is, in the first iterations
/// of loops over rows. What is read is as good as the place where it was.
int64_t RowSearch::evaluateFor(ExprRef Root, const std::array<int64_t, 3> &Thread,
                               const RaceParticipant &Who) const {
  return evaluate(Setting.specialise(Root), [&](ExprRef Leaf) -> int64_t {
    const LeafInfo &Info = Leaf->leaf();
    if (Info.Kind == LeafKind::ThreadIndex)
      return Thread[Info.Dimension];
    if (Info.Kind == LeafKind::BlockIndex)
      return Who.Block[Info.Dimension];
    if (Info.Kind == LeafKind::LoopCounter) {
      auto At = find_if(Who.Iterations, [&](const auto &Each) { return Each.first == Info.Id; });
      return At == Who.Iterations.end() || is_contained(OwnLoops, Info.Id) ? 0 : At->second;
    }
    const Access *Source = isData(Leaf) ? sourceOf(Kernel, Leaf) : nullptr;
    return Source && Source->Offset ? evaluateFor(Source->Offset, Thread, Who) : MadeUp;
  });
}

/// What \p Loop ends by was read at one place for the one thread, and at another for the other.
bool RowSearch::isOwn(unsigned Loop) {
  bool Found = false;
  for (ExprRef Exit : Kernel.Loops[Loop].Exits)
    forEachLeaf(Exit, [&](ExprRef Leaf) {
      const Access *Source = isData(Leaf) ? sourceOf(Kernel, Leaf) : nullptr;
      if (!Source || Source->Kind != AccessKind::Load || !Source->Offset ||
          evaluateFor(Source->Offset, Possible.FirstThread.Thread, Possible.FirstThread) ==
              evaluateFor(Source->Offset, Possible.SecondThread.Thread, Possible.SecondThread))
        return;
      Found = true;
      if (!is_contained(Bounds, Source))
        Bounds.push_back(Source);
    });
  return Found;
}

/// Looks for what ends the loops around \p Site that \p Who has gone on in. The result: there is
/// such a loop.
bool RowSearch::addBounds(const Access &Site, const RaceParticipant &Who) {
  for (unsigned Loop : Site.Loops)
    if (!is_contained(OwnLoops, Loop) && isOwn(Loop))
      OwnLoops.push_back(Loop);
  return any_of(Who.Iterations, [&](const auto &Each) {
    return Each.second > 0 && is_contained(OwnLoops, Each.first);
  });
}

void RowSearch::addStart(std::map<std::vector<int64_t>, RowStart> &Rows, const Access &Site,
                         const std::array<int64_t, 3> &Thread, const RaceParticipant &Who) const {
  std::vector<int64_t> Row;
  for (const Access *Bound : Bounds)
    Row.push_back(evaluateFor(Bound->Offset, Thread, Who));
  int64_t Offset = evaluateFor(Site.Offset, Thread, Who);
  RowStart &Start = Rows.try_emplace(std::move(Row), RowStart{Offset, Offset}).first->second;
  Start.Least = std::min(Start.Least, Offset);
  Start.Greatest = std::max(Start.Greatest, Offset);
}

/// No two rows have a location in common that their threads begin with, and there is room for more
/// than one element from one to the next.
bool RowSearch::areApart(const Access &First, const Access &Second) const {
  std::map<std::vector<int64_t>, RowStart> Rows;
  for (int64_t Z = 0; Z < int64_t(Setting.Block[2]); ++Z)
    for (int64_t Y = 0; Y < int64_t(Setting.Block[1]); ++Y)
      for (int64_t X = 0; X < int64_t(Setting.Block[0]); ++X) {
        addStart(Rows, First, {X, Y, Z}, Possible.FirstThread);
        addStart(Rows, Second, {X, Y, Z}, Possible.SecondThread);
      }
  std::vector<RowStart> InOrder;
  for (const auto &Each : Rows)
    InOrder.push_back(Each.second);
  sort(InOrder,
       [](const RowStart &Left, const RowStart &Right) { return Left.Least < Right.Least; });
  int64_t Element = int64_t(First.Bytes);
  for (size_t Number = 1; Number < InOrder.size(); ++Number) {
    const RowStart &Before = InOrder[Number - 1], &Next = InOrder[Number];
    if (Next.Least < Before.Greatest + Element || Next.Least <= Before.Least + Element)
      return false;
  }
  return InOrder.size() > 1;
}

bool meetBehindRow(const RaceSetting &Setting, const Access &First, const Access &Second,
                   const RaceVerdict &Possible) {
  constexpr uint64_t MostThreads = 1024;
  if (!First.Offset || !Second.Offset || First.Bytes != Second.Bytes ||
      Setting.threadsPerBlock() > MostThreads)
    return false;
  RowSearch Search(Setting, Possible);
  // Either one may have gone on.
  bool FirstGoesOn = Search.addBounds(First, Possible.FirstThread);
  bool SecondGoesOn = Search.addBounds(Second, Possible.SecondThread);
  return (FirstGoesOn || SecondGoesOn) && Search.areApart(First, Second);
}

bool haveBlocksOneRegion(const RaceSetting &Setting, ExprRef Region) {
  // Where the grid is not known, there are two blocks, if any.
  constexpr uint64_t MostBlocks = 1024, FewestBlocks = 2;
  // Stands for what is not known.
  constexpr int64_t MadeUp = int64_t(1) << 24;
  return any_of(ArrayRef{0U, 1U, 2U}, [&](unsigned Dimension) {
    auto IsBlock = [&](ExprRef Leaf) {
      return Leaf->leaf().Kind == LeafKind::BlockIndex && Leaf->leaf().Dimension == Dimension;
    };
    if (!anyLeaf(Region, IsBlock))
      return false;
    uint64_t Blocks = std::min(Setting.Launch.Grid[Dimension].value_or(FewestBlocks), MostBlocks);
    std::set<int64_t> Starts;
    for (uint64_t Block = 0; Block < Blocks; ++Block)
      if (!Starts
               .insert(evaluate(
                   Region, [&](ExprRef Leaf) { return IsBlock(Leaf) ? int64_t(Block) : MadeUp; }))
               .second)
        return true;
    return false;
  });
}

} // namespace memlint
