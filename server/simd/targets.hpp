// Which processors our vector code is compiled for, AVX2 and what every one of this kind has, and which of both runs.
// To be included before Highway, of which we use the headers alone: its library, which would choose, measures a timer for
// 3 ms when a program starts.
#pragma once

#define HWY_DISABLED_TARGETS (HWY_SSE4 | HWY_AVX3 | HWY_AVX3_DL)
#include <hwy/detect_targets.h>

#if HWY_TARGETS & HWY_AVX2
#define TERMHOST_BEST(function)                                                                      \
  (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("fma") \
       ? N_AVX2::function                                                                            \
       : HWY_STATIC_DISPATCH(function))
#else
#define TERMHOST_BEST(function) HWY_STATIC_DISPATCH(function)
#endif
