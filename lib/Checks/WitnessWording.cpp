//===- WitnessWording.cpp - A thread at an access, in words ---------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WitnessWording.h"

#include "cuda-memlint/Checks/RaceWording.h"
#include "cuda-memlint/Checks/Wording.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace memlint {

std::string describeWitness(const KernelProgram &Kernel, const Access &Site,
                            const AccessExecution &At) {
  SmallVector<std::string, 2> In;
  if (std::string Iterations = describeIterations(Kernel, Site, At); !Iterations.empty())
    In.push_back("in " + Iterations);
  if (std::string Calls = describeCalls(Kernel, Site); !Calls.empty())
    In.push_back(std::move(Calls));
  return "thread " + describeIndex(At.Thread) + " of block " + describeIndex(At.Block) +
         (In.empty() ? "" : " (" + join(In, ", ") + ")");
}

} // namespace memlint
