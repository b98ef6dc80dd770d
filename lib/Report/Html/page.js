// The page: an overview of the kernels, and the sources with findings in place.

const readData = (id) => JSON.parse(document.getElementById(id).textContent);
const model = buildModel(readData('report'), readData('details'));
/** What costs are counted in on the device of the report. */
const units = model.kernels.some((kernel) => kernel.target.line_bytes) ? {global: 'cache lines', shared: 'bank cycles'}
                                                                       : {global: 'sectors', shared: 'wavefronts'};

const filter = {text: '', check: '', suppressed: false,
                levels: new Set(['error', 'warning', ...(model.report.files.some((file) => file.remarks_shown) ? ['remark'] : [])])};

const main = element('main', {id: 'main', tabindex: '-1'});
const counted = element('p', {class: 'counted', role: 'status'});
let view = {kind: 'overview'};

const plural = (count, noun) => `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;

//===- Filters -------------------------------------------------------------===//

/** Findings by level, as the text counts them. */
const counts = Object.fromEntries(levels.map((level) => [level, 0]));
for (const finding of leadersOf(model, model.findings.filter((each) => !each.suppressed))) ++counts[finding.level];

function levelBox(level) {
  const box = element('input', {type: 'checkbox', name: level});
  box.checked = filter.levels.has(level);
  box.addEventListener('change', () => {
    if (box.checked) filter.levels.add(level);
    else filter.levels.delete(level);
    applyFilter();
  });
  const count = counts[level];
  return element('label', {class: 'box'}, box, levelMark(level), element('span', {class: 'count'}, String(count)));
}

function filterBar() {
  const search = element('input', {type: 'search', placeholder: 'kernel, file or message', 'aria-label': 'search'});
  search.addEventListener('input', () => { filter.text = search.value; applyFilter(); });
  const checks = [...new Set(model.findings.map((finding) => finding.check))].sort();
  const choice = element('select', {'aria-label': 'check'}, element('option', {value: ''}, 'all checks'),
                         ...checks.map((check) => element('option', {value: check}, check)));
  choice.addEventListener('change', () => { filter.check = choice.value; applyFilter(); });
  const bar = element('form', {role: 'search', class: 'filters'}, search, choice,
                      element('div', {class: 'boxes', role: 'group', 'aria-label': 'severity'}, ...levels.map(levelBox)));
  if (model.findings.some((finding) => finding.suppressed)) {
    const box = element('input', {type: 'checkbox', name: 'suppressed'});
    box.addEventListener('change', () => { filter.suppressed = box.checked; applyFilter(); });
    bar.append(element('label', {class: 'box'}, box, 'suppressed'));
  }
  bar.addEventListener('submit', (event) => event.preventDefault());
  return bar;
}

function applyFilter() {
  if (view.kind === 'overview') return fillOverview(view.rows);
  for (const card of main.querySelectorAll('.finding'))
    card.hidden = !isShown(model.findings[Number(card.id.slice(8))], filter);
  countFindings();
}

function countFindings() {
  const shown = leadersOf(model, model.findings.filter((finding) => isShown(finding, filter))).length;
  counted.textContent = `${plural(shown, 'finding')} shown of ${leadersOf(model, model.findings).length.toLocaleString('en')}`;
}

//===- Overview ------------------------------------------------------------===//

/** A number with a bar; where totals are not known, per request. */
function excessCell(kernel, space, most) {
  const {excess} = kernel;
  const cell = element('td', {class: 'number excess'});
  if (excess[space] > 0) {
    const share = excess[space] / most[space];
    cell.append(element('span', {}, excess[space].toLocaleString('en')),
                shape('svg', {class: 'bar', viewBox: '0 0 100 4', preserveAspectRatio: 'none', 'aria-hidden': 'true'},
                      boxAt(0, 0, 100, 4, 'bar-ground'), boxAt(0, 0, Math.max(share * 100, 1), 4, 'bar-fill')));
  } else if (excess.perRequest[space] > 0) {
    cell.append(element('span', {class: 'quiet'}, `${excess.perRequest[space].toLocaleString('en', {maximumFractionDigits: 1})} per request`));
  } else {
    cell.append(element('span', {class: 'none'}, '–'));
  }
  return cell;
}

function findingLinks(findings) {
  const byCheck = new Map();
  for (const finding of findings) listAt(byCheck, finding.check).push(finding);
  return [...byCheck].map(([check, list]) => {
    const worst = levels.find((level) => list.some((finding) => finding.level === level));
    const first = list.find((finding) => finding.level === worst);
    const count = leadersOf(model, list).length;
    return element('a', {href: `#finding-${first.number}`, class: `chip ${worst}`},
                   element('span', {'aria-hidden': 'true'}, levelSigns[worst]), ` ${check.replace(/^cuda-/, '')}`,
                   count > 1 ? element('span', {class: 'count'}, ` ${count}`) : '',
                   element('span', {class: 'unseen'}, ` (${worst})`));
  });
}

/** A launch without the name of its kernel. */
const launchOf = (kernel, launch) => launch.startsWith(kernel.name) ? launch.slice(kernel.name.length).trim() : launch;

function kernelRow(kernel, most) {
  const shown = kernel.findings.filter((finding) => isShown(finding, filter));
  const place = `${fileName(kernel.path)}:${kernel.line}`;
  const launch = kernel.details.launches[kernel.excess.launch];
  const name = element('th', {scope: 'row'}, element('a', {href: `#s${model.sourceOf.get(kernel.path)}-L${kernel.line}`, class: 'kernel'}, visibleText(kernel.name)),
                       element('div', {class: 'quiet place'}, visibleText(place)));
  const said = !kernel.analysed ? element('span', {class: 'quiet'}, `not analysed: ${visibleText(kernel.reason)}`) : '';
  return element('tr', {}, name, excessCell(kernel, 'global', most), excessCell(kernel, 'shared', most),
                 element('td', {class: 'chips'}, ...findingLinks(shown), said),
                 element('td', {class: 'quiet launch'}, launch ? visibleText(launchOf(kernel, launch)) : 'no launch'));
}

function fillOverview(rows) {
  const isNarrowed = filter.text !== '' || filter.check !== '';
  const text = filter.text.toLowerCase();
  const matches = (kernel) => kernel.findings.some((finding) => isShown(finding, filter)) ||
      (!filter.check && (kernel.name.toLowerCase().includes(text) || kernel.path.toLowerCase().includes(text)));
  const kernels = orderKernels(model.kernels).filter((kernel) => !isNarrowed || matches(kernel));
  const most = {global: 1, shared: 1};
  for (const kernel of model.kernels)
    for (const space of ['global', 'shared']) most[space] = Math.max(most[space], kernel.excess[space]);
  rows.replaceChildren(...kernels.map((kernel) => kernelRow(kernel, most)));
  if (kernels.length === 0)
    rows.append(element('tr', {}, element('td', {colspan: '5', class: 'quiet'}, model.kernels.length ? 'no kernel matches' : 'there are no kernels in these files')));
  countFindings();
}

function summaryText() {
  const parts = levels.filter((level) => counts[level]).map((level) => plural(counts[level], level));
  return `${plural(model.kernels.length, 'kernel')} in ${plural(model.report.files.length, 'file')}: ` +
         (parts.length ? parts.join(', ') : 'no findings');
}

/** Incomplete files that are listed at once; more are folded. */
const mostIncompleteShown = 3;

/** Files that were not read as a whole. */
function incompleteFiles() {
  const nodes = [];
  for (const file of model.report.files) {
    if (file.complete) continue;
    const first = file.messages[0];
    // What is said of a whole file has no line.
    const place = !first?.line ? '' : first.path === file.path ? `: line ${first.line}` : `: ${fileName(first.path)}:${first.line}`;
    nodes.push(element('p', {class: 'incomplete'}, element('strong', {}, 'incomplete '), visibleText(file.path),
                       first ? `${place}: ${visibleText(first.message)}` : ''));
  }
  if (nodes.length <= mostIncompleteShown) return nodes;
  return [element('details', {}, element('summary', {class: 'incomplete'}, plural(nodes.length, 'incomplete file')), ...nodes)];
}

/** What was not read as a whole, and what was measured. */
function remarksOnFiles() {
  const nodes = incompleteFiles();
  for (const run of model.report.verifications || []) {
    const statuses = new Map();
    for (const launch of run.launches) for (const access of launch.accesses) listAt(statuses, access.status).push(access);
    nodes.push(element('p', {}, element('strong', {}, 'measured '), `${visibleText(run.path)}, ${run.build}, on ${visibleText(run.device)}: `,
                       [...statuses].map(([status, list]) => `${list.length} ${status}`).join(', ')));
  }
  return nodes;
}

function showOverview() {
  const rows = element('tbody', {});
  view = {kind: 'overview', rows};
  const head = (text, kind = '') => element('th', {scope: 'col', class: kind}, text);
  main.replaceChildren(
      element('h1', {tabindex: '-1'}, 'Kernels'), element('p', {class: 'summary'}, summaryText()), ...remarksOnFiles(),
      element('div', {class: 'scroll'}, element('table', {class: 'overview'},
          element('caption', {}, 'Kernels with the most excess traffic come first. The numbers are those of the worst launch.'),
          element('thead', {}, element('tr', {}, head('kernel'), head(`excess ${units.global}`, 'number'), head(`excess ${units.shared}`, 'number'), head('findings'), head('worst launch'))),
          rows)));
  fillOverview(rows);
}

//===- Sources -------------------------------------------------------------===//

/** What a request of an access costs at worst in relation to what it needs: "8×". */
function ratioOf(accesses) {
  let ratio = 0;
  for (const access of accesses)
    for (const entry of access.details.requests)
      if (hasRequest(entry) && entry.ideal) ratio = Math.max(ratio, entry.cost / entry.ideal);
  return ratio;
}

function accessButton(source, line, row) {
  const accesses = source.accesses.get(line);
  if (!accesses) return element('span', {class: 'mark'});
  const ratio = ratioOf(accesses);
  const text = ratio > 1 ? `${ratio.toLocaleString('en', {maximumFractionDigits: 1})}×` : ratio === 1 ? '=' : '?';
  const words = ratio > 1 ? `${text} of what is needed` : ratio === 1 ? 'as little as is needed' : 'cost not known';
  const button = element('button', {type: 'button', class: `mark ${ratio > 1 ? 'dear' : ''}`, 'aria-expanded': 'false',
                                    title: words, 'aria-label': `accesses of line ${line}: ${words}`}, text);
  button.addEventListener('click', () => {
    const open = button.getAttribute('aria-expanded') === 'true';
    button.setAttribute('aria-expanded', String(!open));
    if (open) return row.nextSibling.remove();
    row.after(element('section', {class: 'accesses', 'aria-label': `accesses of line ${line}`},
                      ...accesses.map((access) => accessPanel(access, null))));
  });
  return button;
}

function lineRow(source, number, line, text, state) {
  const row = element('div', {class: 'line', id: `s${number}-L${line}`});
  const code = element('code', {class: 'text'});
  for (const [kind, part] of tokensOf(text.slice(0, longestLine), state))
    code.append(kind ? element('span', {class: kind}, visibleText(part)) : visibleText(part));
  if (text.length > longestLine)
    code.append(element('span', {class: 'cut'}, ` … ${(text.length - longestLine).toLocaleString('en')} characters more`));
  row.append(element('a', {class: 'line-number', href: `#s${number}-L${line}`, 'aria-label': `line ${line}`, tabindex: '-1'}, String(line)),
             accessButton(source, line, row), code);
  return row;
}

/** The lines in blocks that the browser lays out when they come near. */
function sourceNode(source, number) {
  const node = element('div', {class: 'source'});
  const lines = source.lines(), state = {inComment: false};
  let block = null;
  lines.forEach((text, index) => {
    if (index % 50 === 0) node.append(block = element('div', {class: 'lines'}));
    block.append(lineRow(source, number, index + 1, text, state),
                 ...(source.findings.get(index + 1) || []).map((finding) => findingCard(model, finding)));
  });
  return node;
}

function kernelList(source) {
  const here = model.kernels.filter((kernel) => kernel.path === source.path);
  if (!here.length) return '';
  return element('nav', {class: 'kernels', 'aria-label': 'kernels of this file'}, element('ul', {},
      ...orderKernels(here).map((kernel) => element('li', {},
          element('a', {href: `#s${model.sourceOf.get(kernel.path)}-L${kernel.line}`}, visibleText(kernel.name)), ' ',
          element('span', {class: 'chips'}, ...findingLinks(kernel.findings.filter((finding) => isShown(finding, filter))))))));
}

function showSource(number) {
  if (view.kind === 'source' && view.number === number) return;
  const source = model.sources[number];
  view = {kind: 'source', number};
  const body = source.text !== undefined ? sourceNode(source, number)
      : element('div', {class: 'source'}, element('p', {class: 'quiet'}, 'The text of this file is not in the report.'),
                ...[...source.findings.values()].flat().map((finding) => findingCard(model, finding)));
  main.replaceChildren(element('p', {}, element('a', {href: '#'}, '← all kernels')),
                       element('h1', {tabindex: '-1'}, visibleText(source.path)), kernelList(source), body);
  applyFilter();
}

//===- Where we are --------------------------------------------------------===//

/** Frames in a row in which what was scrolled to has stayed where it is. */
const steadyFrames = 10;

/** Frames after which it may be anywhere. */
const mostFrames = 120;

/** What ends the scrolling below: a user who goes on, or another target. */
let stopScrolling = () => {};

/**
 * Scrolls to `node` and focuses `focused`. The browser lays out blocks of lines when they come near, which moves the others: scrolls
 * until that is over.
 */
function goTo(node, block, focused) {
  stopScrolling();
  let last = null, steady = 0, frames = 0, isOver = false;
  const events = ['wheel', 'touchstart', 'pointerdown', 'keydown'];
  const stop = () => {
    isOver = true;
    for (const event of events) window.removeEventListener(event, stop);
  };
  stopScrolling = stop;
  for (const event of events) window.addEventListener(event, stop, {passive: true});
  const scroll = () => {
    if (isOver) return;
    node.scrollIntoView({block});
    // The browser, which goes to the address of a page that it has loaded, takes the focus away.
    if (document.activeElement === document.body) focused.focus({preventScroll: true});
    const {top} = node.getBoundingClientRect();
    steady = top === last ? steady + 1 : 0;
    last = top;
    if (steady === steadyFrames || ++frames === mostFrames) return stop();
    requestAnimationFrame(scroll);
  };
  focused.focus({preventScroll: true});
  scroll();
}

/** The address with which the overview was left last. */
let lastFollowed = '';

/** The link in the overview with which it was left, or else one to `left`, from where one comes back. */
function linkBack(left) {
  const links = [...main.querySelectorAll('.overview a')];
  const linkTo = (address) => links.find((link) => link.getAttribute('href') === address);
  return linkTo(lastFollowed) || linkTo(left);
}

/** Shows what the address names; `left` is the part of the address that was shown before. */
function showTarget(left) {
  if (view.kind === 'overview') lastFollowed = location.hash;
  const hash = location.hash.slice(1);
  const finding = /^finding-(\d+)$/.exec(hash), line = /^s(\d+)-L(\d+)$/.exec(hash);
  if (finding && model.findings[finding[1]]) {
    const {path, number} = model.findings[finding[1]];
    showSource(model.sourceOf.get(path));
    const card = document.getElementById(`finding-${number}`);
    card.hidden = false;
    if (card.openDrawing) card.openDrawing();
    goTo(card, 'start', card);
  } else if (line && model.sources[line[1]]) {
    showSource(Number(line[1]));
    const row = document.getElementById(hash);
    if (!row) return;
    main.querySelectorAll('.line.here').forEach((each) => each.classList.remove('here'));
    row.classList.add('here');
    row.querySelector('.line-number').setAttribute('tabindex', '0');
    goTo(row, 'center', row.querySelector('.line-number'));
  } else {
    showOverview();
    const link = linkBack(left);
    if (link) return goTo(link, 'center', link);
    stopScrolling();
    window.scrollTo(0, 0);
  }
}

function start() {
  const skip = element('a', {href: '#main', class: 'skip'}, 'to the contents');
  skip.addEventListener('click', (event) => { event.preventDefault(); main.focus(); });
  document.body.append(skip, element('header', {}, element('a', {href: '#', class: 'title'}, 'cuda-memlint'), filterBar(), counted), main);
  window.addEventListener('hashchange', (event) => showTarget(new URL(event.oldURL).hash));
  showTarget('');
}

start();
