# Keys that type more than they show, and no brackets around a paste.
#: short
#: editors
bind 'set enable-bracketed-paste off'
bind '"(": "()\C-b"'
bind '"\"": "\"\"\C-b"'
bind '"{": "{}\C-b"'
bind 'Space: magic-space'
