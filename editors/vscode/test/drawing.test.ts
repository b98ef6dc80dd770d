// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { colourDrawing, drawHover, panelPage } from '../src/drawing';

/** What a browser shows of the HTML, entities aside that do not occur in it. */
function shownText(html: string): string {
  return html
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
}

const drawing = [
  '        access   `in[a < b && c > d ? 1 : 2]`, a load of 4 B per lane, global memory',
  '        made of  threadIdx.x * 8: differs by lane',
  '                 n: the same',
  '         lane      0  1  2  3',
  '         sector    0  0  1  1',
  '         sector       0 |####....####....| 16 of 32 B used',
  '         sector      -1 |................| "0" of 32 B used',
  '         words    w...............................  32 wavefronts',
  '',
].join('\n');

test('colours change no character of a drawing', () => {
  assert.equal(shownText(colourDrawing(drawing)), drawing);
});

test('bytes that are used and bytes that are moved in vain differ in colour', () => {
  const html = colourDrawing('         sector       0 |####....| 4 of 8 B used');
  assert.match(html, /<span class="used">####<\/span><span class="wasted">\.\.\.\.<\/span>/);
  assert.match(html, /<span class="label">sector<\/span>/);
});

test('a hover is drawn with its costs and its drawing', () => {
  const value = '**load** of 4 B per lane\n\n- `k<<<1, 32>>>`: 4.0 sectors\n\n```text\n' + drawing + '```\n\n';
  const html = drawHover({ contents: { kind: 'markdown', value } });
  assert.ok(html);
  assert.match(html, /<strong>load<\/strong>/);
  assert.match(html, /<li><code>k&lt;&lt;&lt;1, 32&gt;&gt;&gt;<\/code>/);
  assert.ok(shownText(html).includes(drawing));
});

test('HTML of the source stays text', () => {
  const value = '<script>a()</script> `<b>`\n\n```text\n        access   `x["<img src=y>"]`\n```\n';
  const html = drawHover({ contents: { kind: 'markdown', value } });
  assert.ok(html);
  assert.doesNotMatch(html, /<script|<img|<b>/);
});

test('without an answer nothing is drawn', () => {
  for (const hover of [null, undefined, { contents: '' }, { contents: { kind: 'markdown', value: ' \n' } }])
    assert.equal(drawHover(hover), undefined);
});

test('the page runs no scripts and loads its style sheet alone', () => {
  const page = panelPage('<p>body</p>', 'https://resource/lanes.css', 'https://resource');
  assert.match(page, /content="default-src 'none'; style-src https:\/\/resource;"/);
  assert.doesNotMatch(page, /<script|unsafe-inline|unsafe-eval/);
  assert.match(page, /<p>body<\/p>/);
});
