//===- LaunchInference.h - How a kernel is launched -------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds the launch contexts of a kernel: what the user says, the launches in
/// the translation unit, the kernel's own attributes and assertions, else
/// documented defaults.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LAUNCH_LAUNCHINFERENCE_H
#define CUDA_MEMLINT_LAUNCH_LAUNCHINFERENCE_H

#include "cuda-memlint/Launch/LaunchOption.h"
#include "cuda-memlint/Launch/ProgramArguments.h"
#include "cuda-memlint/Launch/RecordedLaunches.h"
#include "cuda-memlint/Model/HostLinks.h"
#include "cuda-memlint/Model/LaunchContext.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <memory>
#include <optional>
#include <vector>

namespace clang {
class ASTContext;
class FunctionDecl;
} // namespace clang

namespace memlint {

class HostProgram;
struct Access;
struct KernelProgram;
class TargetModel;

/// Every launch in a translation unit, with what its code specifies.
/// Host code is interpreted once, on construction.
class LaunchCalls {
public:
  /// \p Arguments are those that a main in it is called with; \p Device is the device that host
  /// code may ask about, null where that may be any.
  LaunchCalls(clang::ASTContext &Ast, const ProgramArguments &Arguments,
              const TargetModel *Device = nullptr);
  /// The same for one of several translation units: its functions are also called
  /// as \p FromOutside says, and links() returns what it contributes to others.
  LaunchCalls(clang::ASTContext &Ast, const OutsideFacts &FromOutside,
              const ProgramArguments &Arguments, const TargetModel *Device = nullptr);
  ~LaunchCalls();
  LaunchCalls(const LaunchCalls &) = delete;
  LaunchCalls &operator=(const LaunchCalls &) = delete;

  /// The launches of \p Kernel (one specialization of a template), in source
  /// order, equal ones once.
  llvm::ArrayRef<LaunchContext> of(const clang::FunctionDecl *Kernel) const;

  /// The launches of \p Kernel, or of another kernel of its name, in code of the device, of
  /// which little is known.
  std::vector<LaunchContext> fromKernels(const clang::FunctionDecl *Kernel) const;

  /// \p Kernel, or another function of its name, launches itself on the device, by way of
  /// other functions and kernels, too, or launches a kernel there that is not known.
  bool launchesItself(const clang::FunctionDecl *Kernel) const;

  /// Some launch is of a kernel that is not known: any whose name is used as a value.
  bool launchesUnknownKernel() const;

  /// What the host code asks of other translation units and offers to them. Empty
  /// when the launches are those of a translation unit by itself.
  const HostLinks &links() const;

  /// The host functions of the translation unit.
  const HostProgram &program() const;

private:
  struct Implementation;
  std::unique_ptr<Implementation> Impl;
};

/// The launch contexts to analyse \p Kernel in, at least one, at most
/// MaximumLaunchContexts:
/// - those of \p FromOptions that match, and then no others;
/// - else those of \p Recordings, likewise;
/// - else the calls. A call that does not specify the block takes it from the
///   kernel's attributes and assertions or from the defaults, and says so in its
///   origin; its grid is then not known;
/// - else what attributes and assertions say, else the defaults.
std::vector<LaunchContext>
inferLaunches(const LaunchCalls &Calls, const clang::FunctionDecl *Kernel,
              const KernelProgram &Program, llvm::ArrayRef<LaunchRequest> FromOptions,
              const TargetModel &Target, const RecordingList &Recordings = {});

/// By how much of a launch a kernel accesses anything.
enum class LaunchExtent : uint8_t {
  Nothing,     ///< by no thread, or each array by less than a warp's lanes
  PartOfBlock, ///< each array by fewer threads than one block has
  Blocks       ///< by more
};

/// \p Launches of \p Program, those that depend on conditions under which the kernel accesses
/// nothing replaced by what is known without the conditions, and those under which a part of one
/// block accesses something beside it, where the conditions decide the grid; \p ExtentOf takes
/// their number. The same launches where there are none.
std::vector<LaunchContext> replaceIdleLaunches(llvm::ArrayRef<LaunchContext> Launches,
                                               const KernelProgram &Program,
                                               const TargetModel &Target,
                                               llvm::function_ref<LaunchExtent(unsigned)> ExtentOf);

/// Further launches of \p Program: those of \p Launches that depend on conditions under which an
/// argument such as a flag keeps all threads from some access, with that argument as open as it is
/// without the conditions. \p IsNeverExecuted takes the number of a launch.
std::vector<LaunchContext>
launchesByChoice(llvm::ArrayRef<LaunchContext> Launches, const KernelProgram &Program,
                 llvm::function_ref<bool(const Access &, unsigned)> IsNeverExecuted);

/// The same where only one kernel is asked for.
std::vector<LaunchContext> inferLaunches(clang::ASTContext &Ast, const clang::FunctionDecl *Kernel,
                                         const KernelProgram &Program,
                                         llvm::ArrayRef<LaunchRequest> FromOptions,
                                         const TargetModel &Target);

/// The contexts of a kernel without a visible launch: from its attributes
/// and assertions, else the block that its indices imply (`blockIdx.x * 128 +
/// threadIdx.x`), else the documented defaults (1-D kernels: 256; 2-D: 32x8 and
/// 16x16; 3-D: 8x8x4), without blocks that would index a static array out of
/// bounds. If none of these fits, smaller ones are tried (128, 64, 32; 8x8, 4x4;
/// 4x4x4); if none of them does either, one context with nothing known.
/// Extents that are \p Known, from a launch that leaves others open, or that assertions fix stay;
/// a last dimension of one thread is not one that the kernel uses.
std::vector<LaunchContext>
defaultLaunches(const KernelProgram &Program, const TargetModel &Target,
                const std::array<std::optional<uint64_t>, 3> &Known = {});

} // namespace memlint

#endif // CUDA_MEMLINT_LAUNCH_LAUNCHINFERENCE_H
