#include <cuda_runtime.h>

__global__ void aroundBarrier(int *out, const int *in, int length) {
  __shared__ int values[256];
  int t = threadIdx.x;
  if (t < 200) {
    // Each thread brings one.
    values[t] = in[t];
    __syncthreads(); // all are there
    out[t] = values[199 - t];
  }
}

__global__ void behindWork(int *out, const int *in) {
  __shared__ int values[256];
  int t = threadIdx.x;
  values[t] = 0;
  if (t < 200)
  {
    values[t] = in[t];
    __syncthreads();
  }
  out[t] = values[255 - t];
}

__global__ void inBothArms(int *out, const int *in) {
  __shared__ int values[256];
  int t = threadIdx.x;
  if (t < 100) {
    values[t] = in[t];
    __syncthreads();
  } else {
    values[t] = -in[t];
    __syncthreads();
  }
  out[t] = values[255 - t];
}

__global__ void behindReturn(int *out, const int *in) {
  int t = threadIdx.x;
  if (t >= 200 || in == nullptr)
    return;
  __shared__ int values[256];
  values[t] = in[t];
  __syncthreads();
  int other = 199 - t;
  out[t] = values[other];
  __syncthreads();
  for (int distance = 64; distance > 0; distance /= 2) {
    if (t < distance)
      values[t] += values[t + distance];
    __syncthreads();
  }
  if (t == 0)
    *out = values[0];
}

__global__ void inLoop(float *out, const float *in, int tiles) {
  __shared__ float tile[256];
  int t = threadIdx.x;
  if (t < 250) {
    float sum = 0;
    float scale = in[t];
    for (int k = 0; k < tiles; ++k) {
      tile[t] = in[k * 250 + t];
      __syncthreads();
      sum += tile[249 - t] * scale;
      __syncthreads();
    }
    out[t] = sum;
  }
}

__global__ void behindCombined(int *out, const int *in) {
  __shared__ int values[256];
  int t = threadIdx.x;
  if (!(t < 200 || t == 210) || t == 7)
    return;
  values[t] = in[t];
  __syncthreads();
  out[t] = values[0];
}

void launch(int *out, int *in, float *sums, float *values, int tiles) {
  aroundBarrier<<<8, 256>>>(out, in, 256);
  behindWork<<<8, 256>>>(out, in);
  inBothArms<<<8, 256>>>(out, in);
  behindReturn<<<8, 256>>>(out, in);
  behindCombined<<<8, 256>>>(out, in);
  inLoop<<<8, 256>>>(sums, values, tiles);
}
