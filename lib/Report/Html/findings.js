// Elements of the page, and findings as they stand in the source.

function element(name, attributes, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children.filter((child) => child !== ''));
  return node;
}

/** Text with `code` in it. */
function proseNodes(text) {
  return visibleText(text).split('`').map((part, number) => number % 2 ? element('code', {}, part) : part);
}

const levelSigns = {error: '■', warning: '▲', remark: '○'};

const levelMark = (level) => element('span', {class: `level ${level}`},
                                     element('span', {'aria-hidden': 'true'}, levelSigns[level]), ` ${level}`);

/** A link to a line of a source that the report has. */
function lineLink(model, path, line, text) {
  const number = model.sourceOf.get(path);
  return number === undefined ? element('span', {}, text) : element('a', {href: `#s${number}-L${line}`}, text);
}

const fileName = (path) => visibleText(path.slice(path.lastIndexOf('/') + 1));

function noteItem(model, finding, note, kind) {
  const nodes = [...proseNodes(note.message)];
  if (note.line && (note.line !== finding.line || note.path !== finding.path))
    nodes.push(' ', lineLink(model, note.path, note.line, note.path === finding.path ? `line ${note.line}` : `${fileName(note.path)}:${note.line}`));
  else if (note.line && note.column !== finding.column && kind !== 'help')
    nodes.push(` (column ${note.column})`);
  return element('li', {class: kind}, ...(kind === 'help' ? [element('strong', {}, 'help '), ...nodes] : nodes));
}

/** `text` with the edits that lie in it, which do not overlap; `lineOffset(line)` is where lines begin in it. */
function editedText(text, fixes, lineOffset) {
  const ordered = [...fixes].sort((a, b) => b.line - a.line || b.column - a.column);
  const encoder = new TextEncoder(), decoder = new TextDecoder();
  let bytes = encoder.encode(text);
  for (const fix of ordered) {
    const from = lineOffset(fix.line) + fix.column - 1, to = lineOffset(fix.end_line) + fix.end_column - 1;
    bytes = new Uint8Array([...bytes.slice(0, from), ...encoder.encode(fix.replacement), ...bytes.slice(to)]);
  }
  return decoder.decode(bytes);
}

/** The lines that a fix changes, before and after: [kind, text]. */
function changedLines(model, fixes) {
  const source = model.sources[model.sourceOf.get(fixes[0].path)];
  if (!source || source.text === undefined) return [];
  const first = Math.min(...fixes.map((fix) => fix.line)), last = Math.max(...fixes.map((fix) => fix.end_line));
  const before = source.lines().slice(first - 1, last);
  const starts = [0];
  for (const line of before) starts.push(starts[starts.length - 1] + new TextEncoder().encode(line).length + 1);
  const after = editedText(before.join('\n'), fixes, (line) => starts[line - first]).split('\n');
  let same = 0, sameEnd = 0;
  while (same < Math.min(before.length, after.length) && before[same] === after[same]) ++same;
  while (sameEnd < Math.min(before.length, after.length) - same && before.at(-1 - sameEnd) === after.at(-1 - sameEnd)) ++sameEnd;
  return [...before.slice(same, before.length - sameEnd).map((line) => ['removed', `- ${line}`]),
          ...after.slice(same, after.length - sameEnd).map((line) => ['added', `+ ${line}`])];
}

/** The edit of a fix. */
function fixNode(model, finding) {
  const lines = finding.fixes.length ? changedLines(model, finding.fixes) : [];
  if (!lines.length) return '';
  return element('div', {class: 'fix'},
                 element('p', {}, element('strong', {}, finding.fix_safety === 'safe' ? 'fix ' : `${finding.fix_safety} fix `), ...proseNodes(finding.fix_title || '')),
                 element('pre', {tabindex: '0', 'aria-label': 'edit'}, ...lines.map(([kind, line]) => element('span', {class: kind}, visibleText(line) + '\n'))));
}

/** What is drawn for a finding, once it is asked for. */
function findingDetails(finding) {
  const {access, race_launch: launch, race_verdict: verdict} = finding.details;
  const nodes = [];
  if (launch !== undefined) {
    const race = finding.owner.races[launch].verdicts[verdict];
    if (race.witness) {
      nodes.push(drawRaceLine(finding.owner, race, finding.details));
      nodes.push(element('details', {class: 'as-text'}, element('summary', {}, 'As text'),
                         element('pre', {tabindex: '0', 'aria-label': 'the race as text'}, visibleText(finding.details.drawing))));
      for (const text of race.assumptions) nodes.push(element('p', {class: 'quiet'}, 'assumed: ', ...proseNodes(text)));
    }
  } else if (access !== null) {
    nodes.push(accessPanel(finding.owner.accesses[access], finding));
  }
  return nodes;
}

/** A `details` element whose contents are made when it is first opened. */
function lazyDetails(title, kind, make) {
  const node = element('details', {class: kind}, element('summary', {}, title));
  node.addEventListener('toggle', () => {
    if (node.open && node.children.length === 1) node.append(...make());
  });
  return node;
}

/** Calls `node.open = true` with its contents made at once. */
function openDetails(node, make) {
  if (node.children.length === 1) node.append(...make());
  node.open = true;
}

const drawingTitles = {global: 'Lanes and sectors', shared: 'Lanes and banks', constant: 'Lanes and addresses'};

function canDraw(finding) {
  const {access, race_launch: launch, race_verdict: verdict} = finding.details;
  return launch !== undefined ? Boolean(finding.owner.races[launch].verdicts[verdict].witness) : access !== null;
}

/** The card of a finding in the source. */
function findingCard(model, finding) {
  const heading = element('h3', {}, levelMark(finding.level), ' ', ...proseNodes(finding.message));
  const where = element('p', {class: 'quiet'}, element('span', {class: 'check'}, finding.check), ' in ',
                        element('code', {}, visibleText(finding.kernel)));
  if (finding.suppressed) where.append(` · suppressed by ${finding.suppressed === 'comment' ? 'a comment' : 'the baseline'}`);
  if (finding.same_cause_as !== undefined) {
    const leader = model.findings[finding.same_cause_as];
    where.append(' · same cause as ', element('a', {href: `#finding-${leader.number}`}, `line ${leader.line}`));
  }
  if (finding.shown_with !== undefined) {
    const first = model.findings[finding.shown_with];
    where.append(' · counted with that in ', element('a', {href: `#finding-${first.number}`}, element('code', {}, visibleText(first.kernel))));
  }
  const notes = finding.notes.map((note) => noteItem(model, finding, note, 'note'));
  if (finding.help) notes.push(noteItem(model, finding, finding.help, 'help'));
  const card = element('article', {class: `finding ${finding.level}`, id: `finding-${finding.number}`, tabindex: '-1'}, heading, where);
  if (notes.length) card.append(element('ul', {class: 'notes'}, ...notes));
  if (finding.excess_time) card.append(timeNode(finding.excess_time));
  const fix = fixNode(model, finding);
  if (fix) card.append(fix);
  if (canDraw(finding)) {
    const isRace = finding.details.race_launch !== undefined;
    const make = () => findingDetails(finding);
    const drawing = lazyDetails(isRace ? 'Two threads, step by step' : drawingTitles[finding.owner.accesses[finding.details.access].space] || 'The access', 'drawing', make);
    card.openDrawing = () => openDetails(drawing, make);
    card.append(drawing);
  }
  return card;
}

const microseconds = (nanoseconds) => `${(nanoseconds / 1000).toLocaleString('en', {maximumSignificantDigits: 3})} µs`;

const timeNode = (time) => element('p', {}, `The excess takes ${microseconds(time.least_nanoseconds)} to ${microseconds(time.most_nanoseconds)} of ` +
  `${microseconds(time.launch_nanoseconds)} of a launch, as estimated (${time.launches.toLocaleString('en')} launches on ${time.device}).`);
