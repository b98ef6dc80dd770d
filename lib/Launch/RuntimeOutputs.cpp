//===- RuntimeOutputs.cpp - What functions of the run time write ----------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuntimeOutputs.h"

#include "HostEvaluator.h"

#include "cuda-memlint/Target/CommonLimits.h"
#include "cuda-memlint/Target/TargetModel.h"
#include "cuda-memlint/Target/WarpRequest.h"

#include "clang/AST/ASTContext.h"

#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace memlint {

namespace {

/// Rows of memory from cudaMallocPitch begin as allocations do.
constexpr uint64_t PitchMultiple = 256;
/// cudaOccupancyMaxPotentialBlockSize and its variants suggest whole warps.
constexpr uint64_t SuggestedBlockMultiple = 32;

HostValue threeOf(const std::array<int64_t, 3> &Extents) {
  return HostValue::aggregate({HostValue::integer(Extents[0]), HostValue::integer(Extents[1]),
                               HostValue::integer(Extents[2])});
}

/// A limit of \p Device; 0: it is not one of those, or not known.
int64_t limitOf(const TargetModel &Device, StringRef Property) {
  return llvm::StringSwitch<int64_t>(Property)
      .Case("maxThreadsPerMultiProcessor",
            int64_t(Device.WarpsPerMultiprocessor) * Device.Shape.WarpLanes)
      .Case("maxBlocksPerMultiProcessor", Device.BlocksPerMultiprocessor)
      .Case("sharedMemPerMultiprocessor", Device.SharedBytesPerMultiprocessor)
      .Case("sharedMemPerBlockOptin", Device.MaxSharedBytes)
      .Default(0);
}

/// AMD's devices have other limits, and the table has few of them.
HostValue amdProperty(const TargetModel &Device, StringRef Property) {
  int64_t Number =
      llvm::StringSwitch<int64_t>(Property)
          .Cases("warpSize", "cudaDevAttrWarpSize", Device.Shape.WarpLanes)
          .Cases("maxThreadsPerBlock", "cudaDevAttrMaxThreadsPerBlock", Device.MaxThreadsPerBlock)
          .Default(0);
  return Number ? HostValue::integer(Number) : HostValue::unknown();
}

} // namespace

/// What depends on the device; unknown where the run does not know it, or the property is none.
HostValue HostEvaluator::propertyOfDevice(StringRef Name) {
  bool IsMajor = Name == "major", IsMinor = Name == "minor";
  int64_t Limit = Device ? limitOf(*Device, Name) : 0;
  if (!Device || (!IsMajor && !IsMinor && Limit == 0))
    return HostValue::unknown();
  AsksForDevice = true;
  if (!KnowsDevice)
    return HostValue::unknown();
  return HostValue::integer(IsMajor   ? Device->Capability / 10
                            : IsMinor ? Device->Capability % 10
                                      : Limit);
}

HostValue HostEvaluator::deviceProperty(StringRef Name) {
  if (Device && Device->Shape.IsAmd)
    return amdProperty(*Device, Name);
  if (Name == "maxThreadsDim")
    return threeOf(CommonLimits::BlockExtents);
  if (Name == "maxGridSize")
    return threeOf(CommonLimits::GridExtents);
  int64_t Number = llvm::StringSwitch<int64_t>(Name)
                       .Case("warpSize", NvidiaWarpLanes)
                       .Case("maxThreadsPerBlock", CommonLimits::ThreadsPerBlock)
                       .Case("sharedMemPerBlock", CommonLimits::SharedBytesPerBlock)
                       .Case("totalConstMem", CommonLimits::ConstantBytes)
                       .Default(0);
  return Number ? HostValue::integer(Number) : propertyOfDevice(Name);
}

HostValue HostEvaluator::deviceAttribute(StringRef Name) {
  if (Device && Device->Shape.IsAmd)
    return amdProperty(*Device, Name);
  int64_t Number =
      llvm::StringSwitch<int64_t>(Name)
          .Case("cudaDevAttrMaxThreadsPerBlock", CommonLimits::ThreadsPerBlock)
          .Case("cudaDevAttrMaxBlockDimX", CommonLimits::BlockExtents[0])
          .Case("cudaDevAttrMaxBlockDimY", CommonLimits::BlockExtents[1])
          .Case("cudaDevAttrMaxBlockDimZ", CommonLimits::BlockExtents[2])
          .Case("cudaDevAttrMaxGridDimX", CommonLimits::GridExtents[0])
          .Case("cudaDevAttrMaxGridDimY", CommonLimits::GridExtents[1])
          .Case("cudaDevAttrMaxGridDimZ", CommonLimits::GridExtents[2])
          .Case("cudaDevAttrMaxSharedMemoryPerBlock", CommonLimits::SharedBytesPerBlock)
          .Case("cudaDevAttrTotalConstantMemory", CommonLimits::ConstantBytes)
          .Case("cudaDevAttrWarpSize", NvidiaWarpLanes)
          .Default(0);
  if (Number)
    return HostValue::integer(Number);
  return propertyOfDevice(
      llvm::StringSwitch<StringRef>(Name)
          .Case("cudaDevAttrComputeCapabilityMajor", "major")
          .Case("cudaDevAttrComputeCapabilityMinor", "minor")
          .Case("cudaDevAttrMaxThreadsPerMultiProcessor", "maxThreadsPerMultiProcessor")
          .Case("cudaDevAttrMaxBlocksPerMultiprocessor", "maxBlocksPerMultiProcessor")
          .Case("cudaDevAttrMaxSharedMemoryPerMultiprocessor", "sharedMemPerMultiprocessor")
          .Case("cudaDevAttrMaxSharedMemoryPerBlockOptin", "sharedMemPerBlockOptin")
          .Default(""));
}

/// The name of the enumerator that is written.
static StringRef enumeratorName(const clang::Expr *Written) {
  if (const auto *Reference = dyn_cast<DeclRefExpr>(Written->IgnoreParenImpCasts()))
    if (const auto *Enumerator = dyn_cast<EnumConstantDecl>(Reference->getDecl()))
      return Enumerator->getName();
  return {};
}

bool isAllocation(StringRef Name) {
  return llvm::StringSwitch<bool>(Name)
      .Cases("cudaMalloc", "cudaMallocManaged", "cudaMallocPitch", "cudaMallocAsync", true)
      .Cases("cudaMallocHost", "cudaHostAlloc", true)
      .Default(false);
}

HostValue HostEvaluator::runtimeOutput(const FunctionDecl *Callee, const CallExpr &Call,
                                       unsigned Index) {
  if (!Callee || !Callee->getIdentifier())
    return HostValue::unknown();
  StringRef Name = Callee->getName();
  if (Name.starts_with("cudaOccupancyMaxPotentialBlockSize") && Index == 1)
    return HostValue::unknown(SuggestedBlockMultiple);
  if (Name == "cudaMallocPitch" && Index == 1)
    return HostValue::unknown(PitchMultiple);
  if (Name == "cudaDeviceGetAttribute" && Index == 0 && Call.getNumArgs() == 3)
    return deviceAttribute(enumeratorName(Call.getArg(1)));
  if (Index == 0 && isAllocation(Name)) {
    // A program that goes on without the memory that it asked for is not meant.
    HostValue Allocated = HostValue::pointerInto(Memory->add({.IsSeenMade = true}), 0);
    Allocated.NotNull = true;
    return Allocated;
  }
  if (!Name.starts_with("cudaGetDeviceProperties") || Index != 0)
    return HostValue::unknown();
  const RecordDecl *Record = Call.getArg(0)->getType()->getPointeeType()->getAsRecordDecl();
  if (!Record)
    return HostValue::unknown();
  std::vector<HostValue> Fields;
  for (const FieldDecl *Field : Record->fields())
    Fields.push_back(deviceProperty(Field->getName()));
  return HostValue::aggregate(std::move(Fields));
}

} // namespace memlint
