// Requests of warps, computed from the expressions of the report, and what they cost.
//
// The operators mean what lib/Symbolic/Evaluation.cpp says, costs what lib/Target/RequestCost.cpp
// says. Values are integers of 64 bits (BigInt): one for all lanes, or an array of 32.

const warpSize = 32;

const reverseBits32 = (value) => {
  let result = 0n;
  for (let bit = 0n; bit < 32n; ++bit)
    if (value >> bit & 1n) result |= 1n << (31n - bit);
  return result;
};

const countBits = (value) => {
  let count = 0n;
  for (; value; value &= value - 1n) ++count;
  return count;
};

const truth = (condition) => condition ? 1n : 0n;

const operations = {
  'divide': (a, b) => b === 0n ? 0n : BigInt.asIntN(64, a / b),
  'remainder': (a, b) => b === 0n ? 0n : a % b,
  'bit-and': (a, b) => a & b,
  'bit-or': (a, b) => a | b,
  'bit-xor': (a, b) => a ^ b,
  'shift-left': (a, b) => b < 0n || b > 63n ? 0n : BigInt.asIntN(64, a << b),
  'shift-right': (a, b) => b < 0n ? 0n : a >> (b > 63n ? 63n : b),
  'minimum': (a, b) => a < b ? a : b,
  'maximum': (a, b) => a < b ? b : a,
  'equal': (a, b) => truth(a === b),
  'less': (a, b) => truth(a < b),
  'less-unsigned': (a, b) => truth(BigInt.asUintN(64, a) < BigInt.asUintN(64, b)),
  'not': (a) => truth(a === 0n),
  'and': (a, b) => truth(a !== 0n && b !== 0n),
  'or': (a, b) => truth(a !== 0n || b !== 0n),
  'select': (a, b, c) => a !== 0n ? b : c,
  'bit-reverse': (a) => reverseBits32(BigInt.asUintN(32, a)),
  'leading-zeros': (a) => BigInt(Math.clz32(Number(BigInt.asUintN(32, a)))),
  'find-first-set': (a) => {
    const low = Number(BigInt.asUintN(32, a));
    return low === 0 ? 0n : BigInt(32 - Math.clz32(low & -low));
  },
};

const wrapValue = (value, bits, isSigned) => {
  if (bits >= 64) return value;
  return isSigned ? BigInt.asIntN(bits, value) : BigInt.asUintN(bits, value);
};

/** The nodes that `node` is computed from. */
function operandsOf(node) {
  if (node[0] === 'constant' || node[0] === 'leaf') return [];
  if (node[0] === 'sum') return node.slice(2).flatMap((term) => term.slice(1));
  const count = node[0] === 'wrap' ? 1 : node[0] === 'population-count' ? 1 : node.length - 1;
  return node.slice(1, 1 + count);
}

/** Applies `compute` to values that may differ by lane. */
function byLane(operands, compute) {
  if (!operands.some(Array.isArray)) return compute(...operands);
  const result = new Array(warpSize);
  for (let lane = 0; lane < warpSize; ++lane)
    result[lane] = compute(...operands.map((value) => Array.isArray(value) ? value[lane] : value));
  return result;
}

/** threadIdx of the lanes of a warp, and which lanes there are. */
function threadsOfWarp(block, warp) {
  const [width, height] = block;
  const threads = block[0] * block[1] * block[2];
  const index = [[], [], []];
  let mask = 0;
  for (let lane = 0; lane < warpSize; ++lane) {
    const thread = warp * warpSize + lane;
    const exists = thread < threads;
    if (exists) mask = (mask | 1 << lane) >>> 0;
    index[0].push(exists ? BigInt(thread % width) : 0n);
    index[1].push(exists ? BigInt(Math.floor(thread / width) % height) : 0n);
    index[2].push(exists ? BigInt(Math.floor(thread / width / height)) : 0n);
  }
  return {mask, index};
}

const warpsOf = (block) => Math.ceil(block[0] * block[1] * block[2] / warpSize);

/** Evaluates what the requests of one access are computed from. */
class RequestEvaluator {
  /** `nodes`: the table of the kernel; `request`: the entry of an access in a launch. */
  constructor(nodes, request, block) {
    this.nodes = nodes;
    this.formula = request.formula;
    this.block = block;
    this.needed = this.reachedFrom([this.formula.offset, ...this.formula.guards,
                                    ...this.formula.followed.flatMap((loop) => loop.exits)]);
    this.warps = new Map();
  }

  /** The nodes that `roots` are computed from, and those themselves; operands come first. */
  reachedFrom(roots) {
    const reached = new Set();
    const visit = (number) => {
      if (reached.has(number)) return;
      reached.add(number);
      operandsOf(this.nodes[number]).forEach(visit);
    };
    roots.forEach(visit);
    return [...reached].sort((a, b) => a - b);
  }

  /** Whether any request depends on variable number `index`. */
  depends(index) {
    return this.needed.includes(this.formula.variables[index].node);
  }

  threads(warp) {
    if (!this.warps.has(warp)) this.warps.set(warp, threadsOfWarp(this.block, warp));
    return this.warps.get(warp);
  }

  compute(node, threads, values) {
    switch (node[0]) {
    case 'constant':
      return BigInt(node[1]);
    case 'leaf':
      return threads.index[node[1]];
    case 'sum': {
      const terms = node.slice(2);
      const operands = terms.flatMap((term) => term.slice(1).map((number) => values[number]));
      const constant = BigInt(node[1]);
      return byLane(operands, (...factors) => {
        let sum = constant, next = 0;
        for (const [coefficient, ...rest] of terms) {
          let product = BigInt(coefficient);
          for (let count = rest.length; count > 0; --count) product *= factors[next++];
          sum += product;
        }
        return BigInt.asIntN(64, sum);
      });
    }
    case 'wrap':
      return byLane([values[node[1]]], (value) => wrapValue(value, node[2], node[3]));
    case 'population-count':
      return byLane([values[node[1]]], (value) => countBits(BigInt.asUintN(node[2] === 64 ? 64 : 32, value)));
    default:
      return byLane(node.slice(1).map((number) => values[number]), operations[node[0]]);
    }
  }

  /** The values of all needed nodes for a warp where the variables have those of `point`. */
  evaluate(warp, point) {
    const values = [];
    this.formula.variables.forEach((variable, index) => { values[variable.node] = BigInt(point[index]); });
    const threads = this.threads(warp);
    for (const number of this.needed)
      if (values[number] === undefined)
        values[number] = this.compute(this.nodes[number], threads, values);
    return values;
  }

  static nonZeroLanes(value) {
    if (!Array.isArray(value)) return value !== 0n ? 0xffffffff : 0;
    let mask = 0;
    value.forEach((each, lane) => { if (each !== 0n) mask |= 1 << lane; });
    return mask >>> 0;
  }

  /** Lanes of `mask` that are still in followed loop number `level` in the iteration of `point`. */
  lanesInLoop(level, warp, point, mask) {
    const {variable, exits} = this.formula.followed[level];
    const here = [...point];
    this.formula.followed.slice(level + 1).forEach((inner) => { here[inner.variable] = 0; });
    for (let iteration = 0; iteration < point[variable] && mask !== 0; ++iteration) {
      here[variable] = iteration;
      const values = this.evaluate(warp, here);
      for (const exit of exits)
        mask = (mask & ~RequestEvaluator.nonZeroLanes(values[exit])) >>> 0;
    }
    return mask;
  }

  /** The request of a warp at a point: active lanes, and the offset of each lane's first byte. */
  request(warp, point) {
    const values = this.evaluate(warp, point);
    let mask = this.threads(warp).mask;
    for (const guard of this.formula.guards)
      mask = (mask & RequestEvaluator.nonZeroLanes(values[guard])) >>> 0;
    for (let level = 0; level < this.formula.followed.length && mask !== 0; ++level)
      mask = this.lanesInLoop(level, warp, point, mask);
    const offset = values[this.formula.offset];
    return {mask, offsets: Array.isArray(offset) ? offset : new Array(warpSize).fill(offset)};
  }

  /** The point where the costliest request is made. */
  worstPoint() {
    return this.formula.variables.map((variable) => Number(variable.worst));
  }

  /** In how many iterations of followed loop `level` some lane is, as far as `most` evaluations show. */
  iterations(level, point, most) {
    const {variable, exits} = this.formula.followed[level];
    const here = [...point];
    let longest = 0;
    for (let warp = 0; warp < warpsOf(this.block) && most > 0; ++warp) {
      let mask = this.threads(warp).mask;
      for (here[variable] = 0; mask !== 0 && most > 0; ++here[variable], --most) {
        longest = Math.max(longest, here[variable] + 1);
        const values = this.evaluate(warp, here);
        for (const exit of exits)
          mask = (mask & ~RequestEvaluator.nonZeroLanes(values[exit])) >>> 0;
      }
    }
    return longest;
  }

  /** Calls `visit` with copies of `point` in which the variables `indices` have each of their values, until that is true. */
  someValues(indices, point, visit) {
    if (indices.length === 0) return visit([...point]);
    const [index, ...rest] = indices;
    const {low, high} = this.formula.variables[index];
    for (let value = Number(low); value <= Number(high); ++value) {
      const here = [...point];
      here[index] = value;
      if (this.someValues(rest, here, visit)) return true;
    }
    return false;
  }

  /**
   * The last value of variable `index`, from `high` down, for which some lane makes a request, as the conditions say that
   * depend on it, for whatever values of the other variables; a value for which `most` evaluations do not decide that counts.
   */
  lastValue(index, high, most) {
    const {variables, guards, followed} = this.formula;
    const variablesOf = (guard) => {
      const nodes = this.reachedFrom([guard]);
      return variables.map((variable, number) => number).filter((number) => nodes.includes(variables[number].node));
    };
    const dependent = new Set(guards.map(variablesOf).filter((each) => each.includes(index)).flat());
    const others = [...dependent].filter((number) => number !== index);
    // Those that are about the others alone say which values these have.
    const conditions = guards.filter((guard) => variablesOf(guard).every((number) => dependent.has(number)));
    const isReached = (point) => {
      for (let warp = 0; warp < warpsOf(this.block); ++warp) {
        // Each followed loop is evaluated up to the iteration.
        most -= followed.reduce((sum, loop) => sum + point[loop.variable], 1);
        if (most < 0) return true;
        const values = this.evaluate(warp, point);
        let mask = conditions.reduce((rest, guard) => rest & RequestEvaluator.nonZeroLanes(values[guard]),
                                     this.threads(warp).mask) >>> 0;
        for (let level = 0; level < followed.length && mask !== 0; ++level)
          mask = this.lanesInLoop(level, warp, point, mask);
        if (mask !== 0) return true;
      }
      return false;
    };
    let last = high;
    const start = this.worstPoint();
    for (; last > Number(variables[index].low); --last) {
      start[index] = last;
      if (this.someValues(others, start, isReached)) break;
    }
    return last;
  }
}

/** The lanes of `mask`, each as its number. */
function lanesOf(mask) {
  const lanes = [];
  for (let lane = 0; lane < warpSize; ++lane)
    if (mask >>> lane & 1) lanes.push(lane);
  return lanes;
}

/** Distinct aligned units of 2^shift bytes that `lanes` touch. */
function unitsTouched(request, lanes, shift) {
  const units = new Set();
  for (const lane of lanes) {
    units.add(request.offsets[lane] >> shift);
    units.add(request.offsets[lane] + BigInt(request.bytes - 1) >> shift);
  }
  return units;
}

/** `lanes` in as many groups of neighbours. */
function inParts(lanes, parts) {
  const size = warpSize / parts;
  return Array.from({length: parts},
                    (_, part) => lanes.filter((lane) => Math.floor(lane / size) === part));
}

function globalCost(target, request) {
  const lanes = lanesOf(request.mask);
  const bytes = lanes.length * request.bytes;
  if (target.global === 'sectors' || (target.global === 'whole-line-loads' && request.kind !== 'load'))
    return {cost: unitsTouched(request, lanes, 5n).size, ideal: Math.ceil(bytes / 32)};
  if (target.global !== 'whole-line-loads') return null;
  const parts = request.bytes <= 4 ? 1 : request.bytes <= 8 ? 2 : 4;
  const lines = inParts(lanes, parts).reduce((sum, part) => sum + unitsTouched(request, part, 7n).size, 0);
  return {cost: 4 * lines, ideal: 4 * Math.ceil(bytes / 128)};
}

const wordsOf = (request, lane, shift) => {
  const words = [];
  const last = request.offsets[lane] + BigInt(request.bytes - 1) >> shift;
  for (let word = request.offsets[lane] >> shift; word <= last; ++word) words.push(word);
  return words;
};

/** The rules of a kernel, which host code may have set banks of 8 bytes for. */
const targetFor = (kernel, target) => kernel.shared ? {...target, shared: kernel.shared} : target;

/** Words have 4 bytes, or 8 where banks of 8 bytes serve one in a wavefront. */
const wordShift = (target) => target.shared === 'wide-words' ? 3n : 2n;

const bankOf = (word) => Number(BigInt.asUintN(5, word));

/** All active lanes have the address of lane xor `distance`, where that one is active. */
function lanesAgree(request, distance) {
  return lanesOf(request.mask).every((lane) => {
    const partner = lane ^ distance;
    return !(request.mask >>> partner & 1) || request.offsets[lane] === request.offsets[partner];
  });
}

const takesTurns = (request) => request.form === 'native-atomic' || request.form === 'compare-and-swap';

/**
 * How a shared request is served, by phase: the lanes, and by bank what takes a wavefront each: the
 * different rows (a word, or two of wide banks) or, where lanes take turns, each lane's word.
 */
function phasesOf(target, request) {
  let count = request.bytes <= 4 ? 1 : request.bytes <= 8 ? 2 : 4;
  let rowShift = 5n;
  if (takesTurns(request)) {
    count = request.bytes <= 4 ? 1 : 2;
  } else if (target.shared === 'wide-words') {
    count = Math.max(count / 2, 1);
  } else if (target.shared === 'wide-banks') {
    count = Math.max(count / 2, 1);
    rowShift = 6n;
  } else if (target.shared === 'paired-phases' && count > 1 && request.kind === 'load' &&
             request.form !== 'matrix-rows' && (lanesAgree(request, 1) || lanesAgree(request, 2))) {
    count /= 2;
  } else if (target.shared === 'single-broadcast') {
    return null;
  }
  return inParts(lanesOf(request.mask), count).map((lanes) => {
    const banks = Array.from({length: 32}, () => new Map());
    for (const lane of lanes)
      for (const word of wordsOf(request, lane, wordShift(target))) {
        const key = takesTurns(request) ? `${lane}:${word}` : String(word >> rowShift);
        const bank = banks[bankOf(word)];
        bank.set(key, [...(bank.get(key) || []), lane]);
      }
    return {lanes, banks, wavefronts: Math.max(...banks.map((bank) => bank.size))};
  });
}

function sharedCost(target, request) {
  const phases = phasesOf(target, request);
  if (!phases) return null;
  const twice = request.form === 'compare-and-swap' ? 2 : 1;
  const bytes = lanesOf(request.mask).length * request.bytes;
  return {cost: twice * phases.reduce((sum, phase) => sum + phase.wavefronts, 0),
          ideal: twice * Math.ceil(bytes / target.wavefront_bytes)};
}

function constantCost(target, request) {
  const parts = inParts(lanesOf(request.mask), warpSize / target.constant_lanes);
  const distinct = (lanes) => new Set(lanes.map((lane) => request.offsets[lane])).size;
  return {cost: parts.reduce((sum, lanes) => sum + distinct(lanes), 0),
          ideal: parts.filter((lanes) => lanes.length).length};
}

/**
 * What a request {mask, offsets, bytes, kind, form} in `space` costs on `target`, and what is needed;
 * null where the page has no rule for it.
 */
function requestCost(target, space, request) {
  const rules = {global: globalCost, shared: sharedCost, constant: constantCost};
  const found = rules[space] ? rules[space](target, request) : null;
  return found && {cost: found.cost, ideal: Math.min(found.cost, found.ideal)};
}
