# termhost_precompile(TARGET GROUP [OPTION]): what nearly every source of a group of targets includes of the libraries is compiled
# once, with the first of them, and once more for an option of the compiler that some of them have: g++ 14 takes only what was made
# with the same. Only libraries: our own headers change. clang's presets do without, so that a forgotten include is noticed.
set(termhost_precompiled_std <algorithm> <array> <chrono> <functional> <map> <memory> <optional> <span> <string> <string_view>
  <variant> <vector> <fmt/format.h> <tl/expected.hpp>)
set(termhost_precompiled_json ${termhost_precompiled_std} <nlohmann/json.hpp>)
set(termhost_precompiled_asio ${termhost_precompiled_json} <asio/io_context.hpp> <asio/posix/stream_descriptor.hpp> <asio/post.hpp>
  <asio/signal_set.hpp> <asio/steady_timer.hpp>)

function(termhost_precompile target group)
  set_target_properties(${target} PROPERTIES TERMHOST_PRECOMPILED ${group})
  target_compile_options(${target} PRIVATE -pthread)  # the same for all that share them
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    target_compile_options(${target} PRIVATE -fpch-preprocess)  # for ccache
    # g++ 12 forgets that a precompiled header is the system's, and tells what it is wrong about in it (GCC bug 105651).
    target_compile_options(${target} PRIVATE -Wno-restrict -Wno-array-bounds -Wno-stringop-overflow -Wno-stringop-overread)
  endif()
  string(JOIN "" made termhost_precompiles_${group} ${ARGN})
  get_property(first GLOBAL PROPERTY ${made})
  if(first)
    target_precompile_headers(${target} REUSE_FROM ${first})
  else()
    target_precompile_headers(${target} PRIVATE ${termhost_precompiled_${group}})
    set_property(GLOBAL PROPERTY ${made} ${target})
  endif()
endfunction()
