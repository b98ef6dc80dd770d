// One of each kind of what the embedded headers declare for device code. Included
// by name are all the headers that a kernel's file commonly names.
#include <cuda.h>
#include <cuda_runtime.h>
#include <cuda_runtime_api.h>
#include <device_functions.h>
#include <device_launch_parameters.h>
#include <driver_types.h>
#include <host_defines.h>
#include <math_constants.h>
#include <math_functions.h>
#include <sm_20_intrinsics.h>
#include <sm_30_intrinsics.h>
#include <sm_35_intrinsics.h>
#include <vector_functions.h>
#include <vector_types.h>

static_assert(sizeof(float3) == 12 && alignof(float3) == 4);
static_assert(sizeof(float4) == 16 && alignof(float4) == 16);
static_assert(sizeof(char4) == 4 && alignof(char4) == 4 && alignof(char3) == 1);
static_assert(sizeof(short4) == 8 && alignof(short4) == 8 && alignof(short2) == 4);
static_assert(alignof(double2) == 16 && alignof(double4) == 16 && alignof(double3) == 8);
static_assert(alignof(long2) == 16 && alignof(longlong1) == 8 && alignof(double4_32a) == 32);
static_assert(sizeof(dim3) == 12);

struct __align__(16) Aligned { float a, b, c; };
static_assert(sizeof(Aligned) == 16);

__constant__ float coefficients[16];
__device__ int counter;
__managed__ int managed;

__forceinline__ __device__ int inlined(int i) { return i + 1; }
__noinline__ __host__ __device__ float both(float x) { return fminf(sqrtf(x), max(x, 1.0f)); }

__global__ void vectors(float4 *out, uchar4 *bytes, double2 *doubles, const int *__restrict__ in) {
  uint3 t = threadIdx;
  dim3 d = blockDim;
  float4 v = make_float4(1.0f, 2.0f, 3.0f, 4.0f);
  out[t.x + blockIdx.x * d.x] = v;
  bytes[t.y] = make_uchar4(1, 2, 3, 4);
  doubles[gridDim.z] = make_double2(1.0, v.w);
  out[0].x = in[warpSize];
}

__global__ void __launch_bounds__(256, 2) barriers(int *p) {
  extern __shared__ int dynamic[];
  __shared__ int tile[32][33];
  tile[threadIdx.y][threadIdx.x] = p[threadIdx.x];
  dynamic[threadIdx.x] = inlined(3);
  __syncthreads();
  p[0] = __syncthreads_count(1) + __syncthreads_and(1) + __syncthreads_or(0);
  __syncwarp();
  __syncwarp(0xffu);
  __threadfence();
  __threadfence_block();
  __threadfence_system();
}

__global__ void atomics(int *i, unsigned *u, unsigned long long *w, float *f, double *d) {
  atomicAdd(i, 1);
  atomicAdd(u, 1);
  atomicAdd(w, 1);
  atomicAdd(f, 1.0);
  atomicAdd(d, 1);
  atomicAdd_block(f, 1.0f);
  atomicAdd_system(d, 1.0);
  atomicSub(i, 1);
  atomicExch(f, 1.0f);
  atomicMin(i, 2);
  atomicMax(w, 2);
  atomicInc(u, 7);
  atomicDec(u, 7);
  atomicAnd(i, 3);
  atomicOr_block(i, 3);
  atomicXor_system(u, 3);
  int old = atomicCAS(i, 1, 2);
  atomicCAS_block(w, 1ull, 2ull);
  *i = old + atomicAdd(&counter, 1) + managed;
}

__global__ void warps(int *p, float *f, double *d) {
  unsigned mask = __activemask();
  p[0] = __shfl_sync(mask, p[1], 0) + __shfl_xor_sync(mask, p[1], 1, 16);
  f[0] = __shfl_down_sync(mask, f[1], 16) + __shfl_up_sync(mask, f[1], 1);
  d[0] = __shfl_sync(mask, d[1], 0);
  p[1] = __any_sync(mask, p[2]) + __all_sync(mask, p[2]) + __ballot_sync(mask, p[2]);
  p[2] = __reduce_add_sync(mask, p[3]) + __reduce_min_sync(mask, 3u) + __reduce_xor_sync(mask, 1u);
  int whole;
  p[3] = __match_any_sync(mask, p[4]) + __match_all_sync(mask, 1ull, &whole);
}

__global__ void hints(float *f, float4 *v, int *i, const unsigned char *c) {
  f[0] = __ldg(f + 1) + __ldg(v).x + __ldg(c);
  f[1] = __ldcg(f) + __ldca(f) + __ldcs(f) + __ldlu(f) + __ldcv(f);
  __stwb(f, 1.0f);
  __stcg(v, __ldcg(v));
  __stcs(i, 1);
  __stwt(i, 1);
}

__global__ void mathematics(float *f, double *d, int *i, unsigned *u) {
  f[0] = sinf(f[1]) + cosf(f[1]) + __sinf(f[1]) + __expf(f[1]) + __fdividef(f[1], 2.0f) + rsqrtf(f[1]);
  f[1] = sin(f[1]) + pow(f[1], 2) + fabs(f[1]) + abs(f[1]) + sqrt(i[0]) + floorf(f[1]) + fma(f[1], 2.0f, 1.0f);
  d[0] = sin(d[1]) + pow(d[1], 2) + pow(d[1], 0.5) + rsqrt(d[1]) + fmax(d[1], 1.0) + abs(d[1]) + CUDART_PI;
  f[2] = __fmaf_rn(f[0], f[1], f[2]) + __fadd_rn(f[0], f[1]) + __frcp_rn(f[0]) + __saturatef(f[0]);
  float s, c;
  sincosf(f[0], &s, &c);
  i[0] = min(i[1], 3) + max(i[1], 3) + abs(i[1]) + min(u[0], 3u) + max(3, (int)u[1]);
  i[1] = __popc(u[0]) + __clz(i[2]) + __ffs(i[2]) + __brev(u[0]) + __byte_perm(u[0], u[1], 0x1234);
  u[0] = __funnelshift_l(u[1], u[2], 3) + __umulhi(u[1], u[2]) + __umul24(u[1], u[2]) + __sad(1, 2, u[0]);
  i[2] = __float2int_rn(f[0]) + __float_as_int(f[1]) + __double2int_rz(d[0]) + __mul24(i[0], i[1]);
  f[3] = __int_as_float(i[0]) + __int2float_rn(i[1]) + both(f[0]) + isnan(f[0]) + isinf(d[0]);
  i[3] = __dp4a(i[0], i[1], i[2]) + __vadd4(u[0], u[1]) + __vabsdiffu4(u[0], u[1]);
}

__global__ void rest(int *p, long long *t, cudaTextureObject_t texture, cudaSurfaceObject_t surface) {
  assert(blockDim.x % 32 == 0);
  printf("%d\n", p[0]);
  t[0] = clock64() + clock();
  __nanosleep(100);
  if (__isShared(p))
    p[0] = (int)__cvta_generic_to_shared(p);
  p[1] = tex2D<int>(texture, 1.0f, 2.0f) + tex1Dfetch<int>(texture, 3);
  surf2Dwrite(p[1], surface, 4, 5);
  int *q = (int *)malloc(4);
  free(q);
  if (p[2])
    __trap();
#if __CUDA_ARCH__ >= 900
  p[3] = 1;
#endif
}

__global__ void __cluster_dims__(2, 1, 1) clusters(const __grid_constant__ dim3 d, int *p) {
  p[d.x] = coefficients[d.y];
}
