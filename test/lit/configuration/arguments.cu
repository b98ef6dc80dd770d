// What the program is run with comes from the command line, in two spellings, or from the
// configuration, which is weaker.
// RUN: rm -rf %t && mkdir %t && cp %s %t/a.cu
// RUN: %cuda-memlint --summary --fail-on=none %t/a.cu | FileCheck %s --check-prefix=ANY
// RUN: %cuda-memlint --summary --fail-on=none --args='1024 "a b"' %t/a.cu | FileCheck %s
// RUN: %cuda-memlint --summary --fail-on=none %t/a.cu -- -DX --args='1024 "a b"' | FileCheck %s
// RUN: %cuda-memlint --summary --fail-on=none %t/a.cu --args 1024 'a b' | FileCheck %s
// RUN: echo "args: 1024 'a b'" >%t/.cuda-memlint.yaml
// RUN: %cuda-memlint --summary --fail-on=none %t/a.cu | FileCheck %s
// RUN: %cuda-memlint --summary --fail-on=none --args=512 %t/a.cu | FileCheck %s --check-prefix=STRONGER
// RUN: %cuda-memlint --summary --fail-on=none %t/a.cu --args | FileCheck %s --check-prefix=NONE
// RUN: %json %t/a.cu | FileCheck %s --check-prefix=JSON
// RUN: %json %t/a.cu | %check-schema %source/docs/json-schema.json
// RUN: echo "args: [1024, x]" >%t/.cuda-memlint.yaml
// RUN: %exit 2 %cuda-memlint %t/a.cu 2>&1 | FileCheck %s --check-prefix=LIST
// RUN: echo "args: 1024 'x" >%t/.cuda-memlint.yaml
// RUN: %exit 2 %cuda-memlint %t/a.cu 2>&1 | FileCheck %s --check-prefix=QUOTE

// ANY: scale<<<1, 256>>> at line {{[0-9]+}} when main is called without arguments
// CHECK: scale<<<4, 256>>> at line {{[0-9]+}} when main is called with the arguments 1024 'a b'
// STRONGER: scale<<<2, 256>>> at line {{[0-9]+}} when main is called with the arguments 512
// NONE: scale<<<1, 256>>> at line {{[0-9]+}} when main is called without arguments
// JSON: "from": "call"
// JSON: "conditions": [
// JSON-NEXT: "main is called with the arguments 1024 'a b'"
// LIST: error: {{.*}}.cuda-memlint.yaml:1:8: expected the arguments of a program
// QUOTE: error: {{.*}}.cuda-memlint.yaml:1:7: the quote ' is not closed

#include <cuda_runtime.h>
#include <stdlib.h>

__global__ void scale(float *data, float by) { data[blockIdx.x * blockDim.x + threadIdx.x] *= by; }

int main(int argc, char **argv) {
  float *data;
  cudaMalloc(&data, 1 << 20);
  int blocks = 1;
  if (argc > 1)
    blocks = atoi(argv[1]) / 256;
  scale<<<blocks, 256>>>(data, argc > 2 && argv[2][1] == ' ' ? 2 : 3);
}
