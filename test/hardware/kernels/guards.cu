// Who takes part: partial warps, odd lanes, halves that part, tail blocks, early
// returns, switches.

#include "support.h"

constexpr int size = 1000;

// The last block has 104 elements for 128 threads: its last warp has 8 lanes.
__global__ void tailBlock(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = in[i] + 1;
}

__global__ void earlyReturn(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  out[i] = in[n - 1 - i];
}

// 16 lanes, 8 bytes apart: 8 sectors, 2 needed.
__global__ void oddLanes(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x % 2 == 1)
    out[i] = 2 * in[i];
}

__global__ void everyThird(double *out, const double *in) {
  int t = threadIdx.x;
  if (t % 3 == 0)
    out[t / 3] = in[t];
}

// Lower and upper half of each warp do different things, of different width.
__global__ void partedHalves(float *out, double *wide, const float *in) {
  int t = threadIdx.x, lane = t & 31;
  if (lane < 16)
    out[t] = in[2 * t];
  else
    wide[t] = in[t];
}

__global__ void firstLanes(float *out, const float *in) {
  int t = threadIdx.x;
  if (t % 32 < 5)
    out[t] = in[t];
  if (t == 70)
    out[200] = in[200];
}

__global__ void oneWarp(float *out, const float *in) {
  if (threadIdx.x / 32 == 2)
    out[threadIdx.x] = in[threadIdx.x * 4];
}

// Two conditions, one of them by block.
__global__ void someBlocks(int *out, const int *in) {
  int i = blockIdx.x * 64 + threadIdx.x;
  if (blockIdx.x > 0 && blockIdx.x < 3)
    if (threadIdx.x >= 20 && threadIdx.x < 50)
      out[i] = in[i] * 3;
}

__global__ void eitherSide(int *out, const int *in) {
  int t = threadIdx.x;
  if (t < 9 || t > 40 || t % 16 == 15)
    out[t] = in[t ^ 3];
}

__global__ void switched(int *out, const int *in) {
  int t = threadIdx.x;
  switch (t % 4) {
  case 0:
    out[t] = in[t];
    break;
  case 1:
    out[t] = in[t * 2];
    [[fallthrough]];
  case 2:
    out[t + 64] = in[t * 3];
    break;
  default:
    out[t] = in[255 - t];
  }
}

// What lanes chose by a condition, without a branch around the store.
__global__ void chosenIndex(float *out, const float *in) {
  int t = threadIdx.x;
  int from = t < 24 ? t * 8 : 400 + t;
  out[t] = in[from];
}

// Blocks of 40 threads: the second warp has 8 lanes.
__global__ void partialWarps(short *out, const short *in) {
  int i = blockIdx.x * 40 + threadIdx.x;
  out[i] = in[i * 2];
}

__global__ void sharedGuards(float *out, const float *in) {
  __shared__ float tile[1024];
  int t = threadIdx.x;
  tile[t] = in[t];
  if (t < 48)
    tile[t + 96] = in[t + 96];
  __syncthreads();
  if (t % 2 == 0)
    out[t] = tile[t / 2 * 3];
  else if (t < 60)
    out[t] = tile[t + 64];
}

// A fault in one lane only: at a stride of 32 for lanes above 15.
__global__ void mixedStrides(float *out, const float *in) {
  __shared__ float tile[2048];
  int t = threadIdx.x;
  for (int i = t; i < 2048; i += 64)
    tile[i] = in[i];
  __syncthreads();
  out[t] = tile[t % 32 < 16 ? t : t * 32 % 2048];
}

int main() {
  const float *in = numbers<float>(2048);
  const double *inWide = numbers<double>(256);
  const int *integers = numbers<int>(1024);
  const short *narrow = numbers<short>(1024);
  auto fresh = [] { return zeros<float>(2048); };
  float *out = fresh();
  tailBlock<<<8, 128>>>(out, in, size);
  expect("tailBlock", out, 1024, [](int i) { return i < size ? numberAt(i) + 1 : 0; });
  earlyReturn<<<8, 128>>>(out, in, size);
  expect("earlyReturn", out, 1024, [](int i) { return i < size ? numberAt(size - 1 - i) : 0; });
  oddLanes<<<2, 96>>>(out = fresh(), in);
  expect("oddLanes", out, 192, [](int i) { return i % 2 ? 2 * numberAt(i) : 0; });
  double *wide = zeros<double>(256);
  everyThird<<<1, 192>>>(wide, inWide);
  expect("everyThird", wide, 128, [](int i) { return i < 64 ? numberAt(3 * i) : 0; });
  wide = zeros<double>(256);
  partedHalves<<<1, 128>>>(out = fresh(), wide, in);
  expect("partedHalves", out, 128, [](int i) { return i % 32 < 16 ? numberAt(2 * i) : 0; });
  expect("partedHalves", wide, 128, [](int i) { return i % 32 < 16 ? 0 : numberAt(i); });
  firstLanes<<<1, 128>>>(out = fresh(), in);
  expect("firstLanes", out, 256,
         [](int i) { return (i < 128 && i % 32 < 5) || i == 200 ? numberAt(i) : 0; });
  oneWarp<<<2, 128>>>(out = fresh(), in);
  expect("oneWarp", out, 128, [](int i) { return i / 32 == 2 ? numberAt(4 * i) : 0; });
  int *whole = zeros<int>(512);
  someBlocks<<<4, 64>>>(whole, integers);
  expect("someBlocks", whole, 256, [](int i) {
    return i >= 64 && i < 192 && i % 64 >= 20 && i % 64 < 50 ? numberAt(i) * 3 : 0;
  });
  whole = zeros<int>(512);
  eitherSide<<<1, 64>>>(whole, integers);
  expect("eitherSide", whole, 64,
         [](int i) { return i < 9 || i > 40 || i % 16 == 15 ? numberAt(i ^ 3) : 0; });
  whole = zeros<int>(512);
  switched<<<1, 64>>>(whole, integers);
  expect("switched", whole, 128, [](int i) {
    if (i >= 64)
      return i % 4 == 1 || i % 4 == 2 ? numberAt((i - 64) * 3) : 0;
    return i % 4 == 2 ? 0 : numberAt(i % 4 == 0 ? i : i % 4 == 1 ? 2 * i : 255 - i);
  });
  chosenIndex<<<1, 64>>>(out = fresh(), in);
  expect("chosenIndex", out, 64, [](int i) { return numberAt(i < 24 ? i * 8 : 400 + i); });
  short *narrowOut = zeros<short>(1024);
  partialWarps<<<5, 40>>>(narrowOut, narrow);
  expect("partialWarps", narrowOut, 200, [](int i) { return numberAt(2 * i); });
  sharedGuards<<<1, 96>>>(out = fresh(), in);
  expect("sharedGuards", out, 96, [](int i) {
    return i % 2 == 0 ? numberAt(i / 2 * 3) : i < 60 ? numberAt(i + 64) : 0;
  });
  mixedStrides<<<1, 64>>>(out = fresh(), in);
  expect("mixedStrides", out, 64, [](int i) { return numberAt(i % 32 < 16 ? i : i * 32 % 2048); });
  return finish();
}
