//===- CodeComparison.cpp - Code before and after a change ----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Frontend/PathList.h"
#include "cuda-memlint/Hardware/Code/CodeGeneration.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace memlint {

unsigned KernelCode::count(function_ref<bool(const CodeInstruction &)> Which) const {
  unsigned Sum = 0;
  for (const CodeInstruction &Item : Ptx)
    if (Which(Item))
      Sum += Item.Count;
  return Sum;
}

unsigned KernelCode::readOnlyLoads() const {
  return count([](const CodeInstruction &Item) { return Item.ReadOnly; });
}

unsigned KernelCode::globalLoads() const {
  return count([](const CodeInstruction &Item) {
    return Item.Space == MemorySpace::Global && Item.Kind == AccessKind::Load;
  });
}

unsigned KernelCode::localAccesses() const {
  return count([](const CodeInstruction &Item) { return Item.Space == MemorySpace::Local; });
}

unsigned KernelCode::vectorAccesses() const {
  return count([](const CodeInstruction &Item) { return Item.Elements > 1; });
}

/// The kernel of \p Report that \p Wanted is another version of.
static const KernelCode *counterpart(const KernelCode &Wanted, const CodeReport &Own,
                                     const CodeReport &Report) {
  auto IsKernelNamed = [&](const KernelCode &Each) {
    return Each.IsKernel && Each.Name == Wanted.Name;
  };
  for (const KernelCode &Each : Report.Kernels)
    if (Each.IsKernel && Each.Symbol == Wanted.Symbol)
      return &Each;
  if (count_if(Own.Kernels, IsKernelNamed) != 1 || count_if(Report.Kernels, IsKernelNamed) != 1)
    return nullptr;
  return &*find_if(Report.Kernels, IsKernelNamed);
}

CodeComparison compareCode(const CodeReport &Before, const CodeReport &After) {
  CodeComparison Result;
  for (const KernelCode &Each : Before.Kernels) {
    if (!Each.IsKernel)
      continue;
    if (const KernelCode *Other = counterpart(Each, Before, After))
      Result.Kernels.push_back({Each, *Other});
    else
      Result.OnlyBefore.push_back(Each.Name);
  }
  for (const KernelCode &Each : After.Kernels)
    if (Each.IsKernel && !counterpart(Each, After, Before))
      Result.OnlyAfter.push_back(Each.Name);
  return Result;
}

Expected<CodeComparison> compareGeneratedCode(const Toolchain &Tools, const BuildRequest &Request,
                                              StringRef Changed) {
  Expected<WorkFolder> Folder = WorkFolder::create();
  if (!Folder)
    return Folder.takeError();
  Expected<CodeReport> Before = generateCode(Tools, Request, *Folder, "before");
  if (!Before)
    return Before.takeError();
  SmallString<128> Beside(Request.Source);
  sys::fs::make_absolute(Beside);
  BuildRequest Other = Request;
  Other.Source = Folder->file("changed.cu");
  if (Error Failure = writeToOutput(Other.Source, [&](raw_ostream &Stream) {
        Stream << Changed;
        return Error::success();
      }))
    return createStringError("cannot write '" + Other.Source +
                             "': " + toString(std::move(Failure)));
  Other.Options.insert(Other.Options.begin(),
                       {"-I", quoteForPathList(sys::path::parent_path(Beside))});
  Expected<CodeReport> After = generateCode(Tools, Other, *Folder, "after");
  if (!After)
    return After.takeError();
  return compareCode(*Before, *After);
}

} // namespace memlint
