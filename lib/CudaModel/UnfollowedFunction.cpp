//===- UnfollowedFunction.cpp - What is known of other functions ----------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/CudaModel/UnfollowedFunction.h"

#include "NamesInText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

namespace memlint {

/// The names of the functions, between blanks.
static constexpr std::pair<UnfollowedReason, llvm::StringLiteral> FunctionsByReason[] = {
    {UnfollowedReason::Arithmetic, R"(
__cosf __dadd_rd __dadd_rn __dadd_ru __dadd_rz __ddiv_rd __ddiv_rn __ddiv_ru __ddiv_rz __dmul_rd
__dmul_rn __dmul_ru __dmul_rz __double2float_rd __double2float_rn __double2float_ru
__double2float_rz __double2hiint __double2int_rd __double2int_rn __double2int_ru __double2int_rz
__double2ll_rd __double2ll_rn __double2ll_ru __double2ll_rz __double2loint __double2uint_rd
__double2uint_rn __double2uint_ru __double2uint_rz __double2ull_rd __double2ull_rn __double2ull_ru
__double2ull_rz __double_as_longlong __dp2a_hi __dp2a_lo __dp4a __drcp_rd __drcp_rn __drcp_ru
__drcp_rz __dsqrt_rd __dsqrt_rn __dsqrt_ru __dsqrt_rz __dsub_rd __dsub_rn __dsub_ru __dsub_rz
__exp10f __expf __fadd_rd __fadd_rn __fadd_ru __fadd_rz __fdiv_rd __fdiv_rn __fdiv_ru __fdiv_rz
__fdividef __finite __finitef __float16_bits __float16_compare __float16_value __float2int_rd
__float2int_rn __float2int_ru __float2int_rz __float2ll_rd __float2ll_rn __float2ll_ru
__float2ll_rz __float2uint_rd __float2uint_rn __float2uint_ru __float2uint_rz __float2ull_rd
__float2ull_rn __float2ull_ru __float2ull_rz __float8_bits __float8_value __float_as_int
__float_as_uint __fma_rd __fma_rn __fma_ru __fma_rz __fmaf_rd __fmaf_rn __fmaf_ru __fmaf_rz
__fmul_rd __fmul_rn __fmul_ru __fmul_rz __frcp_rd __frcp_rn __frcp_ru __frcp_rz __frsqrt_rn
__fsqrt_rd __fsqrt_rn __fsqrt_ru __fsqrt_rz __fsub_rd __fsub_rn __fsub_ru __fsub_rz
__hiloint2double __int2double_rn __int2float_rd __int2float_rn __int2float_ru __int2float_rz
__int_as_float __isinf __isinff __isnan __isnanf __ll2double_rd __ll2double_rn __ll2double_ru
__ll2double_rz __ll2float_rd __ll2float_rn __ll2float_ru __ll2float_rz __log10f __log2f __logf
__longlong_as_double __nv_cvt_bfloat16raw2_to_fp8x2 __nv_cvt_bfloat16raw_to_fp8
__nv_cvt_double_to_fp8 __nv_cvt_float2_to_fp8x2 __nv_cvt_float_to_fp8 __nv_cvt_fp8_to_halfraw
__nv_cvt_fp8x2_to_halfraw2 __nv_cvt_halfraw2_to_fp8x2 __nv_cvt_halfraw_to_fp8 __powf __saturatef
__signbit __signbitf __sincosf __sinf __tanf __tanhf __uint2double_rn __uint2float_rd
__uint2float_rn __uint2float_ru __uint2float_rz __uint_as_float __ull2double_rd __ull2double_rn
__ull2double_ru __ull2double_rz __ull2float_rd __ull2float_rn __ull2float_ru __ull2float_rz
__vabs2 __vabs4 __vabsdiffs2 __vabsdiffs4 __vabsdiffu2 __vabsdiffu4 __vabsss2 __vabsss4 __vadd2
__vadd4 __vaddss2 __vaddss4 __vaddus2 __vaddus4 __vavgs2 __vavgs4 __vavgu2 __vavgu4 __vcmpeq2
__vcmpeq4 __vcmpges2 __vcmpges4 __vcmpgeu2 __vcmpgeu4 __vcmpgts2 __vcmpgts4 __vcmpgtu2 __vcmpgtu4
__vcmples2 __vcmples4 __vcmpleu2 __vcmpleu4 __vcmplts2 __vcmplts4 __vcmpltu2 __vcmpltu4 __vcmpne2
__vcmpne4 __vhaddu2 __vhaddu4 __viaddmax_s16x2 __viaddmax_s16x2_relu __viaddmax_s32
__viaddmax_s32_relu __viaddmax_u16x2 __viaddmax_u32 __viaddmin_s16x2 __viaddmin_s16x2_relu
__viaddmin_s32 __viaddmin_s32_relu __viaddmin_u16x2 __viaddmin_u32 __vibmax_s16x2 __vibmax_s32
__vibmax_u16x2 __vibmax_u32 __vibmin_s16x2 __vibmin_s32 __vibmin_u16x2 __vibmin_u32 __vimax3_s16x2
__vimax3_s16x2_relu __vimax3_s32 __vimax3_s32_relu __vimax3_u16x2 __vimax3_u32 __vimax_s16x2_relu
__vimax_s32_relu __vimin3_s16x2 __vimin3_s16x2_relu __vimin3_s32 __vimin3_s32_relu __vimin3_u16x2
__vimin3_u32 __vimin_s16x2_relu __vimin_s32_relu __vmaxs2 __vmaxs4 __vmaxu2 __vmaxu4 __vmins2
__vmins4 __vminu2 __vminu4 __vneg2 __vneg4 __vnegss2 __vnegss4 __vsads2 __vsads4 __vsadu2 __vsadu4
__vseteq2 __vseteq4 __vsetges2 __vsetges4 __vsetgeu2 __vsetgeu4 __vsetgts2 __vsetgts4 __vsetgtu2
__vsetgtu4 __vsetles2 __vsetles4 __vsetleu2 __vsetleu4 __vsetlts2 __vsetlts4 __vsetltu2 __vsetltu4
__vsetne2 __vsetne4 __vsub2 __vsub4 __vsubss2 __vsubss4 __vsubus2 __vsubus4 acos acosf acosh
acoshf asin asinf asinh asinhf atan atan2 atan2f atanf atanh atanhf cbrt cbrtf ceil ceilf copysign
copysignf cos cosf cosh coshf cospi cospif cuCabs cuCabsf cuCdiv cuCdivf cyl_bessel_i0
cyl_bessel_i0f cyl_bessel_i1 cyl_bessel_i1f erf erfc erfcf erfcinv erfcinvf erfcx erfcxf erff
erfinv erfinvf exp exp10 exp10f exp2 exp2f expf expm1 expm1f fabs fabsf fdim fdimf fdividef floor
floorf fma fmaf fmax fmaxf fmin fminf fmod fmodf fpclassify frexp frexpf hypot hypotf ilogb ilogbf
isfinite isgreater isgreaterequal isinf isless islessequal islessgreater isnan isnormal
isunordered j0 j0f j1 j1f jn jnf ldexp ldexpf lgamma lgammaf llrint llrintf llround llroundf log
log10 log10f log1p log1pf log2 log2f logb logbf logf lrint lrintf lround lroundf modf modff nan
nanf nearbyint nearbyintf nextafter nextafterf norm norm3d norm3df norm4d norm4df normcdf normcdff
normcdfinv normcdfinvf normf pow powf rcbrt rcbrtf remainder remainderf remquo remquof rhypot
rhypotf rint rintf rnorm rnorm3d rnorm3df rnorm4d rnorm4df rnormf round roundf rsqrt rsqrtf
scalbln scalblnf scalbn scalbnf signbit sin sincos sincosf sincospi sincospif sinf sinh sinhf
sinpi sinpif sqrt sqrtf tan tanf tanh tanhf tgamma tgammaf trunc truncf y0 y0f y1 y1f yn ynf
)"},
    {UnfollowedReason::Place, R"(
__clusterDim __clusterGridDimInClusters __clusterIdx __clusterRelativeBlockIdx
__clusterRelativeBlockRank __clusterSizeInBlocks __cluster_map_shared_rank
__cluster_query_shared_rank __isClusterShared __isGridConstant __lane_id
)"},
    {UnfollowedReason::Moment, R"(
__brkpt __cluster_barrier_arrive __cluster_barrier_arrive_relaxed __cluster_barrier_wait
__mbarrier_arrive __mbarrier_arrive_and_drop __mbarrier_init __mbarrier_inval
__mbarrier_maximum_count __mbarrier_test_wait __mbarrier_test_wait_parity
__mbarrier_token_pending_count __mbarrier_try_wait __mbarrier_try_wait_parity __nanosleep __pm0
__clock __clock64 __pm1 __pm2 __pm3 __prof_trigger __trap abort clock clock64 cudaGridDependencySynchronize
cudaTriggerProgrammaticLaunchCompletion wall_clock64
)"},
    {UnfollowedReason::Runtime, R"(
__assert_fail __cudaPushCallConfiguration __hipPushCallConfiguration __memlint_rest_of_cuda __memlint_rest_of_curand
cudaDeviceGetAttribute cudaDeviceGetCacheConfig cudaDeviceGetLimit cudaDeviceGetSharedMemConfig
cudaDeviceSynchronize cudaEventCreateWithFlags cudaEventDestroy cudaEventRecord cudaFree
cudaFuncGetAttributes cudaGetDevice cudaGetDeviceCount cudaGetErrorName cudaGetErrorString
cudaGetLastError cudaGetParameterBuffer cudaGraphLaunch cudaGraphSetConditional cudaLaunchDevice
cudaMalloc cudaMemcpy2DAsync cudaMemcpy3DAsync cudaMemcpyAsync cudaMemset2DAsync cudaMemset3DAsync
cudaMemsetAsync cudaOccupancyMaxActiveBlocksPerMultiprocessor
cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags cudaPeekAtLastError cudaRuntimeGetVersion
cudaStreamCreateWithFlags cudaStreamDestroy cudaStreamWaitEvent free malloc printf
)"},
    {UnfollowedReason::Generator, R"(
curand curand4 curand_discrete curand_init curand_log_normal curand_log_normal2
curand_log_normal2_double curand_log_normal4 curand_log_normal_double curand_mtgp32_single
curand_mtgp32_single_specific curand_mtgp32_specific curand_normal curand_normal2
curand_normal2_double curand_normal4 curand_normal_double curand_poisson curand_poisson4
curand_uniform curand_uniform2_double curand_uniform4 curand_uniform4_double curand_uniform_double
skipahead skipahead_sequence
)"},
};

std::optional<UnfollowedReason> whyUnfollowed(llvm::StringRef Name) {
  static const auto Reasons = namesInText(llvm::ArrayRef(FunctionsByReason));
  auto Found = Reasons.find(Name);
  return Found == Reasons.end() ? std::nullopt : std::optional(Found->second);
}

bool roundsToInteger(llvm::StringRef Name) {
  if (!Name.consume_front("__float2") && !Name.consume_front("__double2"))
    return llvm::StringSwitch<bool>(Name)
        .Cases("lrint", "lrintf", "llrint", "llrintf", true)
        .Cases("lround", "lroundf", "llround", "llroundf", true)
        .Default(false);
  llvm::StringRef Type = Name.split('_').first;
  return Type == "int" || Type == "uint" || Type == "ll" || Type == "ull";
}

bool givesBits(llvm::StringRef Name) {
  return llvm::StringSwitch<bool>(Name)
      .Cases("__float_as_int", "__float_as_uint", "__double_as_longlong", true)
      .Cases("__int_as_float", "__uint_as_float", "__longlong_as_double", true)
      .Default(false);
}

std::optional<unsigned> countFloatingOperations(llvm::StringRef Name) {
  if (roundsToInteger(Name) || givesBits(Name))
    return 0;
  for (llvm::StringRef Mode : {"_rn", "_rz", "_ru", "_rd"})
    if (Name.starts_with("__") && Name.consume_back(Mode))
      return llvm::StringSwitch<std::optional<unsigned>>(Name)
          .Cases("__fadd", "__fsub", "__fmul", 1)
          .Cases("__dadd", "__dsub", "__dmul", 1)
          .Cases("__fma", "__fmaf", 2)
          .Cases("__double2float", "__int2float", "__uint2float", "__ll2float", "__ull2float", 0)
          .Cases("__int2double", "__uint2double", "__ll2double", "__ull2double", 0)
          .Default(std::nullopt);
  return llvm::StringSwitch<std::optional<unsigned>>(Name)
      .Cases("fma", "fmaf", 2)
      .Cases("fabs", "fabsf", "copysign", "copysignf", 0)
      .Cases("fmax", "fmaxf", "fmin", "fminf", "__saturatef", 0)
      .Cases("ceil", "ceilf", "floor", "floorf", "trunc", "truncf", 0)
      .Cases("rint", "rintf", "nearbyint", "nearbyintf", "round", "roundf", 0)
      .Default(std::nullopt);
}

bool onlyTakesTime(llvm::StringRef Name) {
  return llvm::StringSwitch<bool>(Name)
      .Cases("__nanosleep", "clock", "clock64", "__prof_trigger", true)
      .Cases("__clock", "__clock64", "wall_clock64", true)
      .Cases("__pm0", "__pm1", "__pm2", "__pm3", true)
      .Default(false);
}

bool mayConcernOthers(llvm::StringRef Name) {
  if (std::optional<UnfollowedReason> Reason = whyUnfollowed(Name))
    return Reason == UnfollowedReason::Moment || Reason == UnfollowedReason::Runtime;
  // Products of fragments that the lanes hold.
  if (Name == "mma_sync" || Name == "bmma_sync")
    return false;
  static constexpr llvm::StringLiteral Words[] = {"clock", "cycle", "timer", "mask",
                                                  "bar",   "fence", "sync",  "cuda"};
  return llvm::any_of(Words, [&](llvm::StringRef Word) { return Name.contains_insensitive(Word); });
}

} // namespace memlint
