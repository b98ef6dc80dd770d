-- What Neovim does for a picture: opens $SOURCE with the settings in the file $SETTINGS, shows the lens of the
-- kernel, and asks for the code actions at the text $AT of it, or where $ASK is hover for what hovering over
-- it shows.

vim.opt.termguicolors = true
vim.opt.background = "light"
vim.opt.signcolumn = "yes"
vim.opt.laststatus = 0
vim.opt.ruler = false
vim.opt.showmode = false
vim.opt.number = true
vim.cmd("highlight DiagnosticWarn guifg=#9a5b00")
vim.cmd("highlight DiagnosticVirtualTextWarn guifg=#9a5b00")
vim.cmd("highlight LspCodeLens guifg=#707070")
vim.cmd("highlight SignColumn guibg=NONE")
vim.cmd("highlight NormalFloat guibg=#f0f0f0")

local ask = vim.env.ASK == "hover" and vim.lsp.buf.hover or vim.lsp.buf.code_action
local is_asked = false

-- The lens is there first.
local function ask_behind_lens()
  if #vim.lsp.codelens.get(0) > 0 then
    ask()
  else
    vim.defer_fn(ask_behind_lens, 20)
  end
end

vim.api.nvim_create_autocmd("DiagnosticChanged", {
  callback = vim.schedule_wrap(function()
    vim.lsp.codelens.refresh()
    if not is_asked and #vim.diagnostic.get(0) > 0 then
      is_asked = true
      vim.fn.search("\\V" .. vim.env.AT)
      ask_behind_lens()
    end
  end),
})

dofile(vim.env.SETTINGS)
vim.cmd("edit " .. vim.fn.fnameescape(vim.env.SOURCE))
vim.cmd("normal! " .. vim.env.TOP .. "zt")
-- The line below shows nothing of the start.
vim.cmd("echo ''")
