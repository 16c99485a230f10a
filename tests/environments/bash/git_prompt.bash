# What bash-git-prompt 2.7 (2019) does: PROMPT_COMMAND is put together anew, and the last status kept in a variable.
setLastCommandState() { GIT_PROMPT_LAST_COMMAND_STATE=$?; }
setGitPrompt() { PS1="[$GIT_PROMPT_LAST_COMMAND_STATE] \w $ "; }
addPromptCommand() { PROMPT_COMMAND="setLastCommandState${PROMPT_COMMAND:+;$PROMPT_COMMAND};setGitPrompt"; }
addPromptCommand
