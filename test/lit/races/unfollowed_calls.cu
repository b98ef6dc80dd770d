// A call that cannot be followed may contain a barrier and may access what it is given.
// RUN: not %cuda-memlint --checks=-*,cuda-*-race --show-unknown %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:
// RUN: %cuda-memlint --checks=-*,cuda-*-race --fail-on=none --format=json %s | FileCheck %s --check-prefix=JSON

__device__ void defined_elsewhere(int *s, int t);
__device__ void only_reads(const int *s, int t);
__device__ int number_of(int t);

__global__ void __launch_bounds__(256) calls_outside(int *out) {
  __shared__ int a[256];
  int t = threadIdx.x;
  a[t] = out[t];
  // CHECK-DAG: :[[#@LINE+1]]:3: {{.*}}call of `defined_elsewhere` is not followed
  defined_elsewhere(a, t);
  out[t] = a[255 - t];
}

// The call gets no memory of others, but may contain the barrier.
__global__ void __launch_bounds__(256) calls_outside_with_numbers(int *out) {
  __shared__ int b[256];
  int t = threadIdx.x;
  b[t] = out[t];
  // JSON: "unknown participants of a barrier in between"
  int n = number_of(t);
  out[t] = b[255 - t] + n;
}

struct Base {
  virtual __device__ void fill(int *s, int t) { s[t] = 1; }
};
struct Derived : Base {
  __device__ void fill(int *s, int t) override {
    __syncthreads();
    s[t] = 1;
  }
};

__global__ void __launch_bounds__(256) calls_virtually(int *out, Base *object) {
  __shared__ int c[256];
  int t = threadIdx.x;
  c[t] = out[t];
  // CHECK-DAG: :[[#@LINE+1]]:3: {{.*}}call of `fill` is not followed
  object->fill(c, t);
  out[t] = c[255 - t];
}

typedef void (*Filler)(int *, int);
__device__ void writes(int *s, int t) { s[t] = t; }
__device__ Filler pointer_to_filler = writes;

// The store is in the callee.
__global__ void __launch_bounds__(256) calls_through_pointer(int *out) {
  __shared__ int d[256];
  int t = threadIdx.x;
  // CHECK-DAG: :[[#@LINE+2]]:3: {{.*}}call of a function pointer is not followed
  // JSON: "the address of `pointer_to_filler(d, t)` is unknown before launch"
  pointer_to_filler(d, t);
  out[t] = d[255 - t];
}

// The callee may not write, and nothing else does.
__global__ void __launch_bounds__(256) passes_constant(int *out) {
  __shared__ int e[256];
  int t = threadIdx.x;
  e[t] = 0;
  __syncthreads();
  only_reads(e, t);
  out[t] = e[255 - t];
}

// The call may not be a barrier: then a late thread reads what thread 0 wrote after it.
__global__ void __launch_bounds__(256) reads_before_call(int *out, int n) {
  __shared__ int first;
  int t = threadIdx.x;
  if (t == 0)
    first = n;
  __syncthreads();
  int row = first;
  number_of(n);
  if (t == 0)
    first = n + 1;
  // JSON: "the address of `out[row + t]` is unknown before launch"
  out[row + t] = t;
}

// Near miss: the call gets neither array, and is not between the two accesses.
__global__ void __launch_bounds__(256) calls_before(int *out) {
  __shared__ int f[256];
  int t = threadIdx.x;
  int n = number_of(t);
  f[t] = n;
  // CHECK-DAG: :[[#@LINE+1]]:{{[0-9]+}}: warning: shared memory race on `f[{{.*}}`
  out[t] = f[255 - t];
}

// Neither do the functions of CUDA's headers.
__global__ void __launch_bounds__(256) calls_known_functions(float *out) {
  __shared__ float g[256];
  int t = threadIdx.x;
  g[t] = out[t];
  float root = sqrtf(out[t]);
  printf("%d\n", t);
  // CHECK-DAG: :[[#@LINE+1]]:{{[0-9]+}}: warning: shared memory race on `g[{{.*}}`
  out[t] = g[255 - t] + root;
}

void launch(int *out, float *floats, Base *object) {
  calls_outside<<<1, 256>>>(out);
  calls_outside_with_numbers<<<1, 256>>>(out);
  calls_virtually<<<1, 256>>>(out, object);
  calls_through_pointer<<<1, 256>>>(out);
  passes_constant<<<1, 256>>>(out);
  reads_before_call<<<1, 256>>>(out, *out);
  calls_before<<<1, 256>>>(out);
  calls_known_functions<<<1, 256>>>(floats);
}
