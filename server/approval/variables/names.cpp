#include "approval/variables/names.hpp"

#include <algorithm>
#include <array>

#include "approval/text.hpp"

namespace termhost::approval {
namespace {

/// The allowed values of variables: any, or only these words.
struct EnvironmentRow {
  std::string_view names;
  std::string_view values = "";  ///< empty: any
};
constexpr std::string_view number = "#";

constexpr std::array environment{
    // Tell a program how chatty, colourful or interactive to be
    EnvironmentRow{
        "CI NO_COLOR FORCE_COLOR CLICOLOR CLICOLOR_FORCE COLORTERM DEBUG VERBOSE QUIET "
        "LOG_LEVEL LOGLEVEL "
        "RUST_LOG RUST_BACKTRACE RUST_LIB_BACKTRACE CARGO_TERM_COLOR CARGO_TERM_PROGRESS_WHEN "
        "CARGO_INCREMENTAL GTEST_COLOR CTEST_OUTPUT_ON_FAILURE CTEST_PARALLEL_LEVEL CMAKE_BUILD_PARALLEL_LEVEL "
        "CMAKE_COLOR_DIAGNOSTICS PY_COLORS PYTEST_DISABLE_PLUGIN_AUTOLOAD PYTHONUNBUFFERED "
        "PYTHONDONTWRITEBYTECODE PYTHONHASHSEED PYTHONIOENCODING PYTHONUTF8 PYTHONFAULTHANDLER "
        "NPM_CONFIG_LOGLEVEL npm_config_loglevel DEBIAN_FRONTEND HOMEBREW_NO_AUTO_UPDATE NEXT_TELEMETRY_DISABLED "
        "DO_NOT_TRACK GOMAXPROCS GOTRACEBACK OMP_NUM_THREADS UV_THREADPOOL_SIZE JEST_WORKER_ID TF_IN_AUTOMATION "
        "TF_INPUT DOTNET_CLI_TELEMETRY_OPTOUT DOTNET_NOLOGO ADBLOCK DISABLE_OPENCOLLECTIVE HUSKY"},
    // Some shells read these as expressions
    EnvironmentRow{"COLUMNS LINES", number},
    EnvironmentRow{"PROPTEST_CASES QUICKCHECK_TESTS RUST_TEST_THREADS RAYON_NUM_THREADS "
                   "UPDATE_SNAPSHOTS UPDATE_SNAPSHOT HEADLESS CARGO_NET_OFFLINE CARGO_PROFILE_DEV_DEBUG",
                   number},
    EnvironmentRow{"INSTA_UPDATE", "always auto new no unseen"},
    EnvironmentRow{"BROWSER", "none"},
    // Options of compilers: only these
    EnvironmentRow{"RUSTFLAGS RUSTDOCFLAGS",
                   "-D warnings -Dwarnings -A -Awarnings dead_code unused unused_variables -Adead_code -Aunused -W "
                   "-Wwarnings -C target-cpu=native debuginfo=0 debuginfo=1 debuginfo=2 opt-level=0 opt-level=3 "
                   "-Ctarget-cpu=native -Cdebuginfo=0 -Cdebug-assertions=on instrument-coverage -Cinstrument-coverage"},
    EnvironmentRow{"GOFLAGS", "-mod=vendor -mod=readonly -v -x -race -count=1 -short -trimpath -buildvcs=false"},
    EnvironmentRow{"GOTOOLCHAIN", "local"},
    EnvironmentRow{"GORACE", "halt_on_error=1 halt_on_error=0 history_size=7 atexit_sleep_ms=0"},
    EnvironmentRow{"MAKEFLAGS", "-j -j2 -j4 -j8 -j16 -k -s --silent --keep-going --no-print-directory"},
    EnvironmentRow{"ASAN_OPTIONS UBSAN_OPTIONS LSAN_OPTIONS TSAN_OPTIONS",
                   "detect_leaks=0 detect_leaks=1 halt_on_error=0 halt_on_error=1 print_stacktrace=1 "
                   "abort_on_error=1 print_stacktrace=1:halt_on_error=1 halt_on_error=1:print_stacktrace=1"},
    EnvironmentRow{"PYTHONWARNINGS", "default error always module once ignore"},
    // Name the kind of run
    EnvironmentRow{"NODE_ENV RAILS_ENV RACK_ENV APP_ENV MIX_ENV FLASK_ENV DJANGO_ENV ENVIRONMENT BABEL_ENV PORT HOST"},
    // Language and time; a locale or a zone is looked up in the system's folders
    EnvironmentRow{"LC_ALL LANG LANGUAGE LC_CTYPE LC_COLLATE LC_MESSAGES LC_NUMERIC LC_TIME LC_MONETARY",
                   "C C.UTF-8 C.utf8 POSIX en_US.UTF-8 en_US.utf8 en_US en_GB.UTF-8 de_DE.UTF-8 de fr_FR.UTF-8 en"},
    EnvironmentRow{"TZ",
                   "UTC UTC0 GMT Europe/Berlin Europe/London America/New_York America/Los_Angeles Asia/Tokyo "
                   "Asia/Kolkata Etc/UTC"},
    EnvironmentRow{"TERM", "dumb xterm xterm-256color vt100"},
    // Known programs as values
    EnvironmentRow{"PAGER GIT_PAGER MANPAGER GH_PAGER AWS_PAGER BAT_PAGER SYSTEMD_PAGER", "cat"},
    EnvironmentRow{"GIT_EDITOR EDITOR VISUAL GIT_SEQUENCE_EDITOR", "true :"},
    EnvironmentRow{"GIT_TERMINAL_PROMPT GIT_OPTIONAL_LOCKS GIT_LFS_SKIP_SMUDGE", "0 1 false true"},
    EnvironmentRow{"GO111MODULE CGO_ENABLED", "0 1 on off auto"},
    EnvironmentRow{"GOOS GOARCH", "linux darwin windows amd64 arm64 js wasm"},
    EnvironmentRow{"NODE_OPTIONS",
                   "--max-old-space-size=2048 --max-old-space-size=4096 --max-old-space-size=8192 "
                   "--max_old_space_size=4096 --max_old_space_size=8192 --no-warnings --trace-warnings "
                   "--experimental-vm-modules --enable-source-maps --no-deprecation"},
};

/// Names in capitals that neither a shell nor a common program obeys.
constexpr std::string_view free_capitals =
    "A B C D E F G H I J K L M N O P Q R S T U V W X Y Z FILE FILES DIR DIRS OUT OUTPUT RESULT RESULTS RES COUNT NAME "
    "NAMES BRANCH COMMIT SHA "
    "HASH BASE ROOT SRC DEST DST LINE TEXT MSG MESSAGE TOTAL START END ELAPSED EXIT_CODE EXITCODE RC RET PID ITEM "
    "ITEMS "
    "KEY VALUE VAL REPO PKG FOO BAR BAZ LOG LOGFILE URL QUERY PATTERN MATCHES FOUND IDX INDEX LAST FIRST NEXT "
    "PREV CURRENT OLD NEW VERSION PROJECT PACKAGE PACKAGES MODULE MODULES TESTS PASSED FAILED ERRORS WARNINGS EXPECTED "
    "ACTUAL FILENAME EXT NUM MAX MIN SUM JSON DATA CONTENT RESPONSE TITLE BODY BEFORE AFTER LEFT RIGHT SIZE LEN LENGTH "
    "DATE TODAY NOW TAG STATUS_CODE CODE RUN_ID ID STATUS CHANGED CHANGES CHANGED_FILES FILES_CHANGED ADDED REMOVED "
    "MODIFIED DELETED UNTRACKED DIFF DIFFS COMMITS REV REVS REF REFS HEAD_SHA BASE_SHA MERGE_BASE CURRENT_BRANCH "
    "DEFAULT_BRANCH BASE_BRANCH MAIN_BRANCH FEATURE LABEL TYPE STR TARGETS KEYS VALUES PREVIOUS ORIG ORIGINAL COPY "
    "INFO "
    "TOTAL_LINES LINE_COUNT NUM_FILES FILE_COUNT TEST_FILES SOURCE SOURCES TIMESTAMP DURATION START_TIME END_TIME "
    "SERVER_PID BUILD_EXIT TEST_EXIT EXIT_STATUS BUILD_STATUS TEST_STATUS OK ERR ERROR WARN WARNING SUMMARY REPORT "
    "LIST "
    "ENTRY ENTRIES ROW ROWS COL COLS FIELD FIELDS WORD WORDS CHUNK OFFSET LIMIT STEP ITER ROUND ATTEMPT ATTEMPTS TRIES";

/// Names in small letters that a shell or programs obey.
constexpr std::string_view zsh_special =
    "path fpath cdpath mailpath manpath module_path psvar prompt options functions aliases galiases saliases argv "
    "status "
    "pipestatus fignore watch histchars signals keymap keymaps widgets match mbegin mend reply commands builtins "
    "parameters dis_aliases dis_functions dis_builtins dis_galiases dis_saliases dis_reswords dis_patchars modules "
    "dirstack history historywords jobdirs jobtexts jobstates nameddirs userdirs usergroups funcstack funcfiletrace "
    "funcsourcetrace functrace reswords patchars precmd_functions preexec_functions chpwd_functions periodic_functions "
    "zshaddhistory_functions zshexit_functions zsh_directory_name_functions zsh_eval_context zsh_scheduled_events "
    "zle_highlight zle_bracketed_paste fpath comppostfuncs compprefuncs compstate words suffix_aliases terminfo "
    "termcap "
    "mapfile sysparams errnos epochtime langinfo region_highlight";
constexpr std::string_view fish_special =
    "status argv history version hostname pipestatus umask fish_pid last_pid path cdpath manpath";
constexpr std::string_view powershell_special =
    "args error errorview event eventargs eventsubscriber executioncontext false foreach home host input matches "
    "myinvocation nestedpromptlevel null ofs pid profile prompt pwd sender shellid stacktrace switch this transcript "
    "true "
    "lastexitcode outputencoding formatenumerationlimit";
constexpr std::string_view obeyed_names = "http_proxy https_proxy ftp_proxy all_proxy no_proxy rsync_proxy histchars _";

constexpr std::string_view code_variables =
    "PROMPT_COMMAND PS0 PS1 PS2 PS4 PROMPT RPROMPT PAGER MANPAGER GIT_PAGER EDITOR VISUAL GIT_EDITOR "
    "GIT_SEQUENCE_EDITOR GIT_SSH_COMMAND GIT_SSH GIT_EXTERNAL_DIFF GIT_ASKPASS SSH_ASKPASS SUDO_ASKPASS "
    "GIT_PROXY_COMMAND LESSOPEN LESSCLOSE BROWSER RSYNC_RSH CVS_RSH TAR_OPTIONS SYSTEMD_PAGER AWS_PAGER GH_PAGER "
    "BAT_PAGER DELTA_PAGER FZF_DEFAULT_COMMAND FCEDIT READNULLCMD NULLCMD MAKEFLAGS CC CXX LD SHELL "
    "NPM_CONFIG_SCRIPT_SHELL npm_config_script_shell RUSTC_WRAPPER RUSTC_WORKSPACE_WRAPPER RUSTC RUSTDOC "
    "CARGO_BUILD_RUSTC_WRAPPER";
/// Variables whose values lead a program to code that is not read here; those of git are settings.
constexpr std::string_view leading_variables =
    "GIT_CONFIG_COUNT GIT_CONFIG_PARAMETERS GIT_CONFIG_GLOBAL GIT_CONFIG_SYSTEM GIT_ALLOW_PROTOCOL GIT_EXEC_PATH "
    "GIT_TEMPLATE_DIR NODE_OPTIONS";

bool starts_with_any(std::string_view name, std::initializer_list<std::string_view> starts) {
  return std::any_of(starts.begin(), starts.end(), [&](std::string_view start) { return name.starts_with(start); });
}

}  // namespace

bool is_plain_name(std::string_view name) {
  return !name.empty() && is_name_start(name[0]) && std::all_of(name.begin(), name.end(), is_name_char);
}

bool may_be_bound(std::string_view name, shell::ShellKind shell) {
  if (!is_plain_name(name) || listed(obeyed_names, name)) return false;
  if (std::none_of(name.begin(), name.end(), [](char c) { return c >= 'a' && c <= 'z'; }))
    return listed(free_capitals, name);
  if (starts_with_any(name, {"npm_", "fish_", "BASH", "zle", "ZLE", "comp", "_", "DYLD", "LD_", "GIT_", "NPM_"}))
    return false;
  if (name[0] >= 'A' && name[0] <= 'Z') return shell != shell::ShellKind::PowerShell;
  if (shell == shell::ShellKind::Fish) return !listed(fish_special, name);
  if (shell == shell::ShellKind::PowerShell)
    return !listed(powershell_special, name) && !name.ends_with("preference") &&
           !starts_with_any(name, {"ps", "is", "log", "maximum", "enabled"});
  const bool zsh = shell == shell::ShellKind::Zsh || shell == shell::ShellKind::Unknown;
  return !zsh || !listed(zsh_special, name);
}

bool is_harmless_environment(std::string_view name, const shell::ShellWord& value) {
  const auto* row = std::find_if(environment.begin(), environment.end(),
                                 [&](const EnvironmentRow& r) { return listed(r.names, name); });
  if (row == environment.end()) return false;
  if (row->values == number) return value.known() && std::all_of(value.text.begin(), value.text.end(), is_digit);
  return row->values.empty() || value.text.empty() || (value.known() && all_listed(row->values, value.text));
}

bool is_project_setting(std::string_view name, const shell::ShellWord& value) {
  const bool plain = value.known() && has_only(value.text, ".-");
  if (listed("DJANGO_SETTINGS_MODULE DJANGO_CONFIGURATION FLASK_APP", name)) return plain;
  return starts_with_any(name, {"VITE_", "NEXT_PUBLIC_", "NUXT_PUBLIC_", "REACT_APP_", "EXPO_PUBLIC_"});
}

bool holds_code(std::string_view variable) {
  return listed(code_variables, variable) || (variable.starts_with("CARGO_TARGET_") && variable.ends_with("_RUNNER"));
}

bool leads_to_code(std::string_view variable) {
  return listed(leading_variables, variable) || variable.starts_with("GIT_CONFIG_KEY_");
}

}  // namespace termhost::approval
