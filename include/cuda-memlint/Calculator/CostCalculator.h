//===- CostCalculator.h - What would these requests cost? -------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The calculator behind `cuda-memlint cost`: requests in, costs out.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_CALCULATOR_COSTCALCULATOR_H
#define CUDA_MEMLINT_CALCULATOR_COSTCALCULATOR_H

#include "cuda-memlint/Target/TargetModel.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"
#include "llvm/Support/raw_ostream.h"

namespace memlint {

/// The space called \p Name: "global", "shared" or "constant", the ones the
/// calculator knows.
llvm::Expected<MemorySpace> parseCostSpace(llvm::StringRef Name);

/// Reads the requests of the CSV file at \p Path ("-": standard input), in the
/// format of RequestTable.h, and writes them to \p Out with one more column,
/// `predicted`: sectors (global), wavefronts (shared) or distinct byte addresses
/// (constant). Other columns are carried through as they stand; lines end in a
/// newline. On an error, which is one line, nothing has been written.
llvm::Error runCostCalculator(llvm::StringRef Path, MemorySpace Space, const TargetModel &Target,
                              llvm::raw_ostream &Out);

/// The same for a file already in memory.
llvm::Error calculateCosts(llvm::MemoryBufferRef File, MemorySpace Space, const TargetModel &Target,
                           llvm::raw_ostream &Out);

} // namespace memlint

#endif // CUDA_MEMLINT_CALCULATOR_COSTCALCULATOR_H
