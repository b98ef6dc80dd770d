//===- UninitialisedShared.cpp - Reads of what nobody wrote ---------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckList.h"
#include "FindingParts.h"
#include "ObjectElement.h"
#include "WitnessWording.h"

#include "cuda-memlint/Analysis/Bounds/UnwrittenReads.h"
#include "cuda-memlint/Checks/FindingGroups.h"
#include "cuda-memlint/Model/KernelAnalysis.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"

#include <map>

using namespace llvm;

namespace memlint {

static std::string describeRead(const KernelProgram &Kernel, const UnwrittenRead &Fault) {
  const Access &Site = Kernel.Accesses[Fault.Access];
  const MemoryObject &Object = Kernel.Objects[Site.Object];
  std::string Element = describeElement(Object, uint64_t(Fault.Execution.Offset));
  std::string Text =
      "uninitialised shared memory read: " + describeWitness(Kernel, Site, Fault.Execution) +
      " reads " + (Element.empty() ? "`" + Site.Text + "`" : Element);
  if (Fault.IsNeverWritten)
    return Text + ", and the kernel never writes `" + Object.Name + "`";
  return Text + (Fault.LaterStore ? " before any thread writes it" : ", which no thread writes");
}

static void reportUpdates(const CheckRun &In) {
  const KernelProgram &Program = In.Kernel.Program;
  for (unsigned Update : findUnwrittenUpdates(In.Expressions, In.Kernel)) {
    const Access &Site = Program.Accesses[Update];
    const std::string &Name = Program.Objects[Site.Object].Name;
    Finding &Result = In.report(Site.Position, "uninitialised shared memory update: atomics change "
                                               "`" +
                                                   Name + "`, and the kernel never initialises it");
    Result.Access = Site.Id;
    addCallNotes(Result, Site);
    setHelp(Result, "initialise `" + Name + "`, with a `__syncthreads()` before the first update");
    Result.NoFix = MissingFix{MissingFix::Reason::Accesses, "", {}};
  }
}

static void checkUninitialisedShared(const CheckRun &In) {
  reportUpdates(In);
  const KernelProgram &Program = In.Kernel.Program;
  // Of one array and one launch.
  using Key = std::pair<unsigned, unsigned>;
  MapVector<Key, std::vector<UnwrittenRead>, std::map<Key, unsigned>> ByArray;
  for (UnwrittenRead &Fault : findUnwrittenReads(In.Expressions, In.Kernel))
    ByArray[{Program.Accesses[Fault.Access].Object, Fault.Launch}].push_back(std::move(Fault));
  for (const auto &[Array, Faults] : ByArray) {
    const UnwrittenRead &First = Faults.front();
    const Access &Site = Program.Accesses[First.Access];
    Finding &Result = In.report(Site.Position, describeRead(Program, First));
    Result.Access = Site.Id;
    addCallNotes(Result, Site);
    if (First.LaterStore)
      addNote(Result, "it is written here, later", Program.Accesses[*First.LaterStore].Position);
    std::vector<SourcePosition> Others;
    for (const UnwrittenRead &Each : ArrayRef(Faults).drop_front())
      Others.push_back(Program.Accesses[Each.Access].Position);
    if (!Others.empty())
      addNote(Result, listOtherAccesses(Site.Position, Others, Program.Objects[Site.Object].Name));
    addLaunchNote(Result, In.Kernel, First.Launch);
    setHelp(Result, "initialise the array, with a `__syncthreads()` before it is read");
    Result.NoFix = MissingFix{MissingFix::Reason::Accesses, "", {}};
  }
}

const Check UninitialisedShared = {.Name = "cuda-uninitialised-shared",
                                   .Summary =
                                       "a thread reads shared memory that no thread has written",
                                   .Level = FindingLevel::Warning,
                                   .Subject = FindingSubject::MemoryFault,
                                   .Run = checkUninitialisedShared};

} // namespace memlint
