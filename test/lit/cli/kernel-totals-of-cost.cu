// The excess falls to findings about the cost of the access: neither that nothing was written where it reads, nor that a block
// loads the same again, nor that a structure has a layout.
//
// RUN: %exit 1 %cuda-memlint --summary %s | FileCheck %s

struct Body {
  float x, y, z, mass;
};

__global__ void large(float *out) { out[blockIdx.x * 256 + threadIdx.x] = 1; }

// Its conflicts are minor beside the large one.
// CHECK: warning: uninitialised shared memory read
__global__ void apart(float *out) {
  __shared__ float odd[2048];
  odd[2 * threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = odd[2 * threadIdx.x + 1];
}

__global__ void copied(Body *out, const Body *in) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  out[t] = in[t];
}

__global__ void again(float *out, const float *in) {
  int t = blockIdx.x * 256 + threadIdx.x;
  float first = in[t], sum = 0;
  for (int i = 0; i < 16; ++i)
    sum += in[t + 1 + i] - in[t + i];
  out[t] = sum * first;
}

// CHECK: apart<<<1, 256>>>
// CHECK: shared: 16 requests, 32 wavefronts, 16 in excess (50.0 %): cuda-shared-bank-conflict 100.0 %
// CHECK: copied<<<16, 256>>>
// CHECK: in excess (75.0 %): cuda-uncoalesced-access 100.0 %
// CHECK: again<<<1024, 256>>>
// CHECK: in excess (17.1 %): cuda-misaligned-access 100.0 %
int main() {
  float *out, *in;
  Body *to, *from;
  cudaMalloc(&out, 1 << 22);
  cudaMalloc(&in, 1 << 24);
  cudaMalloc(&to, sizeof(Body) << 12);
  cudaMalloc(&from, sizeof(Body) << 12);
  large<<<4096, 256>>>(out);
  apart<<<1, 256>>>(out);
  copied<<<16, 256>>>(to, from);
  again<<<1024, 256>>>(out, in);
}
