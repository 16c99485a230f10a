#include <algorithm>
#include <array>

#include "approval/escape_hatches.hpp"
#include "approval/text.hpp"

namespace termhost::approval {
namespace {

constexpr std::string_view code_variables =
    "PROMPT_COMMAND PS0 PS1 PS2 PS4 PROMPT RPROMPT PAGER MANPAGER GIT_PAGER EDITOR VISUAL GIT_EDITOR "
    "GIT_SEQUENCE_EDITOR "
    "GIT_SSH_COMMAND GIT_SSH GIT_EXTERNAL_DIFF GIT_ASKPASS SSH_ASKPASS SUDO_ASKPASS GIT_PROXY_COMMAND LESSOPEN "
    "LESSCLOSE "
    "BROWSER RSYNC_RSH CVS_RSH TAR_OPTIONS SYSTEMD_PAGER AWS_PAGER GH_PAGER BAT_PAGER DELTA_PAGER FZF_DEFAULT_COMMAND "
    "FCEDIT HISTCONTROL_COMMAND READNULLCMD NULLCMD MAKEFLAGS CC CXX LD SHELL NPM_CONFIG_SCRIPT_SHELL "
    "npm_config_script_shell";

constexpr std::string_view meaning_variables =
    "PATH IFS ENV BASH_ENV CDPATH SHELLOPTS BASHOPTS BASH_ALIASES BASH_CMDS FPATH fpath path cdpath ZDOTDIR "
    "MODULE_PATH module_path "
    "HOME PWD OLDPWD GLOBIGNORE EXECIGNORE LOADABLES_PATH POSIXLY_CORRECT functions aliases galiases saliases commands "
    "dis_aliases options precmd_functions preexec_functions chpwd_functions periodic_functions zshexit_functions "
    "zsh_eval_context fish_function_path fish_user_paths fish_complete_path fish_features TMPDIR LESS LESSKEY MANOPT "
    "MANPATH "
    "PERL5OPT PERL5LIB PERLLIB PERL5DB PYTHONPATH PYTHONSTARTUP PYTHONHOME PYTHONINSPECT RUBYOPT RUBYLIB NODE_OPTIONS "
    "NODE_PATH "
    "JAVA_TOOL_OPTIONS _JAVA_OPTIONS CLASSPATH GCC_EXEC_PREFIX COMPILER_PATH GREP_OPTIONS RIPGREP_CONFIG_PATH AWKPATH "
    "AWKLIBPATH TERMINFO TERMCAP PSModulePath ANSIBLE_CONFIG WGETRC CURL_HOME GOFLAGS RUSTC_WRAPPER RUSTFLAGS "
    "CARGO_HOME "
    "CMAKE_TOOLCHAIN_FILE PKG_CONFIG VIMINIT EXINIT VIM VIMRUNTIME INPUTRC KUBECONFIG DOCKER_HOST OPENSSL_CONF";

constexpr std::array prefixes{std::string_view("LD_"),         std::string_view("DYLD_"),
                              std::string_view("GIT_"),        std::string_view("BASH_FUNC_"),
                              std::string_view("npm_config_"), std::string_view("NPM_CONFIG_")};

}  // namespace

bool holds_code(std::string_view variable) { return listed(code_variables, variable); }

bool changes_meaning(std::string_view variable) {
  return holds_code(variable) || listed(meaning_variables, variable) ||
         std::any_of(prefixes.begin(), prefixes.end(), [&](std::string_view p) { return variable.starts_with(p); });
}

}  // namespace termhost::approval
