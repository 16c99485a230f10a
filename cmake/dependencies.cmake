# Each library the project uses, as termhost_dep_<name>: from the distribution where it has it, else a pinned release.
# With TERMHOST_STATIC only in a form that becomes part of the program.
include(FetchContent)
find_package(PkgConfig REQUIRED)
find_package(Threads REQUIRED)

# What becomes part of the program is named in NOTICE, with its licence.
file(STRINGS ${CMAKE_CURRENT_SOURCE_DIR}/NOTICE notices REGEX "^== ")
function(termhost_dependency name)
  if(NOT "${notices}" MATCHES "== ${name}: ")
    message(FATAL_ERROR "NOTICE has no section for the library '${name}'; add its licence there")
  endif()
  add_library(termhost_dep_${name} INTERFACE)
  target_link_libraries(termhost_dep_${name} INTERFACE ${ARGN})
endfunction()

if(TERMHOST_STATIC)
  set(CMAKE_FIND_LIBRARY_SUFFIXES .a)
  set(CMAKE_DISABLE_FIND_PACKAGE_simdjson ON)  # a package says where its shared library is, and no more
endif()

macro(termhost_package package target repository tag)
  find_package(${package} QUIET)
  if(NOT TARGET ${target})
    FetchContent_Declare(${package} GIT_REPOSITORY ${repository} GIT_TAG ${tag} GIT_SHALLOW ON SYSTEM)
    FetchContent_MakeAvailable(${package})
  endif()
endmacro()

termhost_package(tl-expected tl::expected https://github.com/TartanLlama/expected v1.1.0)
termhost_package(fmt fmt::fmt https://github.com/fmtlib/fmt 9.1.0)
termhost_package(nlohmann_json nlohmann_json::nlohmann_json https://github.com/nlohmann/json v3.11.3)
termhost_package(simdjson simdjson::simdjson https://github.com/simdjson/simdjson v3.9.4)
termhost_package(CLI11 CLI11::CLI11 https://github.com/CLIUtils/CLI11 v2.4.2)
termhost_dependency(expected tl::expected)
termhost_dependency(fmt $<IF:$<BOOL:${TERMHOST_STATIC}>,fmt::fmt-header-only,fmt::fmt>)
termhost_dependency(json nlohmann_json::nlohmann_json)
termhost_dependency(simdjson simdjson::simdjson)
termhost_dependency(cli11 CLI11::CLI11)

find_path(ASIO_INCLUDE_DIR asio.hpp)
if(NOT ASIO_INCLUDE_DIR)
  FetchContent_Declare(asio GIT_REPOSITORY https://github.com/chriskohlhoff/asio GIT_TAG asio-1-30-2 GIT_SHALLOW ON)
  FetchContent_MakeAvailable(asio)
  set(ASIO_INCLUDE_DIR ${asio_SOURCE_DIR}/asio/include)
endif()
termhost_dependency(asio Threads::Threads)
target_include_directories(termhost_dep_asio SYSTEM INTERFACE ${ASIO_INCLUDE_DIR})
target_compile_definitions(termhost_dep_asio INTERFACE ASIO_STANDALONE ASIO_NO_DEPRECATED)

pkg_check_modules(RE2 REQUIRED IMPORTED_TARGET re2)
pkg_check_modules(UTF8PROC REQUIRED IMPORTED_TARGET libutf8proc)
pkg_check_modules(SODIUM REQUIRED IMPORTED_TARGET libsodium)
find_path(HIGHWAY_INCLUDE_DIR hwy/highway.h REQUIRED)  # headers alone, see simd/piece_marks.cpp
termhost_dependency(highway)
target_include_directories(termhost_dep_highway SYSTEM INTERFACE ${HIGHWAY_INCLUDE_DIR})
termhost_dependency(re2 PkgConfig::RE2)
termhost_dependency(utf8proc PkgConfig::UTF8PROC)
termhost_dependency(sodium PkgConfig::SODIUM)
