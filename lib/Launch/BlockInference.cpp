//===- BlockInference.cpp - Blocks that indices imply ---------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockInference.h"

#include "cuda-memlint/Model/FirstIteration.h"
#include "cuda-memlint/Symbolic/Rewriting.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

#include <cstdlib>
#include <map>

using namespace llvm;

namespace memlint {

namespace {

constexpr uint64_t MostThreads = 1024;

bool isOf(ExprRef Leaf, LeafKind Kind) { return Leaf->leaf().Kind == Kind; }

/// Which kinds of leaves expressions have; nodes that several of them share are walked once.
class LeafKinds {
public:
  bool has(ExprRef Root, LeafKind Kind) { return kindsIn(Root) >> unsigned(Kind) & 1; }

private:
  /// A bit for each.
  unsigned kindsIn(ExprRef Root) {
    if (Root->isLeaf())
      return 1u << unsigned(Root->leaf().Kind);
    if (auto Known = Kinds.find(Root); Known != Kinds.end())
      return Known->second;
    unsigned Found = 0;
    forEachOperand(Root, [&](ExprRef Operand) { Found |= kindsIn(Operand); });
    Kinds[Root] = Found;
    return Found;
  }

  DenseMap<ExprRef, unsigned> Kinds;
};

/// One term of an index: a position in the grid, in the block or in a loop, and how far
/// apart its values are.
struct Digit {
  ExprRef Position = nullptr;
  int64_t Stride = 0;

  bool isBlock() const { return Position->isLeaf() && isOf(Position, LeafKind::BlockIndex); }
  bool isLoop() const { return Position->isLeaf() && isOf(Position, LeafKind::LoopCounter); }
  bool isThread() const { return !isBlock() && !isLoop(); }
};

/// One term of a sum.
struct Product {
  int64_t Coefficient = 1;
  SmallVector<ExprRef, 2> Factors;
};

/// threadIdx.x / 32, with a divisor of 1 for the index itself.
struct ThreadQuotient {
  unsigned Dimension = 0;
  uint64_t Divisor = 1;
};

std::optional<ThreadQuotient> threadQuotient(ExprRef Position) {
  ThreadQuotient Result;
  ExprRef Index = Position;
  if (Position->kind() == ExprKind::Divide || Position->kind() == ExprKind::ShiftRight) {
    ExprRef By = Position->operands()[1];
    Index = Position->operands()[0];
    if (!By->isConstant() || By->constantTerm() < 0 || By->constantTerm() > int64_t(MostThreads))
      return std::nullopt;
    auto Number = uint64_t(By->constantTerm());
    Result.Divisor = Position->kind() == ExprKind::Divide ? Number
                     : Number < 11                        ? uint64_t(1) << Number
                                                          : 0;
  }
  if (!Index->isLeaf() || !isOf(Index, LeafKind::ThreadIndex) || Result.Divisor == 0)
    return std::nullopt;
  Result.Dimension = Index->leaf().Dimension;
  return Result;
}

/// The extent of one dimension that one index implies.
struct Vote {
  unsigned Dimension = 0;
  uint64_t Extent = 0;
  bool IsFromStore = false;
  std::string Index;
};

class BlockInference {
public:
  explicit BlockInference(const KernelProgram &Kernel) : Kernel(Kernel) {}

  std::array<InferredExtent, 3> run() {
    for (const Access &Site : Kernel.Accesses) {
      if (Site.Space != MemorySpace::Global || !Site.Offset)
        continue;
      noteSymbolicBlocks(Site.Offset);
      readIndices(Site);
    }
    std::array<InferredExtent, 3> Result;
    for (unsigned Dimension = 0; Dimension != 3; ++Dimension)
      if (!IsSymbolic[Dimension])
        Result[Dimension] = decide(Dimension);
    return Result;
  }

private:
  /// `blockIdx.x * blockDim.x`: the kernel takes any block.
  void noteSymbolicBlocks(ExprRef Offset) {
    if (Kinds.has(Offset, LeafKind::BlockIndex))
      forEachLeaf(Offset, [&](ExprRef Leaf) {
        if (isOf(Leaf, LeafKind::BlockDimension))
          IsSymbolic[Leaf->leaf().Dimension] = true;
      });
  }

  void readIndices(const Access &Site) {
    SmallVector<ExprRef> ThreadGuards;
    for (ExprRef Guard : Site.Guards)
      addThreadGuards(Guard, ThreadGuards);
    DenseSet<ExprRef> Seen;
    SmallVector<ExprRef> Left = {Site.Offset};
    Left.append(Site.Guards.begin(), Site.Guards.end());
    while (!Left.empty()) {
      ExprRef Root = Left.pop_back_val();
      if (Root->isConstant() || Root->isLeaf() || !Seen.insert(Root).second)
        continue;
      if (Root->kind() == ExprKind::Polynomial || Root->kind() == ExprKind::BitOr)
        readIndex(Site, Root, ThreadGuards);
      for (const Monomial &Term : Root->terms())
        Left.append(Term.Factors.begin(), Term.Factors.end());
      Left.append(Root->operands().begin(), Root->operands().end());
    }
  }

  /// Conditions that only some threads of a block meet, those of loops excepted: they end with
  /// the data.
  void addThreadGuards(ExprRef Guard, SmallVectorImpl<ExprRef> &ThreadGuards) {
    if (Guard->kind() == ExprKind::And)
      for (ExprRef Part : Guard->operands())
        addThreadGuards(Part, ThreadGuards);
    else if (Kinds.has(Guard, LeafKind::ThreadIndex) && !Kinds.has(Guard, LeafKind::BlockIndex) &&
             !Kinds.has(Guard, LeafKind::LoopCounter))
      ThreadGuards.push_back(Guard);
  }

  /// Each value of \p Quotient belongs to some thread that \p Guard lets pass: `lane == 0`
  /// leaves out no warp.
  static bool keepsAll(ExprRef Guard, const ThreadQuotient &Quotient) {
    bool IsOfIndex =
        FirstIteration::decides(Guard) && allLeaves(Guard, [&](ExprRef Leaf) {
          return isOf(Leaf, LeafKind::ThreadIndex) && Leaf->leaf().Dimension == Quotient.Dimension;
        });
    if (!IsOfIndex || Quotient.Divisor == 1)
      return false;
    bool Any = false;
    for (uint64_t Index = 0; Index != MostThreads; ++Index) {
      FirstIteration At, Before;
      At.Thread[Quotient.Dimension] = Index;
      Before.Thread[Quotient.Dimension] = Index % Quotient.Divisor;
      bool Holds = evaluate(Guard, At) != 0;
      Any |= Holds;
      if (Holds != (evaluate(Guard, Before) != 0))
        return false;
    }
    return Any;
  }

  /// The terms of \p Sum. Numbers that are joined by `|` are digits, too.
  static void addTerms(ExprRef Sum, SmallVectorImpl<Product> &Terms) {
    if (Sum->kind() == ExprKind::BitOr) {
      for (ExprRef Operand : Sum->operands())
        addTerms(Operand, Terms);
      return;
    }
    if (!Sum->isConstant() && Sum->kind() != ExprKind::Polynomial)
      Terms.push_back({1, {Sum}});
    for (const Monomial &Term : Sum->terms())
      Terms.push_back({Term.Coefficient, {Term.Factors.begin(), Term.Factors.end()}});
  }

  /// Nothing but a constant factor and a constant is beside \p Sum in the address.
  static bool isWholeOffset(const Access &Site, ExprRef Sum) {
    if (Sum == Site.Offset)
      return true;
    ArrayRef<Monomial> Terms = Site.Offset->terms();
    return Terms.size() == 1 && Terms.front().Factors.size() == 1 &&
           Terms.front().Factors.front() == Sum;
  }

  void readIndex(const Access &Site, ExprRef Sum, ArrayRef<ExprRef> ThreadGuards) {
    // The terms that are multiplied by the same, `n` of `(y * 16 + ty) * n`.
    std::map<SmallVector<ExprRef, 2>, SmallVector<Digit>> Groups;
    SmallVector<Product, 4> Terms;
    addTerms(Sum, Terms);
    for (const Product &Term : Terms) {
      SmallVector<ExprRef, 2> Rest;
      ExprRef Position = nullptr;
      bool IsProduct = false;
      for (ExprRef Factor : Term.Factors) {
        bool IsPosition = Kinds.has(Factor, LeafKind::ThreadIndex) ||
                          (Factor->isLeaf() && (isOf(Factor, LeafKind::BlockIndex) ||
                                                isOf(Factor, LeafKind::LoopCounter)));
        if (!IsPosition) {
          Rest.push_back(Factor);
          continue;
        }
        IsProduct |= Position != nullptr;
        Position = Factor;
      }
      if (Position && !IsProduct)
        Groups[Rest].push_back({Position, Term.Coefficient});
    }
    for (auto &[Rest, Digits] : Groups) {
      llvm::sort(Digits, [](const Digit &Left, const Digit &Right) {
        return std::pair(std::abs(Left.Stride), Left.Position->number()) <
               std::pair(std::abs(Right.Stride), Right.Position->number());
      });
      readDigits(Site, Digits, isWholeOffset(Site, Sum) && Site.Kind == AccessKind::Store,
                 ThreadGuards, Sum->kind() == ExprKind::BitOr ? " | " : " + ");
    }
  }

  void readDigits(const Access &Site, ArrayRef<Digit> Digits, bool IsStore,
                  ArrayRef<ExprRef> ThreadGuards, StringRef Joint) {
    for (const Digit *Each = Digits.begin(); Each != Digits.end(); ++Each) {
      const Digit *Next = Each + 1;
      const Digit *Block =
          std::find_if(Next, Digits.end(), [](const Digit &Other) { return Other.isBlock(); });
      std::optional<ThreadQuotient> Quotient =
          Each->isThread() ? threadQuotient(Each->Position) : std::nullopt;
      if (Block == Digits.end() || !Quotient || (Each->Stride < 0) != (Block->Stride < 0) ||
          !all_of(ThreadGuards, [&](ExprRef Guard) { return keepsAll(Guard, *Quotient); }))
        continue;
      int64_t Stride = std::abs(Each->Stride), NextStride = std::abs(Next->Stride);
      if (NextStride == Stride || NextStride % Stride != 0 ||
          (Next->isLoop() && !fills(Site, *Next, *(Next + 1))))
        continue;
      uint64_t Extent = uint64_t(NextStride / Stride) * Quotient->Divisor;
      if (Extent <= MostThreads)
        Votes.push_back({Quotient->Dimension, Extent, IsStore,
                         describe(ArrayRef(Each, Block + 1), Stride, Joint)});
    }
  }

  /// The iterations of \p Index fill the distance between two values of \p Next.
  bool fills(const Access &Site, const Digit &Index, const Digit &Next) const {
    for (unsigned Id : Site.Loops) {
      const Loop &At = Kernel.Loops[Id];
      if (At.Counter == Index.Position)
        return std::abs(Next.Stride) % std::abs(Index.Stride) == 0 &&
               isTripCount(At, std::abs(Next.Stride) / std::abs(Index.Stride));
    }
    return false;
  }

  /// Thread 0 leaves \p Candidate after \p Trips iterations.
  static bool isTripCount(const Loop &Candidate, int64_t Trips) {
    auto Leaves = [&](int64_t Iteration) {
      return any_of(Candidate.Exits, [&](ExprRef Exit) {
        return evaluate(Exit, [&](ExprRef Leaf) {
                 return Leaf == Candidate.Counter ? Iteration : 0;
               }) != 0;
      });
    };
    bool IsKnown = all_of(Candidate.Exits, [&](ExprRef Exit) {
      return allLeaves(Exit, [&](ExprRef Leaf) {
        return Leaf == Candidate.Counter || isOf(Leaf, LeafKind::ThreadIndex);
      });
    });
    constexpr int64_t MostTrips = 1024;
    if (!IsKnown || Trips > MostTrips || !Leaves(Trips))
      return false;
    for (int64_t Iteration = 0; Iteration != Trips; ++Iteration)
      if (Leaves(Iteration))
        return false;
    return true;
  }

  static std::string describe(ArrayRef<Digit> Digits, int64_t Unit, StringRef Joint) {
    SmallVector<std::string, 3> Terms;
    for (const Digit &Each : reverse(Digits)) {
      std::string Text = toString(Each.Position);
      int64_t Times = std::abs(Each.Stride) / Unit;
      if (Times != 1)
        Text = (threadQuotient(Each.Position) || !Each.isThread() ? Text : "(" + Text + ")") +
               " * " + itostr(Times);
      Terms.push_back(std::move(Text));
    }
    return join(Terms, Joint);
  }

  /// What more than half of the stores say; of loads and conditions, where no store says
  /// anything.
  InferredExtent decide(unsigned Dimension) const {
    InferredExtent Result;
    auto Concerns = [&](const Vote &Each) { return Each.Dimension == Dimension; };
    Result.IsFromStore =
        any_of(Votes, [&](const Vote &Each) { return Concerns(Each) && Each.IsFromStore; });
    std::map<uint64_t, unsigned> Counts;
    unsigned All = 0;
    for (const Vote &Each : Votes) {
      if (!Concerns(Each))
        continue;
      Result.Mentioned.insert(Each.Extent);
      if (Each.IsFromStore != Result.IsFromStore)
        continue;
      ++All;
      ++Counts[Each.Extent];
    }
    for (auto [Extent, Count] : Counts)
      if (2 * Count > All)
        Result.Extent = Extent;
    for (const Vote &Each : Votes)
      if (Concerns(Each) && Result.Extent == Each.Extent &&
          Each.IsFromStore == Result.IsFromStore) {
        Result.Index = Each.Index;
        break;
      }
    return Result;
  }

  const KernelProgram &Kernel;
  LeafKinds Kinds;
  std::vector<Vote> Votes;
  std::array<bool, 3> IsSymbolic = {};
};

} // namespace

std::array<InferredExtent, 3> inferBlock(const KernelProgram &Kernel) {
  return BlockInference(Kernel).run();
}

} // namespace memlint
