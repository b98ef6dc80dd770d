// Accesses in functions: of a header, templates, members, lambdas, functors; several
// calls of one function, and functions that call functions.

#include "layout.cuh"
#include "support.h"

__global__ void throughHeader(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    put<2>(out, i, pick(in, i) + pick(in, 2 * i + 1));
}

__global__ void twoDeep(float *out, const float *in) {
  int x = threadIdx.x, y = threadIdx.y;
  put<1>(out, rowMajor(y, x, 16), weighted(in, y, x, 16));
}

__global__ void throughView(float *out, float *in) {
  RowView<float> to(out, 33), from(in, 64);
  for (int row = threadIdx.y; row < 16; row += blockDim.y)
    to(row, threadIdx.x) = from.load(threadIdx.x, row) + from(row, threadIdx.x);
}

__global__ void sharedView(double *out, const double *in) {
  __shared__ double tile[16 * 18];
  RowView<double> padded(tile, 18);
  int x = threadIdx.x, y = threadIdx.y;
  padded(y, x) = in[y * 16 + x];
  __syncthreads();
  out[y * 16 + x] = padded.load(x, y);
}

__global__ void exchanged(int *data) {
  int t = threadIdx.x;
  exchange(data[t], data[127 - t]);
}

template <class Function> __global__ void applied(float *out, int n, Function function) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    out[i] = function(i);
}

struct Gather {
  const float *from;
  int stride;
  __device__ float operator()(int i) const { return from[i * stride]; }
};

struct Reverse {
  const float *from;
  int last;
  __device__ float operator()(int i) const { return from[last - i] + from[i]; }
};

__global__ void localLambda(float *out, const float *in, int width) {
  auto at = [=](int row, int column) { return in[row * width + column]; };
  int t = threadIdx.x;
  out[t] = at(t / 8, t % 8);
  out[64 + t] = at(t % 8, t / 8);
}

template <int Radius> __global__ void stencil(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
#pragma unroll
  for (int k = -Radius; k <= Radius; ++k)
    sum += in[i + k + Radius];
  if (i < n)
    out[i] = sum;
}

// Not inlined, in either build.
__device__ __noinline__ float farAway(const float *from, int i) { return from[i * 2]; }

__global__ void callsFarAway(float *out, const float *in) {
  int t = threadIdx.x;
  out[t] = farAway(in, t) + 1;
  if (t < 40)
    out[64 + t] = farAway(in, t + 64) * 3;
}

int main() {
  float *in = numbers<float>(4096);
  float *out = zeros<float>(4096);
  throughHeader<<<3, 96>>>(out, in, 250);
  expect("throughHeader", out, 600,
         [](int i) { return i % 2 || i >= 500 ? 0 : numberAt(i / 2) + numberAt(i + 1); });
  twoDeep<<<1, dim3(16, 16)>>>(out, in);
  expect("twoDeep", out, 256,
         [](int i) { return numberAt(i) + 2 * numberAt(i % 16 * 16 + i / 16); });
  throughView<<<1, dim3(32, 4)>>>(out, in);
  expect("throughView", out, 16, [](int i) { return numberAt(i * 64) + numberAt(i); });
  double *wide = zeros<double>(256);
  sharedView<<<1, dim3(16, 16)>>>(wide, numbers<double>(256));
  expect("sharedView", wide, 256, [](int i) { return numberAt(i % 16 * 16 + i / 16); });
  int *whole = numbers<int>(128);
  exchanged<<<1, 64>>>(whole);
  expect("exchanged", whole, 128, [](int i) { return numberAt(127 - i); });
  applied<<<1, 64>>>(out, 200, Gather{in, 3});
  expect("applied", out, 200, [](int i) { return numberAt(3 * i); });
  applied<<<1, 96>>>(out, 150, Reverse{in, 149});
  expect("applied", out, 150, [](int i) { return numberAt(149 - i) + numberAt(i); });
  localLambda<<<1, 64>>>(out, in, 40);
  expect("localLambda", out, 128, [](int i) {
    int t = i % 64;
    return i < 64 ? numberAt(t / 8 * 40 + t % 8) : numberAt(t % 8 * 40 + t / 8);
  });
  stencil<1><<<2, 96>>>(out, in, 180);
  expect("stencil<1>", out, 180,
         [](int i) { return numberAt(i) + numberAt(i + 1) + numberAt(i + 2); });
  stencil<3><<<2, 96>>>(out, in, 180);
  expect("stencil<3>", out, 180, [](int i) {
    int sum = 0;
    for (int k = 0; k < 7; ++k)
      sum += numberAt(i + k);
    return sum;
  });
  callsFarAway<<<1, 64>>>(out, in);
  expect("callsFarAway", out, 104,
         [](int i) { return i < 64 ? numberAt(2 * i) + 1 : 3 * numberAt(2 * i); });
  return finish();
}
