// The lanes that the source is read with are those of the device: 64 where nobody names one.
// RUN: not %cuda-memlint --checks=-*,cuda-uncoalesced-access,cuda-shared-bank-conflict,cuda-shared-race %s -- -DLANES=64 | FileCheck %s --check-prefix=WIDE --implicit-check-not=warning:
// RUN: not %cuda-memlint --arch=gfx1030 --checks=-*,cuda-uncoalesced-access %s -- -DLANES=32 | FileCheck %s --check-prefix=NARROW --implicit-check-not=error
// RUN: not %cuda-memlint --arch=sm_90 --checks=-*,cuda-uncoalesced-access %s -- -DLANES=32 | FileCheck %s --check-prefix=NVIDIA --implicit-check-not=error
// RUN: not %cuda-memlint --arch=cypress --checks=-*,cuda-uncoalesced-access %s -- -DLANES=64 | FileCheck %s --check-prefix=OLD --implicit-check-not=error
// RUN: not %cuda-memlint --arch=gfx950 --checks=-*,cuda-uncoalesced-access %s -- -DLANES=64 2>&1 | FileCheck %s --check-prefix=NEW --implicit-check-not=error

#include <hip/hip_runtime.h>

static_assert(__AMDGCN_WAVEFRONT_SIZE == LANES);
static_assert(sizeof(__ballot(1)) == 8);

// A column: each lane has a line of its own; of 32 bytes and for 16 lanes at a time on the oldest.
__global__ void column(float *out, const float *in) {
  static_assert(warpSize == LANES);
  // NEW: :[[#@LINE+5]]:{{[0-9]+}}: warning: uncoalesced load: lanes are 1024 B apart (64 cache lines per request, 2 needed; 32.0x)
  // WIDE: :[[#@LINE+4]]:{{[0-9]+}}: warning: uncoalesced load: lanes are 1024 B apart (64 cache lines per request, 2 needed; 32.0x)
  // NARROW: :[[#@LINE+3]]:{{[0-9]+}}: warning: uncoalesced load: lanes are 1024 B apart (32 cache lines per request, 1 needed; 32.0x)
  // NVIDIA: :[[#@LINE+2]]:{{[0-9]+}}: warning: uncoalesced load: lanes are 1024 B apart (32 sectors per request, 4 needed; 8.0x)
  // OLD: :[[#@LINE+1]]:{{[0-9]+}}: warning: uncoalesced load: lanes are 1024 B apart (64 cache lines per request, 8 needed; 8.0x)
  out[blockIdx.x * 256 + threadIdx.x] = in[(blockIdx.x * 256 + threadIdx.x) * 256];
}

// Two rows of 32 lanes, each in a group by itself: 32 cycles each.
__global__ void tile(float *out, const float *in) {
  __shared__ float rows[32][32];
  rows[threadIdx.y][threadIdx.x] = in[blockIdx.x * 1024 + threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  for (int row = threadIdx.y; row < 32; row += 8)
    // WIDE: :[[#@LINE+1]]:{{[0-9]+}}: warning: 32-way shared memory bank conflict: {{.*}} (64 bank cycles per request, 2 needed)
    out[blockIdx.x * 1024 + row * 32 + threadIdx.x] = rows[threadIdx.x][row];
  // WIDE: help: pad `rows` to `[32][33]`
}

// One value of each wave of 64: no two waves are ordered.
__global__ void sums(float *out, const float *in) {
  __shared__ float parts[4];
  float sum = in[blockIdx.x * 256 + threadIdx.x];
  for (int distance = warpSize / 2; distance > 0; distance /= 2)
    sum += __shfl_down(sum, distance);
  if (threadIdx.x % warpSize == 0)
    parts[threadIdx.x / 64] = sum;
  if (threadIdx.x < 4)
    // WIDE: :[[#@LINE+1]]:{{[0-9]+}}: warning: shared memory race on `parts[1]`: thread (1,0,0) reads it here while thread (64,0,0) writes it
    out[4 * blockIdx.x + threadIdx.x] = parts[threadIdx.x];
}

int main() {
  float *in, *out;
  if (hipMalloc(&in, 1 << 26) != hipSuccess || hipMalloc(&out, 1 << 22) != hipSuccess)
    return 1;
  hipLaunchKernelGGL(column, 256, 256, 0, 0, out, in);
  hipLaunchKernelGGL(tile, 256, dim3(32, 8), 0, 0, out, in);
  hipLaunchKernelGGL(sums, 256, 256, 0, 0, out, in);
  return hipDeviceSynchronize() != hipSuccess;
}
