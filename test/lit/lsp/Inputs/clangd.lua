-- A session of Neovim's own client with clangd and the server on one buffer, the server set up by the file
-- $SETTINGS: opens $SOURCE, and writes to $SHOWN what both find in it and offer.

local shown = io.open(vim.env.SHOWN, "w")
local function say(text)
  shown:write(text, "\n")
  shown:flush()
end

-- Far longer than any analysis here: a test that gets nothing fails, and does not hang.
local function wait_for(what, is_there)
  if not vim.wait(120000, is_there, 20) then
    for _, each in ipairs(vim.diagnostic.get(0)) do
      say(("left: %s: line %d: %s"):format(each.source, each.lnum + 1, each.message))
    end
    error("no " .. what)
  end
end

-- A menu is looked at, and left.
local offered
vim.ui.select = function(items, options, choose)
  offered = vim.tbl_map(options.format_item, items)
  choose(nil, nil)
end

-- Errors that Neovim or a server reports.
vim.notify = function(text, level)
  if (level or 0) >= vim.log.levels.WARN then
    say("message: " .. text)
  end
end

local function start_clangd()
  local clangd = vim.lsp.start_client({
    name = "clangd",
    -- The style of the repository is not that of this source.
    cmd = { vim.env.CLANGD, "--clang-tidy=false" },
    root_dir = vim.fn.getcwd(),
  })
  vim.lsp.buf_attach_client(0, clangd)
end

local function of_source(source)
  return vim.tbl_filter(function(each) return each.source == source end, vim.diagnostic.get(0))
end

local function session()
  dofile(vim.env.SETTINGS)
  vim.cmd("edit " .. vim.fn.fnameescape(vim.env.SOURCE))
  start_clangd()
  wait_for("finding of both", function() return #of_source("clang") > 0 and #of_source("cuda-memlint") > 0 end)
  for _, source in ipairs({ "clang", "cuda-memlint" }) do
    for _, each in ipairs(of_source(source)) do
      say(("%s: line %d: %s"):format(source, each.lnum + 1, each.message:match("^[^\n(]*")))
    end
  end
  local first = of_source("cuda-memlint")[1]
  vim.api.nvim_win_set_cursor(0, { first.lnum + 1, first.col })
  vim.lsp.buf.code_action()
  wait_for("menu", function() return offered end)
  table.sort(offered)
  for _, title in ipairs(offered) do
    say("offered: " .. title)
  end
  -- Both hear of a change, and the finding that it removes is gone from each.
  vim.fn.setline(first.lnum + 1, "  if (n == 2) out[threadIdx.x] = 1;")
  wait_for("end of the findings", function() return #vim.diagnostic.get(0) == 0 end)
  say("changed: nothing is found")
  vim.lsp.stop_client(vim.lsp.get_active_clients())
  wait_for("end of the servers", function() return #vim.lsp.get_active_clients() == 0 end)
end

local succeeded, problem = pcall(session)
say(succeeded and "done" or problem)
shown:close()
vim.cmd("qall!")
