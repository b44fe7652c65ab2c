// amounts.mjs - "4.266 TB/s" as a number.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0

const factors = {
  ns: 1e-9, us: 1e-6, ms: 1e-3, s: 1, B: 1, KiB: 1024, MiB: 2 ** 20, GiB: 2 ** 30, TiB: 2 ** 40, cycles: 1, '': 1,
  'B/s': 1, 'kB/s': 1e3, 'MB/s': 1e6, 'GB/s': 1e9, 'TB/s': 1e12, 'flop/s': 1, 'kflop/s': 1e3, 'Mflop/s': 1e6, 'Gflop/s': 1e9,
  'Tflop/s': 1e12, 'op/s': 1, 'kop/s': 1e3, 'Mop/s': 1e6, 'Gop/s': 1e9, 'Top/s': 1e12, Hz: 1,
};

export function near(a, b, share) { return Math.abs(a - b) <= share * Math.max(Math.abs(a), Math.abs(b), 1e-300); }

// In the unit without a prefix.
export function amount(text) {
  const [number, unit = ''] = text.split(' ');
  return Number(number) * factors[unit];
}
