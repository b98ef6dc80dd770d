// Prints the first and the last position of each slider over a loop.
//
//   node slider_ends.js PAGES-FOLDER REPORT.html
'use strict';

const fs = require('fs');
const path = require('path');
const vm = require('vm');

const [folder, file] = process.argv.slice(2);
const context = vm.createContext({});
const script = ['evaluate.js', 'requests.js'].map((name) => fs.readFileSync(path.join(folder, name), 'utf8'));
vm.runInContext([...script, 'this.page = {RequestEvaluator, rangesOf};'].join('\n'), context);

function dataOf(id) {
  const text = fs.readFileSync(file, 'utf8');
  const start = `<script type="application/json" id="${id}">`;
  const from = text.indexOf(start) + start.length;
  return JSON.parse(text.slice(from, text.indexOf('</script>', from)));
}

const report = dataOf('report'), details = dataOf('details');
report.files[0].kernels.forEach((kernel, number) => {
  const extra = details.files[0].kernels[number];
  kernel.accesses.forEach((access, id) => extra.accesses[id].requests.forEach((entry, launch) => {
    if (!entry.formula) return;
    const evaluator = new context.page.RequestEvaluator(extra.nodes, entry, access.launches[launch].block);
    for (const [key, {low, high}] of context.page.rangesOf({evaluator, entry, kernel: {details: extra}}))
      if (key.startsWith('loop')) console.log(`${kernel.name}: ${access.kind} ${access.text}: ${low} to ${high}`);
  }));
});
