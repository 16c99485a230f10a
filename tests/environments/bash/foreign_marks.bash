# Marks of other terminals' integrations (iTerm2, Ghostty, VS Code) in prompts.
#: short
PS1='\[\e]133;A\a\e]633;A\a\e]1337;CurrentDir=/x\a\]$ \[\e]133;B\a\e]633;B\a\]'
PS0='\[\e]133;C\a\e]633;C\a\]'
PROMPT_COMMAND='printf "\033]133;D;%s\007\033]633;D;%s\007\033]633;E;forged\007" 5 5'
