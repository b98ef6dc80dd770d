//===- ReportDifference.cpp - What differs between two reports ------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Report/ReportDifference.h"

#include "cuda-memlint/Checks/Wording.h"
#include "cuda-memlint/Report/JsonReport.h"
#include "cuda-memlint/Support/RegularFile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"

#include <cmath>
#include <map>
#include <optional>
#include <tuple>

using namespace llvm;

namespace memlint {

namespace {

/// What a report says of a finding.
struct ReadFinding {
  std::string Check, Level, Path, Kernel, Message, Fingerprint;
  uint64_t Line = 0;
  std::optional<std::string> Suppressed;
};

/// Of one launch; without a mean, the cost is not known.
struct ReadLaunch {
  std::optional<double> Mean, Ideal;
};

struct ReadAccess {
  std::string Fingerprint, Path, Text, Space, Kind;
  uint64_t Line = 0;
  std::vector<ReadLaunch> Launches;
  /// Set once the kernel is known.
  std::string Kernel;

  /// The launch with the largest excess.
  const ReadLaunch *worst() const {
    const ReadLaunch *Worst = nullptr;
    for (const ReadLaunch &Each : Launches)
      if (Each.Mean && Each.Ideal &&
          (!Worst || *Each.Mean - *Each.Ideal > *Worst->Mean - *Worst->Ideal))
        Worst = &Each;
    return Worst;
  }
};

struct ReadKernel {
  std::string Name;
  std::vector<ReadAccess> Accesses;
};

struct ReadFile {
  std::vector<ReadKernel> Kernels;
};

struct ReadReport {
  int64_t Version = 0;
  std::vector<ReadFile> Files;
  std::vector<ReadFinding> Findings;

  std::vector<ReadAccess> accesses() const {
    std::vector<ReadAccess> Result;
    for (const ReadFile &File : Files)
      for (const ReadKernel &Kernel : File.Kernels)
        for (const ReadAccess &Each : Kernel.Accesses)
          Result.emplace_back(Each).Kernel = Kernel.Name;
    return Result;
  }
};

bool fromJSON(const json::Value &From, ReadFinding &To, json::Path At) {
  json::ObjectMapper Members(From, At);
  return Members && Members.map("check", To.Check) && Members.map("level", To.Level) &&
         Members.map("path", To.Path) && Members.map("line", To.Line) &&
         Members.map("kernel", To.Kernel) && Members.map("message", To.Message) &&
         Members.map("fingerprint", To.Fingerprint) && Members.map("suppressed", To.Suppressed);
}

bool fromJSON(const json::Value &From, ReadLaunch &To, json::Path At) {
  json::ObjectMapper Members(From, At);
  return Members && Members.map("mean_per_request", To.Mean) &&
         Members.map("ideal_per_request", To.Ideal);
}

bool fromJSON(const json::Value &From, ReadAccess &To, json::Path At) {
  json::ObjectMapper Members(From, At);
  return Members && Members.map("fingerprint", To.Fingerprint) && Members.map("path", To.Path) &&
         Members.map("line", To.Line) && Members.map("text", To.Text) &&
         Members.map("space", To.Space) && Members.map("kind", To.Kind) &&
         Members.map("launches", To.Launches);
}

bool fromJSON(const json::Value &From, ReadKernel &To, json::Path At) {
  json::ObjectMapper Members(From, At);
  return Members && Members.map("name", To.Name) && Members.map("accesses", To.Accesses);
}

bool fromJSON(const json::Value &From, ReadFile &To, json::Path At) {
  json::ObjectMapper Members(From, At);
  return Members && Members.map("kernels", To.Kernels);
}

bool fromJSON(const json::Value &From, ReadReport &To, json::Path At) {
  json::ObjectMapper Members(From, At);
  return Members && Members.map("version", To.Version) && Members.map("files", To.Files) &&
         Members.map("findings", To.Findings);
}

} // namespace

static void showPath(std::string &Path, const ComparedReport &Of) {
  SmallString<256> Shown(sys::path::remove_leading_dotslash(Path));
  if (!Of.Folder.empty())
    sys::path::replace_path_prefix(Shown, Of.Folder, Of.ShownFolder);
  Path = Shown.str().str();
}

static Expected<ReadReport> readReport(const ComparedReport &From) {
  StringRef Path = From.Path;
  constexpr uint64_t MostBytes = uint64_t(4) << 30;
  Expected<std::unique_ptr<MemoryBuffer>> Buffer = readRegularFile(Path, "report", MostBytes);
  if (!Buffer)
    return Buffer.takeError();
  auto Fail = [&](const Twine &Why) {
    return createStringError("'" + Path + "' is not a JSON report of cuda-memlint: " + Why +
                             "; write one with --format=json");
  };
  Expected<json::Value> Whole = json::parse((*Buffer)->getBuffer());
  if (!Whole)
    return Fail(toString(Whole.takeError()));
  ReadReport Result;
  json::Path::Root Root("report");
  if (!fromJSON(*Whole, Result, Root))
    return Fail(toString(Root.getError()));
  if (Result.Version != JsonReportVersion)
    return Fail("it has version " + Twine(Result.Version));
  for (ReadFinding &Each : Result.Findings)
    showPath(Each.Path, From);
  for (ReadFile &File : Result.Files)
    for (ReadKernel &Kernel : File.Kernels)
      for (ReadAccess &Each : Kernel.Accesses)
        showPath(Each.Path, From);
  return std::move(Result);
}

/// Pairs what is in both: of one path and fingerprint, then of one fingerprint, since files are
/// moved. Calls \p Visit with both, or with null for what only one has, in the order of \p Head.
template <typename Item>
static void pairUp(ArrayRef<Item> Base, ArrayRef<Item> Head,
                   function_ref<void(const Item *Old, const Item *New)> Visit) {
  std::vector<const Item *> OldOf(Head.size());
  std::vector<bool> Used(Base.size());
  for (bool ByPath : {true, false}) {
    std::map<std::pair<StringRef, StringRef>, std::vector<size_t>> Free;
    auto KeyOf = [&](const Item &Each) {
      return std::pair(ByPath ? StringRef(Each.Path) : StringRef(), StringRef(Each.Fingerprint));
    };
    for (size_t Index = Base.size(); Index-- != 0;)
      if (!Used[Index])
        Free[KeyOf(Base[Index])].push_back(Index);
    for (auto [Old, New] : zip_equal(OldOf, Head)) {
      auto Found = Old ? Free.end() : Free.find(KeyOf(New));
      if (Found == Free.end() || Found->second.empty())
        continue;
      Old = &Base[Found->second.back()];
      Used[Found->second.back()] = true;
      Found->second.pop_back();
    }
  }
  for (auto [Old, New] : zip_equal(OldOf, Head))
    Visit(Old, &New);
  for (auto [Each, IsUsed] : zip_equal(Base, Used))
    if (!IsUsed)
      Visit(&Each, nullptr);
}

static unsigned rankOf(StringRef Level) {
  return Level == "remark" ? 0 : Level == "warning" ? 1 : 2;
}

static void compareFindings(const ReadReport &Base, const ReadReport &Head,
                            std::vector<Difference> &All) {
  auto Reported = [](const ReadReport &Of) {
    std::vector<ReadFinding> Result = Of.Findings;
    erase_if(Result, [](const ReadFinding &Each) { return Each.Suppressed.has_value(); });
    return Result;
  };
  std::vector<ReadFinding> Before = Reported(Base), After = Reported(Head);
  pairUp<ReadFinding>(Before, After, [&](const ReadFinding *Old, const ReadFinding *New) {
    const ReadFinding &Shown = New ? *New : *Old;
    Change Kind = !Old ? Change::New : Change::Gone;
    std::string Text = Shown.Level + ": " + Shown.Message + " [" + Shown.Check + "]";
    if (Old && New) {
      if (Old->Level == New->Level)
        return;
      Kind = rankOf(New->Level) > rankOf(Old->Level) ? Change::Worse : Change::Better;
      Text = Old->Level + " to " + Text;
    }
    bool IsForTheWorse = Kind == Change::Worse || (Kind == Change::New && rankOf(Shown.Level) > 0);
    All.push_back({Kind, Shown.Path, Shown.Line, Shown.Kernel, std::move(Text), IsForTheWorse});
  });
}

static std::string unitOf(StringRef Space) {
  return pluralOf(costUnit(Space == "shared"     ? MemorySpace::Shared
                           : Space == "constant" ? MemorySpace::Constant
                                                 : MemorySpace::Global,
                           DeviceShape()));
}

/// An access is worse where what it costs above its ideal has grown: a wider one costs more, but
/// moves more.
static void compareAccesses(const ReadReport &Base, const ReadReport &Head,
                            std::vector<Difference> &All) {
  std::vector<ReadAccess> Before = Base.accesses(), After = Head.accesses();
  pairUp<ReadAccess>(Before, After, [&](const ReadAccess *Old, const ReadAccess *New) {
    const ReadLaunch *Was = Old && New ? Old->worst() : nullptr;
    const ReadLaunch *Is = Old && New ? New->worst() : nullptr;
    if (!Was || !Is)
      return;
    // Means are printed with fewer digits than they have.
    constexpr double Tolerance = 1e-6;
    double Growth = (*Is->Mean - *Is->Ideal) - (*Was->Mean - *Was->Ideal);
    if (std::abs(Growth) < Tolerance)
      return;
    Change Kind = Growth > 0 ? Change::Worse : Change::Better;
    std::string Text = New->Kind + " `" + New->Text + "`: " + formatMean(*Was->Mean) + " to " +
                       formatMean(*Is->Mean) + " " + unitOf(New->Space) + " per request (" +
                       formatMean(*Is->Ideal) + " needed)";
    All.push_back(
        {Kind, New->Path, New->Line, New->Kernel, std::move(Text), Kind == Change::Worse});
  });
}

Expected<std::vector<Difference>> compareReports(const ComparedReport &Base,
                                                 const ComparedReport &Head) {
  Expected<ReadReport> Before = readReport(Base);
  if (!Before)
    return Before.takeError();
  Expected<ReadReport> After = readReport(Head);
  if (!After)
    return After.takeError();
  std::vector<Difference> All;
  compareFindings(*Before, *After, All);
  compareAccesses(*Before, *After, All);
  auto KeyOf = [](const Difference &Each) {
    return std::tie(Each.Kind, Each.Path, Each.Line, Each.Kernel, Each.Text);
  };
  sort(All,
       [&](const Difference &Left, const Difference &Right) { return KeyOf(Left) < KeyOf(Right); });
  return std::move(All);
}

} // namespace memlint
