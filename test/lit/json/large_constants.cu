// RUN: %json %s | %query | FileCheck %s

// Numbers of more than 63 bits, by whatever name: as everywhere, modulo 2^64.

constexpr unsigned long long None = ~0ull;
struct Marks {
  static constexpr unsigned long long end = 0xffffffffffffffff;
};
template <unsigned long long Shift> struct Shifted {
  static constexpr unsigned long long by = Shift;
};
enum : unsigned long long { Last = 0xffffffffffffffff };

// Each sum is 0 modulo 2^64: 32 floats from the start are 4 sectors.
__global__ void sums(float *a, float *b, float *c, float *d) {
  a[threadIdx.x + (None + 1)] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=4 ideal=4 worst=4; proved;
  b[threadIdx.x + (Marks::end + 1)] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=4 ideal=4 worst=4; proved;
  c[threadIdx.x + (Shifted<None>::by + 1)] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=4 ideal=4 worst=4; proved;
  d[threadIdx.x + (Last + 1)] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=4 ideal=4 worst=4; proved;
}

__global__ void tables(float *out) {
  const unsigned long long starts[2] = {~0ull, 2};
  out[threadIdx.x + starts[0] + 1] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=4 ideal=4 worst=4; proved;
}

void launch(float *out) {
  sums<<<1, 32>>>(out, out + 64, out + 128, out + 192);
  tables<<<1, 32>>>(out);
}
