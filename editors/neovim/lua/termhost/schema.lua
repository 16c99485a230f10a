-- Generated from protocol/openrpc.json by scripts/generate.mjs.

local M = {}

--- The settings that the server acts on, by the names that setup() takes.
M.settings = {
  shell_integration_timeout = {
    name = 'shellIntegrationTimeout',
    type = 'integer',
    minimum = 0,
    maximum = 60000,
    description = 'Milliseconds to wait until the shell integration of a new terminal works.',
  },
  max_terminals = {
    name = 'maxTerminals',
    type = 'integer',
    minimum = 1,
    maximum = 256,
    description = 'Maximum number of agent terminals; further commands wait until one is idle.',
  },
  warm_shells = {
    name = 'warmShells',
    type = 'integer',
    minimum = 0,
    maximum = 16,
    description = 'Number of shells that are started in advance. Then a trial (a run in a throw-away copy) begins at once. The setting has an effect only if the sandbox has the level auto.',
  },
  keep_terminals = {
    name = 'keepTerminals',
    type = 'integer',
    minimum = 0,
    maximum = 86400,
    description = 'Seconds for which a command goes on after termhost was killed. The next termhost of the same folder takes the command over. 0: the command is ended at once.',
  },
  output_preview_size = {
    name = 'outputPreviewSize',
    type = 'string',
    values = {
      'small',
      'medium',
      'large',
    },
    description = 'Size of a preview: small 2 KB, medium 4 KB, large 8 KB. A preview is the part of a long output that an agent gets. An output of up to three times this size is shown whole if little of it can be folded (compact) and no line reports an error.',
  },
  compact = {
    name = 'compact',
    type = 'boolean',
    description = 'In previews, fold lines without new facts: a short mark replaces them. Such lines are passed tests, progress and repeats.',
  },
  compress_progress_bar = {
    name = 'compressProgressBar',
    type = 'boolean',
    description = 'Keep only the last frame of a progress bar, as a terminal shows it.',
  },
  command_delay = {
    name = 'commandDelay',
    type = 'integer',
    minimum = 0,
    maximum = 60000,
    description = "Pause of the shell after each command, in milliseconds. Only in the editor's terminals.",
  },
  powershell_counter = {
    name = 'powershellCounter',
    type = 'boolean',
    description = 'Deprecated: it has no effect.',
  },
  zsh_clear_eol_mark = {
    name = 'zshClearEolMark',
    type = 'boolean',
    description = 'Start zsh with an empty PROMPT_EOL_MARK. Then zsh prints no % after output without a line end.',
  },
  zsh_oh_my = {
    name = 'zshOhMy',
    type = 'boolean',
    description = "Also turn on Oh My Zsh's shell integration in the editor's terminals.",
  },
  zsh_p10k = {
    name = 'zshP10k',
    type = 'boolean',
    description = "Also turn on Powerlevel10k's shell integration in the editor's terminals.",
  },
  zdotdir = {
    name = 'zdotdir',
    type = 'boolean',
    description = "Start zsh with termhost's own shell integration, by the variable ZDOTDIR. This helps if the editor's integration does not start in zsh.",
  },
  call_patience = {
    name = 'callPatience',
    type = 'integer',
    minimum = -1,
    maximum = 604800,
    description = "Seconds after which a call without a timeout is answered. Its command goes on. 0: the answer comes only when the command has ended. -1: before the agent's client gives up the call (an unknown client: after 45 s). With -1, calls of the editor itself wait as with 0.",
  },
  command_execution_timeout = {
    name = 'commandExecutionTimeout',
    type = 'integer',
    minimum = 0,
    maximum = 604800,
    description = 'Seconds after which a command is stopped; 0: never.',
  },
  command_timeout_allowlist = {
    name = 'commandTimeoutAllowlist',
    type = 'array',
    description = 'Beginnings of commands that commandExecutionTimeout does not stop.',
  },
  allowed_commands = {
    name = 'allowedCommands',
    type = 'array',
    description = 'Command prefixes that run without asking; * is every command.',
  },
  denied_commands = {
    name = 'deniedCommands',
    type = 'array',
    description = 'Command prefixes that never run.',
  },
  asked_commands = {
    name = 'askedCommands',
    type = 'array',
    description = 'Command prefixes that always need approval. A shorter prefix in allowedCommands does not allow them.',
  },
  builtin_rules = {
    name = 'builtinRules',
    type = 'string',
    values = {
      'none',
      'readOnly',
    },
    description = 'Commands that run without a rule. readOnly: those that are proven to be read-only and to read no secret file; none: no command.',
  },
  secret_files = {
    name = 'secretFiles',
    type = 'array',
    description = 'Names or paths of files with secrets. They are added to .env, key files and the like. builtinRules never lets a command read such a file.',
  },
  auto_approve = {
    name = 'autoApprove',
    type = 'boolean',
    description = 'Run every command without asking, except those that deniedCommands denies.',
  },
  sandbox = {
    name = 'sandbox',
    type = 'object',
    description = "Sandbox for commands that no rule allows. Such commands run without a question, because the kernel confines them. Only termhost's own terminals have a sandbox.",
  },
  fallback = {
    name = 'fallback',
    type = 'string',
    values = {
      'owned',
      'plain',
    },
    description = "The way to run a command if the shell has no integration. owned: in a terminal of termhost's own; plain: typed into a terminal of the editor.",
  },
  terminals = {
    name = 'terminals',
    type = 'string',
    values = {
      'auto',
      'mirrored',
      'owned',
    },
    description = "The terminals that run commands. mirrored: terminals of the editor; owned: termhost's own terminals; auto: terminals of the editor, or termhost's own if the editor has none for termhost. A command in a sandbox always runs in a terminal of termhost's own.",
  },
  show_terminal = {
    name = 'showTerminal',
    type = 'string',
    values = {
      'never',
      'whenPassword',
      'whenWaiting',
      'whenLong',
    },
    description = "The moment at which the terminal of an agent's command appears. never: not at all; whenPassword: when the command asks for a password; whenWaiting: when it waits for any input; whenLong: the same, and also after ten seconds.",
  },
  yield_on_input = {
    name = 'yieldOnInput',
    type = 'boolean',
    description = 'Answer the agent at once when its command waits for input.',
  },
  hide_secrets = {
    name = 'hideSecrets',
    type = 'boolean',
    description = 'Hide tokens and the values of secret variables from agents.',
  },
  secret_variables = {
    name = 'secretVariables',
    type = 'array',
    description = 'Names of variables whose values hideSecrets hides. They are added to variables with the name of a secret, such as GITHUB_TOKEN.',
  },
  secret_prefixes = {
    name = 'secretPrefixes',
    type = 'array',
    description = 'Beginnings of secret tokens, such as acme_. They are added to those that hideSecrets knows.',
  },
  record_raw = {
    name = 'recordRaw',
    type = 'boolean',
    description = 'Also keep the raw bytes of each output, in a file of their own.',
  },
  artifact_max_bytes = {
    name = 'artifactMaxBytes',
    type = 'integer',
    minimum = 0,
    maximum = 1125899906842624,
    description = 'Largest size of one artifact, in bytes. An artifact is the file with the complete output of a command.',
  },
  storage_max_bytes = {
    name = 'storageMaxBytes',
    type = 'integer',
    minimum = 0,
    maximum = 1125899906842624,
    description = 'Largest size of the folder with all artifacts, in bytes.',
  },
  storage_min_free_bytes = {
    name = 'storageMinFreeBytes',
    type = 'integer',
    minimum = 0,
    maximum = 1125899906842624,
    description = 'Space on the disk that artifacts leave free, in bytes.',
  },
  owned_columns = {
    name = 'ownedColumns',
    type = 'integer',
    minimum = 20,
    maximum = 1000,
    description = "Columns of termhost's own terminals.",
  },
  owned_rows = {
    name = 'ownedRows',
    type = 'integer',
    minimum = 2,
    maximum = 1000,
    description = "Rows of termhost's own terminals.",
  },
}

--- The tools for agents, in the order of the protocol.
M.tools = {
  {
    name = 'execute_command',
    title = 'Run a command',
    description = "Runs a command line in a real shell, which keeps directory, variables and activated environments for your next call. Returns exit code and output; long output comes as a preview that keeps errors, and an artifact_id for the rest. Don't cut output with head or tail. After its timeout the command goes on; wait_for_command returns its end.",
    input = {
      type = 'object',
      properties = {
        command = {
          type = 'string',
          description = 'May have several lines.',
        },
        cwd = {
          type = 'string',
          description = 'Default: where your last command left the shell.',
        },
        timeout = {
          type = 'integer',
          minimum = 0,
          maximum = 604800,
          description = 'Seconds to wait; default: as long as your client allows.',
        },
        background = {
          type = 'boolean',
          description = "Don't wait.",
        },
        keep = {
          type = 'boolean',
          description = 'It survives this session; the user is asked.',
        },
        ['until'] = {
          type = 'object',
          properties = {
            pattern = {
              type = 'string',
              description = 'Regex that a line matches.',
            },
            port = {
              type = 'integer',
              minimum = 1,
              maximum = 65535,
              description = 'It listens on this port.',
            },
            input = {
              type = 'boolean',
              description = 'It waits for input; default true.',
            },
            quiet = {
              type = 'number',
              description = 'Seconds without output.',
            },
          },
          description = 'Conditions that end the wait earlier.',
        },
        shell = {
          type = 'string',
          description = 'bash, zsh, fish, sh, pwsh or a path.',
        },
        pipes = {
          type = 'boolean',
          description = 'No terminal, no input; stderr separate.',
        },
        required_cwd = {
          type = 'boolean',
          description = 'Use only a shell already in cwd.',
        },
        sandbox = {
          type = 'string',
          enum = {
            'off',
          },
          description = 'off: ask the user to run it for real.',
        },
        justification = {
          type = 'string',
          description = 'The reason; shown to the user.',
        },
      },
      required = {
        'command',
      },
    },
  },
  {
    name = 'read_command_output',
    title = 'Read command output',
    description = 'Reads the stored output of a command: lines that match search, or a part by offset and limit.',
    input = {
      type = 'object',
      properties = {
        artifact_id = {
          type = 'string',
        },
        search = {
          type = 'string',
          description = 'Regex.',
        },
        offset = {
          type = 'integer',
          description = 'Byte; negative: from the end.',
        },
        limit = {
          type = 'integer',
          minimum = 1,
          description = 'Bytes; default 8192.',
        },
        context_lines = {
          type = 'integer',
          minimum = 0,
          maximum = 50,
          description = 'Around each match.',
        },
      },
      required = {
        'artifact_id',
      },
    },
  },
  {
    name = 'wait_for_command',
    title = 'Wait for a command',
    description = 'Waits for a running command and returns its new output. Use it instead of sleep.',
    input = {
      type = 'object',
      properties = {
        execution_id = {
          type = 'string',
        },
        timeout = {
          type = 'integer',
          minimum = 0,
          maximum = 604800,
          description = 'Seconds; default 30.',
        },
        ['until'] = {
          type = 'object',
          properties = {
            pattern = {
              type = 'string',
              description = 'Regex that a line matches.',
            },
            port = {
              type = 'integer',
              minimum = 1,
              maximum = 65535,
              description = 'It listens on this port.',
            },
            input = {
              type = 'boolean',
              description = 'It waits for input; default true.',
            },
            quiet = {
              type = 'number',
              description = 'Seconds without output.',
            },
          },
          description = 'As in execute_command, for new output.',
        },
      },
      required = {
        'execution_id',
      },
    },
  },
  {
    name = 'send_input',
    title = 'Send input',
    description = 'Types into a running command and returns its new output.',
    input = {
      type = 'object',
      properties = {
        execution_id = {
          type = 'string',
        },
        text = {
          type = 'string',
          description = 'Typed as is; a newline is Enter.',
        },
        keys = {
          type = 'string',
          description = 'Typed after text; named keys in <>: ihello<Esc>:wq<Enter>, <C-c>, <Up>.',
        },
      },
      required = {
        'execution_id',
      },
    },
  },
  {
    name = 'read_screen',
    title = 'Read the screen',
    description = 'Returns the screen of a running command, such as vim, less or top.',
    input = {
      type = 'object',
      properties = {
        execution_id = {
          type = 'string',
        },
      },
      required = {
        'execution_id',
      },
    },
  },
  {
    name = 'stop_command',
    title = 'Stop a command',
    description = 'Stops a running command and all it started.',
    input = {
      type = 'object',
      properties = {
        execution_id = {
          type = 'string',
        },
        signal = {
          type = 'string',
          enum = {
            'SIGINT',
            'SIGTERM',
            'SIGKILL',
          },
          description = 'Default: each in turn until it ends.',
        },
      },
      required = {
        'execution_id',
      },
    },
  },
  {
    name = 'list_terminals',
    title = 'List terminals',
    description = 'Lists the terminals and their running commands.',
    input = {
      type = 'object',
      properties = vim.empty_dict(),
      required = {},
    },
  },
}

return M
