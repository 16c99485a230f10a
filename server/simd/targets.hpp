// Processors that our vector code is compiled for (AVX2, and the common base of this architecture), and the choice at
// run time. Include it before Highway. Only Highway's headers are used: its library would choose too, but measures a
// timer for 3 ms when a program starts.
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
