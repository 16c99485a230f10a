#include "approval/rules/suggestions.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "approval/programs/program_kinds.hpp"
#include "approval/programs/program_table.hpp"
#include "approval/text.hpp"

namespace termhost::approval {
namespace {

/// Programs whose first operand is what they do: two words.
constexpr std::string_view with_subcommand =
    "git hg svn jj docker podman kubectl helm cargo rustup go npm pnpm yarn bun deno pip pip3 pipx uv poetry pdm "
    "conda mamba gem bundle composer apt apt-get dnf yum pacman brew port snap flatpak systemctl journalctl gh "
    "glab terraform tofu pulumi vagrant dotnet mvn gradle gradlew ./gradlew ./mvnw make gmake cmake ninja just "
    "task rake rails mix swift flutter dart zig stack cabal bazel buck nx turbo lerna ng vite next astro nuxt aws "
    "gcloud az fly heroku vercel netlify firebase supabase prisma php-artisan tmux screen "
    "pre-commit tox nox hatch rye mise asdf volta ruff nim pyenv rbenv sdk opam packer certbot";

/// Programs whose subcommand has one of its own: three words.
constexpr std::string_view with_two_subcommands =
    "npm run|pnpm run|yarn run|bun run|npm run-script|yarn workspace|docker compose|docker container|docker "
    "image|docker volume|docker network|docker buildx|docker system|podman container|podman image|git stash|git "
    "remote|git worktree|git submodule|git bisect|git notes|git lfs|gh pr|gh issue|gh run|gh repo|gh workflow|gh "
    "release|glab mr|glab issue|kubectl get|kubectl describe|kubectl config|aws s3|aws ec2|gcloud compute|az "
    "vm|uv pip|uv tool|cargo nextest|go mod|go tool|rustup target|rustup toolchain|terraform state|terraform "
    "workspace|mise run|nx run|turbo run|deno task|composer run|poetry run|systemctl status";

/// Subcommands that set programs to run, or that destroy.
constexpr std::string_view never_subcommands =
    "gradle run|mvn exec:java|go run|go install|go get|go generate|cargo run|cargo r|mise exec|mise x|mise run|asdf "
    "exec|pyenv exec|rbenv "
    "exec|uv run|"
    "uv pip|uv add|uv tool|uv sync|pipx run|pipx install|poetry run|poetry add|poetry install|pipenv run|pipenv "
    "install|pdm run|"
    "hatch run|rye run|conda run|conda install|bundle exec|bundle install|composer install|composer require|gem "
    "install|"
    "npm install|npm i|npm ci|npm add|npm update|npm uninstall|npm link|npm start|npm init|npm create|pnpm "
    "install|pnpm i|pnpm add|"
    "pnpm exec|pnpm create|yarn install|yarn add|yarn exec|yarn create|bun install|bun add|bun run|deno install|brew "
    "install|"
    "apt install|apt-get install|dnf install|yum install|snap install|flatpak install|rustup run|rustup default|"
    "packer build|dotnet tool|dotnet script|terraform init|tofu init|pulumi destroy|pulumi up|tofu destroy|tofu "
    "apply|vagrant destroy|vagrant ssh|docker "
    "image|"
    "docker push|docker pull|docker login|docker cp|docker kill|docker stop|kubectl drain|kubectl "
    "edit|"
    "kubectl cp|helm install|helm upgrade|gcloud compute|az vm|aws ec2|fly deploy|heroku run|git fetch|git pull|git "
    "clone|"
    "git rebase|git merge|git submodule|git bisect|git difftool|git mergetool|git filter-repo|git worktree|git "
    "remote|git am|"
    "git apply|gh auth|gh release|gh workflow|gh run|systemctl start|systemctl restart|systemctl enable|systemctl edit|"
    "nix run|nix shell|nix develop|tmux send-keys|tmux new|tmux new-session|dotnet run|mix run|swift run|flutter "
    "run|zig run|"
    "stack exec|stack run|cabal exec|cabal run|dart run|rails runner|rails console|rails server|rails destroy|"
    "just|"
    "git config|git clean|git reset|git filter-branch|git rm|git checkout|git restore|git push|docker run|docker "
    "exec|docker rm|docker rmi|docker system|podman run|podman exec|kubectl exec|kubectl delete|kubectl apply|npm "
    "exec|npm publish|npm config|cargo publish|cargo install|pip install|pip3 install|npm install-test|helm "
    "uninstall|terraform destroy|terraform apply|systemctl stop|systemctl disable|brew uninstall|apt "
    "remove|apt-get remove|apt purge|gh api|gh repo|aws s3|deno run|deno eval|bun x|yarn dlx|pnpm dlx";

/// First verbs of any program that are too wide for a rule, unless a third word narrows them: `bazel run`, `make
/// deploy`.
constexpr std::string_view never_first_verbs =
    "run exec install uninstall push publish deploy upload apply destroy delete up x r shell repl renew";

/// Verbs of any program or subcommand that are too wide for a rule: `gh pr merge`, `cdk destroy`, `flask run`.
constexpr std::string_view never_verbs =
    "merge close delete create edit push rm remove destroy prune drop clear kill stop down up exec run pop add "
    "use-context set-context set login import install upgrade deploy publish upload del reset clean purge forget wipe "
    "shell eval repl console connect apply downgrade develop dlx";

/// Among the first words, whatever the program.
bool does_harm(const std::vector<shell::ShellWord>& words) {
  constexpr std::array<std::string_view, 8> parts{"drop",     "destroy", "delete", "reset",
                                                  "rollback", "deploy",  "--prod", "publish"};
  return std::any_of(words.begin() + 1, words.begin() + std::min<std::ptrdiff_t>(std::ssize(words), 4),
                     [&](const shell::ShellWord& word) {
                       return std::any_of(parts.begin(), parts.end(), [&](std::string_view part) {
                         return word.text.find(part) != std::string::npos;
                       });
                     });
}

bool listed_pair(std::string_view list, std::string_view first, std::string_view second) {
  const std::string wanted = std::string(first) + ' ' + std::string(second);
  while (!list.empty()) {
    const std::size_t bar = std::min(list.find('|'), list.size());
    if (list.substr(0, bar) == wanted) return true;
    list.remove_prefix(std::min(bar + 1, list.size()));
  }
  return false;
}

/// Plain enough to be the name of a subcommand, a script or a target.
bool is_name(const shell::ShellWord& word) {
  return word.known() && !word.text.empty() && is_name_start(word.text[0]) && has_only(word.text, "-:@");
}

bool is_program(const shell::ShellWord& word) {
  const bool relative = word.text.starts_with("./") && word.text.find("..") == std::string::npos;
  const std::string_view name = relative ? std::string_view(word.text).substr(2) : std::string_view(word.text);
  return word.known() && !name.empty() && (is_name_char(name[0]) || name == "[") &&
         has_only(name, relative ? "-+.[/" : "-+.[");
}

}  // namespace

std::string safe_prefix(const shell::SimpleCommand& command) {
  const auto& words = command.words;
  if (words.empty() || !is_program(words[0])) return {};
  std::string name = lower(program_name(words[0].text));
  if (is_too_wide(name)) return {};
  name.resize(name.find_last_not_of("0123456789.-") + 1);  // pip3.11 is pip
  const bool parted = listed(with_subcommand, name) || listed(with_subcommand, words[0].text);
  const bool named = words.size() > 1 && is_name(words[1]);
  const bool nested = named && listed_pair(with_two_subcommands, name, words[1].text);
  if (does_harm(words) || (named && !parted && listed(never_verbs, words[1].text))) return {};
  if (!parted && (!named || find_program(name) != nullptr || words[0].text.starts_with('.'))) return words[0].text;
  if (!named || listed_pair(never_subcommands, name, words[1].text)) return {};
  if (!nested && listed(never_first_verbs, words[1].text)) return {};
  std::string prefix = words[0].text + ' ' + words[1].text;
  if (!nested) return prefix;
  if (words.size() < 3 || !is_name(words[2]) || listed(never_verbs, words[2].text)) return {};
  return prefix + ' ' + words[2].text;
}

}  // namespace termhost::approval
