// plumb/report/profile_tables.cpp - parameters grouped by the first word of their names.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/report/profile_tables.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

namespace plumb {
namespace {

std::string scaled(double value, double step, std::span<const std::string_view> units) {
  std::size_t i = 0;
  while (i + 1 < units.size() && std::abs(value) >= step) {
    value /= step;
    ++i;
  }
  return fmt::format("{:.4g} {}", value, units[i]);
}

std::string seconds(double value) {
  constexpr std::array<std::string_view, 4> units{"ns", "us", "ms", "s"};
  return scaled(value * 1e9, 1000, units);
}

std::string group_of(const std::string& name) { return name.substr(0, name.find('.')); }

std::vector<Cell> row_of(const Finding& parameter) {
  const Quantity& value = parameter.value;
  const double noise = value.value != 0 ? (value.high - value.low) / 2 / std::abs(value.value) : 0;
  std::string verdict = name_of(parameter.confidence);
  if (!parameter.note.empty()) verdict += ": " + parameter.note;
  return {parameter.name, readable(value), fixed(100 * noise, 1), value.samples.size(),
          std::move(verdict)};
}

}  // namespace

std::string readable(const Quantity& quantity) {
  constexpr std::array<std::string_view, 5> bytes{"B", "KiB", "MiB", "GiB", "TiB"};
  constexpr std::array<std::string_view, 5> rates{"B/s", "kB/s", "MB/s", "GB/s", "TB/s"};
  constexpr std::array<std::string_view, 5> flops{"flop/s", "kflop/s", "Mflop/s", "Gflop/s",
                                                  "Tflop/s"};
  constexpr std::array<std::string_view, 5> operations{"op/s", "kop/s", "Mop/s", "Gop/s", "Top/s"};
  if (quantity.unit == "s") return seconds(quantity.value);
  if (quantity.unit == "B") return scaled(quantity.value, 1024, bytes);
  if (quantity.unit == "B/s") return scaled(quantity.value, 1000, rates);
  if (quantity.unit == "flop/s") return scaled(quantity.value, 1000, flops);
  if (quantity.unit == "op/s") return scaled(quantity.value, 1000, operations);
  if (quantity.unit == "1") return fmt::format("{:.4g}", quantity.value);
  return fmt::format("{:.4g} {}", quantity.value, quantity.unit);
}

Table summary_table(const Profile& profile) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 13> lines{{
      {"memory, copy", "bandwidth.memory.copy"},
      {"memory, read", "bandwidth.memory.read"},
      {"memory, latency", "latency.memory.time"},
      {"first cache, size", "capacity.level1"},
      {"first cache, latency", "latency.level1.time"},
      {"second cache, size", "capacity.level2"},
      {"second cache, latency", "latency.level2.time"},
      {"host to device, pinned", "transfer.in.pinned.bandwidth"},
      {"device to host, pinned", "transfer.out.pinned.bandwidth"},
      {"launch and wait", "launch.sync"},
      {"one more launch in a queue", "launch.same"},
      {"fma, single precision", "compute.fma.f32.throughput"},
      {"fma, double precision", "compute.fma.f64.throughput"},
  }};
  Table table{.title = profile.name,
              .columns = {{"what"}, {"value", "", Alignment::right}, {"confidence"}}};
  for (const auto& [label, name] : lines) {
    const Finding* found = finding_named(profile, name);
    if (found == nullptr) continue;
    table.rows.push_back({label, readable(found->value), name_of(found->confidence)});
  }
  table.notes = profile.notes;
  return table;
}

Table paper_table(const Profile& profile, std::span<const Profile> printed) {
  Table table{.title = "paper 000, table 4",
              .columns = {{"paths"},
                          {"device"},
                          {"B1", "MiB/s"},
                          {"L1", "us"},
                          {"B2", "MiB/s"},
                          {"L2", "us"},
                          {"B3", "MiB/s"},
                          {"L3", "us"}}};
  const auto add = [&](const Profile& from, const PathSet& set) {
    std::vector<Cell> row{set.name, from.provenance.device.name};
    for (const auto& path : {set.transfer_in, set.memory, set.transfer_out}) {
      row.push_back(path ? Cell(significant(path->bandwidth.value * 0x1p-20, 5)) : Cell(Missing{}));
      row.push_back(path ? Cell(significant(path->latency.value * 1e6, 3)) : Cell(Missing{}));
    }
    table.rows.push_back(std::move(row));
  };
  for (const PathSet& set : profile.paths) {
    for (const Profile& old : printed) {
      for (const PathSet& its : old.paths)
        if (its.name == set.name) add(old, its);
    }
    add(profile, set);
  }
  table.notes = {
      "the paper's MB are read as 2^20 bytes; its figures are of 2007, read through textures"};
  return table;
}

std::vector<Table> probe_tables(const Profile& profile) {
  std::vector<Table> tables;
  std::vector<std::string> groups;
  for (const Finding& parameter : profile.parameters) {
    const std::string group = group_of(parameter.name);
    const auto found = std::ranges::find(groups, group);
    if (found == groups.end()) {
      groups.push_back(group);
      tables.push_back({.title = group,
                        .columns = {{"parameter"},
                                    {"value", "", Alignment::right},
                                    {"noise", "%"},
                                    {"samples"},
                                    {"confidence"}}});
    }
    const auto at = static_cast<std::size_t>(std::ranges::find(groups, group) - groups.begin());
    tables[at].rows.push_back(row_of(parameter));
  }
  Table left{.title = "left out", .columns = {{"what"}, {"why"}}};
  for (const ProbeOutcome& outcome : profile.probes) {
    if (outcome.status != ProbeStatus::done) left.rows.push_back({outcome.probe, outcome.reason});
  }
  if (!left.rows.empty()) tables.push_back(std::move(left));
  return tables;
}

}  // namespace plumb
