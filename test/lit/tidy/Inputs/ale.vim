" Show() writes to the file $SHOWN what Vim's linter ALE shows of the file $SOURCE, with the
" settings of docs/clang-tidy.md.
filetype on
packadd! ale
let g:ale_linters = {'cuda': ['clangtidy']}
let g:ale_linter_aliases = {'cuda': 'cpp'}
let g:ale_cpp_clangtidy_executable = $WRAPPER

let s:waiting = v:true
autocmd User ALELintPost let s:waiting = v:false

function Show() abort
  edit $SOURCE
  ALELint
  " A minute is long enough, and a test has to end.
  let rounds = 0
  while s:waiting && rounds < 1200
    sleep 50m
    let rounds += 1
  endwhile
  call writefile(map(copy(ale#engine#GetLoclist(bufnr(''))),
    \ {_, item -> printf('%d:%d: %s: %s', item.lnum, item.col, item.type, item.text)}), $SHOWN)
endfunction
