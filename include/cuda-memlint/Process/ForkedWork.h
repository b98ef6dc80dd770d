//===- ForkedWork.h - Work in copies of this process ------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Pieces of work, each done in a copy of this process of its own, so that one which crashes, finds
/// no end or takes all memory loses its own result and no other.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_PROCESS_FORKEDWORK_H
#define CUDA_MEMLINT_PROCESS_FORKEDWORK_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace memlint {

/// What one piece of work may take; nothing: as much as it likes.
struct WorkLimits {
  /// Of the clock on the wall.
  std::optional<std::chrono::milliseconds> Time;
  /// Resident memory, in bytes. It is looked at a few times a second.
  std::optional<uint64_t> Memory;
};

/// How a piece of work ended.
struct WorkResult {
  enum class Ending : uint8_t {
    Done,
    Signalled,   ///< by the signal Code
    Exited,      ///< before it was done, with Code
    OutOfTime,   ///< at the limit
    OutOfMemory, ///< at the limit
    NotStarted,  ///< no process could be made; Code is the system's error number
    Stopped      ///< by the caller, or by whoever ends programs
  };
  Ending How = Ending::Done;
  int Code = 0;
  /// Done: what the work returned.
  std::string Bytes;
  /// What the work last said that it was at.
  std::string At;
};

/// How far all pieces of work are.
struct WorkState {
  size_t Ended = 0;
  /// The piece that has been under way for longest, and for how long; nothing: none is.
  std::optional<size_t> Longest;
  std::chrono::milliseconds LongestTime = {};
};

/// Tells the parent what the work is at, in case that it never returns.
using WorkTeller = llvm::function_ref<void(llvm::StringRef)>;

/// What several pieces of work begin with.
struct CommonWork {
  /// Pieces that have a beginning in common, in order; each is in one group at most.
  llvm::ArrayRef<std::vector<size_t>> Groups;
  /// Does what the pieces of a group begin with; \p Index is one of them. Where that is done it
  /// calls
  /// \p Copy, which returns in copies of the process, one for each piece: another thread does the
  /// work of the piece there and ends the process. Where this returns by itself, the pieces are
  /// done one by one.
  llvm::function_ref<void(size_t Index, llvm::function_ref<void()> Copy)> Begin;
};

/// Does \p Work for each number below \p Count, in copies of this process, which must have one
/// thread only; \p Jobs at a time, in order. Each result is given to \p Take, here and as soon as
/// it is there. Once \p GoOn is false, work under way is ended, and no other is begun.
///
/// Pieces with a beginning in \p Common are done together, and \p Limits do not count it. A piece
/// that is lost then is done once more, by itself.
void runForked(size_t Count, unsigned Jobs, const WorkLimits &Limits,
               llvm::function_ref<std::string(size_t Index, WorkTeller TellWhere)> Work,
               llvm::function_ref<void(size_t Index, WorkResult Result)> Take,
               llvm::function_ref<bool(const WorkState &State)> GoOn,
               const CommonWork *Common = nullptr);

/// This process is such a copy, and ends with its piece: what is large need not be freed.
bool endsWithPiece();

} // namespace memlint

#endif // CUDA_MEMLINT_PROCESS_FORKEDWORK_H
