//===- HostFault.h - What host code does wrong around kernels ---*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Facts about the order and the operands of CUDA's functions in host code, without words.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_MODEL_HOSTFAULT_H
#define CUDA_MEMLINT_MODEL_HOSTFAULT_H

#include "cuda-memlint/Model/SourcePosition.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace memlint {

enum class HostFaultKind : uint8_t {
  PageableUpload,   ///< an asynchronous copy to the device from memory that is not page-locked
  PageableDownload, ///< likewise, from the device
  EarlyRead,        ///< the host reads what a launch that nothing waits for gets a pointer to
  EarlyTimer,       ///< a clock of the host stops before anything waits for the launch
  EarlyEventTime,   ///< the time between two events, though nothing waits for the second
  UncheckedLaunch,  ///< no code of the file reads the error of a launch
  RoundTrip,        ///< a copy to the device of what was copied from it and not looked at
  CopiesInLoop,     ///< iterations copy pieces that lie at a fixed distance
  ExpectedFailure,  ///< no fault: code behind a launch expects an error of it
  MappedArgument,   ///< a launch gets memory of the host, which no other code accesses afterwards
  PolledFlag,       ///< the host waits for a value in memory that a running kernel writes
  PeerLaunch,       ///< no fault: one kernel runs on several devices at the same time
  WindowTooLarge,   ///< an access policy window persists more than is set aside in the L2 cache
  WindowUnbacked,   ///< an access policy window persists though nothing is set aside
  WindowLeft,       ///< an access policy window stays set though other kernels follow
  EarlyCopyRead,    ///< the host reads what an asynchronous copy that nothing waits for writes
  OtherStreamRead,  ///< likewise, where it has waited for another stream in between
  ConstantOverflow  ///< no fault of host code: all constant variables of the file do not fit
};

/// It says nothing without the accesses of the kernel.
inline bool needsKernel(HostFaultKind Kind) {
  return Kind == HostFaultKind::EarlyRead || Kind == HostFaultKind::ExpectedFailure ||
         Kind == HostFaultKind::MappedArgument || Kind == HostFaultKind::PolledFlag ||
         Kind == HostFaultKind::PeerLaunch;
}

struct HostFault {
  HostFaultKind Kind = HostFaultKind::PageableUpload;
  SourcePosition Position;
  /// What came before: the allocation, the launch, the record of the event, the first copy, the
  /// limit that is set; of what happens in a loop the loop. MappedArgument: line 0 where the kernel
  /// is launched once.
  SourcePosition Earlier;
  /// The variable that it is about, and what it is or was given, as written.
  std::string Variable;
  std::string Text;
  /// PageableUpload, PageableDownload: the function that copies.
  std::string Function;
  /// The parameter of the kernel that gets the pointer.
  std::optional<unsigned> Parameter;
  /// EarlyRead, no parameter: where the variable of the device is declared that the host reads.
  SourcePosition Declaration;
  /// EarlyRead, PolledFlag: how many bytes behind where the pointer leads the host reads, if that
  /// is known.
  std::optional<uint64_t> Offset;
  /// PolledFlag: the same of the flag.
  std::optional<uint64_t> FlagOffset;
  /// PolledFlag: the parameters that get the data which the host reads, maybe the flag's as well.
  /// PeerLaunch: those that get memory which all of the devices reach.
  std::vector<unsigned> OtherParameters;
  /// PeerLaunch: the parameters that another device gets other values for.
  std::vector<unsigned> VaryingParameters;
  /// Bytes of a copy, of mapped memory, or that a window persists.
  std::optional<uint64_t> Bytes;
  /// WindowTooLarge: what is set aside.
  std::optional<uint64_t> Limit;
  /// Of copies and launches in a loop: how many there are.
  std::optional<uint64_t> Copies;
  /// CopiesInLoop: the pieces lie without gaps on both sides.
  bool IsContiguous = false;
};

} // namespace memlint

#endif // CUDA_MEMLINT_MODEL_HOSTFAULT_H
