" With the settings in the file $SETTINGS, Session() writes to the file $SHOWN what ALE shows of the
" file $SOURCE as a client of the server, applies the first action that it offers, and saves the file.
packadd! ale
source $SETTINGS

" The answer of a user who is asked for one of the actions.
runtime autoload/ale/util.vim
function! ale#util#Input(message, ...) abort
  call add(s:shown, split(a:message, "\n")[1])
  return '1'
endfunction

function s:Found() abort
  return map(copy(ale#engine#GetLoclist(bufnr(''))), {_, item ->
    \ printf('%d:%d: %s: %s', item.lnum, item.col, item.type, item.text)})
endfunction

" Two minutes are long enough, and a test has to end.
function s:WaitUntil(holds) abort
  let rounds = 0
  while !a:holds() && rounds < 2400
    sleep 50m
    let rounds += 1
  endwhile
endfunction

function Session() abort
  let s:shown = []
  edit $SOURCE
  ALELint
  call s:WaitUntil({-> !empty(s:Found())})
  let s:shown += s:Found()
  let first = ale#engine#GetLoclist(bufnr(''))[0]
  call cursor(first.lnum, first.col)
  ALECodeAction
  call s:WaitUntil({-> len(s:shown) > 1 && &modified})
  write
  call s:WaitUntil({-> empty(s:Found())})
  call writefile(s:shown + map(s:Found(), {_, each -> 'left: ' . each}), $SHOWN)
endfunction
