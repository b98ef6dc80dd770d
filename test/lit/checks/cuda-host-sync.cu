// RUN: not %cuda-memlint --remarks --checks=-*,cuda-host-sync %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=remark:

#include <algorithm>
#include <chrono>
#include <stdio.h>
#include <sys/time.h>
#include <time.h>
#include <vector>

__global__ void scale(float *data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    data[i] *= 2;
}

__global__ void add(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] += in[i];
}

// Managed memory.

void readsEarly(int n) {
  float *data;
  cudaMallocManaged(&data, n * sizeof(float));
  // CHECK: :[[#@LINE+3]]:18: warning: missing synchronisation: the host reads `data[0]` while `scale` may still write it [cuda-host-sync]
  // CHECK: :[[#@LINE+1]]:3: note: launched here, asynchronously
  scale<<<n / 256, 256>>>(data, n);
  printf("%f\n", data[0]);
}

void readsInBranch(int n, bool print) {
  float *data;
  cudaMallocManaged((void **)&data, n * sizeof(float));
  scale<<<n / 256, 256>>>(data, n);
  cudaError_t error = cudaGetLastError();
  if (error == cudaSuccess && print)
    for (int i = 0; i < n; ++i)
      // CHECK: :[[#@LINE+1]]:22: warning: {{.*}}the host reads `*(data + i)`
      printf("%f\n", *(data + i));
}

// A branch that is never taken.
void neverWaits(int n) {
  float *data;
  cudaMallocManaged(&data, n * sizeof(float));
  scale<<<n / 256, 256>>>(data, n);
  if (false)
    cudaDeviceSynchronize();
  // CHECK: :[[#@LINE+1]]:18: warning: {{.*}}the host reads `data[n - 1]`
  printf("%f\n", data[n - 1]);
}

void waits(int n) {
  float *data;
  cudaMallocManaged(&data, n * sizeof(float));
  scale<<<n / 256, 256>>>(data, n);
  cudaDeviceSynchronize();
  printf("%f\n", data[0]);
}

void mayWait(int n, bool sync) {
  float *data;
  cudaMallocManaged(&data, n * sizeof(float));
  scale<<<n / 256, 256>>>(data, n);
  if (sync)
    cudaDeviceSynchronize();
  printf("%f\n", data[0]);
}

void wait() { cudaStreamSynchronize(0); }

void waitsElsewhere(int n) {
  float *data;
  cudaMallocManaged(&data, n * sizeof(float));
  scale<<<n / 256, 256>>>(data, n);
  wait();
  printf("%f\n", data[0]);
}

struct Scope {
  ~Scope() { wait(); }
};

void waitsInDestructor(int n) {
  float *data;
  cudaMallocManaged(&data, n * sizeof(float));
  {
    Scope scope;
    scale<<<n / 256, 256>>>(data, n);
  }
  printf("%f\n", data[0]);
}

struct Member {
  Scope scope;
};

void waitsInMember(int n) {
  float *data;
  cudaMallocManaged(&data, n * sizeof(float));
  {
    Member member;
    scale<<<n / 256, 256>>>(data, n);
  }
  printf("%f\n", data[0]);
}

void waitsInCallback(int n, cudaStream_t *streams) {
  float *data;
  cudaMallocManaged(&data, n * sizeof(float));
  scale<<<n / 256, 256>>>(data, n);
  std::for_each(streams, streams + n, [](cudaStream_t each) { cudaStreamSynchronize(each); });
  printf("%f\n", data[0]);
}

struct Base {
  virtual ~Base() {}
};

void waitsInDelete(int n, Base *base) {
  float *data;
  cudaMallocManaged(&data, n * sizeof(float));
  scale<<<n / 256, 256>>>(data, n);
  delete base;
  printf("%f\n", data[0]);
}

void doesNotWait(int n) {
  float *data;
  cudaMallocManaged(&data, n * sizeof(float));
  scale<<<n / 256, 256>>>(data, n);
  std::vector<float> copy(n);
  std::sort(copy.begin(), copy.end());
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: {{.*}}the host reads `data[0]`
  printf("%f %f\n", copy[0], data[0]);
}

void verify(const float *values, int n) {
  for (int i = 0; i < n; ++i)
    if (values[i] != 2)
      printf("wrong\n");
}

void readsInCall(int n) {
  float *data;
  cudaMallocManaged(&data, n * sizeof(float));
  scale<<<n / 256, 256>>>(data, n);
  // CHECK: :[[#@LINE+1]]:10: warning: {{.*}}the host reads `data` while `scale` may still write it
  verify(data, n);
}

void verifyLater(const float *values, int n) {
  cudaDeviceSynchronize();
  verify(values, n);
}

void waitsInCall(int n) {
  float *data;
  cudaMallocManaged(&data, n * sizeof(float));
  scale<<<n / 256, 256>>>(data, n);
  verifyLater(data, n);
}

void print(const void *pointer) { printf("%p\n", pointer); }

void passesPointer(int n) {
  float *data;
  cudaMallocManaged(&data, n * sizeof(float));
  scale<<<n / 256, 256>>>(data, n);
  print(data);
}

void mapped(int n) {
  float *h, *d, *other;
  cudaHostAlloc(&h, n * sizeof(float), cudaHostAllocMapped);
  cudaHostAlloc(&other, n * sizeof(float), cudaHostAllocMapped);
  cudaHostGetDevicePointer((void **)&d, h, 0);
  scale<<<n / 256, 256>>>(d, n);
  printf("%f\n", other[0]);
  // CHECK: :[[#@LINE+1]]:18: warning: {{.*}}the host reads `h[1]`
  printf("%f\n", h[1]);
}

void mappedWaits(int n) {
  float *h, *d;
  cudaHostAlloc(&h, n * sizeof(float), cudaHostAllocMapped);
  cudaHostGetDevicePointer((void **)&d, h, 0);
  scale<<<n / 256, 256>>>(d, n);
  cudaDeviceSynchronize();
  printf("%f\n", h[1]);
}

void onlyRead(int n) {
  float *out, *in;
  cudaMalloc(&out, n * sizeof(float));
  cudaMallocManaged(&in, n * sizeof(float));
  add<<<n / 256, 256>>>(out, in, n);
  printf("%f\n", in[0]);
}

void writesOnly(int n) {
  float *data;
  cudaMallocManaged(&data, n * sizeof(float));
  data[0] = 1;
  scale<<<n / 256, 256>>>(data, n);
}

// Clocks.

void chronoEarly(float *data, int n) {
  auto start = std::chrono::steady_clock::now();
  scale<<<n / 256, 256>>>(data, n);
  auto stop = std::chrono::steady_clock::now();
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: host timer without synchronisation: `stop - start` measures how long the launch takes, not how long the kernel runs [cuda-host-sync]
  printf("%f\n", std::chrono::duration<double>(stop - start).count());
}

void clockInLoop(float *data, int n) {
  clock_t start = clock();
  for (int i = 0; i < n; ++i)
    scale<<<n / 256, 256>>>(data, n);
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: host timer {{.*}}`clock() - start`
  printf("%f\n", double(clock() - start) / CLOCKS_PER_SEC);
}

double seconds() {
  timeval current;
  gettimeofday(&current, nullptr);
  return current.tv_sec + current.tv_usec * 1e-6;
}

void ownClock(float *data, int n) {
  double start = seconds();
  scale<<<n / 256, 256>>>(data, n);
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: host timer {{.*}}`seconds() - start`
  double elapsed = seconds() - start;
  printf("%f\n", elapsed);
}

void byAddress(float *data, int n) {
  timeval start, stop;
  gettimeofday(&start, nullptr);
  scale<<<n / 256, 256>>>(data, n);
  gettimeofday(&stop, nullptr);
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: host timer {{.*}}`stop.tv_sec - start.tv_sec`
  printf("%ld\n", stop.tv_sec - start.tv_sec);
  printf("%ld\n", stop.tv_usec - start.tv_usec);
}

void chronoWaits(float *data, int n) {
  auto start = std::chrono::steady_clock::now();
  scale<<<n / 256, 256>>>(data, n);
  cudaDeviceSynchronize();
  auto stop = std::chrono::steady_clock::now();
  printf("%f\n", std::chrono::duration<double>(stop - start).count());
}

void copies(float *data, float *host, int n) {
  double start = seconds();
  scale<<<n / 256, 256>>>(data, n);
  cudaMemcpy(host, data, n * sizeof(float), cudaMemcpyDeviceToHost);
  printf("%f\n", seconds() - start);
}

// The launch is measured by itself, and then the kernel.
void launchAndKernel(float *data, int n) {
  double start = seconds();
  scale<<<n / 256, 256>>>(data, n);
  printf("launch %f\n", seconds() - start);
  cudaDeviceSynchronize();
  printf("kernel %f\n", seconds() - start);
}

void twoSpans(float *data, int n) {
  double start = seconds();
  scale<<<n / 256, 256>>>(data, n);
  double launched = seconds();
  cudaDeviceSynchronize();
  double stop = seconds();
  printf("launch %f kernel %f\n", launched - start, stop - launched);
}

void launchedBefore(float *data, int n) {
  scale<<<n / 256, 256>>>(data, n);
  double start = seconds();
  for (int i = 0; i < n; ++i)
    printf("%d\n", i);
  printf("%f\n", seconds() - start);
}

// Events.

void eventsEarly(float *data, int n) {
  cudaEvent_t start, stop;
  cudaEventCreate(&start);
  cudaEventCreate(&stop);
  cudaEventRecord(start);
  scale<<<n / 256, 256>>>(data, n);
  // CHECK: :[[#@LINE+4]]:3: warning: cudaEventElapsedTime before `stop` has completed: it returns cudaErrorNotReady, and no time [cuda-host-sync]
  // CHECK: :[[#@LINE+1]]:3: note: recorded here, behind work that nothing waits for
  cudaEventRecord(stop);
  float ms = 0;
  cudaEventElapsedTime(&ms, start, stop);
  printf("%f\n", ms);
}

void eventsWait(float *data, int n) {
  cudaEvent_t start, stop;
  cudaEventCreate(&start);
  cudaEventCreate(&stop);
  cudaEventRecord(start);
  scale<<<n / 256, 256>>>(data, n);
  cudaEventRecord(stop);
  cudaEventSynchronize(stop);
  float ms = 0;
  cudaEventElapsedTime(&ms, start, stop);
  printf("%f\n", ms);
}

void eventsOfCopy(float *data, float *host, int n) {
  cudaEvent_t start, stop;
  cudaEventCreate(&start);
  cudaEventCreate(&stop);
  cudaEventRecord(start);
  scale<<<n / 256, 256>>>(data, n);
  cudaEventRecord(stop);
  cudaMemcpy(host, data, n * sizeof(float), cudaMemcpyDeviceToHost);
  float ms = 0;
  cudaEventElapsedTime(&ms, start, stop);
  printf("%f\n", ms);
}
