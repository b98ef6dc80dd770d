//===- main.cpp - Predictions held against what threads touched -----------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
///   oracle-compare FILE.cu TRACE [--accesses=N] [--costs=N] [--verbose]
///                  [--mutate=offset|lane|access|cost]
///
/// Analyses FILE.cu and compares it with the trace of its run: request by request
/// what the memory program means, and in total what lib/Analysis/Cost makes of it.
/// --accesses and --costs say how many accesses and totals must have been compared,
/// an access once for each launch. --mutate spoils the predictions, to see the comparison fail.
///
//===----------------------------------------------------------------------===//

#include "CostModel.h"
#include "Prediction.h"

#include "cuda-memlint/Checks/CostReasonWording.h"
#include "cuda-memlint/Driver/Driver.h"
#include "cuda-memlint/Model/FileAnalysis.h"
#include "cuda-memlint/Model/KernelAnalysis.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <set>

using namespace llvm;
using namespace memlint;
using namespace oracle;

static cl::opt<std::string> SourcePath(cl::Positional, cl::Required, cl::desc("FILE.cu"));
static cl::opt<std::string> TracePath(cl::Positional, cl::Required, cl::desc("TRACE"));
static cl::opt<int> ExpectedAccesses("accesses", cl::init(-1),
                                     cl::desc("Accesses that must have been compared"));
static cl::opt<int> ExpectedCosts("costs", cl::init(-1),
                                  cl::desc("Totals that must have been compared"));
static cl::opt<bool> Verbose("verbose", cl::desc("Say what was not compared, and why"));
enum class Mutation { None, Offset, Lane, Access, Cost };
static cl::opt<Mutation>
    Mutate("mutate", cl::init(Mutation::None), cl::desc("Spoil the predictions"),
           cl::values(clEnumValN(Mutation::Offset, "offset", "move one lane by an element"),
                      clEnumValN(Mutation::Lane, "lane", "take one lane away"),
                      clEnumValN(Mutation::Access, "access", "take one access away"),
                      clEnumValN(Mutation::Cost, "cost", "add one to each cost")));

namespace {

/// The key that identifies an access on both sides.
struct SiteKey {
  unsigned Line;
  Kind What;
  unsigned Bytes;
  Space Where;
  auto operator<=>(const SiteKey &) const = default;
};

StringRef nameOf(Kind What) {
  return What == Kind::Load     ? "load"
         : What == Kind::Store  ? "store"
         : What == Kind::Atomic ? "atomic"
                                : "compare-and-swap";
}

StringRef nameOf(Space Where) {
  return Where == Space::Global ? "global" : Where == Space::Shared ? "shared" : "constant";
}

raw_ostream &operator<<(raw_ostream &Stream, const SiteKey &Key) {
  return Stream << "line " << Key.Line << ": " << nameOf(Key.Where) << ' ' << nameOf(Key.What)
                << " of " << Key.Bytes << " B";
}

std::optional<Space> spaceOf(MemorySpace Space) {
  switch (Space) {
  case MemorySpace::Global:
    return Space::Global;
  case MemorySpace::Shared:
    return Space::Shared;
  case MemorySpace::Constant:
    return Space::Constant;
  default:
    return std::nullopt;
  }
}

std::optional<Kind> kindOf(const Access &Site) {
  if (Site.Form == RequestForm::CompareAndSwap)
    return Kind::CompareAndSwap;
  switch (Site.Kind) {
  case AccessKind::Load:
    return Kind::Load;
  case AccessKind::Store:
    return Kind::Store;
  case AccessKind::Atomic:
    return Kind::Atomic;
  default:
    return std::nullopt;
  }
}

/// A request with the addresses it goes to, in order of lanes.
struct Request {
  uint32_t Block, Warp, Mask;
  std::vector<uint64_t> Addresses;
  auto operator<=>(const Request &) const = default;
};

/// Runs of lanes at equal distances: "0-31: 0x7f00 + 4 each".
raw_ostream &operator<<(raw_ostream &Stream, const Request &Each) {
  Stream << "block " << Each.Block << ", warp " << Each.Warp;
  SmallVector<unsigned> Lanes;
  for (unsigned Lane = 0; Lane != 32; ++Lane)
    if (Each.Mask >> Lane & 1)
      Lanes.push_back(Lane);
  ArrayRef<uint64_t> At = Each.Addresses;
  for (size_t First = 0, Last; First < Lanes.size(); First = Last + 1) {
    Last = First;
    while (Last + 1 < Lanes.size() && Lanes[Last + 1] == Lanes[Last] + 1 &&
           (Last == First || At[Last + 1] - At[Last] == At[First + 1] - At[First]))
      ++Last;
    Stream << ", lane " << Lanes[First];
    if (Last != First)
      Stream << '-' << Lanes[Last];
    Stream << " at " << format_hex(At[First], 1);
    if (Last != First)
      Stream << " + " << int64_t(At[First + 1] - At[First]);
  }
  return Stream;
}

std::string withoutSpaces(StringRef Text) {
  std::string Result;
  for (char Letter : Text)
    if (Letter != ' ')
      Result += Letter;
  return Result;
}

/// A launch of a kernel and what is predicted of it.
class LaunchComparison {
public:
  LaunchComparison(const KernelAnalysis &Predicted, const Launch &Measured,
                   const std::map<uint32_t, Place> &Places)
      : Predicted(Predicted), Kernel(Predicted.Program), Measured(Measured), Places(Places) {}

  /// Accesses whose requests, and whose totals, were compared.
  unsigned Accesses = 0;
  unsigned Costs = 0;
  /// All there are, without those to automatic variables.
  unsigned All = 0;

  bool run() {
    groupMeasured();
    groupPredicted();
    for (auto &[Key, Requests] : ByKey)
      compareGroup(Key, Requests);
    for (auto &[Key, Sites] : SitesOf)
      if (!ByKey.count(Key))
        compareGroup(Key, {});
    return !Failed;
  }

private:
  raw_ostream &complain() {
    Failed = true;
    outs() << "DISAGREEMENT in " << Kernel.Name << " <<<(" << Measured.Grid[0] << ", "
           << Measured.Grid[1] << ", " << Measured.Grid[2] << "), (" << Measured.Block[0] << ", "
           << Measured.Block[1] << ", " << Measured.Block[2] << ")>>>, ";
    return outs();
  }

  void groupMeasured() {
    for (const MeasuredRequest &Each : Measured.Requests) {
      const Place &At = Places.at(Each.Place);
      ByKey[{At.Line, At.What, At.Bytes, Each.Where}].push_back(
          {Each.Block, Each.Warp, Each.Mask, Each.Addresses});
    }
    for (auto &[Key, Requests] : ByKey)
      llvm::sort(Requests);
  }

  void groupPredicted() {
    bool Dropped = false;
    for (const Access &Site : Kernel.Accesses) {
      auto Where = spaceOf(Site.Space);
      auto What = kindOf(Site);
      if (Site.Space == MemorySpace::Local ||
          Kernel.Objects[Site.Object].Kind == ObjectKind::ParameterSpace)
        continue;
      ++All;
      if (!Where || !What) {
        leaveOut(Site, "its space or kind is not one that is measured");
        continue;
      }
      if (Mutate == Mutation::Access && !Dropped) {
        Dropped = true;
        continue;
      }
      SitesOf[{Site.Position.Line, *What, Site.Bytes, *Where}].push_back(&Site);
    }
  }

  void leaveOut(const Access &Site, StringRef Why) {
    OpenLines.insert(Site.Position.Line);
    if (Verbose)
      outs() << "not compared: " << Kernel.Name << ", line " << Site.Position.Line << ", "
             << Site.Text << ": " << Why << '\n';
  }

  /// Where the object of an access starts in the measured program.
  SmallVector<uint64_t> startsOf(const Access &Site, Space Where) {
    const MemoryObject &Object = Kernel.Objects[Site.Object];
    if (Object.Kind == ObjectKind::Parameter && Object.ParameterIndex) {
      const KernelParameter *Part = &Kernel.Parameters[*Object.ParameterIndex];
      for (unsigned Field : Object.ParameterFields)
        Part = &Part->Fields[Field];
      return {Measured.Arguments[*Object.ParameterIndex].bits(Part->FirstBit, 64)};
    }
    SmallVector<uint64_t> Starts;
    for (const oracle::Object &Each : Measured.Objects) {
      if (Each.Where != Where)
        continue;
      if (Object.Kind == ObjectKind::DynamicShared && Each.Name != "dynamic")
        continue;
      if (Object.Kind == ObjectKind::StaticShared || Object.Kind == ObjectKind::DeviceVariable ||
          Object.Kind == ObjectKind::ConstantVariable) {
        std::string Name = demangle(Each.Name);
        StringRef Last = StringRef(Object.Name).rsplit(':').second;
        if (Last.empty())
          Last = Object.Name;
        if (Name != Last && !StringRef(Name).ends_with(("::" + Last).str()))
          continue;
      }
      Starts.push_back(Each.Start);
    }
    return Starts;
  }

  static std::vector<Request> moved(const std::vector<PredictedRequest> &Requests, uint64_t Start) {
    std::vector<Request> Absolute;
    for (const PredictedRequest &Each : Requests) {
      Request &Own = Absolute.emplace_back(Request{Each.Block, Each.Warp, Each.Mask, {}});
      for (int64_t Offset : Each.Offsets)
        Own.Addresses.push_back(Start + Offset);
    }
    llvm::sort(Absolute);
    return Absolute;
  }

  void spoil(std::vector<PredictedRequest> &Requests, const Access &Site) {
    if (Requests.empty() || Spoilt)
      return;
    if (Mutate == Mutation::Offset)
      Requests.back().Offsets.back() += Site.Bytes;
    if (Mutate == Mutation::Lane) {
      PredictedRequest &Last = Requests.back();
      Last.Mask ^= llvm::bit_floor(Last.Mask);
      Last.Offsets.pop_back();
      if (Last.Mask == 0)
        Requests.pop_back();
    }
    Spoilt = true;
  }

  /// Which object it is, is known in part only ("a or b"): the distances between
  /// lanes are compared, not the addresses.
  bool hasUnknownObject(const Access *Site) const {
    return Kernel.Objects[Site->Object].Kind == ObjectKind::Unknown;
  }

  static void makeRelative(std::vector<Request> &Requests) {
    for (Request &Each : Requests) {
      uint64_t First = Each.Addresses.front();
      for (uint64_t &Address : Each.Addresses)
        Address -= First;
    }
    llvm::sort(Requests);
  }

  void compareGroup(const SiteKey &Key, const std::vector<Request> &Absolute) {
    auto Sites = SitesOf.find(Key);
    std::vector<Request> Measured = Absolute;
    if (Sites == SitesOf.end()) {
      if (Key.Where == Space::Other || lineIsOpen(Key.Line))
        return;
      complain() << Key << ": " << Measured.size() << " requests, none predicted; the first is "
                 << Measured.front() << '\n';
      return;
    }
    bool Relative = any_of(Sites->second, [&](auto *Site) { return hasUnknownObject(Site); });
    if (Relative)
      makeRelative(Measured);
    std::vector<Request> All;
    SmallVector<const Access *> Known;
    bool Open = false;
    for (const Access *Site : Sites->second) {
      std::string WhyNot;
      auto Requests = predict(Kernel, *Site, this->Measured, WhyNot);
      if (!Requests) {
        leaveOut(*Site, WhyNot);
        Open = true;
        continue;
      }
      spoil(*Requests, *Site);
      SmallVector<uint64_t> Starts = {0};
      if (!Relative)
        Starts = startsOf(*Site, Key.Where);
      std::vector<Request> Best;
      bool Found = Requests->empty();
      for (uint64_t Start : Starts) {
        Best = moved(*Requests, Start);
        if (Relative)
          makeRelative(Best);
        Found = std::includes(Measured.begin(), Measured.end(), Best.begin(), Best.end());
        if (Found)
          break;
      }
      if (!Found) {
        const Request *Wrong = nullptr;
        for (const Request &Each : Best)
          if (!std::binary_search(Measured.begin(), Measured.end(), Each)) {
            Wrong = &Each;
            break;
          }
        raw_ostream &Stream = complain();
        Stream << Key << ", " << Site->Text << ": " << Best.size() << " requests predicted, "
               << Measured.size() << " measured on the line";
        if (Starts.empty())
          Stream << "; its object is not in the program";
        if (Wrong) {
          Stream << "\n  predicted: " << *Wrong;
          auto Near = std::lower_bound(Measured.begin(), Measured.end(), *Wrong);
          if (Near != Measured.end())
            Stream << "\n  measured:  " << *Near;
        }
        Stream << '\n';
        return;
      }
      All.insert(All.end(), Best.begin(), Best.end());
      Known.push_back(Site);
    }
    llvm::sort(All);
    if (!std::includes(Measured.begin(), Measured.end(), All.begin(), All.end()) ||
        (!Open && All.size() != Measured.size())) {
      raw_ostream &Stream = complain();
      Stream << Key << ": " << All.size() << " requests predicted, " << Measured.size()
             << " measured";
      std::vector<Request> Rest;
      std::set_difference(Measured.begin(), Measured.end(), All.begin(), All.end(),
                          std::back_inserter(Rest));
      if (!Rest.empty())
        Stream << "\n  not predicted: " << Rest.front();
      Stream << '\n';
      return;
    }
    Accesses += Known.size();
    if (!Open)
      compareCost(Key, Known, Absolute);
  }

  bool lineIsOpen(unsigned Line) {
    if (OpenLines.count(Line))
      return true;
    // An access of this line that cannot be followed may be the one measured.
    for (auto &[Key, Sites] : SitesOf)
      if (Key.Line == Line)
        for (const Access *Site : Sites) {
          std::string WhyNot;
          if (!predict(Kernel, *Site, Measured, WhyNot))
            return true;
        }
    return false;
  }

  /// Whether the numbers that the analysis found are those that were passed.
  static bool agree(const KernelParameter &Part, const LaunchArgument &Said,
                    const oracle::Argument &Passed) {
    if (Part.Value && Said.Value &&
        Passed.signedBits(Part.FirstBit, Part.Bits) !=
            SignExtend64(uint64_t(*Said.Value), unsigned(std::clamp<uint64_t>(Part.Bits, 1, 64))))
      return false;
    return all_of(zip(Part.Fields, Said.Fields), [&](const auto &Inner) {
      return agree(std::get<0>(Inner), std::get<1>(Inner), Passed);
    });
  }

  /// The context that the analysis found for this launch.
  std::optional<unsigned> context() const {
    for (unsigned Index = 0; Index != Predicted.Launches.size(); ++Index) {
      const LaunchContext &Each = Predicted.Launches[Index];
      bool Same = true;
      for (unsigned Dimension = 0; Dimension != 3; ++Dimension)
        Same &= Each.Grid[Dimension] == Measured.Grid[Dimension] &&
                Each.Block[Dimension] == Measured.Block[Dimension];
      for (auto [Parameter, Said, Passed] :
           zip(Kernel.Parameters, Each.Arguments, Measured.Arguments))
        Same &= agree(Parameter, Said, Passed);
      if (Same)
        return Index;
    }
    return std::nullopt;
  }

  void compareCost(const SiteKey &Key, ArrayRef<const Access *> Sites,
                   const std::vector<Request> &Requests) {
    auto Launch = context();
    if (!Launch)
      return;
    // Running an atomic does not show which code a compiler makes of it. Lanes that
    // add 1 are served as those that store.
    bool AreIncrements =
        all_of(Sites, [](const Access *Site) { return Site->Form == RequestForm::Increment; });
    Kind What = AreIncrements ? Kind::Store : Key.What;
    CostTotals Wanted;
    Charge Worst;
    for (const Request &Each : Requests) {
      std::map<unsigned, uint64_t> Lanes;
      for (unsigned Lane = 0, Next = 0; Lane != 32; ++Lane)
        if (Each.Mask >> Lane & 1)
          Lanes[Lane] = Each.Addresses[Next++];
      Charge Own = chargeFor(Key.Where, What, Key.Bytes, Lanes);
      ++Wanted.Requests;
      Wanted.Cost += Own.Cost;
      Wanted.Ideal += Own.Ideal;
      if (std::pair(Own.Cost - Own.Ideal, Own.Cost) >
          std::pair(Worst.Cost - Worst.Ideal, Worst.Cost))
        Worst = Own;
    }
    CostTotals Sum;
    Charge PredictedWorst;
    for (const Access *Site : Sites) {
      const AccessCost &Own = verdict(*Site, *Launch);
      if (Own.Known != Knowledge::Proved || !Own.Totals) {
        if (Verbose)
          outs() << "no total: " << Kernel.Name << ", line " << Key.Line << ", " << Site->Text
                 << ": "
                 << (Own.Known == Knowledge::Unknown ? describe(Own.Reason)
                     : Own.Totals                    ? join(describe(Own.Assumptions), "; ")
                                                     : describe(Own.WhyNoTotals))
                 << '\n';
        return;
      }
      Sum.Requests += Own.Totals->Requests;
      Sum.Cost += Own.Totals->Cost;
      Sum.Ideal += Own.Totals->Ideal;
      if (std::pair<uint64_t, uint64_t>(Own.Worst.Cost - Own.Worst.Ideal, Own.Worst.Cost) >
          std::pair(PredictedWorst.Cost - PredictedWorst.Ideal, PredictedWorst.Cost))
        PredictedWorst = {Own.Worst.Cost, Own.Worst.Ideal};
    }
    if (Mutate == Mutation::Cost)
      ++Sum.Cost;
    if (Sum.Requests != Wanted.Requests || Sum.Cost != Wanted.Cost || Sum.Ideal != Wanted.Ideal ||
        PredictedWorst != Worst) {
      complain() << Key << ", " << Sites.front()->Text
                 << ": requests, cost, ideal, worst, its ideal: predicted " << Sum.Requests << ' '
                 << Sum.Cost << ' ' << Sum.Ideal << ' ' << PredictedWorst.Cost << ' '
                 << PredictedWorst.Ideal << ", measured " << Wanted.Requests << ' ' << Wanted.Cost
                 << ' ' << Wanted.Ideal << ' ' << Worst.Cost << ' ' << Worst.Ideal << '\n';
      return;
    }
    Costs += Sites.size();
  }

  const AccessCost &verdict(const Access &Site, unsigned Launch) const {
    size_t Index = &Site - Kernel.Accesses.data();
    return find_if(Predicted.Verdicts[Index],
                   [&](const AccessVerdict &Each) { return Each.Launch == Launch; })
        ->Cost;
  }

  const KernelAnalysis &Predicted;
  const KernelProgram &Kernel;
  const Launch &Measured;
  const std::map<uint32_t, Place> &Places;
  std::map<SiteKey, std::vector<Request>> ByKey;
  std::map<SiteKey, SmallVector<const Access *>> SitesOf;
  std::set<unsigned> OpenLines;
  bool Spoilt = false;
  bool Failed = false;
};

/// The kernel that was launched, by name; where names are written in another way,
/// by the line it stands on.
const KernelAnalysis *findKernel(const FileAnalysis &File, const Launch &Measured) {
  std::string Whole = withoutSpaces(demangle(Measured.Kernel));
  const KernelAnalysis *OnLine = nullptr;
  unsigned Count = 0;
  for (const KernelAnalysis &Each : File.Kernels) {
    std::string Name = withoutSpaces(Each.Program.Name);
    StringRef Found = Whole;
    if (Found.starts_with("void"))
      Found = Found.drop_front(4);
    if (Found == Name || Found.starts_with(Name + "("))
      return &Each;
    if (Each.Program.Position.Line == Measured.Line) {
      OnLine = &Each;
      ++Count;
    }
  }
  return Count == 1 ? OnLine : nullptr;
}

} // namespace

static int fail(const Twine &Words) {
  errs() << "oracle-compare: " << Words << '\n';
  return 2;
}

int main(int Count, char **Arguments) {
  cl::ParseCommandLineOptions(Count, Arguments, "Predictions held against a run\n");
  Expected<TraceFile> Trace = readTrace(TracePath);
  if (!Trace)
    return fail(toString(Trace.takeError()));
  DriverOptions Options;
  Options.Frontend.Toolkit = ToolkitMode::Embedded;
  Options.Frontend.CompileArguments = {"-std=c++17"};
  Expected<FileAnalysis> File = analyseFile(SourcePath, Options);
  if (!File)
    return fail(toString(File.takeError()));
  for (const SourceError &Error : File->Errors)
    outs() << SourcePath << ':' << Error.Position.Line << ": " << Error.Message << '\n';

  bool Right = File->Parsed == ParseState::Whole;
  unsigned Accesses = 0, Costs = 0, All = 0;
  for (const Launch &Each : Trace->Launches) {
    const KernelAnalysis *Kernel = findKernel(*File, Each);
    if (!Kernel || !Kernel->Program.Analysed) {
      outs() << "DISAGREEMENT: " << demangle(Each.Kernel) << " was launched and is not analysed\n";
      Right = false;
      continue;
    }
    LaunchComparison Comparison(*Kernel, Each, Trace->Places);
    Right &= Comparison.run();
    Accesses += Comparison.Accesses;
    Costs += Comparison.Costs;
    All += Comparison.All;
  }
  outs() << Accesses << " of " << All << " accesses compared, " << Costs
         << " in total cost too, in " << Trace->Launches.size() << " launches\n";
  if (ExpectedAccesses >= 0 && unsigned(ExpectedAccesses) > Accesses) {
    outs() << "at least " << ExpectedAccesses << " accesses should have been compared\n";
    Right = false;
  }
  if (ExpectedCosts >= 0 && unsigned(ExpectedCosts) > Costs) {
    outs() << "at least " << ExpectedCosts << " costs should have been compared\n";
    Right = false;
  }
  return Right ? 0 : 1;
}
