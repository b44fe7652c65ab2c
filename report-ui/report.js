// report.js - draws the charts of a report from the data in the page; all of its tables stand there without it.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
import * as echarts from 'echarts/core';
import { BarChart, CustomChart, HeatmapChart, LineChart, ScatterChart } from 'echarts/charts';
import { DataZoomComponent, GridComponent, LegendScrollComponent, MarkLineComponent, TooltipComponent, VisualMapContinuousComponent } from 'echarts/components';
import { LabelLayout } from 'echarts/features';
import { CanvasRenderer } from 'echarts/renderers';
import { optionsOf, reading, theme } from './options.js';
import { barAt, lanesOf } from './timeline.js';

echarts.use([BarChart, CustomChart, HeatmapChart, LineChart, ScatterChart, DataZoomComponent, GridComponent,
  LegendScrollComponent, MarkLineComponent, TooltipComponent, VisualMapContinuousComponent, LabelLayout, CanvasRenderer]);

const charts = JSON.parse(document.getElementById('charts').textContent);
document.documentElement.classList.add('scripted');

const places = [...document.querySelectorAll('.canvas')].map((place) => ({
  place, chart: charts[Number(place.dataset.chart)], face: null, series: 0, index: -1,
}));

function draw(one) {
  if (!one.face) begin(one);
  one.face.setOption(optionsOf(one.chart, theme()), true);
}

function drawAgain() {
  for (const one of places) if (one.face) draw(one);
}

function lengthOf(one) {
  const series = one.chart.series[one.series];
  return series.points ? series.points.length : series.lane.length;
}

// The series of the drawing that shows a series of the chart: intervals lie between them.
function drawnSeries(one) {
  let at = 0;
  for (let i = 0; i < one.series; ++i) {
    const points = one.chart.series[i].points || [];
    at += one.chart.form === 'plot' && points.some((point) => point.length > 2) ? 2 : 1;
  }
  return at;
}

// Left and right go from value to value, up and down from series to series, plus and minus zoom.
function step(one, key) {
  const count = one.chart.series.length;
  if (key === 'ArrowUp') one.series = (one.series + count - 1) % count;
  if (key === 'ArrowDown') one.series = (one.series + 1) % count;
  if (key === 'ArrowRight') one.index += 1;
  if (key === 'ArrowLeft') one.index -= 1;
  if (key === 'Home') one.index = 0;
  if (key === 'End') one.index = lengthOf(one) - 1;
  one.index = Math.min(Math.max(one.index, 0), lengthOf(one) - 1);
  if (one.chart.form === 'timeline') showBar(one, one.index);
  else one.face.dispatchAction({ type: 'showTip', seriesIndex: drawnSeries(one), dataIndex: one.index });
  one.place.parentElement.querySelector('output').textContent = reading(one.chart, one.chart.series[one.series], one.index);
}

function zoom(one, factor) {
  const now = (one.face.getOption().dataZoom || [])[0];
  if (!now) return;
  const middle = (now.start + now.end) / 2;
  const half = Math.min((now.end - now.start) / 2 * factor, 50);
  one.face.dispatchAction({ type: 'dataZoom', start: Math.max(middle - half, 0), end: Math.min(middle + half, 100) });
}

// The tip of a bar, at the pointer or in its middle; ECharts knows of lanes only.
function showBar(one, index, pointer) {
  const series = one.chart.series[0];
  const [x, y] = pointer ?? one.face.convertToPixel({ gridIndex: 0 }, [series.start[index] + series.length[index] / 2, series.lane[index]]);
  if (!one.face.containPixel({ gridIndex: 0 }, [x, y])) one.face.dispatchAction({ type: 'hideTip' });
  else one.face.dispatchAction({ type: 'showTip', x, y, tooltip: { formatter: () => reading(one.chart, series, index) } });
}

function followPointer(one) {
  const series = one.chart.series[0];
  const { lanes } = lanesOf(series, one.chart.y.categories.length);
  const hide = () => one.face.dispatchAction({ type: 'hideTip' });
  one.face.getZr().on('mousemove', ({ offsetX, offsetY }) => {
    if (!one.face.containPixel({ gridIndex: 0 }, [offsetX, offsetY])) return hide();
    const [time, lane] = one.face.convertFromPixel({ gridIndex: 0 }, [offsetX, offsetY]);
    const [after] = one.face.convertFromPixel({ gridIndex: 0 }, [offsetX + 2, offsetY]);
    const found = barAt(series, lanes[lane], time, after - time);
    if (found < 0) hide();
    else showBar(one, found, [offsetX, offsetY]);
  });
  one.face.getZr().on('globalout', hide);
}

// A chart gets its canvas when it is drawn for the first time.
function begin(one) {
  one.face = echarts.init(one.place, null, { renderer: 'canvas' });
  if (one.chart.form === 'timeline') followPointer(one);
  // Long charts are drawn over several frames: only ECharts knows when the last is done.
  const done = () => {
    one.face.off('finished', done);
    finished(one);
  };
  one.face.on('finished', done);
  // It also calls once at the beginning, when nothing changed: drawing again would cost as much.
  new ResizeObserver(() => {
    if (one.place.clientWidth !== one.face.getWidth() || one.place.clientHeight !== one.face.getHeight()) one.face.resize();
  }).observe(one.place);
}

for (const one of places) {
  one.place.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (!one.face) draw(one);
    if (['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End'].includes(event.key)) step(one, event.key);
    else if (event.key === '+') zoom(one, 0.5);
    else if (event.key === '-') zoom(one, 2);
    else if (event.key === 'Escape') one.face.dispatchAction({ type: 'hideTip' });
    else return;
    event.preventDefault();
  });
}

matchMedia('(prefers-color-scheme: dark)').addEventListener('change', drawAgain);

// On paper everything is there, open and light, and charts have the width of a sheet: a browser would shrink all pages
// until the widest chart of the screen fits.
const sheetWidth = 700;
let folded = [];
addEventListener('beforeprint', () => {
  folded = [...document.querySelectorAll('main details:not([open])')];
  for (const one of folded) one.open = true;
  for (const one of places) {
    draw(one);
    one.face.resize({ width: Math.min(one.place.clientWidth, sheetWidth) });
  }
});
addEventListener('afterprint', () => {
  for (const one of folded) one.open = false;
  drawAgain();
  for (const one of places) one.face.resize({ width: 'auto' });
});

// What is on the screen or near it is drawn at once, whatever is scrolled near it then, and the rest one by one while
// nobody waits: a page of sixty charts opens as fast as one of two.
const begun = performance.now();
const complete = new Set();
let first = null;  // those that are there when the page opens
function finished(one) {
  complete.add(one);
  const said = document.documentElement.dataset;
  said.drawn = String(complete.size);
  said.drawingMs = String(Math.round(performance.now() - begun));
  if (first && first.every((other) => complete.has(other))) said.opened = 'yes';
}

const near = new IntersectionObserver((entries) => {
  const seen = entries.filter((entry) => entry.isIntersecting).map((entry) => places.find((one) => one.place === entry.target));
  if (!first) first = seen;
  if (first.length === 0) document.documentElement.dataset.opened = 'yes';
  for (const one of seen) {
    near.unobserve(one.place);
    if (!one.face) draw(one);
  }
}, { rootMargin: '300px' });
for (const one of places) near.observe(one.place);

const whenIdle = window.requestIdleCallback || ((call) => setTimeout(call, 50));
function drawNext() {
  const next = places.find((one) => !one.face);
  if (!next) return;
  draw(next);
  whenIdle(drawNext);
}
addEventListener('load', () => whenIdle(drawNext));
