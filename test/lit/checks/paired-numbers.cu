// RUN: not %cuda-memlint --checks='-*,cuda-uncoalesced-*' %s | FileCheck %s --check-prefix=WARN --implicit-check-not=warning:
// RUN: not %cuda-memlint --remarks --checks='-*,cuda-uncoalesced-*' %s | FileCheck %s --check-prefix=REMARK

// Arrays of complex numbers, whose layout is a library's as a rule.

#include <cuda_runtime.h>

// Who allocates it is not seen.
__global__ void realParts(float *out, const float2 *spectrum) {
  int i = blockIdx.x * 256 + threadIdx.x;
  // REMARK: :[[#@LINE+2]]:12: remark: uncoalesced load
  // REMARK-NEXT: {{^ *[0-9]+}} |
  out[i] = spectrum[i].x;
  // REMARK: note: `spectrum` is not allocated in visible code; its pairs may be a library's complex type
}

// The element before, too: its second number is 4 bytes before that of the lane.
__global__ void differences(float *out, const float2 *spectrum) {
  int i = blockIdx.x * 256 + threadIdx.x;
  // REMARK: :[[#@LINE+1]]:12: remark: uncoalesced load
  out[i] = spectrum[i].y - spectrum[i - 1].y;
  // REMARK: note: `spectrum` is not allocated in visible code
}

// The same array, seen to be allocated: nothing keeps the caller from another layout.
__global__ void ownRealParts(float *out, const float2 *spectrum) {
  int i = blockIdx.x * 256 + threadIdx.x;
  // WARN: :[[#@LINE+1]]:12: warning: uncoalesced load
  out[i] = spectrum[i].x;
  // REMARK: help: use an array for each member of `float2` (structure of arrays)
}

// More than two numbers.
__global__ void heights(float *out, const float4 *points) {
  int i = blockIdx.x * 256 + threadIdx.x;
  // WARN: :[[#@LINE+1]]:12: warning: uncoalesced load
  out[i] = points[i].y;
  // REMARK: help: use an array for each member of `float4` (structure of arrays)
}

// Integers are not complex numbers.
__global__ void sources(int *out, const int2 *edges) {
  int i = blockIdx.x * 256 + threadIdx.x;
  // WARN: :[[#@LINE+1]]:12: warning: uncoalesced load
  out[i] = edges[i].x;
  // REMARK: help: use an array for each member of `int2` (structure of arrays)
}

// Both numbers.
__global__ void magnitudes(float *out, const float2 *spectrum) {
  int i = blockIdx.x * 256 + threadIdx.x;
  out[i] = spectrum[i].x * spectrum[i].x + spectrum[i].y * spectrum[i].y;
}

void launch(float *out, const float2 *spectrum, const float4 *points, int *ends,
            const int2 *edges) {
  sources<<<64, 256>>>(ends, edges);
  realParts<<<64, 256>>>(out, spectrum);
  differences<<<64, 256>>>(out, spectrum);
  heights<<<64, 256>>>(out, points);
  magnitudes<<<64, 256>>>(out, spectrum);
}

void launchOwn() {
  float *out;
  float2 *spectrum;
  cudaMalloc(&out, 64 * 256 * sizeof(float));
  cudaMalloc(&spectrum, 64 * 256 * sizeof(float2));
  ownRealParts<<<64, 256>>>(out, spectrum);
  cudaFree(out);
  cudaFree(spectrum);
}
