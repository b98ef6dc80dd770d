// Calls that toolkit 13.0 compiles, with the declarations that come with the program.
// RUN: %cuda-memlint --toolkit=embedded --checks=-*,cuda-removed-call %s 2>&1 | FileCheck %s
// CHECK: 0 warnings
// CHECK-NOT: error

__global__ void k(int *p) { *p = 1; }

void capture(cudaStream_t stream) {
  cudaStreamCaptureStatus status;
  unsigned long long id;
  cudaGraph_t graph;
  const cudaGraphNode_t *dependencies;
  const cudaGraphEdgeData *edges;
  size_t number;
  cudaStreamGetCaptureInfo(stream, &status, &id, &graph, &dependencies, nullptr);
  cudaStreamGetCaptureInfo(stream, &status, &id, &graph, &dependencies, NULL, NULL);
  cudaStreamGetCaptureInfo(stream, &status, &id, &graph, &dependencies, &edges);
  cudaStreamGetCaptureInfo(stream, &status, &id, &graph, &dependencies, &edges, &number);
}

void others() {
  void *function;
  cudaDriverEntryPointQueryResult found;
  cudaGetDriverEntryPointByVersion("cuMemAlloc", &function, 12000, cudaEnableDefault, &found);
  cudaDeviceFlushGPUDirectRDMAWrites(cudaFlushGPUDirectRDMAWritesTargetCurrentDevice,
                                     cudaFlushGPUDirectRDMAWritesToOwner);
  cudaLibrary_t library;
  cudaLibraryOption option = cudaLibraryBinaryIsPreserved;
  cudaLibraryLoadData(&library, nullptr, nullptr, nullptr, 0, &option, nullptr, 0);
  cudaAsyncCallbackHandle_t handle;
  cudaDeviceRegisterAsyncNotification(
      0, [](cudaAsyncNotificationInfo_t *, void *, cudaAsyncCallbackHandle_t) {}, nullptr, &handle);
  cudaLogIterator last;
  cudaLogsCurrent(&last, 0);
}
