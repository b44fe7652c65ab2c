// compare_records.mjs - what a record says against what the tables of a page show.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0

const factors = {
  ns: 1e-9, us: 1e-6, ms: 1e-3, s: 1, B: 1, KiB: 1024, MiB: 2 ** 20, GiB: 2 ** 30, TiB: 2 ** 40, cycles: 1, '': 1,
  'B/s': 1, 'kB/s': 1e3, 'MB/s': 1e6, 'GB/s': 1e9, 'TB/s': 1e12, 'flop/s': 1, 'kflop/s': 1e3, 'Mflop/s': 1e6, 'Gflop/s': 1e9,
  'Tflop/s': 1e12, 'op/s': 1, 'kop/s': 1e3, 'Mop/s': 1e6, 'Gop/s': 1e9, 'Top/s': 1e12, Hz: 1,
};

function near(a, b, share) { return Math.abs(a - b) <= share * Math.max(Math.abs(a), Math.abs(b), 1e-300); }

// "4.266 TB/s" as a number of B/s.
function amount(text) {
  const [number, unit = ''] = text.split(' ');
  return Number(number) * factors[unit];
}

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

// The time of every step, where the record has no layouts of its own; else at least the median of each point.
function compareResult(result, tables, complain) {
  let checked = 0;
  const all = new Set(tables.flatMap((one) => one.rows.flat()).map(exact).filter(Number.isFinite).map((value) => value.toPrecision(5)));
  for (const point of result.points.filter((one) => !one.roof && ['ok', 'unreliable'].includes(one.status))) {
    const times = result.layouts?.length ? [] : point.steps.map((step) => step.time.value);
    for (const time of times) {
      if (holds(all, time * 1e3)) ++checked;
      else complain(`a step of ${point.workload} takes ${time} s, which no table has`);
    }
    if (times.length > 0 || !point.credit) continue;
    const iteration = point.steps.at(-1).time.value / point.credit.iterations;
    if (holds(all, iteration * 1e6) || holds(all, iteration * 1e3)) ++checked;
    else complain(`an iteration of ${point.workload} takes ${iteration} s, which no table has`);
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

// The five questions are answered with values of the record.
export function compareAnswers(record, answers, complain) {
  const says = (id, text) => { if (!answers[id]?.includes(text)) complain(`'${id}' does not say ${text}: ${answers[id]}`); };
  if (record.schema.startsWith('plumbline.profile/')) {
    const copy = record.parameters?.find((one) => one.name === 'bandwidth.memory.copy');
    if (copy) {
      const [factor, unit] = copy.value.value >= 1e12 ? [1e12, 'TB/s'] : [1e9, 'GB/s'];
      says('how-fast', `copies at ${Number((copy.value.value / factor).toPrecision(4))} ${unit}`);
    }
    return;
  }
  if (!record.points) return;
  const points = record.points.filter((one) => !one.roof && ['ok', 'unreliable'].includes(one.status));
  for (const workload of new Set(points.map((one) => one.workload))) says('how-near', workload);
  const predicted = points.filter((one) => one.predicted);
  if (predicted.length === 0) return;
  says('was-it-right', 'measured times lie within their predicted 90 % interval');
  const right = /within their predicted/.test(answers['was-it-right']) && /took as long as was predicted/.test(answers['why-not']);
  const blamed = /clocks|queueing|transfers|level|pattern|occupancy|arithmetic|volume|host/.test(answers['why-not']);
  if (!right && !blamed) complain(`'why-not' names no term: ${answers['why-not']}`);
  if (!/\w{4}/.test(answers['what-to-try'].replace('What should I try?', ''))) complain("'what-to-try' says nothing");
}
