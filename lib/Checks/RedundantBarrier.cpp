//===- RedundantBarrier.cpp - Barriers that separate nothing --------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckList.h"
#include "LaunchDoubts.h"
#include "cuda-memlint/Analysis/Barriers/BarrierConvergence.h"
#include "cuda-memlint/Analysis/Races/RaceAnalysis.h"

#include "cuda-memlint/Checks/Wording.h"
#include "cuda-memlint/Model/KernelAnalysis.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <map>
#include <set>

using namespace llvm;

namespace memlint {

namespace {

/// Kernels with more barriers than this are left alone: each costs an analysis of its own.
constexpr size_t MostBarriersRemoved = 32;
/// Steps of the race analysis for one barrier in one launch, and how often it is asked.
constexpr uint64_t StepsPerBarrier = 1'000'000;
constexpr unsigned MostQuestions = 48;

class RedundancyFinder {
public:
  RedundancyFinder(const KernelAnalysis &Kernel, ExprContext &Expressions,
                   std::vector<Finding> &Findings)
      : Kernel(Kernel), Program(Kernel.Program), Expressions(Expressions), Findings(Findings) {}

  void run() {
    if (!isWorthAsking() || !knowsAllBarriers() || !knowsAllAccesses() || hasRaces() ||
        !takeLaunches())
      return;
    // Two calls of one function are two barriers here and one in the source.
    // Of two, the one that fewer wait at stays.
    using BarrierPosition = std::tuple<bool, unsigned, unsigned, std::string>;
    std::map<BarrierPosition, std::vector<unsigned>> InSource;
    for (auto [Number, Each] : enumerate(Program.Barriers))
      InSource[{Each.Scope == BarrierScope::Warp, Each.Position.Line, Each.Position.Column,
                Each.Position.Path}]
          .push_back(unsigned(Number));
    BarrierRemoval Removal;
    for (const auto &[Where, Barriers] : InSource) {
      if (!all_of(Barriers, [&](unsigned Number) { return isPlain(Program.Barriers[Number]); }))
        continue;
      Removal.Asked = Barriers;
      if (!isNeedless(Removal))
        continue;
      report(Program.Barriers[Barriers.front()], Removal.Gone);
      // What is said next must hold when this one has been removed.
      append_range(Removal.Gone, Barriers);
    }
  }

private:
  bool isWorthAsking() const {
    return Program.Analysed && Kernel.Assumption.empty() && Program.Unseen.empty() &&
           Program.Barriers.size() <= MostBarriersRemoved && any_of(Program.Barriers, isPlain);
  }

  /// It is written in the kernel, as a call, for all of the block or of the warp, and for no
  /// result. What is in a function may be needed by who else calls it.
  static bool isPlain(const Barrier &Each) {
    bool HasMembers = Each.Scope == BarrierScope::Block ||
                      (Each.Scope == BarrierScope::Warp && Each.GroupSize == WarpSize);
    return HasMembers && (!Each.Mask || Each.Mask->isConstant()) && Each.InlinedThrough.empty() &&
           !Each.HasResult && Each.Written == SourceForm::Call;
  }

  /// Barriers of a part of the block, in memory, of clusters and of asynchronous copies may
  /// count on others in ways that are not looked at.
  bool knowsAllBarriers() const {
    return all_of(Program.Barriers, [](const Barrier &Each) {
      bool IsKnown = Each.Scope == BarrierScope::Warp || Each.Scope == BarrierScope::Block ||
                     Each.Scope == BarrierScope::Grid;
      return IsKnown && !Each.IsUncertain && !Each.IsArrival && !Each.Id;
    });
  }

  /// Each access is to memory that no other one names differently.
  bool knowsAllAccesses() const {
    return all_of(Program.Accesses, [&](const Access &Site) {
      bool IsLeftOut = Site.IsUnused && Site.Kind == AccessKind::Load;
      if (IsLeftOut || Site.Space == MemorySpace::Local || Site.Space == MemorySpace::Constant)
        return true;
      const MemoryObject &Object = Program.Objects[Site.Object];
      return Site.Space != MemorySpace::Generic && Object.Kind != ObjectKind::Unknown &&
             Object.Kind != ObjectKind::LoadedPointer && Object.OneOf.empty() &&
             Site.Kind != AccessKind::AsyncCopy && !isLost(Site);
    });
  }

  /// The pointer may have been led astray, to another object even.
  static bool isLost(const Access &Site) {
    return !Site.Offset ||
           anyLeaf(Site.Offset, [](ExprRef Leaf) { return Leaf->leaf().Kind == LeafKind::Opaque; });
  }

  /// In a kernel with races, it cannot be known which barriers are needed.
  bool hasRaces() const {
    return any_of(Kernel.Races, [](const RaceReport &Report) {
      return !Report.Reason.empty() || any_of(Report.Verdicts, [](const RaceVerdict &Verdict) {
        return Verdict.Outcome == RaceOutcome::Race;
      });
    });
  }

  /// The launches to look at; false: threads part at barriers, or too little is known. Where
  /// the block is a guess, others are as likely.
  bool takeLaunches() {
    for (const LaunchContext &Launch : Kernel.Launches) {
      // Two arguments into one array may be any distance apart.
      if (!Launch.blockKnown() || !Launch.AliasedArguments.empty())
        return false;
      Asked.push_back(Launch);
      if (!isGuessed(Launch))
        continue;
      unsigned Dimensions = Launch.Block[2] != 1 ? 3 : Launch.Block[1] != 1 ? 2 : 1;
      for (std::array<uint64_t, 3> Other : OtherBlocks)
        if (Dimensions == (Other[2] != 1 ? 3u : Other[1] != 1 ? 2u : 1u)) {
          Asked.push_back(Launch);
          copy(Other, Asked.back().Block.begin());
        }
    }
    for (const LaunchContext &Launch : Asked)
      for (const Barrier &Each : Program.Barriers)
        if (Each.Scope != BarrierScope::Warp &&
            !meetsAsOne(Expressions, Program, Each, Launch, /*Group=*/0))
          return false;
    return !Asked.empty();
  }

  bool isNeedless(const BarrierRemoval &Removal) {
    bool IsReached = false;
    for (const LaunchContext &Launch : Asked) {
      for (unsigned Number : Removal.Asked) {
        const Barrier &Each = Program.Barriers[Number];
        IsReached |= !isPassedBy(Expressions, Program, Each, Launch);
        if (Each.Scope == BarrierScope::Warp && !lanesMeet(Each, Launch))
          return false;
      }
      if (++Questions > MostQuestions)
        return false;
      RaceOptions Options;
      Options.Budget = StepsPerBarrier;
      Options.Removal = &Removal;
      RaceReport Without = analyseRaces(Expressions, Program, Launch, Options);
      if (!Without.Reason.empty() || !Without.Verdicts.empty())
        return false;
    }
    return IsReached;
  }

  bool lanesMeet(const Barrier &Each, const LaunchContext &Launch) {
    if (Each.Mask)
      return comesAsNamed(Expressions, Program, Each, Launch, uint32_t(Each.Mask->constantTerm()));
    return meetsAsOne(Expressions, Program, Each, Launch, WarpSize);
  }

  void report(const Barrier &Each, ArrayRef<unsigned> Gone) {
    Finding Result;
    Result.Check = RedundantBarrier.Name.str();
    Result.Level = RedundantBarrier.Level;
    Result.Position = Each.Position;
    Result.Message = "redundant barrier: no conflicting accesses are ordered by it";
    if (!Gone.empty()) {
      std::set<unsigned> Lines;
      for (unsigned Number : Gone)
        Lines.insert(Program.Barriers[Number].Position.Line);
      SmallVector<std::string, 4> Words;
      for (unsigned Line : Lines)
        Words.push_back(utostr(Line));
      bool IsOne = Words.size() == 1;
      Result.Notes.push_back(
          {(IsOne ? "even without the barrier at line " : "even without the barriers at lines ") +
               join(Words, ", "),
           {}});
    }
    bool IsGuess = false;
    for (const LaunchContext &Launch : Kernel.Launches) {
      IsGuess |= isGuessed(Launch);
      Result.Notes.push_back({"proved for " + describeLaunch(Program, Launch), {}});
    }
    if (IsGuess)
      Result.Notes.push_back(
          {"also proved for other block sizes, because the source does not specify one", {}});
    if (std::optional<MissingFix::Reason> Why = findObstacle(Each)) {
      Result.NoFix = MissingFix{*Why, "", {}};
    } else {
      Result.Fixes.push_back({Each.Statement, ""});
      Result.FixTitle = "remove `" + Each.Text + ";`";
      Result.Unsafe = findHazard();
    }
    Findings.push_back(std::move(Result));
  }

  /// Other instantiations of a template, in other files too, may need it.
  std::optional<MissingFix::Reason> findObstacle(const Barrier &Each) const {
    if (Each.Position.InMacro)
      return MissingFix::Reason::InMacro;
    if (Each.Statement.Line == 0)
      return MissingFix::Reason::NotOneStatement;
    if (!Program.Symbol.empty())
      return MissingFix::Reason::OtherInstances;
    return std::nullopt;
  }

  /// Other blocks may need the barrier, and so may arrays that overlap: it keeps loads from one
  /// apart from stores to the other.
  std::optional<UnsafeFix> findHazard() const {
    if (std::optional<UnsafeFix> Unseen = findUnseenBlocks(Kernel))
      return Unseen;
    std::set<unsigned> Accessed, Written, OfSeveral;
    bool HasDeviceVariable = false;
    for (const Access &Site : Program.Accesses)
      for (unsigned Object : Program.basesOf(Site.Object)) {
        const MemoryObject &Array = Program.Objects[Object];
        HasDeviceVariable |= Array.Kind == ObjectKind::DeviceVariable;
        if (!Array.ParameterIndex || Array.Kind != ObjectKind::Parameter)
          continue;
        Accessed.insert(*Array.ParameterIndex);
        if (!Array.ParameterFields.empty())
          OfSeveral.insert(*Array.ParameterIndex);
        if (Site.Kind != AccessKind::Load)
          Written.insert(*Array.ParameterIndex);
      }
    return findDoubtfulPointers(Kernel, [&](unsigned First, unsigned Second) {
      if (First == Second)
        return OfSeveral.contains(First) || (HasDeviceVariable && Accessed.contains(First));
      return Accessed.contains(First) && Accessed.contains(Second) &&
             (Written.contains(First) || Written.contains(Second));
    });
  }

  /// Blocks beside those that launches are guessed to have.
  static constexpr std::array<uint64_t, 3> OtherBlocks[] = {
      {32, 1, 1}, {96, 1, 1}, {1024, 1, 1}, {8, 8, 1}, {32, 32, 1}, {4, 4, 4}, {8, 8, 16}};

  const KernelAnalysis &Kernel;
  const KernelProgram &Program;
  ExprContext &Expressions;
  std::vector<Finding> &Findings;
  std::vector<LaunchContext> Asked;
  unsigned Questions = 0;
};

} // namespace

static void checkRedundantBarrier(const KernelAnalysis &Kernel, const TargetModel &,
                                  ExprContext &Expressions, std::vector<Finding> &Findings) {
  RedundancyFinder(Kernel, Expressions, Findings).run();
}

const Check RedundantBarrier = {
    "cuda-redundant-barrier", "a barrier orders no conflicting accesses",
    FindingLevel::Remark,     FindingSubject::RedundantBarrier,
    checkRedundantBarrier,    /*ReadsRaces=*/true};

} // namespace memlint
