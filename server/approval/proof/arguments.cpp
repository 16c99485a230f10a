#include "approval/proof/arguments.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "approval/entries.hpp"
#include "approval/places/paths.hpp"
#include "approval/programs/invocation.hpp"
#include "approval/proof/cmdlet_words.hpp"
#include "approval/text.hpp"
#include "approval/variables/names.hpp"

namespace termhost::approval {
namespace {

/// cmake: a variable that is not cmake's own, or one of these, set to a word.
bool is_plain_definition(std::string_view text) {
  const std::size_t equals = text.find('=');
  const std::string_view name = text.substr(0, std::min(text.find(':'), equals));
  const std::string_view value = equals == std::string_view::npos ? std::string_view() : text.substr(equals + 1);
  const bool word = std::all_of(value.begin(), value.end(), is_name_char);
  if (name == "CMAKE_C_FLAGS" || name == "CMAKE_CXX_FLAGS" || name == "CMAKE_EXE_LINKER_FLAGS")
    return all_in_list("compiler-flags", value);
  if (name == "CMAKE_INSTALL_PREFIX") return value.find(';') == std::string_view::npos;
  if (name == "CMAKE_C_COMPILER" || name == "CMAKE_CXX_COMPILER") return listed("cc c++ gcc g++ clang clang++", value);
  if (name.starts_with("CMAKE_")) return word && in_list("cmake-variables", name);
  return listed("ON OFF on off TRUE FALSE YES NO 0 1 2 3", value) && is_plain_name(name);
}

bool is_harmless_git_setting(std::string_view text) {
  const std::size_t equals = text.find('=');
  const std::string key = lower(text.substr(0, equals));
  const std::string_view value = equals == std::string_view::npos ? std::string_view() : text.substr(equals + 1);
  if (listed("commit.gpgsign tag.gpgsign log.showsignature", key)) return listed("false no off 0", value);  // gpg
  if (key == "core.pager" || key.starts_with("pager.")) return value == "cat" || value.empty() || value == "false";
  return in_list("git-settings", key);
}

/// `%G?`, `%+GS`, `%(signature:key)` of git's formats and sorts.
bool asks_gpg(std::string_view text) {
  for (std::size_t at = text.find('%'); at != std::string_view::npos; at = text.find('%', at + 1)) {
    const std::size_t name = text.find_first_not_of("+- ", at + 1);
    if (name != std::string_view::npos && text[name] == 'G') return true;
  }
  return text.find("signature") != std::string_view::npos;
}

/// `no:cacheprovider`, `pytest_cov`, `xdist.plugin`
bool is_plain_plugin(std::string_view text) {
  return has_only(text, ":.-") && (text.starts_with("no:") || text.starts_with("pytest_") ||
                                   listed("xdist xdist.plugin pytester anyio hypothesis randomly", text));
}

/// `error`, `ignore::DeprecationWarning`, `error::pytest.PytestWarning`
bool is_plain_warning(std::string_view text) {
  const std::string_view category = text.substr(text.rfind(':') + 1);
  return category.find('.') == std::string_view::npos || category.starts_with("pytest.");
}

/// Properties of MSBuild that are harmless; others are commands, or name files with more properties.
bool is_plain_property(std::string_view text) {
  const std::size_t equals = std::min(text.find('='), text.size());
  return in_list("msbuild-properties", lower(text.substr(0, equals))) && has_only(text.substr(equals), "=./-");
}

/// `-s -w -X main.version=1`: nothing that names another linker or a file.
bool are_plain_go_flags(std::string_view text) {
  bool plain = true;
  bool value = false;
  for_each_part(text, ' ', [&](std::string_view word) {
    plain &= value ? std::all_of(word.begin(), word.end(),
                                 [](char c) { return is_name_char(c) || std::string_view("./=:+-@").find(c) < 7; })
                   : word == "-X" || in_list("go-flags", word);
    value = !value && word == "-X";
  });
  return plain;
}

/// `**/*.test.{ts,tsx}`, `.*\.spec\.tsx?$`, `js,ts`: each ending is one of code or of a text, so that no log fits.
bool ends_like_code(std::string_view pattern) {
  const std::size_t dot = pattern.rfind('.');
  std::string tail(pattern.substr(dot == std::string_view::npos ? 0 : dot + 1));
  if (tail.find_first_of("*[\\+") != std::string::npos || tail.empty()) return false;
  if (tail.ends_with("x?$") || tail.ends_with("x?")) tail.erase(tail.find('?'));  // tsx?, which is ts as well
  std::replace_if(
      tail.begin(), tail.end(), [](char c) { return std::string_view("{},()|$:").find(c) < 8; }, ' ');
  return all_in_list("code-endings", tail);
}

}  // namespace

bool has_part(std::string_view path, std::string_view part) {
  return path == part || path.starts_with(fmt::format("{}/", part)) ||
         path.find(fmt::format("/{}/", part)) != std::string_view::npos || path.ends_with(fmt::format("/{}", part));
}

bool fits(ArgumentKind kind, const Argument& argument) {
  const std::string_view text = argument.text;
  if (kind == ArgumentKind::Any || kind == ArgumentKind::Text || kind == ArgumentKind::Folder) return true;
  if ((kind == ArgumentKind::Plain || kind == ArgumentKind::Number) && !argument.known && argument.number) return true;
  if (!argument.known) return false;
  switch (kind) {
    case ArgumentKind::Any:
    case ArgumentKind::Folder:
    case ArgumentKind::Text: return true;
    case ArgumentKind::Plain: return has_only(text, ",.:+-%@");
    case ArgumentKind::Number: return text.find_first_not_of("0123456789.") == std::string_view::npos;
    case ArgumentKind::File:
      return !text.empty() && text[0] != '-' && text.find(':') == std::string_view::npos && !names_log(text) &&
             !is_input(normal_path(text, "/x"));
    case ArgumentKind::Output:
      if (text == "/dev/null" || is_log_in_tmp(text)) return true;
      return !text.empty() && text[0] != '/' && text[0] != '-' && text[0] != '~' && !has_part(text, "..") &&
             text.find("/.") == std::string_view::npos && (text[0] != '.' || text.starts_with("./"));
    case ArgumentKind::Nowhere:
      return text == "/dev/null" || text == "-" || text == "/dev/stdout" || text == "/dev/stderr";
    case ArgumentKind::GitSetting: return is_harmless_git_setting(text);
    case ArgumentKind::Definition: return is_plain_definition(text);
    case ArgumentKind::Strategy: return listed("ort recursive resolve octopus ours subtree", text);
    case ArgumentKind::Config: return has_only(text, "./-@+") && fits(ArgumentKind::File, argument);
    case ArgumentKind::CommandName: return has_only(text, "-_.*?:");
    case ArgumentKind::Block: return true;
    case ArgumentKind::Member: return is_property(text);
    case ArgumentKind::Revision: return has_only(text, "./~^@-") && !text.starts_with('-');
    case ArgumentKind::Plugin: return is_plain_plugin(text);
    case ArgumentKind::Warnings: return is_plain_warning(text);
    case ArgumentKind::Module: return has_only(text, ".");
    case ArgumentKind::Name: return has_only(text, "-");
    case ArgumentKind::Identifier: return has_only(text, ".-");
    case ArgumentKind::Setting: return has_only(text, "@/-: \"");
    case ArgumentKind::Property: return is_plain_property(text);
    case ArgumentKind::GoFlags: return are_plain_go_flags(text);
    case ArgumentKind::CodeNames: return ends_like_code(text);
    case ArgumentKind::NoOutput:
      return text.find("output") == std::string_view::npos && text.find("file") == std::string_view::npos &&
             !asks_gpg(text);
  }
  return false;
}

bool is_harmless_flag(const Program& program, std::string_view text, bool reading) {
  if (text.find_first_not_of("-0123456789.,:") == std::string_view::npos) return true;
  if (!text.starts_with('-')) return text.size() < 2;
  bool harmless = true;
  read_option(std::array{shell::ShellWord{std::string(text)}}, 0, program.options, [&](const Option& option) {
    if (option.single_dash && !option.is_known()) return;  // its letters follow
    if (!option.is_known() || (option.row->more && reading)) return void(harmless = false);
    const Takes takes = option.row->takes;
    const bool fitting = option.argument ? takes != Takes::Nothing && fits(option.row->kind, {*option.argument})
                                         : takes != Takes::Argument;
    harmless &= fitting && !(option.letter != 0 && takes == Takes::Argument);
  });
  return harmless;
}

}  // namespace termhost::approval
