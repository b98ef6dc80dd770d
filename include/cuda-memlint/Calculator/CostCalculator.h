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
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"
#include "llvm/Support/raw_ostream.h"

#include <string>

namespace memlint {

/// The space called \p Name: "global", "shared" or "constant", the ones the
/// calculator knows.
llvm::Expected<MemorySpace> parseCostSpace(llvm::StringRef Name);

/// A device that requests are made on.
struct CostDevice {
  /// As it was asked for: "gfx1036".
  std::string Name;
  const TargetModel *Target = nullptr;
  /// It has no rules of its own, and counts as Target.
  bool IsOther = false;
};

/// Reads the requests of the CSV file at \p Path ("-": standard input), in the
/// format of RequestTable.h, and writes them to \p Out with one more column,
/// `predicted`: sectors (global), wavefronts (shared) or distinct byte addresses
/// (constant). Of several devices, each has a column, `predicted_sm_70`. Other columns are carried
/// through as they stand; lines end in a newline. On an error, which is one line, nothing has been
/// written.
llvm::Error runCostCalculator(llvm::StringRef Path, MemorySpace Space,
                              llvm::ArrayRef<CostDevice> Devices, llvm::raw_ostream &Out);

/// The same for a file already in memory.
llvm::Error calculateCosts(llvm::MemoryBufferRef File, MemorySpace Space,
                           llvm::ArrayRef<CostDevice> Devices, llvm::raw_ostream &Out);

} // namespace memlint

#endif // CUDA_MEMLINT_CALCULATOR_COSTCALCULATOR_H
