// A person at VS Code in a browser: node in_vscode.js MODULES ADDRESS STARTED. Mends the first finding
// of little.variant by a quick fix, saves, and plays it. STARTED lists what was started.
"use strict";

const { readFileSync } = require("fs");
const { chromium } = require(`${process.argv[2]}/playwright-core`);
const pause = ms => new Promise(done => setTimeout(done, ms));

(async () => {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM || "/usr/bin/chromium", args: ["--no-sandbox"] });
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  page.setDefaultTimeout(120000);
  await page.goto(process.argv[3]);
  await page.getByText("little.variant", { exact: true }).first().dblclick();
  const lenses = page.locator(".codelens-decoration a");
  await lenses.filter({ hasText: "play" }).first().waitFor();
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("F8"); // to the finding
  await page.locator(".squiggly-error").first().waitFor({ state: "attached" });
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+.");
  const offer = page.locator(".action-widget", { hasText: "write gem" });
  await offer.waitFor();
  await pause(500);
  await page.keyboard.press("Enter");
  await page.locator(".squiggly-error").first().waitFor({ state: "detached" });
  await page.keyboard.press("Control+s");
  await page.keyboard.press("Control+Home");
  await lenses.filter({ hasText: "play" }).first().click();
  await page.locator(".terminal-wrapper, .xterm").first().waitFor();
  for (let i = 0; i < 300 && !readFileSync(process.argv[4], "utf8").includes("play"); i++)
    await pause(200);
  console.log("played");
  await browser.close();
})().catch(problem => { console.error(String(problem)); process.exit(1); });
