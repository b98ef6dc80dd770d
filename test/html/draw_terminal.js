// Makes a picture of what a terminal shows, and prints its text.
//
//   node draw_terminal.js CELLS.json PICTURE.png
//
// CELLS.json is what scrape_terminal.vim writes.
'use strict';

const fs = require('fs');
const {withPage} = require('./browser');

function escape(text) {
  return text.replace(/[&<>"]/g, (each) => `&#${each.charCodeAt(0)};`);
}

function styleOf({fg, bg, bold, italic, underline, reverse}) {
  const [front, back] = reverse ? [bg, fg] : [fg, bg];
  return `color: ${front}; background: ${back}` + (bold ? '; font-weight: bold' : '') +
      (italic ? '; font-style: italic' : '') + (underline ? '; text-decoration: underline' : '');
}

function pageOf(rows) {
  const lines = rows.map((runs) => runs.map(
      ({text, style}) => `<span style="${styleOf(style)}">${escape(text)}</span>`).join(''));
  return `<!DOCTYPE html><meta charset="utf-8"><style>
    body { margin: 0; background: #fff }
    pre { margin: 0; padding: 12px; display: inline-block; font: 15px/20px 'DejaVu Sans Mono', monospace }
    span { display: inline-block; height: 20px }
  </style><pre>${lines.join('\n')}</pre>`;
}

async function draw([cells, picture]) {
  const rows = JSON.parse(fs.readFileSync(cells, 'utf8'));
  await withPage({viewport: {width: 2000, height: 1200}}, async (page) => {
    await page.setContent(pageOf(rows));
    await page.locator('pre').screenshot({path: picture});
  });
  console.log(rows.map((runs) => runs.map(({text}) => text).join('').trimEnd()).join('\n'));
}

draw(process.argv.slice(2)).catch((error) => {
  console.error(error);
  process.exit(1);
});
