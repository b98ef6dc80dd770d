//===- HostSync.cpp - Host code that does not wait for a kernel -----------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckList.h"
#include "FindingParts.h"
#include "HostElement.h"

#include "cuda-memlint/Model/FileFacts.h"
#include "cuda-memlint/Model/KernelAnalysis.h"

#include "llvm/ADT/STLExtras.h"

#include <set>
#include <tuple>

using namespace llvm;

namespace memlint {

/// Whether \p Object is what the host reads.
static bool isRead(const MemoryObject &Object, const HostFault &Fault) {
  if (Fault.Parameter)
    return Object.ParameterIndex == Fault.Parameter;
  const SourcePosition &At = Object.Position, &Declared = Fault.Declaration;
  return Object.Kind == ObjectKind::DeviceVariable && At.Line == Declared.Line &&
         At.Column == Declared.Column && At.Path == Declared.Path;
}

/// Whether the launch of \p Fault may write what the host reads.
static bool mayWrite(const CheckRun &In, const HostFault &Fault) {
  const KernelAnalysis &Kernel = In.Kernel;
  auto IsOfIt = [&](const Access &Site) {
    return Site.Kind != AccessKind::Load && isRead(Kernel.Program.Objects[Site.Object], Fault);
  };
  return any_of(Kernel.Program.Accesses, [&](const Access &Site) {
    if (!IsOfIt(Site))
      return false;
    bool IsKnown = false;
    for (auto [Number, Launch] : enumerate(Kernel.Launches)) {
      if (Launch.Position.Line != Fault.Earlier.Line)
        continue;
      IsKnown = true;
      if (!Kernel.Verdicts[Site.Id][Number].Cost.NeverExecuted && mayTouch(In, Site, Launch, Fault))
        return true;
    }
    return !IsKnown;
  });
}

static void reportRead(const CheckRun &In, const HostFault &Fault) {
  Finding &Result =
      In.report(Fault.Position, "missing synchronisation: the host reads `" + Fault.Text +
                                    "` while `" + In.Kernel.Program.Name + "` may still write it");
  addNote(Result, "launched here, asynchronously", Fault.Earlier);
  setHelp(Result, "call `cudaDeviceSynchronize()` before the host reads `" + Fault.Variable + "`");
}

static void reportTimer(const FileCheckRun &In, const HostFault &Fault) {
  Finding &Result = In.report(
      Fault.Position, "host timer without synchronisation: `" + Fault.Text +
                          "` measures how long the launch takes, not how long the kernel runs");
  addNote(Result, "launched here, asynchronously", Fault.Earlier);
  setHelp(Result, "call `cudaDeviceSynchronize()` before the clock is read, or time with events");
}

static void reportEvents(const FileCheckRun &In, const HostFault &Fault) {
  Finding &Result =
      In.report(Fault.Position, "cudaEventElapsedTime before `" + Fault.Variable +
                                    "` has completed: it returns cudaErrorNotReady, and no time");
  addNote(Result, "recorded here, behind work that nothing waits for", Fault.Earlier);
  setHelp(Result, "call `cudaEventSynchronize(" + Fault.Variable + ")` first");
}

static void reportCopy(const FileCheckRun &In, const HostFault &Fault) {
  Finding &Result =
      In.report(Fault.Position, "missing synchronisation: the host reads `" + Fault.Text +
                                    "` while an asynchronous copy may still write it");
  addNote(Result, "copied here, into page-locked memory", Fault.Earlier);
  if (Fault.Kind == HostFaultKind::OtherStreamRead)
    addNote(Result, "only another stream is synchronised in between");
  setHelp(Result,
          "call `cudaStreamSynchronize` for the stream of the copy before the host reads `" +
              Fault.Variable + "`");
}

static void checkReads(const CheckRun &In) {
  // Of one launch and pointer.
  std::set<std::tuple<unsigned, unsigned, StringRef>> Reported;
  for (const HostFault &Fault : In.Kernel.HostFaults)
    if (Fault.Kind == HostFaultKind::EarlyRead && mayWrite(In, Fault) &&
        Reported.emplace(Fault.Earlier.Line, Fault.Earlier.Column, Fault.Variable).second)
      reportRead(In, Fault);
}

static void checkOrder(const FileCheckRun &In) {
  for (const HostFault &Fault : In.Facts.HostFaults) {
    if (Fault.Kind == HostFaultKind::EarlyTimer)
      reportTimer(In, Fault);
    else if (Fault.Kind == HostFaultKind::EarlyEventTime)
      reportEvents(In, Fault);
    else if (Fault.Kind == HostFaultKind::EarlyCopyRead ||
             Fault.Kind == HostFaultKind::OtherStreamRead)
      reportCopy(In, Fault);
  }
}

const Check HostSync = {
    .Name = "cuda-host-sync",
    .Summary = "the host reads results, or stops a clock, before it has waited for the device",
    .Level = FindingLevel::Warning,
    .Subject = FindingSubject::MemoryFault,
    .Run = checkReads,
    .RunOnFile = checkOrder,
    .ReadsHostFaults = true};

} // namespace memlint
