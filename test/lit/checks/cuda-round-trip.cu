// RUN: not %cuda-memlint --remarks --checks=-*,cuda-round-trip %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=remark:

#include <stdlib.h>
#include <vector>

__global__ void step(float *data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    data[i] += 1;
}

void check(cudaError_t error) {
  if (error != cudaSuccess)
    exit(1);
}

void backAndForth(float *a, float *b, const int n) {
  float *h = (float *)malloc(n * sizeof(float));
  step<<<n / 256, 256>>>(a, n);
  // CHECK: :[[#@LINE+3]]:9: warning: round trip through the host: `h` goes back to the device as it came, and the host does not use it in between [cuda-round-trip]
  // CHECK: :[[#@LINE+1]]:9: note: copied from the device here
  check(cudaMemcpy(h, a, n * sizeof(float), cudaMemcpyDeviceToHost));
  check(cudaMemcpy(b, h, n * sizeof(float), cudaMemcpyHostToDevice));
  step<<<n / 256, 256>>>(b, n);
  free(h);
}

void ofLocalArray(float *a, float *b) {
  float h[1024];
  cudaMemcpy(h, a, sizeof h, cudaMemcpyDeviceToHost);
  cudaDeviceSynchronize();
  // CHECK: :[[#@LINE+1]]:3: warning: round trip
  cudaMemcpy(b, h, sizeof h, cudaMemcpyHostToDevice);
  step<<<4, 256>>>(b, 1024);
}

void ofVector(float *a, float *b, int n) {
  std::vector<float> v(n);
  check(cudaMemcpy(v.data(), a, n * sizeof(float), cudaMemcpyDeviceToHost));
  // CHECK: :[[#@LINE+1]]:9: warning: round trip
  check(cudaMemcpy(b, v.data(), n * sizeof(float), cudaMemcpyHostToDevice));
  step<<<n / 256, 256>>>(b, n);
}

// What follows is silent.

void launchBetween(float *a, float *b) {
  float h[1024];
  cudaMemcpy(h, a, sizeof h, cudaMemcpyDeviceToHost);
  step<<<4, 256>>>(a, 1024);
  cudaMemcpy(b, h, sizeof h, cudaMemcpyHostToDevice);
  step<<<4, 256>>>(b, 1024);
}

void isWritten(float *a, float *b, int n) {
  float *h = (float *)malloc(n * sizeof(float));
  cudaMemcpy(h, a, n * sizeof(float), cudaMemcpyDeviceToHost);
  h[0] = 0;
  cudaMemcpy(b, h, n * sizeof(float), cudaMemcpyHostToDevice);
  step<<<n / 256, 256>>>(b, n);
}

void isWrittenInBranch(float *a, float *b, int n, bool reset) {
  float *h = (float *)malloc(n * sizeof(float));
  cudaMemcpy(h, a, n * sizeof(float), cudaMemcpyDeviceToHost);
  if (reset)
    for (int i = 0; i < n; ++i)
      h[i] = 0;
  cudaMemcpy(b, h, n * sizeof(float), cudaMemcpyHostToDevice);
  step<<<n / 256, 256>>>(b, n);
}

void hasOtherSize(float *a, float *b, int n, int m) {
  float *h = (float *)malloc(n * sizeof(float));
  cudaMemcpy(h, a, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaMemcpy(b, h, m * sizeof(float), cudaMemcpyHostToDevice);
  step<<<n / 256, 256>>>(b, n);
}

void sizeChanges(float *a, float *b, int n) {
  float *h = (float *)malloc(n * sizeof(float));
  cudaMemcpy(h, a, n * sizeof(float), cudaMemcpyDeviceToHost);
  n *= 2;
  cudaMemcpy(b, h, n * sizeof(float), cudaMemcpyHostToDevice);
  step<<<n / 256, 256>>>(b, n);
}

void hasOtherStart(float *a, float *b, int n) {
  float *h = (float *)malloc(2 * n * sizeof(float));
  cudaMemcpy(h + n, a, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaMemcpy(b, h, n * sizeof(float), cudaMemcpyHostToDevice);
  step<<<n / 256, 256>>>(b, n);
}

void toOtherDevice(float *a, float *b, int n) {
  float *h = (float *)malloc(n * sizeof(float));
  cudaMemcpy(h, a, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaSetDevice(1);
  cudaMemcpy(b, h, n * sizeof(float), cudaMemcpyHostToDevice);
  step<<<n / 256, 256>>>(b, n);
}

void isMeasured(float *a, float *b, int n, cudaEvent_t event) {
  float *h = (float *)malloc(n * sizeof(float));
  cudaMemcpy(h, a, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaEventRecord(event);
  cudaMemcpy(b, h, n * sizeof(float), cudaMemcpyHostToDevice);
  step<<<n / 256, 256>>>(b, n);
}

void hasOtherName(float *a, float *b, int n) {
  float *h = (float *)malloc(n * sizeof(float));
  float *same = h;
  cudaMemcpy(h, a, n * sizeof(float), cudaMemcpyDeviceToHost);
  same[0] = 1;
  cudaMemcpy(b, h, n * sizeof(float), cudaMemcpyHostToDevice);
  step<<<n / 256, 256>>>(b, n);
}

// The first copy of the loop is of what the host made, the others of what came from the device.
void inLoop(float *a, const int n) {
  float *h = (float *)calloc(n, sizeof(float));
  for (int i = 0; i < 10; ++i) {
    // CHECK: :[[#@LINE+3]]:5: warning: round trip through the host: in each iteration but the first, `h` goes back to the device as it came, and the host does not use it in between [cuda-round-trip]
    // CHECK: :[[#@LINE+4]]:5: note: copied from the device here, in the iteration before
    // CHECK: help: copy it to the device before the loop, and back behind the loop, or when the host needs it
    cudaMemcpy(a, h, n * sizeof(float), cudaMemcpyHostToDevice);
    step<<<n / 256, 256>>>(a, n);
    cudaMemcpy(h, a, n * sizeof(float), cudaMemcpyDeviceToHost);
  }
}

void inCheckedLoop(float *a, const int n, int rounds) {
  std::vector<float> h(n);
  int round = 0;
  do {
    // CHECK: :[[#@LINE+1]]:11: warning: round trip through the host: in each iteration but the first
    check(cudaMemcpy(a, h.data(), n * sizeof(float), cudaMemcpyHostToDevice));
    step<<<n / 256, 256>>>(a, n);
    check(cudaGetLastError());
    check(cudaMemcpy(h.data(), a, n * sizeof(float), cudaMemcpyDeviceToHost));
  } while (++round < rounds);
}

void aroundLoop(float *a, const int n) {
  float *h = (float *)calloc(n, sizeof(float));
  cudaMemcpy(a, h, n * sizeof(float), cudaMemcpyHostToDevice);
  for (int i = 0; i < 10; ++i)
    step<<<n / 256, 256>>>(a, n);
  cudaMemcpy(h, a, n * sizeof(float), cudaMemcpyDeviceToHost);
}

// The host changes it, or looks at it.
void inLoopOfHost(float *a, const int n) {
  float *h = (float *)calloc(n, sizeof(float));
  for (int i = 0; i < 10; ++i) {
    cudaMemcpy(a, h, n * sizeof(float), cudaMemcpyHostToDevice);
    step<<<n / 256, 256>>>(a, n);
    cudaMemcpy(h, a, n * sizeof(float), cudaMemcpyDeviceToHost);
    h[i] = 0;
  }
  do {
    cudaMemcpy(a, h, n * sizeof(float), cudaMemcpyHostToDevice);
    step<<<n / 256, 256>>>(a, n);
    cudaMemcpy(h, a, n * sizeof(float), cudaMemcpyDeviceToHost);
  } while (h[0] > 1);
}

// Iterations without the copy to the host begin again with what the last one of the others left.
void inLoopAtTimes(float *a, const int n) {
  float *h = (float *)calloc(n, sizeof(float));
  for (int i = 0; i < 100; ++i) {
    cudaMemcpy(a, h, n * sizeof(float), cudaMemcpyHostToDevice);
    step<<<n / 256, 256>>>(a, n);
    if (i % 10 == 9)
      cudaMemcpy(h, a, n * sizeof(float), cudaMemcpyDeviceToHost);
  }
}

// Two arrays take turns on the device.
void inLoopOfTwo(float *a, const int n) {
  float *h = (float *)calloc(n, sizeof(float)), *other = (float *)calloc(n, sizeof(float));
  for (int i = 0; i < 10; ++i) {
    cudaMemcpy(a, h, n * sizeof(float), cudaMemcpyHostToDevice);
    step<<<n / 256, 256>>>(a, n);
    cudaMemcpy(h, a, n * sizeof(float), cudaMemcpyDeviceToHost);
    cudaMemcpy(a, other, n * sizeof(float), cudaMemcpyHostToDevice);
    step<<<n / 256, 256>>>(a, n);
    cudaMemcpy(other, a, n * sizeof(float), cudaMemcpyDeviceToHost);
  }
}

void isMapped(float *a, float *b) {
  float *h, *mapped;
  cudaHostAlloc((void **)&h, 4096, cudaHostAllocMapped);
  cudaHostGetDevicePointer((void **)&mapped, h, 0);
  step<<<4, 256>>>(mapped, 1024);
  cudaMemcpy(h, a, 4096, cudaMemcpyDeviceToHost);
  cudaMemcpy(b, h, 4096, cudaMemcpyHostToDevice);
}

void isRegistered(float *a, float *b) {
  float *h = (float *)malloc(4096);
  cudaHostRegister(h, 4096, cudaHostRegisterMapped);
  cudaMemcpy(h, a, 4096, cudaMemcpyDeviceToHost);
  cudaMemcpy(b, h, 4096, cudaMemcpyHostToDevice);
  step<<<4, 256>>>(b, 1024);
}

struct Grid {
  int n;
};

void memberChanges(float *a, float *b, Grid *grid) {
  float *h = (float *)malloc(4096);
  cudaMemcpy(h, a, grid->n, cudaMemcpyDeviceToHost);
  grid->n /= 2;
  cudaMemcpy(b, h, grid->n, cudaMemcpyHostToDevice);
  step<<<4, 256>>>(b, 1024);
}

int bytes;

void globalSize(float *a, float *b) {
  float *h = (float *)malloc(4096);
  cudaMemcpy(h, a, bytes, cudaMemcpyDeviceToHost);
  cudaMemcpy(b, h, bytes, cudaMemcpyHostToDevice);
  step<<<4, 256>>>(b, 1024);
}

struct OnDevice {
  int before;
  OnDevice(int device) {
    cudaGetDevice(&before);
    cudaSetDevice(device);
  }
  ~OnDevice() { cudaSetDevice(before); }
};

void inScopes(float *a, float *b) {
  float *h = (float *)malloc(4096);
  {
    OnDevice first(0);
    cudaMemcpy(h, a, 4096, cudaMemcpyDeviceToHost);
  }
  cudaMemcpy(b, h, 4096, cudaMemcpyHostToDevice);
  cudaMemcpy(h, a, 4096, cudaMemcpyDeviceToHost);
  OnDevice second(1);
  cudaMemcpy(b, h, 4096, cudaMemcpyHostToDevice);
  step<<<4, 256>>>(b, 1024);
}

void select(int device) { cudaSetDevice(device); }

void inCallee(float *a, float *b) {
  float *h = (float *)malloc(4096);
  cudaMemcpy(h, a, 4096, cudaMemcpyDeviceToHost);
  select(1);
  cudaMemcpy(b, h, 4096, cudaMemcpyHostToDevice);
  step<<<4, 256>>>(b, 1024);
}

void survivesReset(float *a, float *b) {
  float *h = (float *)malloc(4096);
  cudaMemcpy(h, a, 4096, cudaMemcpyDeviceToHost);
  cudaDeviceReset();
  cudaMemcpy(b, h, 4096, cudaMemcpyHostToDevice);
  step<<<4, 256>>>(b, 1024);
}

void makesRoom(float *a, float *b) {
  float *h = (float *)malloc(4096);
  cudaMemcpy(h, a, 4096, cudaMemcpyDeviceToHost);
  cudaFree(a);
  cudaMemcpy(b, h, 4096, cudaMemcpyHostToDevice);
  cudaMemcpy(h, b, 4096, cudaMemcpyDeviceToHost);
  cudaMalloc(&a, 4096);
  cudaMemcpy(a, h, 4096, cudaMemcpyHostToDevice);
  step<<<4, 256>>>(b, 1024);
}
