// plumb/artifact/describe.cpp - REPRODUCE.md, ARTIFACT.md and the list of commands.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/artifact/describe.h"

#include <set>

#include <fmt/format.h>

#include "plumb/base/units.h"

namespace plumb::artifact {
namespace {

std::string device_line(const DeviceDescription& device) {
  return fmt::format("{}:{} ({}, driver {}, {} units, {})", device.backend, device.name,
                     device.platform, device.driver, device.compute_units, to_text(device.memory));
}

std::string host_line(const HostDescription& host) {
  return fmt::format("{}, {}, {} cores, {}", host.processor, host.system, host.cores,
                     to_text(host.memory));
}

// Each line once, in order of appearance.
template <class Line>
std::string list_of(const std::vector<DescribedRecord>& records, const Line& line) {
  std::set<std::string> seen;
  std::string text;
  for (const DescribedRecord& record : records) {
    const std::string one = line(record);
    if (seen.insert(one).second) text += fmt::format("- {}\n", one);
  }
  return text;
}

}  // namespace

std::string commands_text(const std::vector<DescribedRecord>& records) {
  std::string text;
  for (const DescribedRecord& record : records)
    text += fmt::format("# {}\n{}\n", record.name, record.provenance.command);
  return text;
}

std::string reproduce_text(const std::vector<DescribedRecord>& records) {
  std::string text =
      "# How to check and repeat this artifact\n\n"
      "1. Install plumb (see ARTIFACT.md) and look at the machine: `plumb doctor`.\n"
      "2. In the folder above this one: `plumb artifact verify THIS_FOLDER`. It checks the "
      "checksums, runs the commands below\n   again and prints same, different or ambiguous for "
      "each record. `--checksums-only` runs nothing.\n"
      "3. By hand: run a command, add `-o again.json`, then `plumb compare "
      "records/NAME.json again.json`.\n\n"
      "Times of another device are not comparable. One run against one run shows changes above "
      "some 10 %.\n\n"
      "| record | measured | on | command |\n|---|---|---|---|\n";
  for (const DescribedRecord& record : records) {
    const Provenance& from = record.provenance;
    text += fmt::format("| {} | {} | {}:{} | `{}` |\n", record.name, from.time, from.device.backend,
                        from.device.name, from.command);
  }
  return text;
}

std::string description_text(const std::vector<DescribedRecord>& records, std::size_t profiles,
                             std::size_t inputs) {
  const auto versions = list_of(records, [](const DescribedRecord& record) {
    return fmt::format("plumb {}", record.provenance.version);
  });
  const auto hosts = list_of(
      records, [](const DescribedRecord& record) { return host_line(record.provenance.host); });
  const auto devices = list_of(
      records, [](const DescribedRecord& record) { return device_line(record.provenance.device); });
  return fmt::format(
      "# Artifact description\n\n"
      "## Contents\n\n- measured records with every sample (`records/`): {}\n- profiles of devices "
      "(`profiles/`): {}\n- input files (`inputs/`): {}\n- the commands (`commands.txt`), what was "
      "installed (`environment.txt`), checksums (`CHECKSUMS`, by `sha256sum -c`)\n\n"
      "## Software\n\n{}\nPlumbline is free software (Apache-2.0); it needs a C++20 compiler to "
      "build and no toolkit of a GPU.\n\n"
      "## Hardware\n\nDevices that were measured:\n\n{}\nHosts:\n\n{}\n"
      "## Data sets\n\nNone but `inputs/`: workloads make their data from a seed that their record "
      "holds.\n\n"
      "## Installation\n\nInstall the package of plumb, or build it with `./test` in its source "
      "tree; then the driver of the device.\n`plumb doctor` names what is missing.\n\n"
      "## Experiments\n\nREPRODUCE.md; expected: every record is reported as same or "
      "ambiguous on a device of the same kind.\n",
      records.size(), profiles, inputs, versions, devices, hosts);
}

}  // namespace plumb::artifact
