// Loops whose last iteration is not the one in which they end. See slider-ends.test.

__global__ void up(float *out, const float *in) {
  float sum = 0;
#pragma unroll 1
  for (int i = 0; i < 7; ++i)
    sum += in[threadIdx.x * 8 + i * 40000];
  out[threadIdx.x] = sum;
}

__global__ void differs(float *out, const float *in) {
  float sum = 0;
#pragma unroll 1
  for (int i = threadIdx.x; i < 100; i += 32)
    sum += in[i * 8];
  out[threadIdx.x] = sum;
}

__global__ void doubles(float *out, const float *in) {
  float sum = 0;
  for (int i = threadIdx.x + 1; i < 1000; i *= 2)
    sum += in[i * 8];
  out[threadIdx.x] = sum;
}

__global__ void atTheEnd(float *out, const float *in) {
  float sum = 0;
  int i = 0;
#pragma unroll 1
  do
    sum += in[threadIdx.x * 8 + i * 40000];
  while (++i < 7);
  out[threadIdx.x] = sum;
}

__global__ void leaves(float *out, const float *in) {
  float sum = 0;
#pragma unroll 1
  for (int i = 0; i < 9; ++i) {
    if (i * 32 + threadIdx.x >= 200)
      break;
    sum += in[threadIdx.x * 8 + i * 40000];
  }
  out[threadIdx.x] = sum;
}

__global__ void inTheHead(float *out, const float *in) {
  float sum = 0;
  int i = 0;
#pragma unroll 1
  while (in[threadIdx.x * 8 + i * 40000] < 3 && i < 5) {
    sum += in[threadIdx.x * 8 + i * 40000 + 7];
    ++i;
  }
  out[threadIdx.x] = sum;
}

__global__ void triangle(float *out, const float *in) {
  float sum = 0;
#pragma unroll 1
  for (int i = 0; i < 5; ++i)
#pragma unroll 1
    for (int j = 0; j <= i; ++j)
      if (j != 2)
        sum += in[threadIdx.x * 8 + i * 40000 + j * 90000];
  out[threadIdx.x] = sum;
}

__global__ void ofBlocks(float *out, const float *in) {
  float sum = 0;
#pragma unroll 1
  for (int i = 0; i < 3; ++i)
    if (i == blockIdx.x % 4)
      sum += in[threadIdx.x * 8 + i * 40000];
  out[threadIdx.x] = sum;
}

void launch(float *out, float *in) {
  up<<<4, 64>>>(out, in);
  differs<<<4, 64>>>(out, in);
  doubles<<<4, 64>>>(out, in);
  atTheEnd<<<4, 64>>>(out, in);
  leaves<<<4, 64>>>(out, in);
  inTheHead<<<4, 64>>>(out, in);
  triangle<<<4, 64>>>(out, in);
  ofBlocks<<<4, 64>>>(out, in);
}
