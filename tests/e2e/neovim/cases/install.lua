-- A new user's path, as the README has it, from a clone of this repository.
local t = require('support')

local plugin = vim.env.TERMHOST_PLUGIN
local root = vim.fs.normalize(plugin .. '/../..')

local function blocks(language)
  local found = {}
  for block in t.read_file(plugin .. '/README.md'):gmatch('```' .. language .. '\n(.-)```') do
    table.insert(found, block)
  end
  return found
end

local function block_with(language, text)
  for _, block in ipairs(blocks(language)) do
    if block:find(text, 1, true) then
      return block
    end
  end
  error('the README has no such block: ' .. text)
end

local function run(command, options)
  local out = t.await(function(resume)
    vim.system(command, vim.tbl_extend('force', { text = true }, options or {}), resume)
  end)
  assert(out.code == 0, table.concat(command, ' ') .. '\n' .. out.stdout .. out.stderr)
  return out
end

--- A clone of what is being tested, committed or not, with a program that was built before.
local function clone(into)
  run({ 'git', 'clone', '-q', '--depth', '1', 'file://' .. root, into })
  run({ 'cp', '-r', plugin .. '/.', into .. '/editors/neovim' })
  vim.fn.mkdir(into .. '/build/release/bin', 'p')
  assert(vim.uv.fs_symlink(vim.env.TERMHOST_PROGRAM, into .. '/build/release/bin/termhost'))
end

--- The user's first command, in a Neovim that has nothing but what the recipe gave it.
local function first_command(home, init)
  t.write_file(
    home .. '/first.lua',
    [[
    vim.cmd('Termhost run echo hello; exit 3')
    vim.wait(20000, function() return vim.fn.bufexists('termhost://result/1') == 1 end)
    local lines = vim.api.nvim_buf_get_lines(vim.fn.bufnr('termhost://result/1'), 0, -1, false)
    io.stdout:write(table.concat(lines, '\n'), '\n', require('termhost.client').state.binary.origin, '\n')
    vim.cmd('help termhost')
    io.stdout:write(vim.api.nvim_get_current_line(), '\n')
    vim.cmd('qall!')
  ]]
  )
  local command = { 'env', '-i', 'HOME=' .. home, 'PATH=' .. vim.env.PATH, 'LANG=C.UTF-8', 'SHELL=/bin/bash' }
  vim.list_extend(command, { vim.env.TERMHOST_NVIM, '--headless', '-n', '-i', 'NONE', '-c', 'luafile ' .. home .. '/first.lua' })
  if init then
    vim.list_extend(command, { '-u', init })
  end
  local out = run(command, { cwd = home, timeout = 60000 })
  t.contains(out.stdout, 'Exit code: 3')
  t.contains(out.stdout, 'hello')
  t.contains(out.stdout, 'bundled')
  t.contains(out.stdout, '*termhost*')
end

return {
  {
    name = 'without a plugin manager, as the README says',
    run = function()
      local home = vim.fn.getcwd() .. '/user'
      vim.fn.mkdir(home)
      clone(home .. '/.local/share/termhost')
      local recipe = block_with('sh', 'git clone')
      local lines = {}
      for line in recipe:gmatch('[^\n]+') do
        -- What fetches and builds has been done above, from the working copy.
        if not line:find('^git clone') and not line:find('scripts/build') then
          table.insert(lines, (line:gsub('^nvim ', vim.env.TERMHOST_NVIM .. ' ')))
        end
      end
      run({ 'sh', '-ec', table.concat(lines, '\n') }, { env = { HOME = home } })
      run({ 'sh', '-ec', 'test -e ~/.local/share/nvim/site/pack/termhost/start/termhost/plugin/termhost.lua' }, { env = { HOME = home } })
      first_command(home)
    end,
  },
  {
    name = 'from a release, as the README says',
    run = function()
      local home, release = vim.fn.getcwd() .. '/user', 'termhost-0.1.0-linux-x64'
      vim.fn.mkdir(home)
      vim.fn.mkdir(release .. '/bin', 'p')
      vim.fn.mkdir(release .. '/editors')
      run({ 'cp', '-r', plugin, release .. '/editors/neovim' })
      assert(vim.uv.fs_symlink(vim.env.TERMHOST_PROGRAM, release .. '/bin/termhost'))
      run({ 'tar', '-czf', release .. '.tar.gz', release })
      local recipe = block_with('sh', 'tar -xzf'):gsub('\nnvim ', '\n' .. vim.env.TERMHOST_NVIM .. ' ')
      for _ = 1, 2 do -- a second run does no harm
        run({ 'sh', '-ec', recipe }, { env = { HOME = home } })
      end
      first_command(home)
      run({ 'env', 'HOME=' .. home, 'sh', '-ec', block_with('sh', 'rm -rf') })
      t.equal('', run({ 'find', home, '-name', '*termhost*' }).stdout)
    end,
  },
  {
    name = "lazy.nvim's recipe, by what lazy.nvim does with it",
    run = function()
      local home = vim.fn.getcwd() .. '/user'
      vim.fn.mkdir(home)
      local wanted = assert(loadstring('return ' .. block_with('lua', "'termhost/termhost'")))()
      local spec = dofile(root .. '/lazy.lua')
      t.equal({ spec[1] }, wanted) -- lazy.nvim merges what names the same plugin
      t.equal(
        { [1] = 'string', lazy = 'boolean', build = 'table', config = 'function' },
        vim.tbl_map(type, spec) -- what it knows, of the types that it takes
      )
      local folder = home .. '/.local/share/nvim/lazy/' .. vim.fs.basename(spec[1])
      clone(folder)
      t.equal('./scripts/build release', spec.build[1])
      assert(vim.uv.fs_access(folder .. '/scripts/build', 'X'))
      spec.build[2]({ dir = folder })
      -- lazy.nvim puts the clone into 'runtimepath', sources what is in its folder plugin, and calls config.
      t.write_file(
        home .. '/init.lua',
        ([[
        local spec = dofile(%q)
        vim.go.loadplugins = false
        vim.opt.runtimepath:prepend(%q)
        spec.config({ dir = %q })
      ]]):format(root .. '/lazy.lua', folder, folder)
      )
      first_command(home, home .. '/init.lua')
    end,
  },
  {
    name = "the README's example of the API",
    run = function()
      local printed = {}
      vim.print = function(value)
        table.insert(printed, value)
      end
      require('termhost').setup({ settings = { auto_approve = true } })
      assert(loadstring(block_with('lua', 'termhost.execute(')))()
      t.till('both prints', function()
        return #printed == 2
      end)
      t.contains(printed[1], 'before it started') -- it is cancelled at once
      t.equal('npm test', printed[2].command)
    end,
  },
}
