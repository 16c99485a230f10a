# A prompt hook that fails, and a trap for errors.
trap 'failures=$((failures + 1))' ERR
PROMPT_COMMAND='false'
