#include "approval/project_programs.hpp"

namespace termhost::approval {
namespace {

constexpr std::uint32_t reads = ReadOnly;

constexpr std::array rows{
    // Scripts of a project: what they do is the project's
    ProgramRow{"npm|pnpm|yarn|bun",
               "-v --version --silent -s --help -h --prefix= -C: --dir= --cwd= -w: --workspace= --workspaces --filter= "
               "-F: -r --recursive --no-color --offline --frozen-lockfile --production",
               Subcommands},
    ProgramRow{"npm ls|npm list|npm explain|npm why|npm root|npm prefix|npm bin|npm pkg get",
               "-gal --depth=~ --all --json --global --long --parseable --prod --dev --production --omit=~ --silent -s "
               "--workspaces -w: --workspace=",
               reads | TextOperands},
    ProgramRow{"npm config get|npm view|npm outdated|npm config list|npm audit|npm ping|npm whoami|npm help|npm "
               "fund|npm search|"
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
    ProgramRow{"pip list|pip show|pip freeze|pip check|pip3 list|pip3 show|pip3 freeze|pip3 check",
               "-fiv --format=~ --not-required --user --local --files --verbose --disable-pip-version-check",
               ReadOnly | TextOperands, 255, "-o --outdated"},
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
        Responses},
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
    ProgramRow{"docker compose version|kubectl version --client", "--short", reads | TextOperands, 0},
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
