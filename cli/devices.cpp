// cli/devices.cpp - plumb devices: what is here, and what a missing back end needs.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "cli/devices.h"

#include <fmt/format.h>

#include "cli/frame/commands.h"
#include "cli/frame/options.h"

namespace plumb::cli {

Table devices_table(const device::Found& found) {
  Table table;
  table.columns = {{"index"},
                   {"device"},
                   {"kind"},
                   {"units"},
                   {"clock", "MHz"},
                   {"memory", "GiB"},
                   {"largest", "GiB"},
                   {"memory clock", "MHz"},
                   {"peak", "GB/s"},
                   {"cache", "MiB"},
                   {"f64"},
                   {"architecture"},
                   {"platform"},
                   {"driver"}};
  const auto known = [](double value) {  // what the driver does not say is a dash
    return value > 0 ? Cell(significant(value, 4)) : Cell(Missing{});
  };
  const auto in = [](Bytes bytes, double unit) { return static_cast<double>(bytes.count) * unit; };
  for (std::size_t i = 0; i < found.devices.size(); ++i) {
    const device::Info& info = found.devices[i];
    table.rows.push_back(
        {i, info.backend + ":" + info.name, device::name_of(info.kind), info.compute_units,
         known(info.clock.value * 1e-6), known(in(info.memory, 0x1p-30)),
         known(in(info.largest_allocation, 0x1p-30)), known(info.memory_clock.value * 1e-6),
         known(info.peak_bandwidth.value * 1e-9), known(in(info.cache, 0x1p-20)),
         info.doubles ? "yes" : "no",
         info.architecture.empty() ? Cell(Missing{}) : Cell(info.architecture), info.platform,
         info.driver});
  }
  for (const device::MissingBackend& missing : found.missing) {
    table.notes.push_back(
        fmt::format("{}: {}; {}", missing.backend, missing.missing, missing.remedy));
  }
  if (found.devices.empty()) table.notes.emplace_back("no device can be used");
  return table;
}

int devices_command(Arguments arguments) {
  CommandLine line("devices");
  Options options;
  std::string only;  // not PLUMB_DEVICE: who has set it still wants to see all
  add_page_options(line, options);
  line.text("-d,--device", only);
  line.parse(arguments);
  device::Found found = device::find_devices();
  const std::size_t chosen = only.empty() ? 0 : select_device(found, only);
  Table table = devices_table(found);
  if (!only.empty()) table.rows = {table.rows[chosen]};
  print(options, {&table, 1});
  return 0;
}

}  // namespace plumb::cli
