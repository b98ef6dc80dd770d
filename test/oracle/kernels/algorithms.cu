// Small versions of what people write.
// ORACLE: 91 accesses, 90 costs

#include "buffers.h"

constexpr int Tile = 16;

__global__ void matmul(float *c, const float *a, const float *b, int m, int n, int k) {
  __shared__ float tileA[Tile][Tile + 1], tileB[Tile][Tile];
  int row = blockIdx.y * Tile + threadIdx.y, column = blockIdx.x * Tile + threadIdx.x;
  float sum = 0;
  for (int t = 0; t < (k + Tile - 1) / Tile; ++t) {
    int x = t * Tile + threadIdx.x, y = t * Tile + threadIdx.y;
    tileA[threadIdx.y][threadIdx.x] = row < m && x < k ? a[row * k + x] : 0;
    tileB[threadIdx.y][threadIdx.x] = y < k && column < n ? b[y * n + column] : 0;
    __syncthreads();
#pragma unroll
    for (int i = 0; i < Tile; ++i)
      sum += tileA[threadIdx.y][i] * tileB[i][threadIdx.x];
    __syncthreads();
  }
  if (row < m && column < n)
    c[row * n + column] = sum;
}

template <int PerThread>
__global__ void matmulRegisters(float *c, const float *a, const float *b, int n) {
  __shared__ float as[8][64], bs[8][64];
  float sums[PerThread][PerThread] = {};
  int tx = threadIdx.x % 16, ty = threadIdx.x / 16;
  for (int k0 = 0; k0 < n; k0 += 8) {
    for (int i = threadIdx.x; i < 8 * 64; i += blockDim.x) {
      as[i % 8][i / 8] = a[(blockIdx.y * 64 + i / 8) * n + k0 + i % 8];
      bs[i / 64][i % 64] = b[(k0 + i / 64) * n + blockIdx.x * 64 + i % 64];
    }
    __syncthreads();
    for (int k = 0; k < 8; ++k)
      for (int i = 0; i < PerThread; ++i)
        for (int j = 0; j < PerThread; ++j)
          sums[i][j] += as[k][ty * PerThread + i] * bs[k][tx + j * 16];
    __syncthreads();
  }
  for (int i = 0; i < PerThread; ++i)
    for (int j = 0; j < PerThread; ++j)
      c[(blockIdx.y * 64 + ty * PerThread + i) * n + blockIdx.x * 64 + tx + j * 16] = sums[i][j];
}

__constant__ float filter[9];

__global__ void convolveRows(float *out, const float *in, int width) {
  constexpr int radius = 4;
  __shared__ float line[64 + 2 * radius];
  int x = blockIdx.x * 64 + threadIdx.x;
  line[threadIdx.x + radius] = in[blockIdx.y * width + x];
  if (threadIdx.x < radius) {
    line[threadIdx.x] = x >= radius ? in[blockIdx.y * width + x - radius] : 0;
    line[threadIdx.x + 64 + radius] = x + 64 < width ? in[blockIdx.y * width + x + 64] : 0;
  }
  __syncthreads();
  float sum = 0;
  for (int k = -radius; k <= radius; ++k)
    sum += filter[radius + k] * line[threadIdx.x + radius + k];
  out[blockIdx.y * width + x] = sum;
}

__global__ void stencil3d(float *out, const float *in, int nx, int ny, int nz) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || y < 1 || x >= nx - 1 || y >= ny - 1)
    return;
  int plane = nx * ny;
  const float *p = in + y * nx + x;
  float below = p[0], here = p[plane];
  for (int z = 1; z < nz - 1; ++z) {
    float above = p[(z + 1) * plane];
    out[z * plane + y * nx + x] = below + above + p[z * plane - 1] + p[z * plane + 1] +
                                  p[z * plane - nx] + p[z * plane + nx] - 6 * here;
    below = here;
    here = above;
  }
}

__global__ void bodies(float4 *forces, const float4 *positions, int n) {
  __shared__ float4 tile[64];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 own = positions[i];
  float3 sum = make_float3(0, 0, 0);
  for (int first = 0; first < n; first += blockDim.x) {
    tile[threadIdx.x] = positions[first + threadIdx.x];
    __syncthreads();
    for (int j = 0; j < blockDim.x; ++j) {
      float3 d = {tile[j].x - own.x, tile[j].y - own.y, tile[j].z - own.z};
      sum.x += d.x * tile[j].w;
      sum.y += d.y;
      sum.z += d.z;
    }
    __syncthreads();
  }
  forces[i] = make_float4(sum.x, sum.y, sum.z, 0);
}

__global__ void scanBlelloch(int *data, int n) {
  extern __shared__ int temp[];
  int t = threadIdx.x, offset = 1;
  temp[2 * t] = data[2 * t];
  temp[2 * t + 1] = data[2 * t + 1];
  for (int d = n >> 1; d > 0; d >>= 1) {
    __syncthreads();
    if (t < d)
      temp[offset * (2 * t + 2) - 1] += temp[offset * (2 * t + 1) - 1];
    offset *= 2;
  }
  if (t == 0)
    temp[n - 1] = 0;
  for (int d = 1; d < n; d *= 2) {
    offset >>= 1;
    __syncthreads();
    if (t < d) {
      int left = offset * (2 * t + 1) - 1, right = offset * (2 * t + 2) - 1;
      int swap = temp[left];
      temp[left] = temp[right];
      temp[right] += swap;
    }
  }
  __syncthreads();
  data[2 * t] = temp[2 * t];
  data[2 * t + 1] = temp[2 * t + 1];
}

#define CONFLICT_FREE(n) ((n) + ((n) >> 5))

__global__ void paddedScan(int *data) {
  __shared__ int temp[128 + 4];
  int t = threadIdx.x;
  temp[CONFLICT_FREE(t)] = data[t];
  temp[CONFLICT_FREE(t + 64)] = data[t + 64];
  for (int stride = 1; stride < 128; stride *= 2) {
    __syncthreads();
    int index = (t + 1) * stride * 2 - 1;
    if (index < 128)
      temp[CONFLICT_FREE(index)] += temp[CONFLICT_FREE(index - stride)];
  }
  __syncthreads();
  data[t] = temp[CONFLICT_FREE(t)];
  data[t + 64] = temp[CONFLICT_FREE(t + 64)];
}

__global__ void histogram(unsigned *bins, const unsigned char *in, int n) {
  __shared__ unsigned local[4][256];
  for (int i = threadIdx.x; i < 4 * 256; i += blockDim.x)
    local[i / 256][i % 256] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&local[threadIdx.x % 4][in[i]], 1);
  __syncthreads();
  for (int bin = threadIdx.x; bin < 256; bin += blockDim.x)
    atomicAdd(&bins[bin], local[0][bin] + local[1][bin] + local[2][bin] + local[3][bin]);
}

__global__ void sparse(float *y, const float *values, const int *columns, const int *starts,
                       const float *x, int rows) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows)
    return;
  float sum = 0;
  for (int k = starts[row]; k < starts[row + 1]; ++k)
    sum += values[k] * x[columns[k]];
  y[row] = sum;
}

__global__ void softmaxRows(float *out, const float *in, int columns) {
  __shared__ float reduced[64];
  const float *row = in + blockIdx.x * columns;
  float largest = -1e30f;
  for (int i = threadIdx.x; i < columns; i += blockDim.x)
    largest = fmaxf(largest, row[i]);
  reduced[threadIdx.x] = largest;
  __syncthreads();
  for (int s = blockDim.x / 2; s > 0; s /= 2) {
    if (threadIdx.x < s)
      reduced[threadIdx.x] = fmaxf(reduced[threadIdx.x], reduced[threadIdx.x + s]);
    __syncthreads();
  }
  largest = reduced[0];
  for (int i = threadIdx.x; i < columns; i += blockDim.x)
    out[blockIdx.x * columns + i] = expf(row[i] - largest);
}

__global__ void layerNorm(float *out, const float *in, const float *gain, int width) {
  int row = blockIdx.x * blockDim.y + threadIdx.y;
  const float4 *from = reinterpret_cast<const float4 *>(in + row * width);
  float sum = 0;
  for (int i = threadIdx.x; i < width / 4; i += 32) {
    float4 v = from[i];
    sum += v.x + v.y + v.z + v.w;
  }
  for (int mask = 16; mask; mask >>= 1)
    sum += __shfl_xor_sync(0xffffffff, sum, mask);
  for (int i = threadIdx.x; i < width; i += 32)
    out[row * width + i] = (in[row * width + i] - sum) * gain[i];
}

__global__ void life(unsigned char *next, const unsigned char *cells, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int alive = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx) {
      if (dx == 0 && dy == 0)
        continue;
      int column = (x + dx + width) % width, row = (y + dy + height) % height;
      alive += cells[row * width + column];
    }
  next[y * width + x] = alive == 3 || (alive == 2 && cells[y * width + x]);
}

__global__ void im2col(float *out, const float *in, int channels, int height, int width, int kernel) {
  int outHeight = height - kernel + 1, outWidth = width - kernel + 1;
  int total = channels * outHeight * outWidth;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < total; i += blockDim.x * gridDim.x) {
    int x = i % outWidth, y = i / outWidth % outHeight, c = i / (outWidth * outHeight);
    const float *from = in + (c * height + y) * width + x;
    float *to = out + (c * kernel * kernel * outHeight + y) * outWidth + x;
    for (int ky = 0; ky < kernel; ++ky)
      for (int kx = 0; kx < kernel; ++kx) {
        *to = from[ky * width + kx];
        to += outHeight * outWidth;
      }
  }
}

__global__ void gray(unsigned char *out, const uchar4 *in, int width, int height, size_t pitch) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height)
    return;
  uchar4 c = in[y * width + x];
  out[y * pitch + x] = (c.x * 77 + c.y * 150 + c.z * 29) >> 8;
}

__global__ void mergeStep(int *out, const int *in, int run) {
  int i = threadIdx.x;
  int first = i / (2 * run) * 2 * run;
  int k = i - first;
  int source = k < run ? first + 2 * k : first + 2 * (k - run) + 1;
  out[i] = in[source];
}

int main() {
  float *a = zeros<float>(65536), *b = zeros<float>(65536), *c = zeros<float>(65536);
  matmul<<<dim3(3, 3), dim3(Tile, Tile)>>>(c, a, b, 40, 35, 20);
  matmulRegisters<4><<<dim3(1, 2), 256>>>(c, a, b, 128);
  convolveRows<<<dim3(3, 2), 64>>>(c, a, 192);
  stencil3d<<<dim3(2, 3), dim3(16, 4)>>>(c, a, 30, 11, 6);
  bodies<<<2, 64>>>(zeros<float4>(128), zeros<float4>(128), 128);
  scanBlelloch<<<1, 64, 128 * sizeof(int)>>>(zeros<int>(128), 128);
  paddedScan<<<1, 64>>>(zeros<int>(128));
  histogram<<<2, 64>>>(zeros<unsigned>(256), zeros<unsigned char>(1000), 1000);
  int *starts = zeros<int>(65);
  for (int i = 0; i <= 64; ++i)
    starts[i] = 3 * i;
  sparse<<<1, 64>>>(c, a, numbers<int>(256), starts, b, 60);
  softmaxRows<<<3, 64>>>(c, a, 150);
  layerNorm<<<2, dim3(32, 4)>>>(c, a, b, 160);
  life<<<dim3(2, 4), dim3(16, 4)>>>(zeros<unsigned char>(1024), zeros<unsigned char>(1024), 32, 16);
  im2col<<<2, 64>>>(c, a, 2, 12, 14, 3);
  gray<<<dim3(2, 2), dim3(32, 4)>>>(zeros<unsigned char>(2048), zeros<uchar4>(512), 50, 7, 64);
  mergeStep<<<1, 128>>>(zeros<int>(128), zeros<int>(128), 8);
  return 0;
}
