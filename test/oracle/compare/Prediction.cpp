//===- Prediction.cpp - The requests that a memory program means ----------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Prediction.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <algorithm>

using namespace llvm;
using namespace memlint;

namespace oracle {

namespace {

/// Iterations of one thread that are followed for one access.
constexpr uint64_t MostSteps = 1 << 22;

/// Calls \p Visit for a parameter and all of its parts.
void forEachPart(const KernelParameter &Parameter,
                 function_ref<void(const KernelParameter &)> Visit) {
  Visit(Parameter);
  for (const KernelParameter &Field : Parameter.Fields)
    forEachPart(Field, Visit);
}

class Follower {
public:
  Follower(const KernelProgram &Kernel, const Access &Site, const Launch &Measured)
      : Kernel(Kernel), Site(Site), Measured(Measured) {}

  std::optional<std::vector<PredictedRequest>> run(std::string &WhyNot) {
    if (!Site.Offset) {
      WhyNot = Site.Reason;
      return std::nullopt;
    }
    add(Site.Offset);
    for (ExprRef Guard : Site.Guards)
      add(Guard);
    for (unsigned Number : Site.Loops)
      for (ExprRef Exit : Kernel.Loops[Number].Exits)
        add(Exit);
    sort(Nodes, [](ExprRef Left, ExprRef Right) { return Left->number() < Right->number(); });
    for (unsigned Index = 0; Index != Nodes.size(); ++Index)
      Position[Nodes[Index]] = Index;
    Values.resize(Nodes.size());
    ByDepth.resize(Site.Loops.size() + 1);
    Depths.resize(Nodes.size());
    for (unsigned Index = 0; Index != Nodes.size(); ++Index) {
      if (!setDepth(Index)) {
        WhyNot = "depends on " + toString(Nodes[Index]);
        return std::nullopt;
      }
      ByDepth[Depths[Index]].push_back(Index);
    }
    Iteration.resize(Site.Loops.size());
    for (unsigned Depth = 0; Depth != Site.Loops.size(); ++Depth)
      for (ExprRef Exit : Kernel.Loops[Site.Loops[Depth]].Exits)
        if (Depths[Position.lookup(Exit)] > Depth + 1) {
          WhyNot = "a loop's exit depends on a loop inside of it";
          return std::nullopt;
        }

    uint32_t Block = 0;
    for (Blocks[2] = 0; Blocks[2] != Measured.Grid[2]; ++Blocks[2])
      for (Blocks[1] = 0; Blocks[1] != Measured.Grid[1]; ++Blocks[1])
        for (Blocks[0] = 0; Blocks[0] != Measured.Grid[0]; ++Blocks[0])
          if (!followBlock(Block++)) {
            WhyNot = "a loop that does not end soon";
            return std::nullopt;
          }
    return std::move(Requests);
  }

private:
  void add(ExprRef Root) {
    if (!Known.insert({Root, true}).second)
      return;
    Nodes.push_back(Root);
    for (ExprRef Operand : Root->operands())
      add(Operand);
    for (const Monomial &Term : Root->terms())
      for (ExprRef Factor : Term.Factors)
        add(Factor);
  }

  /// The innermost loop, counted from 1, that the node changes with; false: it
  /// is a leaf that the launch does not specify.
  bool setDepth(unsigned Index) {
    ExprRef Node = Nodes[Index];
    unsigned Deepest = 0;
    auto Take = [&](ExprRef Operand) { Deepest = std::max(Deepest, Depths[Position[Operand]]); };
    for_each(Node->operands(), Take);
    for (const Monomial &Term : Node->terms())
      for_each(Term.Factors, Take);
    if (Node->isLeaf()) {
      const LeafInfo &Leaf = Node->leaf();
      if (Leaf.Kind == LeafKind::LoopCounter) {
        auto Owner = find_if(Site.Loops,
                             [&](unsigned Number) { return Kernel.Loops[Number].Counter == Node; });
        if (Owner == Site.Loops.end())
          return false;
        Deepest = Owner - Site.Loops.begin() + 1;
      } else if (Leaf.Kind == LeafKind::Parameter) {
        bool Given = false;
        for (auto [Parameter, Passed] : zip(Kernel.Parameters, Measured.Arguments))
          forEachPart(Parameter, [&](const KernelParameter &Part) {
            if (Part.Value != Node)
              return;
            Given = true;
            Values[Index] = Leaf.Range.Low < 0 ? Passed.signedBits(Part.FirstBit, Part.Bits)
                                               : int64_t(Passed.bits(Part.FirstBit, Part.Bits));
          });
        if (!Given)
          return false;
      } else if (Leaf.Kind == LeafKind::Loaded || Leaf.Kind == LeafKind::Opaque) {
        return false;
      }
    }
    Depths[Index] = Deepest;
    return true;
  }

  int64_t leafValue(unsigned Index) const {
    const LeafInfo &Leaf = Nodes[Index]->leaf();
    switch (Leaf.Kind) {
    case LeafKind::ThreadIndex:
      return Threads[Leaf.Dimension];
    case LeafKind::BlockIndex:
      return Blocks[Leaf.Dimension];
    case LeafKind::BlockDimension:
      return Measured.Block[Leaf.Dimension];
    case LeafKind::GridDimension:
      return Measured.Grid[Leaf.Dimension];
    case LeafKind::LoopCounter:
      return Iteration[Depths[Index] - 1];
    default:
      return Values[Index];
    }
  }

  void compute(unsigned Depth) {
    SmallVector<int64_t, 4> Operands;
    for (unsigned Index : ByDepth[Depth]) {
      ExprRef Node = Nodes[Index];
      if (Node->isConstant()) {
        Values[Index] = Node->constantTerm();
      } else if (Node->isLeaf()) {
        Values[Index] = leafValue(Index);
      } else if (Node->kind() == ExprKind::Polynomial) {
        uint64_t Sum = Node->constantTerm();
        for (const Monomial &Term : Node->terms()) {
          uint64_t Product = Term.Coefficient;
          for (ExprRef Factor : Term.Factors)
            Product *= Values[Position[Factor]];
          Sum += Product;
        }
        Values[Index] = Sum;
      } else {
        Operands.clear();
        for (ExprRef Operand : Node->operands())
          Operands.push_back(Values[Position[Operand]]);
        Values[Index] = evaluateOperation(*Node, Operands);
      }
    }
  }

  bool holds(ExprRef Condition) const { return Values[Position.lookup(Condition)] != 0; }

  /// The thread in the iterations of loop \p Depth (counted from 1) and inwards.
  bool follow(unsigned Depth, unsigned Lane, uint64_t Path) {
    for (ExprRef Guard : Site.Guards)
      if (Depths[Position.lookup(Guard)] == Depth && !holds(Guard))
        return true;
    if (Depth == Site.Loops.size()) {
      auto [Entry, New] = InWarp.try_emplace(Path, Requests.size());
      if (New) {
        Requests.emplace_back();
        Requests.back().Block = BlockNumber;
        Requests.back().Warp = WarpNumber;
      }
      PredictedRequest &Own = Requests[Entry->second];
      Own.Mask |= 1u << Lane;
      Own.Offsets.push_back(Values[Position.lookup(Site.Offset)]);
      return true;
    }
    int64_t &Counter = Iteration[Depth];
    for (Counter = 0;; ++Counter) {
      if (++Steps > MostSteps)
        return false;
      compute(Depth + 1);
      // What depends on an inner counter is computed there.
      if (!follow(Depth + 1, Lane, hash_combine(Path, Counter)))
        return false;
      for (ExprRef Exit : Kernel.Loops[Site.Loops[Depth]].Exits)
        if (holds(Exit))
          return true;
    }
  }

  bool followBlock(uint32_t Block) {
    BlockNumber = Block;
    unsigned Linear = 0;
    for (Threads[2] = 0; Threads[2] != Measured.Block[2]; ++Threads[2])
      for (Threads[1] = 0; Threads[1] != Measured.Block[1]; ++Threads[1])
        for (Threads[0] = 0; Threads[0] != Measured.Block[0]; ++Threads[0], ++Linear) {
          if (Linear % 32 == 0)
            InWarp.clear();
          WarpNumber = Linear / 32;
          Steps = 0;
          compute(0);
          if (!follow(0, Linear % 32, 0))
            return false;
        }
    return true;
  }

  const KernelProgram &Kernel;
  const Access &Site;
  const Launch &Measured;
  DenseMap<ExprRef, bool> Known;
  SmallVector<ExprRef> Nodes;
  DenseMap<ExprRef, unsigned> Position;
  SmallVector<int64_t> Values;
  SmallVector<unsigned> Depths;
  SmallVector<SmallVector<unsigned>> ByDepth;
  uint32_t Threads[3] = {}, Blocks[3] = {};
  SmallVector<int64_t> Iteration;
  uint32_t BlockNumber = 0, WarpNumber = 0;
  uint64_t Steps = 0;
  DenseMap<uint64_t, unsigned> InWarp;
  std::vector<PredictedRequest> Requests;
};

} // namespace

std::optional<std::vector<PredictedRequest>> predict(const KernelProgram &Kernel,
                                                     const Access &Site, const Launch &Measured,
                                                     std::string &WhyNot) {
  return Follower(Kernel, Site, Measured).run(WhyNot);
}

} // namespace oracle
