// RUN: not %cuda-memlint --remarks --checks=-*,cuda-removed-call --cuda-path=%S/Inputs/toolkit-13 %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=remark:

// nvcc 13.0.88 (-rdc=true, for sm_75, sm_80 and sm_90 alike) refuses the first two calls: "calling a __host__
// function("cudaDeviceSynchronize") from a __global__ function("parent") is not allowed", and the same "from a __device__
// function("waits")", whether or not a kernel calls that.

__global__ void child(int *out) { out[threadIdx.x] = 1; }

__global__ void parent(int *out) {
  if (threadIdx.x == 0) {
    child<<<1, 32>>>(out);
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: toolkit 13.0 does not compile `cudaDeviceSynchronize` in device code any more [cuda-removed-call]
    cudaDeviceSynchronize();
    // CHECK: note: 2 uses in this file: lines [[#@LINE-1]], [[#@LINE+6]]{{$}}
    // CHECK: help: end the parent kernel, and launch what needs the results of its children from the host, or into `cudaStreamTailLaunch`
    out[0] += 1;
  }
}

__device__ void waits() { cudaDeviceSynchronize(); }

// Near misses: code of the host, and functions for both, whose call nvcc only warns of.
__host__ __device__ void ofBoth() { cudaDeviceSynchronize(); }

__global__ void alone(int *out) {
  waits();
  ofBoth();
  out[threadIdx.x] = 0;
}

int main() {
  int *out;
  if (cudaMalloc(&out, 4096))
    return 1;
  parent<<<1, 32>>>(out);
  alone<<<1, 32>>>(out);
  auto wait = [] { return cudaDeviceSynchronize(); };
  return wait() || cudaDeviceSynchronize();
}
