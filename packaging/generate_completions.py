"""Completions for bash, zsh and fish."""

SHELLS = 'bash|zsh|fish|dash|ksh|mksh|pwsh'
TOP_OPTIONS = ('--help', '--version')


def choices(option):
    value = SHELLS if option['value'] == 'SHELL' else option['value']
    return value.split('|') if '|' in value else []


def flags(command):
    return [option for option in command['options'] if option['name'].startswith('--')]


def arguments(command):
    return [option for option in command['options'] if not option['name'].startswith('--')]


def topics(table):
    return [command['name'] for command in table['commands']] + list(table['topics'])


def takes(table, kind):
    """The options, of whichever command, whose value is a FILE or a FOLDER."""
    return sorted({option['name'] for command in table['commands'] for option in flags(command) if option['value'] == kind})


def bash(table):
    lines = ['# bash completion of termhost. Made by packaging/generate.', '_termhost() {',
             '  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} command=${COMP_WORDS[1]} words=',
             '  [ "$COMP_CWORD" -gt 1 ] || command=', '  case $previous in']
    lines += [f'    {"|".join(takes(table, "FILE"))}) mapfile -t COMPREPLY < <(compgen -f -- "$current"); return ;;',
              f'    {"|".join(takes(table, "FOLDER"))}) mapfile -t COMPREPLY < <(compgen -d -- "$current"); return ;;']
    named = {option['name']: choices(option) for command in table['commands'] for option in flags(command) if choices(option)}
    lines += [f'    {name}) mapfile -t COMPREPLY < <(compgen -W "{" ".join(words)}" -- "$current"); return ;;' for name, words in sorted(named.items())]
    lines += ['  esac', '  case $command in',
              f"    '') words='{' '.join([*TOP_OPTIONS, *(command['name'] for command in table['commands'])])}' ;;"]
    for command in table['commands']:
        words = [option['name'] for option in flags(command)] + (topics(table) if command['name'] == 'help' else [])
        lines.append(f"    {command['name']}) words='{' '.join(words)}' ;;")
    lines += ['  esac', '  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")', '}', 'complete -o default -F _termhost termhost', '']
    return '\n'.join(lines)


def zsh_text(text):
    return text.replace("'", "'\\''").replace('[', '\\[').replace(']', '\\]').replace(':', '\\:')


def zsh_action(option, table):
    if option['value'] == 'TOPIC':
        return f'({" ".join(topics(table))})'
    return f'({" ".join(choices(option))})' if choices(option) else {'FILE': '_files', 'ARTIFACT': '_files', 'FOLDER': '_files -/'}.get(option['value'], ' ')


def zsh_argument(option, table):
    text, label = zsh_text(option['description']), option['value'].split('|')[0].split('=')[0].lower()
    if not option['name'].startswith('--'):
        return f"'*:{label}:{zsh_action(option, table)}'"
    value = f':{label}:{zsh_action(option, table)}' if option['value'] else ''
    return f"'{option['name']}[{text}]{value}'"


def zsh(table):
    lines = ['#compdef termhost', '# Made by packaging/generate.', '_termhost() {', '  local curcontext=$curcontext state line', '  local -a commands=(']
    lines += [f"    '{command['name']}:{zsh_text(command['description'])}'" for command in table['commands']]
    lines += ['  )', "  _arguments -C '(- *)--help[Say how it is used]' '(- *)--version[Say which version it is]' '1:command:->command' '*::argument:->argument'",
              "  case $state in", "    command) _describe command commands ;;", '    argument)', '      case $words[1] in']
    for command in table['commands']:
        made = ' '.join(zsh_argument(option, table) for option in command['options'])
        lines.append(f"        {command['name']}) _arguments {made} ;;")
    lines += ['      esac ;;', '  esac', '}', '_termhost "$@"', '']
    return '\n'.join(lines)


def quoted(text):
    return "'" + text.replace('\\', '\\\\').replace("'", "\\'") + "'"


def fish_value(option):
    if choices(option):
        return f" -x -a {quoted(' '.join(choices(option)))}"
    if option['value'] == 'FOLDER':
        return " -x -a '(__fish_complete_directories)'"
    return {'': '', 'FILE': ' -r -F'}.get(option['value'], ' -x')


def fish(table):
    lines = ['# fish completion of termhost. Made by packaging/generate.', 'complete -c termhost -f',
             "complete -c termhost -n __fish_use_subcommand -l version -d 'Say which version it is'"]
    for command in table['commands']:
        name = command['name']
        seen = f"-n '__fish_seen_subcommand_from {name}'"
        lines.append(f"complete -c termhost -n __fish_use_subcommand -a {name} -d {quoted(command['description'])}")
        lines += [f"complete -c termhost {seen} -l {option['name'][2:]}{fish_value(option)} -d {quoted(option['description'])}" for option in flags(command)]
        if any(option['value'] in ('FILE', 'ARTIFACT') for option in arguments(command)):
            lines.append(f'complete -c termhost {seen} -F')
        if name == 'help':
            lines.append(f"complete -c termhost -n '__fish_seen_subcommand_from help' -a {quoted(' '.join(topics(table)))}")
    return '\n'.join([*lines, ''])


def completions(table):
    return {'completions/termhost.bash': bash(table), 'completions/_termhost': zsh(table), 'completions/termhost.fish': fish(table)}
