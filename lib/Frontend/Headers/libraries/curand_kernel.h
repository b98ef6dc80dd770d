//===----------------------------------------------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The random number library for the device, from its documentation. Declared only.

#ifndef __MEMLINT_CURAND_KERNEL_H
#define __MEMLINT_CURAND_KERNEL_H

#define CURAND_KERNEL_H_

#include "curand.h"

// The states have CUDA's sizes and alignments, which the accesses to arrays of them
// depend on; what is in them is nobody's business.
#define __MEMLINT_STATE(__N, WORD, WORDS)                                                            \
  struct curandState##__N {                                                                          \
    WORD words[WORDS];                                                                             \
  };                                                                                               \
  typedef curandState##__N curandState##__N##_t;
__MEMLINT_STATE(XORWOW, unsigned long long, 6)
__MEMLINT_STATE(MRG32k3a, unsigned long long, 6)
struct __attribute__((aligned(16))) curandStatePhilox4_32_10 {
  unsigned long long words[8];
};
typedef curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;
__MEMLINT_STATE(Sobol32, unsigned, 35)
__MEMLINT_STATE(ScrambledSobol32, unsigned, 35)
__MEMLINT_STATE(Sobol64, unsigned long long, 67)
__MEMLINT_STATE(ScrambledSobol64, unsigned long long, 67)
#undef __MEMLINT_STATE
typedef struct mtgp32_params_fast mtgp32_params_fast_t;
typedef struct mtgp32_kernel_params mtgp32_kernel_params_t;
struct curandStateMtgp32 {
  unsigned s[1024];
  int offset;
  int pIdx;
  mtgp32_kernel_params_t *k;
};
typedef curandStateMtgp32 curandStateMtgp32_t;
typedef curandStateXORWOW curandState;
typedef curandStateXORWOW curandState_t;

// The function's argument is the state alone: what it does to it is not seen.
#define __MEMLINT_DRAWS(STATE)                                                                     \
  __MEMLINT_D unsigned curand(STATE *);                                                            \
  __MEMLINT_D float curand_uniform(STATE *);                                                       \
  __MEMLINT_D double curand_uniform_double(STATE *);                                               \
  __MEMLINT_D float curand_normal(STATE *);                                                        \
  __MEMLINT_D double curand_normal_double(STATE *);                                                \
  __MEMLINT_D float curand_log_normal(STATE *, float, float);                                      \
  __MEMLINT_D double curand_log_normal_double(STATE *, double, double);                            \
  __MEMLINT_D unsigned curand_poisson(STATE *, double);                                            \
  __MEMLINT_D unsigned curand_discrete(STATE *, curandDiscreteDistribution_t);
#define __MEMLINT_DRAWS2(STATE)                                                                    \
  __MEMLINT_D float2 curand_normal2(STATE *);                                                      \
  __MEMLINT_D double2 curand_normal2_double(STATE *);                                              \
  __MEMLINT_D float2 curand_log_normal2(STATE *, float, float);                                    \
  __MEMLINT_D double2 curand_log_normal2_double(STATE *, double, double);                          \
  __MEMLINT_D void curand_init(unsigned long long, unsigned long long, unsigned long long,         \
                               STATE *);                                                           \
  __MEMLINT_D void skipahead(unsigned long long, STATE *);                                         \
  __MEMLINT_D void skipahead_sequence(unsigned long long, STATE *);
#define __MEMLINT_SOBOL(STATE, WORD)                                                               \
  __MEMLINT_D void curand_init(WORD *, WORD, STATE *);                                             \
  __MEMLINT_D void curand_init(WORD *, WORD, WORD, STATE *);
__MEMLINT_DRAWS(curandStateXORWOW)
__MEMLINT_DRAWS(curandStatePhilox4_32_10)
__MEMLINT_DRAWS(curandStateMRG32k3a)
__MEMLINT_DRAWS(curandStateSobol32)
__MEMLINT_DRAWS(curandStateScrambledSobol32)
__MEMLINT_DRAWS(curandStateSobol64)
__MEMLINT_DRAWS(curandStateScrambledSobol64)
__MEMLINT_DRAWS(curandStateMtgp32)
__MEMLINT_DRAWS2(curandStateXORWOW)
__MEMLINT_DRAWS2(curandStatePhilox4_32_10)
__MEMLINT_DRAWS2(curandStateMRG32k3a)
__MEMLINT_SOBOL(curandStateSobol32, unsigned)
__MEMLINT_SOBOL(curandStateScrambledSobol32, unsigned)
__MEMLINT_SOBOL(curandStateSobol64, unsigned long long)
__MEMLINT_SOBOL(curandStateScrambledSobol64, unsigned long long)
__MEMLINT_D uint4 curand4(curandStatePhilox4_32_10 *);
__MEMLINT_D float4 curand_uniform4(curandStatePhilox4_32_10 *);
__MEMLINT_D float4 curand_normal4(curandStatePhilox4_32_10 *);
__MEMLINT_D double2 curand_uniform2_double(curandStatePhilox4_32_10 *);
__MEMLINT_D double4 curand_uniform4_double(curandStatePhilox4_32_10 *);
__MEMLINT_D uint4 curand_poisson4(curandStatePhilox4_32_10 *, double);
__MEMLINT_D float4 curand_log_normal4(curandStatePhilox4_32_10 *, float, float);
__MEMLINT_D unsigned curand_mtgp32_specific(curandStateMtgp32 *, unsigned char, unsigned char);
__MEMLINT_D float curand_mtgp32_single(curandStateMtgp32 *);
__MEMLINT_D float curand_mtgp32_single_specific(curandStateMtgp32 *, unsigned char, unsigned char);

#endif
