// answers.mjs - what records answer to a stranger's five questions, worked out here once more, against what a page says.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
import { amount, near } from './amounts.mjs';

const isProfile = (record) => record.schema?.startsWith('plumbline.profile/');
const measuredPoints = (record) => (record.points ?? []).filter((one) => !one.roof && ['ok', 'unreliable'].includes(one.status) && one.steps.length > 0);
const sum = (values) => values.reduce((total, one) => total + one, 0);

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return sorted.length % 2 ? sorted[Math.floor(middle)] : (sorted[middle - 1] + sorted[middle]) / 2;
}

// What a point did per second: of the last steps, which its workload credits, else of all.
function rates(point) {
  const steps = point.credit ? point.steps.slice(-(point.credit.steps ?? 1)) : point.steps;
  const rounds = point.credit?.iterations ?? 1;
  const seconds = sum(steps.map((step) => step.time.value)) / rounds;
  const flops = (point.credit ? point.credit.flops : sum(steps.map((step) => step.flops))) / rounds;
  const asked = (point.credit ? point.credit.bytes : sum(steps.map((step) => step.bytes))) / rounds;
  const touched = sum(steps.map((step) => step.launches)) / rounds * point.memory;
  return { flops: flops / seconds, bytes: (touched > 0 ? Math.min(asked, touched) : asked) / seconds };
}

// The limits that a profile sets to a point, by what it is called on the page.
function shares(point, profile) {
  const value = (name) => profile.parameters.find((one) => one.name === name)?.value.value ?? 0;
  const memory = Math.max(...['read', 'write', 'copy', 'triad'].map((kind) => value(`bandwidth.memory.${kind}`)));
  const units = profile.provenance.device.compute_units;
  const seen = profile.curves.filter((one) => /^bandwidth\.(private|shared)\./.test(one.name))
    .flatMap((one) => one.points.map((at) => ({ bytes: at.x * (one.name.includes('.private.') ? units : 1), rate: at.value })));
  const level = point.caches === 'cold' ? memory : Math.max(memory, ...seen.filter((one) => one.bytes >= point.memory).map((one) => one.rate));
  const peak = value(`compute.fma.${point.settings.precision === 'f64' ? 'f64' : 'f32'}.throughput`);
  const rate = rates(point);
  return Math.max(rate.bytes / level, peak > 0 ? rate.flops / peak : 0);
}

// "96.3 %" as the page writes it.
const percent = (share) => `${(100 * share).toPrecision(share < 0.1 ? 2 : 3)} %`;

function compareNearness(records, profile, answer, complain) {
  const points = records.flatMap(measuredPoints);
  for (const workload of new Set(points.map((one) => one.workload))) {
    const line = answer.find((one) => one.startsWith(workload));
    if (!line) { complain(`'how-near' does not say ${workload}`); continue; }
    if (!profile) continue;
    const all = points.filter((one) => one.workload === workload).map((one) => shares(one, profile));
    const known = all.filter((one) => one <= 1.1);
    const wanted = known.length === 0 ? 'more than the probes found' : Math.max(...known) >= 1 ? 'at the limit' : percent(Math.max(...known));
    if (!line.includes(wanted)) complain(`'how-near' does not say ${wanted} of ${workload}: ${line}`);
  }
}

// Every point with the first prediction that there is of it.
function predictedPoints(records) {
  return records.flatMap(measuredPoints).flatMap((point) => {
    const prediction = point.predicted?.predictions.find((one) => !one.reason);
    return prediction ? [{ point, prediction, measured: point.whole.value }] : [];
  });
}

// Those outside of their interval, the furthest off first.
function pointsOff(predicted) {
  const far = ({ prediction, measured }) => Math.abs(Math.log(measured / prediction.total));
  return predicted.filter(({ prediction, measured }) => measured < prediction.low || measured > prediction.high).sort((a, b) => far(b) - far(a));
}

function comparePredictions(predicted, answer, complain) {
  const inside = predicted.filter(({ prediction, measured }) => measured >= prediction.low && measured <= prediction.high).length;
  const error = percent(median(predicted.map(({ prediction, measured }) => Math.abs(prediction.total / measured - 1))));
  const wanted = `${inside} of ${predicted.length} measured times lie within their predicted 90 % interval; the median error is ${error}.`;
  if (!answer.includes(wanted)) complain(`'was-it-right' does not say '${wanted}': ${answer}`);
  const [worst] = pointsOff(predicted);
  const said = /Furthest off is ([^,:]+).*: predicted (.*), measured (.*)\./.exec(answer.find((one) => one.startsWith('Furthest')) ?? '');
  if (!worst) return said && complain(`'was-it-right' says ${said[0]}, all are as predicted`);
  const right = said && said[1] === worst.point.workload && near(amount(said[2]), worst.prediction.total, 6e-4) && near(amount(said[3]), worst.measured, 6e-4);
  if (!right) complain(`'was-it-right' says ${said?.[0]}, the worst is ${worst.point.workload}, ${worst.prediction.total} s, measured ${worst.measured} s`);
}

// The step of a point that is furthest from the passes that predict it, and not within their interval; may be none.
function mainStep({ point, prediction }) {
  const wrong = point.steps.flatMap((step) => {
    const passes = prediction.passes.filter((one) => one.step === step.name);
    const predicted = sum(passes.map((one) => one.time));
    if (!(predicted > 0 && step.time.value > 0)) return [];
    const spread = sum(passes.map((one) => one.spread ?? 0));
    const factor = spread > 0 ? 1 + spread / predicted : 1.2;
    if (step.time.value >= predicted / factor && step.time.value <= predicted * factor) return [];
    return [{ point, step, passes, predicted }];
  });
  return wrong.sort((a, b) => Math.abs(b.step.time.value - b.predicted) - Math.abs(a.step.time.value - a.predicted))[0];
}

// The figures of a reason against those of the record.
const evidence = {
  level: (one, seen) => {
    const bytes = sum(one.passes.map((pass) => pass.bytes));
    const [asked, predicted] = [...seen.matchAll(/[\d.e+]+ [GT]B\/s/g)].map((match) => amount(match[0]));
    return near(asked, bytes / one.step.time.value, 6e-3) && near(predicted, bytes / one.predicted, 6e-3);
  },
  arithmetic: (one, seen) => near(amount(/take ([\d.e+-]+ \w+)$/.exec(seen)?.[1] ?? ''), sum(one.passes.map((pass) => pass.arithmetic)), 6e-4),
  pattern: (one, seen) => one.passes.some((pass) => pass.pattern && seen.endsWith(`pattern ${pass.pattern}`)),
  occupancy: (one, seen) => one.passes.some((pass) => seen.startsWith(`${pass.items} work-items`)),
  volume: (one, seen) => near(Number.parseFloat(seen), one.step.time.value / one.predicted, 6e-2),
  queueing: (one, seen) => /launch/.test(seen),
  clocks: (one, seen) => /MHz/.test(seen),
};
const advice = {
  level: /footprint/, arithmetic: /operations/, pattern: /references/, occupancy: /work-items/, volume: /bytes|passes/, queueing: /launches|nothing/, clocks: /device|probe/,
};

const termOf = {
  'another level of memory served the data': 'level', 'the arithmetic': 'arithmetic', 'the order of the accesses': 'pattern', 'too little work at once': 'occupancy',
  'another amount of data': 'volume', 'launches and waits': 'queueing', 'the device was slowed down': 'clocks', 'time between the steps': 'host', 'copies between host and device': 'transfers',
};

// The points that are off, the furthest first, each with its main step; one of each workload and term. And what they advise.
function compareReasons(predicted, why, what, complain) {
  const off = pointsOff(predicted);
  const blamed = why.map((line) => /^([^,:]+).*, ([^,]+): ([^(]+) \((.*)\)\.$/.exec(line)).filter(Boolean)
    .map(([, workload, step, words, seen]) => ({ workload, step, term: termOf[words], seen }));
  if (off.length === 0) {
    for (const one of blamed) complain(`'why-not' blames ${one.workload}, ${one.step}; all are as predicted`);
    return 0;
  }
  if (blamed.length === 0) complain(`'why-not' names no part: ${why}`);
  let next = 0;
  for (const one of blamed) {
    const at = off.findIndex((other, i) => i >= next && other.point.workload === one.workload);
    // What was passed over was said before, or of a part that is no step.
    const passed = off.slice(next, at).filter((other) => mainStep(other) && !blamed.some((said) => said.workload === other.point.workload));
    if (at < 0 || passed.length > 0) { complain(`'why-not' names ${one.workload}, ${one.step}; ${(passed[0] ?? off[0]).point.workload} is further off`); continue; }
    next = at + 1;
    if (['host', 'transfers'].includes(one.term)) continue;
    const meant = off.filter((other) => other.point.workload === one.workload).map(mainStep).filter((step) => step?.step.name === one.step);
    if (!meant.some((step) => evidence[one.term]?.(step, one.seen))) complain(`'why-not' says '${one.term}: ${one.seen}', which the record does not`);
  }
  for (const line of what) {
    const [, workload, text] = /^([^,:]+).*to its author: (.*)\.$/.exec(line) ?? [];
    if (!off.some((one) => one.point.workload === workload)) complain(`'what-to-try' is of ${workload}, which was as predicted: ${line}`);
    if (!Object.values(advice).some((words) => words.test(text))) complain(`'what-to-try' has no advice for a term: ${line}`);
    if (!what.some((one) => one.startsWith(workload) && /plumb run|plumb doctor|it was faster/.test(one))) complain(`'what-to-try' names no command for ${workload}`);
  }
  return blamed.length + what.length;
}

// `answers`: the lines of each by its id. Returns how many answers were held against a value.
export function compareAnswers(records, answers, complain) {
  const profiles = records.filter(isProfile);
  for (const profile of profiles) {
    const copy = profile.parameters?.find((one) => one.name === 'bandwidth.memory.copy');
    const said = answers['how-fast'].map((line) => /copies at ([\d.]+ [GT]B\/s)/.exec(line)?.[1]).filter(Boolean);
    if (copy && !said.some((one) => near(amount(one), copy.value.value, 6e-4))) complain(`'how-fast' does not say copies at ${copy.value.value} B/s: ${answers['how-fast']}`);
  }
  compareNearness(records, profiles.length === 1 ? profiles[0] : undefined, answers['how-near'], complain);
  const predicted = predictedPoints(records);
  if (predicted.length === 0) return;
  comparePredictions(predicted, answers['was-it-right'], complain);
  const compared = compareReasons(predicted, answers['why-not'], answers['what-to-try'], complain);
  if (compared === 0 && !answers['why-not'].includes('Every point took as long as was predicted.')) complain(`'why-not' says ${answers['why-not']}`);
}
