"""Man pages in mdoc: termhost(1), one for each command, one for each kind of file."""
import re
import textwrap

HEAD = '.\\" Made by packaging/generate.\n.Dd November 22, 2026\n.Dt {title} {section}\n.Os\n'


def filled(sentence):
    """Lines of at most 80 bytes, as mandoc counts them: another character than those of ASCII has eight, as in \\[u2026]."""
    wide = re.sub(r'[^\x00-\x7f]', lambda other: other.group() + '\0' * 7, sentence)
    return textwrap.fill(wide, 80, break_long_words=False, break_on_hyphens=False).replace('\0', '')


def escaped(text):
    return re.sub(r"^([.'])", r'\\&\1', text.replace('\\', r'\e'), flags=re.M)


def prose(text):
    """Each sentence on a line of its own, as mdoc has it."""
    sentences = re.split(r'(?<=[.;:]) (?=[A-Z"*(])|\n', text)
    return escaped('\n'.join(filled(sentence) for sentence in sentences))


def words(text):
    """As arguments of a macro."""
    return ' '.join('"' + word.replace('"', r'\(dq') + '"' if len(word) < 3 else word for word in escaped(text).split())


def literal(lines):
    return '.Bd -literal -offset indent\n' + escaped('\n'.join(lines)) + '\n.Ed\n'


def sections(text):
    """The text of a topic: paragraphs, indented lines as they stand, lines in capitals as headings."""
    made = '.Sh DESCRIPTION\n'
    for block in text.strip().split('\n\n'):
        heading, _, rest = block.partition('\n')
        if re.fullmatch("[A-Z' ]+", heading):
            made += f'.Sh {heading}\n'.replace('EXAMPLE\n', 'EXAMPLES\n')
            block = rest
        elif not made.endswith('DESCRIPTION\n') and not block.startswith(' '):
            made += '.Pp\n'
        if block.startswith(' '):
            made += literal(line[2:] for line in block.split('\n'))
        elif re.search('^ ', block, re.M):
            raise ValueError(f'a table needs an empty line or a heading in capitals before it:\n{block}')
        else:
            made += '\n.Pp\n'.join(prose(line) for line in block.split('\n')) + '\n'
    return made


def flag(option):
    value = f' Ar {option["value"]}' if option['value'] else ''
    return f'Fl -{option["name"][2:]}{value}' if option['name'].startswith('--') else f'Ar {option["value"]}'


def synopsis(command):
    made = f'.Sh SYNOPSIS\n.Nm termhost {command["name"]}\n'
    for option in sorted(command['options'], key=lambda option: not option['name'].startswith('--')):
        if option['name'] != '--help':
            made += f'.{flag(option)}\n' if option['required'] else f'.Op {flag(option)}\n'
    return made


def option_list(options):
    items = [f'.It {flag(option)}\n{prose(option["description"])}.\n' for option in options]
    return '.Sh OPTIONS\n.Bl -tag -width Ds\n' + ''.join(items) + '.El\n'


# Topics that have a page: the section, and the command that shows what they are about.
TOPIC_PAGES = {'policy': (5, 'termhost-check'), 'settings': (5, 'termhost-config'), 'sandbox': (7, 'termhost-doctor'),
               'secrets': (7, 'termhost-check')}
TOPICS = [(f'termhost-{topic}', section) for topic, (section, _) in TOPIC_PAGES.items()]


def see_also(pages):
    links = [f'.Xr {name} {section}' for name, section in pages]
    return '.Sh SEE ALSO\n' + ' ,\n'.join(links) + '\n'


def command_page(command):
    name = f'termhost-{command["name"]}'
    more = command['footer'].partition('\nExit status: ')[2]
    page = HEAD.format(title=name.upper(), section=1)
    page += f'.Sh NAME\n.Nm {name}\n.Nd {words(command["description"])}\n' + synopsis(command)
    page += f'.Sh DESCRIPTION\n{prose(command["description"])}.\n' + option_list(command['options'])
    if more:
        page += f'.Sh EXIT STATUS\n{prose(more[0].upper() + more[1:])}\n'
    page += '.Sh EXAMPLES\n' + literal([command['example']])
    return page + see_also([('termhost', 1), *TOPICS])


def program_page(table):
    page = HEAD.format(title='TERMHOST', section=1)
    page += '.Sh NAME\n.Nm termhost\n.Nd shell commands for AI agents\n'
    page += '.Sh SYNOPSIS\n.Nm\n.Ar COMMAND\n.Op Ar OPTION ...\n.Nm\n.Op Fl -help | -version\n'
    page += f'.Sh DESCRIPTION\n{prose(table["description"])}\nEach command has a page of its own.\n'
    group = None
    for command in table['commands']:
        if command['group'] != group:
            page += ('.El\n' if group else '') + f'.Ss {command["group"]}\n.Bl -tag -width Ds\n'
            group = command['group']
        page += f'.It Xr termhost-{command["name"]} 1\n{prose(command["description"])}.\n'
    page += '.El\n'
    for topic, heading in (('environment', 'ENVIRONMENT'), ('exit-status', 'EXIT STATUS')):
        body = table['topics'][topic].split('\n', 1)[1]
        page += sections(body).replace('.Sh DESCRIPTION', f'.Sh {heading}')
    page += '.Sh EXAMPLES\n' + literal(command['example'] for command in table['commands'])
    return page + see_also(TOPICS)


def topic_page(topic, text):
    section, command = TOPIC_PAGES[topic]
    name = f'termhost-{topic}'
    about, _, body = text.partition('\n')
    page = HEAD.format(title=name.upper(), section=section)
    page += f'.Sh NAME\n.Nm {name}\n.Nd {words(about)}\n' + sections(body)
    return page + see_also([('termhost', 1), (command, 1), *(other for other in TOPICS if other[0] != name)])


def man_pages(table):
    pages = {f'man/man1/termhost-{command["name"]}.1': command_page(command) for command in table['commands']}
    topics = {f'man/man{section}/termhost-{topic}.{section}': topic_page(topic, table['topics'][topic])
              for topic, (section, _) in TOPIC_PAGES.items()}
    return {'man/man1/termhost.1': program_page(table), **pages, **topics}
