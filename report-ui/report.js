// report.js - draws the charts of a report from the data in the page; all of its tables stand there without it.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
import * as echarts from 'echarts/core';
import { BarChart, CustomChart, HeatmapChart, LineChart, ScatterChart } from 'echarts/charts';
import { DataZoomComponent, GridComponent, LegendScrollComponent, MarkLineComponent, TooltipComponent, VisualMapContinuousComponent } from 'echarts/components';
import { LabelLayout } from 'echarts/features';
import { CanvasRenderer } from 'echarts/renderers';
import { optionsOf, reading, theme } from './options.js';

echarts.use([BarChart, CustomChart, HeatmapChart, LineChart, ScatterChart, DataZoomComponent, GridComponent,
  LegendScrollComponent, MarkLineComponent, TooltipComponent, VisualMapContinuousComponent, LabelLayout, CanvasRenderer]);

const charts = JSON.parse(document.getElementById('charts').textContent);
document.documentElement.classList.add('scripted');

const drawn = [...document.querySelectorAll('.canvas')].map((place) => {
  const chart = charts[Number(place.dataset.chart)];
  return { place, chart, face: echarts.init(place, null, { renderer: 'canvas' }), series: 0, index: -1 };
});

function draw() {
  const colours = theme();
  for (const one of drawn) one.face.setOption(optionsOf(one.chart, colours), true);
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
  one.face.dispatchAction({ type: 'showTip', seriesIndex: drawnSeries(one), dataIndex: one.index });
  one.place.parentElement.querySelector('output').textContent = reading(one.chart, one.chart.series[one.series], one.index);
}

function zoom(one, factor) {
  const now = (one.face.getOption().dataZoom || [])[0];
  if (!now) return;
  const middle = (now.start + now.end) / 2;
  const half = Math.min((now.end - now.start) / 2 * factor, 50);
  one.face.dispatchAction({ type: 'dataZoom', start: Math.max(middle - half, 0), end: Math.min(middle + half, 100) });
}

for (const one of drawn) {
  one.place.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End'].includes(event.key)) step(one, event.key);
    else if (event.key === '+') zoom(one, 0.5);
    else if (event.key === '-') zoom(one, 2);
    else if (event.key === 'Escape') one.face.dispatchAction({ type: 'hideTip' });
    else return;
    event.preventDefault();
  });
  // It also calls once at the beginning, when nothing changed: drawing again would cost as much.
  new ResizeObserver(() => {
    if (one.place.clientWidth !== one.face.getWidth() || one.place.clientHeight !== one.face.getHeight()) one.face.resize();
  }).observe(one.place);
}

matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw);

// On paper everything is open and light.
let folded = [];
addEventListener('beforeprint', () => {
  folded = [...document.querySelectorAll('main details:not([open])')];
  for (const one of folded) one.open = true;
  draw();
});
addEventListener('afterprint', () => {
  for (const one of folded) one.open = false;
  draw();
});

// Long charts are drawn over several frames: only ECharts knows when the last is done.
const begun = performance.now();
let unfinished = drawn.length;
function finish() {
  document.documentElement.dataset.drawn = String(drawn.length);
  document.documentElement.dataset.drawingMs = String(Math.round(performance.now() - begun));
}
for (const one of drawn) {
  const done = () => {
    one.face.off('finished', done);
    if (--unfinished === 0) finish();
  };
  one.face.on('finished', done);
}
draw();
if (drawn.length === 0) finish();
