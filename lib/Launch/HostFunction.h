//===- HostFunction.h - One host function -----------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_LAUNCH_HOSTFUNCTION_H
#define CUDA_MEMLINT_LIB_LAUNCH_HOSTFUNCTION_H

#include "HostBuffers.h"
#include "HostFlow.h"
#include "ManagedVariables.h"
#include "RuntimeCalls.h"
#include "SteadyVariables.h"

#include "cuda-memlint/Launch/HostFaults.h"

namespace memlint {

class HostProgram;

/// One host function, and what is computed of it when it is first asked for.
class HostFunction {
public:
  HostFunction(const clang::FunctionDecl &Definition, clang::ASTContext &Ast, DeviceWaits &Waits,
               ManagedVariables &Managed, const HostProgram &Program, bool RegistersMemory);

  clang::ASTContext &ast() const { return Ast; }
  DeviceWaits &waits() const { return Waits; }
  ManagedVariables &managedVariables() const { return Managed; }
  const HostProgram &program() const { return Program; }
  const clang::FunctionDecl &definition() const { return Definition; }
  const HostBuffers &buffers();
  /// Null: there is none.
  const HostFlow *flow();

  const SteadyVariables &variables();
  /// The copy that \p Call makes between host and device. Where the addresses decide on its
  /// direction, one of them leads to memory of the host and the other one to memory of the device.
  std::optional<HostCopy> hostCopy(const clang::CallExpr &Call);

  /// It copies to the device and from it, or may do so where addresses decide.
  bool copiesForthAndBack() const { return CopiesToDevice && CopiesToHost; }
  bool hasLoop() const { return HasLoop; }
  /// It sets attributes of streams.
  bool setsAttributes() const { return SetsAttributes; }
  /// It reads memory that others may change at any time.
  bool polls() const { return Polls; }
  bool copiesAsynchronously() const { return CopiesAsynchronously; }
  /// It allocates page-locked memory, or locks pages.
  bool allocatesPageLocked() const { return AllocatesPageLocked; }
  /// It calls cudaSetDevice.
  bool selectsDevice() const { return SelectsDevice; }
  bool launches() const { return FirstKernel != nullptr; }
  /// It builds a graph out of its calls.
  bool captures() const { return Captures; }
  /// Some code of the file locks pages of memory that it has already.
  bool registersMemory() const { return RegistersMemory; }
  /// The first kernel that it launches; null: none.
  const clang::FunctionDecl *firstKernel() const { return FirstKernel; }

private:
  const clang::FunctionDecl &Definition;
  clang::ASTContext &Ast;
  DeviceWaits &Waits;
  ManagedVariables &Managed;
  const HostProgram &Program;
  bool RegistersMemory;
  bool CopiesToDevice = false, CopiesToHost = false, CopiesAsynchronously = false;
  bool HasLoop = false, Captures = false, SetsAttributes = false, AllocatesPageLocked = false,
       Polls = false, SelectsDevice = false;
  const clang::FunctionDecl *FirstKernel = nullptr;
  std::optional<HostBuffers> Buffers;
  std::optional<std::optional<HostFlow>> Flow;
  std::optional<SteadyVariables> Variables;
};

using FaultSink = llvm::function_ref<void(FoundHostFault)>;

void findExpectedFailures(HostFunction &Function, FaultSink Report);
void findLoopCopies(HostFunction &Function, FaultSink Report);
void findMappedArguments(HostFunction &Function, FaultSink Report);
void findPageableCopies(HostFunction &Function, FaultSink Report);
void findPeerLaunches(HostFunction &Function, FaultSink Report);
void findPolicyWindows(HostFunction &Function, FaultSink Report);
void findPolledFlags(HostFunction &Function, FaultSink Report);
void findRoundTrips(HostFunction &Function, FaultSink Report);
void findUnawaitedCopies(HostFunction &Function, FaultSink Report);
void findUnawaitedLaunches(HostFunction &Function, FaultSink Report);
/// The first launch of a program of one file, where nothing may read the error of any.
std::optional<FoundHostFault> findUncheckedLaunch(clang::ASTContext &Ast,
                                                  const HostProgram &Program);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_LAUNCH_HOSTFUNCTION_H
