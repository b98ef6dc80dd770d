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

/** Lanes store 4 B each, 128 B apart: of each sector of 32 B the first 4 B are used. */
const source = `__global__ void transpose(float *out, const float *in) {
  int x = threadIdx.x, y = blockIdx.x;
  out[x * 32 + y] = in[y * 32 + x];
}
void run(float *out, const float *in) { transpose<<<32, 32>>>(out, in); }
`;

/** Colours and fonts that VS Code gives to the page, those of its theme Light+. */
const theme = {
  'font-family': "'DejaVu Sans'",
  'font-size': '13px',
  '--vscode-editor-foreground': '#000000',
  '--vscode-descriptionForeground': '#717171',
  '--vscode-editor-font-family': "'DejaVu Sans Mono'",
  '--vscode-editor-font-size': '13px',
  '--vscode-symbolIcon-keywordForeground': '#3b3b3b',
  '--vscode-charts-green': '#388a34',
  '--vscode-charts-red': '#e51400',
};

test('the view of the lanes is drawn, used and wasted bytes in different colours', { skip, timeout }, async context => {
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
  editor.moveTo(2, 3);
  await editor.until(() => view.html.includes('<strong>store</strong>'));
  const page = path.join(folder, 'page.html');
  fs.writeFileSync(page, view.html);

  await require(driver!).withPage({ viewport: { width: 760, height: 440 } }, async (browser: any) => {
    await browser.goto(pathToFileURL(page).toString());
    await browser.evaluate((colours: object) => {
      for (const [name, value] of Object.entries(colours))
        (globalThis as any).document.documentElement.style.setProperty(name, value);
    }, theme);
    const text = await browser.locator('body').innerText();
    assert.match(text, /store of 4 B per lane, global memory/);
    assert.match(text, /32\.0 sectors per request, 4\.0 needed/);
    assert.match(text, /sector +0 \|####\.{28}\| 4 of 32 B used/);
    const colourOf = (kind: string) =>
      browser.locator(`.${kind}`).first().evaluate((each: any) => (globalThis as any).getComputedStyle(each).color);
    assert.equal(await colourOf('used'), 'rgb(56, 138, 52)');
    assert.equal(await colourOf('wasted'), 'rgb(229, 20, 0)');
    await browser.screenshot({ path: process.env['PICTURE'] ?? path.join(folder, 'picture.png'), fullPage: true });
  });
});
