//===- HostLinks.h - Host code that several files share ---------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the host code of one file asks of other files and offers to them: a
/// launcher in one .cu file is often called from another file only, and that call
/// determines the grid and the arguments; sizes are constants of a third, and a kernel
/// may be launched after a declaration of its own.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_MODEL_HOSTLINKS_H
#define CUDA_MEMLINT_MODEL_HOSTLINKS_H

#include "cuda-memlint/Model/LaunchContext.h"

#include <memory>
#include <string>
#include <vector>

namespace memlint {

/// The arguments of a call, as far as they are known. It refers to nothing of the
/// translation unit that it was made in.
struct PassedArguments;

/// A call of a function that the calling file only declares.
struct OutgoingCall {
  /// The name that the linker knows the function by.
  std::string Function;
  std::shared_ptr<const PassedArguments> Arguments;
  /// Under which the call is made; see LaunchContext::Conditions.
  std::vector<std::string> Conditions;
};

/// Whether the functions are called alike.
bool operator==(const OutgoingCall &Left, const OutgoingCall &Right);

/// A constant that is defined in one file and may be used in others.
struct SharedConstant {
  /// The name that the linker knows it by.
  std::string Name;
  /// One value.
  std::shared_ptr<const PassedArguments> Value;
};

bool operator==(const SharedConstant &Left, const SharedConstant &Right);

/// A launch of a kernel that the launching file only declares.
struct OutgoingLaunch {
  /// The name that the linker knows the kernel by; see kernelLinkName().
  std::string Kernel;
  LaunchContext Context;
};

/// What other files contribute to one file: calls and constants to its host code, launches to its
/// kernels.
struct OutsideFacts {
  std::vector<OutgoingCall> Calls;
  std::vector<SharedConstant> Constants;
  std::vector<OutgoingLaunch> Launches;

  bool isEmpty() const { return Calls.empty() && Constants.empty() && Launches.empty(); }
};

/// Calls of one function that are distinguished.
inline constexpr unsigned MaximumOutgoingCalls = 64;

struct HostLinks {
  /// In the order of execution, equal ones once; of one function at most one more
  /// than MaximumOutgoingCalls, which stands for any others.
  std::vector<OutgoingCall> Calls;
  /// Functions that other files can call and that lead to a launch or to an
  /// outgoing call, by the name that the linker knows.
  std::vector<std::string> Launchers;
  std::vector<SharedConstant> Constants;
  /// Names of constants that are declared here and defined elsewhere.
  std::vector<std::string> MissingConstants;
  /// Kernels that are defined here and that other files can launch, by the name that the linker
  /// knows.
  std::vector<std::string> Kernels;
  /// Launches of other files' kernels, in host code as LaunchCalls::of() gives those of kernels
  /// that are defined here, then in code of the device.
  std::vector<OutgoingLaunch> Launches;
};

} // namespace memlint

#endif // CUDA_MEMLINT_MODEL_HOSTLINKS_H
