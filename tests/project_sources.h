// tests/project_sources.h - every kernel file of the project with every set of definitions that it
// is built with, and which files were forgotten.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "plumb/base/json.h"
#include "plumb/device/device.h"
#include "plumb/measure/embedded.h"
#include "tests/kept_ptx.h"
#include "tests/probe/probe_kernels.h"
#include "tests/workloads/all_kernels.h"

namespace plumb {

// The .cl and .cu files below a folder of the checkout, as paths from its root.
inline std::vector<std::string> kernel_files_below(const std::string& folder) {
  const std::filesystem::path root(PLUMB_SOURCE_DIR);
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root / folder)) {
    const std::string extension = entry.path().extension();
    if (extension == ".cl" || extension == ".cu")
      files.push_back(std::filesystem::relative(entry.path(), root));
  }
  std::ranges::sort(files);
  return files;
}

inline std::string kernel_text(const std::string& file) {
  return read_text_file(PLUMB_SOURCE_DIR "/" + file);
}

inline std::vector<device::Source> project_sources() {
  std::vector<device::Source> sources = probe_sources();
  sources.push_back({.name = "measure/cache_flush.cl",
                     .language = device::Language::opencl_c,
                     .text = std::string(embedded::measure_cache_flush_cl()),
                     .definitions = {}});
  for (const BuiltSource& built : all_sources()) {
    sources.push_back({.name = built.source.name,
                       .language = static_cast<device::Language>(built.source.language),
                       .text = built.source.text,
                       .definitions = built.definitions});
  }
  // Those that nothing embeds are built as they are; those that stand for a user's OpenCL C have
  // what NVRTC does not take.
  for (const char* folder : {"bench", "docs", "tests"}) {
    for (const std::string& file : kernel_files_below(folder)) {
      if (file.starts_with("tests/device/opencl_c/")) continue;
      sources.push_back(
          {.name = file,
           .language = file.ends_with(".cu") ? device::Language::cuda : device::Language::opencl_c,
           .text = kernel_text(file),
           .definitions = {}});
    }
  }
  return sources;
}

// Kernel files of the modules whose text none of `sources` has: a new one must be added to the list
// of its module (tests/probe/probe_kernels.h, tests/workloads/all_kernels.h, or above).
inline std::vector<std::string> forgotten_files(const std::vector<device::Source>& sources) {
  std::vector<std::string> forgotten = kernel_files_below("plumb");
  std::erase_if(forgotten, [&](const std::string& file) {
    const std::string text = kernel_text(file);  // whole, or one part of several
    return std::ranges::any_of(sources, [&](const device::Source& source) {
      return source.text.find(text) != std::string::npos;
    });
  });
  return forgotten;
}

}  // namespace plumb
