//===- InstrumentationReport.cpp - Reading an instrumented run ------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Hardware/Instrument/InstrumentationReport.h"

#include "cuda-memlint/Model/MemoryProgram.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/JSON.h"

#include <map>

using namespace llvm;

namespace memlint {

static Error notCounts(const Twine &Why) {
  return createStringError("not the counts of an instrumented program: " + Why);
}

/// A non-negative number; 0 and \p Failed set where there is none.
static uint64_t number(const json::Object &From, StringRef Key, bool &Failed) {
  const json::Value *Value = From.get(Key);
  if (std::optional<uint64_t> Number = Value ? Value->getAsUINT64() : std::nullopt)
    return *Number;
  Failed = true;
  return 0;
}

static std::array<uint64_t, 3> triple(const json::Object &From, StringRef Key, bool &Failed) {
  std::array<uint64_t, 3> Numbers = {0, 0, 0};
  const json::Array *Values = From.getArray(Key);
  if (!Values || Values->size() != 3) {
    Failed = true;
    return Numbers;
  }
  for (size_t Index = 0; Index != 3; ++Index) {
    std::optional<uint64_t> Value = (*Values)[Index].getAsUINT64();
    Failed |= !Value;
    Numbers[Index] = Value.value_or(0);
  }
  return Numbers;
}

static std::string withoutSpaces(StringRef Text) {
  std::string Kept;
  for (char Letter : Text)
    if (Letter != ' ')
      Kept += Letter;
  return Kept;
}

std::string instantiationName(const InstrumentedKernel &Kernel, StringRef Function) {
  if (Kernel.TemplateParameters.empty())
    return Kernel.Name;
  auto [Signature, Rest] = Function.split(" [with ");
  if (Rest.empty() || !Rest.consume_back("]"))
    return Kernel.Analysed.size() == 1 ? Kernel.Analysed.front() : Kernel.Name;
  // nvcc: "T = float; int N = 4". Without spaces and parted by commas elsewhere.
  StringRef Equals = Rest.contains(" = ") ? " = " : "=";
  char Separator = Rest.contains(" = ") ? ';' : ',';
  std::vector<std::string> Arguments;
  int Depth = 0;
  size_t Start = 0;
  for (size_t At = 0; At <= Rest.size(); ++At) {
    if (At == Rest.size() || (Rest[At] == Separator && Depth == 0)) {
      StringRef Each = Rest.slice(Start, At);
      Arguments.push_back(Each.split(Equals).second.trim().str());
      Start = At + 1;
    } else if (StringRef("<([{").contains(Rest[At])) {
      ++Depth;
    } else if (StringRef(">)]}").contains(Rest[At])) {
      --Depth;
    }
  }
  std::string Name = Kernel.Name + "<" + join(Arguments, ", ") + ">";
  for (const std::string &Known : Kernel.Analysed)
    if (withoutSpaces(Known) == withoutSpaces(Name))
      return Known;
  return Name;
}

static Expected<SiteCounts> readSite(const json::Object &From, const InstrumentedSource &Source) {
  bool Failed = false;
  SiteCounts Counts;
  uint64_t Site = number(From, "site", Failed);
  Counts.Requests = number(From, "requests", Failed);
  Counts.Lanes = number(From, "lanes", Failed);
  uint64_t Cost = number(From, "cost", Failed), Ideal = number(From, "ideal", Failed);
  StringRef Space = From.getString("space").value_or("");
  if (Space == "global")
    Counts.Space = MemorySpace::Global;
  else if (Space == "shared")
    Counts.Space = MemorySpace::Shared;
  else if (Space == "constant")
    Counts.Space = MemorySpace::Constant;
  else
    Failed = true;
  if (Failed || Site >= Source.Sites.size())
    return notCounts("a site is malformed");
  Counts.Site = unsigned(Site);
  const InstrumentedSite &Where = Source.Sites[Site];
  bool HasRule = Counts.Space != MemorySpace::Shared || Where.Kind != AccessKind::Atomic ||
                 Where.Form == RequestForm::NativeAtomic || Where.Form == RequestForm::Increment ||
                 Where.Form == RequestForm::CompareAndSwap;
  if (HasRule) {
    Counts.Cost = Cost;
    Counts.Ideal = Ideal;
  }
  return Counts;
}

static Expected<CountedLaunch> readLaunch(const json::Object &From,
                                          const InstrumentedSource &Source) {
  bool Failed = false;
  CountedLaunch Launch;
  Launch.Grid = triple(From, "grid", Failed);
  Launch.Block = triple(From, "block", Failed);
  uint64_t Blocks = number(From, "blocks_entered", Failed);
  std::optional<int64_t> Kernel = From.getInteger("kernel");
  const json::Array *Sites = From.getArray("sites");
  if (Failed || !Kernel || *Kernel < -1 || *Kernel >= int64_t(Source.Kernels.size()) || !Sites)
    return notCounts("a launch is malformed");
  if (*Kernel >= 0) {
    Launch.KernelNumber = unsigned(*Kernel);
    Launch.Kernel =
        instantiationName(Source.Kernels[size_t(*Kernel)], From.getString("function").value_or(""));
    Launch.Whole = Blocks == Launch.Grid[0] * Launch.Grid[1] * Launch.Grid[2];
  }
  for (const json::Value &Each : *Sites) {
    const json::Object *Site = Each.getAsObject();
    if (!Site)
      return notCounts("a site is malformed");
    Expected<SiteCounts> Counts = readSite(*Site, Source);
    if (!Counts)
      return Counts.takeError();
    Launch.Sites.push_back(*Counts);
  }
  return Launch;
}

Expected<AccessCounts> readAccessCounts(StringRef Json, const InstrumentedSource &Source) {
  Expected<json::Value> Parsed = json::parse(Json);
  if (!Parsed)
    return notCounts(toString(Parsed.takeError()));
  const json::Object *Top = Parsed->getAsObject();
  if (!Top || Top->getInteger("version") != 1)
    return notCounts("they lack the version");
  const json::Array *Sources = Top->getArray("sources");
  if (!Sources)
    return notCounts("they name no sources");
  const json::Object *Found = nullptr;
  for (const json::Value &Each : *Sources)
    if (const json::Object *One = Each.getAsObject(); One && One->getString("path") == Source.Path)
      Found = One;
  if (!Found)
    return createStringError("the counts do not name '" + Source.Path + "'");
  if (Found->getString("key") != Source.Key)
    return createStringError("the counts are of another version of '" + Source.Path +
                             "'; rebuild and rerun it");
  if (StringRef Problem = Found->getString("problem").value_or(""); !Problem.empty())
    return createStringError("the counts of '" + Source.Path +
                             "' could not be read from the device: " + Problem);
  bool Failed = false;
  AccessCounts Counts;
  Counts.Device = Top->getString("device").value_or("");
  Counts.ComputeCapability = Top->getString("compute_capability").value_or("");
  Counts.DroppedBlocks = number(*Found, "dropped_blocks", Failed);
  const json::Array *Launches = Found->getArray("launches");
  if (Failed || !Launches)
    return notCounts("the launches are missing");
  std::multimap<uint64_t, CountedLaunch> InOrder;
  for (const json::Value &Each : *Launches) {
    const json::Object *One = Each.getAsObject();
    if (!One)
      return notCounts("a launch is malformed");
    uint64_t Id = number(*One, "id", Failed);
    Expected<CountedLaunch> Launch = readLaunch(*One, Source);
    if (!Launch)
      return Launch.takeError();
    InOrder.insert({Id, std::move(*Launch)});
  }
  StringMap<unsigned> Times;
  for (auto &[Id, Launch] : InOrder) {
    Launch.Number = ++Times[Launch.Kernel];
    Counts.Launches.push_back(std::move(Launch));
  }
  return Counts;
}

std::optional<SiteCounts> countsOf(const CountedLaunch &Launch, const InstrumentedSource &Source,
                                   const Access &Site) {
  std::optional<unsigned> Number = Source.siteOf(Site);
  if (!Number)
    return std::nullopt;
  for (const SiteCounts &Each : Launch.Sites)
    if (Each.Site == *Number && (Each.Space == Site.Space || Site.Space == MemorySpace::Generic))
      return Each;
  return std::nullopt;
}

} // namespace memlint
