//===- PairDecision.cpp - Whether two accesses race -----------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PairDecision.h"

#include "AnyData.h"
#include "AtomicSlots.h"
#include "BarrierRemoval.h"
#include "BlockChoice.h"
#include "DataAddress.h"
#include "Dependences.h"
#include "Distance.h"
#include "DistinctValues.h"
#include "IntegerSets.h"
#include "ValueSamples.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

using namespace llvm;

namespace memlint {

namespace {

/// Steps for one pair, and for one try with made-up values.
constexpr uint64_t StepsPerPair = 3'000'000;
constexpr uint64_t StepsPerSample = 600'000;
/// Iterations of a loop that a try with made-up values goes through: what happens, happens
/// early.
constexpr int64_t IterationsPerSample = 24;
/// Stands for stored values that are not known.
constexpr int64_t FirstMadeUpValue = int64_t(1) << 40;

class PairDecision {
public:
  PairDecision(const RaceSetting &Setting, PlacementCache &Placements, const PairQuestion &Question,
               bool PossibleRaces, PairBudget &Budget)
      : Setting(Setting), Placements(Placements), Context(Setting.Context), Question(Question),
        PossibleRaces(PossibleRaces), Budget(Budget), Kind(Question.Relation.Kind) {
    Verdict.First = Question.First->Id;
    Verdict.Second = Question.Second->Id;
    Verdict.Threads = Kind;
  }

  RaceVerdict run() {
    const Access *FirstSite = Question.First, *SecondSite = Question.Second;
    // Numbers from an array of distinct ones are as good as where in it they are.
    Access ByIndex[2];
    auto Offsets = offsetsByIndexRead(Setting, *FirstSite, *SecondSite, Kind);
    if (Offsets) {
      ByIndex[0] = *FirstSite;
      ByIndex[1] = *SecondSite;
      std::tie(ByIndex[0].Offset, ByIndex[1].Offset) = *Offsets;
      FirstSite = &ByIndex[0];
      SecondSite = &ByIndex[1];
    }
    First = place(*FirstSite, Question.FirstAt, Question.FirstInFlight, 0);
    Second = place(*SecondSite, Question.SecondAt, Question.SecondInFlight, 1);
    if (First.IsNever || Second.IsNever || contradict())
      return answer(RaceOutcome::Absent);
    separateIterations();
    if (meetInNoSlot())
      return answer(RaceOutcome::Absent);
    for (const PlacedSite *Site : {&First, &Second})
      if (!Site->Offset || RaceSetting::hasThreadUnknown(Site->Offset)) {
        if (isEmpty())
          return answer(RaceOutcome::Absent);
        if (std::optional<PairResult> Result = raceForAnyData())
          return found(*Result, RaceOutcome::Race);
        return undecided({PairReason::Kind::Address, {Site->Site->Text}});
      }
    Verdict.OffsetsAreRelative = dropCommonPart(Context, First, Second, Kind) || Offsets;
    if (neverMeet(Setting, First, Second, Kind))
      return answer(RaceOutcome::Absent);
    if (!chooseBlocks())
      return answer(RaceOutcome::Absent);
    StartLoops = Setting.loopsOf(*Question.Interval);
    if (unknownsOf({First.Offset, Second.Offset}).empty())
      if (std::optional<RaceVerdict> Known = decideKnownAddresses())
        return *Known;
    if (isEmpty())
      return answer(RaceOutcome::Absent);
    if (Question.OnlyAbsence)
      return undecided({PairReason::Kind::NotProved});
    RaceVerdict Tried = trySamples();
    if (Tried.Outcome == RaceOutcome::Undecided && chooseMore()) {
      Verdict = Tried;
      Verdict.Reason = {};
      Tried = trySamples();
    }
    return Tried;
  }

private:
  /// Goes through all threads, whose addresses hold nothing unknown; nothing where what leads to
  /// the accesses does, and decides.
  std::optional<RaceVerdict> decideKnownAddresses() {
    PairSpace Space = wholeSpace();
    bool Dropped = Space.NeedsAll = dropUnknownConditions(Space);
    PairResult Result = enumerate(Space);
    using Finding = PairResult::Finding;
    if (Result.Found == Finding::None && Result.Complete && AllBlocks)
      return answer(RaceOutcome::Absent);
    bool IsOpen = Dropped || First.IsWidened || Second.IsWidened;
    // Whoever comes to them of all that could. Of blocks mostly one does: the last.
    if (Result.Found == Finding::EqualValues && Result.Complete && AllBlocks &&
        Kind != ThreadPair::DifferentBlocks) {
      Verdict.ConditionsLeftOut = IsOpen;
      if (IsOpen && isEmpty())
        return answer(RaceOutcome::Absent);
      return found(Result, RaceOutcome::Benign);
    }
    if (!IsOpen && Result.Found != Finding::None)
      return found(Result,
                   Result.Found == Finding::Conflict ? RaceOutcome::Race : RaceOutcome::Benign);
    if (Result.Found != Finding::None || Dropped)
      return std::nullopt;
    if (isEmpty())
      return answer(RaceOutcome::Absent);
    if (!Question.OnlyAbsence && chooseMore()) {
      PairSpace More = wholeSpace();
      PairResult OfMore = enumerate(More);
      if (OfMore.Found == Finding::Conflict)
        return found(OfMore, RaceOutcome::Race);
    }
    return undecided({PairReason::Kind::TooMany});
  }

  /// Integer sets say that no two threads meet. They know of no copies in flight.
  bool isEmpty() const {
    return !Question.FirstInFlight && !Question.SecondInFlight &&
           isEmptySet(Setting, Question, First, Second, Budget.SetEntries);
  }

  PlacedSite place(const Access &Site, const ReachedNode *At, const CopyInFlight *InFlight,
                   unsigned Side) const {
    if (InFlight)
      return Setting.placeInFlight(Site, *Question.Interval, *InFlight, Side);
    bool IsCopy = &Site != (Side == 0 ? Question.First : Question.Second);
    return IsCopy ? Setting.place(Site, *Question.Interval, *At, Side)
                  : Placements.place(Site, *Question.Interval, *At, Side);
  }

  RaceVerdict answer(RaceOutcome Outcome) {
    if (Outcome == RaceOutcome::Absent && DrawsEqualNumbers)
      return undecided({PairReason::Kind::Draws, {First.Site->Text}});
    Verdict.Outcome = Outcome;
    return std::move(Verdict);
  }

  RaceVerdict undecided(PairReason Reason) {
    Verdict.Reason = std::move(Reason);
    return answer(RaceOutcome::Undecided);
  }

  RaceVerdict found(const PairResult &Result, RaceOutcome Outcome) {
    Verdict.FirstThread = Result.First;
    Verdict.SecondThread = Result.Second;
    return answer(Outcome);
  }

  /// A condition that is the same for both threads holds for one and fails for the other.
  bool contradict() const {
    return any_of(First.Guards, [&](ExprRef Guard) {
      bool Shared = allLeaves(Guard, [&](ExprRef Leaf) {
        const LeafInfo &Info = Leaf->leaf();
        return Info.Kind == LeafKind::LoopCounter
                   ? Info.Id < Setting.Kernel.Loops.size()
                   : RaceSetting::isCommon(Info, Kind) && madeOutsideLoops(Leaf);
      });
      return Shared && any_of(Second.Guards, [&](ExprRef Other) { return exclude(Guard, Other); });
    });
  }

  /// The two conditions, on the same values, never hold together.
  bool exclude(ExprRef One, ExprRef Other) const {
    if (Other == Context.logicalNot(One))
      return true;
    if (One->kind() != ExprKind::Equal || Other->kind() != ExprKind::Equal)
      return false;
    // What is 0 where they hold.
    auto Zero = [&](ExprRef Equal) {
      return Context.subtract(Equal->operands()[0], Equal->operands()[1]);
    };
    ExprRef Left = Zero(One), Right = Zero(Other);
    return any_of(ArrayRef{Context.subtract(Left, Right), Context.add(Left, Right)},
                  [](ExprRef Both) { return Both->isConstant() && !Both->isConstant(0); });
  }

  /// A block's index is, being no value that the kernel makes.
  bool madeOutsideLoops(ExprRef Leaf) const {
    return !RaceSetting::isUnknown(Leaf->leaf()) ||
           none_of(Setting.Kernel.Loops, [&](const Loop &Each) { return Each.makes(Leaf); });
  }

  /// Values that are made anew in each iteration are different ones where the two accesses
  /// are in different iterations.
  void separateIterations() {
    auto IterationOf = [](const PlacedSite &Site, unsigned Loop) -> ExprRef {
      for (const auto &[Number, Iteration] : Site.Iterations)
        if (Number == Loop)
          return Iteration;
      return nullptr;
    };
    SmallVector<unsigned, 8> Differing;
    for (const Loop &Each : Setting.Kernel.Loops) {
      ExprRef Here = IterationOf(First, Each.Id);
      if (!Here || Here != IterationOf(Second, Each.Id))
        Differing.push_back(Each.Id);
    }
    if (Differing.empty())
      return;
    auto Replace = [&](ExprRef &Root) { Root = Placements.inOtherIterations(Root, Differing); };
    if (Second.Offset)
      Replace(Second.Offset);
    if (Second.Value)
      Replace(Second.Value);
    for (ExprRef &Guard : Second.Guards)
      Replace(Guard);
    for (IteratedLoop &Each : Second.Loops)
      for (ExprRef &Exit : Each.Exits)
        Replace(Exit);
  }

  /// Both addresses are of numbers drawn from one counter, and differ. Where a thread that
  /// adds nothing lets them be equal, that is what is looked at from here on.
  bool meetInNoSlot() {
    if (!First.Offset || !Second.Offset)
      return false;
    std::optional<AtomicSlots> Slots = drawnSlots(Setting, First, Second, Kind);
    if (!Slots)
      return false;
    if (Slots->AreDistinct)
      return true;
    if (Slots->AddsNothing) {
      DrawsEqualNumbers = true;
      First.Offset = Slots->First;
      Second.Offset = Slots->Second;
      if (!Slots->AddsNothing->isConstant())
        First.Guards.push_back(Slots->AddsNothing);
      Verdict.Assumptions.push_back({RaceAssumption::Kind::AddsNothing, Slots->Draw->Text});
    }
    return false;
  }

  /// Data choose the location of one access within bounds, and there is a thread that meets
  /// another one wherever that is.
  std::optional<PairResult> raceForAnyData() {
    bool FirstIsKnown = First.Offset && unknownsOf({First.Offset}).empty();
    bool SecondIsKnown = Second.Offset && unknownsOf({Second.Offset}).empty();
    if (FirstIsKnown == SecondIsKnown || First.IsWidened || Second.IsWidened ||
        Kind == ThreadPair::DifferentBlocks)
      return std::nullopt;
    std::optional<PartByData> Part = partByData(Context, FirstIsKnown ? Second : First);
    if (!Part || !chooseBlocks())
      return std::nullopt;
    StartLoops = Setting.loopsOf(*Question.Interval);
    PairSpace Space = wholeSpace();
    if (dropUnknownConditions(Space))
      return std::nullopt;
    PlacedSite &Chosen = FirstIsKnown ? Space.Second : Space.First;
    ExprRef Address = Chosen.Offset;
    auto MeetAt = [&](int64_t Value) {
      Chosen.Offset = Part->addressFor(Context, Address, Value);
      return enumerate(Space);
    };
    size_t Guards = Chosen.Guards.size();
    auto Last = [&](unsigned Dimension) { return int64_t(Setting.Block[Dimension]) - 1; };
    for (std::array<int64_t, 3> Who : {std::array{Last(0), Last(1), Last(2)}, {0, 0, 0}}) {
      Chosen.Guards.truncate(Guards);
      append_range(Chosen.Guards, isThread(Who));
      // The witness is one for data that are all 0.
      PairResult Witness = MeetAt(Part->ForZero);
      bool MeetsAlways = Witness.Found == PairResult::Finding::Conflict;
      for (int64_t Value = Part->Values.Low; MeetsAlways && Value <= Part->Values.High; ++Value)
        MeetsAlways = MeetAt(Value).Found == PairResult::Finding::Conflict;
      if (!MeetsAlways)
        continue;
      Verdict.ConditionsLeftOut = true;
      Verdict.Assumptions.push_back({RaceAssumption::Kind::ZeroDatum, Part->Leaf->leaf().Name});
      return Witness;
    }
    return std::nullopt;
  }

  /// What holds for the thread of index \p Index only.
  SmallVector<ExprRef, 3> isThread(const std::array<int64_t, 3> &Index) const {
    SmallVector<ExprRef, 3> Conditions;
    for (unsigned Dimension = 0; Dimension != 3; ++Dimension) {
      if (Setting.Block[Dimension] == 1)
        continue;
      LeafInfo Info;
      Info.Kind = LeafKind::ThreadIndex;
      Info.Dimension = uint8_t(Dimension);
      Info.Varies = Uniformity::Lane;
      Info.Range = {0, int64_t(Setting.Block[Dimension]) - 1};
      Conditions.push_back(Context.equal(Context.leaf(Info), Context.constant(Index[Dimension])));
    }
    return Conditions;
  }

  SmallVector<ExprRef, 24> conditions() const {
    SmallVector<ExprRef, 24> Roots;
    for (const PlacedSite *Site : {&First, &Second}) {
      append_range(Roots, Site->Guards);
      for (const IteratedLoop &Each : Site->Loops)
        append_range(Roots, Each.Exits);
    }
    for (const IteratedLoop &Each : StartLoops)
      append_range(Roots, Each.Exits);
    return Roots;
  }

  static SetVector<ExprRef> unknownsOf(ArrayRef<ExprRef> Roots) {
    SetVector<ExprRef> Found;
    for (ExprRef Root : Roots)
      forEachLeaf(Root, [&](ExprRef Leaf) {
        if (RaceSetting::isUnknown(Leaf->leaf()))
          Found.insert(Leaf);
      });
    return Found;
  }

  bool dependsOnBlock() const {
    SmallVector<ExprRef, 24> Roots = conditions();
    Roots.append({First.Offset, Second.Offset});
    return any_of(Roots, [](ExprRef Root) { return hasLeaf(Root, LeafKind::BlockIndex); });
  }

  /// Dimensions of a grid that is not known which are taken to be there: those that the
  /// addresses depend on, and x where the kernel asks for it.
  std::array<bool, 3> askedDimensions() const {
    std::array<bool, 3> Asked = {Setting.AsksForBlock[0], false, false};
    for (ExprRef Root : {First.Offset, Second.Offset})
      forEachLeaf(Root, [&](ExprRef Leaf) {
        if (Leaf->leaf().Kind == LeafKind::BlockIndex)
          Asked[Leaf->leaf().Dimension] = true;
      });
    return Asked;
  }

  /// False: there are no two blocks.
  bool chooseBlocks() {
    bool Between = Kind == ThreadPair::DifferentBlocks;
    if (!Between && !dependsOnBlock()) {
      Blocks = {{0, 0, 0}};
      return true;
    }
    BlockChoice Choice = memlint::chooseBlocks(Setting, askedDimensions());
    Blocks = std::move(Choice.Blocks);
    AllBlocks = Choice.AreAll;
    return !Between || Blocks.size() > 1;
  }

  /// Adds further blocks to those chosen first. Returns false if all blocks are chosen already.
  bool chooseMore() {
    if (AllBlocks || HasMore || Kind != ThreadPair::DifferentBlocks)
      return false;
    SmallVector<ExprRef, 24> Roots = conditions();
    Roots.append({First.Offset, Second.Offset});
    std::vector<std::array<int64_t, 3>> More = chooseMoreBlocks(Setting, Roots);
    if (More.empty())
      return false;
    Blocks = std::move(More);
    HasMore = true;
    return true;
  }

  PairSpace wholeSpace() const {
    PairSpace Space;
    Space.First = First;
    Space.Second = Second;
    Space.StartLoops = StartLoops;
    Space.Relation = Question.Relation;
    Space.Blocks = Blocks;
    Space.MostIterations = std::numeric_limits<int64_t>::max();
    Space.Budget = StepsPerPair;
    return Space;
  }

  /// What both store is known, or not known but the same for all threads that are compared.
  bool haveComparableValues() const {
    if (!First.Value || !Second.Value)
      return false;
    return all_of(unknownsOf({First.Value, Second.Value}),
                  [&](ExprRef Leaf) { return RaceSetting::isCommon(Leaf->leaf(), Kind); });
  }

  PairResult enumerate(PairSpace &Space) {
    if (!haveComparableValues())
      Space.First.Value = Space.Second.Value = nullptr;
    else
      // Any numbers do: equal where the same value is stored, else different.
      for (ExprRef Leaf : unknownsOf({Space.First.Value, Space.Second.Value}))
        Space.Values.try_emplace(Leaf, FirstMadeUpValue + int64_t(Leaf->number()) * 4096);
    Space.Budget = std::min(Space.Budget, Budget.Values);
    PairResult Result = enumeratePair(Setting, Space);
    Budget.Values -= std::min(Budget.Values, Result.Steps);
    return Result;
  }

  /// Leaves out all conditions that are not known before launch: more threads take part
  /// than do.
  template <typename Predicate> static bool dropConditions(PairSpace &Space, Predicate Drops) {
    bool Any = false;
    auto Drop = [&](SmallVectorImpl<ExprRef> &From) {
      size_t Before = From.size();
      erase_if(From, Drops);
      Any |= From.size() != Before;
    };
    for (PlacedSite *Site : {&Space.First, &Space.Second}) {
      Drop(Site->Guards);
      for (IteratedLoop &Each : Site->Loops)
        Drop(Each.Exits);
    }
    for (IteratedLoop &Each : Space.StartLoops)
      Drop(Each.Exits);
    return Any;
  }

  static bool dropUnknownConditions(PairSpace &Space) {
    return dropConditions(Space, [](ExprRef Root) { return !unknownsOf({Root}).empty(); });
  }

  /// What is not known in \p Condition may differ between the blocks of the two threads.
  bool isOfBlock(ExprRef Condition) const {
    return Kind == ThreadPair::DifferentBlocks && anyLeaf(Condition, [](ExprRef Leaf) {
             return RaceSetting::isUnknown(Leaf->leaf()) && Leaf->varies() != Uniformity::Grid;
           });
  }

  /// Both threads have what is not known decided for their blocks, which may be that one block
  /// alone goes on; or one of them is at the counter by which that is decided.
  bool areChosenBlocks() const {
    auto IsChosen = [&](const PlacedSite &Site) {
      return any_of(Site.Guards, [&](ExprRef Guard) { return isOfBlock(Guard); });
    };
    return (IsChosen(First) && IsChosen(Second)) || seesOthers(*First.Site) ||
           seesOthers(*Second.Site);
  }

  /// A flag in shared memory, say, that the kernel sets: both threads, which find one value there,
  /// come to their accesses by one and the same condition on it.
  bool isCommonFlag(ExprRef Condition) const {
    bool IsOfBoth =
        (is_contained(First.Guards, Condition) && is_contained(Second.Guards, Condition)) ||
        any_of(StartLoops,
               [&](const IteratedLoop &Each) { return is_contained(Each.Exits, Condition); });
    return IsOfBoth && anyLeaf(Condition, [&](ExprRef Leaf) { return isSetByKernel(Leaf); }) &&
           allLeaves(Condition,
                     [&](ExprRef Leaf) { return RaceSetting::isCommon(Leaf->leaf(), Kind); });
  }

  /// \p Write gives a variable of the block a number that data choose freely; empty: it may be
  /// chosen otherwise.
  std::optional<bool> isChosenOutside(const Access &Write) const {
    bool IsByData = any_of(Write.Guards, [&](ExprRef Guard) {
      return anyLeaf(Guard, [&](ExprRef Leaf) { return isFromOutside(Setting.Kernel, Leaf); });
    });
    // Not only some threads of each block count.
    bool IsByAll = none_of(Write.Guards, [](ExprRef Guard) {
      return hasLeaf(Guard, LeafKind::ThreadIndex) && !hasLeaf(Guard, LeafKind::BlockIndex);
    });
    if (Write.Kind == AccessKind::Atomic && Write.Addend && Write.Addend->isConstant(1) && IsByAll)
      return IsByData;
    if (Write.Kind != AccessKind::Store || !Write.Value)
      return std::nullopt;
    if (Write.Value->isConstant())
      return IsByData;
    return Write.Value->isLeaf() && isFromOutside(Setting.Kernel, Write.Value) ? std::optional(true)
                                                                               : std::nullopt;
  }

  /// \p Leaf was read from a variable of the block to which the kernel brings what data outside
  /// say, and no barrier depends on that.
  bool isBroughtIn(ExprRef Leaf) const {
    const KernelProgram &Kernel = Setting.Kernel;
    const Access *Source = sourceOf(Kernel, Leaf);
    if (!Source || Source->Kind != AccessKind::Load || Source->Space != MemorySpace::Shared ||
        !Source->Offset || !Source->Offset->isConstant())
      return false;
    auto IsOfSource = [&](ExprRef Each) {
      const Access *Other = isData(Each) ? sourceOf(Kernel, Each) : nullptr;
      return Other && Other->Object == Source->Object;
    };
    bool IsFree = false;
    for (const Access &Write : Kernel.Accesses) {
      if (Write.Kind == AccessKind::Load || Write.Object != Source->Object)
        continue;
      std::optional<bool> IsChosen = isChosenOutside(Write);
      if (Write.Offset != Source->Offset || !IsChosen)
        return false;
      IsFree |= *IsChosen;
    }
    return IsFree && none_of(Kernel.Barriers, [&](const Barrier &Each) {
             return any_of(Each.Guards, [&](ExprRef Guard) { return anyLeaf(Guard, IsOfSource); });
           });
  }

  /// One of the threads comes to its access by \p Condition, on what data outside have put into a
  /// variable of the block, and the other one whatever data say.
  bool isFreeFlag(ExprRef Condition) const {
    bool IsOfFirst = is_contained(First.Guards, Condition);
    const PlacedSite &Other = IsOfFirst ? Second : First;
    bool HasLoops = !First.Site->Loops.empty() || !Second.Site->Loops.empty();
    return Kind != ThreadPair::DifferentBlocks && !HasLoops &&
           (IsOfFirst || is_contained(Second.Guards, Condition)) &&
           none_of(Other.Guards, [](ExprRef Guard) { return anyLeaf(Guard, isData); }) &&
           anyLeaf(Condition, [&](ExprRef Leaf) { return isSetByKernel(Leaf); }) &&
           allLeaves(Condition, [&](ExprRef Leaf) { return !isData(Leaf) || isBroughtIn(Leaf); });
  }

  /// Both threads are in the same iteration of each loop around both, and in the first one of the
  /// others.
  bool areInOneIteration() const {
    return all_of(ArrayRef{&First, &Second}, [&](const PlacedSite *Site) {
      return Site->Loops.empty() && all_of(Site->Iterations, [&](const auto &Each) {
               return Each.second == Setting.Kernel.Loops[Each.first].Counter ||
                      Each.second->isConstant(0);
             });
    });
  }

  /// What is not known before launch decides when a loop around both ends.
  template <typename Predicate> bool endsByData(Predicate IsUnknown) const {
    return any_of(StartLoops,
                  [&](const IteratedLoop &Each) { return any_of(Each.Exits, IsUnknown); });
  }

  /// What samples of the unknown values have shown.
  struct SampleTrials {
    /// With a conflict, and with stores of equal values; the samples that have shown them.
    std::optional<PairResult> Witness, EqualWitness;
    const ValueSample *WitnessSample = nullptr;
    const ValueSample *EqualSample = nullptr;
    bool AlwaysRaces = true;
    bool AnyUsual = false;
    /// The most threads that came to either access.
    unsigned FirstThreads = 0;
    unsigned SecondThreads = 0;
  };

  /// Whether \p Sample, for which \p Result shows no conflict, says that the pair does not always
  /// race. A race ends the search: who took part until then is not all.
  bool isWithoutRace(const ValueSample &Sample, const PairResult &Result,
                     const SampleTrials &Trials) const {
    if (isPartOfGrid(Sample) || (Trials.Witness && lacksSecondIteration(*Trials.Witness, Sample)))
      return false;
    return Sample.Kind == SampleKind::Usual || (Result.FirstThreads >= Trials.FirstThreads &&
                                                Result.SecondThreads >= Trials.SecondThreads);
  }

  SampleTrials tryEach(ArrayRef<ValueSample> Samples, PairSpace &Space) {
    SampleTrials Trials;
    for (const ValueSample &Sample : Samples) {
      bool IsUsual = Sample.Kind == SampleKind::Usual;
      bool Decides = Sample.Kind != SampleKind::Special;
      if (!Decides && (Trials.Witness || !PossibleRaces))
        break;
      Space.Values = Sample.Values;
      PairResult Result = enumerate(Space);
      if (!Result.FirstActive || !Result.SecondActive)
        continue;
      bool Races = Result.Found == PairResult::Finding::Conflict;
      if (IsUsual) {
        Trials.AnyUsual = true;
        Trials.FirstThreads = std::max(Trials.FirstThreads, Result.FirstThreads);
        Trials.SecondThreads = std::max(Trials.SecondThreads, Result.SecondThreads);
      }
      if (IsUsual && Result.Found == PairResult::Finding::EqualValues && !Trials.EqualWitness) {
        Trials.EqualWitness = Result;
        Trials.EqualSample = &Sample;
      }
      if (Decides && !Races && isWithoutRace(Sample, Result, Trials)) {
        Trials.AlwaysRaces = false;
        if (!PossibleRaces)
          break;
      }
      if (Races && !Trials.Witness) {
        Trials.Witness = Result;
        Trials.WitnessSample = &Sample;
      }
    }
    return Trials;
  }

  void nameValues(const ValueSample &Sample, const SetVector<ExprRef> &Unknowns) {
    for (ExprRef Leaf : Unknowns)
      Verdict.Values.push_back({Leaf->leaf().Name, Sample.Values.lookup(Leaf)});
  }

  RaceVerdict trySamples() {
    PairSpace Space = wholeSpace();
    bool AreChosen = areChosenBlocks();
    auto IsOfEach = [&](ExprRef Root) {
      return RaceSetting::hasThreadUnknown(Root) || (!AreChosen && isOfBlock(Root)) ||
             isCommonFlag(Root) || isFreeFlag(Root);
    };
    // In the first iteration nobody has left yet, whatever ends the loop.
    bool IsFirstIteration = areInOneIteration() && endsByData(IsOfEach);
    if (IsFirstIteration)
      for (IteratedLoop &Each : Space.StartLoops)
        Each.Exits.clear();
    bool DataDependent = dropConditions(Space, IsOfEach);
    Space.MostIterations = IsFirstIteration ? 1 : IterationsPerSample;
    Space.Budget = StepsPerSample;
    SmallVector<ExprRef, 24> Roots = conditions();
    erase_if(Roots, IsOfEach);
    Roots.append({First.Offset, Second.Offset});
    SetVector<ExprRef> Unknowns = unknownsOf(Roots);
    // Invented values of what the kernel computes or reads say nothing about which threads meet,
    // and those of what it sets itself nothing about which threads come here.
    if (isMadeByKernel(unknownsOf({First.Offset, Second.Offset})) ||
        any_of(Unknowns, [&](ExprRef Leaf) { return isSetByKernel(Leaf); }))
      return undecided(whyUndecided(Unknowns, DataDependent));
    std::vector<ValueSample> Samples = sampleValues(Setting, Kind, Unknowns.getArrayRef(), Roots);
    return verdictOf(tryEach(Samples, Space), Unknowns, DataDependent);
  }

  RaceVerdict verdictOf(const SampleTrials &Trials, const SetVector<ExprRef> &Unknowns,
                        bool DataDependent) {
    bool IsWidened = First.IsWidened || Second.IsWidened;
    if (!Trials.Witness && Trials.EqualWitness && !DataDependent && !IsWidened &&
        storeEqualValues(Setting, Question, First, Second, Budget.SetEntries)) {
      nameValues(*Trials.EqualSample, Unknowns);
      return found(*Trials.EqualWitness, RaceOutcome::Benign);
    }
    if (!Trials.Witness)
      return undecided(whyUndecided(Unknowns, DataDependent));
    nameValues(*Trials.WitnessSample, Unknowns);
    Verdict.ConditionsLeftOut = DataDependent || IsWidened;
    // What was cut off might have been a try without a race.
    bool IsFree = Trials.AnyUsual && Trials.AlwaysRaces && Budget.Values != 0 &&
                  none_of(Unknowns, [&](ExprRef Leaf) {
                    return Setting.isConverted(Leaf) || (isData(Leaf) && !isOpenDatum(Leaf));
                  });
    bool Certain = IsFree && !Verdict.ConditionsLeftOut && !isMadeByKernel(Unknowns);
    if (!Certain)
      nameDependences(DataDependent);
    Verdict.IsForSomeData = IsFree && !IsWidened && !Certain;
    return found(*Trials.Witness, Certain ? RaceOutcome::Race : RaceOutcome::MayRace);
  }

  /// Says what decides whether the two race; \p DataDependent: data lead to them.
  void nameDependences(bool DataDependent) {
    Verdict.DependsOn = dependencesOf({First.Offset, Second.Offset}, conditions());
    if (DataDependent)
      addDependence(Verdict, RaceDependence::Data);
    if (First.IsWidened || Second.IsWidened)
      addDependence(Verdict, RaceDependence::LoopEnd);
  }

  /// Addresses or conditions depend on how many blocks there are, which by \p Sample are more than
  /// are gone through: others may race.
  bool isPartOfGrid(const ValueSample &Sample) const {
    auto AsksForMany = [&](ExprRef Leaf) {
      if (Leaf->leaf().Kind != LeafKind::GridDimension)
        return false;
      ExprRef Extent = Setting.GridTerms[Leaf->leaf().Dimension];
      return Extent && evaluate(Extent, [&](ExprRef Of) { return Sample.Values.lookup(Of); }) >
                           BlocksOfUnknownGrid;
    };
    return any_of(ArrayRef{First.Site, Second.Site}, [&](const Access *Site) {
      return (Site->Offset && anyLeaf(Site->Offset, AsksForMany)) ||
             any_of(Site->Guards, [&](ExprRef Guard) { return anyLeaf(Guard, AsksForMany); });
    });
  }

  /// The two threads of \p Witness are at two accesses in different iterations of a loop around
  /// both that by \p Sample runs once.
  bool lacksSecondIteration(const PairResult &Witness, const ValueSample &Sample) const {
    return Question.First != Question.Second &&
           any_of(Witness.First.Iterations, [&](const std::pair<unsigned, int64_t> &Here) {
             bool Differ =
                 any_of(Witness.Second.Iterations, [&](const std::pair<unsigned, int64_t> &There) {
                   return Here.first == There.first && Here.second != There.second;
                 });
             return Differ && runsOnce(Setting.Kernel.Loops[Here.first], Sample);
           });
  }

  /// By \p Sample, all threads leave \p Around before they come to the first access again.
  bool runsOnce(const Loop &Around, const ValueSample &Sample) const {
    return any_of(Around.Exits, [&](ExprRef Exit) {
      // Else it is tested behind the access.
      bool IsBefore = is_contained(First.Site->Guards, Context.logicalNot(Exit));
      auto ValueOf = [&](ExprRef Leaf) {
        return Leaf == Around.Counter ? int64_t(IsBefore) : Sample.Values.lookup(Leaf);
      };
      ExprRef Known = Setting.specialise(Exit);
      return allLeaves(Known,
                       [&](ExprRef Leaf) {
                         return Leaf == Around.Counter || Sample.Values.contains(Leaf);
                       }) &&
             evaluate(Known, ValueOf) != 0;
    });
  }

  /// The kernel gives \p Leaf its value by what it does, as a loop's variable or a flag in shared
  /// memory.
  bool isSetByKernel(ExprRef Leaf) const {
    if (Leaf->leaf().Kind == LeafKind::Opaque)
      return Leaf->leaf().Reason == OpaqueReason::ControlFlow;
    const Access *Source = sourceOf(Setting.Kernel, Leaf);
    return Source && any_of(Setting.Kernel.Accesses, [&](const Access &Each) {
             return Each.Kind != AccessKind::Load && Each.Object == Source->Object;
           });
  }

  static bool isMadeByKernel(const SetVector<ExprRef> &Unknowns) {
    return any_of(Unknowns, isData);
  }

  /// Data let \p Leaf be any number, the same for both threads: it is read from memory that the
  /// kernel does not write, or made of such numbers by a conversion or a vote of the block.
  bool isOpenDatum(ExprRef Leaf) const {
    if (Kind == ThreadPair::DifferentBlocks || !RaceSetting::isCommon(Leaf->leaf(), Kind))
      return false;
    const Access *Source = sourceOf(Setting.Kernel, Leaf);
    return Source ? Source->Kind == AccessKind::Load
                  : Leaf->leaf().Reason == OpaqueReason::DataDependent;
  }

  static PairReason whyUndecided(const SetVector<ExprRef> &Unknowns, bool DataDependent) {
    if (Unknowns.empty())
      return {DataDependent ? PairReason::Kind::Data : PairReason::Kind::TooMany};
    // Of two iterations, a value has one name.
    SmallSetVector<StringRef, 4> Names;
    for (ExprRef Leaf : Unknowns)
      Names.insert(Leaf->leaf().Name);
    return {PairReason::Kind::Values, {Names.begin(), Names.end()}};
  }

  const RaceSetting &Setting;
  PlacementCache &Placements;
  ExprContext &Context;
  const PairQuestion &Question;
  bool PossibleRaces;
  PairBudget &Budget;
  ThreadPair Kind;
  PlacedSite First, Second;
  SmallVector<IteratedLoop, 2> StartLoops;
  std::vector<std::array<int64_t, 3>> Blocks;
  bool AllBlocks = true;
  /// They are more than were chosen first.
  bool HasMore = false;
  /// Only threads are looked at that draw one number from a counter.
  bool DrawsEqualNumbers = false;
  RaceVerdict Verdict;
};

} // namespace

RaceVerdict decidePair(const RaceSetting &Setting, PlacementCache &Placements,
                       const PairQuestion &Question, bool PossibleRaces, PairBudget &Budget) {
  return PairDecision(Setting, Placements, Question, PossibleRaces, Budget).run();
}

} // namespace memlint
