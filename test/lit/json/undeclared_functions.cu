// RUN: %json --keep-going --toolkit=embedded %s | FileCheck %s --check-prefix=ERRORS
// RUN: %json --keep-going --toolkit=embedded %s | %query | FileCheck %s

// A function that no header declares leaves all else of the kernel as it is written,
// also a loop whose condition calls it.

// ERRORS: "errors": 2,
// ERRORS: use of undeclared identifier '__requires'
// ERRORS: use of undeclared identifier '__invariant'

// Each of 10 passes stores 128 bytes, up to 3 words past a multiple of 32 bytes: passes
// 0 and 8 touch 4 sectors, the other 8 touch 5, so 2 * 4 + 8 * 5 = 48.
__global__ void annotated(int *out, int n) {
  __requires(n > 4);
  for (int i = 0; __invariant(i >= 0), i < 10; ++i)
    out[threadIdx.x + i] = n;
  // CHECK: line [[#@LINE-1]]: global store requests=10 cost=48 ideal=40 worst=5; proved;
}

// Found by its argument's type alone, which is not an error.
namespace shapes {
struct Circle {};
__device__ int area(Circle);
} // namespace shapes
// ERRORS-NOT: 'area'
__global__ void found(int *out) { out[threadIdx.x] = area(shapes::Circle()); }
// CHECK: line [[#@LINE-1]]: global store requests=1 cost=4 ideal=4 worst=4; proved;

void run(int *p) {
  annotated<<<1, 32>>>(p, 5);
  found<<<1, 32>>>(p);
}
