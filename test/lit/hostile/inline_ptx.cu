// Instructions that are not whole: ptxas refuses them, and the analysis goes on.
// RUN: %cuda-memlint --fail-on=none %s | FileCheck %s
// CHECK: in {{[0-9]+}} of 4 kernels

__global__ void brackets(unsigned long long *p) {
  unsigned long long a;
  asm("mov.b64 %0, {; frob %0, [; ld.shared.v2.u32 {, [%0+]; st.u32 [], {}; ldmatrix.x4 {}, [];" : "=l"(a));
  p[a & 15] = 1;
}

__global__ void operands(unsigned long long *p) {
  unsigned long long a;
  asm("bar.red.popc.u32; atom.add.u32 %0; cp.async.ca.shared.global [,], 4; red.u32; cvt; setp.lt; selp;" : "=l"(a));
  p[a & 15] = 1;
}

__global__ void numbers(unsigned *p) {
  unsigned a;
  asm("bfe.u32 %0, %1, -1, -5; shl.b32 %0, %0, 99; prmt.b32 %0, %1, 2, 0xffffffffffff; mov.u32 %0, -99999999999999999999;"
      : "=r"(a) : "r"(threadIdx.x));
  p[a & 15] = 1;
}

__global__ void types(unsigned *p) {
  unsigned a, b;
  asm("cvt %0, %2; cvt.u32 %1, %2; abs %0, %2; popc %0, %2; setp %0, %1, %2;" : "=r"(a), "=r"(b) : "r"(threadIdx.x));
  p[(a + b) & 15] = 1;
}
