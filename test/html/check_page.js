// Opens HTML reports in a browser and uses them.
//
//   node check_page.js SCENARIO REPORT.html [ARGUMENT...] [--then SCENARIO REPORT.html [ARGUMENT...]]...
//
// All scenarios of a command are in one browser, each on pages of its own.
// Chromium is found as `chromium` in PATH. Each page must ask for nothing but its own file and print
// nothing on the console. Exit code 0: all holds.
'use strict';

const assert = require('assert');
const {execFileSync} = require('child_process');
const path = require('path');
const {chromium} = require('playwright-core');

const complaints = [];

async function openPage(browser, file, hash = '', options = {}) {
  const page = await browser.newPage({viewport: {width: 1280, height: 900}, ...options});
  const own = `file://${path.resolve(file)}`;
  page.on('console', (message) => complaints.push(`console: ${message.text()}`));
  page.on('pageerror', (error) => complaints.push(`error: ${error.stack}`));
  page.on('request', (request) => { if (request.url().split('#')[0] !== own) complaints.push(`request: ${request.url()}`); });
  await page.goto(own + hash);
  return page;
}

const numberIn = (text) => Number(text.split('\n')[0].replace(/,/g, '')) || 0;

/** The numbers of a column of the overview, from the top. */
const column = (page, index) => page.$$eval('.overview tbody tr', (rows, at) => rows.map((row) => row.children[at].innerText), index);

/** Excess by kernel falls, in bytes: 32 for a sector, 128 for a wavefront. */
async function checkOverview(browser, file, kernels) {
  const page = await openPage(browser, file);
  const sectors = (await column(page, 1)).map(numberIn), wavefronts = (await column(page, 2)).map(numberIn);
  const isTotal = (await column(page, 1)).map((text, row) => !text.includes('per request') && !text.includes('–') || sectors[row] === 0);
  const bytes = sectors.map((count, row) => (isTotal[row] ? count * 32 : 0) + wavefronts[row] * 128);
  assert.ok(bytes.length >= Number(kernels), `${bytes.length} rows`);
  assert.ok(bytes[0] > 0, 'the first kernel has excess');
  const totals = bytes.filter((count) => count > 0);
  assert.deepStrictEqual(totals, [...totals].sort((a, b) => b - a));

  // Of a table wider than the screen, its caption can be read without scrolling.
  await page.setViewportSize({width: 400, height: 800});
  const caption = await page.locator('.overview caption').boundingBox();
  assert.ok(caption.x + caption.width <= 400, `the caption ends at ${caption.x + caption.width}`);
  const pageWidth = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(pageWidth <= 400, `the page is ${pageWidth} wide`);
}

async function checkFilters(browser, file, name) {
  const page = await openPage(browser, file);
  const rows = () => page.$$eval('.overview tbody tr .kernel', (links) => links.map((link) => link.textContent));
  const all = await rows();
  await page.fill('input[type=search]', name);
  assert.deepStrictEqual(await rows(), all.filter((each) => each.includes(name)));
  await page.fill('input[type=search]', 'nothing has this name');
  assert.deepStrictEqual(await rows(), []);
  await page.fill('input[type=search]', '');
  assert.deepStrictEqual(await rows(), all);
  await page.selectOption('select[aria-label=check]', 'cuda-shared-bank-conflict');
  const chips = await page.$$eval('.overview .chip', (links) => links.map((link) => link.textContent));
  assert.ok(chips.length > 0 && chips.every((text) => text.includes('shared-bank-conflict')), chips.join());
  await page.selectOption('select[aria-label=check]', '');
  const warnings = (await page.$$('.chip.warning')).length;
  await page.uncheck('input[name=warning]');
  assert.strictEqual((await page.$$('.chip.warning')).length, 0);
  await page.check('input[name=warning]');
  assert.strictEqual((await page.$$('.chip.warning')).length, warnings);
}

/** Sets a slider as a user does, and returns the picture and the numbers. */
async function slide(page, card, label, value) {
  const input = card.locator('.slider', {hasText: label}).locator('input');
  await input.evaluate((node, to) => { node.value = to; node.dispatchEvent(new Event('input', {bubbles: true})); }, value);
  const numbers = card.locator('.numbers').first();
  return {picture: await card.locator('svg.picture').first().innerHTML(), text: await numbers.textContent(),
          cost: Number(await numbers.getAttribute('data-cost')), drawn: await card.locator('.as-text pre').first().textContent()};
}

/** A slider changes the picture, and what is shown is what the evaluator gives. */
async function checkSliders(browser, file, message, label, value) {
  const page = await openPage(browser, file);
  const number = await page.evaluate((text) => model.findings.find((finding) => finding.message.includes(text)).number, message);
  await page.evaluate((hash) => { location.hash = hash; }, `#finding-${number}`);
  const card = page.locator(`#finding-${number}`);
  await card.locator('svg.picture').first().waitFor();
  const first = await slide(page, card, label, 0), second = await slide(page, card, label, value);
  assert.notStrictEqual(first.picture, second.picture, 'the picture changes');
  const expected = await page.evaluate(([at, key, to]) => {
    const finding = model.findings[at], {access, launch} = finding.details;
    const site = finding.owner.accesses[access];
    const index = site.details.requests.findIndex((entry) => entry.launch === launch);
    const entry = site.details.requests[index];
    const evaluator = new RequestEvaluator(finding.owner.details.nodes, entry, site.launches[index].block);
    const warp = key === 'warp of the block' ? to : entry.warp;
    const point = entry.formula.variables.map((variable) =>
        variableLabel(finding.owner, variable) === key ? to : Number(variable.worst));
    const request = {...evaluator.request(warp, point), bytes: entry.bytes, kind: site.kind, form: entry.formula.form};
    return {cost: requestCost(finding.owner.target, site.space, request).cost,
            drawn: requestAsText(finding.owner.target, site.space, request).join('\n')};
  }, [number, label, Number(value)]);
  assert.strictEqual(second.cost, expected.cost);
  assert.strictEqual(second.drawn, expected.drawn);
  await card.getByRole('button', {name: /costliest request/i}).click();
  assert.strictEqual(await card.locator('.numbers').first().getAttribute('data-cost'),
                     String(await page.evaluate((at) => {
                       const {access, launch} = model.findings[at].details;
                       return model.findings[at].owner.accesses[access].details.requests.find((entry) => entry.launch === launch).cost;
                     }, number)));
}

/** With the keyboard alone, from the top of the page to a finding and into its drawing. */
async function checkKeyboard(browser, file) {
  const page = await openPage(browser, file);
  const focused = (expression) => page.evaluate(`(${expression})(document.activeElement)`);
  const tabUntil = async (expression) => {
    for (let count = 0; count < 60; ++count) {
      await page.keyboard.press('Tab');
      if (await focused(expression)) return;
    }
    assert.fail(`not reached with the Tab key: ${expression}`);
  };
  await tabUntil('(node) => node.classList.contains("chip")');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.activeElement.classList.contains('finding'));
  assert.ok(await page.locator('.finding:focus svg.picture, .finding:focus .race, .finding:focus .notes').count() > 0);
  await tabUntil('(node) => node.type === "range"');
  const before = await focused('(node) => node.value');
  await page.keyboard.press('ArrowRight');
  assert.notStrictEqual(await focused('(node) => node.value'), before);
  await page.goBack();
  await page.locator('.overview').waitFor();
}

/** Where the target of the page's address begins, once that has not moved for some frames. */
async function restingPlace(page) {
  return page.evaluate(() => new Promise((resolve) => {
    let last = null, frames = 0;
    const look = () => {
      const target = document.getElementById(location.hash.slice(1));
      const top = target && target.getBoundingClientRect().top;
      frames = target && top === last ? frames + 1 : 0;
      last = top;
      if (frames < 20) return requestAnimationFrame(look);
      const header = document.querySelector('header');
      const covered = getComputedStyle(header).position === 'sticky' ? header.getBoundingClientRect().bottom : 0;
      resolve({top, covered, height: innerHeight, hasFocus: target.contains(document.activeElement)});
    };
    requestAnimationFrame(look);
  }));
}

/** Whatever the overview leads to comes into sight, by mouse or keyboard and as an address of its own. */
async function checkLinks(browser, file, width) {
  const viewport = {width: Number(width), height: 900};
  const overview = await openPage(browser, file);
  const hrefs = await overview.$$eval('.overview tbody a', (links) => [...new Set(links.map((link) => link.getAttribute('href')))]);
  await overview.close();
  assert.ok(hrefs.length > 1);
  const missed = [];
  for (const [index, href] of hrefs.entries())
    for (const how of [index % 2 ? 'mouse' : 'keyboard', 'address']) {
      const page = await openPage(browser, file, how === 'address' ? href : '', {viewport});
      const link = page.locator(`.overview tbody a[href="${href}"]`).first();
      if (how === 'mouse') await link.click();
      if (how === 'keyboard') await link.press('Enter');
      const {top, covered, height, hasFocus} = await restingPlace(page);
      if (top < covered || top > height - 40 || !hasFocus)
        missed.push(`${href} by ${how}: at ${top} of ${covered} to ${height}${hasFocus ? '' : ', without focus'}`);
      await page.close();
    }
  assert.deepStrictEqual(missed, [], `${missed.length} of ${2 * hrefs.length} are out of sight`);
}

/** Who comes back to the overview is at the link that was followed, wherever the way led from there. */
async function checkBack(browser, file) {
  const page = await openPage(browser, file, '', {viewport: {width: 1280, height: 300}});
  const hrefs = await page.$$eval('.overview .chip', (links) => links.map((link) => link.getAttribute('href')));
  const expectLink = async (href) => {
    await page.waitForFunction((at) => document.activeElement.matches(`.overview a[href="${at}"]`), href);
    await page.waitForTimeout(300);
    const place = await page.evaluate(() => [document.activeElement.getBoundingClientRect().top, scrollY]);
    assert.ok(place[0] > 50 && place[0] < 280 && place[1] > 100, `${href}: ${place}`);
  };
  const first = hrefs.at(-2), second = hrefs.at(-1);
  await page.locator(`.overview a[href="${first}"]`).click();
  await page.locator('.source').waitFor();
  await page.goBack();
  await expectLink(first);
  await page.locator(`.overview a[href="${second}"]`).press('Enter');
  await page.locator('.source').waitFor();
  await page.locator('.line-number').nth(3).click();
  await page.waitForFunction(() => location.hash.endsWith('-L4'));
  await page.getByText('all kernels').click();
  await expectLink(second);

  // A page that was loaded anew knows where it is, and one that begins in the overview where that begins.
  const fresh = await openPage(browser, file, first, {viewport: {width: 1280, height: 300}});
  await fresh.getByText('all kernels').click();
  await fresh.waitForFunction((at) => document.activeElement.matches(`.overview a[href="${at}"]`), first);
  const start = await openPage(browser, file);
  assert.strictEqual(await start.evaluate(() => scrollY), 0);
}

/** Goes to the first finding that is shown from the start and has a picture of lanes. */
async function openFinding(page) {
  const number = await page.evaluate(() => model.findings.find((finding) => finding.level !== 'remark' && finding.details.access !== null).number);
  await page.evaluate((hash) => { location.hash = hash; }, `#finding-${number}`);
  await page.locator(`#finding-${number} svg.picture`).first().waitFor();
}

/** What assistive technology has: names of what can be used, texts of pictures. */
async function checkRoles(browser, file) {
  const page = await openPage(browser, file);
  await openFinding(page);
  await page.evaluate(() => document.querySelectorAll('details').forEach((node) => { node.open = true; }));
  const nameless = await page.evaluate(() => [...document.querySelectorAll('svg:not([aria-hidden]), input, select, button, a')]
      .filter((node) => !(node.getAttribute('aria-label') || node.textContent.trim() || (node.labels && node.labels[0].textContent.trim())))
      .map((node) => node.outerHTML));
  assert.deepStrictEqual(nameless, []);
  for (const role of ['main', 'search']) assert.strictEqual(await page.getByRole(role).count(), 1, role);
  const texts = await page.$$eval('.as-text pre', (nodes) => nodes.map((node) => node.textContent));
  assert.ok(texts.length > 0 && texts.every((text) => text.includes('lane') || text.includes('|')));
  assert.strictEqual(await page.getByRole('img').count() >= 1, true);
}

/** Dark and light differ, and text stands out from its ground in both. */
async function checkColours(browser, file) {
  const grounds = [];
  for (const colorScheme of ['light', 'dark']) {
    const page = await openPage(browser, file, '', {colorScheme});
    await openFinding(page);
    const worst = await page.evaluate(() => {
      const light = (colour) => {
        const parts = colour.match(/[\d.]+/g).slice(0, 3).map((part) => part / 255)
            .map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
      };
      const groundOf = (node) => {
        for (let at = node; at; at = at.parentElement) {
          const ground = getComputedStyle(at).backgroundColor;
          if (!/, 0\)|transparent/.test(ground)) return ground;
        }
        return getComputedStyle(document.body).backgroundColor;
      };
      let least = 99, who = '';
      for (const node of document.querySelectorAll('p, h1, h3, code, a, th, td, li, .level, .text span')) {
        const [one, other] = [light(getComputedStyle(node).color), light(groundOf(node))].sort((a, b) => b - a);
        const contrast = (one + 0.05) / (other + 0.05);
        if (contrast < least) [least, who] = [contrast, node.outerHTML];
      }
      return {least, who};
    });
    assert.ok(worst.least >= 4.5, `contrast of ${worst.least} (${colorScheme}): ${worst.who}`);
    grounds.push(await page.evaluate(() => getComputedStyle(document.body).backgroundColor));
  }
  assert.notStrictEqual(grounds[0], grounds[1]);
}

/** Nothing of a source has become an element; what must be there is text. */
async function checkHostile(browser, file, ...texts) {
  const page = await openPage(browser, file, '#s0-L1');
  assert.strictEqual(await page.evaluate(() => document.scripts.length), 3);
  assert.strictEqual(await page.evaluate(() => window.attacked), undefined);
  const shown = await page.locator('main').innerText();
  for (const text of texts) assert.ok(shown.includes(text), text);
  assert.ok(!/[\u202a-\u202e\u2066-\u2069]/u.test(shown));
  await page.evaluate(() => document.querySelectorAll('button.mark').forEach((button) => button.click()));
}

/** Every source, every finding and every access of a report can be shown. */
async function checkAll(browser, file) {
  const page = await openPage(browser, file);
  const sources = await page.evaluate(() => model.sources.length);
  for (let number = 0; number < sources; ++number) {
    await page.evaluate((hash) => { location.hash = hash; }, `#s${number}-L1`);
    await page.waitForFunction((which) => view.kind === 'source' && view.number === which, number);
    await page.evaluate(() => {
      document.querySelectorAll('button.mark').forEach((button) => button.click());
      document.querySelectorAll('.finding').forEach((card) => { if (card.openDrawing) card.openDrawing(); });
    });
  }
  return page;
}

async function checkText(browser, file, hash, ...texts) {
  const page = await openPage(browser, file, hash);
  const shown = await page.locator('body').innerText();
  for (const text of texts) assert.ok(shown.includes(text), `'${text}' is not in:\n${shown}`);
}

const scenarios = {overview: checkOverview, filters: checkFilters, sliders: checkSliders, keyboard: checkKeyboard,
                   roles: checkRoles, colours: checkColours, hostile: checkHostile, all: checkAll, text: checkText, links: checkLinks,
                   back: checkBack};

/** The scenarios of the command line, each with its arguments. */
function givenScenarios() {
  const given = [[]];
  for (const argument of process.argv.slice(2))
    if (argument === '--then') given.push([]);
    else given.at(-1).push(argument);
  return given;
}

async function run() {
  const executablePath = execFileSync('sh', ['-c', 'command -v chromium'], {encoding: 'utf8'}).trim();
  const browser = await chromium.launch({executablePath, args: ['--no-sandbox']});
  try {
    for (const [scenario, ...given] of givenScenarios()) {
      await scenarios[scenario](browser, ...given);
      assert.deepStrictEqual(complaints, [], scenario);
      for (const context of browser.contexts()) await context.close();
    }
  } finally {
    await browser.close();
  }
}

run().catch((error) => {
  console.error(error);
  process.exit(1);
});
