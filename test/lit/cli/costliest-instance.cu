// Of instances of a template that differ in cost, the one that costs most has the headline, and the
// note below names it.
//
// RUN: not %cuda-memlint --checks=-*,cuda-uncoalesced-access %s | FileCheck %s
// Lanes 4 and 16 elements of 4 B apart touch 16 and 32 sectors where 4 would do.
// CHECK: warning: uncoalesced store: lanes are 64 B apart (32 sectors per request, 4 needed; 8.0x)
// CHECK: note: proved for apart<16><<<1000, 256>>>
// CHECK: note: in `apart<4>`: uncoalesced store: lanes are 16 B apart (16 sectors per request, 4 needed; 4.0x)
template <int N> __global__ void apart(float *out) {
  out[(blockIdx.x * blockDim.x + threadIdx.x) * N] = 1;
}

int main() {
  float *out;
  cudaMalloc(&out, 1 << 26);
  apart<4><<<1000, 256>>>(out);
  apart<16><<<1000, 256>>>(out);
}
