//===- LaneDrawing.h - Lanes against sectors and banks, drawn ---*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Pictures in text of what the lanes of one request ask for, at most 100
/// columns wide.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_REPORT_LANEDRAWING_H
#define CUDA_MEMLINT_REPORT_LANEDRAWING_H

#include "cuda-memlint/Target/WarpRequest.h"

#include "llvm/Support/raw_ostream.h"

namespace memlint {

/// The sector of each lane, counted from the lowest one, and which of the 32
/// bytes of each sector the lanes want.
void drawSectors(llvm::raw_ostream &Stream, const WarpRequest &Request, unsigned Indent);

/// The bank of each lane's first byte, and for each phase how many different
/// words are wanted of each of 32 banks. \p Wavefronts is the known cost, which
/// determines in how many phases the request was served.
void drawBanks(llvm::raw_ostream &Stream, const WarpRequest &Request, unsigned Wavefronts,
               unsigned Indent);

/// The byte offset of each lane.
void drawAddresses(llvm::raw_ostream &Stream, const WarpRequest &Request, unsigned Indent);

} // namespace memlint

#endif // CUDA_MEMLINT_REPORT_LANEDRAWING_H
