--- A terminal's bytes: as Neovim hands them out, and as they go to the server.
local M = {}

local byte = string.byte

--- What |on_stdout| got, as it was printed. Neovim splits at newlines and turns NUL bytes into newlines.
---@param data string[]
---@return string
function M.join(data)
  local swapped = table.concat(data, '\0')
  if not swapped:find('\n', 1, true) then
    return table.concat(data, '\n')
  end
  return (swapped:gsub('[%z\n]', { ['\0'] = '\n', ['\n'] = '\0' }))
end

--- The bytes that may follow a lead byte: how many, and the range of the first of them (Unicode 15, table 3-7).
---@param lead integer
---@return integer? count
---@return integer? low
---@return integer? high
local function continuation(lead)
  if lead < 0xC2 or lead > 0xF4 then
    return nil
  elseif lead < 0xE0 then
    return 1, 0x80, 0xBF
  elseif lead < 0xF0 then
    return 2, lead == 0xE0 and 0xA0 or 0x80, lead == 0xED and 0x9F or 0xBF
  end
  return 3, lead == 0xF0 and 0x90 or 0x80, lead == 0xF4 and 0x8F or 0xBF
end

--- A loop over bytes: LuaJIT compiles it, which it does not do with patterns.
---@param text string
---@return boolean
function M.is_utf8(text)
  local at, size = 1, #text
  while at <= size do
    local lead = byte(text, at)
    if lead >= 0x80 then
      local count, low, high = continuation(lead)
      if not count or at + count > size then
        return false
      end
      for offset = 1, count do
        local follower = byte(text, at + offset)
        if follower < low or follower > high then
          return false
        end
        low, high = 0x80, 0xBF
      end
      at = at + count
    end
    at = at + 1
  end
  return true
end

--- The fields of a message that carries terminal data. What is no clean UTF-8, also because a character was cut, is
--- sent as base64: not a byte changes on its way.
---@param data string
---@return { data: string, encoding: 'base64'? }
function M.encode(data)
  if M.is_utf8(data) then
    return { data = data }
  end
  return { data = vim.base64.encode(data), encoding = 'base64' }
end

---@param params termhost.TerminalDataParams
---@return string
function M.decode(params)
  return params.encoding == 'base64' and vim.base64.decode(params.data) or params.data
end

return M
