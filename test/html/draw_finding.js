// Makes a picture of a finding in an HTML report, and prints its text.
//
//   node draw_finding.js REPORT.html CHECK PICTURE.png
'use strict';

const path = require('path');
const {withPage} = require('./browser');

async function draw([report, check, picture]) {
  await withPage({viewport: {width: 1200, height: 1170}}, async (page) => {
    await page.goto(`file://${path.resolve(report)}`);
    const number = await page.evaluate((name) => model.findings.find((finding) => finding.check === name).number, check);
    await page.evaluate((hash) => { location.hash = hash; }, `#finding-${number}`);
    await page.locator(`#finding-${number} svg.picture`).first().waitFor();
    await page.evaluate(() => document.activeElement.blur());
    await page.screenshot({path: picture});
    console.log(await page.locator(`#finding-${number}`).innerText());
    console.log(`${await page.locator(`#finding-${number} svg.picture`).count()} drawings`);
  });
}

draw(process.argv.slice(2)).catch((error) => {
  console.error(error);
  process.exit(1);
});
