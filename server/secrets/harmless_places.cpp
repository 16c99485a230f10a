#include "secrets/harmless_places.hpp"

#include <algorithm>
#include <array>

#include "base/ascii.hpp"
#include "base/word_list.hpp"

namespace termhost::secrets {
namespace {

struct Row {
  std::string_view names;  ///< lower case; a last `*` is any ending
  std::string_view reason;
};

constexpr std::array files{
    Row{".gitignore .gitattributes .gitmodules .gitkeep .keep .gitinclude .mailmap .git-blame-ignore-revs .gitmessage "
        ".hgignore .ignore .rgignore .fdignore .agignore .ackrc",
        "what git and searches know about a project"},
    Row{".dockerignore .npmignore .vscodeignore .eslintignore .prettierignore .stylelintignore .helmignore "
        ".gcloudignore .vercelignore .nowignore .slugignore .cfignore .ebignore .styluaignore .bazelignore "
        ".cursorignore .cursorindexingignore .geminiignore .aiderignore .codeiumignore .clineignore .rooignore "
        ".eleventyignore .funcignore .earthlyignore .containerignore .markdownlintignore .trivyignore "
        ".gitleaksignore .snyk",
        "lists of what is left out"},
    Row{".editorconfig .eslintrc* .prettierrc* .stylelintrc* .babelrc* .browserslistrc .swcrc .nycrc* .mocharc* "
        ".commitlintrc* .lintstagedrc* .czrc .cz.* .huskyrc* .jshintrc .jscsrc .jsbeautifyrc .htmlhintrc .postcssrc* "
        ".npmpackagejsonlintrc* .remarkrc* .markdownlint* .textlintrc* .alexrc* .cspell* .typos.toml .oxlintrc* "
        ".release-it* .releaserc* .versionrc* .changelogrc .ncurc* .syncpackrc* .depcheckrc* .graphqlrc* .solhint* "
        ".clang-format .clang-tidy .clangd .cmake-format* .gersemirc .astylerc .uncrustify.cfg .style.yapf "
        ".flake8 .pylintrc .isort.cfg .coveragerc .pre-commit-config.* .pre-commit-hooks.yaml .bandit "
        ".pydocstyle* .ruff.toml .rspec .rubocop* .simplecov .yardopts .erb_lint.yml .standard.yml .rustfmt.toml "
        ".clippy.toml .golangci.* .goreleaser.* .air.toml .yamllint* .hadolint.* .shellcheckrc .tflint.hcl "
        ".luacheckrc .stylua.toml .luarc.json .scalafmt.conf .scalafix.conf .swiftlint.yml .swiftformat "
        ".swift-version .ocamlformat .formatter.exs .credo.exs .php-cs-fixer* .phpcs.xml* .phpunit* "
        ".php_cs* .styleci.yml .sqlfluff .spectral.* .vale.ini .proselintrc .licenserc* .reuse .buildifier* "
        ".jsdoc* .typedoc* .tern-project .importlinter .bumpversion.* .mlc_config.json .lycheeignore",
        "settings of formatters, linters and tests"},
    Row{".nvmrc .node-version .python-version .ruby-version .ruby-gemset .java-version .sdkmanrc .tool-versions "
        ".terraform-version .terraform.lock.hcl .go-version .php-version .bazelversion .bazelrc .buckconfig "
        ".watchmanconfig .jvmopts .sbtopts .perl-version .xcode-version .mise.toml .dvmrc .fvmrc",
        "versions and options of tools"},
    Row{".travis.yml .gitlab-ci.* .appveyor.yml .drone.yml .cirrus.* .codecov.* .coveralls.yml .readthedocs.* "
        ".circleci.yml .semaphore.yml .woodpecker.* .zuul.yaml .mergify.yml .renovaterc* .dependabot.yml "
        ".pullapprove.yml .codeclimate.yml .sonarcloud.properties .fossa.yml .gitpod.* .replit .nojekyll "
        ".all-contributorsrc .tx .packit.yaml .copr .whitesource .deepsource.toml .codespellrc",
        "what servers build, which the repository's readers see"},
    Row{".env.example .env.sample .env.template .env.dist .env.defaults .env.test.example .env.local.example",
        "how a file with secrets is written"},
    Row{".cursorrules .clinerules .windsurfrules .roorules .goosehints .firebaserc .modulecache "
        ".classpath .project .package-lock.json .yarn-integrity .buildinfo .ninja_log .ninja_deps",
        "rules for agents, and records of tools"},
};

constexpr std::array folders{
    Row{".git", "what in it may hold a secret is known by name"},
    Row{".github .circleci .gitlab .husky .devcontainer .vscode .storybook .changeset .reuse .well-known .cargo .mvn "
        ".teamcity .buildkite .azure-pipelines .woodpecker .semaphore .builds .licenses .azuredevops",
        "a project's settings, which its readers see"},
    Row{"node_modules bower_components jspm_packages vendor third_party pods carthage site-packages .venv venv .tox "
        ".nox .bundle-cache .eggs .cpcache .m2-wrapper deps elm-stuff .yarn .pnpm-store .pnp .dart_tool .pub "
        ".bazel-cache .spago _opam .zig-cache zig-cache zig-out .stack-work dist-newstyle .cabal-sandbox "
        ".rustup-toolchain .external",
        "fetched, and the same for everybody"},
    Row{"dist build out target bin obj coverage htmlcov _build _site .next .nuxt .output .svelte-kit .turbo "
        ".parcel-cache "
        ".vite .angular .expo .docusaurus .astro .cache .nyc_output .sass-cache .jekyll-cache .vuepress .vitepress "
        ".eleventy-cache .rollup.cache .rpt2_cache .fusebox .temp .gradle .kotlin .build .swiftpm deriveddata "
        "cmake-build-debug cmake-build-release cmakefiles debug release x64 x86 .bloop .metals .bsp .elixir_ls "
        ".ccls-cache "
        ".deps .libs __pycache__ .mypy_cache .pytest_cache .ruff_cache .hypothesis .ipynb_checkpoints .benchmarks "
        ".pytype .pyre .phpunit.cache .php-cs-fixer.cache .scannerwork .nx .wireit .moon .rush .swc .ropeproject "
        "storybook-static test-results playwright-report reports generated gen logs log .ccache .objs",
        "built, measured or logged, and made again from what is there"},
};

/// Endings of ignored files that compilers, tests and servers write.
constexpr std::string_view endings =
    ".log .lock .map .d.ts .tsbuildinfo .o .a .so .d .obj .class .pyc .pyo .elc .beam .rlib .rmeta .gcda .gcno .gcov "
    ".profraw .profdata .lcov .out .err .html .svg .snap .stamp .min.js .min.css .egg-info";

bool begins_a_row(std::string_view names, std::string_view name) {
  bool found = false;
  base::for_each_part(names, ' ', [&](std::string_view row) {
    found = found || (row.ends_with('*') ? name.starts_with(row.substr(0, row.size() - 1)) : name == row);
  });
  return found;
}

template <class Rows>
bool has_row(const Rows& rows, std::string_view name) {
  return std::ranges::any_of(rows, [&](const Row& row) { return begins_a_row(row.names, name); });
}

bool is_harmless_file(std::string_view name) {
  if (name.starts_with('.')) return has_row(files, name);
  bool found = false;
  base::for_each_part(endings, ' ', [&](std::string_view ending) { found = found || name.ends_with(ending); });
  return found;
}

}  // namespace

bool is_harmless_place(std::string_view written) {
  const std::string path = base::lowered(written);
  bool in_unknown = false;  // a hidden folder
  for (std::string_view rest = path; !rest.empty();) {
    const std::size_t end = std::min(rest.find('/'), rest.size());
    const std::string_view name = rest.substr(0, end);
    if (has_row(folders, name)) return true;
    if (end == rest.size()) return !in_unknown && is_harmless_file(name);
    in_unknown = in_unknown || name.starts_with('.');
    rest.remove_prefix(end + 1);
  }
  return false;
}

}  // namespace termhost::secrets
