# The libraries of a program for macOS, as the targets that cmake/dependencies.cmake looks for: headers from this machine's packages,
# the rest from Debian's sources (scripts/install-deps macos), which are compiled with the program.
enable_language(C)
set(sources ${CMAKE_SOURCE_DIR}/build/sources/macos)
set(headers ${CMAKE_BINARY_DIR}/headers)
file(MAKE_DIRECTORY ${headers})
foreach(name asio asio.hpp CLI fmt hwy nlohmann tl)  # one by one: beside them lies the C library of another system
  file(CREATE_LINK /usr/include/${name} ${headers}/${name} SYMBOLIC)
endforeach()
set(ASIO_INCLUDE_DIR ${headers})
set(HIGHWAY_INCLUDE_DIR ${headers})
add_compile_definitions(HWY_COMPILE_ONLY_STATIC)  # zig's runtime can't be asked what an Intel processor has (__builtin_cpu_supports)
foreach(target tl::expected fmt::fmt fmt::fmt-header-only nlohmann_json::nlohmann_json CLI11::CLI11)
  add_library(${target} INTERFACE IMPORTED)
  target_include_directories(${target} SYSTEM INTERFACE ${headers})
endforeach()
target_compile_definitions(fmt::fmt-header-only INTERFACE FMT_HEADER_ONLY=1)

# termhost_compiled(TARGET INCLUDES file...): a library as Debian's sources have it.
function(termhost_compiled target includes)
  string(REPLACE :: _ name ${target})
  add_library(${name} STATIC ${ARGN})
  target_include_directories(${name} SYSTEM PUBLIC ${sources}/${includes})
  target_compile_options(${name} PRIVATE -w)
  add_library(${target} ALIAS ${name})
endfunction()

termhost_compiled(simdjson::simdjson_static simdjson/singleheader ${sources}/simdjson/singleheader/simdjson.cpp)
if(TERMHOST_PROCESSOR STREQUAL x86_64)
  target_compile_definitions(simdjson_simdjson_static PUBLIC SIMDJSON_IMPLEMENTATION_ICELAKE=0)  # clang 18 and newer take it no more
endif()
termhost_compiled(PkgConfig::UTF8PROC utf8proc ${sources}/utf8proc/utf8proc.c)
target_compile_definitions(PkgConfig_UTF8PROC PUBLIC UTF8PROC_STATIC)

file(GLOB re2 CONFIGURE_DEPENDS ${sources}/re2/re2/*.cc)
termhost_compiled(PkgConfig::RE2 re2 ${re2} ${sources}/re2/util/rune.cc ${sources}/re2/util/strutil.cc)

set(sodium ${sources}/libsodium/src/libsodium)
file(COPY ${sources}/libsodium/builds/msvc/version.h DESTINATION ${sodium}/include/sodium)  # elsewhere made by its configure
file(GLOB_RECURSE files ${sodium}/*.c)
termhost_compiled(PkgConfig::SODIUM libsodium/src/libsodium/include ${files})
target_include_directories(PkgConfig_SODIUM PRIVATE ${sodium}/include/sodium)
target_compile_definitions(PkgConfig_SODIUM PUBLIC SODIUM_STATIC PRIVATE CONFIGURED=1 HAVE_ARC4RANDOM_BUF=1)

# The rest is the program, which is made here to be checked and not to be shipped: quickly, and with nothing left out that it names.
add_compile_options(-O0 -fno-sanitize=undefined)  # zig's clang adds the sanitizer where nothing is optimised
