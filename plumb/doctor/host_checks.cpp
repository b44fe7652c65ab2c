// plumb/doctor/host_checks.cpp - what disturbs measurements on the host's side.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/doctor/host_checks.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <sstream>

#include <fmt/format.h>

#include "plumb/measure/sampling.h"

namespace plumb::doctor {
namespace {

constexpr const char* processors = "sys/devices/system/cpu/";

CheckupItem host_item(std::string subject, Health health, std::string found,
                      std::string remedy = {}) {
  return {"host", std::move(subject), health, std::move(found), std::move(remedy)};
}

CheckupItem not_reported(std::string subject, const char* file) {
  return host_item(std::move(subject), Health::unknown,
                   fmt::format("the system does not report it (/{})", file));
}

std::vector<unsigned> online_processors(const SystemFiles& files) {
  const auto online = files.first_line(std::string(processors) + "online");
  return online ? numbers_in_list(*online) : std::vector<unsigned>{};
}

CheckupItem load_check(const SystemFiles& files) {
  const auto line = files.first_line("proc/loadavg");
  const auto cores = static_cast<unsigned>(online_processors(files).size());
  char* end = nullptr;
  const double load = line ? std::strtod(line->c_str(), &end) : 0;
  if (!line || end == line->c_str()) return not_reported("load", "proc/loadavg");
  if (cores == 0) return not_reported("load", "sys/devices/system/cpu/online");
  const std::string note = load_note(load, cores);
  if (note.empty()) {
    return host_item("load", Health::fine,
                     fmt::format("load average {:.2f} on {} cores", load, cores));
  }
  return host_item("load", Health::disturbing, note,
                   "end other programs, or wait until they are done");
}

// A container may be given a part of the processors' time.
CheckupItem share_check(const SystemFiles& files) {
  const auto limit = files.first_line("sys/fs/cgroup/cpu.max");
  const std::size_t cores = online_processors(files).size();
  if (!limit) {
    return host_item("processor time", Health::unknown,
                     "no control group reports a limit (/sys/fs/cgroup/cpu.max)");
  }
  std::istringstream words(*limit);
  std::string quota;
  double period = 0;
  words >> quota >> period;
  if (quota == "max") return host_item("processor time", Health::fine, "not limited");
  char* end = nullptr;
  const double used = std::strtod(quota.c_str(), &end);
  if (end == quota.c_str() || !(period > 0))
    return not_reported("processor time", "sys/fs/cgroup/cpu.max");
  const std::string found =
      fmt::format("limited to {:.1f} of {} cores by the control group", used / period, cores);
  if (used / period >= static_cast<double>(cores))
    return host_item("processor time", Health::fine, found);
  return host_item("processor time", Health::disturbing, found,
                   "give the container the whole of its cores: a process that has used its share "
                   "is stopped in the middle of a measurement");
}

CheckupItem governor_check(const SystemFiles& files) {
  std::map<std::string, unsigned> governors;
  for (const unsigned core : online_processors(files)) {
    const auto governor =
        files.first_line(fmt::format("{}cpu{}/cpufreq/scaling_governor", processors, core));
    if (governor) ++governors[*governor];
  }
  if (governors.empty()) {
    return host_item("governor", Health::unknown,
                     "the system does not report it (cpufreq in /sys): virtual machines and some "
                     "containers hide it");
  }
  std::string found;
  for (const auto& [name, cores] : governors)
    found += fmt::format("{}{} on {} cores", found.empty() ? "" : ", ", name, cores);
  if (governors.size() == 1 && governors.contains("performance"))
    return host_item("governor", Health::fine, found);
  return host_item("governor", Health::disturbing, found,
                   "cpupower frequency-set -g performance: host times and launches wait for the "
                   "clock to rise");
}

CheckupItem clock_check(const SystemFiles& files) {
  const std::string folder = std::string(processors) + "cpu0/cpufreq/";
  const auto now = files.first_line(folder + "scaling_cur_freq");
  const auto most = files.first_line(folder + "cpuinfo_max_freq");
  const auto allowed = files.first_line(folder + "scaling_max_freq");
  if (!now || !most || !allowed)
    return not_reported("clock", "sys/devices/system/cpu/cpu0/cpufreq");
  const auto megahertz = [](const std::string& kilohertz) {
    return std::strtod(kilohertz.c_str(), nullptr) * 1e-3;
  };
  const std::string found = fmt::format("{:.0f} MHz now, {:.0f} MHz allowed, {:.0f} MHz at most",
                                        megahertz(*now), megahertz(*allowed), megahertz(*most));
  if (megahertz(*allowed) < megahertz(*most)) {
    return host_item("clock", Health::disturbing, found,
                     "cpupower frequency-set -u with the highest clock");
  }
  return host_item("clock", Health::fine, found);
}

CheckupItem memory_nodes_check(const SystemFiles& files) {
  const auto online = files.first_line("sys/devices/system/node/online");
  if (!online) return not_reported("memory nodes", "sys/devices/system/node/online");
  const std::size_t nodes = numbers_in_list(*online).size();
  return host_item(
      "memory nodes", Health::fine,
      nodes == 1 ? "one: all memory is equally near" : fmt::format("{}: {}", nodes, *online));
}

}  // namespace

std::vector<CheckupItem> host_checks(const SystemFiles& files) {
  return {load_check(files), share_check(files), governor_check(files), clock_check(files),
          memory_nodes_check(files)};
}

}  // namespace plumb::doctor
