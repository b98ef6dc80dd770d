// Costs in cache lines and cycles of banks, on warps of as many lanes as the device has.
// RUN: not %cuda-memlint --arch=gfx90a --checks=-*,cuda-uncoalesced-access,cuda-misaligned-access,cuda-shared-bank-conflict %s 2>&1 | FileCheck %s --check-prefix=CDNA2 --implicit-check-not=warning:
// RUN: not %cuda-memlint --arch=gfx1030 --checks=-*,cuda-uncoalesced-access,cuda-misaligned-access,cuda-shared-bank-conflict %s 2>&1 | FileCheck %s --check-prefix=RDNA2 --implicit-check-not=warning:
// RUN: not %cuda-memlint --arch=gfx950 --checks=-*,cuda-shared-bank-conflict %s 2>&1 | FileCheck %s --check-prefix=CDNA4 --implicit-check-not=warning:
// RUN: not %cuda-memlint --arch=sm_90,gfx90a --checks=-*,cuda-uncoalesced-access %s 2>&1 | FileCheck %s --check-prefix=BOTH --implicit-check-not=warning:

// A column: each lane has a line of its own.
__global__ void column(float *out, const float *in) {
  // CDNA2: :[[#@LINE+3]]:{{[0-9]+}}: warning: uncoalesced load: lanes are 1024 B apart (64 cache lines per request, 2 needed; 32.0x) [cuda-uncoalesced-access]
  // RDNA2: :[[#@LINE+2]]:{{[0-9]+}}: warning: uncoalesced load: lanes are 1024 B apart (32 cache lines per request, 1 needed; 32.0x) [cuda-uncoalesced-access]
  // BOTH: :[[#@LINE+1]]:{{[0-9]+}}: warning: uncoalesced load: lanes are 1024 B apart (32 sectors per request, 4 needed; 8.0x) [cuda-uncoalesced-access]
  out[threadIdx.x] = in[threadIdx.x * 256];
  // BOTH: note: for gfx90a: uncoalesced load: lanes are 1024 B apart (64 cache lines per request, 2 needed; 32.0x)
}

// Lanes in a row are free of faults, whatever their number.
__global__ void row(float *out, const float *in) { out[threadIdx.x] = in[threadIdx.x]; }

// 4 bytes past a line, the 64 lanes touch 3 lines of 128 bytes, the 32 lanes 2.
__global__ void shifted(float *out, const float *in) {
  // CDNA2: :[[#@LINE+2]]:{{[0-9]+}}: warning: misaligned load: contiguous, but 4 B past a cache line boundary (3 cache lines per request, 2 needed; 1.5x) [cuda-misaligned-access]
  // RDNA2: :[[#@LINE+1]]:{{[0-9]+}}: warning: misaligned load: contiguous, but 4 B past a cache line boundary (2 cache lines per request, 1 needed; 2.0x) [cuda-misaligned-access]
  out[threadIdx.x] = in[threadIdx.x + 1];
}

// By column, all lanes of a group are in one bank: 32 lanes and 32 banks, or 64 and 64.
__global__ void tile(float *out, const float *in) {
  __shared__ float rows[64][64];
  rows[threadIdx.y][threadIdx.x] = in[threadIdx.y * 64 + threadIdx.x];
  __syncthreads();
  // CDNA2: :[[#@LINE+3]]:{{[0-9]+}}: warning: 32-way shared memory bank conflict: lanes load `rows[threadIdx.x][threadIdx.y]` with a stride of 256 B (64 bank cycles per request, 2 needed) [cuda-shared-bank-conflict]
  // RDNA2: :[[#@LINE+2]]:{{[0-9]+}}: warning: 32-way shared memory bank conflict: lanes load `rows[threadIdx.x][threadIdx.y]` with a stride of 256 B (32 bank cycles per request, 1 needed) [cuda-shared-bank-conflict]
  // CDNA4: :[[#@LINE+1]]:{{[0-9]+}}: warning: 64-way shared memory bank conflict: lanes load `rows[threadIdx.x][threadIdx.y]` with a stride of 256 B (64 bank cycles per request, 1 needed) [cuda-shared-bank-conflict]
  out[threadIdx.y * 64 + threadIdx.x] = rows[threadIdx.x][threadIdx.y];
  // CDNA2: help: pad `rows` to `[64][65]`
  // RDNA2: help: pad `rows` to `[64][65]`
  // CDNA4: help: pad `rows` to `[64][65]`
}

// The padded tile.
__global__ void padded(float *out, const float *in) {
  __shared__ float rows[64][65];
  rows[threadIdx.y][threadIdx.x] = in[threadIdx.y * 64 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 64 + threadIdx.x] = rows[threadIdx.x][threadIdx.y];
}

int launch() {
  float *out = nullptr, *in = nullptr;
  column<<<64, 256>>>(out, in);
  row<<<64, 256>>>(out, in);
  shifted<<<64, 64>>>(out, in);
  tile<<<64, dim3(64, 16)>>>(out, in);
  padded<<<64, dim3(64, 16)>>>(out, in);
  return cudaDeviceSynchronize();
}

// CDNA2: costs for gfx90a follow AMD's documentation; only sm_90 was measured
// RDNA2: some costs for gfx1030 are inferred: neither documented nor measured
