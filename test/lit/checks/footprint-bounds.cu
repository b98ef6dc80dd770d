// RUN: not %cuda-memlint --checks='-*,cuda-uncoalesced-*' %s | FileCheck %s --check-prefix=WARN --implicit-check-not=warning:
// RUN: not %cuda-memlint --remarks --checks='-*,cuda-uncoalesced-*' %s | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:

// Loads whose sectors other loads of the thread use, but in the last threads, which an array ends
// before, or at a distance that differs by lane.

#include <cuda_runtime.h>

// 2^20 + 2 elements, four by thread: of the last block, one thread loads half of its four.
__global__ void cutAtEnd(float *out, const float *in, int n) {
  int i = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
  float sum = 0;
  for (int k = 0; k < 4; ++k)
    if (i + k < n)
      // REMARK: :[[#@LINE+2]]:{{[0-9]+}}: remark: {{.*}}(up to 16 sectors per request, 4 needed
      // REMARK: note: served mostly by the L1 cache: this load and 3 others touch 16 sectors per warp, 16 needed
      sum += in[i + k];
  if (i < n)
    out[i / 4] = sum;
}

// Wherever the array ends.
__global__ void cutSomewhere(float *out, const float *in, int n) {
  int i = 8 * (blockIdx.x * blockDim.x + threadIdx.x);
  float sum = 0;
  for (int k = 0; k < 8; ++k)
    if (i + k < n)
      // REMARK: :[[#@LINE+2]]:{{[0-9]+}}: remark: {{.*}}(up to 32 sectors per request, 4 needed
      // REMARK: note: served mostly by the L1 cache: this load and 7 others touch 32 sectors per warp, 32 needed
      sum += in[i + k];
  out[i / 8] = sum;
}

// Block 128 loads two of its four elements, block 192 one.
__global__ void cutByBlock(float *out, const float *in) {
  int i = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
  float sum = 0;
  for (int k = 0; k < 4; ++k)
    if (k * 64 >= blockIdx.x)
      // WARN: :[[#@LINE+2]]:{{[0-9]+}}: warning: uncoalesced load
      // WARN: note: {{.*}} are wasted (75.0 %)
      sum += in[i + k];
  out[i / 4] = sum;
}

// A step of a sorting network: even lanes load their own element and the next one.
__global__ void neighbours(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, other = i ^ 1;
  if (other > i) {
    // REMARK: :[[#@LINE+2]]:{{[0-9]+}}: remark: {{.*}}(4 sectors per request, 2 needed; 2.0x)
    // REMARK: note: served mostly by the L1 cache: this load and 1 other touch 4 sectors per warp, 4 needed
    float own = in[i];
    // REMARK: :[[#@LINE+2]]:{{[0-9]+}}: remark: {{.*}}(4 sectors per request, 2 needed; 2.0x)
    // REMARK: note: served mostly by the L1 cache: this load and 1 other touch 4 sectors per warp, 4 needed
    float next = in[other];
    out[i / 2] = fminf(own, next);
  }
}

// Both load even elements.
__global__ void neighboursApart(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // WARN: :[[#@LINE+3]]:{{[0-9]+}}: warning: uncoalesced load: {{.*}}(8 sectors per request, 4 needed; 2.0x)
  // WARN: note: and 1 more access to `in` on this line
  // WARN: note: {{.*}} are wasted (50.0 %)
  out[i] = in[2 * i] + in[2 * (i ^ 1)];
}

// In the blocks of the diagonal, an element and its mirror image are as far apart as in the first one,
// in others they are not.
__global__ void mirrored(float *out, const float *in) {
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  // WARN: :[[#@LINE+2]]:{{[0-9]+}}: warning: uncoalesced load: {{.*}}(32 sectors per request, 4 needed; 8.0x)
  // WARN: note: {{.*}} are wasted (87.5 %)
  out[y * 1024 + x] = in[y * 1024 + x] + in[x * 1024 + y];
}

void launch(float *out, const float *in, int n) {
  cutAtEnd<<<1025, 256>>>(out, in, (1 << 20) + 2);
  cutSomewhere<<<(n + 2047) / 2048, 256>>>(out, in, n);
  cutByBlock<<<256, 256>>>(out, in);
  neighbours<<<4096, 256>>>(out, in);
  neighboursApart<<<4096, 256>>>(out, in);
  mirrored<<<dim3(32, 32), dim3(32, 32)>>>(out, in);
}
