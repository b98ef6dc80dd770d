//===- memlint_record.cpp - Records the launches of a program -------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The library that `cuda-memlint record` has CUDA's driver load into a program
/// (CUDA_INJECTION64_PATH). CUPTI calls it at the end of each call of the driver that launches a
/// kernel or puts one into a graph. It prints nothing, and whatever fails in it costs the recording
/// and not the program. It is compiled on the user's machine, and finds CUPTI and the driver there
/// when it is loaded.
///
/// Environment: CUDA_MEMLINT_RECORD_FOLDER, where each process writes two files of its own,
/// `launches-XXXXXX` and `launches-XXXXXX.counts` (memlint_launch_table.h),
/// CUDA_MEMLINT_RECORD_CUPTI, the path of libcupti.so, and CUDA_MEMLINT_RECORD_TIMES, which is set
/// if it is also to be recorded how long kernels take.
///
//===----------------------------------------------------------------------===//

#include "memlint_graph_kernels.h"
#include "memlint_kernel_times.h"
#include "memlint_launch_table.h"

#include <cuda.h>
#include <cupti.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <optional>
#include <type_traits>
#include <vector>

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#if CUDA_VERSION < 12040
#error "recording launches needs a CUDA toolkit of version 12.4 or newer"
#endif

using namespace memlint_record;

namespace {

/// For 2^16 distinct launches; a page is touched when one on it is counted.
constexpr std::size_t CounterCount = CountersOfLaunch << 16;

/// What the driver is asked. A function that an older driver lacks is null.
struct DriverFunctions {
  decltype(&cuFuncGetName) FuncGetName = nullptr;
  decltype(&cuKernelGetName) KernelGetName = nullptr;
  decltype(&cuFuncGetParamInfo) FuncGetParamInfo = nullptr;
  decltype(&cuKernelGetParamInfo) KernelGetParamInfo = nullptr;
  decltype(&cuPointerGetAttribute) PointerGetAttribute = nullptr;
  decltype(&cuStreamIsCapturing) StreamIsCapturing = nullptr;
  GraphFunctions Graphs;
  decltype(&cuGraphKernelNodeGetParams) GraphKernelNodeGetParams = nullptr;
  decltype(&cuGraphKernelNodeGetAttribute) GraphKernelNodeGetAttribute = nullptr;
  decltype(&cuCtxGetDevice) CtxGetDevice = nullptr;
  decltype(&cuDeviceGetName) DeviceGetName = nullptr;
};

template <typename Function> void findFunction(void *Library, const char *Name, Function &Into) {
  Into = reinterpret_cast<Function>(dlsym(Library, Name));
}

DriverFunctions findDriver() {
  DriverFunctions Found;
  void *Library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD);
  if (!Library)
    Library = RTLD_DEFAULT;
  findFunction(Library, "cuFuncGetName", Found.FuncGetName);
  findFunction(Library, "cuKernelGetName", Found.KernelGetName);
  findFunction(Library, "cuFuncGetParamInfo", Found.FuncGetParamInfo);
  findFunction(Library, "cuKernelGetParamInfo", Found.KernelGetParamInfo);
  findFunction(Library, "cuPointerGetAttribute", Found.PointerGetAttribute);
  findFunction(Library, "cuStreamIsCapturing", Found.StreamIsCapturing);
  findFunction(Library, "cuGraphGetNodes", Found.Graphs.GetNodes);
  findFunction(Library, "cuGraphNodeGetType", Found.Graphs.NodeGetType);
  findFunction(Library, "cuGraphChildGraphNodeGetGraph", Found.Graphs.ChildGraphNodeGetGraph);
  findFunction(Library, "cuGraphKernelNodeGetParams_v2", Found.GraphKernelNodeGetParams);
  findFunction(Library, "cuGraphKernelNodeGetAttribute", Found.GraphKernelNodeGetAttribute);
  findFunction(Library, "cuCtxGetDevice", Found.CtxGetDevice);
  findFunction(Library, "cuDeviceGetName", Found.DeviceGetName);
  return Found;
}

/// The files of this process.
class ProcessFiles {
public:
  /// False: they cannot be made.
  bool open(const char *Folder) {
    Path = std::string(Folder) + "/launches-XXXXXX";
    int Text = mkostemp(Path.data(), O_CLOEXEC);
    if (Text < 0)
      return false;
    close(Text);
    int File = ::open((Path + ".counts").c_str(), O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0600);
    if (File < 0)
      return false;
    // Room that is not there would be missed when a counter is written, by a signal.
    constexpr std::size_t Bytes = CounterCount * sizeof(std::uint64_t);
    void *Memory = MAP_FAILED;
    if (posix_fallocate(File, 0, off_t(Bytes)) == 0)
      Memory = mmap(nullptr, Bytes, PROT_READ | PROT_WRITE, MAP_SHARED, File, 0);
    close(File);
    if (Memory == MAP_FAILED)
      return false;
    Counters = static_cast<std::atomic<std::uint64_t> *>(Memory);
    return true;
  }

  std::atomic<std::uint64_t> *counters() const { return Counters; }

  /// In one piece, so that no line is cut short but by a full disk. The file is not kept open: a
  /// program that closes what it has not opened might then use the number for a file of its own.
  void write(const std::string &Line) const {
    int Text = ::open(Path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
    if (Text < 0)
      return;
    ssize_t Written = ::write(Text, Line.data(), Line.size());
    static_cast<void>(Written);
    close(Text);
  }

private:
  std::string Path;
  std::atomic<std::uint64_t> *Counters = nullptr;
};

struct KnownFunction {
  std::string Symbol;
  Parameters Of;
  /// Of the kernel in the table.
  std::size_t Number = 0;
};

/// What one thread needs for a launch.
struct Scratch {
  Launch Now;
  /// CUPTI's number of the driver's call.
  std::uint32_t Correlation = 0;
  /// CUPTI's number of the context of that call, which no other one ever has, and of the last one
  /// whose device was named; 0: none.
  std::uint32_t Context = 0;
  std::uint32_t NamedContext = 0;
  /// Values that may be addresses, and whether they are.
  std::array<std::pair<std::uint64_t, bool>, 128> Asked = {};
  ~Scratch();
};

/// The thread is ending: its Scratch is gone.
thread_local bool ThreadEnds = false;
thread_local Scratch ThreadScratch;

Scratch::~Scratch() { ThreadEnds = true; }

/// A launch, as the functions of the driver have it in common.
struct LaunchCall {
  CUfunction Function = nullptr;
  /// The symbol, where CUPTI gives it.
  const char *Symbol = nullptr;
  void *const *Arguments = nullptr;
  void *const *Extra = nullptr;
  bool IsCaptured = false;
};

/// The memory of all parameters, where the launch passes it in one piece.
struct PackedArguments {
  const char *Start = nullptr;
  std::size_t Bytes = 0;
};

PackedArguments packedArguments(void *const *Extra) {
  PackedArguments Result;
  for (; Extra && Extra[0] != CU_LAUNCH_PARAM_END; Extra += 2) {
    if (Extra[0] == CU_LAUNCH_PARAM_BUFFER_POINTER)
      Result.Start = static_cast<const char *>(Extra[1]);
    else if (Extra[0] == CU_LAUNCH_PARAM_BUFFER_SIZE)
      Result.Bytes = *static_cast<const std::size_t *>(Extra[1]);
    else
      return {};
  }
  return Result;
}

/// Never destroyed: threads may launch while the program ends.
class Recorder {
public:
  explicit Recorder(const ProcessFiles &Files)
      : Driver(findDriver()), Files(Files),
        Table([this](const std::string &Line) { this->Files.write(Line); }, Files.counters(),
              CounterCount),
        Graphs(Driver.Graphs) {}

  void record(const LaunchCall &Call, const Launch &Shape);
  void recordGraph(CUgraphExec Executable);
  void instantiate(CUgraphExec Executable, CUgraph Graph);
  void changeNode(CUgraphExec Executable, CUgraphNode Node, const LaunchCall &Call, Launch Shape);
  void enableNode(CUgraphExec Executable, CUgraphNode Node, bool IsEnabled) {
    Graphs.change(Executable, Node, [&](GraphKernel &Of) { Of.IsEnabled = IsEnabled; });
  }
  void forgetGraph(CUgraphExec Executable) { Graphs.forget(Executable); }
  void noteCopy(CUgraphNode Original, CUgraphNode Copy) {
    Times.noteCopy(idOf(Original), idOf(Copy));
  }
  /// From now on, how long kernels take is recorded, too. False: CUPTI refuses.
  bool startTimes(const ActivityFunctions &Functions, decltype(&cuptiGetGraphNodeId) IdOfNode);
  void finishTimes() const { Times.finish(); }
  bool isCapturing(CUstream Stream) const {
    CUstreamCaptureStatus Status = CU_STREAM_CAPTURE_STATUS_NONE;
    return Driver.StreamIsCapturing && Driver.StreamIsCapturing(Stream, &Status) == CUDA_SUCCESS &&
           Status == CU_STREAM_CAPTURE_STATUS_ACTIVE;
  }
  const char *symbolOf(CUfunction Function) const;
  const char *symbolOf(CUkernel Kernel) const {
    const char *Name = nullptr;
    return Driver.KernelGetName && Driver.KernelGetName(&Name, Kernel) == CUDA_SUCCESS ? Name
                                                                                       : nullptr;
  }

private:
  const KnownFunction &find(const LaunchCall &Call);
  const KnownFunction &read(const LaunchCall &Call, const Launch &Shape);
  std::optional<std::size_t> numberOf(const LaunchCall &Call, const Launch &Shape);
  std::optional<GraphKernel> kernelOf(CUgraphNode Node);
  Extents clusterOf(CUgraphNode Node) const;
  std::uint64_t idOf(CUgraphNode Node) const {
    std::uint64_t Id = 0;
    return IdOfNode && IdOfNode(Node, &Id) == CUPTI_SUCCESS ? Id : 0;
  }
  Parameters parametersOf(CUfunction Function) const;
  bool isAddress(std::uint64_t Value) const;
  void writeDevice();

  DriverFunctions Driver;
  ProcessFiles Files;
  /// Held for no call of the driver.
  std::mutex Lock;
  LaunchTable Table;
  LaunchableGraphs Graphs;
  std::unordered_map<CUfunction, const KnownFunction *> Functions;
  /// All that ever were in Functions; threads read them without Lock.
  std::deque<KnownFunction> KnownFunctions;
  bool HasTimes = false;
  KernelTimes Times;
  /// Null: nodes of graphs are not timed.
  decltype(&cuptiGetGraphNodeId) IdOfNode = nullptr;
  std::vector<CUdevice> NamedDevices;
};

/// Launches take the kernels of libraries for functions, too.
const char *Recorder::symbolOf(CUfunction Function) const {
  const char *Name = nullptr;
  if (Driver.FuncGetName && Driver.FuncGetName(&Name, Function) == CUDA_SUCCESS)
    return Name;
  return symbolOf(reinterpret_cast<CUkernel>(Function));
}

Parameters Recorder::parametersOf(CUfunction Function) const {
  Parameters Result;
  const char *Name = nullptr;
  bool IsFunction =
      Driver.FuncGetName && Driver.FuncGetName(&Name, Function) == CUDA_SUCCESS && Name;
  auto Ask = [&](std::size_t Number, Parameter &Into) {
    return IsFunction ? Driver.FuncGetParamInfo(Function, Number, &Into.Offset, &Into.Bytes)
                      : Driver.KernelGetParamInfo(reinterpret_cast<CUkernel>(Function), Number,
                                                  &Into.Offset, &Into.Bytes);
  };
  if (IsFunction ? !Driver.FuncGetParamInfo : !Driver.KernelGetParamInfo)
    return Result;
  CUresult Code = CUDA_SUCCESS;
  for (Parameter Each; (Code = Ask(Result.Each.size(), Each)) == CUDA_SUCCESS;)
    Result.Each.push_back(Each);
  // That is the answer for a number past the last one.
  Result.AreKnown = Code == CUDA_ERROR_INVALID_VALUE;
  return Result;
}

const KnownFunction &Recorder::find(const LaunchCall &Call) {
  {
    std::lock_guard<std::mutex> Guard(Lock);
    auto Found = Functions.find(Call.Function);
    // A handle may be used again, once its module is gone.
    if (Found != Functions.end() && Found->second->Symbol == Call.Symbol)
      return *Found->second;
  }
  KnownFunction New;
  New.Symbol = Call.Symbol;
  New.Of = parametersOf(Call.Function);
  std::lock_guard<std::mutex> Guard(Lock);
  New.Number = Table.addKernel(New.Symbol, New.Of);
  KnownFunctions.push_back(std::move(New));
  Functions[Call.Function] = &KnownFunctions.back();
  return KnownFunctions.back();
}

bool Recorder::isAddress(std::uint64_t Value) const {
  auto &[Known, Is] = ThreadScratch.Asked[(Value >> 8) % ThreadScratch.Asked.size()];
  if (Known != Value) {
    CUmemorytype Type = CU_MEMORYTYPE_HOST;
    Is = Driver.PointerGetAttribute &&
         Driver.PointerGetAttribute(&Type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, Value) == CUDA_SUCCESS;
    Known = Value;
  }
  return Is;
}

/// Reads the launch into the thread's Scratch, and returns its kernel.
const KnownFunction &Recorder::read(const LaunchCall &Call, const Launch &Shape) {
  const KnownFunction &Kernel = find(Call);
  Launch &Now = ThreadScratch.Now;
  Now.Grid = Shape.Grid;
  Now.Block = Shape.Block;
  Now.Cluster = Shape.Cluster;
  Now.SharedBytes = Shape.SharedBytes;
  PackedArguments Packed = packedArguments(Call.Extra);
  auto ArgumentOf = [&](std::size_t Number) -> const char * {
    if (Call.Arguments)
      return static_cast<const char *>(Call.Arguments[Number]);
    const Parameter &Where = Kernel.Of.Each[Number];
    bool IsThere = Packed.Start && Where.Offset + Where.Bytes <= Packed.Bytes;
    return IsThere ? Packed.Start + Where.Offset : nullptr;
  };
  readArguments(
      Kernel.Of, ArgumentOf, [this](std::uint64_t Value) { return isAddress(Value); }, Now);
  return Kernel;
}

void Recorder::record(const LaunchCall &Call, const Launch &Shape) {
  if (!Call.Symbol || !*Call.Symbol)
    return;
  const KnownFunction &Kernel = read(Call, Shape);
  std::size_t Number = 0;
  {
    std::lock_guard<std::mutex> Guard(Lock);
    Number = Table.count(Kernel.Number, ThreadScratch.Now, Call.IsCaptured);
  }
  if (!HasTimes || Call.IsCaptured)
    return;
  writeDevice();
  Times.expect(ThreadScratch.Correlation, Number);
}

/// The number of a launch, which is not counted.
std::optional<std::size_t> Recorder::numberOf(const LaunchCall &Call, const Launch &Shape) {
  if (!Call.Symbol || !*Call.Symbol)
    return std::nullopt;
  const KnownFunction &Kernel = read(Call, Shape);
  std::lock_guard<std::mutex> Guard(Lock);
  return Table.numberOf(Kernel.Number, ThreadScratch.Now);
}

Extents Recorder::clusterOf(CUgraphNode Node) const {
  CUlaunchAttributeValue Value = {};
  if (!Driver.GraphKernelNodeGetAttribute ||
      Driver.GraphKernelNodeGetAttribute(Node, CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION, &Value) !=
          CUDA_SUCCESS)
    return {};
  return {Value.clusterDim.x, Value.clusterDim.y, Value.clusterDim.z};
}

void Recorder::instantiate(CUgraphExec Executable, CUgraph Graph) {
  Graphs.instantiate(Executable, Graph, [this](CUgraphNode Node) { return kernelOf(Node); });
}

void Recorder::changeNode(CUgraphExec Executable, CUgraphNode Node, const LaunchCall &Call,
                          Launch Shape) {
  Shape.Cluster = clusterOf(Node);
  if (std::optional<std::size_t> Number = numberOf(Call, Shape))
    Graphs.change(Executable, Node, [&](GraphKernel &Of) { Of.Launch = *Number; });
  else
    Graphs.forget(Executable);
}

void Recorder::recordGraph(CUgraphExec Executable) {
  std::shared_ptr<const GraphKernels> Kernels = Graphs.kernelsOf(Executable);
  if (!Kernels || Kernels->empty())
    return;
  {
    std::lock_guard<std::mutex> Guard(Lock);
    for (const auto &[Node, Kernel] : *Kernels)
      if (Kernel.IsEnabled)
        Table.countAgain(Kernel.Launch);
  }
  if (!HasTimes)
    return;
  writeDevice();
  Times.expectGraph(ThreadScratch.Correlation, *Kernels);
}

/// The name of the device that the thread uses, once. The driver is asked when the context changes.
void Recorder::writeDevice() {
  if (ThreadScratch.NamedContext == ThreadScratch.Context)
    return;
  ThreadScratch.NamedContext = ThreadScratch.Context;
  CUdevice Device = 0;
  if (!Driver.CtxGetDevice || !Driver.DeviceGetName || Driver.CtxGetDevice(&Device) != CUDA_SUCCESS)
    return;
  {
    std::lock_guard<std::mutex> Guard(Lock);
    if (std::find(NamedDevices.begin(), NamedDevices.end(), Device) != NamedDevices.end())
      return;
    NamedDevices.push_back(Device);
  }
  std::array<char, 256> Name = {};
  if (Driver.DeviceGetName(Name.data(), int(Name.size() - 1), Device) == CUDA_SUCCESS)
    Files.write(std::string("device ") + Name.data() + '\n');
}

Recorder *TheRecorder = nullptr;

bool Recorder::startTimes(const ActivityFunctions &Functions,
                          decltype(&cuptiGetGraphNodeId) IdOfNode) {
  this->IdOfNode = IdOfNode;
  HasTimes = Times.start(Functions, [](std::size_t Launch, std::uint64_t Nanoseconds) {
    TheRecorder->Table.addTime(Launch, Nanoseconds);
  });
  return HasTimes;
}

template <typename Call> Launch shapeOf(const Call &Given) {
  Launch Shape;
  Shape.Grid = {Given.gridDimX, Given.gridDimY, Given.gridDimZ};
  Shape.Block = {Given.blockDimX, Given.blockDimY, Given.blockDimZ};
  Shape.SharedBytes = Given.sharedMemBytes;
  return Shape;
}

/// The stream that a function of the per-thread variants means.
CUstream streamOf(CUstream Given, bool PerThread) {
  return !Given && PerThread ? CU_STREAM_PER_THREAD : Given;
}

void recordLaunch(const cuLaunchKernel_params &Given, const char *Symbol, bool PerThread) {
  bool IsCaptured = TheRecorder->isCapturing(streamOf(Given.hStream, PerThread));
  TheRecorder->record({Given.f, Symbol, Given.kernelParams, Given.extra, IsCaptured},
                      shapeOf(Given));
}

void recordLaunch(const cuLaunchCooperativeKernel_params &Given, const char *Symbol,
                  bool PerThread) {
  bool IsCaptured = TheRecorder->isCapturing(streamOf(Given.hStream, PerThread));
  TheRecorder->record({Given.f, Symbol, Given.kernelParams, nullptr, IsCaptured}, shapeOf(Given));
}

void recordLaunch(const cuLaunchKernelEx_params &Given, const char *Symbol, bool PerThread) {
  const CUlaunchConfig &Configuration = *Given.config;
  Launch Shape = shapeOf(Configuration);
  for (unsigned Index = 0; Index != Configuration.numAttrs; ++Index) {
    const CUlaunchAttribute &Each = Configuration.attrs[Index];
    if (Each.id == CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION)
      Shape.Cluster = {Each.value.clusterDim.x, Each.value.clusterDim.y, Each.value.clusterDim.z};
  }
  bool IsCaptured = TheRecorder->isCapturing(streamOf(Configuration.hStream, PerThread));
  TheRecorder->record({Given.f, Symbol, Given.kernelParams, Given.extra, IsCaptured}, Shape);
}

/// The kernel of a node of a graph.
template <typename Node> LaunchCall callOf(const Node &Given) {
  LaunchCall Call;
  Call.Function = Given.func;
  Call.Symbol = Given.func ? TheRecorder->symbolOf(Given.func) : nullptr;
  Call.Arguments = Given.kernelParams;
  Call.Extra = Given.extra;
  Call.IsCaptured = true;
  if constexpr (!std::is_same_v<Node, CUDA_KERNEL_NODE_PARAMS_v1>)
    if (!Given.func) {
      Call.Function = reinterpret_cast<CUfunction>(Given.kern);
      Call.Symbol = TheRecorder->symbolOf(Given.kern);
    }
  return Call;
}

/// A kernel that the program itself puts into a graph, or changes there.
template <typename Node> void recordNode(const Node &Given) {
  TheRecorder->record(callOf(Given), shapeOf(Given));
}

void recordNode(const CUgraphNodeParams &Given) {
  if (Given.type == CU_GRAPH_NODE_TYPE_KERNEL)
    recordNode(Given.kernel);
}

/// The same for a node of an instantiated graph.
template <typename Node>
void changeNode(CUgraphExec Executable, CUgraphNode Of, const Node &Given) {
  TheRecorder->changeNode(Executable, Of, callOf(Given), shapeOf(Given));
}

void changeNode(CUgraphExec Executable, CUgraphNode Of, const CUgraphNodeParams &Given) {
  if (Given.type == CU_GRAPH_NODE_TYPE_KERNEL)
    changeNode(Executable, Of, Given.kernel);
  else if (Given.type == CU_GRAPH_NODE_TYPE_GRAPH)
    TheRecorder->forgetGraph(Executable);
}

std::optional<GraphKernel> Recorder::kernelOf(CUgraphNode Node) {
  CUDA_KERNEL_NODE_PARAMS Given = {};
  if (!Driver.GraphKernelNodeGetParams ||
      Driver.GraphKernelNodeGetParams(Node, &Given) != CUDA_SUCCESS)
    return std::nullopt;
  Launch Shape = shapeOf(Given);
  Shape.Cluster = clusterOf(Node);
  std::optional<std::size_t> Number = numberOf(callOf(Given), Shape);
  if (!Number)
    return std::nullopt;
  return GraphKernel{*Number, idOf(Node)};
}

template <typename Call> void launchCallback(const CUpti_CallbackData &Data, bool PerThread) {
  const auto &Given = *static_cast<const Call *>(Data.functionParams);
  const char *Symbol = Data.symbolName ? Data.symbolName : TheRecorder->symbolOf(Given.f);
  recordLaunch(Given, Symbol, PerThread);
}

template <typename Call> void nodeCallback(const CUpti_CallbackData &Data, bool) {
  recordNode(*static_cast<const Call *>(Data.functionParams)->nodeParams);
}

template <typename Call> void changeCallback(const CUpti_CallbackData &Data, bool) {
  const auto &Given = *static_cast<const Call *>(Data.functionParams);
  recordNode(*Given.nodeParams);
  changeNode(Given.hGraphExec, Given.hNode, *Given.nodeParams);
}

template <typename Call> void instantiateCallback(const CUpti_CallbackData &Data, bool) {
  const auto &Given = *static_cast<const Call *>(Data.functionParams);
  TheRecorder->instantiate(*Given.phGraphExec, Given.hGraph);
}

template <typename Call> void updateCallback(const CUpti_CallbackData &Data, bool) {
  const auto &Given = *static_cast<const Call *>(Data.functionParams);
  TheRecorder->instantiate(Given.hGraphExec, Given.hGraph);
}

void enableCallback(const CUpti_CallbackData &Data, bool) {
  const auto &Given = *static_cast<const cuGraphNodeSetEnabled_params *>(Data.functionParams);
  TheRecorder->enableNode(Given.hGraphExec, Given.hNode, Given.isEnabled != 0);
}

template <typename Call> void forgetCallback(const CUpti_CallbackData &Data, bool) {
  TheRecorder->forgetGraph(static_cast<const Call *>(Data.functionParams)->hGraphExec);
}

/// What the variants of cuGraphLaunch are given; toolkits name the fields differently.
struct GraphLaunch {
  CUgraphExec Executable;
  CUstream Stream;
};
static_assert(sizeof(GraphLaunch) == sizeof(cuGraphLaunch_params) &&
              sizeof(GraphLaunch) == sizeof(cuGraphLaunch_ptsz_params));

/// A launch that a stream captures puts the graph into another one.
void graphCallback(const CUpti_CallbackData &Data, bool PerThread) {
  const auto &Given = *static_cast<const GraphLaunch *>(Data.functionParams);
  if (!TheRecorder->isCapturing(streamOf(Given.Stream, PerThread)))
    TheRecorder->recordGraph(Given.Executable);
}

/// What is done at the end of a function of the driver.
struct Handler {
  CUpti_CallbackId Function;
  void (*Handle)(const CUpti_CallbackData &Data, bool PerThread);
  bool PerThread = false;
};

constexpr Handler Handlers[] = {
    {CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel, launchCallback<cuLaunchKernel_params>},
    {CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel_ptsz, launchCallback<cuLaunchKernel_params>, true},
    {CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx, launchCallback<cuLaunchKernelEx_params>},
    {CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx_ptsz, launchCallback<cuLaunchKernelEx_params>, true},
    {CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernel,
     launchCallback<cuLaunchCooperativeKernel_params>},
    {CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernel_ptsz,
     launchCallback<cuLaunchCooperativeKernel_params>, true},
    {CUPTI_DRIVER_TRACE_CBID_cuGraphAddKernelNode, nodeCallback<cuGraphAddKernelNode_params>},
    {CUPTI_DRIVER_TRACE_CBID_cuGraphAddKernelNode_v2, nodeCallback<cuGraphAddKernelNode_v2_params>},
    {CUPTI_DRIVER_TRACE_CBID_cuGraphKernelNodeSetParams,
     nodeCallback<cuGraphKernelNodeSetParams_params>},
    {CUPTI_DRIVER_TRACE_CBID_cuGraphKernelNodeSetParams_v2,
     nodeCallback<cuGraphKernelNodeSetParams_v2_params>},
    {CUPTI_DRIVER_TRACE_CBID_cuGraphExecKernelNodeSetParams,
     changeCallback<cuGraphExecKernelNodeSetParams_params>},
    {CUPTI_DRIVER_TRACE_CBID_cuGraphExecKernelNodeSetParams_v2,
     changeCallback<cuGraphExecKernelNodeSetParams_v2_params>},
    {CUPTI_DRIVER_TRACE_CBID_cuGraphAddNode, nodeCallback<cuGraphAddNode_params>},
    {CUPTI_DRIVER_TRACE_CBID_cuGraphAddNode_v2, nodeCallback<cuGraphAddNode_v2_params>},
    {CUPTI_DRIVER_TRACE_CBID_cuGraphNodeSetParams, nodeCallback<cuGraphNodeSetParams_params>},
    {CUPTI_DRIVER_TRACE_CBID_cuGraphExecNodeSetParams,
     changeCallback<cuGraphExecNodeSetParams_params>},
    {CUPTI_DRIVER_TRACE_CBID_cuGraphInstantiate, instantiateCallback<cuGraphInstantiate_params>},
    {CUPTI_DRIVER_TRACE_CBID_cuGraphInstantiate_v2,
     instantiateCallback<cuGraphInstantiate_v2_params>},
    {CUPTI_DRIVER_TRACE_CBID_cuGraphInstantiateWithFlags,
     instantiateCallback<cuGraphInstantiateWithFlags_params>},
    {CUPTI_DRIVER_TRACE_CBID_cuGraphInstantiateWithParams,
     instantiateCallback<cuGraphInstantiateWithParams_params>},
    {CUPTI_DRIVER_TRACE_CBID_cuGraphInstantiateWithParams_ptsz,
     instantiateCallback<cuGraphInstantiateWithParams_ptsz_params>},
    {CUPTI_DRIVER_TRACE_CBID_cuGraphExecUpdate, updateCallback<cuGraphExecUpdate_params>},
    {CUPTI_DRIVER_TRACE_CBID_cuGraphExecUpdate_v2, updateCallback<cuGraphExecUpdate_v2_params>},
    {CUPTI_DRIVER_TRACE_CBID_cuGraphExecChildGraphNodeSetParams,
     forgetCallback<cuGraphExecChildGraphNodeSetParams_params>},
    {CUPTI_DRIVER_TRACE_CBID_cuGraphExecDestroy, forgetCallback<cuGraphExecDestroy_params>},
    {CUPTI_DRIVER_TRACE_CBID_cuGraphNodeSetEnabled, enableCallback},
    {CUPTI_DRIVER_TRACE_CBID_cuGraphLaunch, graphCallback},
    {CUPTI_DRIVER_TRACE_CBID_cuGraphLaunch_ptsz, graphCallback, true},
};

void onResource(CUpti_CallbackId Event, const void *Given) {
  const auto *Resource = static_cast<const CUpti_ResourceData *>(Given);
  if (Event != CUPTI_CBID_RESOURCE_GRAPHNODE_CLONED || !Resource->resourceDescriptor)
    return;
  const auto &Graph = *static_cast<const CUpti_GraphData *>(Resource->resourceDescriptor);
  try {
    TheRecorder->noteCopy(Graph.originalNode, Graph.node);
  } catch (...) {
    // Out of memory: the node is not timed.
  }
}

void CUPTIAPI onDriverCall(void *, CUpti_CallbackDomain Domain, CUpti_CallbackId Function,
                           const void *Given) {
  if (Domain == CUPTI_CB_DOMAIN_RESOURCE) {
    onResource(Function, Given);
    return;
  }
  const auto &Data = *static_cast<const CUpti_CallbackData *>(Given);
  // The program's launch failed, or has not been made yet.
  if (Data.callbackSite != CUPTI_API_EXIT || ThreadEnds || !Data.functionReturnValue ||
      *static_cast<const CUresult *>(Data.functionReturnValue) != CUDA_SUCCESS)
    return;
  ThreadScratch.Correlation = Data.correlationId;
  ThreadScratch.Context = Data.contextUid;
  try {
    for (const Handler &Each : Handlers)
      if (Each.Function == Function)
        Each.Handle(Data, Each.PerThread);
  } catch (...) {
    // Out of memory: the launch is not recorded.
  }
}

/// That which the program has loaded already, if there is one: CUPTI is there once only.
void *openCupti() {
  const char *Path = std::getenv("CUDA_MEMLINT_RECORD_CUPTI");
  static constexpr const char *Names[] = {"libcupti.so.13", "libcupti.so.12", "libcupti.so"};
  for (const char *Name : Names)
    if (void *Library = dlopen(Name, RTLD_NOW | RTLD_NOLOAD))
      return Library;
  if (Path && *Path)
    if (void *Library = dlopen(Path, RTLD_NOW))
      return Library;
  for (const char *Name : Names)
    if (void *Library = dlopen(Name, RTLD_NOW))
      return Library;
  return nullptr;
}

/// Has CUPTI call onDriverCall(). The error; empty: it will.
std::string subscribe(void *Library) {
  decltype(&cuptiSubscribe) Subscribe = nullptr;
  decltype(&cuptiEnableCallback) Enable = nullptr;
  findFunction(Library, "cuptiSubscribe", Subscribe);
  findFunction(Library, "cuptiEnableCallback", Enable);
  if (!Subscribe || !Enable)
    return "libcupti.so lacks cuptiSubscribe or cuptiEnableCallback";
  CUpti_SubscriberHandle Handle = nullptr;
  CUptiResult Code = Subscribe(&Handle, onDriverCall, nullptr);
  if (Code != CUPTI_SUCCESS)
    return "cuptiSubscribe failed with code " + std::to_string(int(Code)) +
           "; another tool may be using CUPTI";
  bool Any = false;
  // CUPTI of an older toolkit knows fewer functions.
  for (const Handler &Each : Handlers)
    Any |= Enable(1, Handle, CUPTI_CB_DOMAIN_DRIVER_API, Each.Function) == CUPTI_SUCCESS;
  // Only times need it, and without it nodes of graphs have none.
  if (std::getenv("CUDA_MEMLINT_RECORD_TIMES"))
    Enable(1, Handle, CUPTI_CB_DOMAIN_RESOURCE, CUPTI_CBID_RESOURCE_GRAPHNODE_CLONED);
  return Any ? "" : "cuptiEnableCallback failed";
}

/// Has kernels timed, if that is asked for. The error; empty: there is none.
std::string startTimes(void *Library) {
  if (!std::getenv("CUDA_MEMLINT_RECORD_TIMES"))
    return "";
  ActivityFunctions Functions;
  findFunction(Library, "cuptiActivityRegisterCallbacks", Functions.RegisterCallbacks);
  findFunction(Library, "cuptiActivityEnable", Functions.Enable);
  findFunction(Library, "cuptiActivityGetNextRecord", Functions.GetNextRecord);
  findFunction(Library, "cuptiActivityFlushAll", Functions.FlushAll);
  findFunction(Library, "cuptiActivityFlushPeriod", Functions.FlushPeriod);
  decltype(&cuptiGetGraphNodeId) IdOfNode = nullptr;
  findFunction(Library, "cuptiGetGraphNodeId", IdOfNode);
  if (!TheRecorder->startTimes(Functions, IdOfNode))
    return "CUPTI's activity interface refuses to time kernels";
  // CUPTI's threads do not exist in a child that the program forks, which would wait for them.
  static const pid_t Process = getpid();
  std::atexit([] {
    if (getpid() == Process)
      TheRecorder->finishTimes();
  });
  return "";
}

std::string startCupti() {
  void *Library = openCupti();
  if (!Library) {
    const char *Why = dlerror();
    return std::string("cannot load CUPTI: ") + (Why ? Why : "libcupti.so was not found");
  }
  std::string Problem = subscribe(Library);
  return Problem.empty() ? startTimes(Library) : Problem;
}

void start() {
  const char *Folder = std::getenv("CUDA_MEMLINT_RECORD_FOLDER");
  ProcessFiles Files;
  if (!Folder || TheRecorder || !Files.open(Folder))
    return;
  TheRecorder = new Recorder(Files);
  std::string Problem = startCupti();
  if (!Problem.empty())
    Files.write("problem " + Problem + '\n');
}

} // namespace

/// Called by the driver when the program initialises it.
extern "C" __attribute__((visibility("default"))) int InitializeInjection() {
  try {
    start();
  } catch (...) {
    // The program runs all the same.
  }
  return 1;
}
