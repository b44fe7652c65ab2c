// cli/devices.cpp - plumb devices: what is here, and what a missing back end needs.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "cli/options.h"
#include "cli/pages.h"
#include "plumb/device/open.h"

namespace plumb::cli {

Table devices_table(const device::Found& found) {
  Table table;
  table.columns = {{"index"},        {"device"},        {"kind"},           {"units"},
                   {"clock", "MHz"}, {"memory", "GiB"}, {"largest", "GiB"}, {"cache", "MiB"},
                   {"f64"},          {"platform"},      {"driver"}};
  for (std::size_t i = 0; i < found.devices.size(); ++i) {
    const device::Info& info = found.devices[i];
    const auto gib = [](Bytes bytes) {
      return significant(static_cast<double>(bytes.count) * 0x1p-30, 4);
    };
    table.rows.push_back(
        {i, info.backend + ":" + info.name, device::name_of(info.kind), info.compute_units,
         info.clock.value > 0 ? Cell(significant(info.clock.value * 1e-6, 4))
                              : Cell(Missing{"the driver does not say"}),
         gib(info.memory), gib(info.largest_allocation),
         info.cache.count > 0
             ? Cell(significant(static_cast<double>(info.cache.count) * 0x1p-20, 4))
             : Cell(Missing{"the driver does not say"}),
         info.doubles ? "yes" : "no", info.platform, info.driver});
  }
  for (const device::MissingBackend& missing : found.missing) {
    table.notes.push_back(
        fmt::format("{}: {}; {}", missing.backend, missing.missing, missing.remedy));
  }
  if (found.devices.empty()) table.notes.emplace_back("no device can be used");
  return table;
}

int devices_command(Words words) {
  CommandLine line("devices");
  Options options;
  add_options(line, options);
  line.parse(words);
  const Table table = devices_table(device::find_devices());
  print(options, {&table, 1});
  return 0;
}

}  // namespace plumb::cli
