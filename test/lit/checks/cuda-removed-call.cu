// RUN: not %cuda-memlint --remarks --checks=-*,cuda-removed-call --cuda-path=%S/Inputs/toolkit-13 %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=remark:

// Nobody says which toolkit is used, or it is an older one; who compiles for an older device has an older toolkit, too.
// RUN: %cuda-memlint --remarks --checks=-*,cuda-removed-call %s 2>&1 | FileCheck %s --check-prefix=OLDER --implicit-check-not=warning:
// RUN: %cuda-memlint --remarks --checks=-*,cuda-removed-call --cuda-path=%S/Inputs/toolkit-12 %s 2>&1 | FileCheck %s --check-prefix=OLDER --implicit-check-not=warning:
// RUN: %cuda-memlint --remarks --checks=-*,cuda-removed-call --cuda-path=%S/Inputs/toolkit-13 --arch=sm_70 %s 2>&1 | FileCheck %s --check-prefix=OLDER --implicit-check-not=warning:
// OLDER: remark: toolkit 13.0 does not compile texture references any more

// CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: toolkit 13.0 does not compile texture references any more [cuda-removed-call]
texture<float, 1> image;
texture<float, 2> second;
// All that belongs to them, here and below: two declarations, three calls.
// CHECK: note: 5 uses in this file, with `cudaBindTexture`, `cudaUnbindTexture`: lines [[#@LINE-3]], [[#@LINE-2]], [[#@LINE+39]], [[#@LINE+40]], [[#@LINE+41]]{{$}}
// CHECK: help: use a texture object

__global__ void votes(int *out, float *values) {
  int t = threadIdx.x;
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: toolkit 13.0 does not compile `__shfl_down` any more
  values[t] += __shfl_down(values[t], 16);
  // CHECK: note: 2 uses in this file: lines [[#@LINE-1]], [[#@LINE+2]]{{$}}
  // CHECK: help: use `__shfl_down_sync`, with a mask of the lanes that take part
  values[t] += __shfl_down(values[t], 8);
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: toolkit 13.0 does not compile `__ballot` any
  out[t] = __ballot(out[t]);
  values[t] += tex1Dfetch(image, t);
}

// Near misses: with a mask; a texture object; a function of the file's own.
__device__ int __any(int *p) { return *p; }

__global__ void today(int *out, float *values, cudaTextureObject_t object) {
  int t = threadIdx.x;
  values[t] += __shfl_down_sync(~0u, values[t], 16);
  out[t] = __ballot_sync(~0u, out[t]) + __any(out);
  values[t] += tex1Dfetch<float>(object, t);
}

void host(cudaArray_t array, void *data) {
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: remark: deprecated in CUDA 13.0: `cudaMemcpyToArray` [cuda-removed-call]
  cudaMemcpyToArray(array, 0, 0, data, 64, cudaMemcpyHostToDevice);
  // CHECK: help: use `cudaMemcpy2DToArray`
  votes<<<1, 32>>>((int *)data, (float *)data);
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: toolkit 13.0 does not compile `cudaThreadSynchronize` any
  cudaThreadSynchronize();
  // CHECK: help: use `cudaDeviceSynchronize`
  cudaDeviceSynchronize();
  cudaMemcpy2DToArray(array, 0, 0, data, 64, 64, 1, cudaMemcpyHostToDevice);
}

// Functions that our headers do not declare.
void unbind(float *data) {
  cudaBindTexture(0, image, data, 64);
  cudaBindTexture(0, image, data, 128);
  cudaUnbindTexture(image);
}

// A function of the file's own.
template <typename T> int cudaUnbindTexture(T &, int) { return 0; }
void own() { cudaUnbindTexture(image, 1); }

int fields(int device, void *memory) {
  cudaDeviceProp properties;
  cudaGetDeviceProperties(&properties, device);
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: toolkit 13.0 does not compile `cudaDeviceProp::clockRate` any more
  int sum = properties.clockRate;
  // CHECK: help: call `cudaDeviceGetAttribute` with `cudaDevAttrClockRate`
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: toolkit 13.0 does not compile `cudaDeviceProp::deviceOverlap` any more
  sum += properties.deviceOverlap;
  // CHECK: help: use `asyncEngineCount`, which is not 0 where copies and kernels overlap
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: toolkit 13.0 does not compile `cudaDeviceProp::kernelExecTimeoutEnabled` any more
  sum += properties.kernelExecTimeoutEnabled;
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: toolkit 13.0 does not compile `cudaDeviceProp::computeMode` any more
  sum += properties.computeMode;
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: toolkit 13.0 does not compile `cudaDeviceProp::memoryClockRate` any more
  sum += properties.memoryClockRate;
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: toolkit 13.0 does not compile `cudaDeviceProp::maxTexture1DLinear` any more
  sum += properties.maxTexture1DLinear;
  // CHECK: help: call `cudaDeviceGetTexture1DLinearMaxWidth`
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: toolkit 13.0 does not compile `cudaDeviceProp::singleToDoublePrecisionPerfRatio` any more
  sum += properties.singleToDoublePrecisionPerfRatio;
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: toolkit 13.0 does not compile `cudaDeviceProp::cooperativeMultiDeviceLaunch` any more
  sum += properties.cooperativeMultiDeviceLaunch;
  cudaPointerAttributes attributes;
  cudaPointerGetAttributes(&attributes, memory);
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: toolkit 13.0 does not compile `cudaPointerAttributes::memoryType` any more
  sum += attributes.memoryType == cudaMemoryTypeDevice;
  // CHECK: help: use `type`
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: toolkit 13.0 does not compile `cudaPointerAttributes::isManaged` any more
  sum += attributes.isManaged;
  // Fields that are still there.
  sum += properties.multiProcessorCount + properties.asyncEngineCount + attributes.type;
  return sum;
}

// Another structure with such a field.
struct Clock { int clockRate; };
int ownField(Clock clock) { return clock.clockRate; }

void overloads(void *memory, cudaStream_t stream, cudaMemLocation place, cudaGraph_t graph,
               cudaGraphNode_t *nodes) {
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: toolkit 13.0 does not compile `cudaMemPrefetchAsync(const void *, size_t, int, cudaStream_t)` any more
  cudaMemPrefetchAsync(memory, 64, 0, stream);
  // CHECK: help: pass a `cudaMemLocation` and flags in the place of the device
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: toolkit 13.0 does not compile `cudaMemAdvise(const void *, size_t, cudaMemoryAdvise, int)` any more
  cudaMemAdvise(memory, 64, cudaMemAdviseSetReadMostly, 0);
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: toolkit 13.0 does not compile `cudaGraphAddDependencies(cudaGraph_t, const cudaGraphNode_t *, const cudaGraphNode_t *, size_t)` any more
  cudaGraphAddDependencies(graph, nodes, nodes + 1, 1);
  // CHECK: help: pass the data of the edges, or null
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: toolkit 13.0 does not compile `cudaStreamUpdateCaptureDependencies(cudaStream_t, cudaGraphNode_t *, size_t, unsigned int)` any more
  cudaStreamUpdateCaptureDependencies(stream, nodes, 1, 0);
  // The overloads of today.
  cudaMemPrefetchAsync(memory, 64, place, 0, stream);
  cudaMemAdvise(memory, 64, cudaMemAdviseSetReadMostly, place);
  cudaGraphAddDependencies(graph, nodes, nodes + 1, nullptr, 1);
}

void edges(cudaGraph_t graph, cudaGraphNode_t node, cudaStream_t stream, cudaGraphNodeParams *params) {
  cudaGraphNode_t from[4], to[4];
  cudaStreamCaptureStatus status;
  unsigned long long id;
  const cudaGraphNode_t *dependencies;
  size_t count = 4;
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: toolkit 13.0 does not compile `cudaGraphGetEdges(cudaGraph_t, cudaGraphNode_t *, cudaGraphNode_t *, size_t *)` any more
  // CHECK: help: pass an array for the data of the edges, or null, as well
  cudaGraphGetEdges(graph, from, to, &count);
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: toolkit 13.0 does not compile `cudaGraphNodeGetDependencies(cudaGraphNode_t, cudaGraphNode_t *, size_t *)` any more
  cudaGraphNodeGetDependencies(node, from, &count);
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: toolkit 13.0 does not compile `cudaGraphNodeGetDependentNodes(cudaGraphNode_t, cudaGraphNode_t *, size_t *)` any more
  cudaGraphNodeGetDependentNodes(node, from, &count);
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: toolkit 13.0 does not compile `cudaGraphRemoveDependencies(cudaGraph_t, const cudaGraphNode_t *, const cudaGraphNode_t *, size_t)` any more
  // CHECK: help: pass the data of the edges, or null, as well
  cudaGraphRemoveDependencies(graph, from, to, 1);
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: toolkit 13.0 does not compile `cudaGraphAddNode(cudaGraphNode_t *, cudaGraph_t, const cudaGraphNode_t *, size_t, cudaGraphNodeParams *)` any more
  cudaGraphAddNode(from, graph, to, 1, params);
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: toolkit 13.0 does not compile `cudaStreamGetCaptureInfo(cudaStream_t, cudaStreamCaptureStatus *, unsigned long long *, cudaGraph_t *, const cudaGraphNode_t **, size_t *)` any more
  cudaStreamGetCaptureInfo(stream, &status, &id, &graph, &dependencies, &count);
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: toolkit 13.0 does not compile `cudaGraphGetEdges_v2` any more
  // CHECK: help: use `cudaGraphGetEdges`
  cudaGraphGetEdges_v2(graph, from, to, nullptr, &count);
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: toolkit 13.0 does not compile `cudaGraphNodeGetDependencies_v2` any more
  cudaGraphNodeGetDependencies_v2(node, from, nullptr, &count);
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: toolkit 13.0 does not compile `cudaGraphNodeGetDependentNodes_v2` any more
  cudaGraphNodeGetDependentNodes_v2(node, from, nullptr, &count);
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: toolkit 13.0 does not compile `cudaGraphAddDependencies_v2` any more
  cudaGraphAddDependencies_v2(graph, from, to, nullptr, 1);
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: toolkit 13.0 does not compile `cudaGraphRemoveDependencies_v2` any more
  cudaGraphRemoveDependencies_v2(graph, from, to, nullptr, 1);
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: toolkit 13.0 does not compile `cudaGraphAddNode_v2` any more
  cudaGraphAddNode_v2(from, graph, to, nullptr, 1, params);
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: toolkit 13.0 does not compile `cudaStreamGetCaptureInfo_v3` any more
  cudaStreamGetCaptureInfo_v3(stream, &status, &id, &graph, &dependencies, nullptr, &count);
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: toolkit 13.0 does not compile `cudaStreamUpdateCaptureDependencies_v2` any more
  cudaStreamUpdateCaptureDependencies_v2(stream, from, nullptr, 1, 0);
  // The overloads of today.
  cudaGraphGetEdges(graph, from, to, nullptr, &count);
  cudaGraphNodeGetDependencies(node, from, nullptr, &count);
  cudaGraphNodeGetDependentNodes(node, from, nullptr, &count);
  cudaGraphRemoveDependencies(graph, from, to, nullptr, 1);
  cudaGraphAddNode(from, graph, to, nullptr, 1, params);
  cudaStreamGetCaptureInfo(stream, &status);
  cudaStreamGetCaptureInfo(stream, &status, &id, &graph, &dependencies, nullptr, &count);
  cudaStreamUpdateCaptureDependencies(stream, from, nullptr, 1, 0);
}
