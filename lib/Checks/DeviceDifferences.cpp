//===- DeviceDifferences.cpp - Findings for several devices ---------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Checks/DeviceDifferences.h"

#include "AmdWording.h"
#include "SourceOrder.h"

#include "cuda-memlint/Checks/Wording.h"
#include "cuda-memlint/Model/FileAnalysis.h"
#include "cuda-memlint/Model/KernelAnalysis.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <map>
#include <tuple>

using namespace llvm;

namespace memlint {

namespace {

/// One kernel as it is found for two devices. Findings are the same if a check has them at one
/// place; of several at one place those that say the same are, then those in the same order.
class TwoDevices {
public:
  TwoDevices(const FileAnalysis &File, KernelAnalysis &Kernel, StringRef OtherTarget,
             const KernelAnalysis &OfOther)
      : Target(File.Target), Earlier(File.OtherTargets), Kernel(Kernel), OtherTarget(OtherTarget),
        OfOther(OfOther) {}

  void compare();

private:
  void pairAtOnePlace(ArrayRef<size_t> Own, ArrayRef<size_t> Others);
  std::vector<std::string> devicesSoFar() const;
  void limitToTarget(Finding &Own) const;
  void tellDifference(Finding &Own, const Finding &Other) const;
  void tellAbsence(Finding &Own) const;
  Finding foundOnlyThere(const Finding &Other) const;
  bool hasSameProgram() const;

  StringRef Target;
  ArrayRef<std::string> Earlier;
  KernelAnalysis &Kernel;
  StringRef OtherTarget;
  const KernelAnalysis &OfOther;
  /// By finding of Kernel.
  std::vector<const Finding *> PartnerOf;
  /// By finding of OfOther.
  std::vector<bool> IsPaired;
};

} // namespace

static auto placeOf(const Finding &Item) {
  return std::make_tuple(StringRef(Item.Check), StringRef(Item.Position.Path), Item.Position.Line,
                         Item.Position.Column);
}

/// But for the vendors' words.
static bool haveOneMessage(const Finding &Left, const Finding &Right) {
  return withWavefronts(Left.Message) == withWavefronts(Right.Message);
}

void TwoDevices::pairAtOnePlace(ArrayRef<size_t> Own, ArrayRef<size_t> Others) {
  auto PairIf = [&](auto Agree) {
    for (size_t Mine : Own)
      for (size_t Theirs : Others)
        if (!PartnerOf[Mine] && !IsPaired[Theirs] &&
            Agree(Kernel.Findings[Mine], OfOther.Findings[Theirs])) {
          PartnerOf[Mine] = &OfOther.Findings[Theirs];
          IsPaired[Theirs] = true;
        }
  };
  PairIf(haveOneMessage);
  PairIf([](const Finding &, const Finding &) { return true; });
}

std::vector<std::string> TwoDevices::devicesSoFar() const {
  std::vector<std::string> Result = {Target.str()};
  append_range(Result, Earlier);
  return Result;
}

/// Why a finding is a remark is so for the first device, and the finding is a warning for another.
void TwoDevices::limitToTarget(Finding &Own) const {
  for (FindingNote &Note : Own.Notes)
    if (StringRef Reason = Note.Message; Reason.consume_front("minor: "))
      Note.Message = "minor on " + Target.str() + ": " + Reason.str();
}

void TwoDevices::tellDifference(Finding &Own, const Finding &Other) const {
  bool IsOfSome = !Own.Devices.empty();
  if (IsOfSome)
    Own.Devices.push_back(OtherTarget.str());
  if (haveOneMessage(Own, Other) && Own.Level == Other.Level) {
    if (IsOfSome)
      Own.Notes.push_back({"also for " + OtherTarget.str(), {}});
    return;
  }
  std::string Level =
      Own.Level == Other.Level ? std::string() : ", a " + levelName(Other.Level).str();
  Own.Notes.push_back({"for " + OtherTarget.str() + Level + ": " + Other.Message, {}});
  if (Other.Level > Own.Level) {
    limitToTarget(Own);
    Own.Level = Other.Level;
    Own.LoweredFrom.reset();
  }
}

void TwoDevices::tellAbsence(Finding &Own) const {
  if (Own.Devices.empty())
    Own.Devices = devicesSoFar();
  Own.Notes.push_back({"not found for " + OtherTarget.str(), {}});
}

/// Whether accesses and launches of the one have the numbers of the other.
bool TwoDevices::hasSameProgram() const {
  return Kernel.Launches.size() == OfOther.Launches.size() &&
         std::ranges::equal(Kernel.Program.Accesses, OfOther.Program.Accesses,
                            [](const Access &Left, const Access &Right) {
                              return Left.Position.Path == Right.Position.Path &&
                                     Left.Position.Line == Right.Position.Line &&
                                     Left.Position.Column == Right.Position.Column &&
                                     Left.Object == Right.Object;
                            });
}

Finding TwoDevices::foundOnlyThere(const Finding &Other) const {
  Finding Result = Other;
  Result.Devices = {OtherTarget.str()};
  Result.Notes.insert(
      Result.Notes.begin(),
      {"for " + OtherTarget.str() + ", not found for " + join(devicesSoFar(), " and "), {}});
  // Edits are tried for the first device only.
  Result.Fixes.clear();
  Result.FixTitle.clear();
  Result.Unsafe.reset();
  Result.NoFix.reset();
  Result.Race.reset();
  if (!hasSameProgram()) {
    Result.Access.reset();
    Result.Launch.reset();
    Result.Cause.reset();
    Result.ExcessTime.reset();
  }
  return Result;
}

void TwoDevices::compare() {
  PartnerOf.assign(Kernel.Findings.size(), nullptr);
  IsPaired.assign(OfOther.Findings.size(), false);
  using Place = decltype(placeOf(std::declval<const Finding &>()));
  std::map<Place, std::pair<std::vector<size_t>, std::vector<size_t>>> ByPlace;
  for (auto [Index, Item] : enumerate(Kernel.Findings))
    ByPlace[placeOf(Item)].first.push_back(Index);
  for (auto [Index, Item] : enumerate(OfOther.Findings))
    ByPlace[placeOf(Item)].second.push_back(Index);
  for (const auto &[At, Indices] : ByPlace)
    pairAtOnePlace(Indices.first, Indices.second);

  for (auto [Own, Partner] : zip(Kernel.Findings, PartnerOf)) {
    if (Partner)
      tellDifference(Own, *Partner);
    else
      tellAbsence(Own);
  }
  // Causes of the one have nothing to do with those of the other.
  unsigned NextCause = 0;
  for (const Finding &Each : Kernel.Findings)
    NextCause = std::max(NextCause, Each.Cause ? *Each.Cause + 1 : 0);
  for (auto [Index, Item] : enumerate(OfOther.Findings)) {
    if (IsPaired[Index])
      continue;
    Finding Added = foundOnlyThere(Item);
    if (Added.Cause)
      *Added.Cause += NextCause;
    Kernel.Findings.push_back(std::move(Added));
  }
  llvm::sort(Kernel.Findings, [](const Finding &Left, const Finding &Right) {
    return sourceOrder(Left) < sourceOrder(Right);
  });
}

/// Errors that are there for the other device only, such as an `#error` that its number leads to.
static void addErrors(FileAnalysis &File, const FileAnalysis &Other) {
  for (const SourceError &Error : Other.Errors) {
    if (File.hasError(Error.Message, Error.Position))
      continue;
    SourceError Added = Error;
    Added.Message = "for " + Other.Target + ": " + Added.Message;
    File.Errors.push_back(std::move(Added));
    File.ErrorCount += Error.Effect != ErrorEffect::None;
  }
  File.Parsed = std::max(File.Parsed, std::min(Other.Parsed, ParseState::Incomplete));
}

void addDeviceDifferences(FileAnalysis &File, const FileAnalysis &Other) {
  if (File.Parsed == ParseState::Not)
    return;
  const std::string &Name = Other.AskedTarget.empty() ? Other.Target : Other.AskedTarget;
  addErrors(File, Other);
  std::map<std::pair<StringRef, unsigned>, const KernelAnalysis *> OfOther;
  for (const KernelAnalysis &Kernel : Other.Kernels)
    OfOther.try_emplace({Kernel.Program.Name, Kernel.Program.Position.Line}, &Kernel);
  for (KernelAnalysis &Kernel : File.Kernels) {
    auto Found = OfOther.find({Kernel.Program.Name, Kernel.Program.Position.Line});
    if (Found == OfOther.end())
      continue;
    TwoDevices(File, Kernel, Name, *Found->second).compare();
    OfOther.erase(Found);
  }
  for (const auto &[Key, Kernel] : OfOther)
    File.Errors.push_back({"kernel '" + Kernel->Program.Name + "' is there for " + Name +
                               " only: name that device first to see what is found in it",
                           Kernel->Program.Position});
  File.OtherTargets.push_back(Name);
}

} // namespace memlint
