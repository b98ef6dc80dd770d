// Gotos in both directions, loops with several exits and what is known after them.
// ORACLE: 30 accesses, 30 costs

#include <cuda_runtime.h>

__device__ int firstAtLeast(int x, int n) {
  for (int i = 0; i < n; ++i)
    if (4 * i >= x)
      return i;
  return n;
}

__global__ void returnFromLoop(float *a) { a[firstAtLeast(threadIdx.x, 20) * 32 + threadIdx.x] = 1; }

__global__ void twoBreaks(float *a) {
  int i;
  for (i = 0; i < 50; ++i) {
    if (i == threadIdx.x + 7)
      break;
    a[i * 64 + threadIdx.x] = 1;
    if (i * 2 > 40)
      break;
  }
  a[i] = 1;
}

__global__ void returningLanes(float *a) {
  int i;
  for (i = 0; i < 8; ++i) {
    if (threadIdx.x == i)
      return;
    a[threadIdx.x] = 1;
  }
  a[threadIdx.x + i] = 2;
}

__global__ void nestedReturn(float *a) {
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 8; ++j) {
      if (i * 8 + j == threadIdx.x)
        return;
      a[threadIdx.x * 2] = 1;
    }
}

__global__ void growing(float *a) {
  int i = 0, s = 1;
  while (true) {
    a[i * 32 + threadIdx.x] = 1;
    i += s;
    s *= 2;
    if (i > 20)
      break;
  }
  a[i + threadIdx.x] = 2;
}

__global__ void testAtEnd(float *a) {
  int i = 0;
  do {
    if (i == 3)
      break;
    a[i * 32 + threadIdx.x] = 3;
    ++i;
  } while (i < 10);
  a[i * 32 + threadIdx.x * 3] = 4;
}

__global__ void steps(float *a) {
  for (int i = 1; i < 100; i *= 3)
    a[i + threadIdx.x] = 1;
  for (int i = 100; i > 0; i /= 3)
    a[i + threadIdx.x] = 1;
  for (int i = 0; i < 100; i = 2 * i + 1)
    a[i + threadIdx.x] = 1;
  for (int s = blockDim.x; s > 1; s = (s + 1) / 2)
    a[s + threadIdx.x] = 1;
  int row = 0;
  for (int i = 0; i < 9; ++i) {
    a[row + threadIdx.x] = 1;
    row += i;
  }
  int slot = 0;
  for (int i = 0; i < 10; ++i) {
    a[slot * 40 + threadIdx.x] = 1;
    if (++slot == 3)
      slot = 0;
  }
}

__global__ void forwardGoto(float *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = 1;
  if (i >= n)
    goto done;
  a[i * 2] = 1;
  if (i % 3 == 0)
    goto done;
  a[i * 3] = 1;
done:
  a[i + 32] = 1;
}

__global__ void gotoOutOfLoops(float *a) {
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) {
      if (i * 4 + j == 9)
        goto out;
      a[(i * 4 + j) * 64 + threadIdx.x] = 1;
    }
out:
  a[threadIdx.x] = 2;
}

__global__ void gotoBack(float *a) {
  int i = 0;
again:
  a[i * 65 + threadIdx.x] = 1;
  if (++i < 10 + threadIdx.x / 40)
    goto again;
  a[i * 64 + threadIdx.x] = 2;
}

__global__ void breakThroughGoto(float *a) {
  for (int k = 0; k < 5; ++k) {
    int i = 0;
  again:
    a[(k * 4 + i) * 33 + threadIdx.x] = 1;
    if (k == 3)
      break;
    if (++i < 4)
      goto again;
    a[k] = 2;
  }
  a[threadIdx.x] = 3;
}

__global__ void switchInLoop(float *a) {
  for (int i = 0; i < 8; ++i) {
    switch (i) {
    case 3:
      continue;
    case 5:
      goto done;
    default:
      break;
    }
    a[i * 33 + threadIdx.x] = 1;
  }
done:
  a[threadIdx.x] = 2;
}

// Every thread returns in the first iteration, whatever the later ones would do.
__global__ void alwaysReturns(float *a, int step) {
  int x = threadIdx.x;
  for (int i = 0; i < 2; ++i) {
    a[x] = 1;
    if (0 <= x)
      return;
    x += step;
  }
  a[threadIdx.x + 64] = 2;
}

int main() {
  float *a;
  cudaMalloc(&a, 1 << 20);
  returnFromLoop<<<1, 64>>>(a);
  twoBreaks<<<1, 64>>>(a);
  returningLanes<<<2, 64>>>(a);
  nestedReturn<<<1, 64>>>(a);
  growing<<<1, 64>>>(a);
  testAtEnd<<<1, 64>>>(a);
  steps<<<1, 64>>>(a);
  forwardGoto<<<2, 64>>>(a, 100);
  gotoOutOfLoops<<<1, 64>>>(a);
  gotoBack<<<1, 64>>>(a);
  breakThroughGoto<<<1, 64>>>(a);
  switchInLoop<<<1, 64>>>(a);
  alwaysReturns<<<1, 64>>>(a, 4);
  cudaDeviceSynchronize();
  cudaFree(a);
  return 0;
}
