// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';

import { program, skip as skipServer, timeout } from './support/openDocument';
import { StubEditor } from './support/stubEditor';

/** What draws, of test/html; where it is not named, nothing is drawn. */
const driver = process.env['BROWSER_DRIVER'];
const skip = skipServer || (driver ? false : 'BROWSER_DRIVER names no module that drives a browser');

/** Lanes store 4 B each, 128 B apart: of each sector of 32 B the first 4 B are used. All load from one bank. */
const source = `__global__ void transpose(float *out, const float *in) {
  __shared__ float tile[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[y * 32 + x];
  __syncthreads();
  out[x * 32 + y] = tile[y][x];
  out[y * 32 + x] += tile[x][y];
}
void run(float *out, const float *in) { transpose<<<1, dim3(32, 32)>>>(out, in); }
`;

/** Colours and fonts that VS Code gives to the page, those of its theme Light+. */
const theme = {
  'font-family': "'DejaVu Sans'",
  'font-size': '13px',
  '--vscode-editor-foreground': '#000000',
  '--vscode-editor-background': '#ffffff',
  '--vscode-descriptionForeground': '#717171',
  '--vscode-editor-font-family': "'DejaVu Sans Mono'",
  '--vscode-editor-font-size': '13px',
  '--vscode-symbolIcon-keywordForeground': '#3b3b3b',
  '--vscode-charts-green': '#388a34',
  '--vscode-charts-red': '#e51400',
};

test('the lanes are drawn against sectors, and against banks before and after a mend', { skip, timeout }, async context => {
  assert.ok('file' in program);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'memlint-picture-'));
  context.after(() => fs.rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'transpose.cu');
  fs.writeFileSync(file, source);
  const editor = new StubEditor();
  const extension = editor.load();
  editor.settings.set('path', program.file);
  const subscriptions: { dispose(): void }[] = [];
  extension.activate({ subscriptions, extensionUri: editor.vscode.Uri.file(path.resolve(__dirname, '../..')) });
  context.after(async () => {
    await extension.deactivate();
    subscriptions.forEach(each => each.dispose());
  });
  const document = editor.open(file);
  await editor.until(() => editor.diagnostics.get(document.uri.toString()));
  // Its style sheet is a file.
  const view = editor.showView('file:');
  editor.moveTo(5, 3);
  await editor.until(() => view.html.includes('<strong>store</strong>'));
  const sectors = path.join(folder, 'sectors.html');
  fs.writeFileSync(sectors, view.html);
  editor.moveTo(6, 22);
  await editor.until(() => view.html.includes('shared memory'));
  const banks = path.join(folder, 'banks.html');
  fs.writeFileSync(banks, view.html);

  await require(driver!).withPage({ viewport: { width: 760, height: 440 } }, async (browser: any) => {
    const show = async (page: string) => {
      await browser.goto(pathToFileURL(page).toString());
      await browser.evaluate((colours: object) => {
        for (const [name, value] of Object.entries(colours))
          (globalThis as any).document.documentElement.style.setProperty(name, value);
      }, theme);
    };
    const count = (selector: string) => browser.locator(selector).count();
    await show(sectors);
    const text = await browser.locator('body').innerText();
    assert.match(text, /store of 4 B per lane, global memory/);
    assert.match(text, /32\.0 sectors per request, 4\.0 needed/);
    assert.match(text, /sector +0 \|####\.{28}\| 4 of 32 B used/);
    const colourOf = (kind: string) =>
      browser.locator(`.${kind}`).first().evaluate((each: any) => (globalThis as any).getComputedStyle(each).color);
    assert.equal(await colourOf('used'), 'rgb(56, 138, 52)');
    assert.equal(await colourOf('wasted'), 'rgb(229, 20, 0)');
    // Each lane has a sector of its own, whose first 4 B are used.
    assert.equal(await count('svg rect.lane'), 32);
    assert.equal(await count('svg rect.frame'), 32);
    assert.equal(await count('svg rect.used'), 32);

    await show(banks);
    assert.match(await browser.locator('body').innerText(), /Before.*32 wavefronts, 1 needed.*After: .*1 wavefront, the minimum/s);
    assert.equal(await count('svg'), 2);
    assert.equal(await count('svg rect.lane'), 64);
    // One bank has the words of all lanes, then each bank has one.
    assert.equal(await count('svg rect.used.conflict'), 32);
    assert.equal(await count('svg rect.used:not(.conflict)'), 32);
    await browser.screenshot({ path: process.env['PICTURE'] ?? path.join(folder, 'picture.png'), fullPage: true });
  });
});
