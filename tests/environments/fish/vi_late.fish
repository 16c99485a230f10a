# vi's keys, chosen at the first prompt.
function late --on-event fish_prompt
    functions -e late
    fish_vi_key_bindings
end
