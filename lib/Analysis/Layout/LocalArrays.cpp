//===- LocalArrays.cpp - Arrays of one thread -----------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Analysis/Layout/LocalArrays.h"

#include "llvm/ADT/STLExtras.h"

#include <map>
#include <tuple>

using namespace llvm;

namespace memlint {

/// Bytes of all scalars of \p Object where they are alike, else 0.
static uint64_t scalarBytes(ArrayRef<MemberLayout> Members) {
  uint64_t Common = 0;
  for (const MemberLayout &Member : Members) {
    uint64_t Bytes = Member.Members.empty() ? Member.ElementBytes : scalarBytes(Member.Members);
    if (Bytes == 0 || (Common != 0 && Bytes != Common))
      return 0;
    Common = Bytes;
  }
  return Common;
}

static uint64_t scalarBytes(const MemoryObject &Object) {
  if (!Object.Members.empty())
    return scalarBytes(Object.Members);
  return Object.ElementAlignment == Object.ElementBytes ? Object.ElementBytes : 0;
}

static Residence residenceOf(const MemoryObject &Object, const LocalArray &Use) {
  constexpr uint64_t RegisterBytes = 4;
  constexpr uint64_t LargestElement = 16;
  uint64_t Count = *Object.SizeBytes / std::max<uint64_t>(Object.ElementBytes, 1);
  if (Count >= 96 || *Object.SizeBytes >= 96 * LargestElement)
    return Residence::LocalMemory;
  uint64_t Scalar = scalarBytes(Object);
  if (Scalar == 1 || Scalar == 8 || (Scalar == 2 && Count % 2 == 0))
    return Residence::LocalMemory;
  if (Scalar != RegisterBytes)
    return Residence::Either;
  if (!Use.LoopLoads && !Use.LoopStores)
    return !Use.InParts && *Object.SizeBytes / RegisterBytes * Use.Straight <= 80
               ? Residence::Registers
               : Residence::Either;
  if (Use.LoopLoads && Use.LoopStores)
    return Count >= 12 ? Residence::LocalMemory : Residence::Either;
  if (Count <= 3)
    return Residence::Registers;
  unsigned Least = Use.LoopStores ? 48 : Use.LoadsByValue ? 16 : 64;
  return Count >= Least ? Residence::LocalMemory : Residence::Either;
}

std::vector<LocalArray> findLocalArrays(const KernelProgram &Program) {
  // By declaration: a function that is called twice declares its variables once.
  std::map<std::tuple<std::string, unsigned, unsigned, std::string>, LocalArray> Arrays;
  for (const Access &Site : Program.Accesses) {
    const MemoryObject &Object = Program.Objects[Site.Object];
    // Accesses to arrays in CUDA's own functions are reported at the call. Parameters, which
    // have no position here, stay in their own memory space.
    if (Object.Kind != ObjectKind::LocalVariable || !Object.SizeBytes || !Site.Offset ||
        Site.IsUnused || Object.IsVolatile || Object.Position.Line == 0 ||
        Object.Position.Path != Site.Position.Path)
      continue;
    std::optional<VaryingIndex> Varying = findVarying(Program, Site, Site.Offset);
    if (!Varying)
      continue;
    LocalArray &Use =
        Arrays[{Object.Position.Path, Object.Position.Line, Object.Position.Column, Object.Name}];
    if (!Use.First) {
      Use.First = &Site;
      Use.Why = *Varying;
    }
    Use.InParts |= Site.Parts > 1;
    if (Site.Part == 0)
      ++Use.AccessCount;
    if (std::optional<uint64_t> Copies = copiesOf(Program, Site)) {
      Use.Straight += *Copies;
      continue;
    }
    Use.LoopLoads |= Site.Kind == AccessKind::Load;
    Use.LoopStores |= Site.Kind == AccessKind::Store;
    Use.LoadsByValue |= Site.Kind == AccessKind::Load && Varying->Leaf;
  }
  std::vector<LocalArray> Result;
  for (auto &[Where, Use] : Arrays) {
    Use.Where = residenceOf(Program.Objects[Use.First->Object], Use);
    Result.push_back(Use);
  }
  return Result;
}

/// Whether compilers take \p Site apart with its array: it is an expression of the source whose
/// index becomes a constant.
static bool isOfConstantElement(const KernelProgram &Program, const Access &Site) {
  return Site.Written == SourceForm::Expression && Site.Kind != AccessKind::Atomic && Site.Offset &&
         Site.Reason.empty() && !Site.IsVolatile && becomesConstant(Program, Site, Site.Offset);
}

std::vector<bool> findAccessesInRegisters(const KernelProgram &Program) {
  std::vector<bool> InRegisters(Program.Accesses.size());
  // What is not seen may hold the address of any variable.
  if (any_of(Program.Unseen, [](const UnseenEffect &Each) { return !Each.OnlyPrints; }))
    return InRegisters;
  std::vector<bool> IsKept(Program.Objects.size());
  for (const MemoryObject &Object : Program.Objects)
    IsKept[Object.Id] = Object.Kind == ObjectKind::LocalVariable && Object.SizeBytes &&
                        !Object.IsVolatile && Object.OneOf.empty();
  for (const Access &Site : Program.Accesses) {
    std::vector<unsigned> Bases = Program.basesOf(Site.Object);
    bool IsOfKept = any_of(Bases, [&](unsigned Base) { return IsKept[Base]; });
    if (IsOfKept && (Bases.size() != 1 || !isOfConstantElement(Program, Site)))
      for (unsigned Base : Bases)
        IsKept[Base] = false;
  }
  // More than the registers of a thread hold is spilled.
  constexpr uint64_t RegisterBytes = 4, MostRegisters = 255;
  uint64_t Bytes = 0;
  for (const MemoryObject &Object : Program.Objects)
    if (IsKept[Object.Id])
      Bytes += *Object.SizeBytes;
  if (Bytes > RegisterBytes * MostRegisters)
    return InRegisters;
  for (const Access &Site : Program.Accesses)
    InRegisters[Site.Id] = IsKept[Site.Object];
  return InRegisters;
}

} // namespace memlint
