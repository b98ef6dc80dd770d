//===- InstrumentationReport.h - Reading an instrumented run ----*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_HARDWARE_INSTRUMENT_INSTRUMENTATIONREPORT_H
#define CUDA_MEMLINT_HARDWARE_INSTRUMENT_INSTRUMENTATIONREPORT_H

#include "cuda-memlint/Hardware/Instrument/AccessCounts.h"
#include "cuda-memlint/Hardware/Instrument/Instrumentation.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace memlint {

struct Access;

/// The environment variable that names the file into which an instrumented program
/// writes its counts when it ends.
inline constexpr llvm::StringLiteral CountsVariable = "CUDA_MEMLINT_COUNTS";

/// Reads what \p Source counted out of \p Json, the text of that file. Fails, with one
/// line, when the text is not such a file, when the source is not in it or was
/// numbered otherwise, and when the device did not give its counts.
llvm::Expected<AccessCounts> readAccessCounts(llvm::StringRef Json,
                                              const InstrumentedSource &Source);

/// What \p Launch counted at the site of \p Site, in the space of \p Site (in any
/// space, where that is generic). Empty when it was not executed there or has no site.
std::optional<SiteCounts> countsOf(const CountedLaunch &Launch, const InstrumentedSource &Source,
                                   const Access &Site);

/// The name of an instantiation, as KernelProgram::Name, from what nvcc's
/// __PRETTY_FUNCTION__ says of it: "void tile(T *) [with T = float; int N = 4]" is
/// "tile<float, 4>".
std::string instantiationName(const InstrumentedKernel &Kernel, llvm::StringRef Function);

} // namespace memlint

#endif // CUDA_MEMLINT_HARDWARE_INSTRUMENT_INSTRUMENTATIONREPORT_H
