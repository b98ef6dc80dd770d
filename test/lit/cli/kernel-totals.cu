// A line for each kernel with findings about cost, after those of its file.
//
// RUN: %cuda-memlint --fail-on=none %s | FileCheck %s --implicit-check-not=' in all: '
// RUN: %cuda-memlint --fail-on=none --sort=cost %s | FileCheck %s --check-prefix=NONE
// RUN: %cuda-memlint --fail-on=none --top=9 %s | FileCheck %s --check-prefix=NONE
// RUN: %cuda-memlint --fail-on=none --summary %s | FileCheck %s --check-prefixes=NONE,FULL
// RUN: %cuda-memlint --fail-on=none --arch=sm_80 %s | FileCheck %s --check-prefix=OTHER
// NONE-NOT: in all:

// 1,000,000 blocks of 8 warps that store into 32 sectors, 4 needed: 256,000,000 sectors, a line for
// each. 8 blocks of 256 threads are the 2,048 of a multiprocessor. DRAM reads and writes the sectors
// in pairs, 22 in a nanosecond as each is filled in part: 11.6 ms; L2 takes 64 lines in one: 4 ms.
// CHECK: note: apart<<<1000000, 256>>> at line {{[0-9]+}} in all: 256,000,000 sectors, 224,000,000 in excess (87.5 %); at most 8 blocks per multiprocessor; bound by DRAM
// FULL: apart<<<1000000, 256>>>
// FULL: global: 8,000,000 requests, 256,000,000 sectors
// FULL: bound by DRAM (11.6 ms on H100) or, if caches help, the L2 cache (4 ms)
// OTHER: apart<<<{{.*}} 8 blocks per multiprocessor{{$}}
__global__ void apart(float *out) {
  out[(blockIdx.x * blockDim.x + threadIdx.x) * 32] = 1;
}

// No access costs too much.
__global__ void contiguous(float *out) { out[blockIdx.x * blockDim.x + threadIdx.x] = 1; }

// In a grid that is not known nothing is added up.
__global__ void unknown(float *out) { out[threadIdx.x * 32 + blockIdx.x * 8192] = 1; }

// 10,000 blocks of 32 warps, each with 1 + 32 wavefronts, 31 in excess, and a line of global memory.
// A multiprocessor does 1.96 of either in a nanosecond, 132 do 10,880,000 in 42.1 µs.
// CHECK: note: conflicts<<<10000, (32,32,1)>>> at line {{[0-9]+}} in all: 1,280,000 sectors; 10,560,000 wavefronts, 9,920,000 in excess (93.9 %); at most 2 blocks per multiprocessor; bound by shared memory
// FULL: conflicts<<<10000, (32,32,1)>>>
// FULL: bound by shared memory (42.1 µs on H100)
__global__ void conflicts(float *out) {
  __shared__ float tile[32][32];
  tile[threadIdx.y][threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[blockIdx.x * 1024 + threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

int main() {
  float *out;
  cudaMalloc(&out, 1ull << 36);
  apart<<<1000000, 256>>>(out);
  contiguous<<<1000, 256>>>(out);
  conflicts<<<10000, dim3(32, 32)>>>(out);
}
