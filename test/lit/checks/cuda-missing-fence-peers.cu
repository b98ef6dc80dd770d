// One kernel on several devices, whose launches wait for each other: their fences order for the system.
// RUN: not %cuda-memlint --remarks --checks=-*,cuda-missing-fence %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=remark:

__global__ void exchange(int *data, volatile int *arrived, int rank, int count, int *out) {
  data[rank] = rank * 7 + 1;
  __threadfence();
  // CHECK: :[[#@LINE+2]]:3: warning: missing system fence: other devices poll `arrived[rank]` for `data[rank]`, and `__threadfence()` orders the two stores for the device only [cuda-missing-fence]
  // CHECK: help: call `__threadfence_system()` between the two stores
  arrived[rank] = 1;
  for (int d = 0; d < count; ++d)
    while (arrived[d] == 0)
      ;
  __threadfence();
  int sum = 0;
  for (int d = 0; d < count; ++d)
    sum += ((volatile int *)data)[d];
  out[rank] = sum;
}

__global__ void exchangeTwo(volatile int *data, volatile int *arrived, int rank) {
  data[rank] = rank + 1;
  __threadfence();
  // CHECK: :[[#@LINE+1]]:3: warning: missing system fence: other devices poll `arrived[rank]` for `data[rank]`
  arrived[rank] = 1;
  while (arrived[0] == 0 || arrived[1] == 0)
    ;
  __threadfence();
  data[2 + rank] = data[0] + data[1];
}

// Mended.
__global__ void exchangeFenced(int *data, volatile int *arrived, int rank, int count, int *out) {
  data[rank] = rank * 7 + 1;
  __threadfence_system();
  arrived[rank] = 1;
  for (int d = 0; d < count; ++d)
    while (arrived[d] == 0)
      ;
  __threadfence_system();
  int sum = 0;
  for (int d = 0; d < count; ++d)
    sum += ((volatile int *)data)[d];
  out[rank] = sum;
}

// Blocks of one launch wait for each other, in memory of their own.
__global__ void exchangeOwn(int *data, volatile int *arrived, int rank) {
  data[rank * 64 + blockIdx.x] = rank * 7 + 1;
  __threadfence();
  arrived[rank * 64 + blockIdx.x] = 1;
  for (int b = 0; b < 64; ++b)
    while (arrived[rank * 64 + b] == 0)
      ;
  __threadfence();
  int sum = 0;
  for (int b = 0; b < 64; ++b)
    sum += ((volatile int *)data)[rank * 64 + b];
  data[4096 + rank] = sum;
}

// The same as the first one, launched otherwise.
__global__ void onStreams(int *data, volatile int *arrived, int rank, int count, int *out) {
  data[rank] = rank * 7 + 1;
  __threadfence();
  arrived[rank] = 1;
  for (int d = 0; d < count; ++d)
    while (arrived[d] == 0)
      ;
  __threadfence();
  int sum = 0;
  for (int d = 0; d < count; ++d)
    sum += ((volatile int *)data)[d];
  out[rank] = sum;
}

__global__ void inTurn(int *data, volatile int *arrived, int rank, int count, int *out) {
  data[rank] = rank * 7 + 1;
  __threadfence();
  arrived[rank] = 1;
  for (int d = 0; d < rank; ++d)
    while (arrived[d] == 0)
      ;
  __threadfence();
  int sum = 0;
  for (int d = 0; d < count; ++d)
    sum += ((volatile int *)data)[d];
  out[rank] = sum;
}

void launch(int devices, cudaStream_t *streams) {
  int *data, *arrived, *out, *own;
  cudaMallocManaged(&data, 65536);
  cudaHostAlloc(&arrived, 65536, cudaHostAllocPortable);
  cudaMallocManaged(&out, 64);
  cudaMallocManaged(&own, 65536);
  for (int d = 0; d < devices; ++d) {
    cudaSetDevice(d);
    exchange<<<1, 1>>>(data, arrived, d, devices, out);
  }
  for (int d = 0; d < devices; ++d) {
    cudaSetDevice(d);
    exchangeFenced<<<1, 1>>>(data, arrived, d, devices, out);
  }
  for (int d = 0; d < devices; ++d) {
    cudaSetDevice(d);
    exchangeOwn<<<64, 1>>>(own, arrived, d);
  }
  for (int d = 0; d < devices; ++d) {
    cudaSetDevice(d);
    cudaDeviceSynchronize();
  }
  cudaSetDevice(0);
  exchangeTwo<<<1, 1>>>(data, arrived, 0);
  cudaSetDevice(1);
  exchangeTwo<<<1, 1>>>(data, arrived, 1);
  cudaDeviceSynchronize();
  cudaSetDevice(0);
  for (int s = 0; s < devices; ++s)
    onStreams<<<1, 1, 0, streams[s]>>>(data, arrived, s, devices, out);
  cudaSetDevice(0);
  inTurn<<<1, 1>>>(data, arrived, 0, devices, out);
  cudaDeviceSynchronize();
  cudaSetDevice(1);
  inTurn<<<1, 1>>>(data, arrived, 1, devices, out);
}
