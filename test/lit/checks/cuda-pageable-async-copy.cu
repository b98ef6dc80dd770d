// RUN: not %cuda-memlint --remarks --checks=-*,cuda-pageable-async-copy %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=remark:
// A file that locks pages may lock these.
// RUN: %cuda-memlint --checks=-*,cuda-pageable-async-copy %s -- -DREGISTERS 2>&1 | FileCheck %s --check-prefix=SILENT --allow-empty --implicit-check-not=warning:
// SILENT-NOT: pageable

#include <stdlib.h>
#include <vector>

__global__ void scale(float *data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    data[i] *= 2;
}

void byMalloc(float *d, int n, cudaStream_t stream) {
  // CHECK: :[[#@LINE+4]]:3: warning: cudaMemcpyAsync of pageable memory: `h` is not page-locked, so the copy is staged by the host and does not overlap with other work [cuda-pageable-async-copy]
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: note: `h` is `malloc` memory
  // CHECK: help: allocate `h` with `cudaMallocHost`, or page-lock it with `cudaHostRegister`
  float *h = (float *)malloc(n * sizeof(float));
  cudaMemcpyAsync(d, h, n * sizeof(float), cudaMemcpyHostToDevice, stream);
  scale<<<n / 256, 256, 0, stream>>>(d, n);
  // One finding for each variable.
  cudaMemcpyAsync(h, d, n * sizeof(float), cudaMemcpyDeviceToHost, stream);
  cudaStreamSynchronize(stream);
  free(h);
}

void byNew(float *d, int n, cudaStream_t stream) {
  float *h = new float[n];
  scale<<<n / 256, 256, 0, stream>>>(d, n);
  // CHECK: :[[#@LINE+1]]:3: warning: {{.*}}`h` is not page-locked, so the copy blocks the host until it is complete and
  cudaMemcpyAsync(h + n / 2, d, n / 2 * sizeof(float), cudaMemcpyDeviceToHost, stream);
  scale<<<n / 256, 256>>>(d, n);
  cudaDeviceSynchronize();
  delete[] h;
}

// Rows, and symbols of the device: 1,024 rows of 4,096 B.
__device__ float symbol[1 << 20];

void byRows(float *d, cudaStream_t stream) {
  float *h = (float *)malloc(1 << 22), *small = (float *)malloc(1 << 16), *locked;
  cudaMallocHost(&locked, 1 << 22);
  // CHECK: :[[#@LINE+1]]:3: warning: cudaMemcpy2DAsync of pageable memory: `h` is not page-locked, so the copy is staged by the host
  cudaMemcpy2DAsync(d, 4096, h, 4096, 4096, 1024, cudaMemcpyHostToDevice, stream);
  scale<<<64, 256, 0, stream>>>(d, 100);
  // 16 rows; page-locked; the default stream.
  cudaMemcpy2DAsync(d, 4096, small, 4096, 4096, 16, cudaMemcpyHostToDevice, stream);
  scale<<<64, 256, 0, stream>>>(d, 100);
  cudaMemcpy2DAsync(d, 4096, locked, 4096, 4096, 1024, cudaMemcpyHostToDevice, stream);
  scale<<<64, 256, 0, stream>>>(d, 100);
  cudaMemcpy2DAsync(d, 4096, h, 4096, 4096, 1024, cudaMemcpyHostToDevice);
  scale<<<64, 256>>>(d, 100);
}

void toSymbol(float *d, cudaStream_t stream) {
  float *h = (float *)malloc(1 << 22), *g = (float *)malloc(1 << 22), *locked;
  cudaMallocHost(&locked, 1 << 22);
  // CHECK: :[[#@LINE+1]]:3: warning: cudaMemcpyToSymbolAsync of pageable memory: `h` is not page-locked, so the copy is staged by the host
  cudaMemcpyToSymbolAsync(symbol, h, 1 << 22, 0, cudaMemcpyHostToDevice, stream);
  scale<<<64, 256, 0, stream>>>(d, 100);
  // CHECK: :[[#@LINE+1]]:3: warning: cudaMemcpyFromSymbolAsync of pageable memory: `g` is not page-locked, so the copy blocks the host
  cudaMemcpyFromSymbolAsync(g, symbol, 1 << 22, 0, cudaMemcpyDeviceToHost, stream);
  scale<<<64, 256, 0, stream>>>(d, 100);
  // Page-locked; from device to device; the default stream; waited for at once.
  cudaMemcpyToSymbolAsync(symbol, locked, 1 << 22, 0, cudaMemcpyHostToDevice, stream);
  scale<<<64, 256, 0, stream>>>(d, 100);
  cudaMemcpyToSymbolAsync(symbol, d, 1 << 22, 0, cudaMemcpyDeviceToDevice, stream);
  scale<<<64, 256, 0, stream>>>(d, 100);
}

void toSymbolAtOnce(float *d, cudaStream_t stream) {
  float *h = (float *)malloc(1 << 22);
  cudaMemcpyToSymbolAsync(symbol, h, 1 << 22);
  scale<<<64, 256>>>(d, 100);
  cudaMemcpyToSymbolAsync(symbol, h, 1 << 22, 0, cudaMemcpyHostToDevice, stream);
  cudaStreamSynchronize(stream);
}

// The addresses decide on the direction.
void byAddress(float *d, int n, cudaStream_t stream) {
  float *h = (float *)malloc(n * sizeof(float)), *g = (float *)malloc(n * sizeof(float)), *locked;
  cudaMallocHost(&locked, n * sizeof(float));
  // CHECK: :[[#@LINE+1]]:3: warning: {{.*}}`h` is not page-locked, so the copy is staged by the host
  cudaMemcpyAsync(d, h, n * sizeof(float), cudaMemcpyDefault, stream);
  scale<<<n / 256, 256, 0, stream>>>(d, n);
  // CHECK: :[[#@LINE+1]]:3: warning: {{.*}}`g` is not page-locked, so the copy blocks the host until it is complete and
  cudaMemcpyAsync(g, d, n * sizeof(float), cudaMemcpyDefault, stream);
  scale<<<n / 256, 256, 0, stream>>>(d, n);
  // From device to device; page-locked; on the host.
  cudaMemcpyAsync(d + n, d, n * sizeof(float), cudaMemcpyDefault, stream);
  scale<<<n / 256, 256, 0, stream>>>(d, n);
  cudaMemcpyAsync(locked, d, n * sizeof(float), cudaMemcpyDefault, stream);
  scale<<<n / 256, 256, 0, stream>>>(d, n);
}

void byAddressOnHost(float *d, int n, cudaStream_t stream) {
  float *h = (float *)malloc(n * sizeof(float)), *locked;
  cudaMallocHost(&locked, n * sizeof(float));
  cudaMemcpyAsync(locked, h, n * sizeof(float), cudaMemcpyDefault, stream);
  scale<<<n / 256, 256, 0, stream>>>(d, n);
}

void byVector(float *d, int n, cudaStream_t stream) {
  std::vector<float> v(n, 1.0f);
  // CHECK: :[[#@LINE+1]]:3: warning: {{.*}}`v` is not page-locked
  cudaMemcpyAsync(d, v.data(), n * sizeof(float), cudaMemcpyHostToDevice, stream);
  scale<<<n / 256, 256, 0, stream>>>(d, n);
  cudaStreamSynchronize(stream);
}

void byElement(float *d, int n, cudaStream_t stream) {
  std::vector<float> v(n, 1.0f);
  // CHECK: :[[#@LINE+1]]:3: warning: {{.*}}`v` is not page-locked
  cudaMemcpyAsync(d, &v[0], n * sizeof(float), cudaMemcpyHostToDevice, stream);
  scale<<<n / 256, 256, 0, stream>>>(d, n);
  cudaStreamSynchronize(stream);
}

void byArray(float *d, cudaStream_t stream) {
  float h[32768];
  for (int i = 0; i < 32768; ++i)
    h[i] = i;
  // CHECK: :[[#@LINE+1]]:3: warning: {{.*}}`h` is not page-locked
  cudaMemcpyAsync(d, h, sizeof h, cudaMemcpyHostToDevice, stream);
  scale<<<128, 256, 0, stream>>>(d, 32768);
  cudaStreamSynchronize(stream);
}

void createdStream(float *d, int n) {
  cudaStream_t stream = nullptr;
  cudaStreamCreate(&stream);
  float *h = (float *)malloc(n * sizeof(float));
  // CHECK: :[[#@LINE+1]]:3: warning: {{.*}}`h` is not page-locked
  cudaMemcpyAsync(d, h, n * sizeof(float), cudaMemcpyHostToDevice, stream);
  scale<<<n / 256, 256, 0, stream>>>(d, n);
}

void grownSize(float *d, cudaStream_t stream) {
  int n = 1;
  n *= 1000000;
  float *h = (float *)malloc(n * sizeof(float));
  // CHECK: :[[#@LINE+1]]:3: warning: {{.*}}`h` is not page-locked
  cudaMemcpyAsync(d, h, n * sizeof(float), cudaMemcpyHostToDevice, stream);
  scale<<<n / 256, 256, 0, stream>>>(d, n);
}

// What follows is silent.

void isLocked(float *d, int n, cudaStream_t stream) {
  float *h;
  cudaMallocHost(&h, n * sizeof(float));
  cudaMemcpyAsync(d, h, n * sizeof(float), cudaMemcpyHostToDevice, stream);
  scale<<<n / 256, 256, 0, stream>>>(d, n);
  float *other = nullptr;
  cudaHostAlloc((void **)&other, n * sizeof(float), cudaHostAllocDefault);
  cudaMemcpyAsync(other, d, n * sizeof(float), cudaMemcpyDeviceToHost, stream);
  scale<<<n / 256, 256, 0, stream>>>(d, n);
}

void mayBeLocked(float *d, int n, cudaStream_t stream, bool pinned) {
  float *h;
  if (pinned)
    cudaMallocHost(&h, n * sizeof(float));
  else
    h = (float *)malloc(n * sizeof(float));
  cudaMemcpyAsync(d, h, n * sizeof(float), cudaMemcpyHostToDevice, stream);
  scale<<<n / 256, 256, 0, stream>>>(d, n);
}

void isSmall(float *d, cudaStream_t stream) {
  float h[256] = {};
  cudaMemcpyAsync(d, h, sizeof h, cudaMemcpyHostToDevice, stream);
  scale<<<1, 256, 0, stream>>>(d, 256);
}

void isSmallByVariable(float *d, cudaStream_t stream) {
  int n = 8;
  float *h = (float *)malloc(n * sizeof(float));
  cudaMemcpyAsync(d, h, n * sizeof(float), cudaMemcpyHostToDevice, stream);
  scale<<<1, 256, 0, stream>>>(d, n);
}

void isSmallByArray(float *d, int n, cudaStream_t stream) {
  float h[256] = {};
  cudaMemcpyAsync(d, h, n * sizeof(float), cudaMemcpyHostToDevice, stream);
  scale<<<1, 256, 0, stream>>>(d, n);
}

void isSmallByList(float *d, cudaStream_t stream) {
  std::vector<float> v = {1, 2, 3, 4};
  cudaMemcpyAsync(d, v.data(), v.size() * sizeof(float), cudaMemcpyHostToDevice, stream);
  scale<<<1, 256, 0, stream>>>(d, 4);
}

void inNullStream(float *d, int n) {
  cudaStream_t stream = nullptr;
  float *h = (float *)malloc(n * sizeof(float));
  cudaMemcpyAsync(d, h, n * sizeof(float), cudaMemcpyHostToDevice, stream);
  scale<<<n / 256, 256, 0, stream>>>(d, n);
}

void inDefaultStream(float *d, int n) {
  float *h = (float *)malloc(n * sizeof(float));
  cudaMemcpyAsync(d, h, n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpyAsync(d, h, n * sizeof(float), cudaMemcpyHostToDevice, 0);
  scale<<<n / 256, 256>>>(d, n);
  free(h);
}

void waitsAtOnce(float *d, int n, cudaStream_t stream) {
  float *h = (float *)malloc(n * sizeof(float));
  if (cudaMemcpyAsync(h, d, n * sizeof(float), cudaMemcpyDeviceToHost, stream) != cudaSuccess)
    exit(1);
  cudaStreamSynchronize(stream);
  free(h);
}

void waitsByEvent(float *d, int n, cudaStream_t stream, cudaEvent_t end) {
  std::vector<float> v(n);
  cudaMemcpyAsync(v.data(), d, n * sizeof(float), cudaMemcpyDeviceToHost, stream);
  cudaFreeAsync(d, stream);
  cudaEventRecord(end, stream);
  cudaEventSynchronize(end);
}

void waitsByQuery(float *d, int n, cudaStream_t stream) {
  std::vector<float> v(n);
  cudaMemcpyAsync(v.data(), d, n * sizeof(float), cudaMemcpyDeviceToHost, stream);
  while (cudaStreamQuery(stream) == cudaErrorNotReady) {
  }
  scale<<<n / 256, 256, 0, stream>>>(d, n);
}

void waitsUnlessFailed(float *d, int n, cudaStream_t stream) {
  std::vector<float> v(n);
  if (cudaMemcpyAsync(v.data(), d, n * sizeof(float), cudaMemcpyDeviceToHost, stream) != cudaSuccess)
    return;
  cudaStreamSynchronize(stream);
  scale<<<n / 256, 256, 0, stream>>>(d, n);
}

// Who asks for the last error starts nothing.
void waitsBehindQuestions(float *d, int n, cudaStream_t stream) {
  std::vector<float> v(n);
  cudaMemcpyAsync(v.data(), d, n * sizeof(float), cudaMemcpyDeviceToHost, stream);
  if (cudaPeekAtLastError() != cudaSuccess)
    abort();
  int count = 0;
  cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, 0);
  cudaStreamSynchronize(stream);
  scale<<<n / 256, 256, 0, stream>>>(d, n);
}

// Neither does who selects the device, makes an event or a stream, measures, configures, allocates
// or frees.
void waitsBehindPreparations(float *d, int n, cudaStream_t stream) {
  std::vector<float> v(n);
  cudaMemcpyAsync(v.data(), d, n * sizeof(float), cudaMemcpyDeviceToHost, stream);
  cudaSetDevice(0);
  cudaGetLastError();
  cudaEvent_t end;
  cudaEventCreate(&end);
  cudaEventRecord(end, stream);
  cudaStream_t other;
  cudaStreamCreate(&other);
  cudaStreamWaitEvent(other, end, 0);
  cudaEventDestroy(end);
  cudaStreamDestroy(other);
  cudaFuncSetAttribute(scale, cudaFuncAttributePreferredSharedMemoryCarveout, 50);
  cudaProfilerStop();
  float *e;
  cudaMalloc(&e, n * sizeof(float));
  cudaFree(e);
  cudaStreamSynchronize(stream);
  scale<<<n / 256, 256, 0, stream>>>(d, n);
}

// What fills or moves memory does, and so does a copy.
void fillsBehindSelection(float *d, int n, cudaStream_t stream, cudaStream_t other) {
  std::vector<float> v(n);
  // CHECK: :[[#@LINE+1]]:3: warning: {{.*}}`v` is not page-locked
  cudaMemcpyAsync(v.data(), d, n * sizeof(float), cudaMemcpyDeviceToHost, stream);
  cudaSetDevice(0);
  cudaMemsetAsync(d, 0, n * sizeof(float), other);
  cudaStreamSynchronize(stream);
}

void movesBehindSelection(float *d, float *managed, int n, cudaStream_t stream) {
  std::vector<float> v(n);
  // CHECK: :[[#@LINE+1]]:3: warning: {{.*}}`v` is not page-locked
  cudaMemcpyAsync(v.data(), d, n * sizeof(float), cudaMemcpyDeviceToHost, stream);
  cudaMemPrefetchAsync(managed, n * sizeof(float), 0, 0);
  cudaStreamSynchronize(stream);
}

struct Stream {
  cudaStream_t stream;
  ~Stream() { cudaStreamSynchronize(stream); }
};

void waitsInDestructor(float *d, int n, cudaStream_t stream) {
  std::vector<float> v(n);
  Stream end{stream};
  cudaMemcpyAsync(v.data(), d, n * sizeof(float), cudaMemcpyDeviceToHost, stream);
}

void lock(void *pages);

void isPassedOn(float *d, int n, cudaStream_t stream) {
  float *h = (float *)malloc(n * sizeof(float));
  lock(h);
  cudaMemcpyAsync(d, h, n * sizeof(float), cudaMemcpyHostToDevice, stream);
  scale<<<n / 256, 256, 0, stream>>>(d, n);
}

void ofCaller(float *d, float *h, int n, cudaStream_t stream) {
  cudaMemcpyAsync(d, h, n * sizeof(float), cudaMemcpyHostToDevice, stream);
  scale<<<n / 256, 256, 0, stream>>>(d, n);
}

#ifdef REGISTERS
void lockPages(void *memory, size_t bytes) { cudaHostRegister(memory, bytes, 0); }
#endif
