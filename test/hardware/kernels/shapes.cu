// Blocks of one, two and three dimensions whose rows are not whole warps.

#include "support.h"

// 20 threads a row: a warp is a row and 12 threads of the next.
__global__ void rowsOf20(float *out, const float *in, int width) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  out[y * width + x] = in[y * width + x] * 2;
}

__global__ void columnsOf7(float *out, const float *in, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  out[x * height + y] = in[x * height + y] + 1;
}

// 5 x 4 x 3: 60 threads, the second warp has 28.
__global__ void boxOf60(int *out, const int *in) {
  int inBlock = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  int i = blockIdx.x * 60 + inBlock;
  out[i] = in[threadIdx.x * 64 + threadIdx.y * 8 + threadIdx.z];
}

__global__ void thinBlock(double *out, const double *in) {
  out[threadIdx.y] = in[threadIdx.y * 2 + blockIdx.y];
}

__global__ void deepBlock(short *out, const short *in) {
  int z = threadIdx.z, x = threadIdx.x;
  out[x * 48 + z] = in[z * 2 + x];
}

// A grid of three dimensions.
__global__ void gridOfThree(float *out, const float *in) {
  int block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  out[block * 24 + threadIdx.x] = in[block * 33 + threadIdx.x];
}

// Clipped at the right and at the bottom: 50 x 30 in blocks of 16 x 12.
__global__ void clipped(float *out, const float *in, int width, int height) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 12 + threadIdx.y;
  if (x < width && y < height)
    out[y * width + x] = in[(height - 1 - y) * width + x];
}

__global__ void sharedRowsOf12(float *out, const float *in) {
  __shared__ float tile[12][12];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[y * 12 + x];
  __syncthreads();
  out[y * 12 + x] = tile[x][y];
}

__global__ void sharedBox(float2 *out, const float2 *in) {
  __shared__ float2 tile[4][6][10];
  int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
  tile[z][y][x] = in[(z * 6 + y) * 10 + x];
  __syncthreads();
  out[(x * 6 + y) * 4 + z] = tile[z][5 - y][9 - x];
}

// The shape decides by itself where a thread works.
__global__ void shapeTold(int *out, const int *in) {
  int inBlock = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  int threads = blockDim.x * blockDim.y * blockDim.z;
  for (int i = inBlock; i < 300; i += threads)
    out[i] = in[i] + threads;
}

int main() {
  const float *in = numbers<float>(4096);
  float *out = zeros<float>(4096);
  rowsOf20<<<dim3(3, 2), dim3(20, 5)>>>(out, in, 60);
  expect("rowsOf20", out, 600, [](int i) { return 2 * numberAt(i); });
  columnsOf7<<<dim3(2, 3), dim3(7, 9)>>>(out, in, 27);
  expect("columnsOf7", out, 14 * 27, [](int i) { return numberAt(i) + 1; });
  const int *integers = numbers<int>(1024);
  int *whole = zeros<int>(1024);
  boxOf60<<<2, dim3(5, 4, 3)>>>(whole, integers);
  expect("boxOf60", whole, 120, [](int i) {
    i %= 60;
    return numberAt(i % 5 * 64 + i / 5 % 4 * 8 + i / 20);
  });
  double *wide = zeros<double>(128);
  thinBlock<<<dim3(1, 1), dim3(1, 50)>>>(wide, numbers<double>(128));
  expect("thinBlock", wide, 50, [](int i) { return numberAt(2 * i); });
  short *narrow = zeros<short>(128);
  deepBlock<<<1, dim3(2, 1, 48)>>>(narrow, numbers<short>(128));
  expect("deepBlock", narrow, 96, [](int i) { return numberAt(i % 48 * 2 + i / 48); });
  gridOfThree<<<dim3(2, 3, 2), 24>>>(out, in);
  expect("gridOfThree", out, 12 * 24, [](int i) { return numberAt(i / 24 * 33 + i % 24); });
  clipped<<<dim3(4, 3), dim3(16, 12)>>>(out, in, 50, 30);
  expect("clipped", out, 1500, [](int i) { return numberAt((29 - i / 50) * 50 + i % 50); });
  sharedRowsOf12<<<1, dim3(12, 12)>>>(out, in);
  expect("sharedRowsOf12", out, 144, [](int i) { return numberAt(i % 12 * 12 + i / 12); });
  float2 *pairs = zeros<float2>(256);
  const float2 *inPairs = numbers<float2>(256);
  sharedBox<<<1, dim3(10, 6, 4)>>>(pairs, inPairs);
  expectGathered("sharedBox", pairs, inPairs, 240, [](int i) {
    int z = i % 4, y = i / 4 % 6, x = i / 24;
    return (z * 6 + 5 - y) * 10 + 9 - x;
  });
  shapeTold<<<1, dim3(11, 3, 2)>>>(whole, integers);
  expect("shapeTold", whole, 300, [](int i) { return numberAt(i) + 66; });
  shapeTold<<<1, dim3(33, 3)>>>(whole, integers);
  expect("shapeTold", whole, 300, [](int i) { return numberAt(i) + 99; });
  return finish();
}
