//===- HeaderKernels.cpp - Kernels that several files have ----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HeaderKernels.h"

#include "cuda-memlint/Checks/Analysis.h"
#include "cuda-memlint/Launch/LaunchInference.h"
#include "cuda-memlint/Model/Equality.h"
#include "cuda-memlint/Model/FileAnalysis.h"
#include "cuda-memlint/Model/KernelAnalysis.h"
#include "cuda-memlint/Model/LaunchContexts.h"
#include "cuda-memlint/Support/RealPaths.h"
#include "cuda-memlint/Target/BankWidth.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"

#include <map>
#include <set>
#include <tuple>

using namespace llvm;

namespace memlint {

namespace {

/// Where a kernel is: file and index among its kernels.
struct KernelIndex {
  FileAnalysis *File;
  size_t Index;

  KernelAnalysis &kernel() const { return File->Kernels[Index]; }
};

/// What is equal for one kernel seen from several files, and for the instantiations
/// of one template: device and location.
using PositionKey = std::tuple<std::string, std::string, unsigned, unsigned>;

/// Launches of one kernel, with what its accesses cost in each.
class LaunchUnion {
public:
  void add(const KernelAnalysis &Kernel) {
    for (size_t Index = 0; Index != Kernel.Launches.size(); ++Index) {
      addDistinct(Launches, Kernel.Launches[Index]);
      if (Launches.size() > Sources.size())
        Sources.push_back({&Kernel, Index});
    }
  }

  /// Where a file specifies how the kernel is launched, guesses made for a file
  /// that does not are dropped.
  void dropGuesses() {
    auto IsSpecified = [](const LaunchContext &Launch) {
      return Launch.Origin == LaunchOrigin::Option || Launch.Origin == LaunchOrigin::Config ||
             Launch.Origin == LaunchOrigin::Recorded || Launch.Position.Line != 0;
    };
    if (none_of(Launches, IsSpecified))
      return;
    for (size_t Index = Launches.size(); Index-- != 0;)
      if (!IsSpecified(Launches[Index])) {
        Launches.erase(Launches.begin() + Index);
        Sources.erase(Sources.begin() + Index);
      }
  }

  void giveTo(KernelAnalysis &Kernel) {
    capContexts(Launches);
    std::vector<std::vector<AccessVerdict>> Verdicts(Kernel.Verdicts.size());
    for (size_t Access = 0; Access != Verdicts.size(); ++Access)
      for (size_t Launch = 0; Launch != Launches.size(); ++Launch) {
        const auto &[Source, Index] = Sources[Launch];
        Verdicts[Access].push_back({unsigned(Launch), Source->Verdicts[Access][Index].Cost});
      }
    Kernel.Verdicts = std::move(Verdicts);
    Kernel.Launches = std::move(Launches);
  }

private:
  std::vector<LaunchContext> Launches;
  /// By launch: the kernel and the index among its launches that it came from.
  std::vector<std::pair<const KernelAnalysis *, size_t>> Sources;
};

class HeaderKernels {
public:
  explicit HeaderKernels(const DriverOptions &Options) : Options(Options) {}

  void merge(MutableArrayRef<FileAnalysis> Files);

private:
  using Places = MapVector<PositionKey, std::vector<KernelIndex>, std::map<PositionKey, unsigned>>;

  void leaveFragments(MutableArrayRef<FileAnalysis> Files, Places &ByPlace);
  std::vector<KernelIndex> dropNeedlessInstances(ArrayRef<KernelIndex> Instances);
  void mergeAlike(ArrayRef<KernelIndex> Instances);
  void leaveTo(const KernelIndex &Other, const KernelIndex &Instance);
  void mergeInto(const KernelIndex &First, ArrayRef<KernelIndex> Others);

  const DriverOptions &Options;
  RealPaths Paths;
  std::vector<KernelIndex> Merged;
};

} // namespace

/// Takes the kernel out of its file, since \p Other stands for it.
void HeaderKernels::leaveTo(const KernelIndex &Other, const KernelIndex &Instance) {
  const KernelProgram &Program = Other.kernel().Program;
  Instance.File->KernelsElsewhere.push_back({Program.Name, Program.Position, Other.File->Path});
  Merged.push_back(Instance);
}

/// Adds the faults of host code that \p Kernel does not have yet.
static void addHostFaults(KernelAnalysis &Kernel, ArrayRef<HostFault> Faults) {
  auto Identity = [](const HostFault &Each) {
    return std::tie(Each.Kind, Each.Position.Path, Each.Position.Line, Each.Position.Column);
  };
  for (const HostFault &New : Faults)
    if (none_of(Kernel.HostFaults,
                [&](const HostFault &Known) { return Identity(Known) == Identity(New); }))
      Kernel.HostFaults.push_back(New);
}

void HeaderKernels::mergeInto(const KernelIndex &First, ArrayRef<KernelIndex> Others) {
  for (const KernelIndex &Instance : Others)
    joinHindrances(First.kernel().Program, Instance.kernel().Program);
  for (const KernelIndex &Instance : Others)
    addHostFaults(First.kernel(), Instance.kernel().HostFaults);
  LaunchUnion Launches;
  Launches.add(First.kernel());
  for (const KernelIndex &Instance : Others)
    Launches.add(Instance.kernel());
  Launches.dropGuesses();
  Launches.giveTo(First.kernel());
  const FileSettings *Settings = Options.settingsOf(First.File->Path);
  RaceAllowance Allowance(/*Kernels=*/1);
  const TargetModel &Target = *cantFail(findTarget(First.File->Target));
  findFaults(*First.File->Expressions, First.kernel(),
             First.kernel().HasWideBanks ? withWideBanks(Target) : Target,
             Settings ? Settings->Checks : Options.Checks, Allowance);
  for (const KernelIndex &Instance : Others)
    leaveTo(First, Instance);
}

/// Without those that another file makes needless: where one file instantiates a
/// template, what was made up for a file that does not is of no use, nor is it of
/// interest that nothing could be.
std::vector<KernelIndex> HeaderKernels::dropNeedlessInstances(ArrayRef<KernelIndex> Instances) {
  auto IsReal = [](const KernelIndex &Instance) {
    return Instance.kernel().Program.Analysed && Instance.kernel().Assumption.empty();
  };
  const KernelIndex *Real = find_if(Instances, IsReal);
  std::vector<KernelIndex> Kept;
  for (const KernelIndex &Instance : Instances)
    if (Real == Instances.end() || IsReal(Instance))
      Kept.push_back(Instance);
    else
      leaveTo(*Real, Instance);
  return Kept;
}

/// \p Instances hold kernels of one location.
void HeaderKernels::mergeAlike(ArrayRef<KernelIndex> Instances) {
  auto AreOneFile = [&](StringRef One, StringRef Other) {
    return One == Other || Paths.of(One) == Paths.of(Other);
  };
  std::vector<std::vector<KernelIndex>> Groups;
  for (const KernelIndex &Instance : Instances) {
    // Two of one file are two instantiations.
    auto Group = find_if(Groups, [&](ArrayRef<KernelIndex> Group) {
      return Group.back().File != Instance.File &&
             Group.front().kernel().HasWideBanks == Instance.kernel().HasWideBanks &&
             areAlike(Group.front().kernel().Program, Instance.kernel().Program, AreOneFile);
    });
    if (Group == Groups.end())
      Groups.push_back({Instance});
    else
      Group->push_back(Instance);
  }
  for (const std::vector<KernelIndex> &Alike : Groups)
    if (Alike.size() > 1)
      mergeInto(Alike.front(), ArrayRef(Alike).drop_front());
}

/// What another file makes of the kernel of \p Instance; null: no other file has read it as well.
static const KernelIndex *readerOf(const KernelIndex &Instance, ArrayRef<KernelIndex> AtPlace) {
  const KernelIndex *Reader = find_if(AtPlace, [&](const KernelIndex &Other) {
    return Other.File != Instance.File && Other.kernel().Assumption.empty() &&
           Other.kernel().Program.Analysed >= Instance.kernel().Program.Analysed;
  });
  return Reader == AtPlace.end() ? nullptr : Reader;
}

/// A source that does not compile by itself, and whose kernels are all read by files that
/// include it, is a part of those: what it seems to be by itself says nothing.
void HeaderKernels::leaveFragments(MutableArrayRef<FileAnalysis> Files, Places &ByPlace) {
  std::map<const FileAnalysis *, std::vector<std::pair<KernelIndex, KernelIndex>>> ReadersOf;
  for (const auto &[Key, AtPlace] : ByPlace)
    for (const KernelIndex &Instance : AtPlace)
      if (Instance.File->Parsed == ParseState::Incomplete)
        if (const KernelIndex *Reader = readerOf(Instance, AtPlace))
          ReadersOf[Instance.File].push_back({Instance, *Reader});
  auto IsOfFile = [](const KernelAnalysis &Kernel) { return !Kernel.Program.Position.InHeader; };
  // Two that include each other are not both left.
  std::set<const FileAnalysis *> Left;
  for (FileAnalysis &File : Files) {
    ArrayRef Readers = ReadersOf[&File];
    if (none_of(File.Kernels, IsOfFile) || Readers.size() != File.Kernels.size() ||
        any_of(Readers, [&](const auto &Each) { return Left.contains(Each.second.File); }))
      continue;
    for (const auto &[Instance, Reader] : Readers)
      leaveTo(Reader, Instance);
    File.Parsed = ParseState::Whole;
    File.ErrorCount = 0;
    File.Errors.clear();
    File.Facts = {};
    Left.insert(&File);
  }
  for (auto &[Key, AtPlace] : ByPlace)
    erase_if(AtPlace, [&](const KernelIndex &Instance) { return Left.contains(Instance.File); });
}

void HeaderKernels::merge(MutableArrayRef<FileAnalysis> Files) {
  Places ByPosition;
  for (FileAnalysis &File : Files)
    for (size_t Index = 0; Index != File.Kernels.size(); ++Index) {
      const SourcePosition &Position = File.Kernels[Index].Program.Position;
      ByPosition[{File.Target, Paths.of(Position.Path).str(), Position.Line, Position.Column}]
          .push_back({&File, Index});
    }
  leaveFragments(Files, ByPosition);
  for (const auto &[Key, Instances] : ByPosition)
    if (Instances.front().File != Instances.back().File)
      mergeAlike(dropNeedlessInstances(Instances));
  // From the last to the first, so that the indices before stay right.
  llvm::sort(Merged, [](const KernelIndex &Left, const KernelIndex &Right) {
    return Left.Index > Right.Index;
  });
  for (const KernelIndex &Instance : Merged)
    Instance.File->Kernels.erase(Instance.File->Kernels.begin() + Instance.Index);
}

void mergeHeaderKernels(MutableArrayRef<FileAnalysis> Files, const DriverOptions &Options) {
  HeaderKernels(Options).merge(Files);
}

} // namespace memlint
