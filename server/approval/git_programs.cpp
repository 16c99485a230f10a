#include "approval/git_programs.hpp"

#include <array>

namespace termhost::approval {
namespace {

constexpr std::uint32_t reads = ReadOnly;

/// Whatever of git shows a difference.
constexpr std::string_view git_shows =
    "-pusbwazRBDPEFin0123456789 -U?~ -M?~ -C?~ -n:~ -L: -S:\" -G:\" -l:~ --patch --no-patch --stat --stat=~ --numstat "
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
    "--since=\" --until=\" --after=\" "
    "--before=\" --author=\" --committer=\" --grep=\" --invert-grep --all-match --merges --no-merges --first-parent "
    "--reverse "
    "--follow "
    "--branches --branches= --tags --tags= --remotes --remotes= --max-count=~ --skip=~ --abbrev-commit "
    "--no-abbrev-commit "
    "--source --left-right --cherry-pick --cherry --boundary --topo-order --date-order --author-date-order "
    "--full-history "
    "--simplify-by-decoration --walk-reflogs -g --notes --no-notes --parents --children --merge --no-walk "
    "--ancestry-path --regexp-ignore-case "
    "--extended-regexp --fixed-strings --perl-regexp --root -t -r -m -c --no-prefix --count --not --objects "
    "--max-parents=~ --min-parents=~ "
    "--timestamp --no-commit-id --textconv --no-color-moved --color-moved --no-pager --rotate-to= --skip-to= --null -z "
    "--exclude=";

constexpr std::array rows{
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
               "-niIlLcwvEFPGpWhHoqz -A:~ -B:~ -C:~ -e:\" -m:~ --cached --line-number "
               "--ignore-case --files-with-matches --name-only "
               "--count --word-regexp --extended-regexp --fixed-strings --perl-regexp --heading --break --and --or "
               "--not --all-match --max-depth=~ --color --no-color "
               "--show-function --function-context --context=~ --invert-match --files-without-match --max-count=~ "
               "--column --only-matching",
               reads | Pattern, 255, "--untracked --no-index"},
    ProgramRow{"git branch",
               "-avrlqi -vv --list --all --remotes --verbose --show-current --no-color --color --color=~ --sort=~ "
               "--format=^ --column --no-column --ignore-case --contains= --no-contains= --merged= --no-merged= "
               "--points-at=",
               reads | TextOperands, 0,
               "-dDmMcCftu: --delete --move --copy --force --track --no-track --set-upstream-to= --unset-upstream"},
    // These list, whatever follows
    ProgramRow{"git branch --list|git branch --contains|git branch --merged|git branch --no-merged|git tag --list|git "
               "tag -l|git tag --contains|git tag --points-at",
               "-avrlin?~ -vv --all --remotes --verbose --no-color --color --color=~ --sort=~ --format=^ --column "
               "--no-column --ignore-case --contains= --no-contains= --merged= --no-merged= --points-at=",
               reads | TextOperands},
    ProgramRow{"git tag",
               "-l -n?~ --list --sort=~ --format=^ --column --no-column --ignore-case --contains= --no-contains= "
               "--merged= --points-at=",
               reads | TextOperands, 0, "-adfsm: -F:@ --annotate --delete --force --message= --no-sign"},
    ProgramRow{"git symbolic-ref", "-q --quiet --short --no-recurse", reads | TextOperands, 1},
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

};

}  // namespace

std::span<const ProgramRow> git_programs() { return rows; }

}  // namespace termhost::approval
