//===- RuntimeOutputs.cpp - What functions of the run time write ----------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostEvaluator.h"
#include "RuntimeCalls.h"

#include "cuda-memlint/CudaModel/RuntimeFunction.h"
#include "cuda-memlint/Target/CommonLimits.h"
#include "cuda-memlint/Target/LaunchLimits.h"
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

HostValue threeOf(const std::array<uint64_t, 3> &Extents) {
  auto Extent = [&](unsigned Dimension) { return HostValue::integer(int64_t(Extents[Dimension])); };
  return HostValue::aggregate({Extent(0), Extent(1), Extent(2)});
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
  // From 3.0 on all devices have the same limits.
  const TargetModel &Limited = Device ? *Device : defaultTarget();
  if (Name == "maxThreadsDim")
    return threeOf(launchLimits(Limited).Block);
  if (Name == "maxGridSize")
    return threeOf(launchLimits(Limited).Grid);
  int64_t Number = llvm::StringSwitch<int64_t>(Name)
                       .Case("warpSize", NvidiaWarpLanes)
                       .Case("maxThreadsPerBlock", Limited.MaxThreadsPerBlock)
                       .Case("sharedMemPerBlock", Limited.StaticSharedBytes)
                       .Case("totalConstMem", CommonLimits::ConstantBytes)
                       .Default(0);
  return Number ? HostValue::integer(Number) : propertyOfDevice(Name);
}

HostValue HostEvaluator::deviceAttribute(StringRef Name) {
  if (Device && Device->Shape.IsAmd)
    return amdProperty(*Device, Name);
  const TargetModel &Limited = Device ? *Device : defaultTarget();
  const LaunchLimits &Limits = launchLimits(Limited);
  int64_t Number = llvm::StringSwitch<int64_t>(Name)
                       .Case("cudaDevAttrMaxThreadsPerBlock", Limited.MaxThreadsPerBlock)
                       .Case("cudaDevAttrMaxBlockDimX", int64_t(Limits.Block[0]))
                       .Case("cudaDevAttrMaxBlockDimY", int64_t(Limits.Block[1]))
                       .Case("cudaDevAttrMaxBlockDimZ", int64_t(Limits.Block[2]))
                       .Case("cudaDevAttrMaxGridDimX", int64_t(Limits.Grid[0]))
                       .Case("cudaDevAttrMaxGridDimY", int64_t(Limits.Grid[1]))
                       .Case("cudaDevAttrMaxGridDimZ", int64_t(Limits.Grid[2]))
                       .Case("cudaDevAttrMaxSharedMemoryPerBlock", Limited.StaticSharedBytes)
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

/// The value of argument number \p Index, an integer, where that is known.
static std::optional<uint64_t> constantOf(ArrayRef<Value> Arguments, size_t Index) {
  if (Index >= Arguments.size() || Arguments[Index].What != Value::Kind::Scalar ||
      !Arguments[Index].Number->isConstant())
    return std::nullopt;
  return uint64_t(Arguments[Index].Number->constantTerm());
}

void HostEvaluator::noteDeviceMemory(const FunctionDecl &Callee, ArrayRef<Value> Arguments) {
  StringRef Name = Callee.getIdentifier() ? Callee.getName() : StringRef();
  constexpr uint64_t HostToDevice = 1;
  const RuntimeFunction *Known = findRuntimeFunction(Name);
  RuntimeKind Kind = Known ? Known->Kind : RuntimeKind::Other;
  bool IsCopy = Kind == RuntimeKind::Copy;
  bool IsFree =
      Kind == RuntimeKind::Free && Known->Memory == RuntimeMemory::Device && !Known->IsAsynchronous;
  for (auto [Index, Given] : llvm::enumerate(Arguments)) {
    if (!Given.isPointer() || !Given.Target.isMemory() || IsFree ||
        (IsCopy && Index != Known->Copied->To))
      continue;
    if (IsCopy && constantOf(Arguments, Known->Copied->Way) == HostToDevice)
      Memory->fillFromHost(Given.Target.Object);
    else
      Memory->writeOnDevice(Given.Target.Object);
  }
}

void HostEvaluator::noteCapture(const FunctionDecl &Callee) {
  RuntimeKind Kind = runtimeKind(plainNameOf(&Callee));
  if (Kind == RuntimeKind::BeginCapture)
    IsCapturing = true;
  else if (Kind == RuntimeKind::EndCapture)
    IsCapturing = false;
}

HostValue HostEvaluator::runtimeOutput(const FunctionDecl *Callee, const CallExpr &Call,
                                       ArrayRef<Value> Arguments, unsigned Index) {
  if (!Callee || !Callee->getIdentifier())
    return HostValue::unknown();
  const RuntimeFunction *Known = findRuntimeFunction(Callee->getName());
  RuntimeKind Kind = Known ? Known->Kind : RuntimeKind::Other;
  if (Kind == RuntimeKind::SuggestBlock && Index == 1)
    return HostValue::unknown(SuggestedBlockMultiple);
  if (Kind == RuntimeKind::AllocateRows && Index == 1)
    return HostValue::unknown(PitchMultiple);
  if (Kind == RuntimeKind::DeviceAttribute && Index == 0 && Call.getNumArgs() == 3)
    return deviceAttribute(enumeratorName(Call.getArg(1)));
  if (Index == 0 && allocates(Known)) {
    // A program that goes on without the memory that it asked for is not meant.
    HostObject New{.IsSeenMade = true};
    if (Kind == RuntimeKind::Allocate && Known->Memory == RuntimeMemory::Device)
      New.Device = DeviceAllocation{.Bytes = constantOf(Arguments, *Known->Bytes)};
    HostValue Allocated = HostValue::pointerInto(Memory->add(std::move(New)), 0);
    Allocated.NotNull = true;
    return Allocated;
  }
  if (Kind != RuntimeKind::DeviceProperties || Index != 0)
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
