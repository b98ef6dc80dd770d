// Two arrays in one buffer of dynamic shared memory: what mends the one leaves the other as it is, so that each has a finding.
// 32 rows of 33 instead of 32 elements are 128 bytes more, which the launch has to pass, and what lies behind moves by.
//
// RUN: %exit 1 %cuda-memlint --checks='-*,cuda-shared-bank-conflict' %s | FileCheck %s --implicit-check-not=warning:

__global__ void two(float *out, const float *in, int n) {
  extern __shared__ float buffer[];
  float *a = buffer;
  float *b = buffer + n;
  int x = threadIdx.x, y = threadIdx.y;
  a[y * 32 + x] = in[y * 32 + x];
  b[y * 32 + x] = in[1024 + y * 32 + x];
  __syncthreads();
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: 32-way shared memory bank conflict: lanes load `a[x * 32 + y]`
  // CHECK: help: pad the rows of `a` from 32 to 33 elements to remove the bank conflicts of both accesses (+128 B dynamic shared memory at the launch; `b` behind it moves by 128 B)
  float own = a[x * 32 + y];
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: 32-way shared memory bank conflict: lanes load `b[x * 32 + y]`
  // CHECK: help: pad the rows of `b` from 32 to 33 elements to remove the bank conflicts of both accesses (+128 B dynamic shared memory at the launch)
  float other = b[x * 32 + y];
  out[y * 32 + x] = own + other;
}

// One array, although a constant lies between its accesses: one finding.
// CHECK: warning: 32-way shared memory bank conflict: lanes load `tile[x * 32 + y]`
// CHECK: note: and 1 more access to `tile` on this line
// CHECK: help: pad the rows of `tile` from 32 to 33 elements to remove the bank conflicts of all 3 accesses (+128 B dynamic shared memory at the launch)
__global__ void one(float *out, const float *in) {
  extern __shared__ float tile[];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = tile[x * 32 + y] + tile[x * 32 + 31 - y];
}

// Rows of 33 elements: nothing to say.
__global__ void padded(float *out, const float *in, int n) {
  extern __shared__ float buffer[];
  float *a = buffer;
  float *b = buffer + n;
  int x = threadIdx.x, y = threadIdx.y;
  a[y * 33 + x] = in[y * 32 + x];
  b[y * 33 + x] = in[1024 + y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = a[x * 33 + y] + b[x * 33 + y];
}

// Filled anew in each iteration, and read as they lie in another order: the first is padded, and the second moves.
__global__ void inLoop(float *out, const float *in) {
  extern __shared__ float buffer[];
  float *first = buffer, *second = buffer + 1024;
  int x = threadIdx.x, y = threadIdx.y;
  float sum = 0;
  for (int k = 0; k < 8; ++k) {
    first[y * 32 + x] = in[k * 1024 + y * 32 + x];
    second[y * 32 + x] = in[k * 1024 + x];
    __syncthreads();
    for (int i = 0; i < 31; ++i)
      // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: 32-way shared memory bank conflict: lanes load `first[x * 32 + i]`
      // CHECK: help: pad the rows of `first` from 32 to 33 elements to remove the bank conflicts of both accesses (+128 B dynamic shared memory at the launch; `second` behind it moves by 128 B)
      sum += first[x * 32 + i] * second[i * 32 + x];
    __syncthreads();
  }
  out[y * 32 + x] = sum;
}

int main() {
  float *p;
  cudaMalloc(&p, 1 << 20);
  two<<<1024, dim3(32, 32), 2 * 1024 * 4>>>(p, p + 4096, 1024);
  one<<<1024, dim3(32, 32), 1024 * 4>>>(p, p + 4096);
  inLoop<<<1024, dim3(32, 32), 2 * 1024 * 4>>>(p, p + 4096);
  padded<<<1024, dim3(32, 32), 2 * 1056 * 4>>>(p, p + 4096, 1056);
}
