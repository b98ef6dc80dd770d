//===- VerificationJson.cpp - Predicted beside counted, for programs ------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VerificationJson.h"

#include "cuda-memlint/Checks/Wording.h"
#include "cuda-memlint/Hardware/Harness/Harness.h"
#include "cuda-memlint/Model/FileAnalysis.h"
#include "cuda-memlint/Model/KernelAnalysis.h"

using namespace llvm;

namespace memlint {

static json::Value shape(const std::array<uint64_t, 3> &Extents) {
  return json::Array({Extents[0], Extents[1], Extents[2]});
}

void printAccessOutcome(json::OStream &Json, const Access &Site, const AccessOutcome &Outcome) {
  Json.attribute("id", Site.Id);
  Json.attribute("line", Site.Position.Line);
  Json.attribute("status", statusName(Outcome.Status));
  auto Number = [&Json](StringRef Key, std::optional<uint64_t> Value) {
    Json.attribute(Key, Value ? json::Value(*Value) : json::Value(nullptr));
  };
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
  Number("lanes", Predicted(&CostTotals::Lanes));
  Number("cost", Predicted(&CostTotals::Cost));
  Number("ideal", Predicted(&CostTotals::Ideal));
  Number("measured_lanes", Counted(&MeasuredTotals::Lanes));
  Number("measured_cost", Counted(&MeasuredTotals::Cost));
  Number("measured_ideal", Counted(&MeasuredTotals::Ideal));
  Json.attribute("counted_together", Outcome.Sharing);
  Json.attribute("reason", json::fixUTF8(Outcome.Reason));
}

static void printInstruction(json::OStream &Json, const InstructionCount &Item) {
  Json.object([&] {
    Json.attribute("opcode", json::fixUTF8(Item.Opcode));
    Json.attribute("space", spaceName(Item.Space));
    Json.attribute("kind", kindName(Item.Kind));
    Json.attribute("bytes", Item.Bytes);
    Json.attributeArray("lines", [&] {
      for (const SourceLine &Line : Item.Lines)
        Json.object([&] {
          Json.attribute("path", json::fixUTF8(Line.Path));
          Json.attribute("line", Line.Line);
        });
    });
    Json.attribute("measured_lanes", Item.Lanes);
    Json.attribute("measured_cost", Item.Cost ? json::Value(*Item.Cost) : json::Value(nullptr));
    Json.attribute("measured_ideal", Item.Ideal ? json::Value(*Item.Ideal) : json::Value(nullptr));
  });
}

static void printGeneratedMain(json::OStream &Json, const Harness *Main) {
  if (!Main) {
    Json.attribute("generated_main", nullptr);
    return;
  }
  Json.attributeObject("generated_main", [&] {
    Json.attributeArray("assumptions", [&] {
      for (const std::string &Each : Main->Assumptions)
        Json.value(json::fixUTF8(Each));
    });
    Json.attributeArray("not_launched", [&] {
      for (const HarnessRefusal &Each : Main->NotLaunched)
        Json.object([&] {
          Json.attribute("kernel", json::fixUTF8(Each.Kernel));
          Json.attribute("line", Each.Position.Line);
          Json.attribute("reason", json::fixUTF8(Each.Reason));
        });
    });
  });
}

void printVerification(json::OStream &Json, const FileAnalysis &File,
                       const FileComparison &Compared) {
  Json.object([&] {
    Json.attribute("path", json::fixUTF8(File.Path));
    Json.attribute("method", methodName(Compared.Run.Method));
    Json.attribute("build", json::fixUTF8(Compared.Run.Build));
    Json.attribute("device", json::fixUTF8(Compared.Run.Device));
    Json.attribute("compute_capability", json::fixUTF8(Compared.Run.ComputeCapability));
    Json.attribute("driver", json::fixUTF8(Compared.Run.Driver));
    Json.attribute("toolkit", json::fixUTF8(Compared.Run.Toolkit));
    Json.attribute("profiler", json::fixUTF8(Compared.Run.Profiler));
    printGeneratedMain(Json, File.GeneratedMain.get());
    Json.attributeArray("launches", [&] {
      for (const LaunchComparison &Launch : Compared.Launches)
        Json.object([&] {
          const KernelAnalysis &Analysed = File.Kernels[Launch.Kernel];
          const KernelProgram &Kernel = Analysed.Program;
          Json.attribute("kernel", json::fixUTF8(Kernel.Name));
          Json.attribute("number", Launch.Number);
          if (Launch.Context)
            Json.attribute("from", originName(Analysed.Launches[*Launch.Context].Origin));
          else
            Json.attribute("from", nullptr);
          Json.attribute("grid", shape(Launch.Grid));
          Json.attribute("block", shape(Launch.Block));
          Json.attributeArray("accesses", [&] {
            for (const AccessOutcome &Outcome : Launch.Accesses)
              Json.object(
                  [&] { printAccessOutcome(Json, Kernel.Accesses[Outcome.Access], Outcome); });
          });
          Json.attributeArray("not_predicted", [&] {
            for (const InstructionCount &Item : Launch.Unpredicted)
              printInstruction(Json, Item);
          });
        });
    });
    Json.attributeArray("other_kernels", [&] {
      for (const std::string &Kernel : Compared.OtherKernels)
        Json.value(json::fixUTF8(Kernel));
    });
  });
}

} // namespace memlint
