//===- KernelLenses.cpp - What kernels cost, above them -------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReportFeatures.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace memlint::lsp {

/// The title of \p Launch, which none of \p Others has.
static std::string titleOf(const ReportKernel &Kernel, const ReportLaunch &Launch, bool IsAlone,
                           ArrayRef<LaunchChoice> Others) {
  auto IsTaken = [&](StringRef Title) {
    return any_of(Others, [&](const LaunchChoice &Each) { return Each.Title == Title; });
  };
  std::string Name = IsAlone ? "" : Kernel.Name;
  std::string Title = Name + Launch.Text + Launch.Arguments;
  if (IsTaken(Title) && Launch.Line != 0)
    Title += " at line " + utostr(Launch.Line);
  return IsTaken(Title) ? Name + Launch.Key + Launch.Arguments : Title;
}

std::vector<LaunchChoice> launchesOf(const KernelGroup &Group) {
  std::vector<LaunchChoice> Result;
  for (const ReportKernel *Kernel : Group)
    for (const ReportAccess &Site : Kernel->Accesses)
      for (const ReportLaunch &Launch : Site.Launches)
        if (none_of(Result, [&](const LaunchChoice &Known) {
              return Known.Kernel == Kernel->Name && Known.Launch == Launch.Key;
            }))
          Result.push_back(
              {Kernel->Name, Launch.Key, titleOf(*Kernel, Launch, Group.size() == 1, Result)});
  return Result;
}

/// `65,536 sectors, 8,192 needed` of all accesses to \p Space together; empty: unknown, or none.
static std::string totalsIn(const ReportedText &Of, const KernelGroup &Group, StringRef Space) {
  StringRef Units;
  uint64_t Cost = 0, Ideal = 0;
  for (const ReportKernel *Kernel : Group)
    for (const ReportAccess &Site : Kernel->Accesses)
      for (const ReportLaunch &Launch : Site.Launches) {
        if (Site.Space != Space || !isChosen(Of, *Kernel, Launch))
          continue;
        if (!Launch.Cost || !Launch.Ideal)
          return "";
        Units = unitsOf(Site);
        Cost += *Launch.Cost;
        Ideal += *Launch.Ideal;
      }
  return Cost == 0 ? "" : formatv("{0:N} {1}, {2:N} needed", Cost, Units, Ideal).str();
}

/// The launch of \p Group that was chosen, if so.
static const LaunchChoice *chosenOf(const ReportedText &Of, ArrayRef<LaunchChoice> Launches) {
  const auto *Found = find_if(Launches, [&](const LaunchChoice &Each) {
    auto Chosen = Of.ChosenLaunches.find(Each.Kernel);
    return Chosen != Of.ChosenLaunches.end() && Chosen->second == Each.Launch;
  });
  return Found == Launches.end() ? nullptr : &*Found;
}

/// Above a template with more instantiations these are counted.
static constexpr size_t MostNamesInLens = 3;

static std::string namesOf(const KernelGroup &Group) {
  if (Group.size() > MostNamesInLens)
    return utostr(Group.size()) + " kernels";
  SmallVector<StringRef, MostNamesInLens> Names;
  for (const ReportKernel *Kernel : Group)
    Names.push_back(Kernel->Name);
  return join(Names, ", ");
}

std::string lensTitle(const ReportedText &Of, const KernelGroup &Group) {
  auto Missing = make_filter_range(Group, [](const ReportKernel *Each) { return !Each->Analysed; });
  size_t NotAnalysed = size_t(std::distance(Missing.begin(), Missing.end()));
  if (NotAnalysed == Group.size())
    return "not analysed: " + Group.front()->Reason;
  std::vector<LaunchChoice> Launches = launchesOf(Group);
  const LaunchChoice *Chosen = chosenOf(Of, Launches);
  SmallVector<std::string, 4> Parts;
  if (Group.size() > 1 && !Chosen)
    Parts.push_back(namesOf(Group));
  if (Chosen)
    Parts.push_back(Chosen->Title + " of " + utostr(Launches.size()) + " launches");
  else
    Parts.push_back(Launches.size() == 1 ? Launches.front().Title
                                         : utostr(Launches.size()) + " launches");
  for (StringRef Space : {"global", "shared"})
    if (std::string Totals = totalsIn(Of, Group, Space); !Totals.empty())
      Parts.push_back(std::move(Totals));
  if (NotAnalysed != 0)
    Parts.push_back(utostr(NotAnalysed) + " not analysed");
  return join(Parts, " | ");
}

/// By line, in the order of the report.
static std::map<uint64_t, KernelGroup> groupsOf(const ReportedText &Of) {
  std::map<uint64_t, KernelGroup> Result;
  for (const ReportKernel &Kernel : Of.Report.Kernels)
    if (Kernel.At.Path == Of.Path)
      Result[Kernel.At.Line].push_back(&Kernel);
  return Result;
}

KernelGroup groupOf(const ReportedText &Of, StringRef Name) {
  for (const auto &[Line, Group] : groupsOf(Of))
    if (any_of(Group, [&](const ReportKernel *Each) { return Each->Name == Name; }))
      return Group;
  return {};
}

std::vector<CodeLens> codeLensesOf(const ReportedText &Of, const URIForFile &Uri) {
  TextPositions Positions(Of.Text);
  std::vector<CodeLens> Result;
  for (const auto &[Line, Group] : groupsOf(Of)) {
    CodeLens Lens;
    Lens.At = Positions.range({Of.Path, Line, 1}, "");
    Lens.Shown.Title = lensTitle(Of, Group);
    Lens.Shown.Name = (launchesOf(Group).size() > 1 ? ChooseLaunchCommand : ShowCostsCommand).str();
    Lens.Shown.Arguments = json::Array{Uri.uri(), Group.front()->Name};
    Result.push_back(std::move(Lens));
  }
  return Result;
}

} // namespace memlint::lsp
