#!/usr/bin/env python3
"""What `termhost --help` and `termhost help TOPIC` say.

usage: help.py TERMHOST
"""
import json
import subprocess
import sys


def said(*arguments, status=0):
    done = subprocess.run([sys.argv[1], *arguments], capture_output=True, text=True)
    assert done.returncode == status, f'{arguments}: status {done.returncode}: {done.stderr}'
    return done.stdout + done.stderr


table = json.loads(said('help', '--json'))
overview = said('--help')
assert said('help') == overview
for command in table['commands']:
    name = command['name']
    assert said('help', name) == said(name, '--help'), name
    assert command['example'] and f'$ {command["example"]}\n' in overview, f'{name} has no example in --help'
    assert f'\n{command["group"]}:\n' in overview, f'{name} is in no group of --help'
    for option in command['options']:
        assert option['value'] != 'TEXT', f'{name} {option["name"]}: cli/help.cpp has no word for its value'
        assert option['description'] and not option['description'].endswith('.'), f'{name} {option["name"]}'
for topic, text in table['topics'].items():
    assert said('help', topic) == text and topic in overview, topic
assert "no command or topic 'nix'" in said('help', 'nix', status=2)
assert '--json' not in said('help', 'help')
print(f'help: {len(table["commands"])} commands, {len(table["topics"])} topics')
