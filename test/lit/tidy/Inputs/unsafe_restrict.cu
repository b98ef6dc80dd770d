// Whoever calls `apply` may pass overlapping arrays.
__global__ void scale(float *out, const float *in, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  for (int i = 0; i < n; ++i)
    out[t] += in[i];
}
void apply(float *out, const float *in) { scale<<<4, 256>>>(out, in, 100); }
