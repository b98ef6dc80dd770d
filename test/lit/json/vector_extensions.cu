// RUN: %json %s | %query | FileCheck %s

// Components of Clang's vectors: a variable's are in registers; those in memory are accessed with
// the whole vector, or not.

typedef float Vector __attribute__((ext_vector_type(4)));

// CHECK: global load requests=2 cost=32 ideal=32 {{.*}}kernel=inRegisters
// CHECK-NEXT: global store requests=2 cost=32 ideal=32 {{.*}}kernel=inRegisters
__global__ void inRegisters(Vector *out, const Vector *in) {
  Vector v = in[threadIdx.x];
  v.x += 1;
  v[1] = v.w;
  out[threadIdx.x] = v * 2.0f;
}

// CHECK-NEXT: generic store {{.*}}; unknown; kernel=inMemory
__global__ void inMemory(Vector *out) { out[threadIdx.x].x = 1; }

void launch(Vector *out, const Vector *in) {
  inRegisters<<<1, 64>>>(out, in);
  inMemory<<<1, 64>>>(out);
}
