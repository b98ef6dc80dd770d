// RUN: not %cuda-memlint --remarks --checks=-*,cuda-zero-copy-reuse %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=remark:

#include <future>

__global__ void scale(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = 2 * in[i];
}

// Every block reads all of the table.
__global__ void addTable(float *out, const float *table) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] += table[threadIdx.x];
}

// All threads read each element of it at a time; one element, or a few.
__global__ void weigh(float *out, const float *table, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; ++k)
    sum += table[k] * i;
  out[i] = sum;
}

__global__ void offset(float *out, const float *table) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < 16; ++k)
    out[i] += table[k] + table[1000];
}

__global__ void inPlace(float *data) { data[blockIdx.x * blockDim.x + threadIdx.x] += 1; }

__global__ void piece(float *out, const float *in, int first) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[first + i];
}

__global__ void gather(float *out, const float *in, const int *index) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[index[i]];
}

void inLoop(float *out, int n, int steps) {
  float *h, *d;
  cudaHostAlloc(&h, n * sizeof(float), cudaHostAllocMapped);
  for (int i = 0; i < n; ++i)
    h[i] = i;
  cudaHostGetDevicePointer(&d, h, 0);
  for (int s = 0; s < steps; ++s)
    // CHECK: :[[#@LINE+4]]:5: warning: repeated reads over the bus: `d` lies in host memory, and `scale` reads it in each iteration of a loop [cuda-zero-copy-reuse]
    // CHECK: :8:18: note: read here
    // CHECK: :[[#@LINE-3]]:3: note: the loop
    // CHECK: help: copy it to device memory once, and pass that
    scale<<<n / 256, 256>>>(out, d, n);
  cudaDeviceSynchronize();
  cudaFreeHost(h);
}

void twice(float *a, float *b) {
  float *h;
  cudaMallocHost(&h, 1 << 20);
  h[0] = 1;
  scale<<<1024, 256>>>(a, h, 1 << 18);
  // CHECK: :[[#@LINE+2]]:3: warning: repeated reads over the bus: `h` lies in host memory (1,048,576 B), and `scale` reads it again
  // CHECK: :[[#@LINE-2]]:3: note: it was read by this launch before
  scale<<<1024, 256>>>(b, h, 1 << 18);
  // New values.
  h[0] = 2;
  scale<<<1024, 256>>>(b, h, 1 << 18);
  cudaDeviceSynchronize();
  cudaFreeHost(h);
}

void byAllBlocks(float *out) {
  float *table;
  cudaHostAlloc(&table, 4096, cudaHostAllocDefault);
  // CHECK: :[[#@LINE+1]]:3: warning: repeated reads over the bus: `table` lies in host memory (4,096 B), and `addTable` reads it in each of 64 blocks that differ in `blockIdx.x`
  addTable<<<64, 1024>>>(out, table);
}

void byAllThreads(float *out, int n) {
  float *table;
  cudaHostAlloc(&table, 1 << 16, cudaHostAllocDefault);
  // CHECK: :[[#@LINE+1]]:3: warning: repeated reads over the bus: `table` lies in host memory (65,536 B), and `weigh` reads it in each of 64 blocks that differ in `blockIdx.x`
  weigh<<<64, 1024>>>(out, table, n);
}

void fewElements(float *out, int n) {
  float *table;
  cudaHostAlloc(&table, 1 << 16, cudaHostAllocDefault);
  offset<<<64, 1024>>>(out, table);
}

void oneBlock(float *out, int n) {
  float *table;
  cudaHostAlloc(&table, 1 << 16, cudaHostAllocDefault);
  weigh<<<1, 1024>>>(out, table, n);
}

// Read once, by coalesced loads.
void once(float *out) {
  float *h, *d;
  cudaHostAlloc(&h, 1 << 20, cudaHostAllocMapped);
  cudaHostGetDevicePointer(&d, h, 0);
  scale<<<1024, 256>>>(out, d, 1 << 18);
  cudaDeviceSynchronize();
  cudaFreeHost(h);
}

// The host writes it in each iteration.
void stream(float *out, int steps) {
  float *h, *d;
  cudaHostAlloc(&h, 1 << 20, cudaHostAllocMapped);
  cudaHostGetDevicePointer(&d, h, 0);
  for (int s = 0; s < steps; ++s) {
    h[0] = s;
    scale<<<1024, 256>>>(out, d, 1 << 18);
    cudaDeviceSynchronize();
  }
}

// The results are wanted on the host.
void results(int steps) {
  float *h;
  cudaMallocHost(&h, 1 << 20);
  for (int s = 0; s < steps; ++s)
    inPlace<<<1024, 256>>>(h);
}

// Each launch reads another part.
void pieces(float *out, int steps) {
  float *h;
  cudaMallocHost(&h, 1 << 20);
  for (int s = 0; s < steps; ++s)
    piece<<<16, 256>>>(out, h, s * 4096);
  piece<<<16, 256>>>(out, h, 0);
  piece<<<16, 256>>>(out, h, 4096);
}

// Data decide what is read.
void someOf(float *out, const int *index, int steps) {
  float *h;
  cudaMallocHost(&h, 1 << 20);
  for (int s = 0; s < steps; ++s)
    gather<<<16, 256>>>(out, h, index);
}

// A few settings.
void settings(float *out, int steps) {
  float *h;
  cudaMallocHost(&h, 64);
  for (int s = 0; s < steps; ++s)
    scale<<<1, 16>>>(out, h, 16);
}

void fill(float *);

// Other code may know the address.
void shared(float *out, int steps) {
  float *h;
  cudaMallocHost(&h, 1 << 20);
  fill(h);
  for (int s = 0; s < steps; ++s)
    scale<<<1024, 256>>>(out, h, 1 << 18);
}

// Mended: copied once.
void copied(float *out, int steps) {
  float *h, *d;
  cudaMallocHost(&h, 1 << 20);
  cudaMalloc(&d, 1 << 20);
  cudaMemcpy(d, h, 1 << 20, cudaMemcpyHostToDevice);
  for (int s = 0; s < steps; ++s)
    scale<<<1024, 256>>>(out, d, 1 << 18);
}

// One launch, in a macro's loop that runs once, or left at once.
void notRepeated(float *out, bool stop) {
  float *h;
  cudaMallocHost(&h, 1 << 20);
  do {
    scale<<<1024, 256>>>(out, h, 1 << 18);
  } while (0);
  for (int s = 0; s < 1; ++s)
    scale<<<512, 256>>>(out, h, 1 << 17);
  if (stop)
    scale<<<256, 256>>>(out, h, 1 << 16);
  else
    scale<<<256, 256>>>(out + 1, h, 1 << 16);
}

// Each device reads it once.
void onSeveralDevices(float **out, int devices) {
  float *h;
  cudaMallocHost(&h, 1 << 20);
  for (int device = 0; device < devices; ++device) {
    cudaSetDevice(device);
    scale<<<1024, 256>>>(out[device], h, 1 << 18);
  }
  cudaSetDevice(0);
  scale<<<1024, 256>>>(out[0], h, 1 << 18);
  cudaSetDevice(1);
  scale<<<1024, 256>>>(out[1], h, 1 << 18);
}

void refill(void *);

// The memory has another name, or a function that gets it later.
void byOtherNames(float *out, int steps, cudaStream_t stream) {
  float *one, *other, *third;
  cudaMallocHost(&one, 1 << 20);
  cudaMallocHost(&other, 1 << 20);
  cudaMallocHost(&third, 1 << 20);
  float *piece = &one[16], &first = other[0];
  for (int s = 0; s < steps; ++s) {
    piece[0] = first = s;
    scale<<<1024, 256>>>(out, one, 1 << 18);
    scale<<<1024, 256>>>(out, other, 1 << 18);
    scale<<<1024, 256>>>(out, third, 1 << 18);
    cudaLaunchHostFunc(stream, refill, third);
  }
}

void keepFilling(float *);

// Another thread writes it.
void whileFilled(float *out, int steps) {
  float *h;
  cudaMallocHost(&h, 1 << 20);
  auto filling = std::async(keepFilling, h);
  for (int s = 0; s < steps; ++s)
    scale<<<1024, 256>>>(out, h, 1 << 18);
}

// So may the caller of this one.
void ofCaller(float *h, float *out, int steps) {
  float *d;
  cudaHostGetDevicePointer(&d, h, 0);
  for (int s = 0; s < steps; ++s)
    scale<<<1024, 256>>>(out, d, 1 << 18);
}

// Two pointers of the device to one memory.
void throughAnother(float *out, int steps) {
  float *h, *d, *also, *g, *e;
  cudaMallocHost(&h, 1 << 20);
  cudaHostGetDevicePointer(&d, h, 0);
  cudaHostGetDevicePointer(&also, h, 0);
  for (int s = 0; s < steps; ++s) {
    inPlace<<<1024, 256>>>(also);
    scale<<<1024, 256>>>(out, d, 1 << 18);
  }
  cudaMallocHost(&g, 1 << 20);
  cudaHostGetDevicePointer(&e, g, 0);
  scale<<<1024, 256>>>(out, e, 1 << 18);
  inPlace<<<1024, 256>>>(g);
  scale<<<1024, 256>>>(out, e, 1 << 18);
}

__global__ void poll(float *out, const volatile float *flag) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = flag[threadIdx.x];
}

__global__ void turn(float *out, const float *in, const int *now) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int piece = 0; piece < 64; ++piece)
    if (now[0] == piece)
      out[i] = in[piece * 1024 + i];
}

// Somebody else may write what is volatile, and another launch may read something else.
void differs(float *out, const int *now, int steps) {
  float *flags, *in;
  cudaMallocHost(&flags, 1 << 20);
  cudaMallocHost(&in, 1 << 20);
  for (int s = 0; s < steps; ++s) {
    poll<<<4, 256>>>(out, flags);
    turn<<<4, 256>>>(out, in, now);
  }
}

// Passes of one kernel: 64 MB are more than all L1 caches hold, and __ldcg leaves them out.

__global__ void passes(float *out, const float *in, size_t n, int times) {
  float sum = 0;
  for (int pass = 0; pass != times; ++pass)
    for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
      sum += __ldcg(in + i);
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

__global__ void fourPasses(float *out, const float *in, int n) {
  float sum = 0;
  for (int pass = 0; pass < 4; ++pass)
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
      sum += in[i];
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// Each pass reads another part; few elements are kept in registers.
__global__ void parts(float *out, const float *in, int n) {
  float sum = 0;
  for (int pass = 0; pass < 4; ++pass)
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
      sum += __ldcg(in + pass * n + i);
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

__global__ void inTurn(float *out, const float *in, int n) {
  float sum = 0;
  for (int pass = 0; pass < 2; ++pass)
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
      if (i % 2 == pass)
        sum += __ldcg(in + i);
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

__global__ void kept(float *out, const float *in) {
  int first = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int pass = 0; pass < 4; ++pass)
    for (int k = 0; k < 4; ++k)
      sum += __ldcg(in + first + k * 131072) * pass;
  out[first] = sum;
}

// Mended: each element is used as often when it is read.
__global__ void onePass(float *out, const float *in, int n) {
  float sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    float x = in[i];
    for (int pass = 0; pass < 4; ++pass)
      sum += x;
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

void inPasses(float *out, int times) {
  float *in;
  cudaHostAlloc(&in, 64 << 20, cudaHostAllocMapped);
  // CHECK: :[[#@LINE+2]]:3: warning: repeated reads over the bus: `in` lies in host memory (67,108,864 B), and `passes` reads it 4 times over
  // CHECK: note: in each iteration of this loop
  passes<<<132, 1024>>>(out, in, 16 << 20, 4);
  // CHECK: :[[#@LINE+1]]:3: warning: repeated reads over the bus: {{.*}}, and `passes` reads it in each iteration of a loop
  passes<<<132, 1024>>>(out, in, 16 << 20, times);
  passes<<<132, 1024>>>(out, in, 16 << 20, 1);
  // CHECK: :[[#@LINE+1]]:3: warning: repeated reads over the bus: {{.*}}, and `fourPasses` reads it 4 times over
  fourPasses<<<132, 1024>>>(out, in, 16 << 20);
}

void inParts(float *out) {
  float *in, *other, *third, *fourth;
  cudaHostAlloc(&in, 64 << 20, cudaHostAllocMapped);
  cudaHostAlloc(&other, 64 << 20, cudaHostAllocMapped);
  cudaHostAlloc(&third, 2 << 20, cudaHostAllocMapped);
  cudaHostAlloc(&fourth, 64 << 20, cudaHostAllocMapped);
  parts<<<132, 1024>>>(out, in, 4 << 20);
  inTurn<<<132, 1024>>>(out, other, 16 << 20);
  kept<<<128, 1024>>>(out, third);
  onePass<<<132, 1024>>>(out, fourth, 16 << 20);
}

// Each of 132 L1 caches may keep its part of 16 MB.
void inCaches(float *out) {
  float *in;
  cudaHostAlloc(&in, 16 << 20, cudaHostAllocMapped);
  fourPasses<<<132, 1024>>>(out, in, 4 << 20);
}

// One pass of three reads at all; the loop is left behind the first; and 4 KB of 64 MB are read.
__global__ void secondPass(float *out, const float *in, int n) {
  for (int pass = 0; pass < 3; ++pass)
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
      if (pass == 1)
        out[i] += __ldcg(in + i);
      else
        out[i] *= 2;
}

__global__ void firstPass(float *out, const float *in, int n) {
  for (int pass = 0; pass < 3; ++pass) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
      out[i] += __ldcg(in + i);
    if (pass == 0)
      break;
  }
}

__global__ void smallTable(float *out, const float *in, int n) {
  float sum = 0;
  for (int pass = 0; pass < 16; ++pass)
    for (int i = threadIdx.x; i < n; i += blockDim.x)
      sum += in[i] * pass;
  out[threadIdx.x] = sum;
}

void inOnePass(float *out) {
  float *in, *other, *third;
  cudaHostAlloc(&in, 64 << 20, cudaHostAllocMapped);
  cudaHostAlloc(&other, 64 << 20, cudaHostAllocMapped);
  cudaHostAlloc(&third, 64 << 20, cudaHostAllocMapped);
  secondPass<<<132, 1024>>>(out, in, 16 << 20);
  firstPass<<<132, 1024>>>(out, other, 16 << 20);
  smallTable<<<1, 128>>>(out, third, 1024);
}
