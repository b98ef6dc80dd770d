// The report as the page shows it: kernels with their findings and what they cost too much.

const levels = ['error', 'warning', 'remark'];
const bytesOfUnit = {global: 32, shared: 128, constant: 4};

/** Bytes of the unit of global memory: AMD's cache line, or a sector. */
const lineOf = (kernel) => kernel.target.line_bytes || bytesOfUnit.global;

/** What a kernel costs above what is needed, in its worst launch. */
function excessOf(kernel) {
  const byLaunch = kernel.details.launches.map(
      () => ({global: 0, shared: 0, constant: 0, perRequest: {global: 0, shared: 0, constant: 0}, bytes: 0, hasTotals: true}));
  kernel.accesses.forEach((access) => access.launches.forEach((launch, number) => {
    const sum = byLaunch[access.details.requests[number].launch];
    if (!(access.space in bytesOfUnit) || launch.mean_per_request === null) return;
    const mean = launch.mean_per_request - launch.ideal_per_request;
    sum.perRequest[access.space] += mean;
    if (launch.cost === null) {
      if (mean > 0) sum.hasTotals = false;
      return;
    }
    sum[access.space] += launch.cost - launch.ideal;
    sum.bytes += (launch.cost - launch.ideal) * (access.space === 'global' ? lineOf(kernel) : bytesOfUnit[access.space]);
  }));
  const perRequest = (sum) => sum.perRequest.global * lineOf(kernel) + sum.perRequest.shared * 128;
  let worst = 0;
  byLaunch.forEach((sum, number) => {
    const best = byLaunch[worst];
    if (sum.bytes > best.bytes || (sum.bytes === best.bytes && perRequest(sum) > perRequest(best))) worst = number;
  });
  const excess = byLaunch[worst];
  return excess ? {...excess, launch: worst, weight: perRequest(excess)} : {global: 0, shared: 0, constant: 0, perRequest: {}, bytes: 0, weight: 0, hasTotals: true, launch: null};
}

const rankOfLevel = (level) => levels.length - levels.indexOf(level);

/** The worst first: by what is moved in vain, then by findings, then as they are in the sources. */
function orderKernels(kernels) {
  const gravity = (kernel) => kernel.findings.filter((finding) => !finding.suppressed)
      .reduce((sum, finding) => Math.max(sum, rankOfLevel(finding.level)), 0);
  return [...kernels].sort((a, b) => b.excess.bytes - a.excess.bytes || b.excess.weight - a.excess.weight ||
                                     gravity(b) - gravity(a) || a.number - b.number);
}

/** Reads both parts of the data. */
function buildModel(report, details) {
  const model = {report, targets: details.targets, kernels: [], findings: [], sources: [], sourceOf: new Map()};
  const addSource = (path) => {
    if (!model.sourceOf.has(path)) {
      model.sourceOf.set(path, model.sources.length);
      const text = details.sources[path];
      let lines;
      model.sources.push({path, text, lines: () => lines ??= linesOf(text), findings: new Map(), accesses: new Map()});
    }
    return model.sources[model.sourceOf.get(path)];
  };
  report.files.forEach((file) => addSource(file.path));
  Object.keys(details.sources).forEach(addSource);
  report.files.forEach((file, fileNumber) => file.kernels.forEach((reported, number) => {
    const extra = details.files[fileNumber].kernels[number];
    const target = details.targets[details.files[fileNumber].target];
    const kernel = {...reported, details: extra, file, target: targetFor(extra, target),
                    number: model.kernels.length, findings: []};
    kernel.accesses = reported.accesses.map((access, id) => ({...access, kernel, details: extra.accesses[id]}));
    kernel.excess = excessOf(kernel);
    model.kernels.push(kernel);
    for (const more of extra.findings) {
      const finding = {...report.findings[model.findings.length], details: more, owner: kernel, number: model.findings.length};
      model.findings.push(finding);
      kernel.findings.push(finding);
      listAt(addSource(finding.path).findings, finding.line).push(finding);
    }
    for (const access of kernel.accesses) listAt(addSource(access.path).accesses, access.line).push(access);
  }));
  return model;
}

/** The finding that stands for this one in the text: of its cause, and of what reads alike or is of another instantiation. */
function leaderOf(model, finding) {
  const first = finding.same_cause_as === undefined ? finding : model.findings[finding.same_cause_as];
  return first.shown_with === undefined ? first : model.findings[first.shown_with];
}

/** Those that stand for `findings`: as many as the text counts. */
const leadersOf = (model, findings) => [...new Set(findings.map((finding) => leaderOf(model, finding)))];

function listAt(map, key) {
  if (!map.has(key)) map.set(key, []);
  return map.get(key);
}

/** What is shown: `filter` has text, check, levels and suppressed. */
function isShown(finding, filter) {
  if (!filter.levels.has(finding.level) || (finding.suppressed && !filter.suppressed)) return false;
  if (filter.check && finding.check !== filter.check) return false;
  const text = filter.text.toLowerCase();
  return !text || [finding.message, finding.kernel, finding.path, finding.check]
      .some((part) => part.toLowerCase().includes(text));
}
