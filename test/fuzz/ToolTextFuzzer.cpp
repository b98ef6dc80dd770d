//===- ToolTextFuzzer.cpp - Names, instructions and versions --------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Lines that NVIDIA's tools print: demangled names, machine instructions, versions.
///
//===----------------------------------------------------------------------===//

#include "FuzzTarget.h"

#include "cuda-memlint/Hardware/Instrument/InstrumentationReport.h"
#include "cuda-memlint/Hardware/Measure/ProfilerRun.h"
#include "cuda-memlint/Hardware/Toolchain/KernelName.h"
#include "cuda-memlint/Hardware/Toolchain/MachineInstruction.h"
#include "cuda-memlint/Hardware/Toolchain/ToolText.h"

using namespace llvm;
using namespace memlint;

MEMLINT_FUZZ_TARGET(ToolText, 1000) {
  kernelNameOf(Input);
  InstrumentedKernel Kernel;
  Kernel.Name = "space::tile";
  Kernel.TemplateParameters = {"T", "N"};
  instantiationName(Kernel, Input);
  if (std::optional<MemoryInstruction> Read = readMemoryInstruction(Input))
    bytesOfModifiers(Read->Opcode);
  bytesOfModifiers(Input);
  versionIn(Input, ", V");
  driverVersionIn(Input);
  endOfProgramOutput(Input);
}
