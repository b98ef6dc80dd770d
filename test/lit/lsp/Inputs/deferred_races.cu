// Twelve stores whose elements no two threads can be told to have apart but by trying them: more than is
// looked at before first findings are shown.
__global__ void scramble(int *out, const int *in, int rounds) {
  __shared__ int hash[4096];
  for (int r = 0; r < rounds; ++r) {
    int i = threadIdx.x + r, j = threadIdx.x;
    hash[(i * (j + 3) ^ r) & 4095] = in[j];
    hash[(i * (j + 4) * 3 ^ (r * 2)) & 4095] = in[j];
    hash[(i * (j + 5) * 5 ^ (r * 3)) & 4095] = in[j];
    hash[(i * (j + 6) * 7 ^ (r * 4)) & 4095] = in[j];
    hash[(i * (j + 7) * 9 ^ (r * 5)) & 4095] = in[j];
    hash[(i * (j + 8) * 11 ^ (r * 6)) & 4095] = in[j];
    hash[(i * (j + 9) * 13 ^ (r * 7)) & 4095] = in[j];
    hash[(i * (j + 10) * 15 ^ (r * 8)) & 4095] = in[j];
    hash[(i * (j + 11) * 17 ^ (r * 9)) & 4095] = in[j];
    hash[(i * (j + 12) * 19 ^ (r * 10)) & 4095] = in[j];
    hash[(i * (j + 13) * 21 ^ (r * 11)) & 4095] = in[j];
    hash[(i * (j + 14) * 23 ^ (r * 12)) & 4095] = in[j];
  }
  __syncthreads();
  out[threadIdx.x] = hash[threadIdx.x];
}

__global__ void shift(float *out) {
  __shared__ float row[64];
  row[threadIdx.x] = threadIdx.x;
  out[threadIdx.x * 8] = row[(threadIdx.x + 1) % 64];
}

void run(int *out, const int *in, int rounds, float *shifted) {
  scramble<<<1, 1024>>>(out, in, rounds);
  shift<<<1, 64>>>(shifted);
}
