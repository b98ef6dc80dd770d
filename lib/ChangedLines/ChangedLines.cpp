//===- ChangedLines.cpp - Findings on changed lines only ------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/ChangedLines/ChangedLines.h"

#include "FindingCauses.h"

#include "cuda-memlint/Model/FileAnalysis.h"
#include "cuda-memlint/Model/KernelAnalysis.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <algorithm>

using namespace llvm;

namespace memlint {

void ChangedLines::add(StringRef Folder, DiffedFile Change) {
  SmallString<256> Path;
  if (!sys::path::is_absolute(Change.Path))
    Path = Folder;
  sys::path::append(Path, Change.Path);
  File &Entry = Files[Paths.of(Path)];
  Entry.Whole |= Change.Whole;
  append_range(Entry.Changes, Change.Changes);
  // A diff may name a file twice.
  sortByLine(Entry.Changes);
}

void ChangedLines::addFolder(StringRef Folder, StringSet<> Known) {
  Folders.push_back({Paths.of(Folder).str(), std::move(Known)});
}

bool ChangedLines::isNew(StringRef Path) const {
  const Folder *Innermost = nullptr;
  for (const Folder &Each : Folders)
    if (!pathBelow(Path, Each.Path).empty() &&
        (!Innermost || Each.Path.size() > Innermost->Path.size()))
      Innermost = &Each;
  return Innermost && !Innermost->Known.contains(pathBelow(Path, Innermost->Path));
}

bool ChangedLines::touches(StringRef Path, unsigned First, unsigned Last) {
  StringRef Real = Paths.of(Path);
  auto Found = Files.find(Real);
  if (Found == Files.end())
    return isNew(Real);
  if (Found->second.Whole)
    return true;
  return any_of(Found->second.Changes, [&](const LineChange &Each) {
    return Each.NewCount ? Each.NewFirst <= Last && First < Each.NewFirst + Each.NewCount
                         : First < Each.NewFirst && Each.NewFirst <= Last;
  });
}

namespace {

/// The lines of a kernel that are known of.
class KernelLines {
public:
  explicit KernelLines(const KernelProgram &Kernel)
      : Path(Kernel.Position.Path), First(Kernel.Position.Line), Last(Kernel.Position.Line) {
    auto AddSites = [&](const auto &Sites) {
      for (const Site &Each : Sites)
        add(Each.InlinedThrough.empty() ? Each.Position : Each.InlinedThrough.front().CallSite);
    };
    AddSites(Kernel.Accesses);
    AddSites(Kernel.Barriers);
    AddSites(Kernel.Fences);
    AddSites(Kernel.WarpOperations);
    for (const InsertionPoint &Each : Kernel.InsertionPoints)
      if (Each.CallDepth == 0)
        add(Each.Position);
  }

  bool areTouchedBy(ChangedLines &Lines) const { return Lines.touches(Path, First, Last); }

private:
  void add(const SourcePosition &Position) {
    if (Position.Path == Path)
      Last = std::max({Last, Position.Line, Position.EndLine});
  }

  StringRef Path;
  unsigned First, Last;
};

} // namespace

static bool isAboutOneAccess(const Finding &Item) {
  switch (Item.Subject) {
  case FindingSubject::AccessCost:
  case FindingSubject::JointCost:
  case FindingSubject::GeneratedCode:
  case FindingSubject::SourceFile:
    return Item.Access.has_value();
  case FindingSubject::Order:
  case FindingSubject::SuperfluousOrder:
  case FindingSubject::MemoryFault:
  case FindingSubject::Budget:
  case FindingSubject::HostTransfer:
    return false;
  }
  llvm_unreachable("a subject without a name");
}

/// Passes the findings of each kernel to \p Use, with a predicate that is true for unchanged ones.
static void
sortFindings(MutableArrayRef<FileAnalysis> Files, ChangedLines &Lines,
             function_ref<void(KernelAnalysis &, function_ref<bool(const Finding &)>)> Use) {
  for (FileAnalysis &File : Files)
    for (KernelAnalysis &Kernel : File.Kernels) {
      bool KernelIsTouched = KernelLines(Kernel.Program).areTouchedBy(Lines);
      auto IsTouched = [&](const SourcePosition &At) {
        return Lines.touches(At.Path, At.Line, std::max(At.Line, At.EndLine));
      };
      Use(Kernel, [&](const Finding &Item) {
        if (IsTouched(Item.Position) || (KernelIsTouched && !isAboutOneAccess(Item)))
          return false;
        return !hasTouchedCause(Kernel, Item, IsTouched);
      });
    }
}

void keepFindingsOnChangedLines(MutableArrayRef<FileAnalysis> Files, ChangedLines &Lines) {
  sortFindings(Files, Lines,
               [](KernelAnalysis &Kernel, function_ref<bool(const Finding &)> IsElsewhere) {
                 std::vector<Finding> Kept;
                 for (Finding &Item : Kernel.Findings)
                   (IsElsewhere(Item) ? Kernel.FindingsElsewhere : Kept).push_back(std::move(Item));
                 Kernel.Findings = std::move(Kept);
               });
}

void suppressFindingsElsewhere(MutableArrayRef<FileAnalysis> Files, ChangedLines &Lines) {
  sortFindings(Files, Lines,
               [](KernelAnalysis &Kernel, function_ref<bool(const Finding &)> IsElsewhere) {
                 for (Finding &Item : Kernel.Findings)
                   if (Item.Suppressed == Suppression::None && IsElsewhere(Item))
                     Item.Suppressed = Suppression::Elsewhere;
               });
}

} // namespace memlint
