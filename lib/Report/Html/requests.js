// The requests of one access: its launches, pictures before and after, sliders.

/** Evaluations that finding the end of a loop may take. */
const mostFollowed = 2000;

/** What a variable of a formula is called, equal for equal ones of two formulas. */
const variableKey = (variable) => 'block' in variable ? `blockIdx.${'xyz'[variable.block]}` : `loop ${variable.loop}`;

function variableLabel(kernel, variable) {
  return 'block' in variable ? variableKey(variable) : `iteration, loop at line ${kernel.details.loops[variable.loop]}`;
}

/** One picture with its numbers and its text, of requests of one entry of the data. */
class RequestFigure {
  constructor(kernel, access, entry, block, title) {
    Object.assign(this, {kernel, access, entry});
    this.evaluator = entry.formula ? new RequestEvaluator(kernel.details.nodes, entry, block) : null;
    this.block = block;
    this.picture = element('div', {class: 'picture-frame'});
    this.numbers = element('p', {class: 'numbers', 'aria-live': 'polite'});
    this.text = element('pre', {tabindex: '0', 'aria-label': 'the picture as text'});
    this.node = element('figure', {class: 'request'}, element('figcaption', {}, ...proseNodes(title)),
                        this.picture, this.numbers,
                        element('details', {class: 'as-text'}, element('summary', {}, 'As text'), this.text));
  }

  /** The request that `state` selects: warp, and values by variable. */
  requestAt(state) {
    const type = {bytes: this.entry.bytes, kind: this.access.kind, form: this.entry.formula ? this.entry.formula.form : 'plain'};
    if (!this.evaluator)
      return {...type, mask: this.entry.mask, offsets: this.entry.offsets.map(BigInt)};
    const point = this.entry.formula.variables.map((variable) => {
      const value = state.values.get(variableKey(variable));
      return Math.max(Number(variable.low), Math.min(Number(variable.high), value === undefined ? Number(variable.worst) : value));
    });
    return {...type, ...this.evaluator.request(Math.min(state.warp, warpsOf(this.block) - 1), point)};
  }

  show(state) {
    const request = this.requestAt(state);
    const {space} = this.access, {target} = this.kernel;
    const cost = (this.evaluator && requestCost(target, space, request)) || this.entry;
    this.picture.replaceChildren(drawRequest(target, space, request, cost));
    this.numbers.textContent = describeRequest(space, request, cost);
    this.numbers.dataset.cost = cost.cost;
    this.numbers.dataset.ideal = cost.ideal;
    this.text.textContent = requestAsText(target, space, request).join('\n');
  }
}

/** A slider with its value beside it. */
function slider(label, low, high, value, onChange) {
  const shown = element('output', {}, String(value));
  const input = element('input', {type: 'range', min: low, max: high, step: 1});
  input.value = value;
  input.addEventListener('input', () => {
    shown.textContent = input.value;
    onChange(Number(input.value));
  });
  return {node: element('label', {class: 'slider'}, element('span', {}, label), input, shown),
          set: (number) => { input.value = number; shown.textContent = String(number); }};
}

/** The ranges of the variables that matter to `figure`, by key. */
function rangesOf(figure) {
  const ranges = new Map();
  if (!figure.evaluator) return ranges;
  const {variables, followed} = figure.entry.formula;
  variables.forEach((variable, index) => {
    if (!figure.evaluator.depends(index)) return;
    const low = Number(variable.low);
    let high = Number(variable.high);
    const level = followed.findIndex((loop) => loop.variable === index);
    if (level >= 0)
      high = Math.max(0, figure.evaluator.iterations(level, figure.evaluator.worstPoint(), mostFollowed) - 1);
    const note = variable.counted ? '' : ' (how many is not known)';
    if (!variable.counted) high = Math.min(high, low + 255);
    // A loop ends in an iteration of its own.
    if ('loop' in variable) high = figure.evaluator.lastValue(index, high, mostFollowed);
    if (high > low) ranges.set(variableKey(variable), {low, high, label: variableLabel(figure.kernel, variable) + note});
  });
  return ranges;
}

/** The sliders of some pictures of one access, which they all follow. */
function sliderPanel(figures, state, update) {
  const first = figures[0];
  const worst = () => {
    state.warp = first.entry.warp;
    state.values = new Map([...figures].reverse().filter((figure) => figure.evaluator).flatMap((figure) =>
        figure.entry.formula.variables.map((each) => [variableKey(each), Number(each.worst)])));
  };
  worst();
  const sliders = [];
  const warps = warpsOf(first.block);
  if (warps > 1)
    sliders.push(['warp', slider('warp of the block', 0, warps - 1, state.warp, (value) => { state.warp = value; update(); })]);
  const ranges = new Map(figures.flatMap((figure) => [...rangesOf(figure)]).reverse());
  for (const [key, {low, high, label}] of ranges)
    sliders.push([key, slider(label, low, high, state.values.get(key), (value) => { state.values.set(key, value); update(); })]);
  if (sliders.length === 0)
    return element('p', {class: 'quiet'}, 'Every warp makes this request.');
  const reset = element('button', {type: 'button'}, 'Costliest request');
  reset.addEventListener('click', () => {
    worst();
    sliders.forEach(([key, each]) => each.set(key === 'warp' ? state.warp : state.values.get(key)));
    update();
  });
  return element('fieldset', {class: 'sliders'}, element('legend', {}, 'Which request'), ...sliders.map(([, each]) => each.node), reset);
}

/** Predicted beside counted, for the launches of an access. */
function launchTable(access) {
  const {kernel} = access;
  const isMeasured = access.launches.some((launch) => launch.verify);
  const unit = pluralUnit(access.space);
  const number = (value) => value === null || value === undefined ? '–' : value.toLocaleString('en');
  const heads = ['launch', 'known', `${unit} predicted`, 'needed', ...(isMeasured ? [`${unit} measured`, 'outcome'] : [])];
  const rows = access.launches.map((launch, index) => {
    const name = kernel.details.launches[access.details.requests[index].launch];
    const times = launch.count ? ` · recorded ${launch.count.toLocaleString('en')} times` : '';
    const cells = [visibleText(name) + times, launch.known, number(launch.cost), number(launch.ideal)];
    if (isMeasured) cells.push(number(launch.verify && launch.verify.measured_cost), launch.verify ? launch.verify.status : '–');
    const why = launch.requests === null && launch.why_null ? element('div', {class: 'quiet'}, ...proseNodes(`no totals: ${launch.why_null}`)) : '';
    return element('tr', {}, ...cells.map((cell, column) =>
        element(column ? 'td' : 'th', column ? {class: column > 1 ? 'number' : ''} : {scope: 'row'}, cell, column ? '' : why)));
  });
  return element('table', {class: 'launches'}, element('thead', {}, element('tr', {}, ...heads.map((head, column) =>
                     element('th', {scope: 'col', class: column > 1 ? 'number' : ''}, head)))),
                 element('tbody', {}, ...rows));
}

const hasRequest = (entry) => entry.cost !== undefined;

/** Everything on one access. `finding`: the one that it is shown for, or null. */
function accessPanel(access, finding) {
  const panel = element('div', {class: 'access-panel'});
  const facts = `${access.kind} of ${access.bytes} B per lane, ${access.space} memory`;
  panel.append(element('p', {class: 'facts'}, element('code', {}, visibleText(access.text)), ` · ${facts}`));
  if (access.address) panel.append(element('p', {class: 'address'}, 'byte offset ', element('code', {}, visibleText(access.address))));
  const entries = access.details.requests;
  const wanted = finding ? entries.findIndex((entry) => entry.launch === finding.details.launch) : worstEntry(access);
  const body = element('div', {});
  const show = (index) => body.replaceChildren(...requestBody(access, index, finding));
  const drawable = entries.map((entry, index) => index).filter((index) => hasRequest(entries[index]));
  if (drawable.length > 1) {
    const choice = element('select', {'aria-label': 'launch'}, ...drawable.map((index) =>
        element('option', {value: index}, visibleText(access.kernel.details.launches[entries[index].launch]))));
    choice.value = drawable.includes(wanted) ? wanted : drawable[0];
    choice.addEventListener('change', () => show(Number(choice.value)));
    panel.append(element('label', {class: 'launch-choice'}, 'launch ', choice));
  }
  if (drawable.length > 0) show(drawable.includes(wanted) ? wanted : drawable[0]);
  else body.append(element('p', {class: 'quiet'}, ...proseNodes(access.reason || (access.launches[0] && access.launches[0].why_null) || 'there is nothing to draw')));
  panel.append(body, launchTable(access));
  return panel;
}

/** The launch with the costliest request. */
function worstEntry(access) {
  let worst = 0;
  access.details.requests.forEach((entry, index) => {
    const excess = (each) => hasRequest(each) ? each.cost - each.ideal : -1;
    if (excess(entry) > excess(access.details.requests[worst])) worst = index;
  });
  return worst;
}

function requestBody(access, index, finding) {
  const entry = access.details.requests[index], launch = access.launches[index];
  const after = finding && finding.details.after && finding.details.launch === entry.launch ? finding.details.after : null;
  const figures = [new RequestFigure(access.kernel, access, entry, launch.block, after ? 'Before' : 'One request')];
  if (after) figures.push(new RequestFigure(access.kernel, access, after, after.block, `After: ${after.title}`));
  for (const each of after && after.tile || [])
    figures.push(new RequestFigure(access.kernel, {space: 'shared', kind: each.kind}, each, each.block, `The tile: ${each.title}`));
  const state = {warp: entry.warp, values: new Map()};
  const update = () => figures.forEach((figure) => figure.show(state));
  const nodes = figures.map((figure) => figure.node);
  if (figures[0].evaluator) nodes.push(sliderPanel(figures, state, update));
  else nodes.push(element('p', {class: 'quiet'}, 'This is the costliest request; the others are not computed in this page.'));
  if (launch.assumptions.length)
    nodes.push(element('ul', {class: 'assumptions'}, ...launch.assumptions.map((text) =>
        element('li', {}, 'assumed: ', ...proseNodes(text)))));
  update();
  return nodes;
}
