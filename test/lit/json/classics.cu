// RUN: %json %s | %query | FileCheck %s

// The patterns that every course on CUDA shows, with their launches.

#include <cuda_runtime.h>

// One block of 1024 threads is 32 warps. By column, lane l of warp w touches word
// 32*l + w: one bank, 32 wavefronts. 32 * 32 = 1024 against 32: 992 too many.
__global__ void byColumn(float *out) {
  __shared__ float tile[32][32];
  int warp = threadIdx.x / 32;
  int lane = threadIdx.x % 32;
  tile[lane][warp] = 1.0f;
  // CHECK: line [[#@LINE-1]]: shared store requests=32 cost=1024 ideal=32 worst=32; proved;
  __syncthreads();
  out[threadIdx.x] = tile[lane][warp];
  // CHECK: line [[#@LINE-1]]: global store requests=32 cost=128 ideal=128 worst=4; proved;
  // CHECK: line [[#@LINE-2]]: shared load requests=32 cost=1024 ideal=32 worst=32; proved;
}

// By row, word 32*w + l: a bank each.
__global__ void byRow(float *out) {
  __shared__ float tile[32][32];
  int warp = threadIdx.x / 32;
  int lane = threadIdx.x % 32;
  tile[warp][lane] = 1.0f;
  // CHECK: line [[#@LINE-1]]: shared store requests=32 cost=32 ideal=32 worst=1; proved;
  __syncthreads();
  out[threadIdx.x] = tile[warp][lane];
  // CHECK: line [[#@LINE-1]]: global store requests=32 cost=128 ideal=128 worst=4; proved;
  // CHECK: line [[#@LINE-2]]: shared load requests=32 cost=32 ideal=32 worst=1; proved;
}

// 256 x 256 floats: 64 blocks of 32 warps, 2048 requests. The load is 128 bytes from a
// multiple of 128: 4 sectors, 8192. The store's lanes are 1024 bytes apart: 32, 65536.
__global__ void transposeNaive(float *out, const float *in, int n) {
  int x = blockIdx.x * 32 + threadIdx.x;
  int y = blockIdx.y * 32 + threadIdx.y;
  out[x * n + y] = in[y * n + x];
  // CHECK: line [[#@LINE-1]]: global load requests=2048 cost=8192 ideal=8192 worst=4; proved;
  // CHECK: line [[#@LINE-2]]: global store requests=2048 cost=65536 ideal=8192 worst=32; proved;
}

// The same through a tile: both global accesses 8192 sectors; the column of 32 words a
// row is one bank: 2048 * 32 = 65536 wavefronts.
__global__ void transposeTiled(float *out, const float *in, int n) {
  __shared__ float tile[32][32];
  tile[threadIdx.y][threadIdx.x] =
      in[(blockIdx.y * 32 + threadIdx.y) * n + blockIdx.x * 32 + threadIdx.x];
  // CHECK: line [[#@LINE-2]]: shared store requests=2048 cost=2048 ideal=2048 worst=1; proved;
  // CHECK: line [[#@LINE-2]]: global load requests=2048 cost=8192 ideal=8192 worst=4; proved;
  __syncthreads();
  float value = tile[threadIdx.x][threadIdx.y];
  // CHECK: line [[#@LINE-1]]: shared load requests=2048 cost=65536 ideal=2048 worst=32; proved;
  out[(blockIdx.x * 32 + threadIdx.y) * n + blockIdx.y * 32 + threadIdx.x] = value;
  // CHECK: line [[#@LINE-1]]: global store requests=2048 cost=8192 ideal=8192 worst=4; proved;
}

// Rows of 33 words: lane l is in bank (l + y) mod 32, a bank each: 2048.
__global__ void transposePadded(float *out, const float *in, int n) {
  __shared__ float tile[32][33];
  tile[threadIdx.y][threadIdx.x] =
      in[(blockIdx.y * 32 + threadIdx.y) * n + blockIdx.x * 32 + threadIdx.x];
  __syncthreads();
  float value = tile[threadIdx.x][threadIdx.y];
  // CHECK: line [[#@LINE-1]]: shared load requests=2048 cost=2048 ideal=2048 worst=1; proved;
  out[(blockIdx.x * 32 + threadIdx.y) * n + blockIdx.y * 32 + threadIdx.x] = value;
}

// Lane stride 2*s words for the 128/s threads with 2*s*t < 256:
//   s            1   2   4   8  16  32  64 128
//   warps        4   2   1   1   1   1   1   1   = 12
//   wavefronts   8   8   8   8   8   4   2   1   = 47
// Four blocks: 48 requests, 188 wavefronts, ideal one a request: 48.
__global__ void reduceInterleaved(const float *in, float *out) {
  extern __shared__ float sd[];
  unsigned t = threadIdx.x;
  sd[t] = in[blockIdx.x * blockDim.x + t];
  __syncthreads();
  for (unsigned s = 1; s < blockDim.x; s *= 2) {
    if (2 * s * t < blockDim.x)
      sd[2 * s * t] += sd[2 * s * t + s];
    // CHECK: line [[#@LINE-1]]: shared load requests=48 cost=188 ideal=48 worst=8; proved;
    // CHECK: line [[#@LINE-2]]: shared load requests=48 cost=188 ideal=48 worst=8; proved;
    // CHECK: line [[#@LINE-3]]: shared store requests=48 cost=188 ideal=48 worst=8; proved;
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = sd[0];
  // One lane a block: 4 requests of one sector, one wavefront.
  // CHECK: line [[#@LINE-2]]: global store requests=4 cost=4 ideal=4 worst=1; proved;
  // CHECK: line [[#@LINE-3]]: shared load requests=4 cost=4 ideal=4 worst=1; proved;
}

// 128 bytes from byte 4 touch sectors 0 to 4: 5. Two blocks of 4 warps: 8 requests.
__global__ void shiftedCopy(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i + 1];
  // CHECK: line [[#@LINE-1]]: global load requests=8 cost=40 ideal=32 worst=5; proved;
  // CHECK: line [[#@LINE-2]]: global store requests=8 cost=32 ideal=32 worst=4; proved;
}

struct Twelve {
  float x, y, z;
};

struct Sixteen {
  float x, y, z, w;
};

// 32 * 12 = 384 bytes, every sector touched: 12 against 4. Eight warps.
__global__ void twelveByteMember(float *out, const Twelve *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i].x;
  // CHECK: line [[#@LINE-1]]: global load requests=8 cost=96 ideal=32 worst=12; proved;
}

// 32 * 16 = 512 bytes, every sector touched: 16 against 4.
__global__ void sixteenByteMember(float *out, const Sixteen *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i].x;
  // CHECK: line [[#@LINE-1]]: global load requests=8 cost=128 ideal=32 worst=16; proved;
}

// 256 bytes = 64 words between lanes. Two phases of 16 lanes, each 16 words in one
// bank: 32 against 256/128 = 2. One block of 32 warps: 1024 against 64.
__global__ void doubleColumn(double *out) {
  __shared__ double tile[32][32];
  tile[threadIdx.y][threadIdx.x] = 1.0;
  // CHECK: line [[#@LINE-1]]: shared store requests=32 cost=64 ideal=64 worst=2;
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
  // CHECK: line [[#@LINE-1]]: shared load requests=32 cost=1024 ideal=64 worst=32;
}

// 4 words between lanes: in a phase, lanes l and l + 8 share banks: 2 + 2 = 4 against 2.
__global__ void doubleStrideTwo(double *out) {
  __shared__ double values[64];
  values[threadIdx.x] = 1.0;
  values[threadIdx.x + 32] = 1.0;
  __syncthreads();
  out[threadIdx.x] = values[2 * threadIdx.x];
  // CHECK: line [[#@LINE-1]]: shared load requests=1 cost=4 ideal=2 worst=4;
}

void launchShared(float *out, double *outDouble) {
  byColumn<<<1, 1024>>>(out);
  byRow<<<1, 1024>>>(out);
  doubleColumn<<<1, dim3(32, 32)>>>(outDouble);
  doubleStrideTwo<<<1, 32>>>(outDouble);
}

void launchGlobal(float *out, const float *in, const Twelve *twelve, const Sixteen *sixteen) {
  const dim3 grid(256 / 32, 256 / 32);
  const dim3 block(32, 32);
  transposeNaive<<<grid, block>>>(out, in, 256);
  transposeTiled<<<grid, block>>>(out, in, 256);
  transposePadded<<<grid, block>>>(out, in, 256);
  reduceInterleaved<<<4, 256, 256 * sizeof(float)>>>(in, out);
  shiftedCopy<<<2, 128>>>(out, in);
  twelveByteMember<<<2, 128>>>(out, twelve);
  sixteenByteMember<<<2, 128>>>(out, sixteen);
}
