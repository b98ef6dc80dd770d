//===- ProfilerReport.cpp - Reading what Nsight Compute prints ------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Hardware/Measure/ProfilerReport.h"

#include "RawPage.h"
#include "SourcePage.h"

#include "cuda-memlint/Hardware/Toolchain/KernelName.h"
#include "cuda-memlint/Hardware/Toolchain/MachineInstruction.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

#include <map>

using namespace llvm;

namespace memlint {
namespace {

struct Totals {
  uint64_t Warps = 0, Sectors = 0, Wavefronts = 0;

  void add(const ListedInstruction &Instruction) {
    Warps += Instruction.Warps;
    Sectors += Instruction.Sectors.value_or(0);
    Wavefronts += Instruction.Wavefronts.value_or(0);
  }

  bool isWithin(const RawLaunch &Launch) const {
    return Warps <= Launch.Warps.value_or(UINT64_MAX) &&
           Sectors <= Launch.Sectors.value_or(UINT64_MAX) &&
           Wavefronts <= Launch.Wavefronts.value_or(UINT64_MAX);
  }
};

/// The tables of one launch, put together.
class LaunchListing {
public:
  explicit LaunchListing(const RawLaunch &Launch) : Launch(Launch) {}

  /// Whether \p Table stands behind the others in the order of the profiler, which goes
  /// by file within a launch.
  bool isInOrder(const SourceTable &Table) const {
    return Tables.empty() || Table.Path >= Tables.back()->Path;
  }

  /// Whether \p Table can be of this launch: it is not there yet, and does not exceed
  /// the totals.
  bool canTake(const SourceTable &Table) const {
    if (any_of(Tables, [&](const SourceTable *Taken) {
          return Taken->Path == Table.Path && Taken->Function == Table.Function;
        }))
      return false;
    std::map<uint64_t, const ListedInstruction *> Added;
    for (const ListedInstruction &Instruction : Table.Instructions)
      if (!Instructions.count(Instruction.Address))
        Added.insert({Instruction.Address, &Instruction});
    Totals Sum = Listed;
    for (const auto &[Address, Instruction] : Added)
      Sum.add(*Instruction);
    return Sum.isWithin(Launch);
  }

  Error take(const SourceTable &Table) {
    Tables.push_back(&Table);
    for (const ListedInstruction &Listed : Table.Instructions) {
      auto [Found, IsNew] = Instructions.insert({Listed.Address, {&Listed, {}}});
      if (IsNew) {
        this->Listed.add(Listed);
      } else if (const ListedInstruction &First = *Found->second.First;
                 First.Text != Listed.Text || First.Warps != Listed.Warps ||
                 First.Lanes != Listed.Lanes) {
        return createStringError("cannot read the profiler's report: the counts of one "
                                 "instruction of '" +
                                 Table.Function + "' differ between two lines");
      }
      SourceLine Line{Table.Path.str(), Listed.Line};
      if (Listed.Line && !is_contained(Found->second.Lines, Line))
        Found->second.Lines.push_back(std::move(Line));
    }
    if (!this->Listed.isWithin(Launch))
      return createStringError("cannot read the profiler's report: the instructions of '" +
                               Table.Function + "' do not agree with the counts of its launch");
    return Error::success();
  }

  LaunchMeasurement finish();

private:
  struct Instruction {
    const ListedInstruction *First;
    std::vector<SourceLine> Lines;
  };

  const RawLaunch &Launch;
  std::vector<const SourceTable *> Tables;
  std::map<uint64_t, Instruction> Instructions;
  Totals Listed;
};

} // namespace

/// What a generic instruction accessed, by what it was counted as.
static MemorySpace spaceByCounts(const ListedInstruction &Listed) {
  bool Global = Listed.Sectors.value_or(0), Shared = Listed.Wavefronts.value_or(0);
  if (Global != Shared)
    return Global ? MemorySpace::Global : MemorySpace::Shared;
  // Both: one that is executed for either. Neither: it had lanes, and nothing else is
  // left, or no lane ever.
  return Global || Listed.Lanes == 0 ? MemorySpace::Generic : MemorySpace::Local;
}

LaunchMeasurement LaunchListing::finish() {
  LaunchMeasurement Result;
  Result.Kernel = kernelNameOf(Launch.Kernel);
  // The source page has the types of template arguments, which reveal a bool.
  for (const SourceTable *Table : Tables)
    if (StringRef(kernelNameOf(Table->Function)).split('<').first ==
        StringRef(Result.Kernel).split('<').first) {
      Result.Kernel = kernelNameOf(Table->Function);
      break;
    }
  Result.Grid = Launch.Grid;
  Result.Block = Launch.Block;
  Result.ConstantReplays = Launch.ConstantReplays;
  if (Launch.Sectors)
    Result.UnlistedSectors = *Launch.Sectors - Listed.Sectors;
  if (Launch.Wavefronts)
    Result.UnlistedWavefronts = *Launch.Wavefronts - Listed.Wavefronts;
  for (auto &[Address, Each] : Instructions) {
    const ListedInstruction &Counts = *Each.First;
    std::optional<MemoryInstruction> Memory = readMemoryInstruction(Counts.Text);
    if (!Memory)
      continue;
    InstructionCount Count;
    Count.Address = Address - Instructions.begin()->first;
    Count.Opcode = Memory->Opcode.str();
    Count.Space = Memory->Space == MemorySpace::Generic ? spaceByCounts(Counts) : Memory->Space;
    Count.Kind = Memory->Kind;
    if (Counts.Warps)
      Count.Bytes = Count.Space == MemorySpace::Constant ? bytesOfModifiers(Count.Opcode)
                                                         : Counts.Bits.value_or(0) / 8;
    Count.Lines = std::move(Each.Lines);
    Count.Warps = Counts.Warps;
    Count.Lanes = Counts.Lanes;
    if (Count.Space == MemorySpace::Global) {
      Count.Cost = Counts.Sectors;
      Count.Ideal = Counts.SectorsIdeal;
    } else if (Count.Space == MemorySpace::Shared) {
      Count.Cost = Counts.Wavefronts;
      Count.Ideal = Counts.WavefrontsIdeal;
    }
    Result.Instructions.push_back(std::move(Count));
  }
  return Result;
}

/// What the two pages' names of a kernel have in common: the raw page writes template
/// arguments without their types.
static std::string commonName(StringRef Signature) {
  std::string Name = kernelNameOf(Signature), Result;
  StringRef Rest = Name;
  while (!Rest.empty()) {
    // Casts that kernelNameOf() leaves are of enumerations.
    if (Rest[0] == '(' && !Rest.starts_with("(anonymous")) {
      Rest = Rest.drop_front(std::min(Rest.find(')'), Rest.size() - 1) + 1);
      continue;
    }
    bool StartsWord = Result.empty() || StringRef("<, (").contains(Result.back());
    if (StartsWord && (Rest.starts_with("true>") || Rest.starts_with("true,"))) {
      Result += '1';
      Rest = Rest.drop_front(4);
    } else if (StartsWord && (Rest.starts_with("false>") || Rest.starts_with("false,"))) {
      Result += '0';
      Rest = Rest.drop_front(5);
    } else {
      Result += Rest[0];
      Rest = Rest.drop_front();
    }
  }
  return Result;
}

namespace {

/// Assigns each table to its launch. The tables of kernels name the launch,
/// those of other functions stand before, between or behind them.
class TableDistribution {
public:
  explicit TableDistribution(ArrayRef<RawLaunch> Launches)
      : Listings(Launches.begin(), Launches.end()) {
    for (const RawLaunch &Launch : Launches)
      Kernels.push_back(commonName(Launch.Kernel));
  }

  /// \p Tables are those of one file, and so of one launch. If they are of several kernels, the
  /// others are children of the launched one, whose code is left out.
  Error take(ArrayRef<SourceTable> Tables);
  Expected<std::vector<LaunchListing>> finish();

private:
  Error take(const SourceTable &Table, StringRef Name);
  std::string launchedOf(ArrayRef<std::string> Names, ArrayRef<SourceTable> Tables) const;
  Error begin(const SourceTable &Table, StringRef Kernel);
  Error giveWaiting(ArrayRef<size_t> Candidates);

  std::vector<LaunchListing> Listings;
  std::vector<std::string> Kernels;
  /// The launch behind the current one.
  size_t Next = 0;
  /// Functions behind the current launch's tables that may be of the next.
  std::vector<const SourceTable *> Waiting;
};

} // namespace

/// What fits no candidate stays unlisted.
Error TableDistribution::giveWaiting(ArrayRef<size_t> Candidates) {
  for (const SourceTable *Table : Waiting)
    for (size_t Index : Candidates)
      if (Listings[Index].canTake(*Table)) {
        if (Error Failure = Listings[Index].take(*Table))
          return Failure;
        break;
      }
  Waiting.clear();
  return Error::success();
}

/// Goes on to the next launch of \p Kernel. Launches of kernels without line information
/// are passed over.
Error TableDistribution::begin(const SourceTable &Table, StringRef Kernel) {
  SmallVector<size_t, 2> Candidates;
  if (Next != 0)
    Candidates.push_back(Next - 1);
  while (Next != Kernels.size() && Kernels[Next] != Kernel)
    ++Next;
  if (Next == Kernels.size())
    return createStringError("cannot read the profiler's report: its source page lists more "
                             "launches of '" +
                             Table.Function + "' than its raw page");
  Candidates.insert(Candidates.begin(), Next++);
  if (Error Failure = Listings[Next - 1].take(Table))
    return Failure;
  return giveWaiting(Candidates);
}

/// The kernel among \p Names, those of \p Tables, that the host launched; empty: none is a kernel.
/// It is that of the current launch, as far as that lacks such a table, or else the next one.
std::string TableDistribution::launchedOf(ArrayRef<std::string> Names,
                                          ArrayRef<SourceTable> Tables) const {
  for (auto [Name, Table] : zip_equal(Names, Tables))
    if (Next != 0 && Name == Kernels[Next - 1] && Listings[Next - 1].canTake(Table))
      return Name;
  for (const std::string &Kernel : ArrayRef(Kernels).drop_front(Next))
    if (is_contained(Names, Kernel))
      return Kernel;
  for (const std::string &Name : Names)
    if (is_contained(Kernels, Name))
      return Name;
  return "";
}

Error TableDistribution::take(ArrayRef<SourceTable> Tables) {
  std::vector<std::string> Names;
  for (const SourceTable &Table : Tables)
    Names.push_back(commonName(Table.Function));
  std::string Launched = launchedOf(Names, Tables);
  for (auto [Name, Table] : zip_equal(Names, Tables))
    if (Name == Launched || !is_contained(Kernels, Name))
      if (Error Failure = take(Table, Name))
        return Failure;
  return Error::success();
}

Error TableDistribution::take(const SourceTable &Table, StringRef Name) {
  if (is_contained(Kernels, Name)) {
    if (Next != 0 && Name == Kernels[Next - 1] && Listings[Next - 1].canTake(Table))
      return Listings[Next - 1].take(Table);
    return begin(Table, Name);
  }
  if (Next != 0 && Waiting.empty() && Listings[Next - 1].isInOrder(Table) &&
      Listings[Next - 1].canTake(Table))
    return Listings[Next - 1].take(Table);
  Waiting.push_back(&Table);
  return Error::success();
}

Expected<std::vector<LaunchListing>> TableDistribution::finish() {
  if (Next != 0)
    if (Error Failure = giveWaiting(Next - 1))
      return std::move(Failure);
  return std::move(Listings);
}

Expected<Measurement> parseProfilerReport(StringRef SourcePage, StringRef RawPage) {
  Expected<std::vector<RawLaunch>> Launches = readRawPage(RawPage);
  if (!Launches)
    return Launches.takeError();
  Expected<std::vector<SourceTable>> Tables = readSourcePage(SourcePage);
  if (!Tables)
    return Tables.takeError();
  TableDistribution Distribution(*Launches);
  for (ArrayRef<SourceTable> Rest = *Tables; !Rest.empty();) {
    ArrayRef<SourceTable> OfFile =
        Rest.drop_front().take_while([](const SourceTable &Each) { return !Each.BeginsFile; });
    OfFile = Rest.take_front(1 + OfFile.size());
    if (Error Failure = Distribution.take(OfFile))
      return std::move(Failure);
    Rest = Rest.drop_front(OfFile.size());
  }
  Expected<std::vector<LaunchListing>> Listings = Distribution.finish();
  if (!Listings)
    return Listings.takeError();

  Measurement Result;
  if (!Launches->empty()) {
    Result.Device = Launches->front().Device.str();
    Result.ComputeCapability = Launches->front().ComputeCapability.str();
  }
  StringMap<unsigned> Numbers;
  for (LaunchListing &Listing : *Listings) {
    LaunchMeasurement Launch = Listing.finish();
    Launch.Number = ++Numbers[Launch.Kernel];
    Result.Launches.push_back(std::move(Launch));
  }
  return Result;
}

} // namespace memlint
