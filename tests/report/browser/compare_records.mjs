// compare_records.mjs - what a record says against what the tables of a page show.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0

import { amount, near } from './amounts.mjs';

// Five digits are compared; a value that lies between two of them may be rounded to either.
function holds(shown, value) { return [1, 1 - 1e-8, 1 + 1e-8].some((factor) => shown.has((value * factor).toPrecision(5))); }

function exact(cell) { return Number(cell.value ?? cell.text); }

// Every parameter in the table of its probe.
function compareProfile(profile, tables, complain) {
  let checked = 0;
  for (const parameter of profile.parameters ?? []) {
    const rows = tables.filter((one) => one.head[0] === 'parameter').flatMap((one) => one.rows)
      .filter((row) => row[0].text === parameter.name);
    const found = rows.find((row) => near(amount(row[1].text), parameter.value.value, 6e-4));
    if (found) ++checked;
    else complain(`${parameter.name} is ${parameter.value.value}, the page has ${rows.map((row) => row[1].text)}`);
  }
  // Every point of every curve in the table of its chart.
  const points = tables.filter((one) => one.figure).flatMap((one) => one.rows.map((row) => row.map(exact)));
  const all = new Set(points.flat().filter(Number.isFinite).map((value) => value.toPrecision(5)));
  for (const curve of profile.curves ?? []) {
    for (const point of curve.points) {
      const shown = [1, 1e3, 1e6, 1e9, 1e-9, 1e-12].some((factor) => holds(all, point.value * factor));
      if (shown) ++checked;
      else complain(`the point ${point.x} of the curve ${curve.name} is ${point.value}, which no table has`);
    }
  }
  return checked;
}

// The time of every step, where the record has no layouts of its own; else at least that of an iteration of each point.
function compareResult(result, tables, complain) {
  let checked = 0;
  const all = new Set(tables.flatMap((one) => one.rows.flat()).map(exact).filter(Number.isFinite).map((value) => value.toPrecision(5)));
  for (const point of result.points.filter((one) => !one.roof && ['ok', 'unreliable'].includes(one.status))) {
    const times = result.layouts?.length ? [] : point.steps.map((step) => step.time.value);
    for (const time of times) {
      if (holds(all, time * 1e3)) ++checked;
      else complain(`a step of ${point.workload} takes ${time} s, which no table has`);
    }
    if (times.length > 0) continue;
    const steps = point.credit ? point.steps.slice(-(point.credit.steps ?? 1)) : point.steps;
    const iteration = steps.reduce((sum, step) => sum + step.time.value, 0) / (point.credit?.iterations ?? 1);
    if (holds(all, iteration * 1e6) || holds(all, iteration * 1e3)) ++checked;
    else complain(`an iteration of ${point.workload} takes ${iteration} s, which no table has`);
  }
  return checked + compareReadings(result, tables, complain);
}

// Values that a chart shows along the checks of a solver, and those of the first field.
function compareReadings(result, tables, complain) {
  const named = (name) => result.points.flatMap((point) => (point.readings ?? []).filter((one) => one.name === name));
  let checked = 0;
  for (const [name, readings] of [['history', named('history')], ['field', named('field').slice(0, 1)]]) {
    const title = name === 'field' ? 'the field' : 'convergence';
    const rows = tables.filter((one) => one.figure.startsWith(title)).flatMap((one) => one.rows);
    const shown = new Set(rows.flat().map(exact).filter(Number.isFinite).map((value) => value.toPrecision(5)));
    for (const value of readings.flatMap((one) => one.values)) {
      if (holds(shown, value)) ++checked;
      else complain(`${name} holds ${value}, which the table of '${title}' does not have`);
    }
  }
  return checked;
}

// How many bars every lane has of every access, and how long they are.
function compareTimeline(timeline, tables, complain) {
  let checked = 0;
  const rows = tables.filter((one) => one.figure.startsWith('accesses over time')).flatMap((one) => one.rows);
  timeline.tracks.forEach((track, i) => timeline.stamps.forEach((stamp, j) => {
    const bars = timeline.bars.filter((bar) => bar[0] === i && bar[3] === j);
    const length = bars.reduce((sum, bar) => sum + bar[2] - bar[1], 0) * 1e-3;
    const row = rows.find((one) => one[0].text === track && one[1].text === stamp);
    if (bars.length === 0 && !row) return;
    if (row && exact(row[2]) === bars.length && near(exact(row[3]), length, 1e-6)) ++checked;
    else complain(`${bars.length} bars of ${stamp} on ${track} last ${length} ns, the page has ${row?.map((one) => one.text)}`);
  }));
  return checked;
}

export function compareWithRecord(record, tables, complain) {
  if (record.schema.startsWith('plumbline.timeline/')) return compareTimeline(record, tables, complain);
  return record.schema.startsWith('plumbline.profile/') ? compareProfile(record, tables, complain) : compareResult(record, tables, complain);
}
