//===- Architecture.cpp - The device a file is read for -------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Frontend/Architecture.h"

#include "cuda-memlint/Support/NearestName.h"
#include "cuda-memlint/Target/TargetModel.h"

#include "clang/Basic/Cuda.h"

using namespace llvm;

namespace memlint {

std::string Architecture::name() const {
  if (isAmd())
    return Processor;
  std::string Name = "sm_" + std::to_string(Number);
  if (Suffix)
    Name += Suffix;
  return Name;
}

std::string Architecture::clangName() const {
  std::string Plain = "sm_" + std::to_string(Number);
  if (Suffix == 'a' && clang::StringToOffloadArch(Plain + "a") != clang::OffloadArch::UNKNOWN)
    return Plain + "a";
  if (clang::StringToOffloadArch(Plain) != clang::OffloadArch::UNKNOWN)
    return Plain;
  return Number < 20 ? "sm_20" : "sm_90a";
}

/// The row for a processor of AMD's that Clang knows and that has none. The names of a generation
/// begin alike: "gfx1030" for "gfx1036", "gfx1100" for "gfx1151". GCN before Vega has its lines and
/// banks.
static const TargetModel *findAmdTargetLike(StringRef Name) {
  StringRef Processor = Name.split(':').first;
  if (!Processor.starts_with("gfx") ||
      !clang::IsAMDOffloadArch(clang::StringToOffloadArch(Processor)))
    return nullptr;
  for (size_t Length : {6, 5})
    for (const TargetModel &Row : amdTargets())
      if (StringRef(Row.Processor).starts_with(Processor.take_front(Length)))
        return &Row;
  return findAmdTarget("gfx900");
}

static Architecture architectureOf(const TargetModel &Amd, StringRef Asked = "") {
  Architecture Result;
  Result.Number = defaultTarget().Capability;
  Result.Processor = Amd.Processor;
  Result.WarpLanes = Amd.Shape.WarpLanes;
  Result.Asked = Asked.str();
  return Result;
}

Expected<Architecture> parseArchitecture(StringRef Name) {
  if (const TargetModel *Amd = findAmdTarget(Name))
    return architectureOf(*Amd);
  if (const TargetModel *Amd = findAmdTargetLike(Name))
    return architectureOf(*Amd, Name);
  StringRef Rest = Name;
  (void)(Rest.consume_front("sm_") || Rest.consume_front("compute_") || Rest.consume_front("lto_"));
  Architecture Result;
  if (Rest.ends_with("a") || Rest.ends_with("f")) {
    Result.Suffix = Rest.back();
    Rest = Rest.drop_back();
  }
  if (Name.starts_with("gfx"))
    return findTarget(Name).takeError();
  if (Rest.getAsInteger(10, Result.Number) || Result.Number < 10 || Result.Number > 999) {
    std::vector<std::string> Names;
    for (const TargetModel &Each : nvidiaTargets())
      Names.push_back(Each.name());
    return createStringError(
        "'" + Name +
        "' is not an architecture (expected one such as sm_90, for compute capability 9.0)" +
        didYouMean(Name, Names));
  }
  return Result;
}

std::optional<Architecture> newestArchitecture(ArrayRef<std::string> Names) {
  std::optional<Architecture> Newest;
  for (const std::string &Name : Names) {
    Expected<Architecture> Parsed = parseArchitecture(Name);
    if (!Parsed)
      consumeError(Parsed.takeError());
    else if (!Newest || Parsed->Number > Newest->Number)
      Newest = *Parsed;
  }
  return Newest;
}

} // namespace memlint
