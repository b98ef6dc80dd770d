// Pictures of what the lanes of one request ask for: lanes above, sectors, banks or addresses below.

const svgNamespace = 'http://www.w3.org/2000/svg';
const pictureWidth = 704;
const laneWidth = pictureWidth / warpSize;
let pictureCount = 0;

function shape(name, attributes, ...children) {
  const node = document.createElementNS(svgNamespace, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

const boxAt = (x, y, width, height, kind) => shape('rect', {x, y, width, height, class: kind});

const textAt = (x, y, text, kind, anchor = 'middle') =>
  shape('text', {x, y, class: kind, 'text-anchor': anchor}, text);

/** An empty picture, with a hatching for what is moved and not used. */
function emptyPicture(height, label) {
  const hatch = `hatch-${++pictureCount}`;
  const svg = shape('svg', {viewBox: `-4 0 ${pictureWidth + 48} ${height}`, role: 'img', 'aria-label': label,
                            class: 'picture'});
  svg.append(shape('defs', {}, shape('pattern', {id: hatch, width: 5, height: 5, patternUnits: 'userSpaceOnUse',
                                                 patternTransform: 'rotate(45)'},
                                     boxAt(0, 0, 5, 5, 'hatch-ground'), boxAt(0, 0, 1.4, 5, 'hatch-line'))));
  const wasted = (x, y, width, height) => {
    const box = boxAt(x, y, width, height, 'wasted');
    box.setAttribute('fill', `url(#${hatch})`);
    return box;
  };
  return {svg, wasted};
}

/** The row of lanes: those that take part are filled, the others dashed. */
function drawLanes(svg, lanes, caption = lanes.length === warpSize ? 'lanes' : 'active lanes') {
  for (let lane = 0; lane < warpSize; ++lane) {
    const active = lanes.includes(lane);
    svg.append(boxAt(lane * laneWidth + 1, 14, laneWidth - 2, 20, active ? 'lane' : 'lane absent'),
               textAt((lane + 0.5) * laneWidth, 28, active ? lane : '·', active ? 'lane-number' : 'absent-mark'));
  }
  svg.append(textAt(1, 9, caption, 'caption', 'start'));
}

/** From the bytes of a lane down to where they are. */
function ribbon(lane, left, right, bottom, kind = 'ribbon') {
  const from = lane * laneWidth + 2, to = (lane + 1) * laneWidth - 2;
  return shape('polygon', {class: kind, points: `${from},35 ${to},35 ${right},${bottom} ${left},${bottom}`});
}

/** Where the sectors are drawn: neighbours in memory touch each other, others have a gap. */
function placeSectors(sectors) {
  const gap = 7;
  const gaps = sectors.filter((sector, number) => number && sector !== sectors[number - 1] + 1n).length;
  const width = Math.min(88, (pictureWidth - gaps * Math.min(gap, 180 / Math.max(gaps, 1))) / sectors.length);
  const space = gaps ? Math.min(gap, (pictureWidth - width * sectors.length) / gaps) : 0;
  let x = (pictureWidth - width * sectors.length - space * gaps) / 2;
  const places = new Map();
  sectors.forEach((sector, number) => {
    if (number && sector !== sectors[number - 1] + 1n) x += space;
    places.set(sector, x);
    x += width;
  });
  return {places, width};
}

function drawSectors(request, label) {
  const top = 96, height = 34;
  const {svg, wasted} = emptyPicture(top + height + 26, label);
  const wanted = wantedBytes(request);
  const sectors = [...wanted.keys()];
  drawLanes(svg, lanesOf(request.mask));
  if (sectors.length === 0) return svg;
  const {places, width} = placeSectors(sectors);
  const byteAt = (address) => places.get(address >> 5n) + Number(address & 31n) * width / 32;
  for (const lane of lanesOf(request.mask)) {
    const first = request.offsets[lane], last = first + BigInt(request.bytes - 1);
    svg.append(ribbon(lane, byteAt(first), byteAt(last) + width / 32, top));
  }
  for (const [sector, bytes] of wanted) {
    const x = places.get(sector);
    svg.append(wasted(x, top, width, height));
    for (let byte = 0; byte < 32;) {
      let end = byte;
      while (end < 32 && bytes[end] === bytes[byte]) ++end;
      if (bytes[byte]) svg.append(boxAt(x + byte * width / 32, top, (end - byte) * width / 32, height, 'used'));
      byte = end;
    }
    svg.append(boxAt(x, top, width, height, 'frame'));
  }
  labelSectors(svg, sectors, places, width, top + height + 15);
  return svg;
}

/** Bytes from the first sector, below as many sectors as there is room for. */
function labelSectors(svg, sectors, places, width, y) {
  let free = -Infinity;
  for (const sector of sectors) {
    const text = sector === sectors[0] ? '0' : `+${((sector - sectors[0]) * 32n).toLocaleString('en')}`;
    const half = text.length * 3.4 + 5, middle = places.get(sector) + width / 2;
    if (middle - half < free) continue;
    svg.append(textAt(middle, y, text, 'caption'));
    free = middle + half;
  }
}

/** What one bank serves: a cell for each wavefront, with the lane where there is room. */
function drawBank(svg, bank, number, top, cell) {
  const kind = bank.size > 1 ? 'conflict' : '';
  const left = number * laneWidth;
  for (const lane of new Set([...bank.values()].flat()))
    svg.append(ribbon(lane, left + 2, left + laneWidth - 2, top, `ribbon ${kind}`));
  [...bank.values()].forEach((lanes, row) => {
    const y = top + row * cell;
    const box = boxAt(left + 1, y + 0.5, laneWidth - 2, cell - 1, `used ${kind}`);
    box.append(shape('title', {}, `bank ${number}: lane${lanes.length > 1 ? 's' : ''} ${lanes.join(', ')}`));
    svg.append(box);
    if (bank.size > 1 && lanes.length === 1)
      svg.append(textAt(left + laneWidth / 2, y + cell / 2 + 2.6, lanes[0], cell < 9 ? 'lane-number small' : 'lane-number'));
  });
}

/** The rows of one phase: a column for each bank, a row for each wavefront. */
function drawPhase(svg, phase, top, cell, wasted) {
  const height = Math.max(phase.wavefronts, 1) * cell;
  svg.append(wasted(0, top, pictureWidth, height));
  phase.banks.forEach((bank, number) => drawBank(svg, bank, number, top, cell));
  svg.append(boxAt(0, top, pictureWidth, height, 'frame'),
             textAt(pictureWidth + 6, top + height / 2 + 4, phase.wavefronts, 'row-count', 'start'));
  return top + height;
}

function drawBanks(target, request, label) {
  const phases = phasesOf(target, request).filter((phase) => phase.lanes.length > 0);
  const rows = phases.reduce((sum, phase) => sum + phase.wavefronts, 0);
  const cell = Math.max(7.5, Math.min(18, 240 / rows));
  const lead = 80;
  const {svg, wasted} = emptyPicture(phases.length * (lead + 12) + rows * cell + 10, label);
  let top = 0;
  for (const phase of phases) {
    const group = shape('g', {transform: `translate(0 ${top})`});
    drawLanes(group, phase.lanes, phases.length > 1 ? 'lanes that are served together' : undefined);
    top += drawPhase(group, phase, lead, cell, wasted) + 12;
    svg.append(group);
  }
  for (let bank = 0; bank < 32; bank += bank === 30 ? 1 : 5)
    svg.append(textAt((bank + 0.5) * laneWidth, top, bank, 'caption'));
  svg.append(textAt(pictureWidth + 6, top, 'banks', 'caption', 'start'));
  return svg;
}

function drawAddresses(request, label) {
  const addresses = [...new Set(lanesOf(request.mask).map((lane) => request.offsets[lane]))].sort((a, b) => a < b ? -1 : 1);
  const {svg} = emptyPicture(150, label);
  drawLanes(svg, lanesOf(request.mask));
  const width = Math.min(70, pictureWidth / Math.max(addresses.length, 1));
  const start = (pictureWidth - width * addresses.length) / 2;
  const place = new Map(addresses.map((address, number) => [address, start + number * width]));
  for (const lane of lanesOf(request.mask)) {
    const x = place.get(request.offsets[lane]);
    svg.append(ribbon(lane, x + 2, x + width - 2, 96));
  }
  let free = -Infinity;
  for (const [address, x] of place) {
    svg.append(boxAt(x + 1, 96, width - 2, 24, 'used'));
    const half = String(address).length * 3.4 + 5;
    if (x + width / 2 - half < free) continue;
    svg.append(textAt(x + width / 2, 136, String(address), 'caption'));
    free = x + width / 2 + half;
  }
  return svg;
}

const unitOf = (space) => ({global: 'sector', shared: 'wavefront', constant: 'address'})[space] || 'unit';

const pluralUnit = (space) => space === 'constant' ? 'addresses' : `${unitOf(space)}s`;

const countUnits = (count, space) =>
  `${count.toLocaleString('en')} ${count === 1 ? unitOf(space) : pluralUnit(space)}`;

/** One sentence on a request. */
function describeRequest(space, request, cost) {
  const lanes = lanesOf(request.mask).length;
  if (lanes === 0) return 'no active lane: there is no request';
  const who = lanes === warpSize ? 'all 32 lanes' : `${lanes} of 32 lanes`;
  const text = `${who} access ${request.bytes} B each: ${countUnits(cost.cost, space)}`;
  return cost.cost > cost.ideal ? `${text}, ${cost.ideal.toLocaleString('en')} needed` : `${text}, the minimum`;
}

/** The picture of a request in `space`. */
function drawRequest(target, space, request, cost) {
  const label = `${describeRequest(space, request, cost)}. The text below the picture has each lane.`;
  if (space === 'global') return drawSectors(request, label);
  if (space === 'shared' && request.mask !== 0 && phasesOf(target, request)) return drawBanks(target, request, label);
  return drawAddresses(request, label);
}
