// Kernels that lose time to how they access memory, each beside one that does the same work
// without: `wasteful<Case>` and `mended<Case>`. compare.py holds the estimates for the former
// against the time that the latter save.

#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

constexpr int Words = 1 << 24;

static void check(cudaError_t Status, const char *What) {
  if (Status == cudaSuccess)
    return;
  std::fprintf(stderr, "pairs: %s: %s\n", What, cudaGetErrorString(Status));
  std::exit(1);
}

// Loads and stores with a distance between lanes.
template <int Stride> __global__ void wastefulStridedLoad(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = in[i * Stride] * 2;
}
template <int Stride> __global__ void mendedStridedLoad(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = in[i] * 2;
}
template <int Stride> __global__ void wastefulStridedStore(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i * Stride] = in[i] * 2;
}
template <int Stride> __global__ void mendedStridedStore(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = in[i] * 2;
}

// The same with arithmetic to hide it.
template <int Rounds> __global__ void wastefulHidden(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float x = in[i * 8];
  for (int k = 0; k < Rounds; ++k)
    x = x * 1.0001f + 0.5f;
  out[i] = x;
}
template <int Rounds> __global__ void mendedHidden(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float x = in[i];
  for (int k = 0; k < Rounds; ++k)
    x = x * 1.0001f + 0.5f;
  out[i] = x;
}

// One member of a structure.
template <int Members> struct Record {
  float Member[Members];
};
template <int Members>
__global__ void wastefulMember(float *out, const Record<Members> *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = in[i].Member[1] + 1;
}
template <int Members> __global__ void mendedMember(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = in[i] + 1;
}

// Transposition: by lanes that store, or load, columns; through a tile with conflicts, and without.
template <int Side> __global__ void wastefulColumnStore(float *out, const float *in) {
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  out[x * Side + y] = in[y * Side + x];
}
template <int Side> __global__ void wastefulColumnLoad(float *out, const float *in) {
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  out[y * Side + x] = in[x * Side + y];
}
template <int Side, int Row> __device__ void transposeTile(float *out, const float *in) {
  __shared__ float tile[32][Row];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int k = 0; k < 32; k += 8)
    tile[threadIdx.y + k][threadIdx.x] = in[(y + k) * Side + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  for (int k = 0; k < 32; k += 8)
    out[(y + k) * Side + x] = tile[threadIdx.x][threadIdx.y + k];
}
template <int Side> __global__ void wastefulTile(float *out, const float *in) {
  transposeTile<Side, 32>(out, in);
}
template <int Side> __global__ void mendedTile(float *out, const float *in) {
  transposeTile<Side, 33>(out, in);
}
template <int Side> __global__ void mendedColumnStore(float *out, const float *in) {
  transposeTile<Side, 33>(out, in);
}
template <int Side> __global__ void mendedColumnLoad(float *out, const float *in) {
  transposeTile<Side, 33>(out, in);
}

// A row for each thread; the mended one has the matrix transposed.
template <int Columns> __global__ void wastefulRows(float *out, const float *in, int rows) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows)
    return;
  float sum = 0;
  for (int k = 0; k < Columns; ++k)
    sum += in[row * Columns + k];
  out[row] = sum;
}
template <int Columns> __global__ void mendedRows(float *out, const float *in, int rows) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows)
    return;
  float sum = 0;
  for (int k = 0; k < Columns; ++k)
    sum += in[k * rows + row];
  out[row] = sum;
}

// Bank conflicts of a degree, again and again.
template <int Degree> __global__ void wastefulBanks(float *out, int rounds) {
  __shared__ float data[32 * 32 + 32];
  for (int i = threadIdx.x; i < 32 * 32 + 32; i += blockDim.x)
    data[i] = i;
  __syncthreads();
  float sum = 0;
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  for (int k = 0; k < 32; ++k)
    sum += data[lane * Degree + (k ^ warp)] * sum;
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum + rounds;
}
template <int Degree> __global__ void mendedBanks(float *out, int rounds) {
  __shared__ float data[32 * 32 + 32];
  for (int i = threadIdx.x; i < 32 * 32 + 32; i += blockDim.x)
    data[i] = i;
  __syncthreads();
  float sum = 0;
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  for (int k = 0; k < 32; ++k)
    sum += data[lane + (k ^ warp)] * sum;
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum + rounds;
}

// A product of matrices in which lanes have rows, or columns.
template <int Side> __global__ void wastefulProduct(float *c, const float *a, const float *b) {
  int row = blockIdx.x * blockDim.x + threadIdx.x, column = blockIdx.y * blockDim.y + threadIdx.y;
  float sum = 0;
  for (int k = 0; k < Side; ++k)
    sum += a[row * Side + k] * b[k * Side + column];
  c[row * Side + column] = sum;
}
template <int Side> __global__ void mendedProduct(float *c, const float *a, const float *b) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < Side; ++k)
    sum += a[row * Side + k] * b[k * Side + column];
  c[row * Side + column] = sum;
}

// A stencil in which lanes are above each other, or beside.
template <int Side> __global__ void wastefulStencil(float *out, const float *in) {
  int y = blockIdx.x * blockDim.x + threadIdx.x, x = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || y < 1 || x >= Side - 1 || y >= Side - 1)
    return;
  int i = y * Side + x;
  out[i] = (in[i - 1] + in[i + 1] + in[i - Side] + in[i + Side]) * 0.25f;
}
template <int Side> __global__ void mendedStencil(float *out, const float *in) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || y < 1 || x >= Side - 1 || y >= Side - 1)
    return;
  int i = y * Side + x;
  out[i] = (in[i - 1] + in[i + 1] + in[i - Side] + in[i + Side]) * 0.25f;
}

// Chunks of consecutive elements for each thread, or a distance of all threads.
template <int Each> __global__ void wastefulChunks(float *out, const float *in) {
  int first = (blockIdx.x * blockDim.x + threadIdx.x) * Each;
  for (int k = 0; k < Each; ++k)
    out[first + k] = in[first + k] + 1;
}
template <int Each> __global__ void mendedChunks(float *out, const float *in) {
  int first = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
  for (int k = 0; k < Each; ++k)
    out[first + k * threads] = in[first + k * threads] + 1;
}

static float *In, *Out;

#define PAIR(NAME, CASE, GRID, BLOCK, ...)                                                         \
  for (int round = 0; round < 10; ++round) {                                                       \
    wasteful##NAME<CASE><<<GRID, BLOCK>>>(__VA_ARGS__);                                            \
    mended##NAME<CASE><<<GRID, BLOCK>>>(__VA_ARGS__);                                              \
  }                                                                                                \
  check(cudaGetLastError(), #NAME)

template <int Members> static void members(int n) {
  for (int round = 0; round < 10; ++round) {
    wastefulMember<Members><<<n / 256, 256>>>(Out, reinterpret_cast<Record<Members> *>(In), n);
    mendedMember<Members><<<n / 256, 256>>>(Out, In, n);
  }
}

template <int Side> static void transpose() {
  dim3 grid(Side / 32, Side / 32), block(32, 8), columns(Side / 32, Side / 8);
  for (int round = 0; round < 10; ++round) {
    wastefulColumnStore<Side><<<columns, block>>>(Out, In);
    mendedColumnStore<Side><<<grid, block>>>(Out, In);
    wastefulColumnLoad<Side><<<columns, block>>>(Out, In);
    mendedColumnLoad<Side><<<grid, block>>>(Out, In);
    wastefulTile<Side><<<grid, block>>>(Out, In);
    mendedTile<Side><<<grid, block>>>(Out, In);
  }
}

int main() {
  check(cudaMalloc(&In, Words * 4l * 4), "cudaMalloc");
  check(cudaMalloc(&Out, Words * 4l * 4), "cudaMalloc");
  check(cudaMemset(In, 0, Words * 4l * 4), "cudaMemset");
  constexpr int N = 1 << 20;
  PAIR(StridedLoad, 2, N / 256, 256, Out, In, N);
  PAIR(StridedLoad, 4, N / 256, 256, Out, In, N);
  PAIR(StridedLoad, 8, N / 256, 256, Out, In, N);
  PAIR(StridedLoad, 16, N / 256, 256, Out, In, N);
  PAIR(StridedLoad, 32, N / 256, 256, Out, In, N);
  PAIR(StridedLoad, 3, 32, 256, Out, In, 8192);
  PAIR(StridedStore, 2, N / 256, 256, Out, In, N);
  PAIR(StridedStore, 4, N / 256, 256, Out, In, N);
  PAIR(StridedStore, 8, N / 256, 256, Out, In, N);
  PAIR(StridedStore, 16, N / 256, 256, Out, In, N);
  PAIR(StridedStore, 32, N / 256, 256, Out, In, N);
  PAIR(StridedStore, 3, 32, 256, Out, In, 8192);
  PAIR(Hidden, 64, N / 256, 256, Out, In, N);
  PAIR(Hidden, 512, N / 256, 256, Out, In, N);
  PAIR(Hidden, 4096, N / 256, 256, Out, In, N);
  members<4>(N);
  members<6>(N);
  members<12>(N);
  transpose<512>();
  transpose<2048>();
  transpose<4096>();
  PAIR(Rows, 32, 1024, 256, Out, In, 1 << 18);
  PAIR(Rows, 256, 128, 256, Out, In, 1 << 15);
  PAIR(Rows, 1024, 16, 256, Out, In, 1 << 12);
  PAIR(Banks, 2, 1056, 1024, Out, 1);
  PAIR(Banks, 4, 1056, 1024, Out, 1);
  PAIR(Banks, 8, 1056, 1024, Out, 1);
  PAIR(Banks, 16, 1056, 1024, Out, 1);
  PAIR(Banks, 32, 1056, 1024, Out, 1);
  PAIR(Product, 256, dim3(8, 32), dim3(32, 8), Out, In, In + 65536);
  PAIR(Product, 1024, dim3(32, 128), dim3(32, 8), Out, In, In + 1048576);
  PAIR(Stencil, 1024, dim3(32, 128), dim3(32, 8), Out, In);
  PAIR(Stencil, 4096, dim3(128, 512), dim3(32, 8), Out, In);
  PAIR(Chunks, 4, 4096, 256, Out, In);
  PAIR(Chunks, 8, 2048, 256, Out, In);
  PAIR(Chunks, 32, 512, 256, Out, In);
  check(cudaDeviceSynchronize(), "kernels");
  return 0;
}
