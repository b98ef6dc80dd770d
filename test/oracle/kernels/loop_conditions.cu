// Loops that change values in some of their iterations only.
// ORACLE: 24 accesses, 24 costs

#include "buffers.h"

__global__ void haar(float *out, unsigned levels, int size) {
  extern __shared__ float s[];
  int t = threadIdx.x;
  s[t] = out[t];
  s[t + blockDim.x] = out[t + blockDim.x];
  __syncthreads();
  unsigned step = 1, active = size >> 1, first = t * 2;
  for (unsigned i = 1; i < levels; ++i) {
    if (t < active) {
      unsigned second = first + step, at = active * gridDim.x + blockIdx.x * active + t;
      unsigned left = first + (first >> 4), right = second + (second >> 4);
      out[at] = s[left] - s[right];
      s[left] += s[right];
      active = active >> 1;
      step <<= 1;
      first = first << 1;
    }
    __syncthreads();
  }
}

// The number that decides is behind another condition, on which it does not depend.
__global__ void inRows(float *out, int n, int rows) {
  float *row = out;
  int left = rows;
  for (int i = 0; i < n; ++i)
    if (left > int(threadIdx.y)) {
      row[threadIdx.x] = i;
      row += 40;
      --left;
    }
}

__global__ void byCounter(float *out, int n) {
  int first = threadIdx.x;
  for (int i = 0; i < n; ++i) {
    if (threadIdx.x + i * 5 >= 30)
      continue;
    out[first] = i;
    first += threadIdx.x + i;
  }
}

// For some threads only, but for those in each iteration.
__global__ void oddThreads(float *out, int n) {
  int at = threadIdx.x, *place = &at;
  for (int i = 0; i < n; ++i) {
    out[at * 2] = i;
    if (threadIdx.x & 1)
      *place += 3;
  }
  out[at + 512] = n;
}

// The condition comes true again; the values that it guards go on.
__global__ void comesBack(float *out, int n) {
  int at = threadIdx.x, left = threadIdx.x;
  for (int i = 0; i < n; ++i)
    if ((int(threadIdx.x) + i) % 3 != 0) {
      out[at] = i;
      at += 32;
    }
  // It would come true again if the number went on.
  at = threadIdx.x;
  for (int i = 0; i < n; ++i)
    if (left != 2) {
      out[at] = i;
      at += 32;
      --left;
    }
}

// Two conditions, one after the other, each with its own numbers; one leaves the loop.
__global__ void twoConditions(float *out, int n) {
  int a = threadIdx.x, b = threadIdx.x * 2;
  for (int i = 0; i < n; ++i) {
    if (a < 90) {
      out[a] = i;
      a += 32;
    }
    if (i == 5 && threadIdx.x == 3)
      break;
    if (b + i < 70) {
      out[b + 100] += i;
      b += 2;
    }
  }
}

// A loop in a loop; the inner one's counter goes on with the outer one.
__global__ void inner(float *out, int n) {
  int active = 16, at = threadIdx.x;
  for (int i = 0; i < n; ++i) {
    if (threadIdx.x < active) {
      for (int k = 0; k < 3; ++k) {
        out[at + k * 64] = k;
        if (k < active)
          out[at + k * 64 + active] = k;
      }
      active -= 4;
      at += active;
    }
  }
}

__global__ void doubling(float *out, int n) {
  int d = threadIdx.x + 1;
  for (int i = 0; i < 100; ++i)
    if (d < n) {
      out[d] = i;
      d *= 2;
    }
}

__global__ void rings(float *out, const float *in, int n) {
  int at = (threadIdx.x & 15) * 4, other = threadIdx.x * 3, third = threadIdx.x % 7;
  float sum = 0;
  for (int i = 0; i < n; ++i) {
    sum += in[at] + in[other * 2] + in[third + 32];
    at++;
    if (at == 64)
      at = 0;
    other = other + 1 == 48 ? 0 : other + 1;
    if (++third >= 7)
      third = 0;
  }
  out[threadIdx.x] = sum;
}

// An unsigned number from below zero, halved; a ring of a narrow type that ends before it.
__global__ void types(float *out, int n) {
  unsigned half = n - threadIdx.x;
  for (int i = 0; i < 4; ++i) {
    out[half >> 20] = i;
    half >>= 1;
  }
  unsigned char at = threadIdx.x + 230;
  for (int i = 0; i < 60; ++i) {
    out[at] = i;
    at++;
    if (at == 20)
      at = 0;
  }
}

// Bounds that are the least of a number and of the counter itself: the one is never reached.
__global__ void clampedByItself(float *out, int n) {
  for (int i = 0; i < n; ++i) {
    if (i < min(int(blockIdx.x), i))
      out[i] = threadIdx.x;
    if (min(int(blockIdx.x), i) < i)
      out[i + 64] = threadIdx.x;
  }
}

int main() {
  float *a = zeros<float>(16384), *b = zeros<float>(16384);
  haar<<<2, 128, 2048>>>(a, 8, 128);
  inRows<<<1, dim3(8, 8)>>>(a, 9, 6);
  byCounter<<<1, 64>>>(a, 7);
  oddThreads<<<1, 48>>>(a, 5);
  comesBack<<<1, 32>>>(a, 6);
  twoConditions<<<1, 32>>>(a, 12);
  inner<<<1, 32>>>(a, 6);
  doubling<<<1, 64>>>(a, 200);
  rings<<<1, 40>>>(a, b, 70);
  types<<<1, 32>>>(a, 5);
  clampedByItself<<<3, 32>>>(a, 6);
  return 0;
}
