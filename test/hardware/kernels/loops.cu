// Loops that halve, double, shrink, stride over the grid, or end early.

#include "support.h"

__global__ void halving(float *out, const float *in) {
  __shared__ float partial[256];
  int t = threadIdx.x;
  partial[t] = in[t];
  __syncthreads();
  for (int s = blockDim.x / 2; s > 0; s /= 2) {
    if (t < s)
      partial[t] += partial[t + s];
    __syncthreads();
  }
  if (t == 0)
    out[0] = partial[0];
}

// Interleaved: 2-way conflicts, 4-way, 8-way, … while fewer and fewer lanes take part.
__global__ void doublingStrided(float *out, const float *in) {
  __shared__ float partial[256];
  int t = threadIdx.x;
  partial[t] = in[t];
  __syncthreads();
  for (int s = 1; s < blockDim.x; s *= 2) {
    int index = 2 * s * t;
    if (index < blockDim.x)
      partial[index] += partial[index + s];
    __syncthreads();
  }
  if (t == 0)
    out[0] = partial[0];
}

__global__ void doublingModulo(float *out, const float *in) {
  __shared__ float partial[128];
  int t = threadIdx.x;
  partial[t] = in[blockIdx.x * 128 + t];
  __syncthreads();
  for (unsigned s = 1; s < 128; s <<= 1) {
    if (t % (2 * s) == 0)
      partial[t] += partial[t + s];
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = partial[0];
}

// Inclusive sums, with one step more at each distance.
__global__ void scanned(int *out, const int *in) {
  __shared__ int sums[2][96];
  int t = threadIdx.x, from = 0;
  sums[0][t] = in[t];
  __syncthreads();
  for (int distance = 1; distance < 96; distance *= 2) {
    int value = sums[from][t];
    if (t >= distance)
      value += sums[from][t - distance];
    sums[1 - from][t] = value;
    from = 1 - from;
    __syncthreads();
  }
  out[t] = sums[from][t];
}

// Lane t runs t + 1 times.
__global__ void triangle(int *out, const int *in) {
  int t = threadIdx.x, sum = 0;
  for (int k = 0; k <= t; ++k)
    sum += in[k * 64 + t];
  out[t] = sum;
}

__global__ void upperTriangle(int *out, const int *in) {
  int t = threadIdx.x;
  for (int row = 0; row < 40; ++row)
    for (int column = row + t; column < 40; column += 32)
      out[row * 40 + column] = in[column * 40 + row];
}

__global__ void gridStride(float *out, const float *in, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    out[i] = in[i] * in[i];
}

__global__ void gridStrideBackwards(short *out, const short *in, int n) {
  for (int i = n - 1 - int(blockIdx.x * blockDim.x + threadIdx.x); i >= 0;
       i -= int(gridDim.x * blockDim.x))
    out[i] = in[i];
}

// Each thread has 5 elements in a row.
__global__ void blocked(int *out, const int *in) {
  int first = threadIdx.x * 5;
  int sum = 0;
  for (int k = 0; k < 5; ++k) {
    sum += in[first + k];
    out[first + k] = sum;
  }
}

__global__ void endsEarly(int *out, const int *in) {
  int t = threadIdx.x;
  for (int k = 0; k < 16; ++k) {
    if (k * 4 > t)
      break;
    out[k * 64 + t] = in[t * 16 + k];
  }
}

__global__ void skipsSome(int *out, const int *in) {
  int t = threadIdx.x;
  for (int k = 0; k < 8; ++k) {
    if ((t + k) % 3 == 0)
      continue;
    out[k * 48 + t] = in[k * 48 + t] + 1;
  }
}

__global__ void whileHalving(float *out, const float *in) {
  unsigned width = 64;
  int row = 0;
  while (width >= 4) {
    if (threadIdx.x < width)
      out[row * 64 + threadIdx.x] = in[threadIdx.x * (64 / width)];
    width >>= 1;
    ++row;
  }
}

__global__ void doWhile(float *out, const float *in, int rows) {
  int row = threadIdx.y;
  do {
    out[row * 16 + threadIdx.x] = in[row * 18 + threadIdx.x];
    row += blockDim.y;
  } while (row < rows);
}

// Matrix of 24 x 40: a warp's lanes add up rows, then columns.
__global__ void sumsOfRows(float *out, const float *in) {
  float sum = 0;
  if (threadIdx.x < 24) {
    for (int column = 0; column < 40; ++column)
      sum += in[threadIdx.x * 40 + column];
    out[threadIdx.x] = sum;
  }
}

__global__ void sumsOfColumns(float *out, const float *in) {
  float sum = 0;
#pragma unroll 4
  for (int row = 0; row < 24; ++row)
    sum += in[row * 40 + threadIdx.x];
  out[threadIdx.x] = sum;
}

int main() {
  const float *in = numbers<float>(4096);
  const int *integers = numbers<int>(4096);
  float *out = zeros<float>(4096);
  int total = 0, halfTotals[2] = {};
  for (int i = 0; i < 256; ++i) {
    total += numberAt(i);
    halfTotals[i / 128] += numberAt(i);
  }
  halving<<<1, 256>>>(out, in);
  expect("halving", out, 1, [&](int) { return total; });
  doublingStrided<<<1, 256>>>(out, in);
  expect("doublingStrided", out, 1, [&](int) { return total; });
  doublingModulo<<<2, 128>>>(out, in);
  expect("doublingModulo", out, 2, [&](int i) { return halfTotals[i]; });
  int *whole = zeros<int>(4096);
  scanned<<<1, 96>>>(whole, integers);
  expect("scanned", whole, 96, [](int i) { return i * (i + 1) / 2; });
  triangle<<<1, 64>>>(whole, integers);
  expect("triangle", whole, 64, [](int i) {
    int sum = 0;
    for (int k = 0; k <= i; ++k)
      sum += numberAt(k * 64 + i);
    return sum;
  });
  whole = zeros<int>(4096);
  upperTriangle<<<1, 32>>>(whole, integers);
  expect("upperTriangle", whole, 1600,
         [](int i) { return i % 40 >= i / 40 ? numberAt(i % 40 * 40 + i / 40) : 0; });
  gridStride<<<3, 64>>>(out, in, 1000);
  expect("gridStride", out, 1000, [](int i) { return numberAt(i) * numberAt(i); });
  short *narrow = zeros<short>(1024);
  gridStrideBackwards<<<3, 48>>>(narrow, numbers<short>(1024), 777);
  expect("gridStrideBackwards", narrow, 800, [](int i) { return i < 777 ? numberAt(i) : 0; });
  blocked<<<1, 64>>>(whole, integers);
  expect("blocked", whole, 320, [](int i) {
    int sum = 0;
    for (int k = i / 5 * 5; k <= i; ++k)
      sum += numberAt(k);
    return sum;
  });
  whole = zeros<int>(4096);
  endsEarly<<<1, 64>>>(whole, integers);
  expect("endsEarly", whole, 1024,
         [](int i) { return i / 64 * 4 > i % 64 ? 0 : numberAt(i % 64 * 16 + i / 64); });
  whole = zeros<int>(4096);
  skipsSome<<<1, 48>>>(whole, integers);
  expect("skipsSome", whole, 8 * 48,
         [](int i) { return (i % 48 + i / 48) % 3 == 0 ? 0 : numberAt(i) + 1; });
  out = zeros<float>(4096);
  whileHalving<<<1, 64>>>(out, in);
  expect("whileHalving", out, 5 * 64, [](int i) {
    int width = 64 >> i / 64;
    return i % 64 < width ? numberAt(i % 64 * (64 / width)) : 0;
  });
  doWhile<<<1, dim3(16, 6)>>>(out, in, 20);
  expect("doWhile", out, 320, [](int i) { return numberAt(i / 16 * 18 + i % 16); });
  sumsOfRows<<<1, 32>>>(out, in);
  expect("sumsOfRows", out, 24, [](int i) {
    int sum = 0;
    for (int k = 0; k < 40; ++k)
      sum += numberAt(i * 40 + k);
    return sum;
  });
  sumsOfColumns<<<1, 40>>>(out, in);
  expect("sumsOfColumns", out, 40, [](int i) {
    int sum = 0;
    for (int k = 0; k < 24; ++k)
      sum += numberAt(k * 40 + i);
    return sum;
  });
  return finish();
}
