// Reads of what an asynchronous copy into page-locked memory may still write.
// RUN: not %cuda-memlint --remarks --checks=-*,cuda-host-sync %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=remark:

#include <stdio.h>
#include <stdlib.h>

__global__ void scale(float *data) { data[threadIdx.x] *= 2; }

void neverWaits(float *d, int n, cudaStream_t stream) {
  float *h;
  cudaMallocHost(&h, n * sizeof(float));
  // CHECK: :[[#@LINE+3]]:18: warning: missing synchronisation: the host reads `h[0]` while an asynchronous copy may still write it [cuda-host-sync]
  // CHECK: :[[#@LINE+1]]:3: note: copied here, into page-locked memory
  cudaMemcpyAsync(h, d, n * sizeof(float), cudaMemcpyDeviceToHost, stream);
  printf("%f\n", h[0]);
  // CHECK: help: call `cudaStreamSynchronize` for the stream of the copy before the host reads `h`
}

void waitsForOther(float *d, int n) {
  float *h;
  cudaStream_t first, second;
  cudaStreamCreate(&first);
  cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking);
  cudaHostAlloc(&h, n * sizeof(float), cudaHostAllocDefault);
  scale<<<1, 64, 0, first>>>(d);
  cudaMemcpyAsync(h, d, n * sizeof(float), cudaMemcpyDeviceToHost, second);
  // CHECK: :[[#@LINE+4]]:20: warning: missing synchronisation: the host reads `h[i]`
  // CHECK: note: only another stream is synchronised in between
  cudaStreamSynchronize(first);
  for (int i = 0; i < n; ++i)
    printf("%f\n", h[i]);
}

void waitsForElement(float *d, int n) {
  float *h;
  cudaStream_t streams[2];
  for (int i = 0; i < 2; ++i)
    cudaStreamCreate(&streams[i]);
  cudaMallocHost((void **)&h, 4096);
  cudaMemcpyAsync(h, d, 4096, cudaMemcpyDeviceToHost, streams[1]);
  cudaStreamSynchronize(streams[0]);
  // CHECK: :[[#@LINE+1]]:18: warning: missing synchronisation: the host reads `h[5]`
  printf("%f\n", h[5]);
}

void defaultStream(float *d) {
  float *h;
  cudaMallocHost(&h, 4096);
  cudaMemcpyAsync(h, d, 4096, cudaMemcpyDeviceToHost);
  // CHECK: :[[#@LINE+1]]:18: warning: missing synchronisation: the host reads `*h`
  printf("%f\n", *h);
}

// It waits for the stream, for all, or for an event.
void waits(float *d, int n) {
  float *h;
  cudaStream_t first, second;
  cudaStreamCreate(&first);
  cudaStreamCreate(&second);
  cudaEvent_t done;
  cudaEventCreate(&done);
  cudaMallocHost(&h, n * sizeof(float));
  cudaMemcpyAsync(h, d, n * sizeof(float), cudaMemcpyDeviceToHost, second);
  cudaStreamSynchronize(first);
  cudaStreamSynchronize(second);
  printf("%f\n", h[0]);
  cudaMemcpyAsync(h, d, n * sizeof(float), cudaMemcpyDeviceToHost, second);
  cudaDeviceSynchronize();
  printf("%f\n", h[0]);
  cudaMemcpyAsync(h, d, n * sizeof(float), cudaMemcpyDeviceToHost, second);
  cudaEventRecord(done, second);
  cudaEventSynchronize(done);
  printf("%f\n", h[0]);
  // A copy that waits itself, in the default stream, comes behind the other one.
  cudaMemcpyAsync(h, d, n * sizeof(float), cudaMemcpyDeviceToHost, second);
  float other;
  cudaMemcpy(&other, d, 4, cudaMemcpyDeviceToHost);
  printf("%f\n", h[0]);
}

// The other stream waits for this one, by an event or behind work of the default stream.
void ordered(float *d, int n) {
  float *h;
  cudaStream_t first, second;
  cudaStreamCreate(&first);
  cudaStreamCreate(&second);
  cudaEvent_t done;
  cudaEventCreate(&done);
  cudaMallocHost(&h, n * sizeof(float));
  cudaMemcpyAsync(h, d, n * sizeof(float), cudaMemcpyDeviceToHost, second);
  cudaEventRecord(done, second);
  cudaStreamWaitEvent(first, done, 0);
  cudaStreamSynchronize(first);
  printf("%f\n", h[0]);
  cudaMemcpyAsync(h, d, n * sizeof(float), cudaMemcpyDeviceToHost, second);
  scale<<<1, 64>>>(d);
  scale<<<1, 64, 0, first>>>(d);
  cudaStreamSynchronize(first);
  printf("%f\n", h[0]);
}

// Two variables may hold one stream, and on one of the ways it waits.
void unknown(float *d, int n, cudaStream_t given, bool waits) {
  float *h;
  cudaStream_t own, same;
  cudaStreamCreate(&own);
  same = own;
  cudaMallocHost(&h, n * sizeof(float));
  cudaMemcpyAsync(h, d, n * sizeof(float), cudaMemcpyDeviceToHost, own);
  cudaStreamSynchronize(given);
  printf("%f\n", h[0]);
  cudaMemcpyAsync(h, d, n * sizeof(float), cudaMemcpyDeviceToHost, own);
  cudaStreamSynchronize(same);
  printf("%f\n", h[0]);
  cudaMemcpyAsync(h, d, n * sizeof(float), cudaMemcpyDeviceToHost, own);
  if (waits)
    cudaStreamSynchronize(own);
  printf("%f\n", h[0]);
}

// Pageable memory; another part; what is copied to the device; other memory by now.
void others(float *d, int n, cudaStream_t stream) {
  float *pageable = (float *)malloc(n * sizeof(float)), *h, *in, *halves;
  cudaMemcpyAsync(pageable, d, n * sizeof(float), cudaMemcpyDeviceToHost, stream);
  printf("%f\n", pageable[0]);
  cudaMallocHost(&h, 8192);
  cudaMallocHost(&in, 4096);
  cudaMallocHost(&halves, 8192);
  cudaMemcpyAsync(h, d, 4096, cudaMemcpyDeviceToHost, stream);
  printf("%f\n", h[1024]);
  cudaMemcpyAsync(d, in, 4096, cudaMemcpyHostToDevice, stream);
  printf("%f\n", in[0]);
  cudaMemcpyAsync(halves, d, 4096, cudaMemcpyDeviceToHost, stream);
  cudaMemcpyAsync(halves + 1024, d, 4096, cudaMemcpyDeviceToHost, stream);
  for (int i = 0; i < n; ++i)
    printf("%f\n", halves[1024 + i]);
  cudaMemcpyAsync(in, d, 4096, cudaMemcpyDeviceToHost, stream);
  in = pageable;
  printf("%f\n", in[0]);
}
