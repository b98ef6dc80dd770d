//===- RaceDrawing.h - Two threads beside each other, drawn -----*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_REPORT_RACEDRAWING_H
#define CUDA_MEMLINT_LIB_REPORT_RACEDRAWING_H

#include "llvm/Support/raw_ostream.h"

namespace memlint {

struct KernelProgram;
struct RaceVerdict;

/// Draws the two threads of \p Verdict, a column for each, as time goes down: who does what at
/// which line, what is not between the two, and where they meet. At most six lines.
void drawRace(llvm::raw_ostream &Stream, const KernelProgram &Kernel, const RaceVerdict &Verdict,
              unsigned Indent);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_REPORT_RACEDRAWING_H
