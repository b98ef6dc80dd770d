//===- RuntimeFunction.h - What CUDA's host functions are -------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_CUDAMODEL_RUNTIMEFUNCTION_H
#define CUDA_MEMLINT_CUDAMODEL_RUNTIMEFUNCTION_H

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>

namespace memlint {

/// Numbers of arguments are given in brackets where a kind has one place for them.
enum class RuntimeKind : uint8_t {
  Other,
  // Memory.
  Allocate,      ///< Memory, Bytes; the pointer to it is stored at argument 0
  AllocateRows,  ///< Memory; likewise, and how far its rows are apart at argument 1
  AllocateOther, ///< arrays, and what is stored in another way
  MapMemory,     ///< the device's address of mapped memory, stored at argument 0
  RegisterMemory,
  Free, ///< Memory
  AdviseMemory,
  SymbolAddress, ///< of the symbol (1), stored at argument 0
  // Copies.
  Copy,           ///< consecutive bytes: Copied
  CopyRows,       ///< Copied
  CopyToSymbol,   ///< Copied
  CopyFromSymbol, ///< Copied
  CopyOther,
  // Launches of kernels, other than by `<<<>>>`.
  Launch,                ///< (kernel, grid, block, array of arguments, bytes, stream)
  LaunchConfigured,      ///< (configuration, kernel, arguments)
  LaunchConfiguredArray, ///< (configuration, kernel, array of arguments)
  // Streams and events.
  CreateStream, ///< stored at argument 0
  DestroyStream,
  SetStreamAttribute,
  BeginCapture,
  EndCapture,
  CreateEvent,
  RecordEvent,  ///< (event)
  WaitForEvent, ///< a stream does, not the host
  MeasureTime,  ///< between two events
  // What waits for the device.
  AwaitDevice,
  AwaitStream, ///< (stream)
  AwaitOther,  ///< an event; or in a way of the driver's or that is outdated
  AskIfDone,   ///< whether a stream or an event is
  // Errors.
  TakeError, ///< the last one, which is forgotten
  PeekError,
  ErrorText,
  // The device.
  SelectDevice, ///< (number)
  ResetDevice,
  DeviceProperties,   ///< stored at argument 0
  DeviceAttribute,    ///< stored at argument 0, the one that argument 1 names
  SuggestBlock,       ///< stored at argument 1
  SetLimit,           ///< (limit, value)
  ForgetPersisting,   ///< lines of the L2 cache
  SetBanksOfDevice,   ///< (width)
  SetBanksOfFunction, ///< (kernel, width)
  SetFunctionAttribute,
  Query ///< anything else that is only asked
};

/// Where what is allocated or freed is.
enum class RuntimeMemory : uint8_t { Other, Device, Managed, PageLocked };

/// Numbers of the arguments of a copy.
struct CopyArguments {
  unsigned To, From, Bytes;
  /// Of a constant of cudaMemcpyKind.
  unsigned Way;
  std::optional<unsigned> Rows = std::nullopt;
  std::optional<unsigned> Stream = std::nullopt;
};

struct RuntimeFunction {
  llvm::StringLiteral Name;
  RuntimeKind Kind;
  RuntimeMemory Memory = RuntimeMemory::Other;
  /// The argument that says how many there are.
  std::optional<unsigned> Bytes = std::nullopt;
  std::optional<CopyArguments> Copied = std::nullopt;
  /// It returns before the device has done what it says.
  bool IsAsynchronous = false;
  /// It returns whatever the device is doing.
  bool NeverWaits = false;
};

/// A function of CUDA's runtime or driver; null: it has no row. An asynchronous copy has that of
/// its name without the `_ptsz` that headers add where each thread has a default stream of its own.
const RuntimeFunction *findRuntimeFunction(llvm::StringRef Name);

/// Functions without a row are Query by their names alone, or Other.
RuntimeKind runtimeKind(llvm::StringRef Name);

/// \p Function stores the pointer to new memory at its first argument.
inline bool allocates(const RuntimeFunction *Function) {
  return Function &&
         (Function->Kind == RuntimeKind::Allocate || Function->Kind == RuntimeKind::AllocateRows);
}

/// It makes memory of the host page-locked, or allocates such memory.
inline bool locksPages(const RuntimeFunction *Function) {
  return Function && Function->Memory == RuntimeMemory::PageLocked &&
         (Function->Kind == RuntimeKind::Allocate || Function->Kind == RuntimeKind::RegisterMemory);
}

inline bool copies(RuntimeKind Kind) {
  return Kind == RuntimeKind::Copy || Kind == RuntimeKind::CopyRows ||
         Kind == RuntimeKind::CopyToSymbol || Kind == RuntimeKind::CopyFromSymbol ||
         Kind == RuntimeKind::CopyOther;
}

/// The host waits in it for the device.
inline bool awaits(RuntimeKind Kind) {
  return Kind == RuntimeKind::AwaitDevice || Kind == RuntimeKind::AwaitStream ||
         Kind == RuntimeKind::AwaitOther;
}

/// It asks for what is known anyway.
inline bool onlyAsks(RuntimeKind Kind) {
  return Kind == RuntimeKind::Query || Kind == RuntimeKind::DeviceProperties ||
         Kind == RuntimeKind::DeviceAttribute || Kind == RuntimeKind::SymbolAddress ||
         Kind == RuntimeKind::TakeError || Kind == RuntimeKind::PeekError ||
         Kind == RuntimeKind::ErrorText;
}

/// It reads the last error, and leaves it or not.
inline bool readsError(RuntimeKind Kind) {
  return Kind == RuntimeKind::TakeError || Kind == RuntimeKind::PeekError;
}

} // namespace memlint

#endif // CUDA_MEMLINT_CUDAMODEL_RUNTIMEFUNCTION_H
