//===- FixTrial.cpp - Edits tried on a copy -------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FixTrial.h"

#include "cuda-memlint/Support/RealPaths.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/ThreadPool.h"

using namespace llvm;

namespace memlint {

static StringSet<> editedFiles(ArrayRef<FixCandidate> Candidates) {
  StringSet<> Result;
  for (const FixCandidate &Each : Candidates)
    Result.insert(Each.Path);
  return Result;
}

FixTrials::FixTrials(ArrayRef<FileAnalysis> Files, const DriverOptions &Options, FileTexts &Known,
                     ArrayRef<FixCandidate> Candidates)
    : Files(Files), Options(Options), Groups(Files, Options, editedFiles(Candidates), Known) {
  this->Options.SeveralFiles |= Files.size() > 1;
  for (const FixCandidate &Each : Candidates) {
    Texts[Each.Path] = Known.find(Each.Path);
    Spellings[Each.Path].insert(Each.Path);
  }
  for (const auto &[Path, Named] : Groups.spellings())
    Spellings[Path].insert(Named.begin(), Named.end());
  RealPaths Paths;
  auto Spell = [&](StringRef Path) {
    auto Known = Spellings.find(Paths.of(Path).str());
    if (Path.empty() || Known == Spellings.end())
      return;
    SmallString<256> AsGiven(Path);
    if (!sys::fs::make_absolute(AsGiven))
      Known->second.insert(AsGiven.str().str());
    Known->second.insert(absolutePath(Path));
  };
  for (const FileAnalysis &File : Files) {
    Spell(File.Path);
    for (const KernelElsewhere &Kernel : File.KernelsElsewhere)
      Spell(Kernel.Position.Path);
    for (const KernelAnalysis &Kernel : File.Kernels) {
      Spell(Kernel.Program.Position.Path);
      for (const Access &Site : Kernel.Program.Accesses)
        Spell(Site.Position.Path);
      for (const Finding &Item : Kernel.Findings)
        for (const FindingFix &Fix : Item.Fixes)
          Spell(Fix.Position.Path);
    }
  }
}

EditedTexts FixTrials::edit(ArrayRef<const FixCandidate *> Together) const {
  std::map<std::string, std::vector<TextEdit>> Edits;
  for (const FixCandidate *Each : Together)
    append_range(Edits[Each->Path], Each->Edits);
  EditedTexts Result;
  for (auto &[Path, OfFile] : Edits) {
    llvm::sort(OfFile);
    OfFile.erase(llvm::unique(OfFile), OfFile.end());
    Result.try_emplace(Path, *Texts.at(Path), std::move(OfFile));
  }
  return Result;
}

static void overlayTexts(const EditedTexts &Edited,
                         const std::map<std::string, std::set<std::string>> &Spellings,
                         FrontendOptions &Frontend) {
  for (const auto &[Path, Text] : Edited)
    for (const std::string &Spelling : Spellings.at(Path))
      Frontend.Overlay[Spelling] = Text.New;
}

void FixTrials::overlay(ArrayRef<const FixCandidate *> Together, FrontendOptions &Frontend) const {
  overlayTexts(edit(Together), Spellings, Frontend);
}

TrialResult FixTrials::run(ArrayRef<const FixCandidate *> Together) const {
  EditedTexts Edited = edit(Together);
  DriverOptions Changed = Options;
  overlayTexts(Edited, Spellings, Changed.Frontend);
  Changed.ReadTree = nullptr;
  // Those of a group are analysed together.
  Changed.AllFiles = nullptr;

  std::vector<const FileAnalysis *> Before;
  std::vector<SourceFile> Sources;
  for (size_t File : members(groupOf(*Together.front()))) {
    Before.push_back(&Files[File]);
    Sources.push_back({Files[File].Path, ""});
  }
  std::set<const Finding *> Mended;
  for (const FixCandidate *Each : Together)
    for (const FindingIndex &At : Each->Findings)
      Mended.insert(&At.in(Files));
  TrialResult Result;
  Result.After = analyseFiles(Sources, Changed, /*Threads=*/1);
  Result.Fault = findFault(Before, Result.After, Mended, Edited);
  return Result;
}

void inParallel(size_t Count, unsigned Threads, function_ref<void(size_t)> Do) {
  DefaultThreadPool Pool(hardware_concurrency(Threads));
  for (size_t Index = 0; Index != Count; ++Index)
    Pool.async([Index, Do] { Do(Index); });
  Pool.wait();
}

} // namespace memlint
