// check_looks.mjs - series that a chart shows are told apart, and the right bars of a timeline are drawn and found:
// node check_looks.mjs OPTIONS, the options.js that lies beside the packages it was bundled with.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
import { dirname, join, resolve } from 'node:path';

const { optionsOf } = await import('file://' + resolve(process.argv[2]));
const { barAt, lanesOf, shapesOf } = await import('file://' + join(dirname(resolve(process.argv[2])), 'timeline.js'));
const colours = { series: ['#1', '#2', '#3', '#4', '#5', '#6', '#7', '#8'], cold: '#c', warm: '#w', soft: '#s' };
const count = 3 * colours.series.length + 1;
const series = (style) => Array.from({ length: count }, (_, i) => ({ name: `series ${i}`, style, points: [[0, i + 1]] }));
const axis = { name: 'n', unit: '', scale: 'linear' };
const category = { ...axis, scale: 'category', categories: ['one'] };

function expect(holds, what) {
  if (holds) return;
  console.error(what);
  process.exitCode = 1;
}
for (const [form, style, x] of [['plot', 'line', axis], ['plot', 'points', axis], ['bars', 'bars', category]]) {
  const drawn = optionsOf({ form, x, y: axis, series: series(style) }, colours).series;
  const looks = new Set(drawn.map((one) => [one.itemStyle.color, one.symbol, one.lineStyle?.type, one.itemStyle.opacity].join()));
  expect(looks.size === count, `${count} ${style} have ${looks.size} looks`);
}
const cells = Array.from({ length: 300 }, (_, i) => [i % 20, Math.floor(i / 20), i + 1]);
const places = (length) => ({ ...axis, scale: 'category', categories: Array.from({ length }, (_, i) => String(i)) });
const map = (points, linear) => optionsOf({ form: 'heat', linear, x: places(20), y: { ...places(15), unit: 'K' }, series: [{ points }] }, colours).visualMap;
expect(map(cells, true).show && map(cells, true).text.join() === '300 K,1 K', `a map of values has the scale ${map(cells, true).text}`);
expect(map(cells, false).text.join() === '300 K,1 K', `a map by magnitude has the scale ${map(cells, false).text}`);
expect(!map(cells.slice(0, 40), true).show, 'cells with numbers have a scale as well');

// Bars [lane, start, length, label] as a chart has them.
function timelineOf(bars) {
  const column = (k) => bars.map((bar) => bar[k]);
  return { lane: column(0), start: column(1), length: column(2), label: column(3) };
}
function expectShapes(bars, place, wanted, what) {
  const series = timelineOf(bars);
  const drawn = JSON.stringify(shapesOf(series, lanesOf(series, 1).lanes[0], place, 0, 100).map(({ label, spans }) => [label, ...spans]));
  expect(drawn === JSON.stringify(wanted), `${what}: ${drawn}`);
}
const pixels = (time) => time;
expectShapes([[0, 30, 10, 0], [0, 0, 10, 0], [0, 15, 5, 1]], pixels, [[0, 0, 10, 30, 40], [1, 15, 20]], 'bars apart are a shape of each label');
expectShapes([[0, 0, 50, 0], [0, 10, 5, 1], [0, 20, 5, 0]], pixels, [[0, 0, 50], [1, 10, 15], [0, 20, 25]], 'a bar lies on the one that it begins in');
expectShapes([[0, 4.1, 0.1, 0], [0, 4.5, 0.1, 1], [0, 6.1, 0.1, 1]], pixels, [[0, 4, 6], [1, 6, 8]], 'narrow bars: one for every two pixels');
expectShapes([[0, 0, 30, 0], [0, 60, 90, 0], [0, 121, 9, 1]], (time) => time - 20, [[0, 0, 10, 40, 100]], 'what lies outside is cut off');
const found = timelineOf([[0, 0, 50, 0], [0, 10, 5, 1], [0, 70, 1, 0], [1, 60, 5, 0]]);
const { lanes, low, high } = lanesOf(found, 3);
expect(low === 0 && high === 71, `bars lie between ${low} and ${high}`);
for (const [lane, time, wanted] of [[0, 12, 1], [0, 15, 1], [0, 16, 0], [0, 51, 0], [0, 60, -1], [0, 69, 2], [0, 72, 2], [0, 90, -1], [1, 12, -1], [1, 61, 3], [2, 5, -1]]) {
  const at = barAt(found, lanes[lane], time, 1);
  expect(at === wanted, `at ${time} in lane ${lane} lies bar ${at}, not ${wanted}`);
}
expect(lanesOf(timelineOf([]), 2).high > lanesOf(timelineOf([]), 2).low, 'a timeline without bars has no axis');
if (!process.exitCode) console.log(`${count} series look different; maps have a scale; bars are found`);
