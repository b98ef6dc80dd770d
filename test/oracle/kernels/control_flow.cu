// Loops and branches of every form.
// ORACLE: 80 accesses, 80 costs

#include "buffers.h"

// Loops.

__global__ void whileLoop(float *out, int n) {
  int i = threadIdx.x;
  while (i < n) {
    out[i] = 1;
    i += blockDim.x;
  }
}

__global__ void doLoop(float *out, int n) {
  int k = 0;
  do {
    out[k * 32 + threadIdx.x] = k;
    ++k;
  } while (k < n);
}

__global__ void severalCounters(float *out, const float *in, int n) {
  for (int i = 0, j = n - 1; i < j; ++i, --j)
    out[i * 32 + threadIdx.x] = in[j * 32 + threadIdx.x];
}

__global__ void triangular(float *out, const float *in, int n) {
  for (int i = 0; i < n; ++i)
    for (int j = i; j < n; ++j)
      out[i * n + j + threadIdx.x] += in[j * n + i + threadIdx.x * 2];
}

__global__ void triangularByThread(float *matrix, int n) {
  int row = threadIdx.x;
  if (row < n)
    for (int column = 0; column <= row; ++column)
      matrix[row * n + column] = matrix[column * n + row];
}

__global__ void countingDown(float *out, int n) {
  for (int i = n - 1; i >= 0; --i)
    out[i * blockDim.x + threadIdx.x] = i;
  for (int i = n; i-- > 0;)
    out[i + threadIdx.x * 2] += 1;
  for (unsigned i = n; i > 0; i -= 2)
    out[i + threadIdx.x] = 2;
}

__global__ void halving(float *data) {
  extern __shared__ float partial[];
  int t = threadIdx.x;
  partial[t] = data[blockIdx.x * blockDim.x + t];
  __syncthreads();
  for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) {
    if (t < s)
      partial[t] += partial[t + s];
    __syncthreads();
  }
  if (t == 0)
    data[blockIdx.x] = partial[0];
}

__global__ void doubling(float *data, int n) {
  __shared__ float buffer[2][128];
  int t = threadIdx.x, from = 0;
  buffer[0][t] = data[t];
  __syncthreads();
  for (int distance = 1; distance < n; distance *= 2) {
    buffer[1 - from][t] = buffer[from][t] + (t >= distance ? buffer[from][t - distance] : 0);
    from = 1 - from;
    __syncthreads();
  }
  data[t] = buffer[from][t];
}

__global__ void gridStride2(float *out, int width, int height) {
  for (int y = blockIdx.y * blockDim.y + threadIdx.y; y < height; y += gridDim.y * blockDim.y)
    for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < width; x += gridDim.x * blockDim.x)
      out[y * width + x] = 1;
}

__global__ void brokenOff(float *out, int n) {
  for (int i = 0; i < n; ++i) {
    if (i * 8 > int(threadIdx.x))
      break;
    out[i * 64 + threadIdx.x] = 1;
  }
  for (int i = 0; i < 8; ++i) {
    if ((i + threadIdx.x) % 3 == 0)
      continue;
    out[i * 64 + threadIdx.x] += 2;
  }
  int k = 0;
  while (true) {
    if (k == 5)
      break;
    out[k++ + threadIdx.x] = 3;
  }
}

__global__ void loopInLoop(float *out, const float *in, int tiles) {
  __shared__ float tile[8][33];
  for (int tile0 = 0; tile0 < tiles; ++tile0) {
    for (int row = threadIdx.y; row < 8; row += blockDim.y)
      tile[row][threadIdx.x] = in[(tile0 * 8 + row) * 32 + threadIdx.x];
    __syncthreads();
    for (int k = 0; k < 8; ++k)
      out[(k * 32 + threadIdx.x) * tiles + tile0] = tile[k][31 - threadIdx.x];
    __syncthreads();
  }
}

#define REPEAT4(statement, k)                                                                      \
  {                                                                                                \
    { const int k = 0; statement; }                                                                \
    { const int k = 1; statement; }                                                                \
    { const int k = 2; statement; }                                                                \
    { const int k = 3; statement; }                                                                \
  }

__global__ void unrolledByMacro(float *out, const float *in) {
  float sum = 0;
  REPEAT4(sum += in[k * 64 + threadIdx.x], k)
  REPEAT4(out[threadIdx.x * 4 + k] = sum, k)
#pragma unroll 4
  for (int k = 0; k < 8; ++k)
    out[512 + k * 64 + threadIdx.x] = sum;
}

#define KERNEL_LOOP(i, n)                                                                          \
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < (n); i += blockDim.x * gridDim.x)

__global__ void loopByMacro(float *out, const float *in, int n) {
  KERNEL_LOOP(i, n) { out[i] = in[n - 1 - i]; }
}

__global__ void modularSteps(float *out, int n) {
  int stage = 0;
  for (int i = 0; i < n; ++i) {
    out[stage * 100 + threadIdx.x] = i;
    stage = (stage + 1) % 3;
  }
  int toggle = 1;
  for (int i = 0; i < 4; ++i) {
    out[toggle * 33 + threadIdx.x] += 1;
    toggle ^= 1;
  }
}

// Branches.

__global__ void branches(float *out, int n) {
  int t = threadIdx.x;
  if (t < 8)
    out[t] = 1;
  else if (t < 20)
    out[2 * t] = 2;
  else
    out[3 * t] = 3;
  int place = t % 2 == 0 ? t : 64 - t;
  out[place] = 4;
  if (t > 4 && t < n)
    out[t + 100] = 5;
  if (t < 3 || t == 31)
    out[t + 200] = 6;
  if (!(t & 4))
    out[t + 300] = 7;
}

__global__ void earlyReturns(float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  out[i] = 1;
  if (i % 2)
    return;
  out[i * 2] = 2;
  for (int k = 0; k < 4; ++k) {
    if (i + k > 40)
      return;
    out[i + k * 100] = 3;
  }
  out[i + 600] = 4;
}

__global__ void switches(float *out) {
  int t = threadIdx.x;
  switch (t % 5) {
  case 0:
    out[t] = 1;
    break;
  case 1:
    out[t + 100] = 2;
    // falls through
  case 2:
  case 3:
    out[t * 2] = 3;
    break;
  default:
    out[t + 300] = 4;
  }
  int shift = 0;
  switch (blockIdx.x) {
  case 0:
    shift = 8;
    break;
  case 1:
    shift = 3;
  }
  out[t + shift] = 5;
}

__global__ void gotos(float *out, int n) {
  int t = threadIdx.x;
  out[t] = 1;
  if (t >= n)
    goto end;
  out[t * 2] = 2;
end:
  out[t + 128] = 3;
}

__global__ void shortCircuits(float *out, const float *in, int n) {
  int t = threadIdx.x;
  if (t + 1 < n && in[t + 1] >= 0)
    out[t] = 1;
  bool any = t % 4 == 0 || in[t * 2] > 100;
  out[t + 64] = any ? in[t + 32] : in[t + 96];
  int k = 0;
  (t < 7 ? out[t + 200] : out[t + 300]) = 1;
  out[(k++, t + k)] += 2;
}

__global__ void clamped(float *out, const float *in, int width) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int dx = -2; dx <= 2; ++dx)
    sum += in[min(max(x + dx, 0), width - 1)];
  int wrapped = (x + width - 3) % width;
  int mirrored = x < width / 2 ? x : 2 * width - 1 - x;
  out[x] = sum + in[wrapped] + in[mirrored];
}

__global__ void lastBlock(float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (blockIdx.x == gridDim.x - 1 && threadIdx.x == blockDim.x - 1)
    out[0] = 1;
  if (blockIdx.x < gridDim.x - 1 || i < n)
    out[i] = 2;
}

int main() {
  float *a = zeros<float>(16384), *b = zeros<float>(16384);
  whileLoop<<<1, 48>>>(a, 200);
  doLoop<<<1, 32>>>(a, 4);
  severalCounters<<<1, 32>>>(a, b, 9);
  triangular<<<1, 32>>>(a, b, 6);
  triangularByThread<<<1, 64>>>(a, 50);
  countingDown<<<1, 64>>>(a, 6);
  halving<<<3, 128, 128 * sizeof(float)>>>(a);
  doubling<<<1, 128>>>(a, 128);
  gridStride2<<<dim3(2, 2), dim3(16, 4)>>>(a, 50, 13);
  brokenOff<<<1, 64>>>(a, 10);
  loopInLoop<<<1, dim3(32, 4)>>>(a, b, 3);
  unrolledByMacro<<<1, 64>>>(a, b);
  loopByMacro<<<2, 64>>>(a, b, 300);
  modularSteps<<<1, 32>>>(a, 7);
  branches<<<1, 32>>>(a, 25);
  earlyReturns<<<2, 32>>>(a, 50);
  switches<<<2, 40>>>(a);
  gotos<<<1, 64>>>(a, 40);
  shortCircuits<<<1, 32>>>(a, b, 30);
  clamped<<<2, 64>>>(a, b, 120);
  lastBlock<<<3, 64>>>(a, 150);
  return 0;
}
