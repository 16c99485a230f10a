# bash completion of termhost. Made by packaging/generate.
_termhost() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} command=${COMP_WORDS[1]} words=
  [ "$COMP_CWORD" -gt 1 ] || command=
  case $previous in
    --policy|--record) mapfile -t COMPREPLY < <(compgen -f -- "$current"); return ;;
    --cwd|--storage) mapfile -t COMPREPLY < <(compgen -d -- "$current"); return ;;
    --network) mapfile -t COMPREPLY < <(compgen -W "none loopback all" -- "$current"); return ;;
    --newline) mapfile -t COMPREPLY < <(compgen -W "crlf lf" -- "$current"); return ;;
    --preview-size) mapfile -t COMPREPLY < <(compgen -W "small medium large" -- "$current"); return ;;
    --sandbox) mapfile -t COMPREPLY < <(compgen -W "off auto workspace readOnly" -- "$current"); return ;;
    --schema) mapfile -t COMPREPLY < <(compgen -W "settings workspace policy" -- "$current"); return ;;
    --shell) mapfile -t COMPREPLY < <(compgen -W "bash zsh fish dash ksh mksh pwsh" -- "$current"); return ;;
    --structured) mapfile -t COMPREPLY < <(compgen -W "auto always never" -- "$current"); return ;;
  esac
  case $command in
    '') words='--help --version exec read render list attach stop mcp setup hook serve remote acp-terminals config check flatten doctor replay help' ;;
    exec) words='--help --shell --cwd --timeout --until-pattern --until-port --until-quiet --screen --pipes --json --live --preview-size --no-compact --storage --policy --sandbox --network --on --task' ;;
    read) words='--help --storage --task --search --context --offset --limit' ;;
    render) words='--help --cols --rows --newline' ;;
    list) words='--help' ;;
    attach) words='--help' ;;
    stop) words='--help' ;;
    mcp) words='--help --policy --cwd --storage --structured --patience --sandbox --network --on --keep --attach' ;;
    setup) words='--help --dry-run --remove --through-exec --attach --program --list --json' ;;
    hook) words='--help --policy --through-exec' ;;
    serve) words='--help --record --listen --sandbox --network --on' ;;
    remote) words='--help' ;;
    acp-terminals) words='--help --policy --storage --v2' ;;
    config) words='--help --cwd --json --schema' ;;
    check) words='--help --shell --policy' ;;
    flatten) words='--help --shell' ;;
    doctor) words='--help --verbose' ;;
    replay) words='--help' ;;
    help) words='--help exec read render list attach stop mcp setup hook serve remote acp-terminals config check flatten doctor replay help policy sandbox secrets settings exit-status environment' ;;
  esac
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
}
complete -o default -F _termhost termhost
