//===- Zygote.h - A process to make copies of -------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_PROCESS_ZYGOTE_H
#define CUDA_MEMLINT_LIB_PROCESS_ZYGOTE_H

#include "Pipe.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <memory>
#include <optional>
#include <sys/types.h>

namespace memlint {

/// A copy of this process that has done what several pieces of work begin with, and is copied in
/// turn for each of them. The copies end with it, and it ends with this process.
class Zygote {
public:
  /// Work of a piece, whose output goes to the descriptor; it does not return.
  using PieceWork = llvm::function_ref<void(size_t Index, int Output)>;
  /// In the zygote: does what the pieces have in common. Calls \p Copy where that is done, which
  /// returns in copies only, where another thread does the work of a piece.
  using CommonWork = llvm::function_ref<void(llvm::function_ref<void()> Copy)>;

  /// Null: the system permits none. \p InCopy is called in the zygote first, and closes what is not
  /// its own.
  static std::unique_ptr<Zygote> start(llvm::function_ref<void()> InCopy, CommonWork Begin,
                                       PieceWork Work);
  /// Ends it.
  ~Zygote();
  Zygote(const Zygote &) = delete;
  Zygote &operator=(const Zygote &) = delete;

  /// In another copy of this process: closes what would keep the zygote waiting.
  void leave() { Channel.close(); }
  pid_t id() const { return Id; }
  /// Readable once it is ready, or has ended.
  int channel() const { return Channel.get(); }
  /// What was readable: whether it is ready.
  bool isReady();
  /// A process that does the work of the piece \p Index; nothing: there is none.
  std::optional<pid_t> copy(size_t Index, int Output);
  /// Waits for the end of \p Copy. Its status, or nothing where the zygote has ended before.
  std::optional<int> await(pid_t Copy);

private:
  Zygote() = default;

  Descriptor Channel;
  pid_t Id = -1;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_PROCESS_ZYGOTE_H
