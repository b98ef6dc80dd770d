// Holds the requests that the page of a report computes against the tool's own numbers.
//
//   node check_requests.js [--least=N] PAGES-FOLDER REPORT.html...
//
// PAGES-FOLDER is lib/Report/Html, whose scripts are run as they are. For each access and launch
// with a formula: the costliest request must be the very one that the tool drew, lane by lane; and
// where the tool has totals of a launch and there are not too many requests, all are computed and
// their sums must be the totals, else a sample none of which may exceed the worst one. Of each mend
// the costliest request, and a sample. N: at least so many launches of accesses must be compared.
'use strict';

const fs = require('fs');
const path = require('path');
const vm = require('vm');

const mostRequests = 1000;

function loadPage(folder) {
  const context = vm.createContext({});
  const script = ['evaluate.js', 'text.js'].map((name) => fs.readFileSync(path.join(folder, name), 'utf8'));
  script.push('this.page = {RequestEvaluator, requestCost, requestAsText, targetFor, lanesOf, warpsOf};');
  vm.runInContext(script.join('\n'), context);
  return context.page;
}

function dataOf(file, id) {
  const text = fs.readFileSync(file, 'utf8');
  const start = `<script type="application/json" id="${id}">`;
  const from = text.indexOf(start) + start.length;
  return JSON.parse(text.slice(from, text.indexOf('</script>', from)));
}

const counts = {compared: 0, totals: 0, requests: 0, sampled: 0, mends: 0, drawings: 0, proved: 0, provedWithout: 0};
let failures = 0;

function fail(where, text) {
  ++failures;
  console.error(`${where}: ${text}`);
}

/** Calls `visit` with points: all of them, or evenly drawn ones; returns whether these were all. */
function visitPoints(evaluator, block, most, visit) {
  const variables = evaluator.formula.variables;
  const followed = evaluator.formula.followed.map((loop) => loop.variable);
  const sizes = variables.map((variable, index) =>
      followed.includes(index) ? 1 : Number(variable.high) - Number(variable.low) + 1);
  const all = sizes.reduce((product, size) => product * size, 1);
  const isWhole = all * block <= most && variables.every((variable) => variable.counted);
  const count = isWhole ? all : Math.max(1, Math.floor(most / 10 / block));
  for (let number = 0; number < count; ++number) {
    let rest = isWhole ? number : Math.floor(all / count * number);
    const point = sizes.map((size, index) => {
      const digit = rest % size;
      rest = Math.floor(rest / size);
      return Number(variables[index].low) + digit;
    });
    visit(point);
  }
  return isWhole;
}

/** Follows the loops that have to be, from `level` on. */
function followLoops(evaluator, warp, point, level, visit) {
  if (level === evaluator.formula.followed.length) return visit(point);
  const {variable} = evaluator.formula.followed[level];
  const here = [...point];
  for (here[variable] = 0; here[variable] < 2000; ++here[variable]) {
    if (evaluator.lanesInLoop(level, warp, here, evaluator.threads(warp).mask) === 0) return;
    followLoops(evaluator, warp, here, level + 1, visit);
  }
}

function checkWorst(page, where, evaluator, target, access, entry) {
  const request = evaluator.request(entry.warp, evaluator.worstPoint());
  if (request.mask !== entry.mask)
    return fail(where, `other lanes take part: ${request.mask.toString(16)}, the tool has ${entry.mask.toString(16)}`);
  for (const lane of page.lanesOf(entry.mask))
    if (request.offsets[lane] !== BigInt(entry.offsets[lane]))
      return fail(where, `lane ${lane} is at ${request.offsets[lane]}, the tool has ${entry.offsets[lane]}`);
  const cost = page.requestCost(target, access.space, {...request, ...typeOf(access, entry)});
  if (!cost || cost.cost !== entry.cost || cost.ideal !== entry.ideal)
    fail(where, `the costliest request: ${JSON.stringify(cost)}, the tool has ${entry.cost} and ${entry.ideal}`);
}

const typeOf = (access, entry) => ({bytes: entry.bytes, kind: access.kind, form: entry.formula.form});

function checkRequests(page, where, evaluator, target, access, entry, block, totals) {
  const sum = {requests: 0, lanes: 0, cost: 0, ideal: 0};
  const warps = page.warpsOf(block);
  const isWhole = visitPoints(evaluator, warps, mostRequests, (start) => {
    for (let warp = 0; warp < warps; ++warp)
      followLoops(evaluator, warp, start, 0, (point) => {
        const request = evaluator.request(warp, point);
        if (request.mask === 0) return;
        const cost = page.requestCost(target, access.space, {...request, ...typeOf(access, entry)});
        sum.requests += 1;
        sum.lanes += page.lanesOf(request.mask).length;
        sum.cost += cost.cost;
        sum.ideal += cost.ideal;
        if (cost.cost - cost.ideal > entry.cost - entry.ideal)
          fail(where, `warp ${warp} at ${point} costs ${cost.cost} of ${cost.ideal}, the tool's worst ${entry.cost} of ${entry.ideal}`);
      });
  });
  counts.requests += sum.requests;
  if (!isWhole || !totals) return void ++counts.sampled;
  ++counts.totals;
  for (const key of ['requests', 'lanes', 'cost', 'ideal'])
    if (sum[key] !== totals[key]) fail(where, `${key} of the launch: ${sum[key]}, the tool has ${totals[key]}`);
}

function checkAccess(page, where, target, kernel, access, entry, launch) {
  if (launch.known === 'proved') ++counts.proved;
  if (!entry.formula) {
    if (launch.known === 'proved' && entry.cost !== undefined) {
      ++counts.provedWithout;
      fail(where, 'proved, and without a formula');
    }
    return;
  }
  ++counts.compared;
  const evaluator = new page.RequestEvaluator(kernel.nodes, entry, launch.block);
  checkWorst(page, where, evaluator, target, access, entry);
  checkRequests(page, where, evaluator, target, access, entry, launch.block,
                launch.requests === null ? null : launch);
}

/** What --explain draws is what the page has as the text of one of the access's pictures. */
function checkDrawing(page, where, target, access, entries) {
  ++counts.drawings;
  const lines = access.explanation.split('\n').map((line) => line.slice(9));
  const isDrawn = entries.filter((entry) => entry.cost !== undefined).some((entry) => {
    const request = {mask: entry.mask, offsets: entry.offsets.map(BigInt), ...typeOf(access, entry)};
    const text = page.requestAsText(target, access.space, request);
    return text.length > 0 && text.every((line, number) => line.trimEnd() === lines[lines.length - 1 - text.length + number].trimEnd());
  });
  if (!isDrawn) fail(where, 'the page draws other text than --explain');
}

function checkReport(page, file) {
  const report = dataOf(file, 'report'), details = dataOf(file, 'details');
  report.files.forEach((reported, fileNumber) => {
    const detail = details.files[fileNumber];
    reported.kernels.forEach((kernel, kernelNumber) => {
      const extra = detail.kernels[kernelNumber];
      const target = page.targetFor(extra, details.targets[detail.target]);
      kernel.accesses.filter((access) => access.explanation).forEach((access) =>
        checkDrawing(page, `${access.path}:${access.line}`, target, access, extra.accesses[access.id].requests));
      kernel.accesses.forEach((access, id) => access.launches.forEach((launch, number) =>
        checkAccess(page, `${access.path}:${access.line}: ${kernel.name}, launch ${number}`, target, extra,
                    access, extra.accesses[id].requests[number], launch)));
      for (const finding of extra.findings)
        if (finding.after && finding.after.formula) {
          ++counts.mends;
          const access = kernel.accesses[finding.access];
          const check = (of, after) => {
            const where = `${access.path}:${access.line}: ${kernel.name}, ${after.title}`;
            const evaluator = new page.RequestEvaluator(extra.nodes, after, after.block);
            checkWorst(page, where, evaluator, target, of, after);
            checkRequests(page, where, evaluator, target, of, after, after.block, null);
          };
          check(access, finding.after);
          for (const each of finding.after.tile || []) check({space: 'shared', kind: each.kind}, each);
        }
    });
  });
}

const least = Number((process.argv.find((each) => each.startsWith('--least=')) || '--least=1').slice(8));
const [folder, ...files] = process.argv.slice(2).filter((each) => !each.startsWith('--'));
const page = loadPage(folder);
files.forEach((file) => checkReport(page, file));
if (counts.compared < least) fail('all', `${counts.compared} compared, ${least} expected`);
console.log(JSON.stringify(counts));
process.exit(failures ? 1 : 0);
