// Pointers that are not where memory begins, that are one of two, that are cast; rows
// of a pitch.

#include "support.h"

__global__ void copyFrom(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i];
}

__global__ void vectorsFrom(float4 *out, const float4 *in) {
  out[threadIdx.x * 2] = in[threadIdx.x];
}

__global__ void pitched(float *out, size_t pitch, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) {
    float *row = (float *)((char *)out + y * pitch);
    row[x] = float(y * width + x);
  }
}

__global__ void eitherBuffer(float *out, const float *a, const float *b) {
  int t = threadIdx.x;
  const float *from = blockIdx.x % 2 ? a : b;
  out[blockIdx.x * 64 + t] = from[t * 2];
}

__global__ void lanesOfTwo(float *out, const float *a, const float *b) {
  int t = threadIdx.x;
  const float *from = t % 2 ? a : b;
  out[t] = from[t];
}

__global__ void pingPong(float *a, float *b) {
  int t = threadIdx.x;
  float *from = a, *to = b;
  for (int k = 0; k < 4; ++k) {
    to[t] = from[63 - t] + 1;
    __syncthreads();
    float *before = from;
    from = to;
    to = before;
  }
}

// Four floats at once by a cast, then the rest one by one.
__global__ void castToVectors(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n / 4) {
    float4 v = reinterpret_cast<const float4 *>(in)[i];
    v.x *= 2;
    reinterpret_cast<float4 *>(out)[i] = v;
  }
  if (i < n % 4)
    out[n / 4 * 4 + i] = in[n / 4 * 4 + i];
}

__global__ void castToBytes(unsigned char *out, const unsigned *in) {
  const unsigned char *bytes = reinterpret_cast<const unsigned char *>(in);
  int t = threadIdx.x;
  out[t] = bytes[t * 4];
  out[64 + t] = bytes[t];
}

__global__ void castToPairs(float *out, const float *in) {
  int t = threadIdx.x;
  float2 pair = *reinterpret_cast<const float2 *>(&in[t * 6]);
  out[t] = pair.x + pair.y;
}

__global__ void walking(int *out, const int *in) {
  const int *p = in + threadIdx.x;
  int *q = out + threadIdx.x * 3;
  for (int k = 0; k < 6; ++k) {
    *q = *p;
    p += 50;
    q += k % 2 ? 97 : 95;
  }
}

__global__ void smallVectors(uchar4 *out, const uchar4 *in, short2 *pairs) {
  int t = threadIdx.x;
  uchar4 color = in[t * 3];
  out[t] = make_uchar4(color.w, color.z, color.y, color.x);
  pairs[t] = make_short2(short(t), short(t * 2));
}

int main() {
  const float *in = numbers<float>(2048);
  float *out = zeros<float>(2048);
  copyFrom<<<2, 64>>>(out, in + 1);
  expect("copyFrom", out, 128, [](int i) { return numberAt(i + 1); });
  copyFrom<<<1, 128>>>(out + 3, in + 8);
  expect("copyFrom", out + 3, 128, [](int i) { return numberAt(i + 8); });
  copyFrom<<<2, 40>>>(out + 5, &in[7]);
  expect("copyFrom", out + 5, 80, [](int i) { return numberAt(i + 7); });
  const float4 *inVectors = numbers<float4>(128);
  float4 *vectors = zeros<float4>(128);
  vectorsFrom<<<1, 48>>>(vectors + 1, inVectors + 1);
  expectGathered("vectorsFrom", vectors, inVectors, 96,
                 [](int i) { return i % 2 ? i / 2 + 1 : -1; });
  float *rows = nullptr;
  size_t pitch = 0;
  require(cudaMallocPitch(&rows, &pitch, 50 * sizeof(float), 20), "allocating rows");
  pitched<<<dim3(4, 5), dim3(16, 4)>>>(rows, pitch, 50, 20);
  require(cudaMemcpy2D(out, 50 * sizeof(float), rows, pitch, 50 * sizeof(float), 20,
                       cudaMemcpyDeviceToHost),
          "copying rows");
  expect("pitched", out, 1000, [](int i) { return i; });
  eitherBuffer<<<3, 64>>>(out, in, in + 1024);
  expect("eitherBuffer", out, 192,
         [](int i) { return numberAt(i % 64 * 2 + (i / 64 % 2 ? 0 : 1024)); });
  const float *other = numbers<float>(64);
  lanesOfTwo<<<1, 64>>>(out, in, other);
  expect("lanesOfTwo", out, 64, [](int i) { return numberAt(i); });
  float *first = numbers<float>(64), *second = zeros<float>(64);
  pingPong<<<1, 64>>>(first, second);
  expect("pingPong", first, 64, [](int i) { return numberAt(i) + 4; });
  castToVectors<<<2, 64>>>(out, in, 403);
  expect("castToVectors", out, 403,
         [](int i) { return numberAt(i) * (i % 4 == 0 && i < 400 ? 2 : 1); });
  unsigned char *bytes = zeros<unsigned char>(128);
  castToBytes<<<1, 64>>>(bytes, numbers<unsigned>(64));
  expect("castToBytes", bytes, 128, [](int i) {
    return i < 64 ? numberAt(i) : i % 4 ? 0 : numberAt((i - 64) / 4);
  });
  castToPairs<<<1, 64>>>(out, in);
  expect("castToPairs", out, 64, [](int i) { return numberAt(6 * i) + numberAt(6 * i + 1); });
  int *whole = zeros<int>(1024);
  walking<<<1, 32>>>(whole, numbers<int>(1024));
  expect("walking", whole, 600, [](int i) {
    for (int k = 0; k < 6; ++k)
      for (int t = 0; t < 32; ++t)
        if (i == t * 3 + (k + 1) / 2 * 95 + k / 2 * 97)
          return numberAt(t + 50 * k);
    return 0;
  });
  uchar4 *colors = zeros<uchar4>(64);
  short2 *pairs = zeros<short2>(64);
  smallVectors<<<1, 64>>>(colors, numbers<uchar4>(192), pairs);
  expect("smallVectors", &pairs[0].x, 128, [](int i) { return i / 2 * (1 + i % 2); });
  return finish();
}
