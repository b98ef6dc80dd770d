-- A session of Neovim's own client with the server, set up by the file $SETTINGS: opens $SOURCE,
-- applies the first fix that is offered, and writes to $SHOWN what it saw.

local shown = io.open(vim.env.SHOWN, "w")
local function say(text)
  shown:write(text, "\n")
  shown:flush()
end

-- Far longer than any analysis here: a test that gets nothing fails, and does not hang.
local function wait_for(what, is_there)
  if not vim.wait(120000, is_there, 20) then
    error("no " .. what)
  end
end

-- The choice that a user makes from a menu.
vim.ui.select = function(items, options, choose)
  for index, item in ipairs(items) do
    say("offered: " .. options.format_item(item))
  end
  choose(items[1], 1)
end

local function session()
  dofile(vim.env.SETTINGS)
  vim.cmd("edit " .. vim.fn.fnameescape(vim.env.SOURCE))
  wait_for("finding", function() return #vim.diagnostic.get(0) > 0 end)
  for _, each in ipairs(vim.diagnostic.get(0)) do
    say(("line %d: %s [%s]"):format(each.lnum + 1, each.message:match("^[^\n]*"), each.code))
  end
  local first = vim.diagnostic.get(0)[1]
  vim.api.nvim_win_set_cursor(0, { first.lnum + 1, first.col })
  vim.lsp.buf.code_action()
  wait_for("end of the finding", function() return #vim.diagnostic.get(0) == 0 end)
  say("fixed: " .. vim.trim(vim.fn.getline(vim.fn.search("__shared__", "w"))))
  vim.lsp.stop_client(vim.lsp.get_active_clients())
  wait_for("end of the server", function() return #vim.lsp.get_active_clients() == 0 end)
end

local succeeded, problem = pcall(session)
say(succeeded and "done" or problem)
shown:close()
vim.cmd("qall!")
