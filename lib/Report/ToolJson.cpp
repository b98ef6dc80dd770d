//===- ToolJson.cpp - What NVIDIA's tools say, for programs ---------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ToolJson.h"

#include "cuda-memlint/Checks/Wording.h"
#include "cuda-memlint/Hardware/Sanitizer/FindingConfirmation.h"
#include "cuda-memlint/Model/FileAnalysis.h"
#include "cuda-memlint/Model/KernelAnalysis.h"

using namespace llvm;

namespace memlint {

static json::Value textOrNull(StringRef Text) {
  return Text.empty() ? json::Value(nullptr) : json::fixUTF8(Text);
}

static json::Value number(std::optional<uint64_t> Value) {
  return Value ? json::Value(*Value) : json::Value(nullptr);
}

static json::Value index(const std::optional<ThreadIndex> &Value) {
  return Value ? json::Value(json::Array({(*Value)[0], (*Value)[1], (*Value)[2]}))
               : json::Value(nullptr);
}

static void printSide(json::OStream &Json, const HazardSide &Side) {
  Json.object([&] {
    bool Known = !Side.Source.Path.empty();
    Json.attribute("path", textOrNull(Side.Source.Path));
    Json.attribute("line", Known ? json::Value(Side.Source.Line) : json::Value(nullptr));
    Json.attribute("function", json::fixUTF8(Side.Function));
    Json.attribute("code_offset", number(Side.CodeOffset));
    Json.attribute("direction", textOrNull(Side.Direction));
  });
}

static void printHazard(json::OStream &Json, const HazardGroup &Group) {
  const Hazard &Item = Group.First;
  Json.object([&] {
    Json.attribute("kind", hazardKindName(Item.Kind));
    Json.attribute("severity", hazardSeverityName(Item.Severity));
    Json.attribute("message", json::fixUTF8(Item.Message));
    Json.attributeArray("sides", [&] {
      for (const HazardSide &Side : Item.Sides)
        printSide(Json, Side);
    });
    Json.attribute("space", textOrNull(Item.Space));
    Json.attribute("bytes", number(Item.Bytes));
    Json.attribute("count", Item.Count);
    Json.attribute("records", Group.Records);
    Json.attribute("first_thread", index(Item.Thread));
    Json.attribute("first_block", index(Item.Block));
    Json.attribute("lowest_address", number(Group.LowestAddress));
    Json.attribute("highest_address", number(Group.HighestAddress));
  });
}

static void printConfirmation(json::OStream &Json, const FindingConfirmation &Item) {
  Json.object([&] {
    Json.attribute("check", Item.Subject->Check);
    Json.attribute("kernel", json::fixUTF8(Item.Kernel->Program.Name));
    Json.attribute("path", json::fixUTF8(Item.Subject->Position.Path));
    Json.attribute("line", Item.Subject->Position.Line);
    Json.attribute("column", Item.Subject->Position.Column);
    Json.attribute("status", confirmationStatusName(Item.Status));
    Json.attribute("tool",
                   Item.Tool ? json::Value(sanitizerToolName(*Item.Tool)) : json::Value(nullptr));
    Json.attribute("count", Item.Count);
  });
}

void printHazards(json::OStream &Json, const FileHazards &Hazards) {
  Json.object([&] {
    Json.attribute("path", json::fixUTF8(Hazards.File->Path));
    Json.attribute("build", json::fixUTF8(Hazards.Report.Build));
    Json.attribute("sanitizer", json::fixUTF8(Hazards.Report.Version));
    Json.attribute("generated_main", Hazards.GeneratedMain);
    Json.attributeArray("tools", [&] {
      for (const SanitizerRun &Run : Hazards.Report.Runs)
        Json.object([&] {
          Json.attribute("tool", sanitizerToolName(Run.Tool));
          Json.attribute("limit_reached", Run.LimitReached);
          Json.attribute("program_failed", textOrNull(Run.Ending));
          Json.attributeArray("hazards", [&] {
            for (const HazardGroup &Group : mergeHazards(Run.Hazards))
              printHazard(Json, Group);
          });
        });
    });
    Json.attributeArray("findings", [&] {
      for (const FindingConfirmation &Item : confirmFindings(*Hazards.File, Hazards.Report))
        printConfirmation(Json, Item);
    });
  });
}

static void printInstructions(json::OStream &Json, StringRef Key,
                              const std::vector<CodeInstruction> &Items) {
  Json.attributeArray(Key, [&] {
    for (const CodeInstruction &Item : Items)
      Json.object([&] {
        Json.attribute("opcode", json::fixUTF8(Item.Opcode));
        Json.attribute("space", spaceName(Item.Space));
        Json.attribute("kind", kindName(Item.Kind));
        Json.attribute("read_only", Item.ReadOnly);
        Json.attribute("elements", Item.Elements);
        Json.attribute("bytes", Item.Bytes ? json::Value(Item.Bytes) : json::Value(nullptr));
        Json.attribute("count", Item.Count);
      });
  });
}

void printCode(json::OStream &Json, const FileCode &Generated) {
  bool HasMachineCode = Generated.Report.WhyNoMachineCode.empty();
  Json.object([&] {
    Json.attribute("path", json::fixUTF8(Generated.File->Path));
    Json.attribute("command", json::fixUTF8(Generated.Report.Command));
    Json.attribute("toolkit", json::fixUTF8(Generated.Report.Toolkit));
    Json.attribute("why_no_machine_code", textOrNull(Generated.Report.WhyNoMachineCode));
    Json.attributeArray("functions", [&] {
      for (const KernelCode &Code : Generated.Report.Kernels)
        Json.object([&] {
          Json.attribute("name", json::fixUTF8(Code.Name));
          Json.attribute("symbol", json::fixUTF8(Code.Symbol));
          Json.attribute("kernel", Code.IsKernel);
          Json.attribute("registers",
                         Code.IsKernel ? json::Value(Code.Registers) : json::Value(nullptr));
          Json.attribute("stack_frame_bytes", Code.StackFrame);
          Json.attribute("spill_store_bytes", Code.SpillStores);
          Json.attribute("spill_load_bytes", Code.SpillLoads);
          Json.attribute("shared_bytes",
                         Code.IsKernel ? json::Value(Code.SharedBytes) : json::Value(nullptr));
          printInstructions(Json, "ptx", Code.Ptx);
          if (HasMachineCode)
            printInstructions(Json, "machine_code", Code.Machine);
          else
            Json.attribute("machine_code", nullptr);
        });
    });
  });
}

} // namespace memlint
