// Races as two threads on a time line.

const missingOrder = {
  'same-warp': 'no __syncwarp() in between',
  'same-block': 'no __syncthreads() in between',
  'different-blocks': 'nothing orders threads of different blocks',
};

const verbOf = (access) => ({load: 'loads', store: 'stores', atomic: 'updates atomically', 'async-copy': 'copies'})[access.kind];

const tuple = (values) => `(${values.join(', ')})`;

/** What one thread does, as the event of its column. */
function raceEvent(access, who, column) {
  const iterations = who.iterations.map((each) => `iteration ${each.iteration} of the loop at line ${each.line}`);
  const calls = who.calls.map((each) => `in ${each.function}, called at line ${each.line}`);
  return element('li', {class: `event ${column}`},
                 element('span', {class: 'event-what'}, `line ${access.line} ${verbOf(access)} `,
                         element('code', {}, visibleText(access.text))),
                 ...[...calls, ...iterations].map((text) => element('span', {class: 'event-where'}, visibleText(text))));
}

const raceLine = (kind, text) => element('li', {class: `event across ${kind}`}, element('span', {}, ...proseNodes(text)));

const scopesThatOrder = {
  'same-warp': ['warp', 'named', 'block', 'cluster', 'grid'],
  'same-block': ['named', 'block', 'cluster', 'grid'],
  'different-blocks': ['grid'],
};

/** The barriers around two accesses in the order of the source: before, between, after. */
function barriersAround(details, verdict) {
  const nodes = [details.accesses[verdict.first].node, details.accesses[verdict.second].node];
  const [from, to] = [Math.min(...nodes), Math.max(...nodes)];
  const waits = details.barriers.filter((barrier) => barrier.scope !== 'thread');
  const order = waits.filter((barrier) => scopesThatOrder[verdict.threads].includes(barrier.scope));
  return {before: order.filter((barrier) => barrier.node < from).slice(-1),
          between: waits.filter((barrier) => barrier.node > from && barrier.node < to),
          after: order.filter((barrier) => barrier.node > to).slice(0, 1)};
}

const barrierText = (barrier, text) => `line ${barrier.line} ${barrier.text}${text}`;

/** The time line of a race that has a witness. */
function drawRaceLine(kernel, verdict, extra) {
  const order = extra.swapped ? [1, 0] : [0, 1];
  const ids = [verdict.first, verdict.second];
  const [left, right] = order.map((which) => ({access: kernel.accesses[ids[which]], who: verdict.witness[which]}));
  const around = barriersAround(kernel.details, verdict);
  const rows = [element('li', {class: 'event across heads'},
                        ...[left, right].map(({who}) => element('span', {},
                            element('strong', {}, `thread ${tuple(who.thread)}`), ` of block ${tuple(who.block)}`)))];
  rows.push(...around.before.map((barrier) => raceLine('barrier', barrierText(barrier, ''))));
  rows.push(raceEvent(left.access, left.who, 'left'));
  const isOnePlace = verdict.first === verdict.second && extra.together;
  if (!isOnePlace) {
    if (extra.together)
      rows.push(...around.between.map((barrier) => raceLine('idle', barrierText(barrier, ' does not order these threads'))));
    rows.push(raceLine('missing', missingOrder[verdict.threads]));
  }
  rows.push(raceEvent(right.access, right.who, 'right'));
  rows.push(raceLine('meeting', extra.element ? `both at ${extra.element}` : 'both at the same address'));
  rows.push(...around.after.map((barrier) => raceLine('barrier', barrierText(barrier, ''))));
  return element('ol', {class: 'race', 'aria-label': 'two threads, as time goes down'}, ...rows);
}
