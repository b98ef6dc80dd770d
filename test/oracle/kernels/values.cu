// Structs, unions, pointers of every kind, and classes that stand for arrays.
// ORACLE: 90 accesses, 90 costs

#include "buffers.h"

struct Particle {
  float x, y, z;
  int id;
};

__global__ void arrayOfStructs(Particle *particles, float dt) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  particles[i].x += particles[i].y * dt;
  Particle own = particles[i];
  own.id = i;
  particles[i + 64] = own;
}

struct Triple {
  float r, g, b;
};

struct Mixed {
  char tag;
  double weight;
  short count;
};

__global__ void copiedStructs(Triple *triples, Mixed *mixed) {
  int i = threadIdx.x;
  Triple color = triples[i];
  triples[i + 32] = color;
  mixed[i].weight = mixed[i].tag + mixed[i].count;
  Mixed whole = mixed[i + 1];
  mixed[i + 64] = whole;
}

struct Nested {
  Particle particle;
  float history[4];
  struct {
    short low, high;
  } range;
};

__global__ void nestedStructs(Nested *items, int k) {
  int i = threadIdx.x;
  items[i].history[k] = items[i].particle.z;
  items[i].range.high = items[i].range.low;
  for (int step = 0; step < 4; ++step)
    items[i].history[3 - step] += 1;
}

union Word {
  unsigned whole;
  unsigned char bytes[4];
  struct {
    unsigned short low, high;
  } halves;
};

__global__ void unions(Word *words) {
  int i = threadIdx.x;
  words[i].bytes[i % 4] = 1;
  words[i].halves.high = 2;
  Word own = words[i + 32];
  own.bytes[0] = 3;
  words[i].whole = own.whole;
}

struct Arrays {
  float *x;
  float *y;
  int count;
};

__global__ void structOfArrays(Arrays arrays) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < arrays.count)
    arrays.y[i] = arrays.x[2 * i];
}

__global__ void vectorCasts(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n / 4) {
    float4 v = reinterpret_cast<const float4 *>(in)[i];
    v.x += v.w;
    reinterpret_cast<float4 *>(out)[i] = v;
  }
  float2 pair = *(const float2 *)(in + 2 * i);
  *(float2 *)&out[4 * i + 512] = make_float2(pair.y, pair.x);
  out[i] = reinterpret_cast<const float4 &>(in[4 * i]).z;
}

// Classes that stand for arrays.

template <class T, int N> struct Array {
  T values[N];
  __device__ T &operator[](int i) { return values[i]; }
  __device__ const T &operator[](int i) const { return values[i]; }
  __device__ T *begin() { return values; }
  __device__ T *end() { return values + N; }
  __device__ static constexpr int size() { return N; }
};

__global__ void arrayWrappers(Array<float, 4> *out, const Array<float, 4> *in) {
  int i = threadIdx.x;
  Array<float, 4> own = in[i];
  for (float &value : own)
    value += 1;
  for (int k = 0; k < own.size(); ++k)
    out[i][k] = own[k];
  __shared__ Array<int, 32> shared;
  shared[i ^ 1] = i;
  for (int value : shared)
    out[i][0] += value;
}

template <class T> class Span {
public:
  __host__ __device__ Span(T *data, int count) : first(data), count(count) {}
  __device__ T &operator[](int i) const { return first[i]; }
  __device__ int size() const { return count; }
  __device__ Span subspan(int from, int length) const { return Span(first + from, length); }

private:
  T *first;
  int count;
};

__global__ void spans(Span<float> out, Span<const float> in) {
  Span<const float> part = in.subspan(blockIdx.x * 64, 64);
  for (int i = threadIdx.x; i < part.size(); i += blockDim.x)
    out[i * 2 + blockIdx.x] = part[i];
}

template <class T, int Rank> struct Accessor {
  T *data;
  long strides[Rank];
  __device__ Accessor<T, Rank - 1> operator[](long i) const {
    Accessor<T, Rank - 1> next;
    next.data = data + i * strides[0];
    for (int k = 1; k < Rank; ++k)
      next.strides[k - 1] = strides[k];
    return next;
  }
};
template <class T> struct Accessor<T, 1> {
  T *data;
  long strides[1];
  __device__ T &operator[](long i) const { return data[i * strides[0]]; }
};

__global__ void accessors(float *out, const float *in) {
  Accessor<const float, 3> from = {in, {16 * 8, 16, 1}};
  Accessor<float, 2> to = {out, {1, 16}};
  to[threadIdx.y][threadIdx.x] = from[blockIdx.x][threadIdx.y][threadIdx.x];
}

template <class T> struct View2 {
  T *data;
  size_t pitch;
  __device__ T &operator()(int y, int x) const {
    return *reinterpret_cast<T *>(reinterpret_cast<char *>(data) + y * pitch + x * sizeof(T));
  }
};

__global__ void views(float *data, size_t pitch) {
  View2<float> view{data, pitch};
  view(threadIdx.y, threadIdx.x) = view(threadIdx.x % 4, threadIdx.y);
}

__global__ void pitched(float *base, size_t pitch, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) {
    float *row = (float *)((char *)base + y * pitch);
    row[x] += 1;
  }
}

// Qualified pointers, differences, selections, steps.

__global__ void qualified(volatile int *out, const int *__restrict__ in) {
  __shared__ volatile int buffer[64];
  buffer[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = buffer[63 - threadIdx.x] + __ldg(&in[2 * threadIdx.x]);
}

__global__ void differences(float *out, float *in, int n) {
  float *first = in + threadIdx.x;
  float *last = in + n;
  long distance = last - first;
  out[distance - 1] = *first;
  const char *start = (const char *)in;
  out[((const char *)last - start) / 8 + threadIdx.x] = 1;
}

__global__ void selected(float *a, float *b, int parity) {
  float *chosen = parity ? a : b;
  chosen[threadIdx.x] = 1;
  float *byThread = threadIdx.x < 32 ? a + 100 : a + 300;
  byThread[threadIdx.x] = 2;
}

__global__ void advanced(float *out, const float *in, int n) {
  const float *place = in + blockIdx.x * 256 + threadIdx.x;
  float *end = out + blockIdx.x * 256 + 256;
  for (float *target = out + blockIdx.x * 256 + threadIdx.x; target < end; target += blockDim.x) {
    *target = *place;
    place += blockDim.x;
  }
  const float *walker = in + threadIdx.x * n;
  float sum = 0;
  for (int i = 0; i < n; ++i)
    sum += *walker++;
  *(out + threadIdx.x) = sum;
}

__global__ void doubleBuffers(float *a, float *b, int steps) {
  float *from = a, *to = b;
  for (int step = 0; step < steps; ++step) {
    to[threadIdx.x] = from[(threadIdx.x + 1) % blockDim.x];
    __syncthreads();
    float *swap = from;
    from = to;
    to = swap;
  }
}

__global__ void twoDimensional(float (*out)[40], const float (&in)[16][20]) {
  out[threadIdx.y][threadIdx.x] = in[threadIdx.y][threadIdx.x];
  float *flat = &out[0][0];
  flat[threadIdx.x * 40 + threadIdx.y] = *(*(in + threadIdx.y) + threadIdx.x + 1);
}

__device__ float deviceTable[256];
__device__ int2 devicePairs[64];
__constant__ float weights[4][8];
__constant__ struct {
  int width;
  float scale[3];
} settings;

__global__ void deviceVariables(float *out) {
  int i = threadIdx.x;
  deviceTable[2 * i] = deviceTable[i];
  devicePairs[i].y = 1;
  out[i] = weights[i % 4][i % 8] + weights[1][2] + settings.scale[i % 3];
}

__global__ void localTables(float *out, const float *in) {
  float window[4];
  for (int k = 0; k < 4; ++k)
    window[k] = in[threadIdx.x + k];
  int order[4] = {2, 0, 3, 1};
  for (int k = 0; k < 4; ++k)
    out[order[k] * 32 + threadIdx.x] = window[k];
}

int main() {
  float *a = zeros<float>(16384), *b = zeros<float>(16384);
  arrayOfStructs<<<2, 32>>>(zeros<Particle>(256), 0.5f);
  copiedStructs<<<1, 32>>>(zeros<Triple>(128), zeros<Mixed>(128));
  nestedStructs<<<1, 32>>>(zeros<Nested>(64), 2);
  unions<<<1, 32>>>(zeros<Word>(64));
  structOfArrays<<<2, 64>>>(Arrays{a, b, 100});
  vectorCasts<<<2, 64>>>(a, b, 512);
  arrayWrappers<<<1, 32>>>(zeros<Array<float, 4>>(64), zeros<Array<float, 4>>(64));
  spans<<<2, 32>>>(Span<float>(a, 256), Span<const float>(b, 256));
  accessors<<<3, dim3(16, 8)>>>(a, b);
  views<<<1, dim3(32, 4)>>>(a, 160);
  pitched<<<dim3(2, 2), dim3(32, 4)>>>(a, 256, 60, 7);
  qualified<<<1, 64>>>(zeros<int>(256), zeros<int>(256));
  differences<<<1, 64>>>(a, b, 128);
  selected<<<1, 64>>>(a, b, 1);
  advanced<<<2, 64>>>(a, b, 5);
  doubleBuffers<<<1, 64>>>(a, b, 5);
  twoDimensional<<<1, dim3(16, 8)>>>(reinterpret_cast<float(*)[40]>(a),
                                     *reinterpret_cast<const float(*)[16][20]>(b));
  deviceVariables<<<1, 32>>>(a);
  localTables<<<1, 32>>>(a, b);
  return 0;
}
