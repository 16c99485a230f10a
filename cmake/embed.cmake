# termhost_embed_integration(TARGET FOLDER): compiles the files of FOLDER into TARGET, to be read with shell::integration_script.
function(termhost_embed_integration target folder)
  file(GLOB files CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${folder}/*)
  set(rows "")
  foreach(file IN LISTS files)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
    get_filename_component(name ${file} NAME)
    file(READ ${file} content)
    string(APPEND rows "    Script{\"${name}\", R\"TERMHOST(${content})TERMHOST\"},\n")
  endforeach()
  file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/integration_scripts.cpp @ONLY CONTENT [=[
#include <array>
#include "shell/launch/integration.hpp"

namespace termhost::shell {
namespace {

struct Script {
  std::string_view name, content;
};

constexpr std::array scripts{
@rows@};

}  // namespace

std::string_view integration_script(std::string_view file_name) {
  for (const Script& script : scripts)
    if (script.name == file_name) return script.content;
  return {};
}

}  // namespace termhost::shell
]=])
  target_sources(${target} PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/integration_scripts.cpp)
endfunction()
