//===- OutdatedFunction.cpp - Functions that toolkits dropped -------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/CudaModel/OutdatedFunction.h"

#include "llvm/ADT/StringMap.h"

namespace memlint {

namespace {

struct Row {
  llvm::StringLiteral Name;
  OutdatedFunction What;
};

constexpr bool Removed = true, Deprecated = false;

constexpr llvm::StringLiteral
    TextureObject = "use a texture object (`cudaCreateTextureObject`), or plain loads through "
                    "`const … *__restrict__`",
    SurfaceObject = "use a surface object (`cudaCreateSurfaceObject`)",
    Launch = "launch with `<<<…>>>` or `cudaLaunchKernel`",
    GraphicsResource = "use `cudaGraphicsGLRegisterBuffer` and `cudaGraphicsMapResources`",
    NoBankModes = "remove the call: devices from compute capability 5.0 on have banks of 4 bytes "
                  "only",
    Location = "pass a `cudaMemLocation` and flags in the place of the device",
    AdviceLocation = "pass a `cudaMemLocation` in the place of the device",
    Edges = "pass the data of the edges, or null, as well",
    EdgesRead = "pass an array for the data of the edges, or null, as well";

} // namespace

/// Compared with the headers and the compiler of toolkit 13.0: each removed name, field and
/// signature was compiled and refused, votes by ptxas, cudaDeviceSynchronize in kernels and in
/// functions of the device (relocatable code, for sm_80 and sm_90); each deprecated one has the
/// attribute in cuda_runtime_api.h or cuda_gl_interop.h.
static constexpr Row Rows[] = {
    {"cudaThreadSynchronize", {Removed, "use `cudaDeviceSynchronize`"}},
    {DeviceSynchronisation,
     {Removed, "end the parent kernel, and launch what needs the results of its children from the "
               "host, or into `cudaStreamTailLaunch`"}},
    {"cudaThreadExit", {Removed, "use `cudaDeviceReset`"}},
    {"cudaThreadSetLimit", {Removed, "use `cudaDeviceSetLimit`"}},
    {"cudaThreadGetLimit", {Removed, "use `cudaDeviceGetLimit`"}},
    {"cudaThreadSetCacheConfig", {Removed, "use `cudaDeviceSetCacheConfig`"}},
    {"cudaThreadGetCacheConfig", {Removed, "use `cudaDeviceGetCacheConfig`"}},
    {"cudaSetDoubleForDevice", {Removed, "remove the call: devices have doubles"}},
    {"cudaSetDoubleForHost", {Removed, "remove the call: devices have doubles"}},
    {"cudaConfigureCall", {Removed, Launch}},
    {"cudaSetupArgument", {Removed, Launch}},
    {"cudaLaunch", {Removed, Launch}},
    {"cudaLaunchCooperativeKernelMultiDevice",
     {Removed, "launch on each device with `cudaLaunchCooperativeKernel`"}},
    {"cudaProfilerInitialize", {Removed, "remove the call, and configure the profiler outside"}},
    {TextureReference, {Removed, TextureObject}},
    {"cudaBindTexture", {Removed, TextureObject}},
    {"cudaBindTexture2D", {Removed, TextureObject}},
    {"cudaBindTextureToArray", {Removed, TextureObject}},
    {"cudaBindTextureToMipmappedArray", {Removed, TextureObject}},
    {"cudaUnbindTexture", {Removed, TextureObject}},
    {"cudaGetTextureReference", {Removed, TextureObject}},
    {"cudaGetTextureAlignmentOffset", {Removed, TextureObject}},
    {"cudaBindSurfaceToArray", {Removed, SurfaceObject}},
    {"cudaGetSurfaceReference", {Removed, SurfaceObject}},
    {"__shfl", {Removed, "use `__shfl_sync`, with a mask of the lanes that take part"}},
    {"__shfl_up", {Removed, "use `__shfl_up_sync`, with a mask of the lanes that take part"}},
    {"__shfl_down", {Removed, "use `__shfl_down_sync`, with a mask of the lanes that take part"}},
    {"__shfl_xor", {Removed, "use `__shfl_xor_sync`, with a mask of the lanes that take part"}},
    {"__ballot", {Removed, "use `__ballot_sync`, with a mask of the lanes that take part"}},
    {"__any", {Removed, "use `__any_sync`, with a mask of the lanes that take part"}},
    {"__all", {Removed, "use `__all_sync`, with a mask of the lanes that take part"}},
    {"cudaGetDeviceProperties_v2", {Removed, "use `cudaGetDeviceProperties`"}},
    {"cudaStreamGetCaptureInfo_v2", {Removed, "use `cudaStreamGetCaptureInfo`"}},
    {"cudaMemPrefetchAsync_v2", {Removed, "use `cudaMemPrefetchAsync`"}},
    {"cudaMemAdvise_v2", {Removed, "use `cudaMemAdvise`"}},
    {"cudaMemPrefetchAsync(const void *, size_t, int, cudaStream_t)", {Removed, Location}},
    {"cudaMemAdvise(const void *, size_t, cudaMemoryAdvise, int)", {Removed, AdviceLocation}},
    {"cudaGraphAddDependencies(cudaGraph_t, const cudaGraphNode_t *, const cudaGraphNode_t *, "
     "size_t)",
     {Removed, Edges}},
    {"cudaGraphRemoveDependencies(cudaGraph_t, const cudaGraphNode_t *, const cudaGraphNode_t *, "
     "size_t)",
     {Removed, Edges}},
    {"cudaGraphGetEdges(cudaGraph_t, cudaGraphNode_t *, cudaGraphNode_t *, size_t *)",
     {Removed, EdgesRead}},
    {"cudaGraphNodeGetDependencies(cudaGraphNode_t, cudaGraphNode_t *, size_t *)",
     {Removed, EdgesRead}},
    {"cudaGraphNodeGetDependentNodes(cudaGraphNode_t, cudaGraphNode_t *, size_t *)",
     {Removed, EdgesRead}},
    {"cudaGraphAddNode(cudaGraphNode_t *, cudaGraph_t, const cudaGraphNode_t *, size_t, "
     "cudaGraphNodeParams *)",
     {Removed, Edges}},
    {"cudaStreamGetCaptureInfo(cudaStream_t, cudaStreamCaptureStatus *, unsigned long long *, "
     "cudaGraph_t *, const cudaGraphNode_t **, size_t *)",
     {Removed, EdgesRead}},
    {"cudaStreamUpdateCaptureDependencies(cudaStream_t, cudaGraphNode_t *, size_t, unsigned int)",
     {Removed, Edges}},
    {"cudaGraphAddDependencies_v2", {Removed, "use `cudaGraphAddDependencies`"}},
    {"cudaGraphRemoveDependencies_v2", {Removed, "use `cudaGraphRemoveDependencies`"}},
    {"cudaGraphGetEdges_v2", {Removed, "use `cudaGraphGetEdges`"}},
    {"cudaGraphNodeGetDependencies_v2", {Removed, "use `cudaGraphNodeGetDependencies`"}},
    {"cudaGraphNodeGetDependentNodes_v2", {Removed, "use `cudaGraphNodeGetDependentNodes`"}},
    {"cudaGraphAddNode_v2", {Removed, "use `cudaGraphAddNode`"}},
    {"cudaStreamGetCaptureInfo_v3", {Removed, "use `cudaStreamGetCaptureInfo`"}},
    {"cudaStreamUpdateCaptureDependencies_v2",
     {Removed, "use `cudaStreamUpdateCaptureDependencies`"}},
    {"this_multi_grid",
     {Removed, "launch on each device, and let the host or flags in memory that all of them share "
               "synchronise them"}},
    {"cudaDeviceProp::clockRate",
     {Removed, "call `cudaDeviceGetAttribute` with `cudaDevAttrClockRate`"}},
    {"cudaDeviceProp::deviceOverlap",
     {Removed, "use `asyncEngineCount`, which is not 0 where copies and kernels overlap"}},
    {"cudaDeviceProp::kernelExecTimeoutEnabled",
     {Removed, "call `cudaDeviceGetAttribute` with `cudaDevAttrKernelExecTimeout`"}},
    {"cudaDeviceProp::computeMode",
     {Removed, "call `cudaDeviceGetAttribute` with `cudaDevAttrComputeMode`"}},
    {"cudaDeviceProp::memoryClockRate",
     {Removed, "call `cudaDeviceGetAttribute` with `cudaDevAttrMemoryClockRate`"}},
    {"cudaDeviceProp::maxTexture1DLinear",
     {Removed, "call `cudaDeviceGetTexture1DLinearMaxWidth`"}},
    {"cudaDeviceProp::singleToDoublePrecisionPerfRatio",
     {Removed, "call `cudaDeviceGetAttribute` with `cudaDevAttrSingleToDoublePrecisionPerfRatio`"}},
    {"cudaDeviceProp::cooperativeMultiDeviceLaunch",
     {Removed, "remove it: no toolkit from 13.0 on launches on several devices at once"}},
    {"cudaPointerAttributes::memoryType", {Removed, "use `type`"}},
    {"cudaPointerAttributes::isManaged", {Removed, "compare `type` with `cudaMemoryTypeManaged`"}},
    {"cudaMemcpyToArray", {Deprecated, "use `cudaMemcpy2DToArray`"}},
    {"cudaMemcpyFromArray", {Deprecated, "use `cudaMemcpy2DFromArray`"}},
    {"cudaMemcpyArrayToArray", {Deprecated, "use `cudaMemcpy2DArrayToArray`"}},
    {"cudaMemcpyToArrayAsync", {Deprecated, "use `cudaMemcpy2DToArrayAsync`"}},
    {"cudaMemcpyFromArrayAsync", {Deprecated, "use `cudaMemcpy2DFromArrayAsync`"}},
    {"cudaDeviceSetSharedMemConfig", {Deprecated, NoBankModes, /*ConcernsBanks=*/true}},
    {"cudaDeviceGetSharedMemConfig", {Deprecated, NoBankModes, /*ConcernsBanks=*/true}},
    {"cudaFuncSetSharedMemConfig", {Deprecated, NoBankModes, /*ConcernsBanks=*/true}},
    {"cudaGetDriverEntryPoint", {Deprecated, "use `cudaGetDriverEntryPointByVersion`"}},
    {"cudaGLSetGLDevice", {Deprecated, "use `cudaSetDevice`"}},
    {"cudaGLRegisterBufferObject", {Deprecated, GraphicsResource}},
    {"cudaGLSetBufferObjectMapFlags", {Deprecated, GraphicsResource}},
    {"cudaGLMapBufferObject", {Deprecated, GraphicsResource}},
    {"cudaGLMapBufferObjectAsync", {Deprecated, GraphicsResource}},
    {"cudaGLUnmapBufferObject", {Deprecated, GraphicsResource}},
    {"cudaGLUnmapBufferObjectAsync", {Deprecated, GraphicsResource}},
    {"cudaGLUnregisterBufferObject", {Deprecated, GraphicsResource}},
};

std::optional<OutdatedFunction> outdatedFunction(llvm::StringRef Name) {
  static const auto ByName = [] {
    llvm::StringMap<OutdatedFunction> Result;
    for (const Row &Each : Rows)
      Result[Each.Name] = Each.What;
    return Result;
  }();
  auto Found = ByName.find(Name);
  return Found == ByName.end() ? std::nullopt : std::optional(Found->second);
}

} // namespace memlint
