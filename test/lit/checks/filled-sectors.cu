// Stores of a thread to neighbouring elements: together they waste no bytes, only requests.
//
// RUN: %cuda-memlint --fail-on=none --checks=-*,cuda-uncoalesced-access %s \
// RUN:     | FileCheck %s --implicit-check-not=remark: --implicit-check-not=warning:
// RUN: %cuda-memlint --fail-on=none --remarks --checks=-*,cuda-uncoalesced-access %s \
// RUN:     | FileCheck %s --check-prefix=REMARK

#include <cuda_runtime.h>

// Lanes 16 bytes apart: each of four requests touches all 16 sectors of the 512 bytes.
// CHECK: :[[#@LINE+5]]:3: warning: uncoalesced store: lanes are 16 B apart (16 sectors per request, 4 needed; 4.0x)
// CHECK: note: proved for quads<<<4096, 256>>> at line {{[0-9]+}}: 32,768 requests, 524,288 sectors, 131,072 needed{{$}}
// CHECK-NEXT: note: the bytes moved are used, the requests are not: this store and 3 others fill 16 sectors per warp, which no request fills by itself{{$}}
// CHECK: help: access `out` as `float4`
__global__ void quads(float *out, float value) {
  out[(blockIdx.x * 256 + threadIdx.x) * 4] = value;
  out[(blockIdx.x * 256 + threadIdx.x) * 4 + 1] = value;
  out[(blockIdx.x * 256 + threadIdx.x) * 4 + 2] = value;
  out[(blockIdx.x * 256 + threadIdx.x) * 4 + 3] = value;
}

// A fourth is left: of 512 bytes 384 are stored.
// CHECK: :[[#@LINE+3]]:3: warning: uncoalesced store: lanes are 16 B apart
// CHECK: note: proved for three<<<4096, 256>>> {{.*}} B moved are wasted (75.0 %)
__global__ void three(float *out, float value) {
  out[(blockIdx.x * 256 + threadIdx.x) * 4] = value;
  out[(blockIdx.x * 256 + threadIdx.x) * 4 + 1] = value;
  out[(blockIdx.x * 256 + threadIdx.x) * 4 + 2] = value;
}

// In iterations that follow each other.
// CHECK: :[[#@LINE+5]]:5: warning: uncoalesced store: lanes are 128 B apart
// CHECK: note: the bytes moved are used, the requests are not, as long as the L2 cache keeps the sectors: 16 stores of consecutive iterations fill 64 sectors per warp, which no request fills by itself{{$}}
// CHECK: help: {{if its iterations are independent|let}}
__global__ void rows(float *out, float value) {
  for (int k = 0; k < 32; ++k)
    out[(blockIdx.x * 256 + threadIdx.x) * 32 + k] = value;
}

// 15 of 16 elements of a row: of the 64 sectors of 32 rows, 4 are left over.
// CHECK: :[[#@LINE+4]]:5: warning: uncoalesced store: lanes are 64 B apart
// CHECK: note: most of the bytes moved are used, the requests are not: this store and 14 others touch 64 sectors per warp, 60 needed, and no request fills any by itself{{$}}
__global__ void behindTheFirst(float *out, float value) {
  for (int k = 1; k < 16; ++k)
    out[(blockIdx.x * 256 + threadIdx.x) * 16 + k] = value;
}

// Rows of 20: a request fills two sectors of each, and another store the rest but the last element.
// REMARK: :[[#@LINE+4]]:3: remark: uncoalesced store: 2 groups of 16 lanes
// REMARK: note: most of the bytes moved are used, the requests are not: this store and 1 other touch 5 sectors per warp, 152 of 160 B are stored{{$}}
__global__ void allButOne(float *out) {
  float *row = out + blockIdx.x * 8192 + threadIdx.y * 20;
  row[threadIdx.x] = 1;
  row[16 + threadIdx.x % 3] = 1;
}

// The same with the last element.
// REMARK: :[[#@LINE+4]]:3: remark: uncoalesced store: 2 groups of 16 lanes
// REMARK: note: the bytes moved are used, the requests are not: this store and 1 other fill 5 sectors per warp{{$}}
__global__ void twenty(float *out) {
  float *row = out + blockIdx.x * 8192 + threadIdx.y * 20;
  row[threadIdx.x] = 1;
  row[16 + threadIdx.x % 4] = 1;
}

// Groups of 8 lanes: one fills a sector, the next starts within one.
// CHECK: :[[#@LINE+4]]:5: warning: uncoalesced store: lanes access scattered addresses
// CHECK: note: most of the bytes moved are used, the requests are not, as long as the L2 cache keeps the sectors: 16 stores of consecutive iterations touch 66 sectors per warp, 64 needed{{$}}
__global__ void everyOther(float *out, int n) {
  for (int k = 0; k < n; ++k)
    out[(blockIdx.x * 64 + threadIdx.x / 8) * 1024 + k * 8 + threadIdx.x % 8 + (threadIdx.x & 8 ? 2 : 0)] = 1;
}

__global__ void vectors(float4 *out, float value) {
  out[blockIdx.x * 256 + threadIdx.x] = make_float4(value, value, value, value);
}

void launch(float *out, float4 *wide) {
  quads<<<4096, 256>>>(out, 1);
  three<<<4096, 256>>>(out, 1);
  rows<<<4096, 256>>>(out, 1);
  behindTheFirst<<<4096, 256>>>(out, 1);
  allButOne<<<8192, dim3(16, 16)>>>(out);
  twenty<<<8192, dim3(16, 16)>>>(out);
  everyOther<<<1024, 128>>>(out, 127);
  vectors<<<4096, 256>>>(wide, 1);
}
