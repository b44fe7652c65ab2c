// check_pages.mjs - reports in a real browser: node check_pages.mjs CHROMIUM FOLDER PAGE[:RECORD[,RECORD...]]...
//
// FOLDER takes screenshots and the PDF. Of each page: nothing is asked for or complained about, every chart is
// drawn, tables hold what the RECORDs hold, the keyboard reaches and reads charts, dark, print, 360 pixels, and
// without script the same tables. Prints a line per page; exit code 1 with the reasons where something fails.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { Browser, Tab } from './chromium.mjs';
import { compareAnswers } from './answers.mjs';
import { compareWithRecord } from './compare_records.mjs';

const [program, folder, ...pages] = process.argv.slice(2);
const questions = ['how-fast', 'how-near', 'was-it-right', 'why-not', 'what-to-try'];
const failures = [];
let name = '';
function expect(holds, what) { if (!holds) failures.push(`${name}: ${what}`); }

// How many colours each chart shows: one is a blank canvas.
const colours = `[...document.querySelectorAll('.canvas')].map((place) => {
  const seen = new Set();
  for (const canvas of place.querySelectorAll('canvas')) {
    const copy = Object.assign(document.createElement('canvas'), { width: canvas.width, height: canvas.height }).getContext('2d', { willReadFrequently: true });
    copy.drawImage(canvas, 0, 0);
    const pixels = new Uint32Array(copy.getImageData(0, 0, canvas.width, canvas.height).data.buffer);
    for (let i = 0; i < pixels.length; i += 7) seen.add(pixels[i]);
  }
  return seen.size;
})`;
// Of the last tenth of a timeline's bars: drawn to the end, not only its first frames.
const lastBars = `(() => {
  const canvas = document.querySelector('.canvas.tall canvas');
  const copy = Object.assign(document.createElement('canvas'), { width: canvas.width, height: canvas.height }).getContext('2d', { willReadFrequently: true });
  copy.drawImage(canvas, 0, 0);
  const pixels = new Uint32Array(copy.getImageData(Math.floor(canvas.width * 0.86), 0, Math.floor(canvas.width * 0.08), Math.floor(canvas.height / 2)).data.buffer);
  return new Set(pixels).size;
})()`;
// Where the window shows a bar of a timeline's first label.
const firstBar = `(() => {
  const place = document.querySelector('.canvas.tall');
  place.scrollIntoView();
  const canvas = place.querySelector('canvas');
  const { width, height } = canvas;
  const copy = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d', { willReadFrequently: true });
  copy.fillStyle = getComputedStyle(document.documentElement).getPropertyValue('--s1');
  copy.fillRect(0, 0, 1, 1);
  const [colour] = new Uint32Array(copy.getImageData(0, 0, 1, 1).data.buffer);
  copy.clearRect(0, 0, width, height);
  copy.drawImage(canvas, 0, 0);
  const { left, top } = place.getBoundingClientRect();
  const [lanesLeft, lanesTop] = [125, 48];
  const area = copy.getImageData(lanesLeft, lanesTop, width - lanesLeft, Math.floor(height / 2));
  const at = new Uint32Array(area.data.buffer).indexOf(colour);
  return at < 0 ? null : { left, x: left + lanesLeft + at % area.width, y: top + lanesTop + Math.floor(at / area.width) };
})()`;
// What a reader sees of every table.
const tables = `[...document.querySelectorAll('table')].map((table) => ({
  caption: table.caption ? table.caption.textContent : '',
  before: (table.closest('details') || table).previousElementSibling?.textContent ?? '',
  figure: table.closest('figure')?.querySelector('figcaption').textContent ?? '',
  section: table.closest('section')?.querySelector('h2').textContent ?? '',
  head: [...table.querySelectorAll('thead th')].map((cell) => cell.textContent),
  rows: [...table.querySelectorAll('tbody tr')].map((row) => [...row.cells].map((cell) => ({
    text: cell.textContent, value: cell.dataset.value }))),
}))`;

async function checkLook(tab, charts) {
  await tab.screen(1200, 900);
  writeFileSync(join(folder, `${name}-light.png`), await tab.screenshot(true));
  for (const id of questions) {
    const bottom = await tab.evaluate(`document.getElementById('${id}')?.getBoundingClientRect().bottom + scrollY`);
    expect(bottom < 1800, `'${id}' ends at ${bottom}, not on the first two screens`);
  }
  const drawn = await tab.evaluate(colours);
  drawn.forEach((count, i) => expect(count > 2, `chart ${i} is blank`));
  const before = await tab.evaluate('getComputedStyle(document.body).backgroundColor');
  await tab.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: 'dark' }] });
  const after = await tab.evaluate('new Promise((done) => requestAnimationFrame(() => done(getComputedStyle(document.body).backgroundColor)))');
  expect(before !== after, 'dark mode changes nothing');
  (await tab.evaluate(colours)).forEach((count, i) => expect(count > 2, `chart ${i} is blank in the dark`));
  writeFileSync(join(folder, `${name}-dark.png`), await tab.screenshot());
  await tab.send('Emulation.setEmulatedMedia', { features: [] });
  await tab.screen(360, 740);
  const width = await tab.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(document.documentElement.scrollWidth))))');
  expect(width <= 360, `is ${width} pixels wide on a screen of 360`);
  writeFileSync(join(folder, `${name}-phone.png`), await tab.screenshot());
  await tab.screen(1200, 900);
  return charts;
}

async function checkKeyboard(tab, charts) {
  await tab.evaluate('document.activeElement.blur(); scrollTo(0, 0)');
  await tab.press('Tab');
  expect(await tab.evaluate("document.activeElement.className") === 'skip', 'the first key does not reach the link to the summary');
  let opened = false;
  for (let i = 0; i < 200; ++i) {
    await tab.press('Tab');
    const where = await tab.evaluate("document.activeElement.tagName + '.' + document.activeElement.className");
    if (where === 'SUMMARY.' && !opened) {
      await tab.press('Enter');
      opened = await tab.evaluate('document.activeElement.parentElement.open');
      expect(opened, 'Enter does not open what is folded');
    }
    if (opened && (charts === 0 || where.startsWith('DIV.canvas'))) break;
  }
  expect(opened, 'the keyboard does not reach what is folded');
  if (charts === 0) return;
  const value = "document.activeElement.parentElement.querySelector('output')?.textContent";
  await tab.press('ArrowRight');
  const first = await tab.evaluate(value);
  await tab.press('ArrowRight');
  const second = await tab.evaluate(value);
  expect(first && second && /\d/.test(first), `the arrow keys read '${first}', then '${second}'`);
}

// A pointer on a bar of a timeline shows what it is, one beside the lanes shows nothing.
async function checkPointer(tab) {
  // After the narrow screen it is drawn again.
  await tab.until("document.querySelector('.canvas.tall').clientWidth === document.querySelector('.canvas.tall canvas').clientWidth");
  await tab.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  const bar = await tab.evaluate(firstBar);
  if (!bar) return expect(false, 'the timeline has no bar in its first colour');
  const picture = "document.querySelector('.canvas.tall canvas').toDataURL()";
  await tab.evaluate(`window.untouched = ${picture}`);
  await tab.point(bar.x, bar.y);
  await tab.until(`${picture} !== untouched`);
  expect(await tab.evaluate(`${picture} !== untouched`), `pointing at the bar at ${bar.x}, ${bar.y} shows nothing`);
  await tab.point(bar.left + 5, bar.y);
  await tab.until(`${picture} === untouched`);
  expect(await tab.evaluate(`${picture} === untouched`), 'the tip of a bar stays');
}

async function checkPrint(tab) {
  // A sheet of A4 between its margins; a browser shrinks all pages until the widest table or chart fits. `beforeprint` comes
  // with the layout of the screen.
  const sheet = 718;
  await tab.evaluate("dispatchEvent(new Event('beforeprint'))");
  await tab.send('Emulation.setEmulatedMedia', { media: 'print' });
  await tab.screen(sheet, 1047);
  const width = await tab.evaluate('document.documentElement.scrollWidth');
  expect(width <= 1.1 * sheet, `is ${width} pixels wide on paper, a sheet has ${sheet}`);
  await tab.send('Emulation.setEmulatedMedia', { media: '' });
  await tab.screen(1200, 900);
  await tab.evaluate("dispatchEvent(new Event('afterprint'))");
  const { data } = await tab.send('Page.printToPDF', { printBackground: true });
  const pdf = Buffer.from(data, 'base64');
  writeFileSync(join(folder, `${name}.pdf`), pdf);
  expect(pdf.subarray(0, 5).toString() === '%PDF-' && pdf.length > 20000, `prints ${pdf.length} bytes`);
}

async function checkPage(tab, page, records) {
  const url = 'file://' + resolve(page);
  tab.complaints.length = 0;
  const opened = await tab.load(url);
  const charts = await tab.evaluate("document.querySelectorAll('.canvas').length");
  const drawn = await tab.evaluate('Number(document.documentElement.dataset.drawn ?? 0)');
  const drawing = await tab.evaluate('Number(document.documentElement.dataset.drawingMs ?? 0)');
  expect(drawn === charts, `${drawn} of ${charts} charts are drawn`);
  const bars = await tab.evaluate("Math.max(0, ...JSON.parse(document.getElementById('charts')?.textContent ?? '[]').map((chart) => chart.series[0]?.lane?.length ?? 0))");
  // A page should open in 2 s, one with 100,000 bars in 3 s; ten times that is no slow machine, but a page that hangs.
  const hangs = bars > 0 ? 30000 : 20000;
  expect(opened < hangs, `is open after ${Math.round(opened)} ms`);
  const size = readFileSync(page).length;
  expect(bars > 0 || size < 2e6, `has ${size} bytes`);
  if (bars > 1000) {
    const last = await tab.evaluate(lastBars);
    expect(last > 4, `the end of the timeline shows ${last} colours`);
  }
  const seen = await tab.evaluate(tables);
  const answers = await tab.evaluate("Object.fromEntries([...document.querySelectorAll('.answer')].map((one) => [one.id, [...one.querySelectorAll('p')].map((line) => line.textContent)]))");
  const sections = await tab.evaluate("[...document.querySelectorAll('h2')].map((one) => one.textContent)");
  for (const record of records) {
    const complain = (what) => expect(false, `${basename(record)}: ${what}`);
    const contents = JSON.parse(readFileSync(record));
    const checked = compareWithRecord(contents, seen, complain);
    expect(checked > 0, `${basename(record)}: no value of it was found`);
    for (const workload of new Set((contents.points ?? []).filter((one) => !one.roof).map((one) => one.workload)))
      expect(sections.some((one) => one.startsWith(workload)), `${basename(record)}: '${workload}' has no section`);
    console.log(`${name}: ${checked} values of ${basename(record)} are in its tables`);
  }
  if (records.length > 0) compareAnswers(records.map((record) => JSON.parse(readFileSync(record))), answers, (what) => expect(false, what));
  await checkLook(tab, charts);
  if (bars > 0) await checkPointer(tab);
  await checkKeyboard(tab, charts);
  await checkPrint(tab);
  const others = tab.requests.filter((one) => one !== url && !one.startsWith('data:'));
  expect(others.length === 0, `asks for ${others.join(' ')}`);
  expect(tab.complaints.length === 0, `complains: ${tab.complaints.slice(0, 3).join(' | ')}`);
  expect(tab.dialogs.length === 0 && !await tab.evaluate("'hacked' in window"), 'a text of a record was run');
  const foreign = await tab.evaluate("document.querySelectorAll('img, iframe, object, form, script[src], main script, main style').length");
  expect(foreign === 0, `${foreign} elements came from texts of records`);
  await tab.send('Emulation.setScriptExecutionDisabled', { value: true });
  await tab.load(url, false);
  await tab.send('Emulation.setScriptExecutionDisabled', { value: false });
  const plain = await tab.evaluate(tables);
  expect(JSON.stringify(plain) === JSON.stringify(seen), 'has other tables without script');
  console.log(`${name}: ${charts} charts, ${seen.length} tables, ${(size / 1e6).toFixed(2)} MB, open after ${Math.round(opened)} ms, all drawn ${drawing} ms after the script began` +
    (bars > 0 ? `, ${bars} bars` : ''));
}

const profile = mkdtempSync(join(tmpdir(), 'report-browser-'));
const browser = new Browser(program, profile);
try {
  for (const word of pages) {
    const [page, records] = word.split(':');
    name = basename(page, '.html');
    const tab = await Tab.open(browser);
    await tab.screen(1200, 900);
    await checkPage(tab, page, records ? records.split(',') : []);
    await browser.send('Target.closeTarget', { targetId: tab.targetId });
  }
} finally {
  await browser.close();
  rmSync(profile, { recursive: true, force: true });
}
for (const failure of failures) console.error(failure);
process.exit(failures.length === 0 ? 0 : 1);
