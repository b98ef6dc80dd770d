// REQUIRES: nvcc
// RUN: %cuda-memlint --verify-code --fail-on=none %s -- -DNDEBUG | FileCheck %s
// RUN: %cuda-memlint --verify-code --format=json --fail-on=none %s >%t.json
// RUN: %check-schema %source/docs/json-schema.json <%t.json
// RUN: FileCheck %s --check-prefix=JSON --input-file=%t.json
// RUN: %exit 2 %cuda-memlint --verify-code --fail-on=none %s -- -DBROKEN 2>&1 | FileCheck %s --check-prefix=BROKEN

// What the compiler makes of kernels that differ in one thing each. There is no main(), and no GPU
// is needed.

// CHECK: code_generation.cu: what nvcc {{[0-9.]+}} makes of it
// CHECK-NEXT: compiled with: nvcc -ptx -O3 -lineinfo -arch=sm_90 -DNDEBUG
// CHECK: kernel registers stack B spill stores B spill loads B shared B ld.global of these .nc local vectors

// The compiler must load again what the store may have changed, unless it is promised otherwise.
__global__ void plain(float *out, const float *in) { out[threadIdx.x] = in[threadIdx.x] + 1; }
__global__ void promised(float *__restrict__ out, const float *__restrict__ in) {
  out[threadIdx.x] = in[threadIdx.x] + 1;
}
// CHECK: {{^}} plain {{[0-9]+}} 0 0 0 0 1 0 0 0
// CHECK: {{^}} promised {{[0-9]+}} 0 0 0 0 1 1 0 0

// Four elements at once: one load and one store.
__global__ void wide(float4 *__restrict__ out, const float4 *__restrict__ in) {
  out[threadIdx.x] = in[threadIdx.x];
}
// CHECK: {{^}} wide {{[0-9]+}} 0 0 0 0 1 1 0 2

// An array whose index is known at run time only has a place in memory: 256 of 4 bytes.
__global__ void indexed(float *out, int chosen) {
  float values[256];
  for (int i = 0; i < 256; ++i)
    values[i] = out[i];
  out[threadIdx.x] = values[chosen];
}
// CHECK: {{^}} indexed {{[0-9]+}} 1,024 0 0 0 {{[0-9]+}} 0

// 64 elements of 8 bytes.
template <typename T, int Size> __global__ void reverse(T *out) {
  __shared__ T values[Size];
  values[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = values[Size - 1 - threadIdx.x];
}
template __global__ void reverse<double, 64>(double *);
// CHECK: {{^}} reverse<double, 64> {{[0-9]+}} 0 0 0 512 1 0 0 0

// CHECK: plain, PTX: 1 ld.global.f32, 1 st.global.f32
// CHECK: promised, PTX: 1 ld.global.nc.f32, 1 st.global.f32
// CHECK: wide, PTX: 1 ld.global.nc.v4.{{[a-z]}}32, 1 st.global.v4.{{[a-z]}}32
// CHECK: reverse<double, 64>, PTX: 1 ld.global.f64, 1 ld.shared.f64, 1 st.global.f64, 1 st.shared.f64

// JSON: "generated_code": [
// JSON: "name": "promised",
// JSON-NEXT: "symbol": "_Z8promisedPfPKf",
// JSON-NEXT: "kernel": true,
// JSON: "opcode": "ld.global.nc.f32",
// JSON-NEXT: "space": "global",
// JSON-NEXT: "kind": "load",
// JSON-NEXT: "read_only": true,
// JSON-NEXT: "elements": 1,
// JSON-NEXT: "bytes": 4,
// JSON-NEXT: "count": 1

#ifdef BROKEN
__global__ void broken() { undeclared(); }
#endif
// BROKEN: error: nvcc failed to compile {{.*}}code_generation.cu': it exited with code
// BROKEN-NEXT: undeclared
