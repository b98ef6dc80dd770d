// CUPTI and the driver, as far as the library that records launches asks them, without a GPU: a
// launch calls what has subscribed, as CUPTI does.

#include <cuda.h>
#include <cupti.h>

#include "fake_cuda.h"

#include <set>
#include <vector>

static CUpti_CallbackFunc Subscriber;
static std::set<CUpti_CallbackId> Enabled;

struct FakeFunction {
  const char *Symbol;
  /// Offset and size.
  std::vector<std::pair<size_t, size_t>> Parameters;
  bool IsKernelOfLibrary;
};

static const FakeFunction Functions[] = {
    {"_Z4axpyPfPKffi", {{0, 8}, {8, 8}, {16, 4}, {20, 4}}, false},
    {"_Z4rows3Rowd", {{0, 16}, {16, 8}}, true},
    {"nothing", {}, false},
};

CUfunction fakeFunction(int Number) {
  return reinterpret_cast<CUfunction>(const_cast<FakeFunction *>(&Functions[Number]));
}

template <typename Call>
static void callBack(CUpti_CallbackId Id, const Call &Parameters, const char *Symbol,
                     CUresult Result) {
  if (!Subscriber || !Enabled.count(Id))
    return;
  CUpti_CallbackData Data = {};
  Data.functionParams = &Parameters;
  Data.functionReturnValue = &Result;
  Data.symbolName = Symbol;
  for (CUpti_ApiCallbackSite Site : {CUPTI_API_ENTER, CUPTI_API_EXIT}) {
    Data.callbackSite = Site;
    Subscriber(nullptr, CUPTI_CB_DOMAIN_DRIVER_API, Id, &Data);
  }
}

static const FakeFunction &of(CUfunction Function) {
  return *reinterpret_cast<const FakeFunction *>(Function);
}

void fakeLaunch(CUfunction Function, unsigned Grid, unsigned Block, unsigned Shared,
                void **Arguments, void **Extra, FakeStream Stream, CUresult Result) {
  cuLaunchKernel_params Given = {};
  Given.f = Function;
  Given.gridDimX = Grid;
  Given.gridDimY = Given.gridDimZ = 1;
  Given.blockDimX = Block;
  Given.blockDimY = Given.blockDimZ = 1;
  Given.sharedMemBytes = Shared;
  Given.hStream = reinterpret_cast<CUstream>(size_t(Stream));
  Given.kernelParams = Arguments;
  Given.extra = Extra;
  callBack(CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel, Given, of(Function).Symbol, Result);
}

void fakeClusterLaunch(CUfunction Function, unsigned Grid, unsigned Cluster, void **Arguments) {
  CUlaunchAttribute Attribute = {};
  Attribute.id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION;
  Attribute.value.clusterDim.x = Cluster;
  Attribute.value.clusterDim.y = Attribute.value.clusterDim.z = 1;
  CUlaunchConfig Configuration = {};
  Configuration.gridDimX = Grid;
  Configuration.gridDimY = Configuration.gridDimZ = 1;
  Configuration.blockDimX = 32;
  Configuration.blockDimY = Configuration.blockDimZ = 1;
  Configuration.attrs = &Attribute;
  Configuration.numAttrs = 1;
  cuLaunchKernelEx_params Given = {&Configuration, Function, Arguments, nullptr};
  callBack(CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx, Given, of(Function).Symbol, CUDA_SUCCESS);
}

void fakeAddNode(CUfunction Function, unsigned Grid, void **Arguments) {
  CUDA_KERNEL_NODE_PARAMS Node = {};
  (of(Function).IsKernelOfLibrary ? reinterpret_cast<CUfunction &>(Node.kern) : Node.func) =
      Function;
  Node.gridDimX = Grid;
  Node.gridDimY = Node.gridDimZ = 1;
  Node.blockDimX = 64;
  Node.blockDimY = Node.blockDimZ = 1;
  Node.kernelParams = Arguments;
  cuGraphAddKernelNode_v2_params Given = {};
  Given.nodeParams = &Node;
  callBack(CUPTI_DRIVER_TRACE_CBID_cuGraphAddKernelNode_v2, Given, nullptr, CUDA_SUCCESS);
}

extern "C" {

CUptiResult cuptiSubscribe(CUpti_SubscriberHandle *, CUpti_CallbackFunc Callback, void *) {
  if (Subscriber)
    return CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED;
  Subscriber = Callback;
  return CUPTI_SUCCESS;
}

CUptiResult cuptiEnableCallback(uint32_t, CUpti_SubscriberHandle, CUpti_CallbackDomain Domain,
                                CUpti_CallbackId Id) {
  if (Domain != CUPTI_CB_DOMAIN_DRIVER_API)
    return CUPTI_ERROR_INVALID_PARAMETER;
  Enabled.insert(Id);
  return CUPTI_SUCCESS;
}

CUresult cuFuncGetName(const char **Name, CUfunction Function) {
  if (of(Function).IsKernelOfLibrary)
    return CUDA_ERROR_INVALID_HANDLE;
  *Name = of(Function).Symbol;
  return CUDA_SUCCESS;
}

CUresult cuKernelGetName(const char **Name, CUkernel Kernel) {
  *Name = of(reinterpret_cast<CUfunction>(Kernel)).Symbol;
  return CUDA_SUCCESS;
}

CUresult cuFuncGetParamInfo(CUfunction Function, size_t Number, size_t *Offset, size_t *Bytes) {
  if (Number >= of(Function).Parameters.size())
    return CUDA_ERROR_INVALID_VALUE;
  *Offset = of(Function).Parameters[Number].first;
  *Bytes = of(Function).Parameters[Number].second;
  return CUDA_SUCCESS;
}

CUresult cuKernelGetParamInfo(CUkernel Kernel, size_t Number, size_t *Offset, size_t *Bytes) {
  return cuFuncGetParamInfo(reinterpret_cast<CUfunction>(Kernel), Number, Offset, Bytes);
}

CUresult cuPointerGetAttribute(void *Data, CUpointer_attribute, CUdeviceptr Value) {
  *static_cast<CUmemorytype *>(Data) = CU_MEMORYTYPE_DEVICE;
  return Value >= FakeMemory && Value < FakeMemory + FakeMemoryBytes ? CUDA_SUCCESS
                                                                     : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuStreamIsCapturing(CUstream Stream, CUstreamCaptureStatus *Status) {
  *Status = size_t(Stream) == size_t(FakeStream::Capturing) ? CU_STREAM_CAPTURE_STATUS_ACTIVE
                                                            : CU_STREAM_CAPTURE_STATUS_NONE;
  return CUDA_SUCCESS;
}
}
