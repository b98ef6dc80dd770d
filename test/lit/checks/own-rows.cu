// A pointer into a declared array that has rows of its own length has to follow where the array is padded.
//
// RUN: %exit 1 %cuda-memlint --checks=-*,cuda-shared-bank-conflict %s | FileCheck %s --implicit-check-not="need not go by rows"
// RUN: %exit 1 %cuda-memlint --checks=-*,cuda-shared-bank-conflict --fix-dry-run %s | FileCheck %s --check-prefix=FIX
// FIX-NOT: viewed[32][33]
// FIX: whole[32][33]
// FIX-NOT: viewed[32][33]

__global__ void viewedFlat(float *out, const float *in) {
  __shared__ float viewed[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  float *flat = &viewed[0][0];
  flat[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  // CHECK: warning: 32-way shared memory bank conflict: lanes load `viewed[x][y]`
  // CHECK: note: `flat[y * 32 + x]` need not go by rows of `viewed`: if it does not, its index has to follow the layout, too
  // CHECK: help: pad `viewed` to `[32][33]`
  out[y * 32 + x] = viewed[x][y];
}

// Subscripts of the array follow by themselves.
__global__ void subscripts(float *out, const float *in) {
  __shared__ float whole[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  whole[y][x] = in[y * 32 + x];
  __syncthreads();
  // CHECK: warning: 32-way shared memory bank conflict: lanes load `whole[x][y]`
  // CHECK: help: pad `whole` to `[32][33]`
  out[y * 32 + x] = whole[x][y];
}

__global__ void followed(float *out, const float *in) {
  __shared__ float viewed[32][33];
  int x = threadIdx.x, y = threadIdx.y;
  float *flat = &viewed[0][0];
  flat[y * 33 + x] = in[y * 32 + x];
  __syncthreads();
  // CHECK-NOT: warning:
  out[y * 32 + x] = viewed[x][y];
}

int main() {
  float *out, *in;
  cudaMalloc(&out, 4096);
  cudaMalloc(&in, 4096);
  viewedFlat<<<1, dim3(32, 32)>>>(out, in);
  subscripts<<<1, dim3(32, 32)>>>(out, in);
  followed<<<1, dim3(32, 32)>>>(out, in);
}
