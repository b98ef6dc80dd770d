//===- SharedOutOfBounds.cpp - Threads that leave an on-chip array --------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckList.h"
#include "FindingParts.h"
#include "ObjectElement.h"
#include "SourceStart.h"
#include "WitnessWording.h"

#include "cuda-memlint/Analysis/Bounds/OutOfBounds.h"
#include "cuda-memlint/Checks/FindingGroups.h"
#include "cuda-memlint/Checks/RaceWording.h"
#include "cuda-memlint/Checks/Wording.h"
#include "cuda-memlint/Model/KernelAnalysis.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <map>
#include <tuple>

using namespace llvm;

namespace memlint {

/// "`tile[32][0]`", "`s[-1]`", "byte 128 of `s`": what begins at \p Offset.
static std::string describeOutside(const MemoryObject &Object, int64_t Offset) {
  if (Offset >= 0)
    if (std::string Element = describeElement(Object, uint64_t(Offset)); !Element.empty())
      return Element;
  auto Size = int64_t(Object.ElementBytes);
  if (Offset < 0 && Size != 0 && Offset % Size == 0 && Object.Extents.size() == 1)
    return "`" + Object.Name + "[" + itostr(Offset / Size) + "]`";
  return "byte " + itostr(Offset) + " of `" + Object.Name + "`";
}

/// "32 elements", "8 x 32 elements", "128 B".
static std::string describeSize(const MemoryObject &Object) {
  if (Object.Extents.empty())
    return formatCount(*Object.SizeBytes) + " B";
  SmallVector<std::string, 3> Extents;
  for (uint64_t Extent : Object.Extents)
    Extents.push_back(formatCount(Extent));
  return join(Extents, " x ") +
         (Object.Extents == std::vector<uint64_t>{1} ? " element" : " elements");
}

static std::string describeFault(const KernelProgram &Kernel, const OutOfBoundsAccess &Fault) {
  const Access &Site = Kernel.Accesses[Fault.Access];
  const MemoryObject &Object = Kernel.Objects[Site.Object];
  const AccessExecution &At = Fault.Execution;
  std::string Who = describeWitness(Kernel, Site, At);
  std::string Verb = " " + verbOfAccess(Site).str() + " ";
  if (Object.Kind == ObjectKind::DynamicShared && At.Offset >= 0)
    return "out-of-bounds shared memory access: the launch gives " + formatCount(Fault.Bytes) +
           " B of dynamic shared memory, " + Who + " needs " +
           formatCount(uint64_t(At.Offset) + Site.Bytes) + " B for `" + Site.Text + "`";
  std::string Text = "out-of-bounds " + spaceName(Site.Space).str() + " memory access: " + Who +
                     Verb + describeOutside(Object, At.Offset);
  if (At.Offset < 0)
    return Text + ", before the start of `" + Object.Name + "`";
  return Text + (uint64_t(At.Offset) < Fault.Bytes ? " and beyond, past" : ", past") +
         " the end of `" + Object.Name + "` (" + describeSize(Object) + ")";
}

/// Accesses at one address: one of them is reported.
using FaultyAddress = std::tuple<unsigned, ExprRef, unsigned>;

static void checkSharedOutOfBounds(const CheckRun &In) {
  const KernelProgram &Program = In.Kernel.Program;
  MapVector<FaultyAddress, std::vector<OutOfBoundsAccess>, std::map<FaultyAddress, unsigned>>
      ByAddress;
  for (OutOfBoundsAccess &Fault : findOutOfBounds(In.Expressions, In.Kernel)) {
    const Access &Site = Program.Accesses[Fault.Access];
    ByAddress[{Site.Object, Site.Offset, Fault.Launch}].push_back(std::move(Fault));
  }
  for (const auto &[Address, Faults] : ByAddress) {
    const OutOfBoundsAccess &First = Faults.front();
    const Access &Site = Program.Accesses[First.Access];
    Finding &Result = In.report(Site.Position, describeFault(Program, First));
    Result.Access = Site.Id;
    addCallNotes(Result, Site);
    std::vector<SourcePosition> Others;
    for (const OutOfBoundsAccess &Each : ArrayRef(Faults).drop_front())
      if (const SourcePosition &At = Program.Accesses[Each.Access].Position;
          startOf(At) != startOf(Site.Position))
        Others.push_back(At);
    if (!Others.empty())
      addNote(Result, listOtherAccesses(Site.Position, Others, Program.Objects[Site.Object].Name));
    addLaunchNote(Result, In.Kernel, First.Launch);
    setHelp(Result,
            Program.Objects[Site.Object].Kind == ObjectKind::DynamicShared
                ? "launch the kernel with as many bytes as its threads index, or guard the access"
                : "guard the access, or give the array as many elements as the threads index");
    Result.NoFix = MissingFix{MissingFix::Reason::Accesses, "", {}};
  }
}

const Check SharedOutOfBounds = {
    .Name = "cuda-shared-out-of-bounds",
    .Summary = "a thread indexes a shared, constant or local array out of its bounds",
    .Level = FindingLevel::Warning,
    .Subject = FindingSubject::MemoryFault,
    .Run = checkSharedOutOfBounds};

} // namespace memlint
