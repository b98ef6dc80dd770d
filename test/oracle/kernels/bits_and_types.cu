// Bit tricks, and elements of every size.
// ORACLE: 105 accesses, 105 costs

#include "buffers.h"

__global__ void swizzled(float *out, const float *in) {
  __shared__ float tile[32 * 32];
  int x = threadIdx.x;
  for (int y = threadIdx.y; y < 32; y += blockDim.y)
    tile[y * 32 + (x ^ y)] = in[y * 32 + x];
  __syncthreads();
  for (int y = threadIdx.y; y < 32; y += blockDim.y)
    out[y * 32 + x] = tile[x * 32 + (x ^ y)];
}

__global__ void swizzledVectors(float4 *out, const float4 *in) {
  __shared__ float4 tile[8][8];
  int x = threadIdx.x & 7, y = threadIdx.x >> 3;
  tile[y][x ^ (y & 3)] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = tile[x][y ^ (x & 3)];
}

__global__ void maskedIndices(int *out, const int *in, unsigned mask) {
  unsigned t = threadIdx.x;
  out[t & 31] = in[t >> 2];
  out[(t & ~3u) | ((t + 1) & 3)] = in[t << 1];
  out[t & mask] = in[(t * 5) & 0x3f];
  out[(t / 8) * 16 + t % 8] = in[~t & 63];
}

__global__ void countedBits(int *out, unsigned flags) {
  unsigned t = threadIdx.x;
  out[__popc(t)] = 1;
  out[__brev(t) >> 26] = 2;
  out[__ffs(t) + 32] = 3;
  out[32 - __clz(t) + 64] = 4;
  out[__popc(flags & ((1u << (t & 31)) - 1))] = 5;
}

__global__ void shiftedFunnels(int *out) {
  unsigned t = threadIdx.x;
  out[__funnelshift_l(t << 24, t, 8) & 255] = 1;
  out[__byte_perm(t, 0, 0x4440)] = 2;
  out[__umul24(t, 3)] = 3;
}

__device__ unsigned spread(unsigned x) {
  x = (x | (x << 8)) & 0x00ff00ff;
  x = (x | (x << 4)) & 0x0f0f0f0f;
  x = (x | (x << 2)) & 0x33333333;
  x = (x | (x << 1)) & 0x55555555;
  return x;
}

__global__ void mortonOrder(float *out, const float *in) {
  unsigned morton = spread(threadIdx.x) | spread(threadIdx.y) << 1;
  out[morton] = in[threadIdx.y * blockDim.x + threadIdx.x];
}

__global__ void butterflies(float2 *data, int n) {
  for (int half = 1; half < n; half <<= 1) {
    int group = threadIdx.x / half;
    int first = group * 2 * half + (threadIdx.x & (half - 1));
    float2 low = data[first], high = data[first + half];
    data[first] = make_float2(low.x + high.x, low.y + high.y);
    data[first + half] = make_float2(low.x - high.x, low.y - high.y);
    __syncthreads();
  }
}

__global__ void bitonic(int *keys) {
  __shared__ int shared[128];
  unsigned t = threadIdx.x;
  shared[t] = keys[t];
  __syncthreads();
  for (unsigned k = 2; k <= 128; k *= 2)
    for (unsigned j = k >> 1; j > 0; j >>= 1) {
      unsigned partner = t ^ j;
      if (partner > t) {
        int mine = shared[t], other = shared[partner];
        shared[t] = mine < other ? mine : other;
        shared[partner] = mine < other ? other : mine;
      }
      __syncthreads();
    }
  keys[t] = shared[t];
}

// Sizes.

__global__ void bytes(unsigned char *out, const signed char *in, bool *flags) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i + 1];
  flags[2 * i] = in[i] > 0;
  __shared__ unsigned char local[256];
  local[threadIdx.x * 4 % 256] = 1;
  __syncthreads();
  out[i + 512] = local[threadIdx.x];
}

__global__ void shorts(short *out, const unsigned short *in, ushort2 *pairs) {
  int i = threadIdx.x;
  out[i] = in[3 * i];
  pairs[i] = make_ushort2(in[i], in[i + 1]);
  pairs[i].y = 1;
}

__global__ void doubles(double *out, const double2 *in, long long *wide) {
  __shared__ double tile[16][16];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 16 + threadIdx.x].y;
  __syncthreads();
  out[threadIdx.x * 16 + threadIdx.y] = tile[threadIdx.x][threadIdx.y];
  wide[threadIdx.x] = 1;
}

__global__ void smallVectors(uchar4 *colors, char3 *triples, int3 *cells, uint2 *pairs) {
  int i = threadIdx.x;
  uchar4 color = colors[i];
  color.w = 255;
  colors[i + 64] = color;
  colors[i].x = 1;
  char3 triple = triples[i];
  triples[i + 64] = triple;
  int3 cell = cells[i];
  cells[i + 64] = make_int3(cell.z, cell.y, cell.x);
  pairs[i] = pairs[i + 1];
}

__global__ void wideVectors(int4 *a, ulonglong2 *b, double4 *c, longlong4 *d) {
  int i = threadIdx.x;
  a[i] = a[i + 32];
  b[2 * i] = b[2 * i + 1];
  double4 own = c[i];
  c[i + 32] = own;
  d[i].z = 1;
  __shared__ int4 quads[64];
  quads[i * 2] = a[i];
  __syncthreads();
  a[i] = quads[i];
  a[i + 64] = quads[i / 4];
}

struct Packed {
  unsigned kind : 4;
  unsigned count : 12;
  unsigned weight : 16;
  unsigned char flag : 1;
};

__global__ void bitFields(Packed *items) {
  int i = threadIdx.x;
  items[i].count = items[i].kind + 1;
  items[i].flag = 1;
}

__global__ void narrowIndices(float *out) {
  unsigned char c = threadIdx.x * 9;
  out[c] = 1;
  short s = short(threadIdx.x * 3 - 40);
  out[s + 64] = 2;
  unsigned wrapped = threadIdx.x - 5u;
  if (threadIdx.x >= 5)
    out[wrapped] = 3;
  long long far = (long long)threadIdx.x * 1000 / 7;
  out[far % 500] = 4;
}

enum Slot { First, Second, Third };

__global__ void enumerators(float *out, Slot slot) {
  enum { Rows = 3, Columns = 40 };
  out[slot * Columns + threadIdx.x] = Rows;
  out[Third * Columns + threadIdx.x] = sizeof(double) * threadIdx.x;
}

// Unsigned numbers that start below zero and count up past it.
__global__ void countedFromBelow(float *out) {
  unsigned from = threadIdx.x - 9u;
  for (int i = 0; i < 3; ++i, from += 26)
    out[from % 40u] = 1;
  unsigned chosen = threadIdx.x & 1 ? threadIdx.x - 20u : threadIdx.x;
  for (int i = 0; i < 3; ++i, chosen += 7)
    out[chosen % 48u] = 1;
  unsigned long long wide = threadIdx.x - 9u;
  for (int i = 0; i < 3; ++i, wide += 26)
    out[wide % 40u] = 1;
  unsigned reduced = threadIdx.x;
  if (threadIdx.x & 1)
    reduced -= 20;
  out[(reduced + 27) % 48u] = 1;
}

// An unsigned number whose bits are all set is 1 when it is negated.
__global__ void negated(int *out) {
  out[-(-1 | threadIdx.x) & 31] = 1;
  out[-(-1 | threadIdx.x) % 40u] = 2;
}

int main() {
  float *a = zeros<float>(4096), *b = zeros<float>(4096);
  int *m = zeros<int>(4096), *n = zeros<int>(4096);
  swizzled<<<1, dim3(32, 8)>>>(a, b);
  swizzledVectors<<<1, 64>>>(zeros<float4>(64), zeros<float4>(64));
  maskedIndices<<<1, 64>>>(m, n, 0x2d);
  countedBits<<<1, 64>>>(m, 0x5a5a5a5a);
  shiftedFunnels<<<1, 64>>>(m);
  mortonOrder<<<1, dim3(16, 16)>>>(a, b);
  butterflies<<<1, 32>>>(zeros<float2>(64), 32);
  bitonic<<<1, 128>>>(numbers<int>(128));
  bytes<<<2, 128>>>(zeros<unsigned char>(1024), zeros<signed char>(1024), zeros<bool>(1024));
  shorts<<<1, 64>>>(zeros<short>(256), zeros<unsigned short>(256), zeros<ushort2>(128));
  doubles<<<1, dim3(16, 16)>>>(zeros<double>(512), zeros<double2>(512), zeros<long long>(64));
  smallVectors<<<1, 64>>>(zeros<uchar4>(128), zeros<char3>(128), zeros<int3>(128), zeros<uint2>(128));
  wideVectors<<<1, 32>>>(zeros<int4>(128), zeros<ulonglong2>(128), zeros<double4>(128),
                         zeros<longlong4>(64));
  bitFields<<<1, 64>>>(zeros<Packed>(64));
  narrowIndices<<<1, 64>>>(a);
  enumerators<<<1, 32>>>(a, Second);
  countedFromBelow<<<1, 32>>>(a);
  negated<<<1, 32>>>(m);
  return 0;
}
