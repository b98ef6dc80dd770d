//===- CodeReports.cpp - What ptxas and cuobjdump print -------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Hardware/Toolchain/MachineInstruction.h"

#include "cuda-memlint/Hardware/Code/CodeGeneration.h"

#include "cuda-memlint/Model/MemoryProgram.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

#include <map>

using namespace llvm;

namespace memlint {

static KernelCode *findSymbol(std::vector<KernelCode> &Kernels, StringRef Symbol) {
  auto Found = find_if(Kernels, [&](const KernelCode &Each) { return Each.Symbol == Symbol; });
  return Found == Kernels.end() ? nullptr : &*Found;
}

/// The number before \p Unit among parts separated by commas: 12 of "Used 12 registers,
/// used 1 barriers" before "registers". Nothing when there is none.
static std::optional<uint64_t> numberBefore(StringRef Text, StringRef Unit) {
  for (StringRef Part : split(Text, ',')) {
    Part = Part.trim();
    if (!Part.consume_back(Unit))
      continue;
    uint64_t Number = 0;
    if (!Part.rtrim().rsplit(' ').second.getAsInteger(10, Number) ||
        !Part.rtrim().getAsInteger(10, Number))
      return Number;
  }
  return std::nullopt;
}

Error addResourceUsage(StringRef Text, std::vector<KernelCode> &Kernels) {
  KernelCode *Compiled = nullptr, *Described = nullptr;
  StringSet<> Known;
  for (StringRef Line : split(Text, '\n')) {
    Line = Line.trim();
    if (Line.consume_front("ptxas info")) {
      Line = Line.ltrim().ltrim(':').ltrim();
      if (Line.consume_front("Compiling entry function '"))
        Compiled = findSymbol(Kernels, Line.split('\'').first);
      else if (Line.consume_front("Function properties for "))
        Described = findSymbol(Kernels, Line.trim());
      else if (Line.starts_with("Used ") && Compiled) {
        std::optional<uint64_t> Registers = numberBefore(Line, "registers");
        if (!Registers)
          return createStringError("ptxas does not say how many registers '" + Compiled->Name +
                                   "' uses");
        Compiled->Registers = unsigned(*Registers);
        Compiled->SharedBytes = numberBefore(Line, "bytes smem").value_or(0);
        Known.insert(Compiled->Symbol);
      }
      continue;
    }
    if (!Described || !Line.contains("bytes stack frame"))
      continue;
    Described->StackFrame = numberBefore(Line, "bytes stack frame").value_or(0);
    Described->SpillStores = numberBefore(Line, "bytes spill stores").value_or(0);
    Described->SpillLoads = numberBefore(Line, "bytes spill loads").value_or(0);
    Described = nullptr;
  }
  for (const KernelCode &Kernel : Kernels)
    if (Kernel.IsKernel && !Known.contains(Kernel.Symbol))
      return createStringError("ptxas reports nothing on kernel '" + Kernel.Name + "'");
  return Error::success();
}

static CodeInstruction describe(const MemoryInstruction &Item) {
  CodeInstruction Result;
  Result.Opcode = Item.Opcode.str();
  Result.Space = Item.Space;
  Result.Kind = Item.Kind;
  Result.ReadOnly = Item.Opcode.contains(".CONSTANT");
  // Of atomics, copies and matrix accesses the modifiers say something else.
  StringRef Base = Item.Opcode.split('.').first;
  if (is_contained({"LDG", "STG", "LDS", "STS", "LDL", "STL", "LD", "ST"}, Base)) {
    Result.Bytes = bytesOfModifiers(Item.Opcode);
    Result.Elements = std::max(1u, Result.Bytes / 4);
  }
  return Result;
}

Error addMachineCode(StringRef Text, std::vector<KernelCode> &Kernels) {
  std::map<std::string, std::map<std::string, CodeInstruction>> Found;
  std::map<std::string, CodeInstruction> *Function = nullptr;
  for (StringRef Line : split(Text, '\n')) {
    Line = Line.trim();
    if (Line.consume_front("Function : ")) {
      Function = &Found[Line.str()];
      continue;
    }
    // `/*0070*/  LDG.E R0, desc[UR10][R2.64] ;  /* 0x... */`; the rest of the encoding
    // has a line of its own.
    if (!Function || !Line.consume_front("/*") || !Line.contains(';'))
      continue;
    std::optional<MemoryInstruction> Item =
        readMemoryInstruction(Line.split("*/").second.split(';').first);
    if (Item)
      ++Function->try_emplace(Item->Opcode.str(), describe(*Item)).first->second.Count;
  }
  for (KernelCode &Kernel : Kernels) {
    auto Entry = Found.find(Kernel.Symbol);
    if (Entry == Found.end()) {
      // What kernels call may have been inlined after all.
      if (!Kernel.IsKernel)
        continue;
      return createStringError("cuobjdump shows no code of kernel '" + Kernel.Name + "'");
    }
    for (auto &[Opcode, Item] : Entry->second)
      Kernel.Machine.push_back(std::move(Item));
  }
  return Error::success();
}

const KernelCode *codeOf(const KernelProgram &Kernel, const CodeReport &Report) {
  const KernelCode *Found = nullptr;
  for (const KernelCode &Code : Report.Kernels) {
    bool IsIt = Kernel.Symbol.empty() ? Code.Name == Kernel.Name : Code.Symbol == Kernel.Symbol;
    if (!Code.IsKernel || !IsIt)
      continue;
    if (Found)
      return nullptr;
    Found = &Code;
  }
  return Found;
}

const KernelCode *codeOf(const KernelProgram &Kernel, const FileAnalysis &File,
                         ArrayRef<FileCode> Code) {
  const FileCode *Found = find_if(Code, [&](const FileCode &Each) { return Each.File == &File; });
  return Found == Code.end() ? nullptr : codeOf(Kernel, Found->Report);
}

} // namespace memlint
