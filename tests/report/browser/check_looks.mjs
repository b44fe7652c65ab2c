// check_looks.mjs - series that a chart shows are told apart: node check_looks.mjs OPTIONS, the options.js that lies beside the
// packages it was bundled with.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
import { resolve } from 'node:path';

const { optionsOf } = await import('file://' + resolve(process.argv[2]));
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
if (!process.exitCode) console.log(`${count} series look different; maps have a scale`);
