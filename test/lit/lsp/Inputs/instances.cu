// Instantiations of which the costliest is neither the first nor the last by its words.

template <int Stride>
__global__ void spread(float *out, const float *in) {
  int thread = threadIdx.x + blockIdx.x * blockDim.x;
  out[thread] = in[thread * Stride];
}

template <int Padding>
__global__ void transpose(float *out, const float *in) {
  __shared__ float tile[32][32 + Padding];
  tile[threadIdx.x][threadIdx.y] = in[threadIdx.x + threadIdx.y * 32];
  __syncthreads();
  out[threadIdx.x + threadIdx.y * 32 + blockIdx.x * 1024] = tile[threadIdx.y][threadIdx.x];
}

void run(float *out, const float *in) {
  spread<4><<<6400, 256>>>(out, in);
  spread<8><<<6400, 256>>>(out, in);
  transpose<1><<<6400, dim3(32, 32)>>>(out, in);
  transpose<2><<<6400, dim3(32, 32)>>>(out, in);
  transpose<0><<<6400, dim3(32, 32)>>>(out, in);
}
