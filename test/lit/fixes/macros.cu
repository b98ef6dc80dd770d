// What comes out of a macro is not edited.
// RUN: cp %s %t.cu && %exit 1 %cuda-memlint --fix %t.cu >%t.report 2>%t.messages
// RUN: FileCheck %s --check-prefix=NONE --input-file=%t.messages
// NONE: cuda-memlint: 0 fixes applied in 0 files
// RUN: cmp %s %t.cu
#define TURN_AROUND(N)          \
  __shared__ int values[N];     \
  values[threadIdx.x] = in[threadIdx.x]; \
  out[threadIdx.x] = values[N - 1 - threadIdx.x];

__global__ void reverse(int *out, const int *in) { TURN_AROUND(128) }

void run(int *out, const int *in) { reverse<<<1, 128>>>(out, in); }
