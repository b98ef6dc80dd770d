//===- VerificationJson.cpp - Predicted beside counted, for programs ------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VerificationJson.h"

#include "JsonWriter.h"

#include "cuda-memlint/Checks/Wording.h"
#include "cuda-memlint/Hardware/Harness/Harness.h"
#include "cuda-memlint/Model/FileAnalysis.h"
#include "cuda-memlint/Model/KernelAnalysis.h"

using namespace llvm;

namespace memlint {

void printAccessOutcome(JsonWriter &Json, const Access &Site, const AccessOutcome &Outcome) {
  Json.attribute("id", Site.Id);
  Json.attribute("line", Site.Position.Line);
  Json.attribute("status", statusName(Outcome.Status));
  auto Predicted = [&](uint64_t CostTotals::*Member) -> std::optional<uint64_t> {
    if (Outcome.Predicted.Known == Knowledge::Unknown || !Outcome.Predicted.Totals)
      return std::nullopt;
    return (*Outcome.Predicted.Totals).*Member;
  };
  auto Counted = [&](uint64_t MeasuredTotals::*Member) -> std::optional<uint64_t> {
    if (!Outcome.Measured)
      return std::nullopt;
    return (*Outcome.Measured).*Member;
  };
  Json.attribute("known", knowledgeName(Outcome.Predicted.Known));
  Json.number("lanes", Predicted(&CostTotals::Lanes));
  Json.number("cost", Predicted(&CostTotals::Cost));
  Json.number("ideal", Predicted(&CostTotals::Ideal));
  Json.number("measured_lanes", Counted(&MeasuredTotals::Lanes));
  Json.number("measured_cost", Counted(&MeasuredTotals::Cost));
  Json.number("measured_ideal", Counted(&MeasuredTotals::Ideal));
  Json.attribute("counted_together", Outcome.Sharing);
  Json.string("reason", Outcome.Reason);
}

static void printInstruction(JsonWriter &Json, const InstructionCount &Item) {
  Json.object([&] {
    Json.string("opcode", Item.Opcode);
    Json.attribute("space", spaceName(Item.Space));
    Json.attribute("kind", kindName(Item.Kind));
    Json.attribute("bytes", Item.Bytes);
    Json.objects("lines", Item.Lines, [&](const SourceLine &Line) {
      Json.string("path", Line.Path);
      Json.attribute("line", Line.Line);
    });
    Json.attribute("measured_lanes", Item.Lanes);
    Json.number("measured_cost", Item.Cost);
    Json.number("measured_ideal", Item.Ideal);
  });
}

static void printGeneratedMain(JsonWriter &Json, const Harness *Main) {
  if (!Main) {
    Json.attribute("generated_main", nullptr);
    return;
  }
  Json.attributeObject("generated_main", [&] {
    Json.strings("assumptions", Main->Assumptions);
    Json.objects("not_launched", Main->NotLaunched, [&](const HarnessRefusal &Each) {
      Json.string("kernel", Each.Kernel);
      Json.attribute("line", Each.Position.Line);
      Json.string("reason", Each.Reason);
    });
  });
}

void printVerification(JsonWriter &Json, const FileAnalysis &File, const FileComparison &Compared) {
  Json.object([&] {
    Json.string("path", File.Path);
    Json.attribute("method", methodName(Compared.Run.Method));
    Json.string("build", Compared.Run.Build);
    Json.stringOrNull("command", Compared.Run.Command);
    Json.string("device", Compared.Run.Device);
    Json.string("compute_capability", Compared.Run.ComputeCapability);
    Json.string("driver", Compared.Run.Driver);
    Json.string("toolkit", Compared.Run.Toolkit);
    Json.string("profiler", Compared.Run.Profiler);
    Json.stringOrNull("cut_short", StringRef(Compared.Run.CutShort).split('\n').first);
    printGeneratedMain(Json, File.GeneratedMain.get());
    Json.attributeArray("launches", [&] {
      for (const LaunchComparison &Launch : Compared.Launches)
        Json.object([&] {
          const KernelAnalysis &Analysed = File.Kernels[Launch.Kernel];
          const KernelProgram &Kernel = Analysed.Program;
          Json.string("kernel", Kernel.Name);
          Json.attribute("number", Launch.Number);
          Json.stringOrNull("from", Launch.IsRecorded ? originName(LaunchOrigin::Recorded)
                                    : Launch.Context
                                        ? originName(Analysed.Launches[*Launch.Context].Origin)
                                        : "");
          Json.numbers("grid", Launch.Grid);
          Json.numbers("block", Launch.Block);
          Json.objects("accesses", Launch.Accesses, [&](const AccessOutcome &Outcome) {
            printAccessOutcome(Json, Kernel.Accesses[Outcome.Access], Outcome);
          });
          Json.attributeArray("not_predicted", [&] {
            for (const InstructionCount &Item : Launch.Unpredicted)
              printInstruction(Json, Item);
          });
        });
    });
    Json.strings("other_kernels", Compared.OtherKernels);
  });
}

} // namespace memlint
