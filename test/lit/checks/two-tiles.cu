// A number that takes more than one tile says so.
//
// RUN: %exit 1 %cuda-memlint --checks=-*,cuda-uncoalesced-access %s | FileCheck %s --implicit-check-not="warning:"

// CHECK: warning: uncoalesced store
// CHECK: help: stage it {{.*}}: 1,179,648 -> 393,216 sectors for the kernel with the other tile, too, 131,072 wavefronts
// CHECK: warning: uncoalesced load
// CHECK: help: stage it {{.*}}: 1,179,648 -> 393,216 sectors for the kernel with the other tile, too, 131,072 wavefronts
__global__ void two(float *out, const float *in, const float *more) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  out[x * 1024 + y] = in[x * 1024 + y] + more[y * 1024 + x];
}

// CHECK: warning: uncoalesced store
// CHECK: help: stage it {{.*}}: 655,360 -> 262,144 sectors for the kernel, 65,536 wavefronts
__global__ void one(float *out, const float *in) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  out[x * 1024 + y] = in[y * 1024 + x];
}

__global__ void staged(float *out, const float *in) {
  __shared__ float tile[16][16];
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  tile[threadIdx.y][threadIdx.x ^ threadIdx.y] = in[y * 1024 + x];
  __syncthreads();
  out[(blockIdx.x * 16 + threadIdx.y) * 1024 + blockIdx.y * 16 + threadIdx.x] = tile[threadIdx.x][threadIdx.x ^ threadIdx.y];
}

int main() {
  float *out, *in, *more;
  cudaMalloc(&out, 1 << 22);
  cudaMalloc(&in, 1 << 22);
  cudaMalloc(&more, 1 << 22);
  two<<<dim3(64, 64), dim3(16, 16)>>>(out, in, more);
  one<<<dim3(64, 64), dim3(16, 16)>>>(out, in);
  staged<<<dim3(64, 64), dim3(16, 16)>>>(out, in);
}
