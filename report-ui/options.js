// options.js - a chart of the report (plumb/report/html/chart.h) as the options that ECharts takes.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
import { laneItem, lanesOf } from './timeline.js';

// The page's own colours, light or dark.
export function theme() {
  const style = getComputedStyle(document.documentElement);
  const of = (name) => style.getPropertyValue(name).trim();
  return {
    text: of('--text'), soft: of('--soft'), line: of('--line'), back: of('--back'), panel: of('--panel'),
    cold: of('--cold'), warm: of('--warm'), series: [1, 2, 3, 4, 5, 6, 7, 8].map((i) => of('--s' + i)),
  };
}

function digits(value) {
  if (value === null || value === undefined) return '-';
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-3 || size >= 1e7)) return value.toExponential(2);
  return String(Number(value.toPrecision(4)));
}

// 1048576 as 1 MiB.
function bytes(value) {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
  let i = 0;
  while (value >= 1024 && i + 1 < units.length) { value /= 1024; ++i; }
  return digits(value) + ' ' + units[i];
}

function shown(axis, value) {
  if (axis.scale === 'category') return axis.categories[value];
  if (axis.unit === 'B') return bytes(value);
  return digits(value) + (axis.unit ? ' ' + axis.unit : '');
}

// What the tip and the keyboard say of a point.
export function reading(chart, series, index) {
  if (chart.form === 'timeline') {
    return `${chart.y.categories[series.lane[index]]}: ${series.names[series.label[index]]}, ` +
      `${shown(chart.x, series.start[index])}, lasts ${shown(chart.x, series.length[index])}`;
  }
  const point = series.points[index];
  if (chart.form === 'heat') {
    return `${chart.y.categories[point[1]]}, ${chart.x.categories[point[0]]}: ${digits(point[2])} ${chart.y.unit}`;
  }
  const name = [series.name, series.labels && series.labels[index]].filter(Boolean).join(', ');
  const ends = point.length > 2 ? ` (${digits(point[2])} to ${digits(point[3])})` : '';
  return `${name ? name + ': ' : ''}${chart.x.name} ${shown(chart.x, point[0])}, ` +
    `${chart.y.name} ${shown(chart.y, point[1])}${ends}`;
}

// Beyond the palette its colours come again, with another symbol and stroke, or paler where there is neither.
const symbols = ['circle', 'triangle', 'rect', 'diamond'];
const strokes = ['solid', 'dashed', 'dotted', [8, 3, 2, 3]];
const strengths = [1, 0.6, 0.35, 0.2];
function lookOf(colours, i) {
  const again = Math.floor(i / colours.series.length) % symbols.length;
  return { colour: colours.series[i % colours.series.length], symbol: symbols[again], stroke: strokes[again], strength: strengths[again] };
}

function axisOptions(axis, colours, isX) {
  const made = {
    type: axis.scale === 'category' ? 'category' : axis.scale === 'linear' ? 'value' : 'log',
    name: axis.name + (axis.unit && axis.unit !== 'B' ? ` [${axis.unit}]` : ''),
    nameLocation: 'middle', nameGap: isX ? 32 : 58,
    nameTextStyle: { color: colours.soft },
    axisLine: { show: true, lineStyle: { color: colours.line } },
    splitLine: { show: axis.scale !== 'category', lineStyle: { color: colours.line, opacity: 0.6 } },
    axisLabel: { color: colours.soft, hideOverlap: true },
  };
  if (axis.scale === 'category') made.data = axis.categories;
  if (axis.scale === 'log2') made.logBase = axis.unit === 'B' ? 4 : 2;
  if (axis.unit === 'B') made.axisLabel.formatter = bytes;
  else if (axis.scale !== 'category') made.axisLabel.formatter = digits;
  if (axis.scale === 'linear') made.scale = false;
  return made;
}

function frame(chart, colours) {
  return {
    animation: false,
    color: colours.series,
    textStyle: { fontFamily: 'system-ui, sans-serif' },
    aria: { enabled: false },
    grid: { left: 78, right: 24, top: 44, bottom: 56 },
    legend: {
      type: 'scroll', top: 4, left: 'center', textStyle: { color: colours.text },
      pageTextStyle: { color: colours.text }, pageIconColor: colours.text, show: chart.series.length > 1,
    },
    // Drawn on the canvas: the policy of the page allows no style attributes.
    tooltip: {
      renderMode: 'richText', trigger: 'item', confine: true, backgroundColor: colours.panel,
      borderColor: colours.line, textStyle: { color: colours.text },
      formatter: (item) => (item.data && item.data.tip) ? item.data.tip : item.name,
    },
    xAxis: axisOptions(chart.x, colours, true),
    yAxis: axisOptions(chart.y, colours, false),
  };
}

function marks(chart, colours) {
  if (!chart.marks) return undefined;
  return {
    silent: true, symbol: 'none', lineStyle: { color: colours.soft, type: 'dashed' },
    label: { color: colours.soft, formatter: '{b}', position: 'insideEndTop' },
    data: chart.marks.map((mark) => ({ name: mark.label, [mark.axis === 'x' ? 'xAxis' : 'yAxis']: mark.at })),
  };
}

// Upright lines from low to high; on a narrow point that is all one sees of them.
function intervals(series, colour) {
  const data = series.points.filter((point) => point.length > 2);
  if (data.length === 0) return [];
  return [{
    type: 'custom', name: series.name, silent: true, z: 1, itemStyle: { color: colour },
    data: data.map((point) => ({ value: [point[0], point[2], point[3]] })),
    encode: { x: 0, y: [1, 2] }, tooltip: { show: false }, clip: true,
    renderItem: (params, api) => {
      const low = api.coord([api.value(0), api.value(1)]);
      const high = api.coord([api.value(0), api.value(2)]);
      return {
        type: 'line', shape: { x1: low[0], y1: low[1], x2: high[0], y2: high[1] },
        style: { stroke: colour, lineWidth: 1.5, opacity: 0.55 },
      };
    },
  }];
}

function plot(chart, colours) {
  const options = frame(chart, colours);
  const few = chart.series.reduce((sum, one) => sum + (one.style === 'points' ? one.points.length : 0), 0) <= 14;
  let looks = 0;
  options.series = chart.series.flatMap((series, i) => {
    const isReference = series.style === 'reference';
    const look = isReference ? { colour: colours.soft, symbol: 'none', stroke: 'dashed' } : lookOf(colours, looks++);
    const { colour } = look;
    const isLine = series.style === 'line' || isReference;
    return [{
      type: isLine ? 'line' : 'scatter', name: series.name, z: 3, itemStyle: { color: colour },
      lineStyle: { color: colour, width: isReference ? 1 : 2, type: look.stroke }, symbol: look.symbol,
      symbolSize: isLine ? 4 : 11, showSymbol: !isReference && series.points.length < 200,
      data: series.points.map((point, j) => ({ value: point, tip: reading(chart, series, j) })),
      label: isLine || !few || !series.labels ? { show: false } : {
        show: true, position: 'right', color: colours.text, fontSize: 11,
        formatter: (item) => series.labels[item.dataIndex],
      },
      labelLayout: { hideOverlap: true, moveOverlap: 'shiftY' },
      markLine: i === 0 ? marks(chart, colours) : undefined,
    }, ...intervals(series, colour)];
  });
  return options;
}

function bars(chart, colours) {
  const options = frame(chart, colours);
  const many = chart.x.categories.length > 6;
  options.xAxis.axisLabel = { ...options.xAxis.axisLabel, interval: chart.x.categories.length > 40 ? 'auto' : 0, rotate: many ? 40 : 0, width: 110, overflow: 'truncate' };
  options.xAxis.name = '';
  options.grid.bottom = many ? 96 : 48;
  if (chart.y.scale === 'log10') {
    // Bars of a logarithmic axis would hang from 1.
    const values = chart.series.flatMap((series) => series.points.map((point) => point[1])).filter((value) => value > 0);
    const least = 10 ** Math.floor(Math.log10(Math.min(...values)) - 0.1);
    options.yAxis.min = least;
    options.yAxis.startValue = least;
  }
  options.series = chart.series.map((series, i) => ({
    type: 'bar', name: series.name || chart.y.name, barMaxWidth: 42,
    itemStyle: { color: lookOf(colours, i).colour, opacity: lookOf(colours, i).strength },
    data: series.points.map((point, j) => ({ value: [point[0], point[1]], tip: reading(chart, series, j) })),
    markLine: i === 0 ? marks(chart, colours) : undefined,
  }));
  return options;
}

// An end of the scale of colours, in the unit of the cells.
function scaleEnd(chart, size) {
  return [digits(chart.linear ? size : 10 ** size), chart.y.unit].filter(Boolean).join(' ');
}

// Colours go by the magnitude or the value; numbers stand in the cells where they have room.
function heat(chart, colours) {
  const options = frame(chart, colours);
  const points = chart.series[0].points;
  const sizes = points.map((point) => (chart.linear ? point[2] : Math.log10(Math.max(point[2], 1e-30))));
  const numbered = points.length <= 200;
  const low = Math.min(...sizes);
  const high = Math.max(...sizes);
  options.grid = { left: 130, right: 24, top: 12, bottom: 64 };
  options.xAxis.name = '';
  options.yAxis.name = '';
  if (numbered) {
    options.xAxis.axisLabel.interval = 0;
    options.xAxis.axisLabel.rotate = chart.x.categories.length > 6 ? 40 : 0;
    options.yAxis.axisLabel.interval = 0;
  } else {
    options.grid = { left: 78, right: 120, top: 12, bottom: 56 };
    options.xAxis.name = chart.x.name;
    options.yAxis.name = chart.y.name;
  }
  options.yAxis.inverse = true;
  options.legend.show = false;
  options.visualMap = {
    // Where the cells hold no numbers, a scale beside them says what the colours mean.
    show: !numbered, orient: 'vertical', right: 8, top: 'middle', itemHeight: 220, precision: 6, textStyle: { color: colours.soft },
    text: [scaleEnd(chart, high), scaleEnd(chart, low)], dimension: 2, min: low, max: high > low ? high : low + 1,
    inRange: { color: numbered ? [colours.cold, colours.warm] : [colours.cold, colours.series[5], colours.warm] },
  };
  options.series = [{
    type: 'heatmap', itemStyle: { borderColor: colours.back, borderWidth: numbered ? 1 : 0 },
    label: { show: numbered, fontSize: 11 },
    data: points.map((point, j) => ({
      value: [point[0], point[1], sizes[j]], tip: reading(chart, chart.series[0], j),
      label: { formatter: digits(point[2]), color: (sizes[j] - low) / ((high - low) || 1) > 0.55 ? colours.back : colours.text },
    })),
  }];
  return options;
}

// An item per lane: timeline.js draws its bars, and report.js has its tips.
function timeline(chart, colours) {
  const options = frame(chart, colours);
  const series = chart.series[0];
  const { lanes, low, high } = lanesOf(series, chart.y.categories.length);
  const looks = series.names.map((name, i) => lookOf(colours, i));
  options.grid = { left: 120, right: 24, top: 44, bottom: 92 };
  options.legend.show = true;
  options.legend.selectedMode = false;
  options.yAxis.name = '';
  options.yAxis.inverse = true;
  options.xAxis.min = low;
  options.xAxis.max = high;
  options.dataZoom = [
    { type: 'inside', xAxisIndex: 0, filterMode: 'none' },
    { type: 'slider', xAxisIndex: 0, filterMode: 'none', bottom: 8, height: 22, showDataShadow: false, textStyle: { color: colours.soft } },
  ];
  options.tooltip.triggerOn = 'none';
  options.series = [{
    type: 'custom', data: lanes.map((lane, i) => [low, i]), encode: { x: 0, y: 1 }, progressive: 0, silent: true,
    renderItem: (params, api) => laneItem(series, lanes[params.dataIndex], looks, params, api),
  },
  // Nothing but the entries of the legend: one series has all bars.
  ...series.names.map((name, i) => ({ type: 'scatter', name, data: [], itemStyle: { color: looks[i].colour, opacity: looks[i].strength } }))];
  return options;
}

export function optionsOf(chart, colours) {
  return { plot, bars, heat, timeline }[chart.form](chart, colours);
}
