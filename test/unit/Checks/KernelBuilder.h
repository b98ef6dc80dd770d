//===- KernelBuilder.h - Kernels by hand, to be checked ---------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_TEST_UNIT_CHECKS_KERNELBUILDER_H
#define CUDA_MEMLINT_TEST_UNIT_CHECKS_KERNELBUILDER_H

#include "../Cost/ProgramBuilder.h"

#include "cuda-memlint/Analysis/Cost/AccessEvaluation.h"
#include "cuda-memlint/Checks/Analysis.h"
#include "cuda-memlint/Model/KernelAnalysis.h"

namespace memlint {

/// A kernel with several arrays, accesses and launches.
class KernelBuilder : public ProgramBuilder {
public:
  KernelBuilder() {
    Kernel.Accesses.clear();
    Kernel.Objects.clear();
    Kernel.Name = "kernel";
    Launch.Origin = LaunchOrigin::Call;
    Launch.Position.Line = 40;
  }

  unsigned global(const std::string &Name) {
    return add(ObjectKind::Parameter, MemorySpace::Global, Name, 0, {});
  }
  unsigned constantArray(const std::string &Name) {
    return add(ObjectKind::ConstantVariable, MemorySpace::Constant, Name, 4, {4096});
  }
  unsigned sharedArray(const std::string &Name, uint64_t ElementBytes,
                       std::vector<uint64_t> Extents) {
    return add(ObjectKind::StaticShared, MemorySpace::Shared, Name, ElementBytes,
               std::move(Extents));
  }

  /// An access on a line of its own, 1, 2, 3, ...
  Access &access(AccessKind Kind, unsigned Object, Value Offset, unsigned Bytes = 4) {
    Access &Site = Kernel.Accesses.emplace_back();
    Site.Id = unsigned(Kernel.Accesses.size() - 1);
    Site.Position.Path = "kernel.cu";
    Site.Position.Line = Site.Id + 1;
    Site.Position.Column = 3;
    Site.Kind = Kind;
    Site.Object = Object;
    Site.Space = Kernel.Objects[Object].Space;
    Site.Offset = Offset.Node;
    Site.Bytes = Bytes;
    Site.Text = Kernel.Objects[Object].Name + "[i]";
    return Site;
  }
  Access &load(unsigned Object, Value Offset, unsigned Bytes = 4) {
    return access(AccessKind::Load, Object, Offset, Bytes);
  }
  Access &store(unsigned Object, Value Offset, unsigned Bytes = 4) {
    return access(AccessKind::Store, Object, Offset, Bytes);
  }

  /// A node behind the last one.
  unsigned node(NodeKind Kind, unsigned Index = 0) {
    unsigned Id = unsigned(Kernel.Nodes.size());
    if (Id != 0)
      Kernel.Nodes.back().Successors.push_back(Id);
    Node &New = Kernel.Nodes.emplace_back();
    New.Kind = Kind;
    New.Index = Index;
    return Id;
  }

  /// Analyses the kernel for Launch, or for \p Launches where given.
  KernelAnalysis analyse(std::vector<LaunchContext> Launches = {}) {
    KernelAnalysis Result;
    Result.Program = Kernel;
    Result.Budgets = Budgets;
    Result.Launches = Launches.empty() ? std::vector{Launch} : std::move(Launches);
    FileAllowance Allowance;
    analyseKernel(Context, Result, defaultTarget(), Enabled, Allowance);
    return Result;
  }

  std::vector<KernelBudget> Budgets;
  std::vector<const Check *> Enabled = allChecks();

private:
  unsigned add(ObjectKind Kind, MemorySpace Space, const std::string &Name, uint64_t ElementBytes,
               std::vector<uint64_t> Extents) {
    MemoryObject Object;
    Object.Id = unsigned(Kernel.Objects.size());
    Object.Kind = Kind;
    Object.Space = Space;
    Object.Name = Name;
    Object.AlignmentBytes = 256;
    Object.ElementBytes = ElementBytes;
    if (!Extents.empty()) {
      Object.SizeBytes = ElementBytes;
      for (uint64_t Extent : Extents)
        *Object.SizeBytes *= Extent;
    }
    Object.Extents = std::move(Extents);
    Kernel.Objects.push_back(std::move(Object));
    return Kernel.Objects.back().Id;
  }
};

/// The messages of all notes of \p Item and its advice, one a line.
inline std::string notesOf(const Finding &Item) {
  std::string Text;
  for (const FindingNote &Note : Item.Notes)
    Text += Note.Message + "\n";
  if (Item.Help)
    Text += "help: " + Item.Help->Message + "\n";
  return Text;
}

} // namespace memlint

#endif // CUDA_MEMLINT_TEST_UNIT_CHECKS_KERNELBUILDER_H
