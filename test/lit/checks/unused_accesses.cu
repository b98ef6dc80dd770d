// RUN: %json %s | %query | FileCheck %s
// RUN: %exit 1 %cuda-memlint %s | FileCheck --check-prefix=TEXT %s

// Accesses that nvcc leaves out at its usual optimisation (the PTX of the first five kernels
// has none): they are listed, and nothing is found wrong with them. Lanes 128 B apart touch
// 32 sectors where 4 would do.

struct Pair {
  short x, y;
  char rest[124];
};

__global__ void neverRead(const int *in) {
  int x = in[threadIdx.x * 32] + 1;
}
__global__ void onlyAssigned(const int *in) {
  int x;
  x = in[threadIdx.x * 32];
}
__global__ void discarded(const int *in) {
  in[threadIdx.x * 32];
  (void)(in[threadIdx.x * 32] + 1);
}
__global__ void fieldOnly(const int *in) {
  Pair pair;
  pair.x = in[threadIdx.x * 32];
}
__global__ void neverSet(int *out) {
  int fresh;
  out[threadIdx.x * 32] = fresh;
}
// CHECK-DAG: global load {{.*}}worst=32; proved; kernel=neverRead
// CHECK-DAG: global load {{.*}}worst=32; proved; kernel=onlyAssigned
// CHECK-DAG: global store {{.*}}worst=32; proved; kernel=neverSet

// These are kept.
__global__ void isVolatile(const volatile int *in) {
  int x = in[threadIdx.x * 32];
  // TEXT-NOT: warning:
  // TEXT: :[[#@LINE-2]]:{{[0-9]+}}: warning: uncoalesced load
}
__global__ void readLater(const int *in, int *out) {
  int x = in[threadIdx.x * 32];
  // TEXT-NOT: warning:
  // TEXT: :[[#@LINE-2]]:{{[0-9]+}}: warning: uncoalesced load
  int y;
  y = x;
  out[threadIdx.x] = y;
}
__global__ void byReference(const int *in, int *out) {
  int x = 0;
  auto set = [&] { x = in[threadIdx.x * 32]; };
  // TEXT-NOT: warning:
  // TEXT: :[[#@LINE-2]]:{{[0-9]+}}: warning: uncoalesced load
  set();
  out[threadIdx.x] = x;
}
__global__ void setByPointer(int *out) {
  int value;
  int *to = &value;
  *to = 1;
  out[threadIdx.x * 32] = value;
  // TEXT-NOT: warning:
  // TEXT: :[[#@LINE-2]]:{{[0-9]+}}: warning: uncoalesced store
}
__global__ void setInBranch(int *out, int n) {
  int value;
  if (n > 0)
    value = 1;
  out[threadIdx.x * 32] = value;
  // TEXT-NOT: warning:
  // TEXT: :[[#@LINE-2]]:{{[0-9]+}}: warning: uncoalesced store
}
// TEXT-NOT: warning:
// TEXT: 5 warnings, 2 remarks {{.*}} in 5 of 10 kernels
