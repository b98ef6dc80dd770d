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

#include "memlint_kernel_times.h"
#include "memlint_launch_table.h"

#include <cuda.h>
#include <cupti.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <mutex>
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
              CounterCount) {}

  void record(const LaunchCall &Call, const Launch &Shape);
  /// From now on, how long kernels take is recorded, too. False: CUPTI refuses.
  bool startTimes(const ActivityFunctions &Functions);
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
  Parameters parametersOf(CUfunction Function) const;
  bool isAddress(std::uint64_t Value) const;
  void writeDevice();

  DriverFunctions Driver;
  ProcessFiles Files;
  /// Held for no call of the driver.
  std::mutex Lock;
  LaunchTable Table;
  std::unordered_map<CUfunction, const KnownFunction *> Functions;
  /// All that ever were in Functions; threads read them without Lock.
  std::deque<KnownFunction> KnownFunctions;
  bool HasTimes = false;
  KernelTimes Times;
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

void Recorder::record(const LaunchCall &Call, const Launch &Shape) {
  if (!Call.Symbol || !*Call.Symbol)
    return;
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
  std::size_t Number = 0;
  {
    std::lock_guard<std::mutex> Guard(Lock);
    Number = Table.count(Kernel.Number, Now, Call.IsCaptured);
  }
  if (!HasTimes || Call.IsCaptured)
    return;
  writeDevice();
  Times.expect(ThreadScratch.Correlation, Number);
}

/// The name of the device that the thread uses, once.
void Recorder::writeDevice() {
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

bool Recorder::startTimes(const ActivityFunctions &Functions) {
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

/// A kernel that the program itself puts into a graph, or changes there.
template <typename Node> void recordNode(const Node &Given) {
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
  TheRecorder->record(Call, shapeOf(Given));
}

void recordNode(const CUgraphNodeParams &Given) {
  if (Given.type == CU_GRAPH_NODE_TYPE_KERNEL)
    recordNode(Given.kernel);
}

template <typename Call> void launchCallback(const CUpti_CallbackData &Data, bool PerThread) {
  const auto &Given = *static_cast<const Call *>(Data.functionParams);
  const char *Symbol = Data.symbolName ? Data.symbolName : TheRecorder->symbolOf(Given.f);
  recordLaunch(Given, Symbol, PerThread);
}

template <typename Call> void nodeCallback(const CUpti_CallbackData &Data, bool) {
  recordNode(*static_cast<const Call *>(Data.functionParams)->nodeParams);
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
     nodeCallback<cuGraphExecKernelNodeSetParams_params>},
    {CUPTI_DRIVER_TRACE_CBID_cuGraphExecKernelNodeSetParams_v2,
     nodeCallback<cuGraphExecKernelNodeSetParams_v2_params>},
    {CUPTI_DRIVER_TRACE_CBID_cuGraphAddNode, nodeCallback<cuGraphAddNode_params>},
    {CUPTI_DRIVER_TRACE_CBID_cuGraphAddNode_v2, nodeCallback<cuGraphAddNode_v2_params>},
    {CUPTI_DRIVER_TRACE_CBID_cuGraphNodeSetParams, nodeCallback<cuGraphNodeSetParams_params>},
    {CUPTI_DRIVER_TRACE_CBID_cuGraphExecNodeSetParams,
     nodeCallback<cuGraphExecNodeSetParams_params>},
};

void CUPTIAPI onDriverCall(void *, CUpti_CallbackDomain, CUpti_CallbackId Function,
                           const void *Given) {
  const auto &Data = *static_cast<const CUpti_CallbackData *>(Given);
  // The program's launch failed, or has not been made yet.
  if (Data.callbackSite != CUPTI_API_EXIT || ThreadEnds || !Data.functionReturnValue ||
      *static_cast<const CUresult *>(Data.functionReturnValue) != CUDA_SUCCESS)
    return;
  ThreadScratch.Correlation = Data.correlationId;
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
  if (!TheRecorder->startTimes(Functions))
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
