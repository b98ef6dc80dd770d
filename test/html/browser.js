// Chromium, for pictures.
'use strict';

const {execFileSync} = require('child_process');
const {chromium} = require('playwright-core');

/** Calls `use` with a page in a window of its own; `options` are those of the page. */
async function withPage(options, use) {
  const executablePath = execFileSync('sh', ['-c', 'command -v chromium'], {encoding: 'utf8'}).trim();
  const browser = await chromium.launch({executablePath, args: ['--no-sandbox']});
  try {
    return await use(await browser.newPage({colorScheme: 'light', ...options}));
  } finally {
    await browser.close();
  }
}

module.exports = {withPage};
