//===- AttachedProcess.h - A program in this one's place --------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Runs a program that the user would otherwise have started: it has this process's terminal,
/// standard streams, process group and working directory. runProcess() is for the others.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_PROCESS_ATTACHEDPROCESS_H
#define CUDA_MEMLINT_PROCESS_ATTACHEDPROCESS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <utility>

namespace memlint {

/// Runs \p Command, a program (searched for in PATH) and its arguments, with the variables
/// \p Environment set besides those of this process, and waits for its end. Returns what a shell
/// does: the exit code, or 128 and the number of the signal that ended it. Until then this process
/// leaves SIGINT and SIGQUIT to the program, and passes SIGTERM and SIGHUP on to it. Fails with one
/// line when the program cannot be started.
llvm::Expected<int> runAttached(llvm::ArrayRef<std::string> Command,
                                llvm::ArrayRef<std::pair<std::string, std::string>> Environment);

} // namespace memlint

#endif // CUDA_MEMLINT_PROCESS_ATTACHEDPROCESS_H
