-- All that a person does, by keys alone, as somebody who has read the README.
local t = require('support')

--- What the window of this file type shows.
local function shown(filetype)
  for _, window in ipairs(vim.api.nvim_list_wins()) do
    local buffer = vim.api.nvim_win_get_buf(window)
    if vim.bo[buffer].filetype == filetype then
      return table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), '\n')
    end
  end
end

local function ask(command)
  local started = t.start(command, { agreed = false })
  t.till('the question', t.question)
  return started
end

local function list_says(pattern)
  t.till(pattern, function()
    return (shown('termhost-commands') or ''):find(pattern)
  end)
end

return {
  {
    name = 'approve, reject, edit, follow, stop, and find an output',
    run = function()
      vim.keymap.set('n', ',a', '<Plug>(termhost-approve)')

      local approved = ask('touch one')
      vim.api.nvim_input(',aa')
      t.equal('completed', t.answer(approved).structured.status)

      local rejected = ask('touch two')
      vim.api.nvim_input(',ar')
      t.equal('rejected', t.answer(rejected).structured.status)

      local edited = ask('touch three')
      vim.api.nvim_input(',ae<BS><BS><BS><BS><BS>3<CR>')
      t.equal('touch 3', t.answer(edited).structured.editedCommand)

      local running = ask("touch begun; sh -c 'echo first; until test -e go; do sleep 0.1; done; echo second; sleep 100'")
      vim.api.nvim_input(',aa')
      vim.api.nvim_input(':Termhost list<CR>')
      list_says('\n?4   running')
      vim.api.nvim_input('<CR>')
      t.till('its output', function()
        return shown('termhost-output') == 'first'
      end)
      t.write_file('go', '')
      t.till('what came since', function()
        return shown('termhost-output') == 'first\nsecond'
      end)
      vim.api.nvim_input(':q<CR>:Termhost list<CR>ggs')
      t.equal('stopped', t.answer(running).structured.status)
      list_says('4   stopped')

      vim.api.nvim_input(':Termhost output 4<CR>')
      t.till('all of it', function()
        return vim.startswith(shown('termhost-output') or '', 'first\nsecond')
      end)
    end,
  },
  {
    name = 'the README shows what the window shows',
    run = function()
      local started = t.start('rm -r build && make 2>&1 | tee log', { agreed = false, shell = 'bash' })
      t.till('the question', t.question)
      vim.api.nvim_input(':Termhost approve<CR>')
      local question = t.till('its keys', function()
        local seen = t.question()
        return seen and seen.bar:find('? Help', 1, true) and seen
      end)
      local readme = t.read_file(vim.env.TERMHOST_PLUGIN .. '/README.md')
      local text = question.text:gsub(vim.pesc(vim.fn.getcwd()), '/project')
      t.contains(readme, question.bar .. '\n' .. text)
      vim.api.nvim_input('r')
      t.equal('rejected', t.answer(started).structured.status)
    end,
  },
}
