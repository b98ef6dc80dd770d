// Launches and copies that some way to the read leads past: what counts is that nothing waits on the ways that do not.
// RUN: not %cuda-memlint --remarks --checks=-*,cuda-host-sync %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=remark:
// RUN: not %cuda-memlint --remarks --checks=-*,cuda-missing-fence %s 2>&1 | FileCheck %s --check-prefix=FENCE --implicit-check-not=warning: --implicit-check-not=remark:

#include <stdio.h>

__global__ void scale(float *data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    data[i] *= 2;
}

__global__ void publish(int *data, volatile int *arrived) {
  data[0] = 7;
  __threadfence();
  // FENCE: :[[#@LINE+1]]:3: warning: missing system fence: the host polls `arrived[0]` for `data[0]`
  arrived[0] = 1;
}

void inLoop(int n, int steps) {
  float *data;
  cudaMallocManaged(&data, n * sizeof(float));
  // CHECK: :[[#@LINE+4]]:18: warning: missing synchronisation: the host reads `data[0]` while `scale` may still write it [cuda-host-sync]
  // CHECK: :[[#@LINE+2]]:5: note: launched here, asynchronously
  for (int k = 0; k < steps; ++k)
    scale<<<n / 256, 256>>>(data, n);
  printf("%f\n", data[0]);
}

void inBranch(int n, bool now) {
  float *data;
  cudaMallocManaged(&data, n * sizeof(float));
  if (now)
    scale<<<n / 256, 256>>>(data, n);
  // CHECK: :[[#@LINE+1]]:18: warning: missing synchronisation: the host reads `data[0]`
  printf("%f\n", data[0]);
}

// The one way waits for nothing that was launched, the other one does not wait.
void waitsElsewhere(int n, bool now) {
  float *data;
  cudaMallocManaged(&data, n * sizeof(float));
  if (now)
    scale<<<n / 256, 256>>>(data, n);
  else
    cudaDeviceSynchronize();
  // CHECK: :[[#@LINE+1]]:18: warning: missing synchronisation: the host reads `data[0]`
  printf("%f\n", data[0]);
}

// The last launch has nothing behind it.
void waitsBefore(int n, int steps) {
  float *data;
  cudaMallocManaged(&data, n * sizeof(float));
  for (int k = 0; k < steps; ++k) {
    cudaDeviceSynchronize();
    scale<<<n / 256, 256>>>(data, n);
  }
  for (int i = 0; i < n; ++i)
    // CHECK: :[[#@LINE+1]]:20: warning: missing synchronisation: the host reads `data[i]`
    printf("%f\n", data[i]);
}

// The read of each iteration but the first comes behind a launch.
void readsFirst(int n, int steps) {
  float *data;
  cudaMallocManaged(&data, n * sizeof(float));
  for (int k = 0; k < steps; ++k) {
    // CHECK: :[[#@LINE+1]]:20: warning: missing synchronisation: the host reads `data[0]`
    printf("%f\n", data[0]);
    scale<<<n / 256, 256>>>(data, n);
  }
}

// `verbose` may say that there are no steps.
void printsIf(int n, int steps, bool verbose) {
  float *data;
  cudaMallocManaged(&data, n * sizeof(float));
  for (int k = 0; k < steps; ++k)
    scale<<<n / 256, 256>>>(data, n);
  if (verbose)
    printf("%f\n", data[0]);
}

float readsWhatNothingWrites(int n, const int *sizes, int batches) {
  float *data;
  cudaMallocManaged(&data, n * sizeof(float));
  data[0] = 0;
  bool isUnderWay = false;
  for (int k = 0; k < batches; ++k) {
    scale<<<sizes[k] / 256, 256>>>(data, sizes[k]);
    isUnderWay = true;
  }
  if (!isUnderWay)
    return data[0];
  cudaDeviceSynchronize();
  return data[0];
}

void skips(int n, const int *wanted, int steps) {
  float *data;
  cudaMallocManaged(&data, n * sizeof(float));
  for (int k = 0; k < steps; ++k) {
    if (!wanted[k])
      continue;
    scale<<<n / 256, 256>>>(data, n);
  }
  // CHECK: :[[#@LINE+1]]:18: warning: missing synchronisation: the host reads `data[0]`
  printf("%f\n", data[0]);
}

void copiesInLoop(float *d, int n) {
  float *h;
  cudaMallocHost(&h, n * sizeof(float));
  for (int k = 0; k < 4; ++k)
    cudaMemcpyAsync(h, d, n * sizeof(float), cudaMemcpyDeviceToHost);
  // CHECK: :[[#@LINE+1]]:18: warning: missing synchronisation: the host reads `h[0]` while an asynchronous copy may still write it
  printf("%f\n", h[0]);
}

void copiesInBranch(float *d, int n, cudaStream_t stream, bool now) {
  float *h;
  cudaMallocHost(&h, n * sizeof(float));
  if (now)
    cudaMemcpyAsync(h, d, n * sizeof(float), cudaMemcpyDeviceToHost, stream);
  // CHECK: :[[#@LINE+1]]:18: warning: missing synchronisation: the host reads `h[0]` while an asynchronous copy may still write it
  printf("%f\n", h[0]);
}

int pollsBehindLoop() {
  int *data, *arrived;
  cudaMallocManaged(&data, 64);
  cudaMallocManaged(&arrived, 64);
  for (int d = 0; d < 2; ++d)
    publish<<<1, 1>>>(data, arrived);
  while (((volatile int *)arrived)[0] == 0)
    ;
  return data[0];
}

// Mended: a wait in the loop, at its end, behind it, in each branch, or where the launch was.

void waitsInLoop(int n, int steps) {
  float *data;
  cudaMallocManaged(&data, n * sizeof(float));
  for (int k = 0; k < steps; ++k) {
    scale<<<n / 256, 256>>>(data, n);
    cudaDeviceSynchronize();
    printf("%f\n", data[0]);
  }
  printf("%f\n", data[1]);
}

void waitsBehindLoop(int n, int steps) {
  float *data;
  cudaMallocManaged(&data, n * sizeof(float));
  for (int k = 0; k < steps; ++k)
    scale<<<n / 256, 256>>>(data, n);
  cudaDeviceSynchronize();
  printf("%f\n", data[0]);
}

void waitsForStreams(int n, int count, cudaStream_t *streams) {
  float *data;
  cudaMallocManaged(&data, n * sizeof(float));
  for (int k = 0; k < count; ++k)
    scale<<<n / 256, 256, 0, streams[k]>>>(data, n);
  for (int k = 0; k < count; ++k)
    cudaStreamSynchronize(streams[k]);
  printf("%f\n", data[0]);
}

void waitsInBranches(int n, bool now) {
  float *data;
  cudaMallocManaged(&data, n * sizeof(float));
  if (now) {
    scale<<<n / 256, 256>>>(data, n);
    cudaDeviceSynchronize();
  } else {
    scale<<<n / 512, 512>>>(data, n);
    cudaStreamSynchronize(0);
  }
  printf("%f\n", data[0]);
}

void waitsIfLaunched(int n, bool now) {
  float *data;
  cudaMallocManaged(&data, n * sizeof(float));
  if (now)
    scale<<<n / 256, 256>>>(data, n);
  if (now)
    cudaDeviceSynchronize();
  printf("%f\n", data[0]);
}

void waitsEachSecond(int n, int steps) {
  float *data;
  cudaMallocManaged(&data, n * sizeof(float));
  for (int k = 0; k < steps; ++k) {
    scale<<<n / 256, 256>>>(data, n);
    if (k % 2 == 0)
      continue;
    cudaDeviceSynchronize();
  }
  printf("%f\n", data[0]);
}

void leavesBehindWait(int n) {
  float *data;
  cudaMallocManaged(&data, n * sizeof(float));
  for (;;) {
    scale<<<n / 256, 256>>>(data, n);
    cudaDeviceSynchronize();
    if (data[0] > 1)
      break;
  }
  printf("%f\n", data[1]);
}

void copiesAndWaits(float *d, int n, cudaStream_t stream) {
  float *h;
  cudaMallocHost(&h, n * sizeof(float));
  for (int k = 0; k < 4; ++k) {
    cudaMemcpyAsync(h, d, n * sizeof(float), cudaMemcpyDeviceToHost, stream);
    cudaStreamSynchronize(stream);
  }
  printf("%f\n", h[0]);
  for (int k = 0; k < 4; ++k)
    cudaMemcpyAsync(h, d, n * sizeof(float), cudaMemcpyDeviceToHost, stream);
  cudaStreamSynchronize(stream);
  printf("%f\n", h[0]);
}

__global__ void publishToAll(int *data, volatile int *arrived) {
  data[0] = 7;
  __threadfence_system();
  arrived[0] = 1;
}

int pollsFenced() {
  int *data, *arrived;
  cudaMallocManaged(&data, 64);
  cudaMallocManaged(&arrived, 64);
  for (int d = 0; d < 2; ++d)
    publishToAll<<<1, 1>>>(data, arrived);
  while (((volatile int *)arrived)[0] == 0)
    ;
  return data[0];
}

// Not both: the conditions may be each other's contrary.

void onHostInstead(int n, bool onDevice) {
  float *data;
  cudaMallocManaged(&data, n * sizeof(float));
  if (onDevice)
    scale<<<n / 256, 256>>>(data, n);
  if (!onDevice)
    data[0] = data[0] * 2;
  if (onDevice)
    cudaDeviceSynchronize();
  printf("%f\n", data[0]);
}

void onHostIfNone(int n, int devices) {
  float *data;
  cudaMallocManaged(&data, n * sizeof(float));
  for (int k = 0; k < devices; ++k)
    scale<<<n / 256, 256>>>(data, n);
  if (devices == 0)
    printf("%f\n", data[0]);
  cudaDeviceSynchronize();
}

void inTurn(int n, const int *phases, int count) {
  float *data;
  cudaMallocManaged(&data, n * sizeof(float));
  for (int k = 0; k < count; ++k)
    switch (phases[k]) {
    case 0:
      scale<<<n / 256, 256>>>(data, n);
      break;
    case 1:
      printf("%f\n", data[0]);
      break;
    }
  cudaDeviceSynchronize();
}

void checksFirst(int n, int steps) {
  float *data;
  cudaMallocManaged(&data, n * sizeof(float));
  for (int k = 0; k < steps; ++k) {
    if (k == 0)
      printf("%f\n", data[0]);
    scale<<<n / 256, 256>>>(data, n);
  }
  cudaDeviceSynchronize();
}

void otherMemory(int n, int steps) {
  float *data;
  cudaMallocManaged(&data, n * sizeof(float));
  for (int k = 0; k < steps; ++k)
    scale<<<n / 256, 256>>>(data, n);
  cudaMallocManaged(&data, n * sizeof(float));
  printf("%f\n", data[0]);
}
