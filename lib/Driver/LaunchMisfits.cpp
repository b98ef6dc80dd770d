//===- LaunchMisfits.cpp - Launches that fit no kernel --------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Driver/LaunchMisfits.h"

#include "cuda-memlint/Checks/Wording.h"
#include "cuda-memlint/Model/FileAnalysis.h"
#include "cuda-memlint/Model/KernelAnalysis.h"
#include "cuda-memlint/Support/NearestName.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace llvm;

namespace memlint {
namespace {

/// How a launch of the configuration was used.
struct LaunchUse {
  bool IsUsed = false;
  /// What the first kernel of its name says against it.
  std::string Misfit;

  void add(const LaunchRequest &Launch, const FileAnalysis &File);
};

} // namespace

void LaunchUse::add(const LaunchRequest &Launch, const FileAnalysis &File) {
  for (const KernelAnalysis &Kernel : File.Kernels) {
    if (!Launch.matches(Kernel.Program.Name))
      continue;
    // One that is not analysed may lack the list of its parameters.
    std::string Why =
        Kernel.Program.Analysed ? Launch.misfit(Kernel.Program.Parameters) : std::string();
    IsUsed |= Why.empty();
    if (Misfit.empty() && !Why.empty())
      Misfit = "'" + Kernel.Program.Name + "' " + Why;
  }
}

std::vector<std::string> findUnusedLaunches(ArrayRef<LaunchRequest> Launches,
                                            ArrayRef<FileAnalysis> Files) {
  std::vector<std::string> Messages;
  std::vector<StringRef> Names;
  for (const FileAnalysis &File : Files)
    for (const KernelAnalysis &Kernel : File.Kernels)
      Names.push_back(Kernel.Program.Name);
  for (const LaunchRequest &Launch : Launches) {
    LaunchUse Use;
    for (const FileAnalysis &File : Files)
      Use.add(Launch, File);
    if (!Use.IsUsed)
      Messages.push_back(Use.Misfit.empty() ? "no kernel named '" + Launch.Kernel + "'" +
                                                  didYouMean(Launch.Kernel, Names)
                                            : Use.Misfit);
  }
  return Messages;
}

std::string findMisfit(const LaunchRequest &Launch, const FileAnalysis &File) {
  if (StringRef(Launch.Kernel).find_first_of("*?[") != StringRef::npos)
    return {};
  LaunchUse Use;
  Use.add(Launch, File);
  return Use.IsUsed ? std::string() : Use.Misfit;
}

namespace {

/// The kernels of files by their readable symbols.
class KernelsBySymbol {
public:
  explicit KernelsBySymbol(ArrayRef<FileAnalysis> Files) {
    for (const FileAnalysis &File : Files)
      for (const KernelAnalysis &Kernel : File.Kernels)
        if (!Kernel.Program.MangledName.empty())
          Known[readableSymbol(Kernel.Program.MangledName)].push_back(&Kernel.Program);
  }

  ArrayRef<const KernelProgram *> of(const RecordedKernel &Kernel) const {
    auto Found = Known.find(readableSymbol(Kernel.Symbol));
    return Found == Known.end() ? ArrayRef<const KernelProgram *>() : ArrayRef(Found->second);
  }

private:
  StringMap<std::vector<const KernelProgram *>> Known;
};

} // namespace

/// What every one of \p Programs says against \p Kernel; empty where one does not. One that is not
/// analysed may lack the list of its parameters.
static std::string findMisfit(const RecordedKernel &Kernel,
                              ArrayRef<const KernelProgram *> Programs) {
  std::string First;
  for (const KernelProgram *Program : Programs) {
    std::string Why = Program->Analysed ? Kernel.misfit(Program->Parameters) : "";
    if (Why.empty())
      return "";
    if (First.empty())
      First = "'" + Program->Name + "' " + Why;
  }
  return First;
}

std::vector<std::string> findOutdatedRecordings(const RecordingList &Recordings,
                                                ArrayRef<FileAnalysis> Files) {
  std::vector<std::string> Messages;
  KernelsBySymbol Kernels(Files);
  for (const auto &Recording : Recordings)
    for (const RecordedKernel &Kernel : Recording->Kernels)
      if (std::string Why = findMisfit(Kernel, Kernels.of(Kernel)); !Why.empty())
        Messages.push_back(Recording->Path + ": " + Why + ": its recorded launches are not used; " +
                           "record them again");
  return Messages;
}

/// Of templates, names may fill a page.
static std::string shownName(StringRef Symbol) {
  constexpr size_t MostLetters = 80;
  std::string Name = readableSymbol(Symbol);
  return Name.size() <= MostLetters ? Name : Name.substr(0, MostLetters) + "...";
}

std::vector<std::string> findForeignKernels(const RecordingList &Recordings,
                                            ArrayRef<FileAnalysis> Files) {
  constexpr size_t MostShown = 3;
  std::vector<std::string> Messages;
  KernelsBySymbol Kernels(Files);
  for (const auto &Recording : Recordings) {
    std::vector<std::string> Names;
    for (const RecordedKernel &Kernel : Recording->Kernels)
      if (Kernels.of(Kernel).empty())
        Names.push_back("'" + shownName(Kernel.Symbol) + "'");
    if (Names.empty())
      continue;
    std::string Shown = join(ArrayRef(Names).take_front(MostShown), ", ");
    Messages.push_back(Recording->Path + ": " + formatNumberOf(Names.size(), "recorded kernel") +
                       (Names.size() == 1 ? " is" : " are") + " not in these files: " + Shown +
                       (Names.size() > MostShown ? ", ..." : ""));
  }
  return Messages;
}

} // namespace memlint
