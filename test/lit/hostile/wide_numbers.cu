// Bounds and offsets at the end of 64 bits: nothing overflows in the analysis itself, which a build
// with the sanitizers would report.
// RUN: %cuda-memlint --races=may --fail-on=none %s | FileCheck %s
// CHECK: in {{[0-9]+}} of 8 kernels

// Loops whose exits have counts up to the greatest number.
__global__ void exitInside(int *out, long long n) {
  for (long long i = 0;; ++i) {
    if (i >= n)
      break;
    out[threadIdx.x] += 1;
  }
}

__global__ void exitAtEnd(int *out, long long n) {
  long long i = 0;
  while (true) {
    out[threadIdx.x] += 1;
    if (++i > n)
      break;
  }
}

__global__ void returnInside(int *out, const unsigned long long *n) {
  unsigned long long last = *n;
  for (unsigned long long i = 0;; ++i) {
    if (i == last)
      return;
    out[threadIdx.x] += 1;
  }
}

// Offsets that wrap for some arguments.
__global__ void product(int *out, long long n, long long m) {
  __shared__ int s[64];
  s[threadIdx.x] = 0;
  s[(threadIdx.x + 1) * n * m] = 1;
}

__global__ void power(int *out, long long n, long long m) {
  out[(threadIdx.x + 1) * n * m * n] = 1;
  out[threadIdx.x] = 0;
}

__global__ void shifted(char *out, long long n) {
  __shared__ char s[99];
  s[(threadIdx.x + 1ll) << n] = 1;
  s[threadIdx.x] = 0;
}

__global__ void loaded(char *out, const long long *n) {
  __shared__ double s[99];
  long long m = n[0];
  s[(m / 2) > 3 ? m + threadIdx.x : 7] = 1;
  s[threadIdx.x] = 0;
}

__global__ void doubled(char *out, const float *n) {
  __shared__ int s[99];
  int m = (int)n[0];
  for (int i = 0; i < m; i = i * 2 + 1) {
    s[i] = 1;
    s[threadIdx.x + i] = 0;
  }
}
