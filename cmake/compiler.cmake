# Options that every target of this project is built with: `termhost_options`.
add_library(termhost_options INTERFACE)
target_compile_features(termhost_options INTERFACE cxx_std_20)
target_compile_options(termhost_options INTERFACE
  -Wall -Wextra -Wpedantic -Werror -Wshadow -Wconversion -Wno-sign-conversion -Wnon-virtual-dtor -Woverloaded-virtual
  -Wold-style-cast -Wcast-align -Wunused -Wimplicit-fallthrough -Wswitch
  -Wno-missing-field-initializers)  # designated initializers leave out what has a default

if(TERMHOST_SANITIZE)
  target_compile_options(termhost_options INTERFACE -fsanitize=${TERMHOST_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  # To see whether an object is what it should be takes a pipe, and fails where no descriptor is left.
  target_compile_options(termhost_options INTERFACE -fno-sanitize=vptr)
  target_link_options(termhost_options INTERFACE -fsanitize=${TERMHOST_SANITIZE})
endif()
if(TERMHOST_SANITIZE MATCHES thread)
  # Fences are what the thread sanitizer can't follow, and g++ refuses them; asio's locks do without.
  target_compile_definitions(termhost_options INTERFACE ASIO_DISABLE_FENCED_BLOCK)
endif()

if(TERMHOST_FUZZ)
  target_compile_options(termhost_options INTERFACE -fsanitize=fuzzer-no-link)  # the coverage that guides libFuzzer
endif()

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM)
  # Paths relative to the checkout: a second clone, or CI's, finds what the first compiled. The sloppiness is what ccache asks for
  # where headers are precompiled; nothing here says __TIME__.
  set(CMAKE_CXX_COMPILER_LAUNCHER
    ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${CMAKE_SOURCE_DIR} CCACHE_NOHASHDIR=1
    CCACHE_SLOPPINESS=pch_defines,time_macros ${CCACHE_PROGRAM})
endif()
