// Kernels whose costs the test beside this folder derives.

template <int Stride>
__global__ void k(float *out) {
  out[threadIdx.x * Stride] = 0;
}

__global__ void copied(float *out, const float *in) {
  out[threadIdx.x] = in[threadIdx.x];
}

int main() {
  k<2><<<1, 32>>>(nullptr);
  k<4><<<1, 32>>>(nullptr);
  k<8><<<1, 32>>>(nullptr);
  copied<<<1, 32>>>(nullptr, nullptr);
}
