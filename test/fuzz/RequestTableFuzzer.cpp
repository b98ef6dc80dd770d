//===- RequestTableFuzzer.cpp - Tables of requests ------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The table of `cuda-memlint cost`; each request is costed on every target.
///
//===----------------------------------------------------------------------===//

#include "FuzzTarget.h"

#include "cuda-memlint/Calculator/RequestTable.h"
#include "cuda-memlint/Target/RequestCost.h"

using namespace llvm;
using namespace memlint;

MEMLINT_FUZZ_TARGET(RequestTable, 500) {
  Expected<RequestTable> Table = RequestTable::open(MemoryBufferRef(Input, "requests.csv"));
  if (!Table)
    return consumeError(Table.takeError());
  for (RequestRow Row;;) {
    Expected<bool> Read = Table->next(Row);
    if (!Read)
      return consumeError(Read.takeError());
    if (!*Read)
      return;
    for (const TargetModel &Target : nvidiaTargets())
      for (MemorySpace Space : {MemorySpace::Global, MemorySpace::Shared, MemorySpace::Constant})
        cost(Target, Space, Row.Request);
  }
}
