" With the settings of docs/clang-tidy.md, Show() writes to the file $SHOWN what Vim's linter ALE
" shows of the file $SOURCE, and Fix() saves the file as :ALEFix leaves it.
filetype on
packadd! ale
let g:ale_linters = {'cuda': ['clangtidy']}
let g:ale_linter_aliases = {'cuda': 'cpp'}
let g:ale_cpp_clangtidy_executable = $WRAPPER
let g:ale_fixers = {'cuda': ['clangtidy']}
let g:ale_c_clangtidy_executable = $WRAPPER

let s:waiting = v:true
autocmd User ALELintPost let s:waiting = v:false
autocmd User ALEFixPost let s:waiting = v:false

" A minute is long enough, and a test has to end.
function s:Wait() abort
  let rounds = 0
  while s:waiting && rounds < 1200
    sleep 50m
    let rounds += 1
  endwhile
endfunction

function Show() abort
  edit $SOURCE
  ALELint
  call s:Wait()
  call writefile(map(copy(ale#engine#GetLoclist(bufnr(''))),
    \ {_, item -> printf('%d:%d: %s: %s', item.lnum, item.col, item.type, item.text)}), $SHOWN)
endfunction

function Fix() abort
  let g:ale_lint_on_enter = 0
  let g:ale_lint_on_save = 0
  edit $SOURCE
  ALEFix
  call s:Wait()
  write
endfunction
