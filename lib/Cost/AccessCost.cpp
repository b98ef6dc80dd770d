//===- AccessCost.cpp - What one access costs in one launch -----*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The steps: put in what the launch tells; find the iterations of the loops;
/// sort guards and address into what is known and what is not; settle each
/// unknown by its congruence, or by an assumption that is written down; count
/// the requests of what remains.
///
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Cost/AccessCost.h"

#include "Facts.h"
#include "Iterations.h"
#include "MixedFactors.h"
#include "RequestSpace.h"
#include "Unknowns.h"

#include "cuda-memlint/Target/RequestCost.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/MathExtras.h"

#include <bit>
#include <numeric>

using namespace llvm;

namespace memlint {

namespace {

/// Largest values of a block index where the grid is not known (CUDA C++
/// Programming Guide, technical specifications per compute capability).
constexpr std::array<int64_t, 3> LargestBlockIndex = {(int64_t(1) << 31) - 2, 65534, 65534};
/// Taken for the counter of a loop that nothing bounds.
constexpr int64_t LargestCounter = (int64_t(1) << 31) - 2;

StringRef spaceName(MemorySpace Space) {
  switch (Space) {
  case MemorySpace::Global:
    return "global";
  case MemorySpace::Shared:
    return "shared";
  case MemorySpace::Constant:
    return "constant";
  case MemorySpace::Local:
    return "local";
  case MemorySpace::Generic:
    return "generic";
  }
  return "";
}

StringRef kindNames(AccessKind Kind) {
  switch (Kind) {
  case AccessKind::Load:
    return "loads";
  case AccessKind::Store:
    return "stores";
  case AccessKind::Atomic:
    return "atomics";
  case AccessKind::AsyncCopy:
    return "asynchronous copies";
  }
  return "";
}

void addOnce(std::vector<std::string> &Texts, const std::string &Text) {
  if (!is_contained(Texts, Text))
    Texts.push_back(Text);
}

/// Multipliers that a scaled part of an address is tried with.
struct ScaleChoice {
  SmallVector<int64_t, 2> Values;
};

class AccessEvaluator {
public:
  AccessEvaluator(ExprContext &Context, const KernelProgram &Kernel, const Access &Site,
                  const LaunchContext &Launch, const TargetModel &Target, uint64_t Budget)
      : Context(Context), Kernel(Kernel), Site(Site), Launch(Launch), Target(Target),
        Budget(Budget), Shift(invariantShift(Target, Site.Space)) {}

  AccessCost run() {
    if (!checkPreconditions())
      return Result;
    Result.Known = Knowledge::Proved;
    Evidence Known = evidenceFor(Target, Site.Space, Site.Kind, Site.Bytes, Site.Form);
    if (Known != Evidence::Measured)
      addOnce(Result.Assumptions, (Twine(Site.Bytes) + "-byte " + spaceName(Site.Space) + " " +
                                   kindNames(Site.Kind) + " cost on " + Target.name() +
                                   " what is " + evidenceName(Known) + ", which is not measured")
                                      .str());
    specialiseBuiltins();
    for (unsigned Loop : Site.Loops)
      enterLoop(Kernel.Loops[Loop]);
    if (neverPasses())
      return neverExecuted();
    sortGuards();
    evaluateAddress();
    finish();
    return Result;
  }

private:
  AccessCost &unknown(const Twine &Reason) {
    Result.Known = Knowledge::Unknown;
    Result.Reason = Reason.str();
    Result.Assumptions.clear();
    if (Result.WhyNoTotals.empty())
      Result.WhyNoTotals = Result.Reason;
    return Result;
  }

  //===--- Preconditions --------------------------------------------------===//

  bool checkPreconditions() {
    if (!Site.Offset || !Site.Reason.empty()) {
      unknown(Site.Reason.empty() ? "the address is not understood" : Site.Reason);
    } else if (Site.Space == MemorySpace::Generic) {
      unknown("the memory space of the address is not known");
    } else if (Site.Space == MemorySpace::Local) {
      unknown("local memory has no cost rule here");
    } else if (Site.Space == MemorySpace::Shared && Site.Form == RequestForm::AtomicLoop) {
      unknown("shared memory has no such atomic: it is compiled to a loop of compare-and-swaps, "
              "repeated while lanes collide");
    } else if (Site.Space == MemorySpace::Shared && Site.Form == RequestForm::NativeAtomic &&
               Site.Offset->varies() < Uniformity::Lane) {
      unknown("the compiler may combine what the lanes of a warp do to one address");
    } else if (evidenceFor(Target, Site.Space, Site.Kind, Site.Bytes, Site.Form) ==
               Evidence::Unknown) {
      unknown(Twine("what ") + Twine(Site.Bytes) + "-byte " + spaceName(Site.Space) + " " +
              kindNames(Site.Kind) +
              (Site.Form == RequestForm::BypassingCopy ? " past the first-level cache" : "") +
              " cost is not known");
    } else if (!Launch.blockKnown()) {
      unknown("the block's dimensions are not known");
    } else if (!isValidBlock()) {
      unknown(Twine("a block of ") + Twine(*Launch.Block[0]) + " x " + Twine(*Launch.Block[1]) +
              " x " + Twine(*Launch.Block[2]) + " threads cannot be launched");
    } else if (is_contained(Launch.Grid, std::optional<uint64_t>(0))) {
      unknown("a grid without blocks cannot be launched");
    } else if (std::optional<uint64_t> Extent = excessiveGridExtent()) {
      bool LostSign = *Extent > INT32_MAX && *Extent <= UINT32_MAX;
      unknown(Twine("a grid of ") + Twine(*Extent) + " blocks in one dimension cannot be launched" +
              (LostSign ? " (as a signed number, " + Twine(int32_t(*Extent)) + ")" : Twine("")));
    } else {
      return true;
    }
    return false;
  }

  std::optional<uint64_t> excessiveGridExtent() const {
    for (unsigned Dimension = 0; Dimension != 3; ++Dimension)
      if (Launch.Grid[Dimension] &&
          *Launch.Grid[Dimension] > uint64_t(LargestBlockIndex[Dimension]) + 1)
        return Launch.Grid[Dimension];
    return std::nullopt;
  }

  bool isValidBlock() {
    uint64_t Most = Target.MaxThreadsPerBlock;
    for (unsigned Dimension = 0; Dimension != 3; ++Dimension) {
      Block.Extent[Dimension] = *Launch.Block[Dimension];
      if (Block.Extent[Dimension] == 0 || Block.Extent[Dimension] > Most)
        return false;
    }
    return Block.threads() <= Most;
  }

  //===--- Specialisation -------------------------------------------------===//

  ExprRef builtin(LeafKind Kind, uint8_t Dimension, Uniformity Varies, StringRef Name,
                  int64_t Highest) {
    LeafInfo Info;
    Info.Kind = Kind;
    Info.Dimension = Dimension;
    Info.Varies = Varies;
    Info.Range = {0, Highest};
    Info.Name = (Name + "." + StringRef("xyz").substr(Dimension, 1)).str();
    return Context.leaf(Info);
  }

  void specialiseBuiltins() {
    for (uint8_t Dimension = 0; Dimension != 3; ++Dimension) {
      Threads[Dimension] = builtin(LeafKind::ThreadIndex, Dimension, Uniformity::Lane, "threadIdx",
                                   int64_t(Block.Extent[Dimension]) - 1);
      std::optional<uint64_t> Blocks = Launch.Grid[Dimension];
      int64_t Highest = Blocks ? int64_t(*Blocks) - 1 : LargestBlockIndex[Dimension];
      this->Blocks[Dimension] =
          builtin(LeafKind::BlockIndex, Dimension, Uniformity::Block, "blockIdx", Highest);
      addDimension(this->Blocks[Dimension], {0, Highest}, Blocks.has_value());
    }
    if (!Launch.gridKnown())
      addOnce(WhyNoTotals, "the grid is not known");
    Replaced = leavesUnderFacts(Context, Kernel.Facts);
    for (const KernelParameter &Parameter : Kernel.Parameters) {
      size_t Index = size_t(&Parameter - Kernel.Parameters.data());
      if (!Parameter.Value || Index >= Launch.Arguments.size())
        continue;
      const LaunchArgument &Argument = Launch.Arguments[Index];
      if (Argument.Value)
        Replaced[Parameter.Value] = Context.constant(*Argument.Value);
      else if (Argument.Multiple > 1)
        replaceByMultiple(Parameter.Value, Argument.Multiple);
    }
  }

  /// \p Multiple is a power of two.
  void replaceByMultiple(ExprRef Parameter, uint64_t Multiple) {
    ExprRef Known = Replaced.lookup(Parameter);
    LeafInfo Info = (Known ? Known : Parameter)->leaf();
    unsigned Log = std::min<unsigned>(countr_zero(Multiple), Congruence::MaxLogModulus);
    if (Log <= Info.Modulus.LogModulus)
      return;
    Info.Modulus = {Log, 0};
    Replaced[Parameter] = Context.leaf(Info);
  }

  void addDimension(ExprRef Leaf, Interval Range, bool Counted) {
    if (Leaf->isConstant())
      return;
    Dimensions.push_back({Leaf, Range});
    (Counted ? Leaves.Counted : Leaves.Uncounted).insert(Leaf);
  }

  ExprRef replacement(ExprRef Leaf) {
    if (auto Known = Replaced.find(Leaf); Known != Replaced.end())
      return Known->second;
    const LeafInfo &Info = Leaf->leaf();
    switch (Info.Kind) {
    case LeafKind::ThreadIndex:
      return Threads[Info.Dimension];
    case LeafKind::BlockIndex:
      return Blocks[Info.Dimension];
    case LeafKind::BlockDimension:
      return Context.constant(int64_t(Block.Extent[Info.Dimension]));
    case LeafKind::GridDimension:
      if (Launch.Grid[Info.Dimension])
        return Context.constant(int64_t(*Launch.Grid[Info.Dimension]));
      return nullptr;
    default:
      return nullptr;
    }
  }

  ExprRef specialise(ExprRef Root) {
    return Context.substitute(Root, [&](ExprRef Leaf) { return replacement(Leaf); });
  }

  //===--- Loops ----------------------------------------------------------===//

  static void flatten(ExprRef Root, ExprKind Kind, SmallVectorImpl<ExprRef> &Parts) {
    if (Root->kind() != Kind) {
      Parts.push_back(Root);
      return;
    }
    flatten(Root->operands()[0], Kind, Parts);
    flatten(Root->operands()[1], Kind, Parts);
  }

  std::string loopWords(const Loop &Of) const {
    return "the loop at line " + std::to_string(Of.Position.Line);
  }

  void enterLoop(const Loop &Inner) {
    SmallVector<ExprRef, 4> Written, Exits, KnownExits;
    for (ExprRef Exit : Inner.Exits)
      flatten(Exit, ExprKind::Or, Written);
    for (ExprRef Exit : Written)
      flatten(specialise(Exit), ExprKind::Or, Exits);
    erase_if(Exits, [](ExprRef Exit) { return Exit->isConstant(0); });
    KnownLeaves Within = Leaves;
    Within.Counted.insert(Inner.Counter);
    for (ExprRef Exit : Exits)
      if (ingredientsOf(Exit, Within).isKnown())
        KnownExits.push_back(Exit);

    IterationRange Range = findIterations(Block, Dimensions, Inner.Counter, KnownExits);
    ExprRef Counter = Inner.Counter;
    if (Range.Known == IterationRange::Kind::Bounded) {
      Counter = narrowCounter(Inner.Counter, {0, Range.Last});
      addDimension(Counter, {0, Range.Last}, true);
    } else if (Range.Known == IterationRange::Kind::Sequential) {
      Interval All = {0, std::numeric_limits<int64_t>::max()};
      addDimension(Counter, All, true);
      Sequential.push_back({Counter, KnownExits});
    } else {
      Interval All = {0, std::min(LargestCounter, Inner.Counter->range().High)};
      Counter = narrowCounter(Inner.Counter, All);
      addDimension(Counter, All, false);
      addOnce(WhyNoTotals, "the number of iterations of " + loopWords(Inner) + " is not known");
    }
    Replaced[Inner.Counter] = Counter;
    for (ExprRef Exit : Range.EarlyExits)
      addStillInLoop(Exit, Inner.Counter, Counter);
    for (ExprRef Exit : Exits)
      LoopConditions.push_back(Context.logicalNot(specialise(Exit)));
    for (ExprRef Exit : Exits)
      if (!is_contained(KnownExits, Exit))
        noteUnknownExit(specialise(Exit), Inner);
  }

  ExprRef narrowCounter(ExprRef Counter, Interval Range) {
    LeafInfo Info = Counter->leaf();
    Info.Range = Range;
    Info.Modulus = {};
    return Context.leaf(Info);
  }

  /// A lane is in the loop in iteration k > 0 if \p Exit did not hold in the one
  /// before.
  void addStillInLoop(ExprRef Exit, ExprRef OldCounter, ExprRef Counter) {
    // A site behind the condition itself: it implies the earlier ones.
    if (isGuardedBy(Context.logicalNot(specialise(Exit))))
      return;
    ExprRef Before = Context.add(Counter, Context.constant(-1));
    ExprRef ExitBefore = Context.substitute(
        Exit, [&](ExprRef Leaf) { return Leaf == OldCounter ? Before : nullptr; });
    ExprRef First = Context.equal(Counter, Context.constant(0));
    StillInLoop.push_back(Context.logicalOr(First, Context.logicalNot(ExitBefore)));
  }

  bool isGuardedBy(ExprRef Condition) {
    return any_of(Site.Guards, [&](ExprRef Guard) {
      SmallVector<ExprRef, 4> Parts;
      flatten(specialise(Guard), ExprKind::And, Parts);
      return is_contained(Parts, Condition);
    });
  }

  void noteUnknownExit(ExprRef Exit, const Loop &Of) {
    noteUnknowns(Exit);
    addOnce(WhyNoTotals, "the number of iterations of " + loopWords(Of) + " is not known");
    if (!ingredientsOf(Exit, Leaves).variesByLane())
      return;
    ExprRef Condition = Context.logicalNot(Exit);
    if (isGuardedBy(Condition))
      return;
    if (classifyGuard(Context, Condition, Leaves, LoopConditions) == UnknownGuard::AllPass) {
      addOnce(Result.Assumptions, "all threads satisfy `" + toString(Condition) + "`");
      return;
    }
    Result.GuardUnknown = true;
    addOnce(Result.Assumptions, "all threads stay in " + loopWords(Of));
  }

  //===--- Guards ---------------------------------------------------------===//

  void noteUnknowns(ExprRef Root) {
    for (ExprRef Leaf : unknownLeaves(Root, Leaves))
      if (Leaf->leaf().Kind != LeafKind::GridDimension)
        addOnce(WhyNoTotals, "depends on " + describeUnknown(Leaf->leaf()));
  }

  bool neverPasses() {
    return any_of(Site.Guards, [&](ExprRef Guard) { return specialise(Guard)->isConstant(0); });
  }

  AccessCost &neverExecuted() {
    Result.NeverExecuted = true;
    Result.Totals = CostTotals();
    return Result;
  }

  void sortGuards() {
    for (ExprRef Guard : Site.Guards) {
      SmallVector<ExprRef, 4> Written;
      flatten(Guard, ExprKind::And, Written);
      for (ExprRef Part : Written) {
        SmallVector<ExprRef, 4> Parts;
        flatten(specialise(Part), ExprKind::And, Parts);
        for (ExprRef Special : Parts)
          sortGuard(Special, Parts.size() == 1 ? Part : Special);
      }
    }
    for (ExprRef Guard : StillInLoop)
      sortGuard(specialise(Guard), Guard);
  }

  /// \p Written is the guard before specialisation, in which it is printed.
  void sortGuard(ExprRef Guard, ExprRef Written) {
    if (Guard->isConstant())
      return;
    Ingredients Of = ingredientsOf(Guard, Leaves);
    if (Of.isKnown()) {
      Guards.push_back(Guard);
      return;
    }
    noteUnknowns(Guard);
    if (!Of.variesByLane()) {
      // Of a block index, some block passes.
      Result.MayNotExecute |= Of.UniformUnknown;
      return;
    }
    if (!Of.UniformUnknown && !Of.LaneUnknown && isPeriodic(Guard)) {
      Guards.push_back(Guard);
      return;
    }
    std::string Text = "`" + toString(Written) + "`";
    if (classifyGuard(Context, Guard, Leaves, LoopConditions) == UnknownGuard::AllPass) {
      addOnce(Result.Assumptions, "all threads satisfy " + Text);
      return;
    }
    Result.GuardUnknown = true;
    Result.MayNotExecute = true;
    addOnce(Result.Assumptions, "any thread may satisfy " + Text + "; the cost is that of all");
  }

  /// The guard repeats along every uncounted dimension.
  bool isPeriodic(ExprRef Guard) {
    RequestSpace Space(Block);
    declareDimensions(Space);
    unsigned Root = Space.Program.add(Guard);
    unsigned Zero = Space.Program.add(Context.constant(0));
    SmallVector<Interval, 32> Bounds;
    Space.Program.intervals(Space.Box, Bounds);
    for (unsigned Dimension = 0; Dimension != Space.Box.size(); ++Dimension)
      if ((Space.Uncounted >> Dimension & 1) &&
          findPeriod(Space.Program, Dimension, Bounds, {Root}, Zero, 0, MostClasses) == 0)
        return false;
    return true;
  }

  void declareDimensions(RequestSpace &Space) {
    for (const CountedLeaf &Dimension : Dimensions) {
      unsigned Number = Space.Program.addDimension(Dimension.Leaf);
      Space.Box.push_back(Dimension.Range);
      if (Leaves.Uncounted.contains(Dimension.Leaf))
        Space.Uncounted |= uint64_t(1) << Number;
    }
  }

  //===--- The address ----------------------------------------------------===//

  struct BaseAlignment {
    uint64_t Bytes;
    uint64_t Residue;
  };

  BaseAlignment baseAlignment(unsigned Object) const {
    const MemoryObject &Base = Kernel.Objects[Object];
    if (!Base.OneOf.empty()) {
      BaseAlignment Common = baseAlignment(Base.OneOf.front());
      for (unsigned Other : Base.OneOf) {
        BaseAlignment Next = baseAlignment(Other);
        Common.Bytes = std::min(Common.Bytes, Next.Bytes);
        while (Common.Bytes > 1 && (Common.Residue - Next.Residue) % Common.Bytes != 0)
          Common.Bytes /= 2;
      }
      Common.Residue %= Common.Bytes;
      return Common;
    }
    if (Base.ParameterIndex && *Base.ParameterIndex < Launch.Arguments.size()) {
      const LaunchArgument &Argument = Launch.Arguments[*Base.ParameterIndex];
      return {std::max<uint64_t>(Argument.AlignmentBytes, 1), Argument.AlignmentResidue};
    }
    return {std::max<uint64_t>(Base.AlignmentBytes, 1), 0};
  }

  /// Steps between values that the unknown rest of the address can have modulo
  /// the shift that costs nothing, and the least of them.
  struct Residues {
    uint64_t First = 0;
    uint64_t Step = 1;
  };

  void evaluateAddress() {
    ExprRef Offset = Context.withoutAddressWraps(specialise(Site.Offset));
    std::vector<std::string> Taken;
    Offset = separateMixedFactors(
        Context, Offset, Leaves, [&](ExprRef Value) { return isWarpUniform(Value); }, Taken);
    SplitAddress Split = splitAddress(Context, Offset, Leaves);
    if (Split.Obstacle) {
      const LeafInfo &Leaf = Split.Obstacle->isLeaf() ? Split.Obstacle->leaf() : LeafInfo();
      unknown("the address depends on " +
              (Leaf.Name.empty() ? Site.Reason : describeUnknown(Leaf)));
      return;
    }
    if (!Taken.empty())
      noteUnknowns(specialise(Site.Offset));
    for (const std::string &Text : Taken)
      addOnce(Result.Assumptions, Text);
    moveWarpUniformParts(Split);
    if (Split.Scaled.size() > MostScales) {
      unknown("the address depends on too many values that are not known");
      return;
    }
    BaseAlignment Base = baseAlignment(Site.Object);
    ExprRef Known = Context.add(Split.Known, Context.constant(int64_t(Base.Residue)));
    if (Site.Space == MemorySpace::Shared)
      evaluateShared(Split, Known, Base);
    else
      evaluateFarApart(Split, Known, Base);
  }

  /// A cofactor that is the same for all lanes of each warp makes its part an
  /// addend like any other uniform one.
  void moveWarpUniformParts(SplitAddress &Split) {
    erase_if(Split.Scaled, [&](const ScaledPart &Part) {
      if (!isWarpUniform(Part.Cofactor))
        return false;
      Split.UniformRest =
          Context.add(Split.UniformRest, Context.multiply(Part.Cofactor, Part.Scale));
      return true;
    });
  }

  bool isWarpUniform(ExprRef Value) {
    IndexProgram Program(Block);
    SmallVector<int64_t, 8> Point;
    for (const CountedLeaf &Dimension : Dimensions) {
      Program.addDimension(Dimension.Leaf);
      Point.push_back(Dimension.Range.Low);
    }
    unsigned Root = Program.add(Value);
    if (!Program.steps()[Root].Lane)
      return true;
    // Only lane factors that are uniform by themselves are recognised.
    SmallVector<unsigned, 8> Parts;
    if (Program.steps()[Root].Kind == IndexStep::Form::Sum)
      for (const SumTerm &Part : Program.steps()[Root].Terms)
        Parts.append(Part.LaneFactors.begin(), Part.LaneFactors.end());
    else
      Parts.push_back(Root);
    SmallVector<int64_t, 32> Uniform;
    std::vector<LaneValues> Lanes;
    Program.uniformValues(Point, Uniform);
    auto Needed = Program.neededLanes(Parts);
    for (unsigned Part : Parts)
      if (Program.steps()[Part].Dimensions != 0)
        return false;
    for (unsigned Warp = 0; Warp != Block.warps(); ++Warp) {
      WarpThreads Of = threadsOfWarp(Block, Warp);
      Program.laneValues(Of, Needed, Uniform, Lanes);
      for (unsigned Part : Parts)
        for (unsigned Lane = 0; Lane != WarpSize; ++Lane)
          if ((Of.Mask >> Lane & 1) && Lanes[Part][Lane] != Lanes[Part][0])
            return false;
    }
    return true;
  }

  /// Global and constant memory: lanes with different multipliers of an unknown
  /// are taken to be far apart.
  void evaluateFarApart(SplitAddress &Split, ExprRef Known, BaseAlignment Base) {
    bool IsGlobal = Site.Space == MemorySpace::Global;
    ExprRef Offset = Known;
    int64_t Scale = int64_t(256) << 15;
    for (const ScaledPart &Part : Split.Scaled) {
      noteUnknowns(Part.Scale);
      // An odd factor keeps different scales from having common multiples.
      Offset = Context.add(Offset, Context.multiply(Part.Cofactor, Context.constant(Scale + 256)));
      std::string Name = toString(Part.Scale);
      Result.UnknownScales.push_back({Scale + 256, Name});
      Scale <<= 12;
      if (IsGlobal)
        addOnce(Result.Assumptions, "rows of `" + Name +
                                        "` elements start on a sector boundary "
                                        "and are at least a sector apart");
      else
        addOnce(Result.Assumptions, "rows of `" + Name + "` elements do not overlap");
    }
    // Terms that are whole rows are on a sector boundary with them.
    ExprRef Rest = withoutMultiplesOf(Split);
    if (Shift == 0) {
      noteUnknowns(Split.UniformRest);
      adopt(tally(Offset));
      return;
    }
    evaluateResidues(Offset, Rest, Base);
  }

  ExprRef withoutMultiplesOf(const SplitAddress &Split) {
    if (Split.Scaled.empty() || Split.UniformRest->isConstant())
      return Split.UniformRest;
    ExprRef Rest = Context.constant(0);
    auto Place = [&](int64_t Coefficient, ArrayRef<ExprRef> Factors) {
      for (const ScaledPart &Part : Split.Scaled)
        if (all_of(Part.UnknownFactors, [&](ExprRef F) { return is_contained(Factors, F); }) &&
            Coefficient % int64_t(Site.Bytes) == 0)
          return;
      ExprRef Term = Context.constant(Coefficient);
      for (ExprRef Factor : Factors)
        Term = Context.multiply(Term, Factor);
      Rest = Context.add(Rest, Term);
    };
    if (Split.UniformRest->kind() == ExprKind::Polynomial)
      for (const Monomial &Part : Split.UniformRest->terms())
        Place(Part.Coefficient, Part.Factors);
    else
      Place(1, {Split.UniformRest});
    return Rest;
  }

  Residues possibleResidues(ExprRef Rest, BaseAlignment Base) const {
    const Congruence &Of = Rest->congruence();
    uint64_t Step = std::min({uint64_t(1) << Of.LogModulus, Base.Bytes, Shift});
    return {Of.Residue % Step, Step};
  }

  /// A hardware access is a multiple of its size; others would fault.
  bool isAligned(ExprRef Known, uint64_t Residue) const {
    uint64_t Bytes = std::min<uint64_t>(Site.Bytes, uint64_t(1) << Known->congruence().LogModulus);
    return (Known->congruence().Residue + Residue) % Bytes == 0;
  }

  void evaluateResidues(ExprRef Known, ExprRef Rest, BaseAlignment Base) {
    Residues Possible = possibleResidues(Rest, Base);
    if (Possible.Step == Shift) {
      adopt(tally(Context.add(Known, Context.constant(int64_t(Possible.First)))));
      return;
    }
    SmallVector<uint64_t, 32> Values;
    for (uint64_t Value = Possible.First; Value < Shift; Value += Possible.Step)
      if (isAligned(Known, Value))
        Values.push_back(Value);
    if (Values.empty())
      Values.push_back(Possible.First);
    SmallVector<RequestTally, 8> Tallies;
    for (uint64_t Value : Values)
      Tallies.push_back(tally(Context.add(Known, Context.constant(int64_t(Value)))));
    adopt(Tallies.front());
    // What is not the same in every block and iteration may have another residue
    // in each, so that equal sums are not enough.
    bool MayChange = Rest->varies() != Uniformity::Grid || changesByIteration(Rest);
    if (all_of(Tallies, [&](const RequestTally &Of) {
          return sameCosts(Of, Tallies.front()) && (!MayChange || costsAlike(Of));
        }))
      return;
    noteUnknowns(Rest);
    if (Base.Bytes < Shift) {
      addOnce(WhyNoTotals,
              "the alignment of `" + Kernel.Objects[Site.Object].Name + "` is not known");
      addOnce(Result.Assumptions, "`" + Kernel.Objects[Site.Object].Name + "` starts on a " +
                                      std::to_string(Shift) + "-byte boundary");
    }
    assumeAligned(Rest, Values.front());
  }

  static bool sameCosts(const RequestTally &Left, const RequestTally &Right) {
    return Left.Result == Right.Result && Left.Sum.Requests == Right.Sum.Requests &&
           Left.Sum.Cost == Right.Sum.Cost && Left.Sum.Ideal == Right.Sum.Ideal &&
           Left.Worst == Right.Worst;
  }

  /// Values read from memory and those without a closed form.
  static bool changesByIteration(ExprRef Rest) {
    bool Changes = false;
    forEachLeaf(Rest, [&](ExprRef Leaf) {
      Changes |= Leaf->leaf().Kind == LeafKind::Loaded || Leaf->leaf().Kind == LeafKind::Opaque;
    });
    return Changes;
  }

  /// All requests cost the same.
  static bool costsAlike(const RequestTally &Of) {
    return Of.Sum.Cost == Of.Sum.Requests * Of.Worst.Cost &&
           Of.Sum.Ideal == Of.Sum.Requests * Of.Worst.Ideal;
  }

  /// Writes down that \p Rest is taken to be \p Residue modulo the shift.
  void assumeAligned(ExprRef Rest, uint64_t Residue) {
    if (Rest->isConstant())
      return;
    std::string Boundary = std::to_string(Shift) + " bytes";
    if (Residue != 0) {
      addOnce(Result.Assumptions, "`" + toString(Rest) + "` is " + std::to_string(Residue) +
                                      " bytes above a multiple of " + Boundary);
      return;
    }
    // By unknown factor, the least multiple that makes all of its terms aligned.
    SmallVector<std::pair<ExprRef, uint64_t>, 4> Strides;
    auto Place = [&](int64_t Coefficient, ArrayRef<ExprRef> Factors) {
      ExprRef Unknown = Context.constant(1);
      // Of a row's length times a row's number, the length.
      auto IsParameter = [](ExprRef Factor) {
        return Factor->isLeaf() && Factor->leaf().Kind == LeafKind::Parameter;
      };
      bool OnlyParameters = any_of(Factors, IsParameter);
      for (ExprRef Factor : Factors) {
        Ingredients Of = ingredientsOf(Factor, Leaves);
        if ((Of.UniformUnknown || Of.LaneUnknown) && (!OnlyParameters || IsParameter(Factor)))
          Unknown = Context.multiply(Unknown, Factor);
      }
      uint64_t Magnitude = Coefficient < 0 ? 0 - uint64_t(Coefficient) : uint64_t(Coefficient);
      for (auto &[Known, Stride] : Strides)
        if (Known == Unknown) {
          Stride = std::gcd(Stride, Magnitude);
          return;
        }
      Strides.push_back({Unknown, Magnitude});
    };
    if (Rest->kind() == ExprKind::Polynomial)
      for (const Monomial &Part : Rest->terms())
        Place(Part.Coefficient, Part.Factors);
    else
      Place(1, {Rest});
    for (auto &[Unknown, Stride] : Strides) {
      uint64_t Needed = Shift / std::gcd(Shift, Stride);
      if (Needed == 1)
        continue;
      std::string Text = "`" + toString(Unknown) + "` is a multiple of " + std::to_string(Needed);
      if (Stride == Site.Bytes)
        Text += " elements (" + Boundary + ")";
      addOnce(Result.Assumptions, Text);
    }
    if (Rest->constantTerm() % int64_t(Shift) != 0 && Rest->kind() == ExprKind::Polynomial)
      addOnce(Result.Assumptions, "`" + toString(Rest) + "` is a multiple of " + Boundary);
  }

  /// Shared memory: which words fall into one bank is decided by the unknowns
  /// modulo a row of banks, so that each value that congruence allows is tried.
  void evaluateShared(SplitAddress &Split, ExprRef Known, BaseAlignment Base) {
    if (Split.Scaled.empty()) {
      evaluateResidues(Known, Split.UniformRest, Base);
      return;
    }
    SmallVector<ScaleChoice, 2> Choices;
    uint64_t Combinations = 1;
    for (const ScaledPart &Part : Split.Scaled) {
      noteUnknowns(Part.Scale);
      Choices.push_back(sharedChoices(Part, unsigned(Choices.size())));
      Combinations *= Choices.back().Values.size();
    }
    std::string Names =
        join(map_range(Split.Scaled,
                       [](const ScaledPart &Part) { return "`" + toString(Part.Scale) + "`"; }),
             ", ");
    std::string Reason = "bank conflicts depend on the value of " + Names;
    if (Combinations > MostClasses) {
      unknown(Reason);
      return;
    }
    std::optional<RequestTally> First;
    for (uint64_t Combination = 0; Combination != Combinations; ++Combination) {
      ExprRef Offset = Known;
      uint64_t Rest = Combination;
      for (size_t Number = 0; Number != Choices.size(); ++Number) {
        const auto &Values = Choices[Number].Values;
        ExprRef Value = Context.constant(Values[Rest % Values.size()]);
        Offset = Context.add(Offset, Context.multiply(Split.Scaled[Number].Cofactor, Value));
        Rest /= Values.size();
      }
      RequestTally Of = tally(Offset);
      if (First && !sameCosts(*First, Of)) {
        unknown(Reason);
        return;
      }
      First = Of;
    }
    for (const ScaledPart &Part : Split.Scaled)
      addOnce(Result.Assumptions, "rows of `" + toString(Part.Scale) + "` elements do not overlap");
    dropNeedlessOverlaps(Split);
    for (size_t Number = 0; Number != Choices.size(); ++Number)
      Result.UnknownScales.push_back(
          {Choices[Number].Values[0], toString(Split.Scaled[Number].Scale)});
    // The rest can only rotate the banks.
    evaluateResidues(offsetWithChoices(Split, Known, Choices), Split.UniformRest, Base);
  }

  ExprRef offsetWithChoices(const SplitAddress &Split, ExprRef Known,
                            ArrayRef<ScaleChoice> Choices) {
    ExprRef Offset = Known;
    for (size_t Number = 0; Number != Choices.size(); ++Number)
      Offset = Context.add(Offset, Context.multiply(Split.Scaled[Number].Cofactor,
                                                    Context.constant(Choices[Number].Values[0])));
    return Offset;
  }

  /// Multiples of different rows can only meet where there are several, where
  /// something is added to them, or where a row may have no length.
  void dropNeedlessOverlaps(const SplitAddress &Split) {
    if (Split.Scaled.size() != 1 || ingredientsOf(Split.Known, Leaves).Threads)
      return;
    ExprRef Scale = Split.Scaled.front().Scale;
    bool NeverZero =
        Scale->range().Low > 0 || Scale->range().High < 0 || Scale->congruence().Residue != 0;
    std::string Text = "rows of `" + toString(Scale) + "` elements do not overlap";
    erase_if(Result.Assumptions, [&](const std::string &Known) { return Known == Text; });
    if (!NeverZero)
      addOnce(Result.Assumptions, "`" + toString(Scale) + "` is not 0");
  }

  ScaleChoice sharedChoices(const ScaledPart &Part, unsigned Number) const {
    uint64_t Row = 2 * Target.wavefrontBytes();
    uint64_t Content = 0;
    auto Take = [&](int64_t Coefficient) {
      Content =
          std::gcd(Content, Coefficient < 0 ? 0 - uint64_t(Coefficient) : uint64_t(Coefficient));
    };
    if (Part.Cofactor->kind() == ExprKind::Polynomial) {
      for (const Monomial &Term : Part.Cofactor->terms())
        Take(Term.Coefficient);
      if (Part.Cofactor->constantTerm() != 0)
        Take(Part.Cofactor->constantTerm());
    } else {
      Content = 1;
    }
    uint64_t Period = Row / std::gcd(Row, Content);
    const Congruence &Of = Part.Scale->congruence();
    uint64_t Step = std::min(Period, uint64_t(1) << Of.LogModulus);
    ScaleChoice Choice;
    // Far from zero, so that no two lanes meet by accident.
    int64_t Far = int64_t(Row) << (14 + 12 * Number);
    for (uint64_t Value = Of.Residue % Step; Value < Period; Value += Step)
      Choice.Values.push_back(Far + int64_t(Value));
    return Choice;
  }

  //===--- Counting -------------------------------------------------------===//

  RequestTally tally(ExprRef Offset) {
    RequestSpace Space(Block);
    declareDimensions(Space);
    Space.Space = Site.Space;
    Space.Kind = Site.Kind;
    Space.Form = Site.Form;
    Space.BytesPerLane = Site.Bytes;
    for (const auto &[Counter, Exits] : Sequential) {
      SequentialLoop Loop;
      for (size_t Number = 0; Number != Dimensions.size(); ++Number)
        if (Dimensions[Number].Leaf == Counter)
          Loop.Dimension = unsigned(Number);
      for (ExprRef Exit : Exits)
        Loop.Exits.push_back(Space.Program.add(Exit));
      Space.Loops.push_back(std::move(Loop));
    }
    for (ExprRef Guard : Guards)
      Space.Guards.push_back(Space.Program.add(Guard));
    Space.Offset = Space.Program.add(Offset);
    // Once over budget, the possible alignments that are left are sampled too.
    if (Result.Steps < Budget) {
      RequestTally Tally = tallyRequests(Space, Target, Budget - Result.Steps);
      Result.Steps += Tally.Steps;
      if (Tally.Result != RequestTally::Outcome::OverBudget)
        return Tally;
    }
    RequestTally Tally = sampleRequests(Space, Target);
    Result.Steps += Tally.Steps;
    Tally.Result = RequestTally::Outcome::OverBudget;
    return Tally;
  }

  void adopt(const RequestTally &Tally) {
    if (Tally.Result == RequestTally::Outcome::Irregular) {
      ExprRef Leaf = Dimensions[Tally.Dimension].Leaf;
      unknown("the address depends on `" + Leaf->leaf().Name + "`, whose range is not known");
      return;
    }
    if (Tally.Result == RequestTally::Outcome::OverBudget) {
      addOnce(WhyNoTotals,
              "counting all requests takes more than " + std::to_string(Budget) + " steps");
      addOnce(Result.Assumptions,
              "worst and mean are those of a sample of the blocks and iterations");
    }
    Result.Worst = Tally.Worst;
    Result.WorstRequest = Tally.WorstRequest;
    Result.WorstWarp = Tally.WorstWarp;
    Result.NeverExecuted = Tally.Sum.Requests == 0;
    if (Tally.Sum.Requests != 0) {
      Result.MeanCost = double(Tally.Sum.Cost) / double(Tally.Sum.Requests);
      Result.MeanIdeal = double(Tally.Sum.Ideal) / double(Tally.Sum.Requests);
    }
    Result.Totals = Tally.Sum;
  }

  void finish() {
    if (Result.Known == Knowledge::Unknown) {
      Result.Totals.reset();
      return;
    }
    if (!WhyNoTotals.empty()) {
      Result.Totals.reset();
      Result.WhyNoTotals = join(WhyNoTotals, "; ");
    }
    if (!Result.Assumptions.empty())
      Result.Known = Knowledge::Assumed;
    if (Site.Space == MemorySpace::Global)
      Result.WorstCostIfAligned = costIfAligned();
  }

  uint32_t costIfAligned() const {
    WarpRequest Aligned = Result.WorstRequest;
    if (Aligned.ActiveMask == 0 || Result.NeverExecuted)
      return 0;
    int64_t Lowest = std::numeric_limits<int64_t>::max();
    for (unsigned Lane = 0; Lane != WarpSize; ++Lane)
      if (Aligned.ActiveMask >> Lane & 1)
        Lowest = std::min(Lowest, Aligned.ByteOffset[Lane]);
    for (int64_t &Offset : Aligned.ByteOffset)
      Offset -= Lowest;
    return globalCost(Target, Aligned).Cost;
  }

  /// Residue classes that are tried one by one.
  static constexpr uint64_t MostClasses = 4096;
  /// Different unknown factors of lane-varying parts; more would overflow.
  static constexpr size_t MostScales = 3;

  ExprContext &Context;
  const KernelProgram &Kernel;
  const Access &Site;
  const LaunchContext &Launch;
  const TargetModel &Target;
  uint64_t Budget;
  uint64_t Shift;

  BlockShape Block;
  std::array<ExprRef, 3> Threads = {};
  std::array<ExprRef, 3> Blocks = {};
  DenseMap<ExprRef, ExprRef> Replaced;
  SmallVector<CountedLeaf, 8> Dimensions;
  KnownLeaves Leaves;
  SmallVector<std::pair<ExprRef, SmallVector<ExprRef, 4>>, 2> Sequential;
  SmallVector<ExprRef, 4> LoopConditions;
  SmallVector<ExprRef, 4> StillInLoop;
  SmallVector<ExprRef, 4> Guards;
  std::vector<std::string> WhyNoTotals;
  AccessCost Result;
};

} // namespace

AccessCost evaluateAccess(ExprContext &Context, const KernelProgram &Kernel, const Access &Site,
                          const LaunchContext &Launch, const TargetModel &Target, uint64_t Budget) {
  return AccessEvaluator(Context, Kernel, Site, Launch, Target, Budget).run();
}

} // namespace memlint
