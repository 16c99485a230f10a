# A prompt of two lines, one at the right, a title and a greeting.
#: short
function fish_prompt
    set_color -o
    echo (prompt_login) (prompt_pwd)
    set_color normal
    echo '> '
end
function fish_right_prompt
    date +%T
end
function fish_title
    echo $argv[1]
end
function fish_greeting
    for i in (seq 60)
        echo welcome $i
    end
end
