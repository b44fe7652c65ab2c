// timeline.js - the bars of a timeline: which of them a screen can show, and which one lies under a pointer.
//
// ECharts keeps an object for every shape, which for 100,000 bars costs seconds. Here a lane is one item, and its bars of
// one label one shape.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
import { graphic } from 'echarts/core';

// In pixels: of the bars narrower than this, one is drawn for every cell of this width.
const narrow = 2;
const barHeight = 0.7;  // of a lane

graphic.registerShape('bars', graphic.extendShape({
  shape: { spans: [], y: 0, height: 0 },
  buildPath: (path, { spans, y, height }) => {
    for (let i = 0; i < spans.length; i += 2) path.rect(spans[i], y, spans[i + 1] - spans[i], height);
  },
}));

// The bars of every lane by their beginning, and between which times all of them lie.
export function lanesOf(series, count) {
  const lanes = Array.from({ length: count }, () => []);
  let low = Infinity, high = -Infinity;
  for (let i = 0; i < series.lane.length; ++i) {
    lanes[series.lane[i]].push(i);
    low = Math.min(low, series.start[i]);
    high = Math.max(high, series.start[i] + series.length[i]);
  }
  for (const lane of lanes) lane.sort((a, b) => series.start[a] - series.start[b] || a - b);
  if (low === Infinity) low = 0;  // no bar
  return { lanes, low, high: high > low ? high : low + 1 };
}

// The bars of a lane between `left` and `right` as shapes, those to be drawn first first: each has a label and `spans`,
// the left and right ends of its bars in pixels. `place` turns a time into pixels. A bar that begins while one of another
// label lasts lies on top of it.
export function shapesOf(series, lane, place, left, right) {
  const shapes = [];
  let layer = new Map();
  let lastCell = -1;
  let reach = -Infinity;  // of the layer
  for (const i of lane) {
    const begin = place(series.start[i]);
    if (begin > right) break;
    const end = place(series.start[i] + series.length[i]);
    if (end < left) continue;
    let from = Math.max(begin, left), to = Math.min(end, right);
    if (end - begin < narrow) {
      const cell = Math.floor(from / narrow);
      if (cell === lastCell) continue;
      lastCell = cell;
      from = Math.max(cell * narrow, left);
      to = Math.min((cell + 1) * narrow, right);
    }
    const label = series.label[i];
    if (begin < reach && !(layer.size === 1 && layer.has(label))) {
      layer = new Map();
      reach = -Infinity;
    }
    if (!layer.has(label)) {
      layer.set(label, { label, spans: [] });
      shapes.push(layer.get(label));
    }
    layer.get(label).spans.push(from, to);
    reach = Math.max(reach, end);
  }
  return shapes;
}

// What ECharts draws of one lane.
export function laneItem(series, lane, looks, params, api) {
  const at = params.dataIndex;
  const area = params.coordSys;
  const height = api.size([0, 1])[1] * barHeight;
  const y = api.coord([api.value(0), at])[1] - height / 2;
  const shapes = shapesOf(series, lane, (time) => api.coord([time, at])[0], area.x, area.x + area.width);
  return {
    type: 'group',
    children: shapes.map(({ label, spans }) => ({
      type: 'bars', silent: true, shape: { spans, y, height }, style: { fill: looks[label].colour, opacity: looks[label].strength },
    })),
  };
}

// The bar of a lane at a time, the one on top where several are there; else one nearer than `reach`; else -1.
export function barAt(series, lane, time, reach) {
  let low = 0, high = lane.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (series.start[lane[middle]] <= time) low = middle + 1;
    else high = middle;
  }
  let nearest = -1, distance = reach;
  for (let k = low - 1; k >= 0; --k) {
    const past = time - series.start[lane[k]] - series.length[lane[k]];
    if (past <= 0) return lane[k];
    if (past <= distance) [nearest, distance] = [lane[k], past];
  }
  return low < lane.length && series.start[lane[low]] - time <= distance ? lane[low] : nearest;
}
