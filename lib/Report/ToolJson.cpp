//===- ToolJson.cpp - What NVIDIA's tools say, for programs ---------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ToolJson.h"

#include "JsonWriter.h"

#include "cuda-memlint/Checks/Wording.h"
#include "cuda-memlint/Hardware/Sanitizer/FindingConfirmation.h"
#include "cuda-memlint/Model/FileAnalysis.h"
#include "cuda-memlint/Model/KernelAnalysis.h"

using namespace llvm;

namespace memlint {

static void printSide(JsonWriter &Json, const HazardSide &Side) {
  Json.object([&] {
    bool Known = !Side.Source.Path.empty();
    Json.stringOrNull("path", Side.Source.Path);
    Json.attribute("line", Known ? json::Value(Side.Source.Line) : json::Value(nullptr));
    Json.string("function", Side.Function);
    Json.number("code_offset", Side.CodeOffset);
    Json.stringOrNull("direction", Side.Direction);
  });
}

static void printHazard(JsonWriter &Json, const HazardGroup &Group) {
  const Hazard &Item = Group.First;
  Json.object([&] {
    Json.attribute("kind", hazardKindName(Item.Kind));
    Json.attribute("severity", hazardSeverityName(Item.Severity));
    Json.string("message", Item.Message);
    Json.attributeArray("sides", [&] {
      for (const HazardSide &Side : Item.Sides)
        printSide(Json, Side);
    });
    Json.stringOrNull("space", Item.Space);
    Json.number("bytes", Item.Bytes);
    Json.attribute("count", Item.Count);
    Json.attribute("records", Group.Records);
    Json.numbersOrNull("first_thread", Item.Thread);
    Json.numbersOrNull("first_block", Item.Block);
    Json.number("lowest_address", Group.LowestAddress);
    Json.number("highest_address", Group.HighestAddress);
  });
}

static void printConfirmation(JsonWriter &Json, const FindingConfirmation &Item) {
  Json.object([&] {
    Json.attribute("check", Item.Subject->Check);
    Json.string("kernel", Item.Kernel->Program.Name);
    Json.position(Item.Subject->Position);
    Json.attribute("status", confirmationStatusName(Item.Status));
    Json.attribute("tool",
                   Item.Tool ? json::Value(sanitizerToolName(*Item.Tool)) : json::Value(nullptr));
    Json.attribute("count", Item.Count);
  });
}

void printHazards(JsonWriter &Json, const FileHazards &Hazards) {
  Json.object([&] {
    Json.string("path", Hazards.File->Path);
    Json.string("build", Hazards.Report.Build);
    Json.string("sanitizer", Hazards.Report.Version);
    Json.attribute("generated_main", Hazards.GeneratedMain);
    Json.attributeArray("tools", [&] {
      for (const SanitizerRun &Run : Hazards.Report.Runs)
        Json.object([&] {
          Json.attribute("tool", sanitizerToolName(Run.Tool));
          Json.attribute("limit_reached", Run.LimitReached);
          Json.stringOrNull("program_failed", Run.Ending);
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

static void printInstructions(JsonWriter &Json, StringRef Key,
                              const std::vector<CodeInstruction> &Items) {
  Json.objects(Key, Items, [&](const CodeInstruction &Item) {
    Json.string("opcode", Item.Opcode);
    Json.attribute("space", spaceName(Item.Space));
    Json.attribute("kind", kindName(Item.Kind));
    Json.attribute("read_only", Item.ReadOnly);
    Json.attribute("elements", Item.Elements);
    Json.attribute("bytes", Item.Bytes ? json::Value(Item.Bytes) : json::Value(nullptr));
    Json.attribute("count", Item.Count);
  });
}

void printCode(JsonWriter &Json, const FileCode &Generated) {
  bool HasMachineCode = Generated.Report.WhyNoMachineCode.empty();
  Json.object([&] {
    Json.string("path", Generated.File->Path);
    Json.string("command", Generated.Report.Command);
    Json.string("toolkit", Generated.Report.Toolkit);
    Json.stringOrNull("why_no_machine_code", Generated.Report.WhyNoMachineCode);
    Json.objects("functions", Generated.Report.Kernels, [&](const KernelCode &Code) {
      Json.string("name", Code.Name);
      Json.string("symbol", Code.Symbol);
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
}

} // namespace memlint
