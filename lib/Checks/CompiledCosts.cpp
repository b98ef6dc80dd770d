//===- CompiledCosts.cpp - What accesses cost as compiled -----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Checks/CompiledCosts.h"

#include "cuda-memlint/Analysis/Aliasing/LeftOutAccesses.h"
#include "cuda-memlint/Analysis/Aliasing/LoopMotion.h"
#include "cuda-memlint/Analysis/Aliasing/UncertainMerges.h"
#include "cuda-memlint/Analysis/Cost/AccessEvaluation.h"
#include "cuda-memlint/Analysis/Layout/JoinedFields.h"
#include "cuda-memlint/Analysis/Layout/LocalArrays.h"
#include "cuda-memlint/Model/FileAnalysis.h"
#include "cuda-memlint/Model/KernelAnalysis.h"
#include "cuda-memlint/Target/BankWidth.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace memlint {

struct CompiledCosts::Compiled {
  bool IsLeftOut = false;
  bool IsInRegisters = false;
  std::optional<JoinedAccess> Joined;
  /// An access that iterations share.
  std::optional<PromotedAccess> Moved;
  /// See isMost().
  bool IsMost = false;
};

/// Whether all requests cost what the worst one does.
static bool isUniform(const AccessCost &Cost) {
  return Cost.MeanCost == Cost.Worst.Cost && Cost.MeanIdeal == Cost.Worst.Ideal;
}

/// \p Cost with requests that each cost \p OfRequest, one for \p Divisor of now.
static AccessCost withRequests(AccessCost Cost, const RequestCost &OfRequest, unsigned Divisor) {
  Cost.Worst = OfRequest;
  Cost.MeanCost = OfRequest.Cost;
  Cost.MeanIdeal = OfRequest.Ideal;
  if (Cost.Totals) {
    Cost.Totals->Requests /= Divisor;
    Cost.Totals->Lanes /= Divisor;
    Cost.Totals->Cost = SaturatingMultiply<uint64_t>(Cost.Totals->Requests, OfRequest.Cost);
    Cost.Totals->Ideal = SaturatingMultiply<uint64_t>(Cost.Totals->Requests, OfRequest.Ideal);
  }
  return Cost;
}

AccessCost costOfIterations(const AccessCost &Cost, const JoinedAccess &Joined,
                            const RequestCost &OfRequest) {
  if (Joined.Iterations == 1 || !Joined.IsWholeLoop || !isUniform(Cost))
    return Cost;
  return withRequests(Cost, OfRequest, Joined.Iterations);
}

static TargetModel targetOf(const FileAnalysis &File, const KernelAnalysis &Kernel) {
  const TargetModel &OfFile = *cantFail(findTarget(File.Target));
  return Kernel.HasWideBanks ? withWideBanks(OfFile) : OfFile;
}

CompiledCosts::CompiledCosts(const FileAnalysis &File, const KernelAnalysis &Kernel)
    : CompiledCosts(File.Expressions.get(), Kernel, targetOf(File, Kernel)) {}

CompiledCosts::CompiledCosts(ExprContext *Expressions, const KernelAnalysis &Kernel,
                             const TargetModel &Target)
    : Expressions(Expressions), Kernel(Kernel), Target(Target),
      Accesses(Kernel.Program.Accesses.size()) {
  const KernelProgram &Program = Kernel.Program;
  std::vector<bool> InRegisters = findAccessesInRegisters(Program);
  std::vector<bool> AreLeftOut;
  for (const Access &Site : Program.Accesses) {
    Compiled &Own = Accesses[Site.Id];
    Own.IsInRegisters = InRegisters[Site.Id];
    Own.IsLeftOut = Own.IsInRegisters || isLeftOut(Program, Site);
    AreLeftOut.push_back(Own.IsLeftOut);
  }
  if (!Expressions)
    return;
  LoopMotion Moved(*Expressions, Program);
  std::vector<bool> AreSunk = findSunkLoads(*Expressions, Program, AreLeftOut);
  std::vector<bool> AreMerged = findUncertainMerges(*Expressions, Program, AreLeftOut);
  for (const Access &Site : Program.Accesses) {
    Compiled &Own = Accesses[Site.Id];
    Own.IsLeftOut &= !AreSunk[Site.Id];
    if (Own.IsLeftOut)
      continue;
    Own.IsMost = AreMerged[Site.Id] || AreSunk[Site.Id];
    Own.Joined = joinFields(Program, Site);
    if (!Own.Joined)
      Own.Joined = joinIterations(*Expressions, Program, Site);
    else
      Own.IsLeftOut = any_of(Own.Joined->With, [&](unsigned Id) {
        return Id < Site.Id && (!Accesses[Id].IsLeftOut || Accesses[Id].Joined);
      });
    if (Own.Joined)
      continue;
    Own.Moved = Moved.find(Site);
    Own.IsMost |= Moved.mayBeFewer(Site, Own.Moved);
    Own.IsLeftOut = Own.Moved && isLeftOut(Program, Own.Moved->Once);
  }
}

CompiledCosts::~CompiledCosts() = default;

std::optional<AccessCost> CompiledCosts::costOfFields(const Access &Site, unsigned Launch) const {
  const JoinedAccess &Joined = *Accesses[Site.Id].Joined;
  const AccessCost &Cost = Kernel.Verdicts[Site.Id][Launch].Cost;
  if (isUniform(Cost))
    if (std::optional<RequestCost> OfRequest = costOfJoined(Target, Site, Cost, Joined))
      return withRequests(Cost, *OfRequest, 1);
  constexpr uint64_t Steps = 1u << 16;
  Access Whole = Site;
  Whole.Bytes = Joined.Bytes;
  Whole.Offset = Expressions->add(Site.Offset, Expressions->constant(-int64_t(Joined.FieldOffset)));
  AccessCost OfWhole =
      evaluateAccess(*Expressions, Kernel.Program, Whole, Kernel.Launches[Launch], Target, Steps);
  return OfWhole.Known == Knowledge::Unknown ? Cost : OfWhole;
}

PromotedCost CompiledCosts::costOnce(const PromotedAccess &Moved, const AccessCost &EachTime,
                                     unsigned Launch) const {
  constexpr uint64_t Steps = 1u << 16;
  AccessCost Once = evaluateAccess(*Expressions, Kernel.Program, Moved.Once,
                                   Kernel.Launches[Launch], Target, Steps);
  if (Once.Known == Knowledge::Unknown || Once.NeverExecuted)
    Once = EachTime;
  return PromotedCost(Moved, std::move(Once), EachTime);
}

std::optional<AccessCost> CompiledCosts::costOf(const Access &Site, unsigned Launch) const {
  const Compiled &Own = Accesses[Site.Id];
  const AccessCost &Cost = Kernel.Verdicts[Site.Id][Launch].Cost;
  if (Own.IsLeftOut || Cost.NeverExecuted)
    return std::nullopt;
  if (Own.Moved && Cost.Known != Knowledge::Unknown)
    return costOnce(*Own.Moved, Cost, Launch).Cost;
  if (!Own.Joined || Cost.Known == Knowledge::Unknown)
    return Cost;
  if (Own.Joined->Iterations == 1)
    return costOfFields(Site, Launch);
  std::optional<RequestCost> OfRequest = costOfJoined(Target, Site, Cost, *Own.Joined);
  return OfRequest ? costOfIterations(Cost, *Own.Joined, *OfRequest) : Cost;
}

unsigned CompiledCosts::bytesOf(const Access &Site) const {
  const Compiled &Own = Accesses[Site.Id];
  bool IsWhole = Own.Joined && (Own.Joined->Iterations == 1 || Own.Joined->IsWholeLoop);
  return IsWhole ? Own.Joined->Bytes : Site.Bytes;
}

bool CompiledCosts::isPartOfOther(const Access &Site) const {
  return Accesses[Site.Id].IsLeftOut && Accesses[Site.Id].Joined;
}

std::optional<unsigned> CompiledCosts::mergedInto(const Access &Site) const {
  if (!isPartOfOther(Site))
    return std::nullopt;
  const std::vector<unsigned> &With = Accesses[Site.Id].Joined->With;
  auto First = find_if(With, [&](unsigned Id) { return !Accesses[Id].IsLeftOut; });
  return First == With.end() ? std::nullopt : std::optional(*First);
}

bool CompiledCosts::isChanged(const Access &Site) const {
  const Compiled &Own = Accesses[Site.Id];
  return isMerged(Site) || Own.Moved || Own.IsMost || (Own.IsLeftOut && !Own.IsInRegisters);
}

bool CompiledCosts::isMost(const Access &Site, unsigned Launch) const {
  const Compiled &Own = Accesses[Site.Id];
  const AccessCost &Cost = Kernel.Verdicts[Site.Id][Launch].Cost;
  return Own.IsMost ||
         (Own.Moved && Own.Moved->StoredIn && !Cost.NeverExecuted &&
          Cost.Known != Knowledge::Unknown && costOnce(*Own.Moved, Cost, Launch).IsMost);
}

bool CompiledCosts::isMerged(const Access &Site) const {
  return isPartOfOther(Site) || bytesOf(Site) != Site.Bytes;
}

} // namespace memlint
