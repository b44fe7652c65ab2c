// bench/bytes_bench.cpp - the bytes that passes state by hand, launch by launch, to be held against
// what a profiler counts.
//
//   bytes_bench [-p PROFILE] [--points FILE] [--format F] [-o FILE]
//
// A line of FILE (bench/accuracy/counted_points.txt) is a workload or an application file with its
// settings, as `plumb run` takes them. Each launch of its program is a row: what the points of its
// pass ask for, and what of it the model takes from and to beyond a unit's own cache. Launches in a
// loop are listed once, and of a long program the first ones alone, as many as scripts/count-bytes
// counts. scripts/pass-bytes sets both beside each other. Nothing runs; the profile says for which
// device programs are made.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <sstream>

#include <fmt/format.h>

#include "bench/run_bench.h"
#include "plumb/base/error.h"
#include "plumb/base/json.h"
#include "plumb/model/plumbline/traffic.h"
#include "plumb/records/walk.h"
#include "plumb/study/plan.h"
#include "plumb/study/profiles.h"

namespace plumb::bench {
namespace {

constexpr int most_launches = 60;  // of a point

struct BenchOptions : Options {
  std::string profile = "h200-cuda";
  std::string points = "bench/accuracy/counted_points.txt";
};

// "stream --elements 64Mi" -> the one point that it is.
Program program_of_line(const std::string& line, const DeviceTraits& traits) {
  std::istringstream words(line);
  std::string application;
  words >> application;
  NamedTexts settings;
  for (std::string name, value; words >> name;) {
    if (!name.starts_with("--") || !(words >> value))
      throw Error(ErrorKind::input, fmt::format("'{}' has no value after '{}'", line, name));
    settings.emplace_back(name.substr(2), value);
  }
  const study::Plan plan = study::plan_points(application, traits, settings);
  return study::program_of(plan.points.front());
}

std::string entry_of(const Program& program, const std::string& kernel) {
  const auto found = std::ranges::find(program.kernels, kernel, &Kernel::name);
  return found == program.kernels.end() ? "" : found->entry;
}

std::string shape_of(const Range& range) {
  return fmt::format("({}, {}, {})", range[0], range[1], range[2]);
}

// As CUDA counts: in groups, not in work-items.
std::string grid_of(const Launch& launch) {
  Range groups = launch.global;
  for (std::size_t axis = 0; axis < groups.size(); ++axis)
    groups[axis] /= std::max<std::uint64_t>(1, launch.local[axis]);
  return shape_of(groups);
}

std::string patterns_of(const Pass& pass) {
  std::string names;
  for (const Access& access : pass.accesses) {
    const std::string name = name_of(access.pattern);
    if (names.find(name) == std::string::npos) names += (names.empty() ? "" : " ") + name;
  }
  return names;
}

void add_rows(Table& table, const std::string& line, const Program& program) {
  int launches = 0;
  walk(program.steps, Cases{[&](const Launch& launch, const StepContext&) {
                              if (++launches > most_launches) return;
                              const Traffic traffic = traffic_of(launch.pass);
                              table.rows.push_back(
                                  {line, entry_of(program, launch.kernel), grid_of(launch),
                                   shape_of(launch.local), launch.pass.name,
                                   patterns_of(launch.pass), fixed(demanded_bytes(launch.pass), 0),
                                   fixed(traffic.read, 0), fixed(traffic.written, 0)});
                            },
                            PassOver<Transfer, Exchange, Wait, Batch, Repeat, Until>{}});
}

int run(Arguments arguments) {
  BenchOptions options;
  options.format = "csv";
  OptionLine option_line(options);
  option_line.text("-p,--profile", options.profile);
  option_line.text("--points", options.points);
  option_line.parse(arguments);
  const DeviceDescription device = study::find_profile(options.profile).provenance.device;
  Table table{.title = "bytes of passes",
              .columns = {{"point"},
                          {"kernel"},
                          {"grid"},
                          {"group"},
                          {"pass"},
                          {"patterns"},
                          {"demanded", "B"},
                          {"read", "B"},
                          {"written", "B"}}};
  std::istringstream lines(read_text_file(options.points));
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || line.starts_with("#")) continue;
    add_rows(table, line, program_of_line(line, traits_of(device)));
  }
  show_and_keep(table, device, options);
  return 0;
}

}  // namespace

const Bench this_bench{"bytes_bench", run};

}  // namespace plumb::bench
