// plumb/workloads/scale/scale.cpp - one kernel, its reference, its suite.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/workloads/scale/scale.h"

#include "plumb/workloads/embedded.h"

namespace plumb::scale {

Program program(const Settings& settings) {
  const std::uint64_t n = settings.count("elements");
  const std::uint64_t group = settings.count("group");
  Launch launch;
  launch.kernel = "scale";
  launch.global = {(n + group - 1) / group * group, 1, 1};
  launch.local = {group, 1, 1};
  launch.arguments = {BufferArgument{"x"}, BufferArgument{"y"},
                      ScalarArgument{Scalar::u64, static_cast<double>(n)}};
  launch.pass = {.name = "scale",
                 .points = n,
                 .accesses = {{.references = 2,
                               .bytes = Bytes{4},
                               .width = 4,
                               .streams = 2,
                               .footprint = Bytes{8 * n},
                               .row_bytes = {}}},
                 .flops = Flops{1}};
  Program made;
  made.name = "scale";
  made.settings = settings.values();
  made.buffers = {{"x", {Scalar::f32, 1}, n, {.kind = FillKind::index, .values = {}}},
                  {"y", {Scalar::f32, 1}, n, {}}};
  made.sources = {
      {"scale/scale.cl", Language::opencl_c, std::string(embedded::workloads_scale_scale_cl())}};
  made.kernels = {{"scale", "scale/scale.cl", "scale_all", {{"FACTOR", "0.5f"}}}};
  made.steps = {{"scale", launch}};
  made.verification = {{.buffer = "y", .expected = {}}};
  made.readings = {{.name = "last", .buffer = "y", .element = n - 1}};
  made.credit = {.flops = Flops{static_cast<double>(n)}, .bytes = Bytes{8 * n}};
  return made;
}

Reference reference(const Settings&, ReferenceStore&) {
  return [](std::string_view, std::uint64_t first, std::span<double> out) {
    for (std::size_t i = 0; i < out.size(); ++i)
      out[i] = static_cast<double>(0.5F * static_cast<float>(first + i));
  };
}

NamedTexts suite_lists(const NamedTexts& chosen) {
  return with_others({{"elements", chosen_or(chosen, "elements", "64,1000,4096,65536")}}, chosen);
}

std::vector<TableLayout> suite_layouts(const NamedTexts&, const std::string& device) {
  return {{.title = "scale on " + device,
           .columns = {{"elements", ColumnKind::setting, "elements"},
                       {"rate", ColumnKind::rate, "", "GFLOPS", 3},
                       {"last", ColumnKind::reading, "last", "", 5},
                       {"result", ColumnKind::verdict}}}};
}

std::vector<NamedTexts> survey_points(Bytes data, const DeviceTraits&) {
  return {{{"elements", std::to_string(data.count / 8 + 1)}}};
}

std::vector<NamedTexts> candidates(const DeviceTraits&) {
  return {{{"variant", "plain"}, {"group", "32"}}, {{"variant", "plain"}, {"group", "128"}}};
}

}  // namespace plumb::scale
