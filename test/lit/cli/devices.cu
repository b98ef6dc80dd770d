// Findings of several devices are reported once, with what is different for those after the first.
//
// RUN: %exit 1 %cuda-memlint --min-share=0 --remarks --arch=sm_90,sm_60,sm_13 %s >%t.out
// RUN: FileCheck %s --input-file=%t.out --implicit-check-not='sm_{{[0-9]+}}'
//
// As for one device where nothing differs, and a device that is named twice counts once.
// RUN: %exit 1 %cuda-memlint --arch=sm_90 %s >%t.one
// RUN: %exit 1 %cuda-memlint --arch=sm_90,sm_90 %s | diff %t.one -
//
// The same for a program of several files, and with devices of the configuration; those of the command line win.
// RUN: rm -rf %t && mkdir %t && cp %s %t/a.cu && echo 'int main() {}' >%t/b.cu && echo 'arch: "sm_90, sm_35"' >%t/.cuda-memlint.yaml && echo 'min-share: 0' >>%t/.cuda-memlint.yaml
// RUN: cd %t && %exit 1 %cuda-memlint --format=short . | FileCheck %s --check-prefix=SHORT
// RUN: cd %t && %exit 1 %cuda-memlint . | FileCheck %s --check-prefix=BOTH --implicit-check-not='sm_{{[16]}}'
// RUN: cd %t && %exit 1 %cuda-memlint --arch=sm_90 . | FileCheck %s --check-prefix=FIRST --implicit-check-not='sm_{{[0-9]+}}'
// RUN: cd %t && %exit 1 %cuda-memlint . -- -arch=sm_60 | FileCheck %s --check-prefix=FIRST --implicit-check-not=sm_35
// SHORT: a.cu:{{.*}}bank conflict
// BOTH: bank conflict
// BOTH: not found for sm_35
// FIRST: bank conflict
//
// RUN: %json --arch=sm_90,sm_35,sm_80 %s >%t.json && %check-schema %source/docs/json-schema.json <%t.json
// RUN: FileCheck %s --input-file=%t.json --check-prefix=JSON
// JSON: "other_targets": [
// JSON-NEXT: "sm_35",
// JSON-NEXT: "sm_80"
// JSON: "devices": [
// JSON-NEXT: "sm_90",
// JSON-NEXT: "sm_80"
//
// RUN: %exit 2 %cuda-memlint --arch=sm_90,,sm_60 %s 2>&1 | FileCheck %s --check-prefix=EMPTY
// EMPTY: error: '' is not an architecture
// RUN: %exit 2 %cuda-memlint --arch=sm_90,sm_44 %s 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: error: {{.*}}sm_44
//
// A file that one of them cannot read is not read whole.
// RUN: echo '#if __CUDA_ARCH__ < 800 && defined(__CUDA_ARCH__)' >%t.cu && echo '#error too old' >>%t.cu && echo '#endif' >>%t.cu
// RUN: %cuda-memlint --arch=sm_90 %t.cu
// RUN: %exit 2 %cuda-memlint --arch=sm_90,sm_70 %t.cu 2>&1 | FileCheck %s --check-prefix=OLD
// OLD: error: {{.*}}:2:2: for sm_70: too old
//
// Nor is it edited.
// RUN: echo '__global__ void k(float *o) { __shared__ float t[32][32]; t[threadIdx.x][0] = 1; __syncthreads(); o[threadIdx.x] = t[0][0]; }' >>%t.cu
// RUN: echo 'int main() { k<<<1, 32>>>(nullptr); }' >>%t.cu
// RUN: %cuda-memlint --fail-on=none --fix-dry-run --arch=sm_90 %t.cu | FileCheck %s --check-prefix=EDIT
// RUN: %cuda-memlint --fail-on=none --fix-dry-run --keep-going --arch=sm_90,sm_70 %t.cu | FileCheck %s --check-prefix=UNTOUCHED --allow-empty
// EDIT: +{{.*}}t[32][33]
// UNTOUCHED-NOT: {{^[+]}}

// Two words apart: lanes l and l + 16 use one bank of 4 bytes. Capability 3.x has banks of 8 bytes and serves words i and
// i + 32 together, which lanes l and l + 16 use. Half-warps of 1.x have 16 banks: lanes l and l + 8 share one, in both halves.
// CHECK: [[#@LINE+6]]:{{[0-9]+}}: warning: 2-way shared memory bank conflict{{.*}}(2 wavefronts per request, 1 needed
// CHECK: note: for sm_13: shared memory bank conflict{{.*}}(4 wavefronts per request, 2 needed
__global__ void apart(float *out) {
  __shared__ float words[64];
  words[threadIdx.x] = words[threadIdx.x + 32] = 1;
  __syncthreads();
  out[threadIdx.x] = words[2 * threadIdx.x];
}

// Bytes 4 to 131: five sectors. On 1.3 the half-warps need the 128 bytes from 0 (4 sectors); the 64 from 64 (2); and 32 from 128
// (1): 7.
__global__ void shifted(float *__restrict__ out, const float *__restrict__ in) {
  // CHECK: [[#@LINE+2]]:{{[0-9]+}}: {{.*}}misaligned load{{.*}}(5 sectors per request, 4 needed
  // CHECK: note: for sm_13: misaligned load{{.*}}(7 sectors per request, 4 needed
  out[threadIdx.x] = in[threadIdx.x + 1];
}

// Lanes run in lockstep before 7.0.
__global__ void tail(int *data) {
  __shared__ volatile int sums[32];
  sums[threadIdx.x] = data[threadIdx.x];
  // CHECK: [[#@LINE+4]]:{{[0-9]+}}: warning: shared memory race
  // CHECK: note: not found for sm_60
  // CHECK-NEXT: note: not found for sm_13
  if (threadIdx.x < 16)
    data[threadIdx.x] = sums[threadIdx.x + 16];
}

// Code of some devices only.
__global__ void newer(int *data) {
#if __CUDA_ARCH__ >= 800
  // CHECK: [[#@LINE+3]]:{{[0-9]+}}: warning: uncoalesced store
  // CHECK: note: not found for sm_60
  // CHECK: note: not found for sm_13
  data[threadIdx.x * 32] = 1;
#else
  // CHECK: [[#@LINE+3]]:{{[0-9]+}}: warning: uncoalesced store
  // CHECK: note: for sm_60, not found for sm_90
  // CHECK: note: also for sm_13
  data[threadIdx.x * 64] = 1;
#endif
}

int main() {
  apart<<<1, 32>>>(nullptr);
  shifted<<<1, 32>>>(nullptr, nullptr);
  tail<<<1, 32>>>(nullptr);
  newer<<<1, 32>>>(nullptr);
}
