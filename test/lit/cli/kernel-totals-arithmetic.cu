// --summary counts the floating-point operations of all threads, and those per byte that global
// memory moves.
//
// RUN: %cuda-memlint --fail-on=none --summary %s | FileCheck %s
// RUN: %cuda-memlint --fail-on=none --summary --format=json %s | %check-schema %source/docs/json-schema.json

// 4096 * 256 threads, each with a multiplication and an addition, and three times 4 bytes: 2 for 12.
// CHECK: saxpy<<<4096, 256>>>
// CHECK: global: 98,304 requests, 393,216 sectors
// CHECK: arithmetic: 2,097,152 floating-point operations, 0.17 per byte of global memory{{$}}
__global__ void saxpy(float *y, const float *x, float a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = a * x[i] + y[i];
}

// 256 iterations of 256 * 256 threads with two operations. A warp has 16 columns of two rows: in an
// iteration one sector for each row of `a` and two for the columns of `b`, 128 bytes for 64
// operations, and in the end four sectors: 2,048 warps * (256 * 4 + 4) sectors.
// CHECK: multiply<<<(16,16,1), (16,16,1)>>>
// CHECK: 2,105,344 sectors
// CHECK: arithmetic: 33,554,432 floating-point operations, 0.50 per byte of global memory{{$}}
__global__ void multiply(float *c, const float *a, const float *b, int n) {
  int row = blockIdx.y * 16 + threadIdx.y, column = blockIdx.x * 16 + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; ++k)
    sum += a[row * n + k] * b[k * n + column];
  c[row * n + column] = sum;
}

// Three multiplications and two additions for all but the first and the last of 1024 * 256 threads.
// CHECK: stencil<<<1024, 256>>>
// CHECK: arithmetic: 1,310,710 double-precision operations,
__global__ void stencil(double *out, const double *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i < n - 1)
    out[i] = 0.25 * in[i - 1] + 0.5 * in[i] + 0.25 * in[i + 1];
}

// Thread t adds t times: 256 * 255 / 2 = 32,640 additions in each of 64 blocks.
// CHECK: triangle<<<64, 256>>>
// CHECK: arithmetic: 2,088,960 floating-point operations,
__global__ void triangle(float *out) {
  float sum = 1;
  for (int k = 0; k < threadIdx.x; ++k)
    sum += sum;
  out[blockIdx.x * 256 + threadIdx.x] = sum;
}

// A fused multiply-add is two, what compares or rounds is none.
// CHECK: fused<<<64, 256>>>
// CHECK: arithmetic: 32,768 floating-point operations,
__global__ void fused(float *out, const float *in) {
  int i = blockIdx.x * 256 + threadIdx.x;
  out[i] = fmaxf(floorf(in[i]), fmaf(in[i], in[i], 1.0f));
}

// Nobody knows what an exponential function takes: the multiplication alone counts.
// CHECK: exponential<<<64, 256>>>
// CHECK: arithmetic: at least 16,384 floating-point operations, at least 0.12 per byte
// CHECK: bound by latency or arithmetic
__global__ void exponential(float *out, const float *in) {
  int i = blockIdx.x * 256 + threadIdx.x;
  out[i] = 2.0f * expf(in[i]);
}

// Data decide how often the loop adds: that is not counted. The number of times stays the same, and is read once: 131,072 B.
// CHECK: byData<<<64, 256>>>
// CHECK: arithmetic: at least 16,384 floating-point operations, at least 0.12 per byte of global memory{{$}}
__global__ void byData(float *out, const int *in) {
  int i = blockIdx.x * 256 + threadIdx.x;
  float sum = 1;
  for (int k = 0; k < in[i]; ++k)
    sum += sum;
  out[i] = sum * 3;
}

// Integers are not counted.
// CHECK: integers<<<64, 256>>>
// CHECK-NOT: arithmetic:
// CHECK: at most
__global__ void integers(int *out, const int *in) {
  int i = blockIdx.x * 256 + threadIdx.x;
  out[i] = in[i] * 3 + 1;
}

// 4096 * 256 threads with 2,000 operations: at 67 * 10^12 in a second 31.3 µs, while DRAM takes
// 65,536 pairs of sectors at 48.4 and as many at 44.1 in a nanosecond: 2.8 µs.
// CHECK: iterate<<<4096, 256>>>
// CHECK: arithmetic: 2,097,152,000 floating-point operations, 250 per byte of global memory
// CHECK: bound by arithmetic (31.3 µs on H100)
__global__ void iterate(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float value = in[i];
  for (int k = 0; k < 1000; ++k)
    value = value * value + 1.0f;
  out[i] = value;
}

int main() {
  float *f;
  double *d;
  int *n;
  cudaMalloc(&f, 1 << 30);
  cudaMalloc(&d, 1 << 30);
  cudaMalloc(&n, 1 << 30);
  saxpy<<<4096, 256>>>(f, f + (1 << 24), 2);
  multiply<<<dim3(16, 16), dim3(16, 16)>>>(f, f + (1 << 20), f + (1 << 21), 256);
  stencil<<<1024, 256>>>(d, d + (1 << 20), 1024 * 256);
  triangle<<<64, 256>>>(f);
  fused<<<64, 256>>>(f, f + (1 << 20));
  exponential<<<64, 256>>>(f, f + (1 << 20));
  byData<<<64, 256>>>(f, n);
  integers<<<64, 256>>>(n, n + (1 << 20));
  iterate<<<4096, 256>>>(f, f + (1 << 22));
}
