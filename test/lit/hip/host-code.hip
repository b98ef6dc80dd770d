// RUN: %cuda-memlint --fail-on=none --arch=sm_90 --remarks --checks=-*,cuda-host-sync,cuda-unchecked-launch,cuda-pageable-async-copy,cuda-round-trip,cuda-small-transfers %s | FileCheck %s --implicit-check-not=warning: --implicit-check-not=remark: --implicit-check-not=cudaM --implicit-check-not=cudaD --implicit-check-not=cudaE --implicit-check-not=cudaG --implicit-check-not=cudaH

#include <hip/hip_runtime.h>
#include <cstdio>
#include <cstdlib>

#define CHECK(call)                                                                                \
  do {                                                                                             \
    hipError_t error = call;                                                                       \
    if (error != hipSuccess) {                                                                     \
      fprintf(stderr, "%s\n", hipGetErrorString(error));                                           \
      exit(1);                                                                                     \
    }                                                                                              \
  } while (0)

__global__ void scale(float *data, int n) {
  int i = hipBlockIdx_x * hipBlockDim_x + hipThreadIdx_x;
  if (i < n)
    data[i] *= 2;
}

void readsEarly(int n) {
  float *data;
  CHECK(hipMallocManaged(&data, n * sizeof(float)));
  // CHECK: :[[#@LINE+4]]:18: warning: missing synchronisation: the host reads `data[0]` while `scale` may still write it [cuda-host-sync]
  // CHECK: help: call `hipDeviceSynchronize()` before the host reads `data`
  hipLaunchKernelGGL(scale, n / 256, 256, 0, 0, data, n);
  CHECK(hipGetLastError());
  printf("%f\n", data[0]);
}

void waits(int n) {
  float *data;
  CHECK(hipMallocManaged(&data, n * sizeof(float)));
  hipLaunchKernelGGL(scale, n / 256, 256, 0, 0, data, n);
  CHECK(hipDeviceSynchronize());
  printf("%f\n", data[0]);
}

void readsTheClock(float *data, int n) {
  hipEvent_t start, stop;
  CHECK(hipEventCreate(&start));
  CHECK(hipEventCreate(&stop));
  CHECK(hipEventRecord(start));
  hipLaunchKernelGGL(scale, n / 256, 256, 0, 0, data, n);
  CHECK(hipEventRecord(stop));
  float milliseconds;
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: hipEventElapsedTime before `stop` has completed: it returns hipErrorNotReady, and no time [cuda-host-sync]
  // CHECK: help: call `hipEventSynchronize(stop)` first
  (void)hipEventElapsedTime(&milliseconds, start, stop);
}

void copiesPageable(float *device, hipStream_t stream, int n) {
  float *host = (float *)malloc(n * sizeof(float));
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: {{warning|remark}}: hipMemcpyAsync of pageable memory: `host`{{.*}} [cuda-pageable-async-copy]
  // CHECK: `hipHostMalloc`, or page-lock it with `hipHostRegister`
  CHECK(hipMemcpyAsync(device, host, n * sizeof(float), hipMemcpyHostToDevice, stream));
  hipLaunchKernelGGL(scale, n / 256, 256, 0, stream, device, n);
  CHECK(hipStreamSynchronize(stream));
  free(host);
}

void copiesPageLocked(float *device, hipStream_t stream, int n) {
  float *host;
  CHECK(hipHostMalloc(&host, n * sizeof(float)));
  CHECK(hipMemcpyAsync(device, host, n * sizeof(float), hipMemcpyHostToDevice, stream));
  hipLaunchKernelGGL(scale, n / 256, 256, 0, stream, device, n);
  CHECK(hipStreamSynchronize(stream));
  CHECK(hipHostFree(host));
}

// A copy that waits for the stream.
void copiesWithStream(float *device, hipStream_t stream, int n) {
  float *managed;
  CHECK(hipMallocManaged(&managed, n * sizeof(float)));
  hipLaunchKernelGGL(scale, n / 256, 256, 0, stream, managed, n);
  CHECK(hipMemcpyWithStream(device, managed, n * sizeof(float), hipMemcpyDeviceToDevice, stream));
  printf("%f\n", managed[0]);
}
