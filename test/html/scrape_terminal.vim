" Runs the command in the list $COMMAND (JSON) in a terminal of $HEIGHT and $WIDTH until it shows the text
" $AWAITED, and writes its cells to $CELLS: a row of runs each, with their text, colours and font, as JSON.

" Far longer than any analysis here: a picture of nothing fails, and does not hang.
let s:seconds = 120

func s:Shows(buffer, text)
  for row in range(1, $HEIGHT)
    if stridx(term_getline(a:buffer, row), a:text) >= 0
      return 1
    endif
  endfor
endfunc

func s:RunsOf(cells)
  let runs = []
  for cell in a:cells
    let style = {'fg': cell.fg, 'bg': cell.bg}
    for name in ['bold', 'italic', 'underline', 'reverse']
      let style[name] = term_getattr(cell.attr, name)
    endfor
    let text = cell.chars == '' ? ' ' : cell.chars
    if !empty(runs) && runs[-1].style == style
      let runs[-1].text .= text
    else
      call add(runs, {'text': text, 'style': style})
    endif
  endfor
  return runs
endfunc

func Scrape()
  let buffer = term_start(json_decode($COMMAND), {'term_rows': str2nr($HEIGHT), 'term_cols': str2nr($WIDTH), 'hidden': 1})
  let begin = localtime()
  while !s:Shows(buffer, $AWAITED) && localtime() - begin < s:seconds
    call term_wait(buffer, 50)
  endwhile
  " What is drawn after that text.
  call term_wait(buffer, 500)
  let rows = map(range(1, $HEIGHT), 's:RunsOf(term_scrape(buffer, v:val))')
  call writefile([json_encode(rows)], $CELLS)
  call job_stop(term_getjob(buffer), 'kill')
endfunc
