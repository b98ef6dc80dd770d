// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { colourDrawing, drawHover, drawLanes, panelPage } from '../src/drawing';
import { AccessPicture } from '../src/picture';

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

/** Lanes store 4 B each, 32 B apart, before, and side by side after. */
const strided: AccessPicture = {
  title: 'store of 4 B per lane, <global> memory',
  target: { global: 'sectors', shared: 'paired-phases' },
  requests: [32, 4].map(stride => ({
    title: stride === 32 ? 'Before' : 'After: `a<b>`',
    space: 'global',
    kind: 'store',
    form: 'plain',
    bytes: 4,
    mask: 0xffffffff,
    offsets: Array.from({ length: 32 }, (_, lane) => lane * stride),
    cost: stride === 32 ? 32 : 4,
    ideal: 4,
  })),
};

function countOf(html: string, part: string): number {
  return html.split(part).length - 1;
}

test('all lanes are drawn against all sectors, before and after', () => {
  const html = drawLanes({ hover: { contents: '**store**' }, pictures: [strided] });
  assert.ok(html);
  assert.equal(countOf(html, '<svg '), 2);
  assert.equal(countOf(html, 'class="lane"'), 64);
  // A sector of its own for each lane; then 128 B of four sectors.
  assert.equal(countOf(html, 'class="frame"'), 32 + 4);
  assert.match(html, /32 sectors, 4 needed.*4 sectors, the minimum/s);
  assert.match(html, /<strong>store<\/strong>/);
  assert.match(html, /&lt;global&gt;.*After: <code>a&lt;b&gt;<\/code>/s);
  assert.doesNotMatch(html, /<script|<global|<b>/);
});

test('where there is no picture the text is shown', () => {
  assert.match(drawLanes({ hover: { contents: '**load**' }, pictures: [] }) ?? '', /<strong>load<\/strong>/);
  assert.equal(drawLanes({ hover: null, pictures: [] }), undefined);
  assert.equal(drawLanes(undefined), undefined);
});

test('the page runs no scripts and loads its style sheet alone', () => {
  const page = panelPage('<p>body</p>', 'https://resource/lanes.css', 'https://resource');
  assert.match(page, /content="default-src 'none'; style-src https:\/\/resource;"/);
  assert.doesNotMatch(page, /<script|unsafe-inline|unsafe-eval/);
  assert.match(page, /<p>body<\/p>/);
});
