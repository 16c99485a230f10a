# A prompt that clears the screen.
function wipe --on-event fish_prompt
    clear
end
