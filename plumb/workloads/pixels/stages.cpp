// plumb/workloads/pixels/stages.cpp - the steps of each form.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/workloads/pixels/stages.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "plumb/base/error.h"

namespace plumb::pixels {
namespace {

// The buffer that a stage writes; before the first stage, the image.
std::string buffer_behind(const Method& method, std::size_t stages, const std::string& suffix) {
  if (stages == 0) return "image" + suffix;
  if (stages == method.stages.size()) return "result" + suffix;
  return fmt::format("stage{}{}", stages, suffix);
}

void add_parts(Program& program, const SourceImage& image, Method& method,
               const std::string& suffix, std::size_t device) {
  const std::uint64_t pixels = image.pixels();
  for (std::size_t i = 0; i <= method.stages.size(); ++i) {
    program.buffers.push_back({buffer_behind(method, i, suffix), image.type, pixels,
                               i == 0 ? image.fill : Fill{}, device});
  }
  for (Buffer& table : method.tables) {
    table.device = device;
    program.buffers.push_back(std::move(table));
  }
  std::ranges::move(method.images, std::back_inserter(program.images));
  for (Source& source : method.sources) {
    if (std::ranges::find(program.sources, source.name, &Source::name) == program.sources.end())
      program.sources.push_back(std::move(source));
  }
  std::ranges::move(method.kernels, std::back_inserter(program.kernels));
}

Transfer rows_moved(Direction direction, const std::string& buffer, Rows rows,
                    std::uint64_t width) {
  return {.direction = direction,
          .buffer = buffer,
          .count = (rows.last - rows.first) * width,
          .from_offset = rows.first * width,
          .to_offset = rows.first * width};
}

// How many rows a stage can have made when `ready` rows of its input are there.
std::uint64_t rows_made(const Stage& stage, std::uint64_t ready, std::uint64_t height) {
  if (ready == height) return height;
  return ready > stage.below ? ready - stage.below : 0;
}

std::string numbered(const std::string& name, std::uint64_t chunk) {
  return fmt::format("{} {}", name, chunk + 1);
}

// Chunk after chunk comes in; each stage makes what it then can; what is finished goes out.
std::vector<Step> chunk_steps(const SourceImage& image, const Method& method,
                              std::uint64_t chunks) {
  std::vector<Step> steps;
  std::vector<std::uint64_t> made(method.stages.size(), 0);
  for (std::uint64_t chunk = 0; chunk < chunks; ++chunk) {
    const Rows arriving{chunk * image.height / chunks, (chunk + 1) * image.height / chunks};
    const std::string in = numbered("in", chunk);
    steps.push_back({in, rows_moved(Direction::in, "image", arriving, image.width), "copies in"});
    std::string last_step;
    std::uint64_t ready = arriving.last;
    Rows finished;
    for (std::size_t i = 0; i < method.stages.size(); ++i) {
      const Stage& stage = method.stages[i];
      finished = {made[i], rows_made(stage, ready, image.height)};
      ready = made[i] = finished.last;
      if (finished.first == finished.last) break;
      last_step = i + 1 == method.stages.size() ? numbered(stage.name, chunk) : "";
      steps.push_back(
          {numbered(stage.name, chunk),
           stage.launch(finished, buffer_behind(method, i, ""), buffer_behind(method, i + 1, "")),
           "kernels", i == 0 ? std::vector{in} : std::vector<std::string>{}});
    }
    if (last_step.empty()) continue;
    steps.push_back({numbered("out", chunk),
                     rows_moved(Direction::out, "result", finished, image.width),
                     "copies out",
                     {last_step}});
  }
  return steps;
}

void add_launches(Program& program, const Method& method, Rows rows, std::uint64_t height,
                  const std::string& suffix, const std::string& queue) {
  // A stage makes what the next ones need around the rows that are wanted in the end.
  std::vector<Rows> wanted(method.stages.size(), rows);
  for (std::size_t i = method.stages.size(); i-- > 1;) {
    const Stage& next = method.stages[i];
    wanted[i - 1] = {wanted[i].first > next.above ? wanted[i].first - next.above : 0,
                     std::min(height, wanted[i].last + next.below)};
  }
  for (std::size_t i = 0; i < method.stages.size(); ++i) {
    program.steps.push_back({method.stages[i].name + suffix,
                             method.stages[i].launch(wanted[i], buffer_behind(method, i, suffix),
                                                     buffer_behind(method, i + 1, suffix)),
                             queue});
  }
}

// The rows of the image that these rows of the result depend on.
Rows needed(const Method& method, Rows rows, std::uint64_t height) {
  for (const Stage& stage : method.stages) {
    rows.first = rows.first > stage.above ? rows.first - stage.above : 0;
    rows.last = std::min(height, rows.last + stage.below);
  }
  return rows;
}

}  // namespace

GroupLimits group_limits(const DeviceTraits& device) {
  constexpr std::uint64_t least = 32ULL * 1024;
  constexpr std::uint64_t most =
      48ULL * 1024;                         // CUDA gives more to a launch that asks, not to arrays
  constexpr std::uint64_t some_units = 16;  // more groups than a small GPU needs do no harm
  constexpr std::uint64_t usual_group = 256;
  const std::uint64_t local = device.local_memory.count;
  return {.local_bytes = local > 0 ? std::min(local, most) : least,
          .compute_units = device.compute_units > 0 ? device.compute_units : some_units,
          .largest_group = device.largest_group > 0 ? device.largest_group : usual_group,
          .requested_bytes = device.largest_cluster > 0 ? local : 0,
          .largest_cluster = device.largest_cluster};
}

std::uint64_t strip_of(const GroupLimits& limits, std::uint64_t across, std::uint64_t rows,
                       std::uint64_t step) {
  constexpr std::uint64_t groups_per_unit = 16;
  constexpr std::uint64_t most_steps = 8;
  const std::uint64_t steps = across * parts(rows, step) / (groups_per_unit * limits.compute_units);
  return std::clamp<std::uint64_t>(steps, 1, most_steps) * step;
}

void add_resident(Program& program, const SourceImage& image, Method method) {
  add_parts(program, image, method, "", 0);
  add_launches(program, method, {0, image.height}, image.height, "", "");
}

void add_sequence(Program& program, const SourceImage& image, Method method) {
  add_parts(program, image, method, "", 0);
  program.steps.push_back({"in", Transfer{.direction = Direction::in, .buffer = "image"}});
  add_launches(program, method, {0, image.height}, image.height, "", "");
  program.steps.push_back({"out", Transfer{.direction = Direction::out, .buffer = "result"}});
}

void add_pipelined(Program& program, const SourceImage& image, Method method,
                   std::uint64_t chunks) {
  if (chunks > image.height) {
    throw Error(ErrorKind::input, fmt::format("--chunks {}: the image has {} rows, and a chunk has "
                                              "at least one",
                                              chunks, image.height));
  }
  add_parts(program, image, method, "", 0);
  program.queues = {{"kernels", 0}, {"copies in", 0}, {"copies out", 0}};
  program.steps.push_back({"pipelined", Repeat{1, chunk_steps(image, method, chunks)}, "kernels"});
}

void add_split(Program& program, const SourceImage& image, Method here, Method there,
               std::uint64_t rows) {
  const Rows first{0, rows};
  const Rows rest{rows, image.height};
  program.queues = {{"here", 0}, {"there", 1}};
  add_parts(program, image, here, "", 0);
  add_parts(program, image, there, "_there", 1);
  const auto add_side = [&](const Method& method, Rows part, const std::string& suffix,
                            const std::string& queue) {
    if (part.first == part.last) return;
    program.steps.push_back({"in" + suffix,
                             rows_moved(Direction::in, "image" + suffix,
                                        needed(method, part, image.height), image.width),
                             queue});
    add_launches(program, method, part, image.height, suffix, queue);
  };
  add_side(there, rest, "_there", "there");
  add_side(here, first, "", "here");
  if (rest.first < rest.last) {
    Transfer join = rows_moved(Direction::within, "result_there", rest, image.width);
    join.to = "result";
    program.steps.push_back({"join", join, "there"});
  }
  if (first.first < first.last) {
    program.steps.push_back(
        {"out", rows_moved(Direction::out, "result", first, image.width), "here"});
  }
}

void add_form(Program& program, const SourceImage& image, Method method, const Settings& settings) {
  const std::string& form = settings.text("form");
  if (form == "pipelined") {
    if (settings.text("chunks") == "model")
      throw Error(
          ErrorKind::input,
          "--chunks model: the model chooses for `plumb run` and `plumb predict -p PROFILE`; "
          "give a number here");
    add_pipelined(program, image, std::move(method), settings.count("chunks"));
  } else if (form == "sequence") {
    add_sequence(program, image, std::move(method));
  } else {
    add_resident(program, image, std::move(method));
  }
}

}  // namespace plumb::pixels
