// Template arguments below zero.
// RUN: not %cuda-memlint --checks=-*,cuda-shared-out-of-bounds,cuda-pointer-chasing %s 2>&1 | FileCheck %s --implicit-check-not=warning:

template <int Sign> __global__ void compared(float *out, const float *in) {
  __shared__ float tile[64];
  int t = threadIdx.x;
  tile[t] = in[t];
  __syncthreads();
  int side = t < 32 ? -1 : 1;
  // Thread 0 is on the side -1.
  if (side == Sign)
    // CHECK: :[[#@LINE+1]]:14: warning: out-of-bounds shared memory access: thread (0,0,0) of block (0,0,0) reads `tile[100]`
    out[t] = tile[t + 100];
  if (Sign < 0)
    // CHECK: :[[#@LINE+1]]:14: warning: out-of-bounds shared memory access: thread (0,0,0) of block (0,0,0) reads `tile[200]`
    out[t] = tile[t + 200];
  if (Sign > 0)
    out[t] = tile[t + 300];
}

template <long long Least> __global__ void wide(float *out, const float *in) {
  __shared__ float tile[64];
  int t = threadIdx.x;
  tile[t] = in[t];
  __syncthreads();
  if (Least < 0)
    // CHECK: :[[#@LINE+1]]:14: warning: out-of-bounds shared memory access: thread (0,0,0) of block (0,0,0) reads `tile[400]`
    out[t] = tile[t + 400];
}

// Unsigned ones are above zero.
template <unsigned Most> __global__ void unsignedArgument(float *out, const float *in) {
  __shared__ float tile[64];
  int t = threadIdx.x;
  tile[t] = in[t];
  __syncthreads();
  if (Most < 1)
    out[t] = tile[t + 500];
}

template <int End> __global__ void chain(int *out, const int *next) {
  int length = 0;
  // CHECK: :[[#@LINE+1]]:49: warning: pointer chasing: `next[e]`
  for (int e = next[threadIdx.x]; e != End; e = next[e])
    ++length;
  out[threadIdx.x] = length;
}

int main() {
  float *f;
  cudaMalloc(&f, 4096);
  compared<-1><<<1, 64>>>(f, f);
  wide<-9000000000><<<1, 64>>>(f, f);
  unsignedArgument<4294967295u><<<1, 64>>>(f, f);
  chain<-1><<<1, 64>>>((int *)f, (int *)f);
}
