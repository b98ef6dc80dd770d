// RUN: %json %s >%t.json
// RUN: %query <%t.json | FileCheck %s
// RUN: FileCheck --check-prefix=WHEN --input-file %t.json %s
// RUN: %cuda-memlint --summary --fail-on=none %s | FileCheck --check-prefix=TEXT %s

// What the arguments of main decide is known for the run that has none, and the launch
// says so. A launch that needs arguments keeps what does not depend on them.

#include <cuda_runtime.h>
#include <stdlib.h>

// 4096 threads: 128 warps of 4 sectors.
__global__ void byDefault(float *out) { out[blockIdx.x * blockDim.x + threadIdx.x] = 1; }
// CHECK: line [[#@LINE-1]]: global store requests=128 cost=512 ideal=512 worst=4; proved; kernel=byDefault grid=16,1,1 block=256,1,1
// WHEN: "block": [
// WHEN: "conditions": [
// WHEN-NEXT: "main is called without arguments"
// TEXT: byDefault<<<16, 256>>> at line {{[0-9]+}} when main is called without arguments

// The grid may be anything. A block of 8 warps has 8 requests.
__global__ void whenAsked(float *out) { out[blockIdx.x * blockDim.x + threadIdx.x] = 1; }
// CHECK: line [[#@LINE-1]]: global store requests=null cost=null ideal=null worst=4; proved; kernel=whenAsked grid=null,1,1 block=256,1,1 why_null=unknown grid size
// WHEN: "conditions": []

int main(int argc, char **argv) {
  float *out;
  cudaMalloc(&out, 1 << 20);
  int n = 4096;
  for (int i = 1; i < argc; ++i)
    n = atoi(argv[i]);
  byDefault<<<n / 256, 256>>>(out);
  if (argc != 2)
    return 1;
  whenAsked<<<n / 256, 256>>>(out);
}
