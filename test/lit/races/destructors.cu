// RUN: %json %s | %python %S/../Inputs/verdicts.py | FileCheck %s

// Destructors run where variables end, and what a closure converts to runs its operator.

struct Marks {
  int *Where;
  __device__ Marks(int *Where) : Where(Where) {}
  __device__ ~Marks() { *Where = threadIdx.x; }
};

struct Restores {
  int &Value;
  int Before;
  __device__ Restores(int &Value) : Value(Value), Before(Value) {}
  __device__ ~Restores() { Value = Before; }
};

struct Waits {
  __device__ ~Waits() { __syncthreads(); }
};

struct Derived : Marks {
  Marks Second;
  __device__ Derived(int *At) : Marks(At), Second(At + 1) {}
};

// CHECK-LABEL: {{^}}atTheEnd:
// CHECK: line 8 line 8
__global__ void atTheEnd(int *out) { Marks end(out); }

// Each thread has an element.
// CHECK-LABEL: {{^}}elements:
// CHECK-NOT: line 8 line 8
__global__ void elements(int *out) { Marks end(out + threadIdx.x); }

// The index is 0 again when it is used.
// CHECK-LABEL: {{^}}restored:
// CHECK: line [[#@LINE+7]] line [[#@LINE+7]]
__global__ void restored(int *out) {
  int index = 0;
  {
    Restores end(index);
    index = threadIdx.x;
  }
  out[index] = 1;
}

// CHECK-LABEL: {{^}}inScope:
// CHECK-NOT: line [[#@LINE+5]] line [[#@LINE+5]]
__global__ void inScope(int *out) {
  int index = 0;
  Restores end(index);
  index = threadIdx.x;
  out[index] = 1;
}

// CHECK-LABEL: {{^}}onTheWayOut:
// CHECK: line 8 line 8
__global__ void onTheWayOut(int *out, int count) {
  Marks end(out);
  if (threadIdx.x < count)
    return;
  out[threadIdx.x + 1] = 1;
}

// CHECK-LABEL: {{^}}outOfTheLoop:
// CHECK: race {{.*}} line 8 line 8
__global__ void outOfTheLoop(int *out) {
  for (int i = 0; i < 4; ++i) {
    Marks end(i < 3 ? out + threadIdx.x : out);
    if (i == 3)
      break;
  }
}

// Of bases and members, too: two stores, which race with themselves and not with each other.
// CHECK-LABEL: {{^}}partsOfIt: 6 pairs, 2 absent
__global__ void partsOfIt(int *out) { Derived end(out); }

// CHECK-LABEL: {{^}}barrierAtTheEnd: 6 pairs, 6 absent
__global__ void barrierAtTheEnd(int *out) {
  __shared__ int values[64];
  {
    Waits end;
    values[threadIdx.x] = 1;
  }
  out[threadIdx.x] = values[63 - threadIdx.x];
}

// What a temporary does is not followed.
// CHECK-LABEL: {{^}}temporary:
// CHECK: line [[#@LINE+2]] line [[#@LINE+2]]
__global__ void temporary(int *out) {
  Marks{out};
  out[threadIdx.x] = 1;
}

// CHECK-LABEL: {{^}}converted:
// CHECK: line [[#@LINE+2]] line [[#@LINE+2]]
__global__ void converted(int *out) {
  void (*store)(int *) = [](int *at) { *at = threadIdx.x; };
  store(out);
}

// CHECK-LABEL: {{^}}convertedGeneric:
// CHECK: line [[#@LINE+2]] line [[#@LINE+2]]
__global__ void convertedGeneric(int *out) {
  void (*store)(int *) = [](auto *at) { *at = threadIdx.x; };
  store(out);
}

// CHECK-LABEL: {{^}}convertedBarrier: 6 pairs, 6 absent
__global__ void convertedBarrier(int *out) {
  __shared__ int values[64];
  void (*wait)() = [] { __syncthreads(); };
  values[threadIdx.x] = 1;
  wait();
  out[threadIdx.x] = values[63 - threadIdx.x];
}

void run(int *out, int count) {
  atTheEnd<<<1, 64>>>(out);
  elements<<<1, 64>>>(out);
  restored<<<1, 64>>>(out);
  inScope<<<1, 64>>>(out);
  onTheWayOut<<<1, 64>>>(out, count);
  outOfTheLoop<<<1, 64>>>(out);
  partsOfIt<<<1, 64>>>(out);
  barrierAtTheEnd<<<1, 64>>>(out);
  temporary<<<1, 64>>>(out);
  converted<<<1, 64>>>(out);
  convertedGeneric<<<1, 64>>>(out);
  convertedBarrier<<<1, 64>>>(out);
}
