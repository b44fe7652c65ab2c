// plumb/report/html/runs.cpp - results find their profiles, and runs their names.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/report/html/runs.h"

#include <algorithm>
#include <filesystem>
#include <tuple>

#include <fmt/format.h>

namespace plumb {
namespace {

using FileParts = std::vector<std::string>;

FileParts parts_of_file(const std::string& file) {
  FileParts parts;
  for (const auto& part : std::filesystem::path(file)) parts.push_back(part.string());
  return parts;
}

std::string folder_of(const std::string& file) {
  return std::filesystem::path(file).parent_path().string();
}

bool is_named_by_prediction(const ReportedProfile& profile, const Result& result) {
  return std::ranges::any_of(result.points, [&](const Point& point) {
    return point.predicted && (point.predicted->profile == profile.file ||
                               point.predicted->profile == profile.profile.name);
  });
}

// How well a profile goes with a result: larger is better.
auto nearness_of(const ReportedProfile& profile, const ReportedResult& one) {
  const Provenance& probed = profile.profile.provenance;
  const Provenance& measured = one.result.provenance;
  const bool was_before = probed.time <= measured.time;  // texts of ISO 8601 sort by time
  return std::tuple(
      probed.device.backend == measured.device.backend, is_named_by_prediction(profile, one.result),
      folder_of(profile.file) == folder_of(one.file),
      probed.host.name == measured.host.name && probed.device.driver == measured.device.driver,
      was_before, was_before ? probed.time : "");
}

// What is left of a file's parts without those that all of `files` begin and end with.
std::string distinguishing_part(const std::string& file, const std::vector<std::string>& files) {
  const FileParts own = parts_of_file(file);
  std::size_t same_begin = own.size();
  std::size_t same_end = own.size();
  for (const std::string& other : files) {
    if (other == file) continue;
    const FileParts parts = parts_of_file(other);
    const auto begin = std::ranges::mismatch(own, parts).in1 - own.begin();
    const auto end = std::mismatch(own.rbegin(), own.rend(), parts.rbegin(), parts.rend()).first;
    same_begin = std::min(same_begin, static_cast<std::size_t>(begin));
    same_end = std::min(same_end, static_cast<std::size_t>(end - own.rbegin()));
  }
  if (same_begin + same_end >= own.size()) return file;
  std::filesystem::path left;
  for (std::size_t i = same_begin; i < own.size() - same_end; ++i) left /= own[i];
  return left.string();
}

}  // namespace

const ReportedProfile* profile_of(const ReportInputs& inputs, const ReportedResult& result) {
  const ReportedProfile* nearest = nullptr;
  for (const ReportedProfile& one : inputs.profiles) {
    if (one.profile.provenance.device.name != result.result.provenance.device.name) continue;
    if (nearest == nullptr || nearness_of(one, result) > nearness_of(*nearest, result))
      nearest = &one;
  }
  return nearest;
}

std::string device_title(const DeviceDescription& device) {
  return device.backend.empty() ? device.name : fmt::format("{} ({})", device.name, device.backend);
}

std::string run_title(const ReportInputs& inputs, const ReportedProfile& profile) {
  std::string title = device_title(profile.profile.provenance.device);
  std::vector<std::string> files;
  std::size_t before = 0;  // that are called the same
  for (const ReportedProfile& one : inputs.profiles) {
    if (device_title(one.profile.provenance.device) != title) continue;
    if (one.file == profile.file && &one < &profile) ++before;
    files.push_back(one.file);
  }
  if (files.size() < 2) return title;
  const std::string which = fmt::format("{}, {}", title, distinguishing_part(profile.file, files));
  return before == 0 ? which : fmt::format("{} ({})", which, before + 1);
}

std::string run_title(const ReportInputs& inputs, const ReportedResult& result) {
  const DeviceDescription& device = result.result.provenance.device;
  const ReportedProfile* profile = profile_of(inputs, result);
  // That of another back end lends its rates, not its name.
  if (profile == nullptr || profile->profile.provenance.device.backend != device.backend)
    return device_title(device);
  return run_title(inputs, *profile);
}

std::string on_device(const ReportInputs& inputs, const ReportedResult& result) {
  const std::string title = run_title(inputs, result);
  const auto is_other = [&](const auto& one) { return run_title(inputs, one) != title; };
  const bool others = std::ranges::any_of(inputs.profiles, is_other) ||
                      std::ranges::any_of(inputs.results, is_other);
  return others ? " on " + title : "";
}

}  // namespace plumb
