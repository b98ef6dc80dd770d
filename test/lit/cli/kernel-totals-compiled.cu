// Totals count what compilers make of the accesses: no load of a value that the thread has, and one
// access of several that are merged.
//
// RUN: %exit 1 %cuda-memlint %s | FileCheck %s
// RUN: %exit 1 %cuda-memlint --summary %s | FileCheck %s --check-prefix=SUMMARY
// RUN: %exit 1 %cuda-memlint --top=9 %s | FileCheck %s --check-prefix=TOP

// TOP-DAG: {{ }}28,800,000 {{.*}} merged {{.*}} 8.0x
// TOP-DAG: {{ }}2,880,000 {{.*}} loadsOnce
// TOP-DAG: {{ }}2,880,000 {{.*}} loadsAgain
// TOP-DAG: {{ }}2,880,000 {{.*}} members

// 80,000 warps: 32 sectors of `in` and 4 of `out` each.
// CHECK: note: loadsOnce<<<10000, 256>>> at line {{[0-9]+}} in all: 2,880,000 sectors, 2,240,000 in excess (77.8 %); at most
// SUMMARY: loadsOnce<<<
// SUMMARY: global: {{.*}} 2,880,000 sectors, 2,240,000 in excess (77.8 %): cuda-uncoalesced-access 100.0 %
__global__ void loadsOnce(float *out, const float *in) {
  int i = blockIdx.x * 256 + threadIdx.x;
  out[i] = in[i * 8];
}

// The second and the third load are not made: the thread has the value.
// CHECK: note: loadsAgain<<<10000, 256>>> at line {{[0-9]+}} in all: 2,880,000 sectors, 2,240,000 in excess (77.8 %); at most 8 blocks per multiprocessor; bound by DRAM or, if caches help, the L2 cache
// SUMMARY: loadsAgain<<<
// SUMMARY: global: 160,000 requests, 2,880,000 sectors, 2,240,000 in excess (77.8 %): cuda-uncoalesced-access 100.0 %
// SUMMARY: bound by DRAM (30.1 µs on H100) or, if caches help, the L2 cache (3.2 µs)
__global__ void loadsAgain(float *out, const float *in) {
  int i = blockIdx.x * 256 + threadIdx.x;
  float a = in[i * 8];
  float b = in[i * 8];
  float c = in[i * 8];
  out[i] = a + b * c;
}

// One load of 8 bytes by lane, 32 bytes apart: 32 sectors, 8 needed, and the 4 of the store.
// CHECK: note: members<<<10000, 256>>> at line {{[0-9]+}} in all: 2,880,000 sectors, 1,920,000 in excess (66.7 %); at most
__global__ void members(float *out, const float4 *in) {
  int i = blockIdx.x * 256 + threadIdx.x;
  out[i] = in[i * 2].x + in[i * 2].y * in[i * 2].x;
}

// The loop loads 16 bytes by lane, 8 times in each of 100,000 warps, 32 wavefronts each, 4 needed:
// 25,600,000 and 3,200,000. The stores take 32 wavefronts in each: 3,200,000.
// CHECK: note: merged<<<100000, 32>>> at line {{[0-9]+}} in all: 13,200,000 sectors; 28,800,000 wavefronts, 22,400,000 in excess (77.8 %)
// SUMMARY: merged<<<
// SUMMARY: shared: 4,000,000 requests, 28,800,000 wavefronts, 22,400,000 in excess (77.8 %): cuda-shared-bank-conflict 100.0 %
__global__ void merged(float *out, const float *in) {
  __shared__ float tile[1024];
  int t = threadIdx.x;
  for (int j = 0; j < 32; ++j)
    tile[t + 32 * j] = in[blockIdx.x * 1024 + t + 32 * j];
  __syncwarp();
  float sum = 0;
  for (int j = 0; j < 32; ++j)
    sum += tile[t * 32 + j];
  out[blockIdx.x * 32 + t] = sum;
}

struct Quad {
  float x, y, z, w;
};

// A copy of four parts, with one finding for all: 32,768 warps, 16 sectors for each part, 4 needed.
// SUMMARY: copied<<<
// SUMMARY: global: 163,840 requests, 2,228,224 sectors, 1,572,864 in excess (70.6 %): cuda-{{[a-z-]+}} 100.0 %
__global__ void copied(float *out, const Quad *in) {
  int i = blockIdx.x * 256 + threadIdx.x;
  Quad q = in[i];
  out[i] = q.x + q.y + q.z + q.w;
}

int main() {
  float *out, *in;
  cudaMalloc(&out, 1 << 30);
  cudaMalloc(&in, 1 << 30);
  loadsOnce<<<10000, 256>>>(out, in);
  loadsAgain<<<10000, 256>>>(out, in);
  members<<<10000, 256>>>(out, (const float4 *)in);
  merged<<<100000, 32>>>(out, in);
  copied<<<4096, 256>>>(out, (const Quad *)in);
}
