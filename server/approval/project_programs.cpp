#include "approval/program_table.hpp"

namespace termhost::approval {
namespace {

constexpr std::uint32_t reads = ReadOnly;

/// Whatever of git shows a difference.
constexpr std::string_view git_shows =
    "-pusbwazRBDPEFin0123456789 -U?~ -M?~ -C?~ -n:~ -L: -S: -G: -l:~ --patch --no-patch --stat --stat=~ --numstat "
    "--shortstat "
    "--summary --name-only --name-status --raw --check --color --color=~ --no-color --color-words --word-diff "
    "--word-diff=~ "
    "--minimal --histogram --patience --diff-algorithm=~ --unified=~ --function-context --ignore-all-space "
    "--ignore-space-change --ignore-blank-lines --ignore-space-at-eol --find-renames --find-renames=~ --find-copies "
    "--no-renames "
    "--diff-filter=~ --relative --no-ext-diff --no-textconv --text --binary --full-index --abbrev --abbrev=~ "
    "--exit-code --quiet "
    "--cached --staged --merge-base --no-index --submodule --submodule=~ --ignore-submodules --compact-summary "
    "--dirstat --pickaxe-regex "
    "--cc --oneline --graph --all --decorate --decorate=~ --no-decorate --pretty --pretty=^ --format=^ --date=^ "
    "--since= --until= --after= "
    "--before= --author= --committer= --grep= --invert-grep --all-match --merges --no-merges --first-parent --reverse "
    "--follow "
    "--branches --branches= --tags --tags= --remotes --remotes= --max-count=~ --skip=~ --abbrev-commit "
    "--no-abbrev-commit --show-signature "
    "--source --left-right --cherry-pick --cherry --boundary --topo-order --date-order --author-date-order "
    "--full-history "
    "--simplify-by-decoration --walk-reflogs -g --notes --no-notes --parents --children --merge --no-walk "
    "--ancestry-path --regexp-ignore-case "
    "--extended-regexp --fixed-strings --perl-regexp --root -t -r -m -c --no-prefix --count --not --objects "
    "--max-parents=~ --min-parents=~ "
    "--timestamp --no-commit-id --textconv --no-color-moved --color-moved --no-pager --rotate-to= --skip-to= --null -z "
    "--exclude=";

constexpr std::array rows{
    // git: what it is told before its command, what only reads, what changes the repository
    ProgramRow{"git",
               "--no-pager -P --no-optional-locks --literal-pathspecs --no-replace-objects -C: -c:% --version --help",
               Subcommands},
    ProgramRow{"git diff|git log|git show|git whatchanged|git diff-tree|git diff-index|git diff-files|git rev-list|git "
               "range-diff",
               git_shows, reads},
    ProgramRow{"git shortlog", "-snecw --summary --numbered --email --all --since= --until= --no-merges --group=~",
               reads},
    ProgramRow{"git status",
               "-sbuvz -u?~ --short --branch --show-stash --porcelain --porcelain=~ --long --verbose --untracked-files "
               "--untracked-files=~ "
               "--ignored --ignored=~ --ignore-submodules --ignore-submodules=~ --column --no-column --ahead-behind "
               "--no-ahead-behind --no-renames",
               reads},
    ProgramRow{"git rev-parse",
               "--abbrev-ref --abbrev-ref=~ --short --short=~ --verify --show-toplevel --show-prefix --show-cdup "
               "--git-dir --git-common-dir "
               "--is-inside-work-tree --is-inside-git-dir --is-bare-repository --is-shallow-repository --symbolic "
               "--symbolic-full-name --absolute-git-dir "
               "--all --branches --tags --remotes --quiet -q --show-superproject-working-tree --git-path= --revs-only "
               "--no-revs --default= --show-object-format",
               reads},
    ProgramRow{"git ls-files",
               "-zcdmosukvt --cached --deleted --modified --others --ignored --stage --unmerged --killed "
               "--exclude-standard --directory "
               "--full-name --error-unmatch --abbrev -x: --exclude= --no-empty-directory --eol --deduplicate",
               reads | NamesOnly},
    ProgramRow{"git ls-tree", "-rtdlz --name-only --name-status --full-name --full-tree --long --abbrev", reads},
    ProgramRow{"git blame|git annotate",
               "-wlsetMCpcfb -L: --line-porcelain --porcelain --show-email --date=^ --since= --root --reverse "
               "--first-parent --color-lines",
               reads},
    ProgramRow{"git describe|git name-rev|git merge-base|git cherry|git show-ref|git for-each-ref|git "
               "count-objects|git cat-file|git verify-commit|git var|"
               "git show-branch|git check-ignore|git check-attr|git rev-name|git version|git diff-pairs|git "
               "merge-tree|git patch-id",
               "-vpteqsdHa --tags --always --dirty --long --all --abbrev=~ --match= --exclude= --contains "
               "--exact-match --first-parent --candidates=~ --name-only --refs= "
               "--is-ancestor --fork-point --octopus --independent --heads --verify --hash --hash=~ --dereference "
               "--sort=~ --format=^ --count=~ --points-at --merged --no-merged "
               "--human-readable --verbose --no-index --quiet --symbolic-full-name --batch-check --abbrev",
               reads},
    ProgramRow{"git grep",
               "-niIlLcwvEFPGpWhHoqz -A:~ -B:~ -C:~ -e: -m:~ --cached --line-number "
               "--ignore-case --files-with-matches --name-only "
               "--count --word-regexp --extended-regexp --fixed-strings --perl-regexp --heading --break --and --or "
               "--not --all-match --max-depth=~ --color --no-color "
               "--show-function --function-context --context=~ --invert-match --files-without-match --max-count=~ "
               "--column --only-matching",
               reads | Pattern, 255, "--untracked --no-index"},
    ProgramRow{"git branch",
               "-avrlqi -vv --list --all --remotes --verbose --show-current --no-color --color --color=~ --sort=~ "
               "--format=^ --column --no-column --ignore-case",
               reads | TextOperands, 0,
               "-dDmMcCftu: --delete --move --copy --force --track --no-track --set-upstream-to= --unset-upstream "
               "--contains= --no-contains= --merged= --no-merged= --points-at= --merged --no-merged "
               "--contains"},
    ProgramRow{"git tag",
               "-l -n?~ --list --sort=~ --format=^ --column --no-column --ignore-case --contains= --no-contains= "
               "--merged= --points-at=",
               reads | TextOperands, 0, "-adfsm: -F:@ --annotate --delete --force --message= --no-sign"},
    ProgramRow{"git remote", "-v --verbose", reads | TextOperands | Remote, 0},
    ProgramRow{"git remote get-url", "--all --push", reads | TextOperands, 1},
    ProgramRow{"git remote show", "-n", TextOperands, 1},
    ProgramRow{"git remote add|git remote remove|git remote rename|git remote set-url|git remote prune",
               "-f -t: --tags --no-tags --dry-run", Remote},
    ProgramRow{"git stash list|git stash show", git_shows, reads},
    ProgramRow{
        "git stash",
        "-ukqaS -m: --include-untracked --keep-index --no-keep-index --quiet --all --staged --message=", TextOperands},
    ProgramRow{"git stash push|git stash pop|git stash apply|git stash drop|git stash clear|git stash save|git stash "
               "branch|git stash store|git stash create",
               "-ukqaS -m: --index --include-untracked --keep-index --quiet --all --staged --message=", 0},
    ProgramRow{"git reflog|git reflog show", git_shows, reads},
    ProgramRow{"git worktree list|git submodule status|git notes list|git bisect log|git lfs ls-files|git "
               "sparse-checkout list",
               "-vq --porcelain --verbose --recursive --cached", reads, 1},
    ProgramRow{"git config",
               "-lz --list --get --get-all --get-regexp --show-origin --show-scope --name-only --null --global --local "
               "--system --worktree --type=~ --bool --int --default=",
               reads | TextOperands, 1},
    ProgramRow{"git config get|git config list",
               "--all --show-origin --show-scope --name-only --global --local --system --regexp --default=",
               reads | TextOperands, 1},
    ProgramRow{"git help", "-a --all", reads | TextOperands, 0},
    ProgramRow{"git add",
               "-AupNnvfi --all --update --no-all --patch --intent-to-add --dry-run --verbose --force --ignore-errors "
               "--refresh --renormalize --chmod=~",
               0},
    ProgramRow{"git commit",
               "-aqvsnpei -m: -C: -c: -F:@ --message= --all --amend --no-edit --no-verify --quiet --verbose --signoff "
               "--allow-empty --allow-empty-message --dry-run --author= "
               "--date= --fixup= --squash= --reuse-message= --reset-author --no-gpg-sign --trailer= --no-post-rewrite "
               "--status --no-status --short --porcelain --file=@ --only --include",
               0},
    ProgramRow{"git checkout|git switch|git restore",
               "-bBcCqfdpmt -s: --track --no-track --detach --force --quiet --ours --theirs --merge --orphan= "
               "--create= --force-create= --staged --worktree "
               "--source= --discard-changes --guess --no-guess --patch --progress --no-progress --conflict=~ "
               "--ignore-other-worktrees",
               0},
    ProgramRow{"git merge|git cherry-pick|git revert|git rebase",
               "-qvn -m: -X:~ -s:~ --no-ff --ff --ff-only --squash --no-commit --commit --no-edit --edit --abort "
               "--continue --skip --quit --message= --strategy=~ "
               "--strategy-option=~ --no-verify --signoff --onto= --keep-base --autostash --no-autostash --autosquash "
               "--no-autosquash --root --quiet --verbose "
               "--stat --no-stat --rebase-merges --update-refs --allow-unrelated-histories --mainline=~ --no-gpg-sign",
               0, 255, ""},
    ProgramRow{"git reset|git rm|git mv|git clean",
               "-qfdrnNpxXk --hard --soft --mixed --merge --keep --quiet --cached --force --dry-run --recursive "
               "--patch --ignore-unmatch -e: --exclude=",
               0},
    ProgramRow{
        "git fetch|git pull|git push|git clone|git ls-remote|git submodule update|git submodule init|git submodule "
        "sync|git remote update|git fetch-pack",
        "-afpPtqvnkdu46 -j:~ -b: -o: --all --force --prune --prune-tags --tags --no-tags --quiet --verbose --dry-run "
        "--depth=~ --deepen=~ --unshallow --progress --no-progress --jobs=~ --rebase "
        "--rebase=~ --no-rebase --ff --ff-only --no-ff --no-edit --no-commit --squash --autostash --no-autostash "
        "--set-upstream --force-with-lease --force-with-lease= --force-if-includes --delete --follow-tags "
        "--no-verify --porcelain --mirror --atomic --heads --refs --exit-code --symref --sort=~ --branch= --origin= "
        "--single-branch --no-single-branch --no-checkout --bare --filter=~ --shallow-since= "
        "--shallow-submodules --recurse-submodules --no-recurse-submodules --init --recursive --remote --checkout "
        "--sparse --signed=~ --no-signed --stat --no-stat --allow-unrelated-histories --append --get-url",
        Remote},
    ProgramRow{"git init|git worktree add|git worktree remove|git worktree prune|git apply|git am|git "
               "bisect start|git bisect good|git bisect bad|git bisect reset|git gc|git fsck|git prune|"
               "git notes show|git update-index|git archive|git format-patch|git "
               "lfs|git lfs pull",
               "-qvbfnp3R --quiet --verbose --bare --initial-branch= --force --check --stat --numstat --index --cached "
               "--reverse --3way --abort --continue --skip --auto --prune --aggressive --full "
               "--refresh --stdout --dry-run --detach --lock -m:",
               0},

    // Scripts of a project: what they do is the project's
    ProgramRow{"npm|pnpm|yarn|bun",
               "-v --version --silent -s --help -h --prefix= -C: --dir= --cwd= -w: --workspace= --workspaces --filter= "
               "-F: -r --recursive --no-color --offline --frozen-lockfile --production",
               Subcommands},
    ProgramRow{"npm ls|npm list|npm explain|npm why|npm root|npm prefix|npm bin|npm config get|npm pkg get",
               "-gal --depth=~ --all --json --global --long --parseable --prod --dev --production --omit=~ --silent -s "
               "--workspaces -w: --workspace=",
               reads | TextOperands},
    ProgramRow{"npm view|npm outdated|npm config list|npm audit|npm ping|npm whoami|npm help|npm fund|npm search|"
               "pnpm ls|pnpm list|pnpm why|pnpm outdated|yarn list|yarn why|yarn info|bun pm ls",
               "-gal --depth=~ --all --json --global --long --parseable --prod --dev --production --omit=~ "
               "--audit-level=~ --silent -s -r --recursive --workspaces -w: --workspace=",
               TextOperands},
    ProgramRow{
        "npm run|npm run-script|npm test|npm t|npm start|npm stop|npm ci|npm install|npm i|npm add|npm update|npm "
        "uninstall|npm rebuild|npm dedupe|npm prune|npm init|npm pack|npm version|npm link|npm audit fix|"
        "pnpm run|pnpm test|pnpm install|pnpm i|pnpm add|pnpm update|pnpm remove|pnpm build|pnpm start|pnpm lint|pnpm "
        "dev|pnpm typecheck|yarn run|yarn test|yarn install|yarn add|yarn build|yarn remove|yarn lint|"
        "yarn start|yarn dev|yarn workspace|yarn workspaces|bun run|bun test|bun install|bun add|bun build|bun remove",
        "-DEPSgsfywrhFdO --silent --if-present --workspace= --workspaces --include-workspace-root --production "
        "--save-dev --save --save-exact --save-peer --save-optional --no-save --dev --peer --exact --global "
        "--no-audit --no-fund --legacy-peer-deps --ignore-scripts --verbose --quiet --depth=~ --json --prefer-offline "
        "--offline --omit=~ --include=~ --loglevel=~ --force --yes --frozen-lockfile "
        "--no-frozen-lockfile --immutable --no-optional --recursive --filter= --parallel --stream --no-progress "
        "--no-color --foreground-scripts --package-lock-only --dry-run --coverage --watch=~ --ci --bail --runInBand "
        "--watch "
        "--no-bail --help --production=~ --prod --latest --lockfile-only --strict-peer-dependencies --workspace-root "
        "--verify",
        RestAny | Remote},
    ProgramRow{"npx|bunx|pnpx", "-y --yes --no-install --no --quiet -q", Subcommands},
    ProgramRow{"npx tsc|tsc|npx vue-tsc|vue-tsc",
               "-pbwv -p: --noEmit --project= --watch --build --pretty --pretty=~ --skipLibCheck --strict "
               "--incremental --declaration --emitDeclarationOnly --target=~ --module=~ --moduleResolution=~ "
               "--jsx=~ --listFiles --listFilesOnly --traceResolution --explainFiles --showConfig --version --init "
               "--noErrorTruncation --diagnostics --extendedDiagnostics --esModuleInterop --allowJs --checkJs --lib=~ "
               "--force --verbose --dry --clean",
               0},
    ProgramRow{
        "npx eslint|eslint|npx prettier|prettier|npx biome|biome|npx stylelint|stylelint|npx vitest|vitest|npx "
        "jest|jest|npx mocha|mocha|npx playwright|playwright|npx cypress|cypress|npx ava|ava|npx tap|tap|npx vite|vite|"
        "npx next|next|npx turbo|turbo|npx nx|nx|npx webpack|webpack|npx rollup|rollup|npx esbuild|esbuild|npx "
        "tsup|tsup|npx ts-node|npx tsx|npx prisma|prisma|npx husky|npx lint-staged|npx knip|npx madge|npx depcheck",
        "", Trusts},
    ProgramRow{"cargo", "-vq --version --list --locked --offline --frozen --verbose --quiet --color=~", Subcommands},
    ProgramRow{
        "cargo build|cargo b|cargo check|cargo c|cargo test|cargo t|cargo run|cargo r|cargo bench|cargo clippy|cargo "
        "doc|cargo fmt|cargo nextest|cargo nextest run|cargo clean|cargo fix|cargo expand|cargo llvm-cov",
        "-rqv -p:~ -j:~ -F: -E: --release --all --workspace --package=~ --exclude= --features= --all-features "
        "--no-default-features --all-targets --lib --bins --bin=~ --tests --test=~ --examples --example=~ --benches "
        "--bench=~ "
        "--doc --no-run --no-fail-fast --fail-fast --verbose --quiet --locked --offline --frozen --profile=~ --jobs=~ "
        "--target=~ --message-format=~ --color=~ --check --edition=~ --keep-going --no-deps --document-private-items "
        "--allow-dirty --allow-staged --fix --future-incompat-report --test-threads=~ --retries=~ --no-capture "
        "--manifest-path=@",
        RestAny},
    ProgramRow{"cargo tree|cargo metadata|cargo search|cargo pkgid|cargo locate-project|cargo verify-project|cargo "
               "outdated|cargo audit|cargo deny|cargo machete|cargo version|cargo help|cargo info|cargo read-manifest",
               "-ip: -e:~ -d --depth=~ --no-deps --format-version=~ --edges=~ --invert --all-features --duplicates "
               "--workspace --prefix=~ --features= --target=~ --locked --offline --frozen --package=~",
               TextOperands},
    ProgramRow{"cargo add|cargo remove|cargo update|cargo fetch|cargo generate-lockfile|cargo new|cargo init",
               "-p:~ -F: --dev --build --features= --no-default-features --optional --package=~ --precise=~ "
               "--workspace --dry-run --lib --bin --name=~ --vcs=~ --offline --locked",
               0},
    ProgramRow{"rustc", "-gOvV --version --edition=~ --crate-type=~ --test --emit=~ -o:> --print=~ --explain=~", 0},
    ProgramRow{"rustup", "-vq", Subcommands},
    ProgramRow{"rustup show|rustup target list|rustup toolchain list|rustup component list|rustup which", "--installed",
               TextOperands},
    ProgramRow{"go", "", Subcommands},
    ProgramRow{"go build|go test|go vet|go run|go list|go install",
               "+v +x +n +a +race +cover +covermode: +coverpkg: +short +failfast +json +run: +bench: +benchtime: "
               "+benchmem +count: +timeout: +parallel: +p: +cpu: +tags: +skip: +list: +mod:~ +trimpath +m +f:^ +deps "
               "+test +e +u +shuffle: +fullpath "
               "+vet: +coverprofile:> +o:>",
               0},
    ProgramRow{"go mod|go mod tidy|go mod download|go mod verify|go mod graph|go mod why|go mod init|go get|go fmt|go "
               "doc|go clean|go work sync|go work use|go mod vendor",
               "+v +x +n +u +t +d +m +json +vendor +all +src +short +cache +testcache +modcache +go:~ +diff", 0},
    ProgramRow{"go version|go help", "+json +m", reads | TextOperands, 0},
    ProgramRow{"go env", "+json", reads | TextOperands},
    ProgramRow{"gofmt", "-ldse", reads, 255, "-w"},
    ProgramRow{"goimports|golangci-lint", "-lwdse -v --fix --timeout=~ --fast", 0},
    ProgramRow{
        "make|gmake|bmake",
        "-nkisBqtSwrRd -j?~ -l?~ -C: -f:@ -o: -W: --jobs --jobs=~ --directory= --file=@ --makefile=@ --dry-run "
        "--keep-going --silent --quiet --always-make --no-print-directory --print-directory --question "
        "--output-sync --output-sync=~ --ignore-errors --just-print --trace --touch --no-builtin-rules --version",
        NoAssignment},
    ProgramRow{"ninja", "-vnwh -C: -f:@ -j:~ -k:~ -l:~ -t:~ -d:~ --verbose --quiet --version", 0},
    ProgramRow{"cmake",
               "-S: -B: -G: -A: -D:$ -U: -N -LAH --build= --install= --target= -t: --config=~ -j?~ --parallel "
               "--parallel=~ --clean-first --fresh --preset=~ --list-presets --list-presets=~ --version --workflow -v "
               "--verbose --log-level=~ --prefix= --component=~ --strip",
               NoAssignment},
    ProgramRow{
        "ctest",
        "-VNQF -R: -E: -L: -j?~ -I: -C:~ -VV --test-dir= --output-on-failure --verbose --extra-verbose --tests-regex= "
        "--exclude-regex= --label-regex= --parallel --parallel=~ --timeout=~ --repeat=~ --rerun-failed --show-only "
        "--show-only=~ --stop-on-failure --preset=~ --build-config=~ --progress --quiet --no-tests=~ --stop-time=~ "
        "--schedule-random --test-load=~ --version",
        0},
    ProgramRow{"meson compile|meson test|meson setup|bazel build|bazel test|bazel query|just|task|rake|mix test|mix "
               "compile|mix format|mix deps.get|mix credo|swift build|swift test|flutter test|flutter analyze|dart "
               "test|dart analyze|zig build|zig test|"
               "stack build|stack test|cabal build|cabal test|sbt|sbt test|lein test|rebar3|dune build|dune test|dune "
               "runtest|xcodebuild",
               "", Trusts | NoAssignment},
    ProgramRow{"pytest|py.test|tox|nox|mypy|ruff|ruff check|ruff format|black|isort|flake8|pylint|pyright|npx "
               "pyright|basedpyright|bandit|pre-commit|pre-commit run|coverage|coverage run|coverage "
               "report|rubocop|rspec|phpunit|phpstan|php-cs-fixer|"
               "shfmt|hadolint|yamllint|markdownlint|actionlint|dotnet build|dotnet test|dotnet run|dotnet "
               "restore|dotnet format|dotnet list|dotnet --version|dotnet clean|dotnet publish|dotnet --info|bundle "
               "install|bundle list|composer install|"
               "composer validate|composer show|poetry install|poetry show|poetry check|poetry lock|uv sync|uv lock|uv "
               "pip list|uv pip show|uv tree|pipenv install|detekt|ktlint|checkstyle|buf lint|buf "
               "build|sphinx-build|mkdocs build|hugo|jekyll build|"
               "standard|semistandard|oxlint|dprint|taplo|typos|cspell|codespell|vale",
               "", Trusts},
    ProgramRow{"mvn|./mvnw|mvnw",
               "-BqoUNneXV -T:~ -P:~ +pl: +am +amd +Dtest: +DskipTests +DskipTests: +Dmaven.test.skip: "
               "+DfailIfNoTests: --batch-mode --quiet --offline --update-snapshots --no-transfer-progress --fail-fast "
               "--fail-at-end --projects= --also-make "
               "--threads=~ --version +ntp",
               NoAssignment},
    ProgramRow{"gradle",
               "-qisdam -x: -P: --tests= --info --stacktrace --no-daemon --daemon --parallel --offline --rerun-tasks "
               "--continue --console=~ --quiet --exclude-task= --dry-run --build-cache --no-build-cache "
               "--warning-mode=~ --version --max-workers=~",
               0},
    ProgramRow{"pip|pip3", "-qV --version --quiet --disable-pip-version-check", Subcommands},
    ProgramRow{
        "pip list|pip show|pip freeze|pip check|pip3 list|pip3 show|pip3 freeze|pip3 check",
        "-foiv -o --outdated --format=~ --not-required --user --local --files --verbose --disable-pip-version-check",
        ReadOnly | TextOperands},
    ProgramRow{"pip install|pip3 install|uv pip install|uv add|poetry add|pip uninstall|pip3 uninstall",
               "-qUyev -r:@ -e: --upgrade --quiet --user --no-deps --dev --group=~ --requirement=@ --no-cache-dir "
               "--break-system-packages --yes --editable= --pre --no-input --disable-pip-version-check",
               Remote},
    // A rule for the bare name of these allows whatever they are given
    ProgramRow{"python|python2|python3|pypy|pypy3|node|nodejs|ruby|perl|php|deno|tsx|ts-node|java|Rscript|julia|lua|"
               "ocaml|elixir|groovy|scala",
               "-V -v --version +version", ReadOnly | AnyWord, 0},

    // Compilers, containers, clouds
    ProgramRow{
        "gcc|g++|cc|c++|clang|clang++|gfortran",
        "-cgSEvwO?~ -W?~ -D: -U: -I: -L: -l: -o:> -x:~ -M -MM +std: +O0 +O1 +O2 +O3 +Os +Og +g +Wall +Wextra +Werror "
        "+Wpedantic +pedantic +pthread +fPIC +fPIE +shared +static +fsyntax-only +fno-exceptions +fno-rtti "
        "+march:~ +mtune:~ +m32 +m64 +isystem: +include: +fsanitize:~ +ansi +dumpversion +dumpmachine --version",
        Remote},
    ProgramRow{"clang-format",
               "-n --dry-run --Werror --style=~ +style:~ +n --fallback-style=~ --assume-filename= --version --verbose",
               reads, 255, "-i +i"},
    ProgramRow{"clang-tidy",
               "-p: --checks= --fix --quiet --warnings-as-errors= --header-filter= +p: +checks: +quiet +fix "
               "+header-filter: --version --list-checks",
               0},
    ProgramRow{"docker|podman|docker-compose", "-f:@ -p:~ --file=@ --project-name=~ --version -v --profile=~",
               Subcommands},
    ProgramRow{"docker ps|docker images|docker version|docker container ls|docker image ls|docker network ls|docker "
               "volume ls|podman ps|podman images",
               "-aqls -f: -n:~ --all --quiet --filter= --format=^ --no-trunc --size --last=~ --latest --digests",
               reads | TextOperands, 1},
    ProgramRow{
        "docker logs|docker inspect|docker info|docker top|docker stats|docker "
        "diff|docker port|docker history|docker search|docker compose ps|"
        "docker compose logs|docker compose config|docker compose images|docker compose ls|docker compose "
        "top|docker-compose ps|docker-compose logs|docker-compose config|podman logs|podman "
        "inspect|docker network inspect|"
        "docker volume inspect|docker image inspect|docker container inspect|docker system df|docker context ls|docker "
        "events",
        "-aqfnlst -f: -n:~ --all --quiet --filter= --format=^ --no-trunc --size --follow --tail=~ --since= --until= "
        "--timestamps --details --last=~ --latest --services --no-stream --no-color --no-log-prefix --type=~ --digests",
        TextOperands},
    ProgramRow{"docker build|docker image build|docker compose up|docker compose down|docker compose build|docker "
               "compose restart|docker compose start|docker compose stop|docker compose pull|docker-compose "
               "up|docker-compose down|docker-compose build|docker start|docker stop|"
               "docker restart|docker pull|docker tag|docker compose create|docker compose rm|docker rm|docker rmi",
               "-dqvfst: -f:@ -t: --detach --build --no-build --force-recreate --no-recreate --remove-orphans "
               "--no-deps --no-cache --pull --pull=~ --tag= --file=@ --target=~ --build-arg= --progress=~ --platform=~ "
               "--quiet --volumes --rmi=~ --timeout=~ --wait --no-start --no-color --force --parallel",
               0},
    ProgramRow{"kubectl|oc", "-n:~ --namespace=~ --context=~", Subcommands},
    ProgramRow{"kubectl get|kubectl describe|kubectl logs|kubectl top|kubectl explain|kubectl version|kubectl "
               "api-resources|kubectl cluster-info|kubectl config get-contexts|kubectl config current-context|kubectl "
               "rollout status|kubectl top pods|kubectl top nodes|"
               "oc get|oc describe|oc logs|kubectl events",
               "-Awfpc:~ -n:~ -o:^ -l: -c:~ -w -f -p --all-namespaces --namespace=~ --context=~ --selector= --output=^ "
               "--show-labels --watch --no-headers --sort-by= --field-selector= --tail=~ --since=~ --follow --previous "
               "--container=~ --all-containers --timestamps --client "
               "--ignore-not-found --wide --limit=~",
               TextOperands},
    ProgramRow{"helm|terraform|tofu|gh|glab|brew|apt|apt-get|aws|gcloud|az|poetry|uv|dotnet|bundle|composer|conda|pre-"
               "commit|meson|bazel|mix|swift|flutter|dart|zig|stack|gem|cabal|dune|mkdocs|jekyll|buf",
               "--version +version", Subcommands},
    ProgramRow{"helm list|helm status|helm get|helm history|helm lint|helm template|helm search|helm show|helm version",
               "-aAn:~ --all-namespaces --namespace=~ -f:@ --values=@ --set= --short", 0},
    ProgramRow{"terraform plan|terraform validate|terraform fmt|terraform show|terraform output|terraform "
               "providers|terraform version|terraform state list|terraform graph|tofu plan|tofu validate|tofu fmt",
               "+out:> +var: +var-file:@ +target: +no-color +json +check +recursive +diff +input: +refresh: +lock: "
               "+compact-warnings +detailed-exitcode +raw +destroy",
               0},
    ProgramRow{"gh pr|gh issue|gh run|gh release|gh workflow|gh repo view|gh pr view|gh pr list|gh pr diff|gh pr "
               "checks|gh pr status|gh pr create|gh issue view|gh issue list|gh issue create|gh run list|gh run "
               "view|gh run watch|gh release list|gh release view|"
               "gh auth status|gh status|gh label list|gh search|gh workflow list|gh workflow view|gh pr comment|gh "
               "issue comment|gh pr checkout|gh repo list",
               "-L:~ -s:~ -l: -a: -A: -S: -R: -t: -b: -B: -H: -c --limit=~ --state=~ --label= --assignee= --author= "
               "--search= --json=~ --jq= --repo= --comments --title= --body= --base= --head= --draft --fill "
               "--name-only --log --log-failed --job=~ --branch= "
               "--workflow= --patch --watch --required --template=^ --body-file=@ --status=~ --verbose --exit-status",
               TextOperands},
    ProgramRow{"dpkg|dpkg-query", "-lsLSW -f:^ --list --status --listfiles --search --show --showformat=^",
               reads | TextOperands, 255, "", "-l -s -L -S -W --list --status --listfiles --search --show"},
    ProgramRow{"apt list|apt show|apt search|apt policy|apt-cache show|apt-cache search|apt-cache policy|apt-cache "
               "depends|apt-cache rdepends",
               "-an --installed --upgradable --all-versions --names-only", reads | TextOperands},
    ProgramRow{"brew list|brew info|brew search|apt-cache|brew outdated", "-lsn --installed --versions", TextOperands},
    ProgramRow{"pkg-config|pkgconf",
               "--cflags --cflags-only-I --cflags-only-other --libs --libs-only-l --libs-only-L --libs-only-other "
               "--modversion --exists --list-all --variable=~ --print-variables --print-requires --print-errors "
               "--static --version",
               reads | TextOperands},
    ProgramRow{"shellcheck",
               "-ax -s:~ -f:~ -e:~ -i:~ -o:~ -S:~ --shell=~ --format=~ --exclude=~ --include=~ --enable=~ --severity=~ "
               "--external-sources --color=~ --version",
               reads},
    ProgramRow{"gem list|bundle show|bundle info|composer outdated|conda list|conda info|poetry env info",
               "-al --local --remote", TextOperands},
};

}  // namespace

std::span<const ProgramRow> project_programs() { return rows; }

}  // namespace termhost::approval
