//===- StructLayout.cpp - Records that one access becomes several of ------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckList.h"
#include "RecordVisits.h"

#include "cuda-memlint/Checks/Wording.h"
#include "cuda-memlint/Model/KernelAnalysis.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

#include <map>

using namespace llvm;

namespace memlint {

namespace {

/// Another layout, and what the visit costs then.
struct Alternative {
  VisitCost Cost;
  unsigned Alignment = 0;
  uint64_t Stride = 0;
};

/// One visit of elements of a record, as it is and as it could be.
struct Appraisal {
  const RecordVisit *Visit = nullptr;
  unsigned Launch = 0;
  VisitCost Now;
  /// Of the same size.
  std::optional<Alternative> Aligned;
  /// With padding at its end.
  std::optional<Alternative> Padded;
  std::optional<VisitCost> Split;

  const Access &site() const { return *Visit->Parts.front().Site; }
  double best() const {
    double Least = Now.Sectors;
    for (const std::optional<Alternative> *Each : {&Aligned, &Padded})
      if (*Each)
        Least = std::min(Least, (*Each)->Cost.Sectors);
    return Split ? std::min(Least, Split->Sectors) : Least;
  }
};

class LayoutFinder {
public:
  LayoutFinder(const KernelAnalysis &Kernel, const TargetModel &Target, ExprContext &Expressions)
      : Kernel(Kernel), Target(Target), Expressions(Expressions) {}

  void run(std::vector<Finding> &Findings) {
    if (!Kernel.Assumption.empty())
      return;
    std::vector<RecordVisit> Visits = findRecordVisits(Expressions, Kernel.Program);
    // By record: the visit that loses most.
    std::map<unsigned, std::pair<Appraisal, unsigned>> Worst;
    for (const RecordVisit &Visit : Visits) {
      std::optional<Appraisal> New = appraise(Visit);
      if (!New)
        continue;
      auto [Entry, IsFirst] = Worst.try_emplace(objectOf(*New).ElementTypeNumber, *New, 0);
      ++Entry->second.second;
      Appraisal &Known = Entry->second.first;
      if (New->Now.Sectors - New->best() > Known.Now.Sectors - Known.best())
        Known = *New;
    }
    for (const auto &[Record, WorstVisit] : Worst)
      Findings.push_back(report(WorstVisit.first, WorstVisit.second));
  }

private:
  const MemoryObject &objectOf(const Appraisal &Appraised) const {
    return Kernel.Program.Objects[Appraised.site().Object];
  }

  /// Nothing when the layout costs nothing, or when that is not known.
  std::optional<Appraisal> appraise(const RecordVisit &Visit) {
    // Records of libraries, such as the states of random number generators, cannot be changed.
    constexpr uint64_t LargestOfOthers = 32;
    Appraisal Result;
    const MemoryObject &Object = Kernel.Program.Objects[Visit.Parts.front().Site->Object];
    if (Object.ElementRecord.Line == 0 && Object.ElementBytes > LargestOfOthers)
      return std::nullopt;
    Result.Visit = &Visit;
    bool ByLane = Visit.Start->varies() == Uniformity::Lane;
    bool ByIteration = anyLeaf(
        Visit.Start, [](ExprRef Leaf) { return Leaf->leaf().Kind == LeafKind::LoopCounter; });
    if (!ByLane && !ByIteration)
      return std::nullopt;
    for (auto [Number, Launch] : enumerate(Kernel.Launches)) {
      RecordCosts Costs(Expressions, Kernel, Target, unsigned(Number));
      std::optional<VisitCost> Now = Costs.now(Visit);
      if (!Now)
        continue;
      Result.Launch = unsigned(Number);
      Result.Now = *Now;
      Result.Aligned = alignedBetter(Costs, Visit, *Now);
      Result.Padded = Result.Aligned ? std::nullopt : paddedBetter(Costs, Visit, *Now);
      // Where all lanes are at one element, they are with an array for each field, too.
      if (ByLane)
        Result.Split = splitBetter(Costs, Visit, *Now);
      // Fields of vectors that are not used are cuda-uncoalesced-access's.
      if (Result.Aligned || Result.Padded || (Result.Split && !Object.IsVectorElement))
        return Result;
      return std::nullopt;
    }
    return std::nullopt;
  }

  /// \p After takes so much less than \p Before that a change of the source may pay.
  static bool isWorthwhile(const VisitCost &Before, const VisitCost &After) {
    return After.Sectors * 4 <= Before.Sectors * 3;
  }

  std::optional<Alternative> alignedBetter(const RecordCosts &Costs, const RecordVisit &Visit,
                                           const VisitCost &Now) const {
    const MemoryObject &Object = Kernel.Program.Objects[Visit.Parts.front().Site->Object];
    for (unsigned Alignment : {16u, 8u, 4u, 2u}) {
      if (Alignment <= Object.ElementAlignment || Object.ElementBytes % Alignment != 0)
        continue;
      std::optional<VisitCost> Cost = Costs.aligned(Visit, Alignment, Object.ElementBytes);
      if (!Cost || !isWorthwhile(Now, *Cost))
        return std::nullopt;
      return Alternative{*Cost, Alignment, Object.ElementBytes};
    }
    return std::nullopt;
  }

  std::optional<Alternative> paddedBetter(const RecordCosts &Costs, const RecordVisit &Visit,
                                          const VisitCost &Now) const {
    const MemoryObject &Object = Kernel.Program.Objects[Visit.Parts.front().Site->Object];
    std::optional<Alternative> Best;
    for (unsigned Alignment : {16u, 8u, 4u, 2u}) {
      uint64_t Stride = alignTo(Object.ElementBytes, Alignment);
      // More than a third of it lost is too much.
      if (Alignment <= Object.ElementAlignment || Stride == Object.ElementBytes ||
          (Stride - Object.ElementBytes) * 3 > Object.ElementBytes)
        continue;
      std::optional<VisitCost> Cost = Costs.aligned(Visit, Alignment, Stride);
      if (Cost && isWorthwhile(Now, *Cost) && (!Best || Cost->Sectors < Best->Cost.Sectors))
        Best = Alternative{*Cost, Alignment, Stride};
    }
    return Best;
  }

  std::optional<VisitCost> splitBetter(const RecordCosts &Costs, const RecordVisit &Visit,
                                       const VisitCost &Now) const {
    std::optional<VisitCost> Cost = Costs.split(Visit);
    return Cost && isWorthwhile(Now, *Cost) ? Cost : std::nullopt;
  }

  static std::string describe(const VisitCost &Cost) {
    return formatNumberOf(Cost.Requests, "request") + " and " + formatMean(Cost.Sectors) +
           (Cost.Sectors == 1 ? " sector" : " sectors") + " per warp";
  }

  /// Why the record stays as it is; nothing: its alignment can be stated.
  std::optional<MissingFix::Reason> findObstacle(const Appraisal &Appraised) const {
    using Reason = MissingFix::Reason;
    const SourcePosition &Name = objectOf(Appraised).ElementRecord;
    if (!Appraised.Aligned)
      return Appraised.Padded ? Reason::RecordSize : Reason::RecordUses;
    if (Name.Line == 0)
      return Reason::RecordDefinition;
    if (Name.InMacro)
      return Reason::InMacro;
    if (Name.Path != Kernel.Program.Position.Path)
      return Reason::RecordFile;
    return std::nullopt;
  }

  /// The fix, where the record is in this file and says nothing of its alignment.
  void addFix(const Appraisal &Appraised, Finding &Result) const {
    const SourcePosition &Name = objectOf(Appraised).ElementRecord;
    const std::string &Type = objectOf(Appraised).ElementType;
    if (std::optional<MissingFix::Reason> Why = findObstacle(Appraised)) {
      Result.NoFix = MissingFix{*Why, Type, {}};
      return;
    }
    if (Name.InHeader)
      Result.Unsafe = UnsafeFix{UnsafeFix::Reason::SharedLayout, Type, {}};
    std::string Attribute = "__align__(" + utostr(Appraised.Aligned->Alignment) + ")";
    bool HasName = Name.Column != Name.EndColumn;
    SourcePosition At = Name;
    At.EndLine = At.Line;
    At.EndColumn = At.Column;
    Result.Fixes.push_back({At, HasName ? Attribute + " " : " " + Attribute});
    Result.FixTitle = "align `" + Type + "` to " + utostr(Appraised.Aligned->Alignment) + " B";
  }

  Finding report(const Appraisal &Appraised, unsigned Visits) const {
    const MemoryObject &Object = objectOf(Appraised);
    const Access &Site = Appraised.site();
    Finding Result;
    Result.Check = StructLayout.Name.str();
    Result.Level = StructLayout.Level;
    Result.Position = Site.Position;
    Result.Access = Site.Id;
    uint64_t Bytes = 0;
    for (const RecordPart &Part : Appraised.Visit->Parts)
      Bytes += Part.Bytes;
    std::string Verb = Site.Kind == AccessKind::Load ? "loading " : "storing ";
    Result.Message = "inefficient structure layout: " + Verb + formatCount(Bytes) + " of the " +
                     formatCount(Object.ElementBytes) + " B of `" + Object.ElementType +
                     "`, aligned to " + formatCount(Object.ElementAlignment) + " B, takes " +
                     describe(Appraised.Now);
    auto Note = [&](std::string Text, SourcePosition Position = {}) {
      Result.Notes.push_back({std::move(Text), std::move(Position)});
    };
    if (Appraised.Aligned)
      Note("`__align__(" + utostr(Appraised.Aligned->Alignment) +
               ")`, which does not change its size: " + describe(Appraised.Aligned->Cost),
           Object.ElementRecord);
    if (Appraised.Padded)
      Note("padding to " + formatCount(Appraised.Padded->Stride) + " B with `__align__(" +
               utostr(Appraised.Padded->Alignment) + ")`: " + describe(Appraised.Padded->Cost) +
               "; its arrays take " +
               formatShare(double(Appraised.Padded->Stride - Object.ElementBytes) /
                           double(Object.ElementBytes)) +
               " more memory",
           Object.ElementRecord);
    if (Appraised.Split)
      Note("one array per field: " + describe(*Appraised.Split));
    Note("for " + describeLaunch(Kernel.Program, Kernel.Launches[Appraised.Launch]) +
         "; sectors are those requested from L1, which may already hold some");
    if (Visits > 1)
      Note(formatNumberOf(Visits - 1, "other access") + " of this kernel would gain as well");
    for (const InlineFrame &Frame : Site.InlinedThrough)
      Note(describeInlining(Frame), Frame.CallSite);
    addFix(Appraised, Result);
    return Result;
  }

  const KernelAnalysis &Kernel;
  const TargetModel &Target;
  ExprContext &Expressions;
};

} // namespace

static void checkStructLayout(const KernelAnalysis &Kernel, const TargetModel &Target,
                              ExprContext &Expressions, std::vector<Finding> &Findings) {
  LayoutFinder(Kernel, Target, Expressions).run(Findings);
}

const Check StructLayout = {
    "cuda-struct-layout",
    "accesses to structures take more requests or sectors than with another layout",
    FindingLevel::Remark, FindingSubject::Layout, checkStructLayout};

} // namespace memlint
