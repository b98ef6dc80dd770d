-- Opens the file, shows its diagnostics, chooses the first code action of the first of them as a
-- user would, and shows what is left. docs/editors.md has the settings that a user takes.
local shown = {}

local function show(...)
  table.insert(shown, table.concat({ ... }, " "))
end

local function finish()
  vim.fn.writefile(shown, vim.env.SHOWN)
  vim.cmd("quitall!")
end

local function wait(what, is_there)
  if not vim.wait(120000, is_there, 50) then
    show("no", what)
    finish()
  end
end

vim.cmd("edit " .. vim.env.SOURCE)
local client = vim.lsp.start_client({
  name = "cuda-memlint",
  cmd = { vim.env.COMMAND, "lsp" },
  root_dir = vim.fn.fnamemodify(vim.env.SOURCE, ":h"),
})
vim.lsp.buf_attach_client(0, client)
wait("diagnostics", function()
  return #vim.diagnostic.get(0) > 0
end)
local first = vim.diagnostic.get(0)[1]
for _, each in ipairs(vim.diagnostic.get(0)) do
  show(each.lnum + 1 .. ":" .. each.col + 1, each.source, each.code, vim.split(each.message, "\n")[1])
end

vim.api.nvim_win_set_cursor(0, { first.lnum + 1, first.col })
vim.ui.select = function(items, _, choose)
  choose(items[1])
end
vim.lsp.buf.code_action()
wait("edit", function()
  return vim.bo.modified
end)
wait("result of the edit", function()
  return #vim.diagnostic.get(0) == 0
end)
show("left:", #vim.diagnostic.get(0))
vim.cmd("write")
finish()
