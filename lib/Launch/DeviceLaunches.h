//===- DeviceLaunches.h - Kernels that launch kernels -----------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// On the device's side Clang leaves launches out of its tree, so they are found by
/// their tokens: `name<<<grid, block>>>`, with the name and those numbers of the
/// configuration that are written as literals. What else a launch says is not known.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_LAUNCH_DEVICELAUNCHES_H
#define CUDA_MEMLINT_LIB_LAUNCH_DEVICELAUNCHES_H

#include "cuda-memlint/Model/LaunchContext.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringSet.h"

#include <string>
#include <vector>

namespace clang {
class ASTContext;
class FunctionDecl;
} // namespace clang

namespace memlint {

/// A launch in a function of the device.
struct DeviceLaunch {
  /// The kernel's name as it is written, without qualification and template arguments; empty
  /// where it is not written as a name.
  std::string Kernel;
  /// The name of the function that makes it.
  std::string Launcher;
  LaunchContext Context;
};

/// In the order of the source; what macros expand to is not looked into.
std::vector<DeviceLaunch> findDeviceLaunches(clang::ASTContext &Ast);

/// The names of functions of the device that may launch themselves: from which, over the names of
/// other such functions that they mention, a launch among \p Launches is reached that leads back
/// to them in the same way, or whose kernel is not in this file.
llvm::StringSet<> functionsThatLaunchThemselves(clang::ASTContext &Ast,
                                                llvm::ArrayRef<DeviceLaunch> Launches);

/// \p Launch as one of \p Kernel: its pointers may begin at any of their elements.
LaunchContext deviceLaunchOf(const DeviceLaunch &Launch, const clang::FunctionDecl *Kernel);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_LAUNCH_DEVICELAUNCHES_H
