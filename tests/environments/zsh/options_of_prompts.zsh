# Options that change how lines are shown and kept.
setopt single_line_zle no_prompt_cr no_prompt_sp transient_rprompt share_history hist_ignore_all_dups hist_verify hist_reduce_blanks bang_hist no_interactive_comments
