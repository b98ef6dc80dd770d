//===- RemovedCall.cpp - Uses of what toolkits dropped --------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckList.h"
#include "FindingParts.h"

#include "cuda-memlint/Checks/Wording.h"
#include "cuda-memlint/CudaModel/OutdatedFunction.h"
#include "cuda-memlint/Model/FileFacts.h"
#include "cuda-memlint/Target/BankWidth.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

#include <optional>
#include <set>
#include <string>
#include <vector>

using namespace llvm;

namespace memlint {

/// What the name stands for: "`cudaThreadExit`", "a texture reference".
static std::string describeName(const OutdatedCall &Call) {
  if (Call.Name == TextureReference)
    return "texture references";
  if (Call.Name == DeviceSynchronisation)
    return "`cudaDeviceSynchronize` in device code";
  return "`" + Call.Name + "`";
}

/// Known to be compiled with a toolkit that has them no more. For older devices another one must be
/// in use, whichever is named.
static bool isCompiledWithout(const FileCheckRun &In) {
  constexpr unsigned FirstWithout = 13, FirstOfItsDevices = 75;
  return In.Facts.NamedToolkitVersion.value_or(0) >= FirstWithout &&
         In.Target.Capability >= FirstOfItsDevices;
}

namespace {

/// What one change of the file mends.
struct RemovedUses {
  const OutdatedCall *First;
  OutdatedFunction What;
  unsigned Count;
  std::set<unsigned> Lines;
  /// Of all of them, the first one's as well.
  SmallVector<std::string> Names;
};

} // namespace

/// Whether this goes with the texture references.
static bool isOfTextures(const OutdatedFunction &Known) {
  return Known.Advice == outdatedFunction(TextureReference)->Advice;
}

/// Those that are reported: what goes with the texture references of a file is one, at the first of
/// these if the file has any.
static std::vector<RemovedUses> usesOf(const FileCheckRun &In) {
  std::vector<RemovedUses> Result;
  std::optional<size_t> OfTextures;
  for (const OutdatedCall &Call : In.Facts.OutdatedCalls) {
    std::optional<OutdatedFunction> Known = outdatedFunction(Call.Name);
    // What depends on the device is among the other calls of the function, too.
    if (!Known || Call.DependsOnDevice)
      continue;
    // There it matters, and toolkits for the device do not deprecate it.
    if (Known->ConcernsBanks && hasBankModes(In.Target))
      continue;
    bool IsOfTextures = isOfTextures(*Known);
    if (!IsOfTextures || !OfTextures) {
      if (IsOfTextures)
        OfTextures = Result.size();
      Result.push_back({&Call,
                        *Known,
                        Call.Count,
                        {Call.Lines.begin(), Call.Lines.end()},
                        {describeName(Call)}});
      continue;
    }
    RemovedUses &Textures = Result[*OfTextures];
    Textures.Count += Call.Count;
    Textures.Lines.insert(Call.Lines.begin(), Call.Lines.end());
    bool IsReference = Call.Name == TextureReference;
    Textures.Names.insert(IsReference ? Textures.Names.begin() : Textures.Names.end(),
                          describeName(Call));
    if (IsReference)
      Textures.First = &Call;
  }
  return Result;
}

/// ": lines 11, 12 and 3 more".
static std::string describeLines(const std::set<unsigned> &Lines) {
  constexpr size_t MostNamed = 8;
  SmallVector<std::string> Named;
  for (unsigned Line : Lines)
    if (Named.size() < MostNamed)
      Named.push_back(utostr(Line));
  std::string Text = (Lines.size() == 1 ? ": line " : ": lines ") + join(Named, ", ");
  return Lines.size() == Named.size() ? Text
                                      : Text + " and " + utostr(Lines.size() - MostNamed) + " more";
}

static void checkRemovedCall(const FileCheckRun &In) {
  for (const RemovedUses &Uses : usesOf(In)) {
    // The headers of earlier toolkits are not known here: some were gone before.
    Finding &Result = In.report(
        Uses.First->Position,
        Uses.What.IsRemoved ? "toolkit 13.0 does not compile " + Uses.Names.front() + " any more"
                            : "deprecated in CUDA 13.0: " + Uses.Names.front());
    if (!Uses.What.IsRemoved || !isCompiledWithout(In))
      Result.Level = FindingLevel::Remark;
    if (Uses.Count > 1) {
      ArrayRef<std::string> Others = ArrayRef(Uses.Names).drop_front();
      addNote(Result, formatNumberOf(Uses.Count, "use") + " in this file" +
                          (Others.empty() ? "" : ", with " + join(Others, ", ")) +
                          describeLines(Uses.Lines));
    }
    setHelp(Result, Uses.What.Advice);
  }
}

const Check RemovedCall = {.Name = "cuda-removed-call",
                           .Summary = "a function that toolkit 13.0 has no more, or deprecates",
                           .Level = FindingLevel::Warning,
                           .Subject = FindingSubject::SourceFile,
                           .RunOnFile = checkRemovedCall,
                           .Basis = FindingBasis::Cuda};

} // namespace memlint
