// Constant memory: one address for all lanes, or several.

#include "support.h"

__constant__ float table[256];
__constant__ unsigned char bytes[256];
__constant__ double wideTable[64];
__constant__ float4 rows[32];

__global__ void uniform(float *out, const float *in, int first) {
  int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 8; ++k)
    sum += table[first + k] * in[k * 64 + t];
  out[t] = sum;
}

// 32 addresses; 8; and 2.
__global__ void byLane(float *out) {
  int t = threadIdx.x;
  out[t] = table[t];
  out[64 + t] = table[t / 4 * 3];
  out[128 + t] = table[t % 32 < 16 ? 7 : 200];
}

__global__ void byByte(int *out) {
  int t = threadIdx.x;
  out[t] = bytes[t] + bytes[t & ~3];
}

__global__ void byDouble(double *out) { out[threadIdx.x] = wideTable[threadIdx.x % 8 * 5]; }

// Uniform in each warp, another one in the next.
__global__ void byWarp(float *out) {
  int t = threadIdx.x;
  out[t] = table[t / 32 * 17 + blockIdx.x];
}

__global__ void someLanes(float *out) {
  int t = threadIdx.x;
  if (t % 4 == 0)
    out[t] = table[255 - t];
}

__global__ void vectorsByRow(float *out) {
  float4 row = rows[threadIdx.y];
  out[threadIdx.y * 8 + threadIdx.x] = row.x + row.w * float(threadIdx.x);
}

int main() {
  float values[256];
  unsigned char byteValues[256];
  double wideValues[64];
  float4 rowValues[32];
  for (int i = 0; i < 256; ++i) {
    values[i] = float(numberAt(i));
    byteValues[i] = (unsigned char)numberAt(i);
    wideValues[i % 64] = numberAt(i % 64);
    rowValues[i % 32] = make_float4(float(i % 32), 0, 0, float(2 * (i % 32)));
  }
  require(cudaMemcpyToSymbol(table, values, sizeof values), "filling table");
  require(cudaMemcpyToSymbol(bytes, byteValues, sizeof byteValues), "filling bytes");
  require(cudaMemcpyToSymbol(wideTable, wideValues, sizeof wideValues), "filling wideTable");
  require(cudaMemcpyToSymbol(rows, rowValues, sizeof rowValues), "filling rows");
  const float *in = numbers<float>(512);
  float *out = zeros<float>(512);
  uniform<<<1, 64>>>(out, in, 40);
  expect("uniform", out, 64, [](int i) {
    int sum = 0;
    for (int k = 0; k < 8; ++k)
      sum += numberAt(40 + k) * numberAt(k * 64 + i);
    return sum;
  });
  byLane<<<1, 64>>>(out);
  expect("byLane", out, 192, [](int i) {
    int t = i % 64;
    return numberAt(i < 64 ? t : i < 128 ? t / 4 * 3 : t % 32 < 16 ? 7 : 200);
  });
  int *whole = zeros<int>(64);
  byByte<<<1, 64>>>(whole);
  expect("byByte", whole, 64, [](int i) { return numberAt(i) + numberAt(i & ~3); });
  double *wide = zeros<double>(64);
  byDouble<<<1, 64>>>(wide);
  expect("byDouble", wide, 64, [](int i) { return numberAt(i % 8 * 5); });
  byWarp<<<1, 128>>>(out);
  expect("byWarp", out, 128, [](int i) { return numberAt(i / 32 * 17); });
  out = zeros<float>(512);
  someLanes<<<1, 96>>>(out);
  expect("someLanes", out, 96, [](int i) { return i % 4 ? 0 : numberAt(255 - i); });
  vectorsByRow<<<1, dim3(8, 32)>>>(out);
  expect("vectorsByRow", out, 256, [](int i) { return i / 8 + 2 * (i / 8) * (i % 8); });
  return finish();
}
