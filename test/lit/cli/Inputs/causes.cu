__global__ void transpose(float *out, const float *in) {
  __shared__ float tile[32][33];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

__global__ void copy(float *out, const float *in, int stride) {
  out[threadIdx.x * stride] = in[threadIdx.x];
  out[threadIdx.x * 2 + 4096] = 0;
}

__global__ void twice(float *out) {
  out[threadIdx.x] = 1;
  out[threadIdx.x * 2] = 1;
}

void launch() {
  float *p, *q;
  cudaMalloc(&p, 65536);
  cudaMalloc(&q, 65536);
  transpose<<<1, dim3(32, 32)>>>(p, q);
  copy<<<1, 512>>>(p, q, 1);
  twice<<<1, 512>>>(p);
}
