#include "approval/program_table.hpp"

#include <algorithm>
#include <unordered_map>

#include "approval/git_programs.hpp"
#include "approval/powershell_programs.hpp"
#include "approval/project_programs.hpp"
#include "approval/system_programs.hpp"
#include "approval/text.hpp"

namespace termhost::approval {
namespace {

constexpr std::string_view builtins =
    ". : [ alias bg bind break builtin caller cd command compgen complete compopt continue declare dirs disown echo "
    "enable eval exec exit export false fc fg getopts hash help history jobs kill let local logout mapfile popd printf "
    "pushd pwd read readarray readonly return set shift shopt source suspend test times trap true type typeset ulimit "
    "umask unalias unset wait autoload bindkey bye cap chdir clone comparguments compcall compctl compdescribe "
    "compfiles "
    "compgroups compquote compset comptags comptry compvalues compadd echotc echoti emulate float functions getcap "
    "getln "
    "integer limit log noglob nocorrect pcre_compile pcre_match pcre_study print private pushln r rehash sched setcap "
    "setopt syserror sysopen sysread sysseek syswrite ttyctl unfunction unhash unlimit unsetopt vared whence where "
    "zcompile zdelattr zf_chgrp zf_chmod zf_chown zf_ln zf_mkdir zf_mv zf_rm zf_rmdir zf_sync zformat zgetattr zle "
    "zlistattr zmodload zparseopts zprof zpty zregexparse zselect zsetattr zsocket zstat zstyle zsystem ztcp disable "
    "strftime abbr and argparse begin block breakpoint commandline contains count emit function math not or path "
    "random "
    "set_color status string compound enum hist nameref redirect stop global zargs zmv "
    "add-zsh-hook funcsave funced fish_add_path fish_config psub isatty";

void add_option(std::string_view text, bool more, Program& program) {
  const bool word = text.starts_with('+');
  if (word || text.starts_with("--")) {
    text.remove_prefix(word ? 1 : 2);
    const std::size_t end = std::min(text.find_first_of(":="), text.size());
    const bool takes = end < text.size();
    const auto kind = end + 1 < text.size() ? static_cast<ArgumentKind>(text[end + 1]) : ArgumentKind::Any;
    program.longs.push_back({text.substr(0, end), takes, word, more, kind});
    return;
  }
  for (std::size_t at = 1; at < text.size(); ++at) {
    Program::Letter letter{.known = true, .more = more};
    const std::size_t place = static_cast<unsigned char>(text[at]) & 0x7F;
    if (at + 1 < text.size() && (text[at + 1] == ':' || text[at + 1] == '?')) {
      letter.takes = text[at + 1] == ':';
      letter.attached = !letter.takes;
      if (at + 2 < text.size()) letter.kind = static_cast<ArgumentKind>(text[at + 2]);
      at = text.size();
    }
    program.letters[place] = letter;
  }
}

template <class Visit>
void for_each_part(std::string_view list, char separator, const Visit& visit) {
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(separator), list.size());
    if (end > 0) visit(list.substr(0, end));
    list.remove_prefix(std::min(end + 1, list.size()));
  }
}

using Programs = std::unordered_map<std::string_view, Program>;

Programs read_tables(std::initializer_list<std::span<const ProgramRow>> tables) {
  Programs programs;
  for (const std::span<const ProgramRow> table : tables) {
    for (const ProgramRow& row : table) {
      Program program{.row = &row, .longs = {}};
      for_each_part(row.options, ' ', [&](std::string_view text) { add_option(text, false, program); });
      for_each_part(row.more, ' ', [&](std::string_view text) { add_option(text, true, program); });
      for_each_part(row.names, '|', [&](std::string_view name) { programs.emplace(name, program); });
    }
  }
  return programs;
}

}  // namespace

const Program* find_program(std::string_view name) {
  static const Programs programs = read_tables({system_programs(), git_programs(), project_programs()});
  const auto found = programs.find(name);
  return found == programs.end() ? nullptr : &found->second;
}

const Program* find_cmdlet(std::string_view name) {
  static const Programs programs = read_tables({powershell_programs()});
  const auto found = programs.find(name);
  return found == programs.end() ? nullptr : &found->second;
}

bool is_builtin(std::string_view name) {
  static const NameSet names(builtins);
  return names.has(name);
}

}  // namespace termhost::approval
