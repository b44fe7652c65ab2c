// tests/probe/probe_kernels.h - every kernel file of the probes with the definitions they use.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "plumb/device/device.h"
#include "plumb/probe/embedded.h"
#include "plumb/probe/slices.h"

namespace plumb {

inline std::vector<device::Source> probe_sources() {
  std::vector<device::Source> all;
  const auto add = [&](const std::string& name, std::string_view text,
                       std::vector<std::pair<std::string, std::string>> definitions) {
    all.push_back(
        {.name = name,
         .language = name.ends_with(".cu") ? device::Language::cuda : device::Language::opencl_c,
         .text = std::string(text),
         .definitions = std::move(definitions)});
  };
  add("launch.cl", embedded::probe_launch_cl(), {{"SALT", "0"}});
  for (const char* line : {"64", "128"})
    add("chase.cl", embedded::probe_chase_cl(), {{"LINE", line}});
  add("bandwidth_loop.cl", with_slices(embedded::probe_bandwidth_loop_cl()), {});
  add("bandwidth_once.cl", embedded::probe_bandwidth_once_cl(), {});
  add("bandwidth_wide.cl", with_slices(embedded::probe_bandwidth_wide_cl()), {});
  for (const char* wide : {"0", "1"}) {
    for (const char* barrier : {"0", "1"})
      add("streams.cl", embedded::probe_streams_cl(),
          {{"STREAMS", "4"}, {"BARRIER", barrier}, {"WIDE", wide}});
    add("mix.cl", with_slices(embedded::probe_mix_cl()), {{"REUSED", "4"}, {"WIDE", wide}});
    add("threads.cl", with_slices(embedded::probe_threads_cl()),
        {{"FLIGHT", "4"}, {"WIDE", wide}, {"BARRIER", "0"}});
  }
  add("threads.cl", with_slices(embedded::probe_threads_cl()),
      {{"FLIGHT", "4"}, {"WIDE", "1"}, {"BARRIER", "1"}});
  add("barrier.cl", embedded::probe_barrier_cl(), {{"GROUP", "256"}});
  add("cluster.cu", embedded::probe_cluster_cu(), {{"GROUP", "256"}});
  for (const char* lanes : {"1", "2", "4"}) {
    for (const char* reads : {"0", "1", "4"})
      add("elements.cl", embedded::probe_elements_cl(), {{"READS", reads}, {"LANES", lanes}});
  }
  for (const char* wide : {"0", "1"}) {
    for (int pattern = 0; pattern < 12; ++pattern)
      add("patterns.cl", with_slices(embedded::probe_patterns_cl()),
          {{"PATTERN", std::to_string(pattern)},
           {"CELL", "float2"},
           {"PARTS", "2"},
           {"WIDE", wide}});
    add("patterns_sum.cl", with_slices(embedded::probe_patterns_sum_cl()), {{"WIDE", wide}});
  }
  add("beside.cl", embedded::probe_beside_cl(), {{"CHAINS", "16"}, {"BESIDE", "8"}});
  add("scalar.cl", embedded::probe_scalar_cl(), {});
  for (const auto& [real, operation] : {std::pair("float", "0"), {"double", "0"}, {"uint", "6"}})
    add("rows.cl", embedded::probe_rows_cl(), {{"REAL", real}, {"OPERATION", operation}});
  for (const char* cell : {"float", "double"})
    add("gather.cl", embedded::probe_gather_cl(), {{"CELL", cell}});
  add("atomics.cl", embedded::probe_atomics_cl(), {});
  add("patterns_image.cl", embedded::probe_patterns_image_cl(), {});
  for (const char* axes : {"2", "3"}) {
    for (const char* linear : {"0", "1"}) {
      for (const char* parts : {"1", "4"})
        add("images.cl", embedded::probe_images_cl(),
            {{"AXES", axes}, {"LINEAR", linear}, {"PARTS", parts}, {"FLIGHT", "8"}});
    }
  }
  for (const char* operation : {"0", "1", "2", "3", "4", "5", "7", "8", "9"}) {
    for (const std::string real : {"float", "double"})
      add("compute.cl", embedded::probe_compute_cl(),
          {{"CPU", "0"},
           {"REAL", real},
           {"REAL_BYTES", real == "float" ? "4" : "8"},
           {"OPERATION", operation}});
  }
  add("compute.cl", embedded::probe_compute_cl(),
      {{"CPU", "0"}, {"REAL", "uint"}, {"REAL_BYTES", "4"}, {"OPERATION", "6"}});
  for (const char* wide : {"0", "1"}) {
    for (const auto& [ahead, reused] : {std::pair("0", "0"), {"1", "0"}, {"0", "64"}})
      add("intensity.cl", with_slices(embedded::probe_intensity_cl()),
          {{"WIDE", wide}, {"AHEAD", ahead}, {"REUSED", reused}, {"STEPS", "8"}});
    for (const auto& [pixel, parts] : {std::pair("uchar4", "4"), {"float", "1"}, {"float4", "4"}})
      add("paper.cl", with_slices(embedded::probe_paper_cl()),
          {{"PIXEL", pixel}, {"PARTS", parts}, {"WIDE", wide}});
  }
  return all;
}

}  // namespace plumb
