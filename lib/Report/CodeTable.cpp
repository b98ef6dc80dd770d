//===- CodeTable.cpp - What the compiler makes of kernels -----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Report/CodeTable.h"

#include "TextTable.h"

#include "cuda-memlint/Checks/Wording.h"
#include "cuda-memlint/Model/FileAnalysis.h"
#include "cuda-memlint/Model/KernelAnalysis.h"
#include "cuda-memlint/Report/SourceText.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace memlint {

/// Stack, spills and shared memory in bytes, the last three instructions of PTX.
static constexpr TextColumn CodeColumns[] = {
    {"kernel", true, true},   {"registers", false}, {"stack B", false},   {"spill stores B", false},
    {"spill loads B", false}, {"shared B", false},  {"ld.global", false}, {"of these .nc", false},
    {"local", false},         {"vectors", false}};

static std::vector<std::string> codeCells(const KernelCode &Code) {
  return {printableText(Code.Name) + (Code.IsKernel ? "" : " (called)"),
          Code.IsKernel ? formatCount(Code.Registers) : "-",
          formatCount(Code.StackFrame),
          formatCount(Code.SpillStores),
          formatCount(Code.SpillLoads),
          Code.IsKernel ? formatCount(Code.SharedBytes) : "-",
          formatCount(Code.globalLoads()),
          formatCount(Code.readOnlyLoads()),
          formatCount(Code.localAccesses()),
          formatCount(Code.vectorAccesses())};
}

static void printInstructions(raw_ostream &Stream, StringRef Kernel, StringRef What,
                              const std::vector<CodeInstruction> &Items) {
  if (Items.empty())
    return;
  Stream << "  " << printableText(Kernel) << ", " << What << ": ";
  ListSeparator Comma;
  for (const CodeInstruction &Item : Items)
    Stream << Comma << Item.Count << ' ' << printableText(Item.Opcode);
  Stream << '\n';
}

void printCodeTable(raw_ostream &Stream, const FileCode &Generated) {
  Stream << printableText(Generated.File->Path) << ": what nvcc "
         << printableText(Generated.Report.Toolkit) << " makes of it\n";
  Stream << "compiled with: " << printableText(Generated.Report.Command) << "\n\n";
  if (Generated.Report.Kernels.empty()) {
    Stream << "no kernel\n";
    return;
  }
  std::vector<std::vector<std::string>> Rows;
  for (const KernelCode &Code : Generated.Report.Kernels)
    Rows.push_back(codeCells(Code));
  printTextTable(Stream, CodeColumns, Rows);
  for (const KernelCode &Code : Generated.Report.Kernels) {
    printInstructions(Stream, Code.Name, "PTX", Code.Ptx);
    printInstructions(Stream, Code.Name, "machine code", Code.Machine);
  }
  if (!Generated.Report.WhyNoMachineCode.empty())
    Stream << "no machine code: " << printableText(Generated.Report.WhyNoMachineCode) << '\n';
}

} // namespace memlint
