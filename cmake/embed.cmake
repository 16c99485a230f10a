# termhost_embed(TARGET FOLDER NAMESPACE FUNCTION HEADER): compiles the files of FOLDER into TARGET, to be read with
# termhost::NAMESPACE::FUNCTION(file name), which HEADER declares.
function(termhost_embed target folder namespace function header)
  file(GLOB files CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${folder}/*)
  set(rows "")
  foreach(file IN LISTS files)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
    get_filename_component(name ${file} NAME)
    file(READ ${file} content)
    string(APPEND rows "    File{\"${name}\", R\"TERMHOST(${content})TERMHOST\"},\n")
  endforeach()
  file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/${function}.cpp @ONLY CONTENT [=[
#include <array>
#include "@header@"

namespace termhost::@namespace@ {
namespace {

struct File {
  std::string_view name, content;
};

constexpr std::array files{
@rows@};

}  // namespace

std::string_view @function@(std::string_view file_name) {
  for (const File& file : files)
    if (file.name == file_name) return file.content;
  return {};
}

}  // namespace termhost::@namespace@
]=])
  target_sources(${target} PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/${function}.cpp)
endfunction()
