// Constants that other files may need are evaluated outside of all functions, `new` among them.
// RUN: %cuda-memlint --fail-on=none %s %S/wide_numbers.cu | FileCheck %s
// CHECK: in {{[0-9]+}} of 9 kernels

struct Case {
  int value;
};
int *add(Case *added);
extern const int blocks;
const int blocks = *add(new Case);

__global__ void fill(int *p) { p[threadIdx.x] = 1; }
int main() { fill<<<blocks, 32>>>(nullptr); }
