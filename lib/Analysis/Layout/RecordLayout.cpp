//===- RecordLayout.cpp - Layouts of structures ---------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Analysis/Layout/RecordLayout.h"

#include "cuda-memlint/Model/KernelAnalysis.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <map>

using namespace llvm;

namespace memlint {

double RecordLayout::best() const {
  double Least = Now.Sectors;
  for (const std::optional<Alternative> *Each : {&Aligned, &Padded})
    if (*Each)
      Least = std::min(Least, (*Each)->Cost.Sectors);
  return Split ? std::min(Least, Split->Sectors) : Least;
}

namespace {

class LayoutSearch {
public:
  LayoutSearch(ExprContext &Expressions, const KernelAnalysis &Kernel, const TargetModel &Target)
      : Kernel(Kernel), Target(Target), Expressions(Expressions) {}

  std::vector<RecordLayout> run() {
    if (!Kernel.Assumption.empty())
      return {};
    std::vector<RecordVisit> Visits = findRecordVisits(Expressions, Kernel.Program);
    std::map<unsigned, std::vector<RecordLayout>> ByRecord;
    for (const RecordVisit &Visit : Visits)
      if (std::optional<RecordLayout> New = appraise(Visit))
        ByRecord[Kernel.Program.Objects[New->site().Object].ElementTypeNumber].push_back(*New);
    std::vector<RecordLayout> Found;
    for (const auto &[Record, Layouts] : ByRecord) {
      RecordLayout Worst = worstOf(Layouts);
      if (Worst.Split && losesBySplit(Visits, Record, Worst.Launch))
        Worst.Split.reset();
      if (!Worst.Aligned && !Worst.Padded && !Worst.Split)
        continue;
      noteGainers(Layouts, Worst);
      Found.push_back(std::move(Worst));
    }
    return Found;
  }

private:
  /// The visit that loses most.
  static RecordLayout worstOf(ArrayRef<RecordLayout> Layouts) {
    auto Lost = [](const RecordLayout &Each) { return Each.Now.Sectors - Each.best(); };
    return *llvm::max_element(Layouts, [&](const RecordLayout &Left, const RecordLayout &Right) {
      return Lost(Left) < Lost(Right);
    });
  }

  /// Keeps which of \p Layouts gain by what is best for \p Worst.
  static void noteGainers(ArrayRef<RecordLayout> Layouts, RecordLayout &Worst) {
    for (const RecordLayout &Each : Layouts) {
      bool Gains = Worst.isBestSplit() ? Each.Split.has_value() : Each.Aligned || Each.Padded;
      if (!Gains)
        continue;
      ++Worst.Visits;
      for (const RecordPart &Part : Each.Visit.Parts)
        Worst.Accesses.push_back(Part.Site->Id);
    }
  }

  /// Nothing when the layout costs nothing, or when that is not known.
  std::optional<RecordLayout> appraise(const RecordVisit &Visit) {
    // Records of libraries, such as the states of random number generators, cannot be changed.
    constexpr uint64_t LargestOfOthers = 32;
    RecordLayout Result;
    const MemoryObject &Object = Kernel.Program.Objects[Visit.Parts.front().Site->Object];
    if (Object.ElementRecord.Line == 0 && Object.ElementBytes > LargestOfOthers)
      return std::nullopt;
    Result.Visit = Visit;
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

  /// Whether \p Visits of all arrays of the structure of number \p Record take more sectors
  /// together with an array for each field, as far as that is known.
  bool losesBySplit(const std::vector<RecordVisit> &Visits, unsigned Record,
                    unsigned Launch) const {
    RecordCosts Costs(Expressions, Kernel, Target, Launch);
    double Now = 0, Split = 0;
    for (const RecordVisit &Visit : Visits) {
      if (Kernel.Program.Objects[Visit.Parts.front().Site->Object].ElementTypeNumber != Record)
        continue;
      std::optional<VisitCost> Before = Costs.now(Visit), After = Costs.split(Visit);
      if (!Before || !After)
        continue;
      Now += Before->Sectors;
      Split += After->Sectors;
    }
    return Split > Now;
  }

  /// \p After takes so much less than \p Before that a change of the source may pay.
  static bool isWorthwhile(const VisitCost &Before, const VisitCost &After) {
    return After.Sectors * 4 <= Before.Sectors * 3;
  }

  std::optional<RecordLayout::Alternative>
  alignedBetter(const RecordCosts &Costs, const RecordVisit &Visit, const VisitCost &Now) const {
    const MemoryObject &Object = Kernel.Program.Objects[Visit.Parts.front().Site->Object];
    for (unsigned Alignment : {16u, 8u, 4u, 2u}) {
      if (Alignment <= Object.ElementAlignment || Object.ElementBytes % Alignment != 0)
        continue;
      std::optional<VisitCost> Cost = Costs.aligned(Visit, Alignment, Object.ElementBytes);
      if (!Cost || !isWorthwhile(Now, *Cost))
        return std::nullopt;
      return RecordLayout::Alternative{*Cost, Alignment, Object.ElementBytes};
    }
    return std::nullopt;
  }

  std::optional<RecordLayout::Alternative>
  paddedBetter(const RecordCosts &Costs, const RecordVisit &Visit, const VisitCost &Now) const {
    const MemoryObject &Object = Kernel.Program.Objects[Visit.Parts.front().Site->Object];
    std::optional<RecordLayout::Alternative> Best;
    for (unsigned Alignment : {16u, 8u, 4u, 2u}) {
      uint64_t Stride = alignTo(Object.ElementBytes, Alignment);
      // More than a third of it lost is too much.
      if (Alignment <= Object.ElementAlignment || Stride == Object.ElementBytes ||
          (Stride - Object.ElementBytes) * 3 > Object.ElementBytes)
        continue;
      std::optional<VisitCost> Cost = Costs.aligned(Visit, Alignment, Stride);
      if (Cost && isWorthwhile(Now, *Cost) && (!Best || Cost->Sectors < Best->Cost.Sectors))
        Best = RecordLayout::Alternative{*Cost, Alignment, Stride};
    }
    return Best;
  }

  std::optional<VisitCost> splitBetter(const RecordCosts &Costs, const RecordVisit &Visit,
                                       const VisitCost &Now) const {
    std::optional<VisitCost> Cost = Costs.split(Visit);
    return Cost && isWorthwhile(Now, *Cost) ? Cost : std::nullopt;
  }

  const KernelAnalysis &Kernel;
  const TargetModel &Target;
  ExprContext &Expressions;
};

} // namespace

std::vector<RecordLayout> findBetterLayouts(ExprContext &Expressions, const KernelAnalysis &Kernel,
                                            const TargetModel &Target) {
  return LayoutSearch(Expressions, Kernel, Target).run();
}

} // namespace memlint
