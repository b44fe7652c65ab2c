// plumb/workloads/morphology/window_stage.h - one launch of the decomposed form, on GPUs and CPUs.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "plumb/workloads/morphology/methods.h"
#include "plumb/workloads/morphology/window.h"

namespace plumb::morphology {

struct Shape {
  Range global{1, 1, 1};
  Range local{1, 1, 1};
  std::vector<std::int64_t> numbers = {};  // arguments behind the rows
  Bytes local_bytes{};                     // dynamic
  Range cluster{1, 1, 1};
  double barriers = 0;  // of a work-item, one after another
};

struct WindowStage {
  std::string axes;  // "rows", "columns" or "both"; its kernel is morphology_window_<axes>
  std::string source;
  Definitions definitions;
  std::vector<std::int64_t> numbers;  // arguments behind the buffers
  std::int32_t first = 0;             // rows that an output row depends on, from it
  std::int32_t last = 0;
  std::vector<std::string> headers = {"morphology/pixel.clh"};  // stand in front of the source
  std::function<Shape(std::uint64_t rows)> shape;
};

std::vector<WindowStage> cpu_stages(const Target& target, const Half& half);

// Outputs of a line that a group makes: all of them where there are enough groups.
std::uint64_t strip_held(const Target& target, std::uint64_t groups, std::uint64_t line,
                         std::uint64_t window);

// Whether the device has the local memory on request that long windows are kept in, and this one is
// long; with its stage, or nothing where no cluster keeps it.
bool is_kept(const Target& target, const Window& window);
std::optional<WindowStage> kept_stage(const Target& target, bool greatest, const Window& window);

// A window whose length a group holds; nothing where it is too long for that.
std::optional<WindowStage> held_stage(const Target& target, bool greatest, const Window& window);

}  // namespace plumb::morphology
