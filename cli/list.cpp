// cli/list.cpp - plumb list: workloads, variants and parameters.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "cli/frame/commands.h"
#include "cli/frame/options.h"
#include "plumb/workloads/workload.h"

namespace plumb::cli {
namespace {

std::string_view devices_for(DeviceKind kind) {
  if (kind == DeviceKind::any) return "any device";
  return kind == DeviceKind::gpu ? "GPUs" : "CPUs";
}

Table workloads_table() {
  Table table{.title = "workloads",
              .columns = {{"workload"}, {"variant"}, {"default for"}, {"what it does"}}};
  for (const Workload& workload : catalogue()) {
    table.rows.push_back({workload.name, "", "", workload.summary});
    for (const Variant& variant : workload.variants) {
      table.rows.push_back(
          {workload.name, variant.name, devices_for(variant.made_for), variant.help});
    }
  }
  return table;
}

Table parameters_table() {
  Table table{.title = "parameters",
              .columns = {{"workload"}, {"option"}, {"default"}, {"values"}, {"meaning"}}};
  for (const Workload& workload : catalogue()) {
    for (const Parameter& parameter : workload.parameters) {
      std::string values = fmt::format("{} to {}", parameter.least, parameter.most);
      if (parameter.type == ParameterType::choice) values = parameter.choices;
      if (parameter.type == ParameterType::text)
        values = fmt::format("{}{}FILE", parameter.choices, parameter.choices.empty() ? "" : "|");
      if (parameter.type == ParameterType::shape) {
        values = fmt::format("{}{}{} numbers joined by x", parameter.choices,
                             parameter.choices.empty() ? "" : "|", parameter.parts);
      }
      table.rows.push_back({workload.name, fmt::format("--{}", parameter.name),
                            parameter.default_value, values, parameter.help});
    }
  }
  table.notes.emplace_back("every workload also takes --variant NAME|all and --seed N");
  return table;
}

Table suites_table() {
  Table table{.title = "suites", .columns = {{"workload"}, {"suite"}, {"what it shows"}}};
  for (const Workload& workload : catalogue()) {
    for (const Suite& suite : workload.suites)
      table.rows.push_back({workload.name, suite.name, suite.help});
  }
  table.notes.emplace_back(
      "plumb run WORKLOAD --suite NAME; plumb tune WORKLOAD races its configurations");
  return table;
}

}  // namespace

int list_command(Arguments arguments) {
  CommandLine line("list");
  Options options;
  add_page_options(line, options);
  line.parse(arguments);
  const Table tables[] = {workloads_table(), parameters_table(), suites_table()};
  print(options, tables);
  return 0;
}

}  // namespace plumb::cli
