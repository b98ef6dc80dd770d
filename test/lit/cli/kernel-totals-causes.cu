// What is in excess is put down to the warning about it, not to the remark that the block loads its
// elements again. 8 x 8 blocks of 16 x 16 threads, 8 warps each; a half-warp has a column of its own,
// so that each load of `a` takes 16 sectors for 4: 512 warps * 128 iterations * 12 = 786,432, and each
// store to `c` 16 for 4: 512 * 12 = 6,144.
// RUN: %exit 1 %cuda-memlint --summary --remarks %s | FileCheck %s

__global__ void multiply(float *c, const float *a, const float *b, int n) {
  int row = blockIdx.x * 16 + threadIdx.x;
  int column = blockIdx.y * 16 + threadIdx.y;
  float sum = 0;
  for (int k = 0; k < n; ++k)
    sum += a[row * n + k] * b[k * n + column];
  c[row * n + column] = sum;
}

int main() {
  float *a, *b, *c;
  cudaMalloc(&a, 128 * 128 * 4);
  cudaMalloc(&b, 128 * 128 * 4);
  cudaMalloc(&c, 128 * 128 * 4);
  multiply<<<dim3(8, 8), dim3(16, 16)>>>(c, a, b, 128);
  cudaDeviceSynchronize();
}

// CHECK: {{\[}}cuda-block-reload]
// CHECK: global: 131,584 requests, 1,122,304 sectors, 792,576 in excess (70.6 %): cuda-uncoalesced-access 100.0 %
