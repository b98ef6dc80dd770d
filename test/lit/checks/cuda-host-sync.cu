// RUN: not %cuda-memlint --remarks --checks=-*,cuda-host-sync %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=remark:

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
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

struct Wait {
  void operator()(cudaStream_t stream) const { cudaStreamSynchronize(stream); }
};

void waitsInFunctor(int n, cudaStream_t *streams) {
  float *data;
  cudaMallocManaged(&data, n * sizeof(float));
  scale<<<n / 256, 256>>>(data, n);
  std::for_each(streams, streams + n, Wait());
  printf("%f\n", data[0]);
}

void waitsInDeleter(int n, cudaStream_t stream) {
  float *data;
  cudaMallocManaged(&data, n * sizeof(float));
  {
    std::unique_ptr<CUstream_st, Wait> end(stream);
    scale<<<n / 256, 256, 0, stream>>>(data, n);
  }
  printf("%f\n", data[0]);
}

void waitsInSharedPointer(int n) {
  float *data;
  cudaMallocManaged(&data, n * sizeof(float));
  {
    std::shared_ptr<void> end(nullptr, [](void *) { cudaDeviceSynchronize(); });
    scale<<<n / 256, 256>>>(data, n);
  }
  printf("%f\n", data[0]);
}

void pollsAtomic(int n, std::atomic<bool> &done) {
  float *data;
  cudaMallocManaged(&data, n * sizeof(float));
  scale<<<n / 256, 256>>>(data, n);
  while (!done.load()) {
  }
  printf("%f\n", data[0]);
}

void pollsVolatile(float *data, int n) {
  volatile float *flag;
  cudaMallocHost((void **)&flag, sizeof(float));
  clock_t start = clock();
  scale<<<1, 1>>>((float *)flag, 1);
  while (*flag == 0) {
  }
  printf("%f %ld\n", *flag, clock() - start);
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

void otherValue(int n) {
  float *data;
  cudaMallocManaged(&data, n * sizeof(float));
  scale<<<n / 256, 256>>>(data, n);
  data = nullptr;
  printf("%f\n", data[0]);
}

void otherHalf(int n) {
  float *data;
  cudaMallocManaged(&data, 2 * n * sizeof(float));
  scale<<<n / 256, 256>>>(data + n, n);
  printf("%f\n", data[0]);
}

struct Parameters {
  int n;
  float result[256];
};

__global__ void fill(Parameters *p) {
  if (threadIdx.x < p->n)
    p->result[threadIdx.x] = 1;
}

void readsField() {
  Parameters *p;
  cudaMallocManaged(&p, sizeof(Parameters));
  p->n = 256;
  fill<<<1, 256>>>(p);
  printf("%d\n", p->n);
}

void launchFailed(int n) {
  float *data;
  cudaMallocManaged(&data, n * sizeof(float));
  scale<<<n / 256, 256>>>(data, n);
  if (cudaGetLastError() != cudaSuccess) {
    printf("%f\n", data[0]);
    return;
  }
  cudaDeviceSynchronize();
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

void launchAndAll(float *data, int n) {
  double begin = seconds();
  double start = seconds();
  scale<<<n / 256, 256>>>(data, n);
  double launched = seconds();
  cudaDeviceSynchronize();
  double stop = seconds();
  printf("launch %f all %f\n", launched - start, stop - begin);
}

void deadline(float *data, int n) {
  auto start = std::chrono::steady_clock::now();
  while (std::chrono::steady_clock::now() - start < std::chrono::seconds(2))
    scale<<<n / 256, 256>>>(data, n);
}

void budget(float *data, int n) {
  double start = seconds();
  for (;;) {
    scale<<<n / 256, 256>>>(data, n);
    double elapsed = seconds() - start;
    if (elapsed > 5)
      break;
  }
}

void seed(float *data, int n) {
  clock_t start = clock();
  scale<<<n / 256, 256>>>(data, n);
  srand((unsigned)(clock() - start));
}

struct Sample {
  double time;
  int count;
};

void counts(float *data, int n) {
  Sample before, after;
  before.count = n;
  before.time = seconds();
  scale<<<n / 256, 256>>>(data, n);
  after.count = 2 * n;
  after.time = seconds();
  printf("%d\n", after.count - before.count);
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

void flaggedEvents(float *data, int n, cudaStream_t stream) {
  cudaEvent_t start, stop;
  cudaEventCreate(&start);
  cudaEventCreate(&stop);
  cudaEventRecordWithFlags(start, stream, cudaEventRecordDefault);
  scale<<<n / 256, 256, 0, stream>>>(data, n);
  // CHECK: :[[#@LINE+3]]:3: warning: cudaEventElapsedTime before `stop` has completed
  cudaEventRecordWithFlags(stop, stream, cudaEventRecordDefault);
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

void eventsPolled(float *data, int n) {
  cudaEvent_t start, stop;
  cudaEventCreate(&start);
  cudaEventCreate(&stop);
  cudaEventRecord(start);
  scale<<<n / 256, 256>>>(data, n);
  cudaEventRecord(stop);
  float ms = 0;
  while (cudaEventElapsedTime(&ms, start, stop) == cudaErrorNotReady) {
  }
  printf("%f\n", ms);
}

// Elements that the kernel leaves alone.

__global__ void fillRest(float *u, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < n)
    u[i + 1] = i;
}

void readsFirst() {
  float *u;
  cudaMallocManaged(&u, 1024 * sizeof(float));
  fillRest<<<4, 256>>>(u, 1024);
  printf("%f %f\n", u[0], *u);
  // CHECK: :[[#@LINE+1]]:18: warning: missing synchronisation: the host reads `u[1]` while `fillRest` may still write it
  printf("%f\n", u[1]);
  cudaDeviceSynchronize();
  fillRest<<<2, 256>>>(u, 512);
  printf("%f\n", u[600]);
}

__global__ void fillIf(float *u, bool write) {
  if (write)
    u[threadIdx.x] = 1;
  else
    u[0];
}

void writesNothing() {
  float *u;
  cudaMallocManaged(&u, 256 * sizeof(float));
  fillIf<<<1, 256>>>(u, false);
  printf("%f\n", u[0]);
  cudaDeviceSynchronize();
  fillIf<<<1, 256>>>(u, true);
  // CHECK: :[[#@LINE+1]]:18: warning: missing synchronisation: the host reads `u[0]` while `fillIf` may still write it
  printf("%f\n", u[0]);
}
