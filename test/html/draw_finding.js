// Makes a picture of a finding in an HTML report.
//
//   node draw_finding.js REPORT.html CHECK PICTURE.png
'use strict';

const {execFileSync} = require('child_process');
const path = require('path');
const {chromium} = require('playwright-core');

async function draw([report, check, picture]) {
  const executablePath = execFileSync('sh', ['-c', 'command -v chromium'], {encoding: 'utf8'}).trim();
  const browser = await chromium.launch({executablePath, args: ['--no-sandbox']});
  try {
    const page = await browser.newPage({viewport: {width: 1200, height: 1170}, colorScheme: 'light'});
    await page.goto(`file://${path.resolve(report)}`);
    const number = await page.evaluate((name) => model.findings.find((finding) => finding.check === name).number, check);
    await page.evaluate((hash) => { location.hash = hash; }, `#finding-${number}`);
    await page.locator(`#finding-${number} svg.picture`).first().waitFor();
    await page.evaluate(() => document.activeElement.blur());
    await page.screenshot({path: picture});
  } finally {
    await browser.close();
  }
}

draw(process.argv.slice(2)).catch((error) => {
  console.error(error);
  process.exit(1);
});
