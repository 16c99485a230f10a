std = 'luajit'
read_globals = { 'vim' }
globals = { 'vim.bo', 'vim.wo', 'vim.b', 'vim.g', 'vim.o', 'vim.opt', 'vim.inspect', 'vim.ui', 'vim.notify', 'vim.print' }
max_line_length = 140
exclude_files = { '**/termhost/types.lua' }
files['**/termhost/schema.lua'] = { max_line_length = false }
