//===- CompilerReportFuzzer.cpp - What NVIDIA's compilers print -----------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// PTX, what ptxas -v prints, and what cuobjdump -sass prints, with form feeds between them.
///
//===----------------------------------------------------------------------===//

#include "FuzzTarget.h"

#include "cuda-memlint/Hardware/Code/CodeGeneration.h"

using namespace llvm;
using namespace memlint;

MEMLINT_FUZZ_TARGET(CompilerReport, 500) {
  auto [Ptx, Reports] = Input.split('\f');
  auto [Usage, Machine] = Reports.split('\f');
  Expected<std::vector<KernelCode>> Kernels = readPtxCode(Ptx);
  if (!Kernels)
    return consumeError(Kernels.takeError());
  consumeError(addResourceUsage(Usage, *Kernels));
  consumeError(addMachineCode(Machine, *Kernels));
  compareCode({"", "", "", *Kernels}, {"", "", "", *Kernels});
}
