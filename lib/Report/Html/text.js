// Pictures in text of what the lanes of one request ask for, as lib/Report/LaneDrawing.cpp draws
// them: the text alternatives of the pictures.

const floorUnit = (offset, shift) => offset >> shift;

const labelled = (name) => name.padEnd(8);

function laneTable(request, name, valueOf) {
  const active = (lane) => request.mask >>> lane & 1;
  const cells = Array.from({length: warpSize}, (_, lane) => active(lane) ? String(valueOf(lane)) : '-');
  const width = Math.max(2, ...cells.map((cell) => cell.length));
  const perRow = width <= 4 ? 16 : width <= 9 ? 8 : 4;
  const lines = [];
  for (let first = 0; first < warpSize; first += perRow) {
    const lanes = Array.from({length: perRow}, (_, number) => first + number);
    lines.push(labelled('lane') + lanes.map((lane) => ' ' + String(lane).padStart(width)).join(''));
    lines.push(labelled(name) + lanes.map((lane) => ' ' + cells[lane].padStart(width)).join(''));
  }
  return lines;
}

/** By sector, ascending: which of its 32 bytes the lanes want. */
function wantedBytes(request) {
  const wanted = new Map();
  for (const lane of lanesOf(request.mask))
    for (let byte = 0n; byte < BigInt(request.bytes); ++byte) {
      const address = request.offsets[lane] + byte;
      const sector = floorUnit(address, 5n);
      if (!wanted.has(sector)) wanted.set(sector, new Array(32).fill(false));
      wanted.get(sector)[Number(address - (sector << 5n))] = true;
    }
  return new Map([...wanted].sort((a, b) => a[0] < b[0] ? -1 : 1));
}

function sectorsAsText(request) {
  const wanted = wantedBytes(request);
  if (wanted.size === 0) return [];
  const [lowest] = wanted.keys();
  const lines = laneTable(request, 'sector', (lane) => floorUnit(request.offsets[lane], 5n) - lowest);
  for (const [sector, bytes] of [...wanted].slice(0, 8))
    lines.push(`${labelled('sector')} ${String(sector - lowest).padStart(5)} |` +
               `${bytes.map((used) => used ? '#' : '.').join('')}| ${bytes.filter(Boolean).length} of 32 B used`);
  if (wanted.size > 8) lines.push(`${labelled('')} ... and ${wanted.size - 8} more`);
  return lines;
}

const countMark = (count) =>
  count === 0 ? '.' : count < 10 ? String(count) : String.fromCharCode(87 + Math.min(count, 35));

function banksAsText(target, request) {
  const phases = phasesOf(target, request);
  if (!phases || request.mask === 0) return [];
  const turns = takesTurns(request);
  const lines = laneTable(request, 'bank', (lane) => bankOf(floorUnit(request.offsets[lane], wordShift(target))));
  lines.push(`${labelled('bank')} 0         1         2         3`);
  lines.push(`${labelled('')} 01234567890123456789012345678901`);
  const size = warpSize / phases.length;
  phases.forEach((phase, number) => {
    const most = phase.wavefronts * (request.form === 'compare-and-swap' ? 2 : 1);
    lines.push(`${labelled(turns ? 'lanes' : 'words')} ` + phase.banks.map((bank) => countMark(bank.size)).join('') +
               '  ' + (phases.length > 1 ? `lanes ${number * size}-${(number + 1) * size - 1}: ` : '') +
               `${most} wavefront${most === 1 ? '' : 's'}`);
  });
  lines.push(`${labelled('')} ${turns ? 'lanes per bank' : 'distinct words per bank'} (. = none, a = 10, ..., w = 32)`);
  return lines;
}

/** The lines of the drawing of a request. */
function requestAsText(target, space, request) {
  if (space === 'global') return sectorsAsText(request);
  if (space === 'shared') return banksAsText(target, request);
  return laneTable(request, 'offset', (lane) => request.offsets[lane]);
}
