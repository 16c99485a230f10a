#include "secrets/file_kinds.hpp"

#include "base/ascii.hpp"
#include "base/word_list.hpp"

namespace termhost::secrets {
namespace {

constexpr std::string_view code =
    ".adoc .astro .awk .bash .bat .bzl .c .cc .cjs .clj .cljs .cmake .cmd .coffee .cpp .cr .cs .csproj .css .cts .cu "
    ".cuh .cxx .dart .ejs .el .elm .erb .erl .ex .exs .f90 .fbs .fish .fs .fsi .fsx .gd .gemspec .glsl .go .gradle "
    ".graphql .groovy .h .haml .hbs .hcl .hh .hlsl .hpp .hrl .hs .html .hxx .in .inl .ipp .java .jl .js .jsx .kt .kts "
    ".less .lisp .lock .log .lua .m .md .mdx .metal .mjs .ml .mli .mm .mts .nim .nix .pas .php .pl .pm .prisma .proto "
    ".ps1 .psm1 .pxd .py .pyi .pyx .r .rake .rb .rkt .rs .rst .sass .scala .scm .scss .sh .sln .snap .sol .sql .svelte "
    ".sv .svg .swift .tcl .tex .tf .thrift .tpp .ts .tsx .vb .vhd .vim .vue .wgsl .zig .zsh";
/// Files that every project has, in any folder.
constexpr std::string_view files_of_projects =
    "package.json package-lock.json composer.json tsconfig.json jsconfig.json deno.json project.json angular.json "
    "cargo.toml pyproject.toml setup.cfg tox.ini requirements.txt cmakelists.txt pom.xml go.mod go.sum makefile "
    "dockerfile readme readme.txt license license.txt changelog index.json";

std::string_view ending_of_known(std::string_view name) {
  const std::size_t dot = name.rfind('.');
  return dot == std::string_view::npos ? std::string_view() : name.substr(dot);
}

bool has_name_of_project(std::string_view name) {
  static const base::NameSet names(files_of_projects);
  return names.has(name);
}

}  // namespace

bool is_code(std::string_view name) {
  static const base::NameSet known(code);
  return known.has(ending_of_known(name));
}

bool is_of_project(std::string_view name) { return is_code(name) || has_name_of_project(name); }

bool is_kind_of_text(std::string_view ending) {
  return base::listed(code, ending) || base::listed(data_endings, ending);
}

bool names_file(std::string_view name) {
  const std::string small = base::lowered(name);
  return is_kind_of_text(ending_of_known(small)) || has_name_of_project(small);
}

}  // namespace termhost::secrets
