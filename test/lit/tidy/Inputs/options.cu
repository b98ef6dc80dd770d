__global__ void columns(float *out, const float *in) {
  __shared__ float tile[64 * 64];
  tile[threadIdx.x * 64] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x * 2] = tile[threadIdx.x * 64];
}

#ifndef COLUMNS_ONLY
__global__ void rows(float *out, const float *in, int stride) {
  out[threadIdx.x * stride] = in[threadIdx.x];
}
#endif

__global__ void draw(int *out, const int *where) {
  __shared__ int slots[256];
  slots[where[threadIdx.x] & 255] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = slots[threadIdx.x];
}
