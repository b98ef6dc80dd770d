// RUN: %json --summary %s | FileCheck %s
// RUN: %json --summary %s | %check-schema %source/docs/json-schema.json
// RUN: %json %s | FileCheck %s --check-prefix=NONE --implicit-check-not='"summary"'
// NONE: "races"

// What all accesses of a launch are together.

#include <cuda_runtime.h>

// 8,192 warps: each loads from 32 sectors, where 4 would do, and stores to 4. A multiprocessor of
// sm_90 holds 64 warps, which are 8 blocks of 256 threads.
// CHECK: "name": "column"
// CHECK: "summary": [
// CHECK-NEXT: {
// CHECK-NEXT: "launch": "column<<<1024, 256>>> at line [[#@LINE+30]]"
// CHECK-NEXT: "traffic": [
// CHECK-NEXT: {
// CHECK-NEXT: "space": "global",
// CHECK-NEXT: "requests": 16384,
// CHECK-NEXT: "cost": 294912,
// CHECK-NEXT: "excess": 229376,
// CHECK-NEXT: "accesses_not_counted": 0,
// CHECK-NEXT: "causes": [
// CHECK-NEXT: {
// CHECK-NEXT: "check": "cuda-uncoalesced-access",
// CHECK-NEXT: "excess": 229376
// CHECK-NEXT: }
// CHECK-NEXT: ]
// CHECK-NEXT: }
// CHECK-NEXT: ],
// CHECK-NEXT: "floating_point_operations": {
// CHECK-NEXT: "single": 0,
// CHECK-NEXT: "double": 0,
// CHECK-NEXT: "complete": true,
// CHECK-NEXT: "per_byte": 0
// CHECK-NEXT: },
// CHECK-NEXT: "blocks_per_multiprocessor": 8,
// CHECK-NEXT: "registers": null
__global__ void column(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[32 * i];
}

void launch(float *out, const float *in) {
  column<<<1024, 256>>>(out, in);
}
