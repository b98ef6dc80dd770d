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

CUDA_KERNEL_NODE_PARAMS fakeNode(CUfunction Function, unsigned Grid, void **Arguments) {
  CUDA_KERNEL_NODE_PARAMS Node = {};
  (of(Function).IsKernelOfLibrary ? reinterpret_cast<CUfunction &>(Node.kern) : Node.func) =
      Function;
  Node.gridDimX = Grid;
  Node.gridDimY = Node.gridDimZ = 1;
  Node.blockDimX = 64;
  Node.blockDimY = Node.blockDimZ = 1;
  Node.kernelParams = Arguments;
  return Node;
}

void fakeAddNode(CUfunction Function, unsigned Grid, void **Arguments) {
  CUDA_KERNEL_NODE_PARAMS Node = fakeNode(Function, Grid, Arguments);
  cuGraphAddKernelNode_v2_params Given = {};
  Given.nodeParams = &Node;
  callBack(CUPTI_DRIVER_TRACE_CBID_cuGraphAddKernelNode_v2, Given, nullptr, CUDA_SUCCESS);
}

static CUgraphExec executable(size_t Number) { return reinterpret_cast<CUgraphExec>(Number); }

/// The node of the kernel; that of the child graph is one byte behind it.
static CUgraphNode nodeOf(FakeGraph &Graph) { return reinterpret_cast<CUgraphNode>(&Graph); }

static FakeGraph &graphOf(CUgraphNode Node, bool &IsChild) {
  IsChild = (size_t(Node) & 1) != 0;
  return *reinterpret_cast<FakeGraph *>(size_t(Node) & ~size_t(1));
}

void fakeInstantiate(size_t Executable, FakeGraph &Graph) {
  CUgraphExec Made = executable(Executable);
  cuGraphInstantiateWithFlags_params Given = {&Made, reinterpret_cast<CUgraph>(&Graph), 0};
  callBack(CUPTI_DRIVER_TRACE_CBID_cuGraphInstantiateWithFlags, Given, nullptr, CUDA_SUCCESS);
}

void fakeUpdate(size_t Executable, FakeGraph &Graph) {
  cuGraphExecUpdate_v2_params Given = {executable(Executable), reinterpret_cast<CUgraph>(&Graph),
                                       nullptr};
  callBack(CUPTI_DRIVER_TRACE_CBID_cuGraphExecUpdate_v2, Given, nullptr, CUDA_SUCCESS);
}

void fakeSetNode(size_t Executable, FakeGraph &Graph, const CUDA_KERNEL_NODE_PARAMS &Node) {
  cuGraphExecKernelNodeSetParams_v2_params Given = {executable(Executable), nodeOf(Graph), &Node};
  callBack(CUPTI_DRIVER_TRACE_CBID_cuGraphExecKernelNodeSetParams_v2, Given, nullptr, CUDA_SUCCESS);
}

void fakeEnableNode(size_t Executable, FakeGraph &Graph, bool IsEnabled) {
  cuGraphNodeSetEnabled_params Given = {executable(Executable), nodeOf(Graph), IsEnabled};
  callBack(CUPTI_DRIVER_TRACE_CBID_cuGraphNodeSetEnabled, Given, nullptr, CUDA_SUCCESS);
}

void fakeGraphLaunch(size_t Executable, FakeStream Stream) {
  cuGraphLaunch_params Given = {executable(Executable), reinterpret_cast<CUstream>(size_t(Stream))};
  callBack(CUPTI_DRIVER_TRACE_CBID_cuGraphLaunch, Given, nullptr, CUDA_SUCCESS);
}

void fakeDestroy(size_t Executable) {
  cuGraphExecDestroy_params Given = {executable(Executable)};
  callBack(CUPTI_DRIVER_TRACE_CBID_cuGraphExecDestroy, Given, nullptr, CUDA_SUCCESS);
}

extern "C" {

CUresult cuGraphGetNodes(CUgraph Graph, CUgraphNode *Nodes, size_t *Count) {
  FakeGraph &Of = *reinterpret_cast<FakeGraph *>(Graph);
  *Count = Of.Child ? 2 : 1;
  if (!Nodes)
    return CUDA_SUCCESS;
  Nodes[0] = nodeOf(Of);
  if (Of.Child)
    Nodes[1] = reinterpret_cast<CUgraphNode>(size_t(Nodes[0]) | 1);
  return CUDA_SUCCESS;
}

CUresult cuGraphNodeGetType(CUgraphNode Node, CUgraphNodeType *Type) {
  bool IsChild = false;
  graphOf(Node, IsChild);
  *Type = IsChild ? CU_GRAPH_NODE_TYPE_GRAPH : CU_GRAPH_NODE_TYPE_KERNEL;
  return CUDA_SUCCESS;
}

CUresult cuGraphChildGraphNodeGetGraph(CUgraphNode Node, CUgraph *Child) {
  bool IsChild = false;
  *Child = reinterpret_cast<CUgraph>(graphOf(Node, IsChild).Child);
  return CUDA_SUCCESS;
}

CUresult cuGraphKernelNodeGetParams_v2(CUgraphNode Node, CUDA_KERNEL_NODE_PARAMS *Into) {
  bool IsChild = false;
  *Into = graphOf(Node, IsChild).Kernel;
  return CUDA_SUCCESS;
}

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
