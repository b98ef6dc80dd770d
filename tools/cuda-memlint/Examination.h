//===- Examination.h - What a machine has -----------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_TOOLS_EXAMINATION_H
#define CUDA_MEMLINT_TOOLS_EXAMINATION_H

#include "CommandLine.h"

namespace memlint {

enum class ExaminedState : uint8_t { Found, Missing, Problem };

/// One thing that runs may need.
struct Examined {
  llvm::StringLiteral Name;
  ExaminedState State = ExaminedState::Found;
  /// What was found and where, or what is wrong. One line.
  std::string Description = {};
  /// What does not work, and what to do; empty where it was found.
  std::string Consequence = {}, Remedy = {};
  /// Without it no analysis works.
  bool IsEssential = false;
};

/// The folder in which a compile_commands.json is looked for that nobody names, and is; empty:
/// none.
std::string findDatabaseFolder();

/// Looks for all of them, in the order in which they are shown.
std::vector<Examined> examineMachine(const DoctorCommand &Command);

} // namespace memlint

#endif // CUDA_MEMLINT_TOOLS_EXAMINATION_H
