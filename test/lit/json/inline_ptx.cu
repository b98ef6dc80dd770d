// RUN: %json %s | %query | FileCheck %s

// Inline assembly: special registers, loads and stores, arithmetic on addresses.

#include <cuda_runtime.h>

__device__ unsigned sharedAddress(const void *pointer) {
  return static_cast<unsigned>(__cvta_generic_to_shared(pointer));
}

__device__ unsigned sharedAddressByPtx(const void *pointer) {
  unsigned address;
  asm("{ .reg .u64 wide;\n\t"
      "cvta.to.shared.u64 wide, %1; // to the space\n\t"
      "cvt.u32.u64 %0, wide; }\n"
      : "=r"(address)
      : "l"(pointer));
  return address;
}

// One warp.
__global__ void registers(float *out) {
  __shared__ float s[2048];
  unsigned lane, thread, extent, block, below, slot;
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));
  asm("mov.u32 %0, %%tid.x;" : "=r"(thread));
  asm("mov.u32 %0, %%ntid.x;" : "=r"(extent));
  asm("mov.u32 %0, %%ctaid.x;" : "=r"(block));
  asm("mov.u32 %0, %%lanemask_lt;" : "=r"(below));
  asm volatile("mov.u32 %0, %%warpid;" : "=r"(slot));
  // 2 words apart: 2.
  s[lane * 2] = 1;
  // CHECK: line [[#@LINE-1]]: shared store requests=1 cost=2 ideal=1 worst=2; proved;
  // 8 words apart: 8.
  s[thread * 8] = 1;
  // CHECK: line [[#@LINE-1]]: shared store requests=1 cost=8 ideal=1 worst=8; proved;
  // 128 bytes, 4 sectors, in a grid of one block.
  out[block * extent + thread] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=4 ideal=4 worst=4; proved;
  // l lanes are below lane l: 32 words apart, all in one bank.
  s[__popc(below) * 32] = 1;
  // CHECK: line [[#@LINE-1]]: shared store requests=1 cost=32 ideal=1 worst=32; proved;
  // Whichever place the warp has, its lanes are at 128 aligned bytes.
  out[slot * 32 + lane] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=4 ideal=4 worst=4; proved;
}

// One warp.
__global__ void loadsAndStores(float *out, const float4 *in, const float *narrow) {
  __shared__ float s[1024];
  __shared__ float4 vectors[64];
  unsigned t = threadIdx.x;
  float a, b, c, d;
  // 16 bytes apart from byte 16: bytes 16 to 527, sectors 0 to 16: 17 of 16.
  asm volatile("ld.global.nc.v4.f32 {%0, %1, %2, %3}, [%4 + 16];"
               : "=f"(a), "=f"(b), "=f"(c), "=f"(d)
               : "l"(in + t));
  // CHECK: line [[#@LINE-3]]: global load requests=1 cost=17 ideal=16 worst=17; proved;
  // Two floats, 16 bytes apart: a sector for two lanes, 16; 256 bytes need 8.
  asm("ld.global.v2.f32 {%0, %1}, [%[from]];" : "=f"(a), "=f"(b) : [from] "l"(narrow + 4 * t));
  // CHECK: line [[#@LINE-1]]: global load requests=1 cost=16 ideal=8 worst=16; proved;
  // 16 bytes each, consecutive: 4 phases of 8 lanes, 1 each.
  asm volatile("st.shared.v4.f32 [%0], {%1, %2, %3, %4};" ::"r"(sharedAddress(&vectors[t])), "f"(a),
               "f"(b), "f"(c), "f"(d)
               : "memory");
  // CHECK: line [[#@LINE-3]]: shared store requests=1 cost=4 ideal=4 worst=4; proved;
  // 4 words apart: 4.
  asm volatile("ld.shared.f32 %0, [%1];" : "=f"(a) : "r"(sharedAddressByPtx(s) + 16 * t));
  // CHECK: line [[#@LINE-1]]: shared load requests=1 cost=4 ideal=1 worst=4; proved;
  // Bytes 4 to 131: 5 sectors of 4.
  asm volatile("{ .reg .u64 at;\n"
               "  mad.wide.u32 at, %1, 4, %0;\n"
               "  add.u64 at, at, 4;\n"
               "  st.global.cs.f32 [at], %2; }" ::"l"(out),
               "r"(t), "f"(a));
  // CHECK: line [[#@LINE-5]]: global store requests=1 cost=5 ideal=4 worst=5; proved;
  // The even lanes: 16 lanes in 128 bytes, 4 sectors where 64 bytes need 2.
  asm volatile("{ .reg .pred even;\n"
               "  setp.eq.u32 even, %0, 0;\n"
               "  @even st.global.f32 [%1], %2; }" ::"r"(t % 2),
               "l"(out + t), "f"(a));
  // CHECK: line [[#@LINE-4]]: global store requests=1 cost=4 ideal=2 worst=4; proved;
  // An output in memory is stored; its input is loaded. 2 floats apart: 8 of 4.
  asm("add.f32 %0, %1, %2;" : "=f"(out[t]) : "f"(narrow[2 * t]), "f"(1.0f));
  // CHECK: line [[#@LINE-1]]: global load requests=1 cost=8 ideal=4 worst=8; proved;
  // CHECK: line [[#@LINE-2]]: global store requests=1 cost=4 ideal=4 worst=4; proved;
  // 8 sectors of 4.
  asm volatile("red.global.add.f32 [%0], %1;" ::"l"(out + 2 * t), "f"(a) : "memory");
  // CHECK: line [[#@LINE-1]]: global atomic requests=1 cost=8 ideal=4 worst=8; proved;
  // 4 lanes at each of 8 words: 4.
  asm volatile("red.shared.add.u32 [%0], %1;" ::"r"(sharedAddress(s + t / 4)), "r"(2));
  // CHECK: line [[#@LINE-1]]: shared atomic requests=1 cost=4 ideal=1 worst=4; proved;
  // Neither of these is an access that a counter shows.
  asm volatile("prefetch.global.L2 [%0];" ::"l"(narrow + 32 * t));
  asm volatile("" ::: "memory");
  // CHECK-NOT: line [[#@LINE-2]]:
  // CHECK-NOT: line [[#@LINE-2]]:
  out[t] = c;
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=4 ideal=4 worst=4; proved;
}

// One warp. Rows of 16 bytes, 8 to a matrix; matrices are read one after the other.
__global__ void matrixRows(unsigned *out) {
  __shared__ unsigned short dense[64][64];
  __shared__ unsigned short padded[64][72];
  unsigned t = threadIdx.x, a, b, c, d;
  // 128 bytes from row to row: the 8 rows are in the same 4 banks, 8 a matrix, 32.
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(a), "=r"(b), "=r"(c), "=r"(d)
               : "r"(sharedAddress(&dense[t % 16][8 * (t / 16)])));
  // CHECK: line [[#@LINE-3]]: shared load requests=1 cost=32 ideal=4 worst=32; proved;
  // 144 bytes: 36 words, 4 banks further each row: 1 a matrix.
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(a), "=r"(b), "=r"(c), "=r"(d)
               : "r"(sharedAddress(&padded[t % 16][8 * (t / 16)])));
  // CHECK: line [[#@LINE-3]]: shared load requests=1 cost=4 ideal=4 worst=4; proved;
  // The columns turned by the row: xor on 16-byte pieces: 1 a matrix.
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(a), "=r"(b), "=r"(c), "=r"(d)
               : "r"(sharedAddress(&dense[t % 16][8 * ((t / 16) ^ (t % 8))])));
  // CHECK: line [[#@LINE-3]]: shared load requests=1 cost=4 ideal=4 worst=4; proved;
  // Two matrices: lanes 0 to 15 name their rows: 2 of 2.
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];"
               : "=r"(a), "=r"(b)
               : "r"(sharedAddress(&padded[t % 16][0])));
  // CHECK: line [[#@LINE-3]]: shared load requests=1 cost=2 ideal=2 worst=2; proved;
  // One matrix, stored, 128 bytes apart: 8 of 1.
  asm volatile("stmatrix.sync.aligned.m8n8.x1.shared.b16 [%0], {%1};" ::"r"(
                   sharedAddress(&dense[t % 8][0])),
               "r"(a)
               : "memory");
  // CHECK: line [[#@LINE-4]]: shared store requests=1 cost=8 ideal=1 worst=8; proved;
  out[t] = a + b + c + d;
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=4 ideal=4 worst=4; proved;
}

// One warp. Copies: what they read is counted, what they write is listed.
__global__ void copies(const float *in, const float4 *vectors) {
  __shared__ float4 s[64];
  unsigned t = threadIdx.x;
  // 2 floats apart: 8 of 4.
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;\n" ::"r"(sharedAddress(&s[0].x + t)),
               "l"(in + 2 * t));
  // CHECK: line [[#@LINE-2]]: global async-copy requests=1 cost=8 ideal=4 worst=8; proved;
  // CHECK: line [[#@LINE-3]]: shared async-copy requests=null cost=null {{.*}} unknown;
  // 8 bytes, lanes 0 to 15; the others have their bytes filled with zeros: 4 of 4.
  asm volatile("cp.async.ca.shared.global.L2::128B [%0], [%1], 8, %2;\n" ::"r"(
                   sharedAddress(&s[t])),
               "l"(in + 2 * t), "r"(t < 16 ? 8 : 0));
  // CHECK: line [[#@LINE-3]]: global async-copy requests=1 cost=4 ideal=4 worst=4; proved;
  // CHECK: line [[#@LINE-4]]: shared async-copy requests=null cost=null {{.*}} unknown;
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;\n" ::"r"(sharedAddress(&s[t])),
               "l"(vectors + t));
  // CHECK: line [[#@LINE-2]]: global async-copy requests=null {{.*}} unknown;
  // CHECK: line [[#@LINE-3]]: shared async-copy requests=null {{.*}} unknown;
  asm volatile("cp.async.commit_group;\n cp.async.wait_group 0;\n" ::);
}

// One warp. What is listed as unknown, each with its reason, and what comes after.
__global__ void notFollowed(float *out, const float *in) {
  __shared__ __align__(8) unsigned long long barrier;
  __shared__ __align__(128) float s[256];
  unsigned t = threadIdx.x;
  asm volatile("mbarrier.init.shared.b64 [%0], 1;" ::"r"(sharedAddress(&barrier)));
  // CHECK: line [[#@LINE-1]]: shared atomic {{.*}} unknown;{{.*}}why_null=no cost model for mbarrier operations
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 1024, "
               "[%2];" ::"r"(sharedAddress(s)),
               "l"(in), "r"(sharedAddress(&barrier)));
  // CHECK: line [[#@LINE-3]]: global atomic {{.*}} unknown;{{.*}}why_null=no cost model for bulk copies (TMA)
  asm volatile("ld.shared::cluster.f32 %0, [%1];" : "=f"(out[t]) : "r"(sharedAddress(s)));
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=4 ideal=4 worst=4; proved;
  // CHECK: line [[#@LINE-2]]: shared {{.*}} unknown;{{.*}}why_null=may access shared memory of another block of the cluster
  asm volatile("unheard.of.f32 [%0], 0;" ::"l"(out));
  // CHECK: line [[#@LINE-1]]: global {{.*}} unknown;{{.*}}why_null=the instruction unheard is not understood
  // Lane 0 has left: bytes 4 to 127.
  if (t == 0)
    asm volatile("exit;");
  out[t] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=4 ideal=4 worst=4; proved;
}

void launch(float *out, unsigned *words, const float4 *vectors, const float *in) {
  registers<<<1, 32>>>(out);
  loadsAndStores<<<1, 32>>>(out, vectors, in);
  matrixRows<<<1, 32>>>(words);
  copies<<<1, 32>>>(in, vectors);
  notFollowed<<<1, 32>>>(out, in);
}
