// plumb/study/survey_profile.cpp - looking for a profile before probing.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/study/survey_profile.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iterator>
#include <span>

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "plumb/base/error.h"
#include "plumb/base/json.h"
#include "plumb/device/traits.h"
#include "plumb/study/probe_device.h"
#include "plumb/study/profiles.h"

namespace plumb::study {
namespace {

using ProbingClock = std::chrono::steady_clock;

// As provenances write it; later times are larger texts.
std::string days_ago(int days) {
  const auto then = std::chrono::system_clock::now() - std::chrono::hours(24 * days);
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}",
                     fmt::gmtime(std::chrono::system_clock::to_time_t(then)));
}

std::string day_of(const Profile& profile) { return profile.provenance.time.substr(0, 10); }

void write_profile(const Profile& profile, const std::string& file) {
  write_whole(file, to_text(to_json(profile)));
}

// Records are equal where their texts are; the name is that of the file.
bool same_record(Profile a, Profile b) {
  a.name = b.name = "";
  return to_text(to_json(a)) == to_text(to_json(b));
}

SurveyProfile taken(Profile profile, std::string origin, const std::string& file) {
  profile.name = file;
  return {.profile = std::move(profile), .origin = std::move(origin)};
}

// Rates of a GPU say nothing of a processor; those of another device of its kind stand for it, and
// the summary says whose they are.
std::string owner_of(const Profile& named, const DeviceDescription& device) {
  const DeviceDescription& from = named.provenance.device;
  if (!from.kind.empty() && from.kind != device.kind)
    throw Error(ErrorKind::input,
                fmt::format("profile '{}' is of '{}' ({}), and '{}' is surveyed ({}); choose that "
                            "device with -d, or leave -p out to probe this one",
                            named.name, from.name, from.kind, device.name, device.kind));
  return from.name == device.name ? "" : fmt::format(" on another device, {}", from.name);
}

SurveyProfile named_profile(const Profile& named, const DeviceDescription& device,
                            const std::string& file) {
  const std::string owner = owner_of(named, device);
  if (std::filesystem::exists(file)) {
    if (!same_record(named, find_profile(file)))
      throw Error(ErrorKind::input,
                  fmt::format("'{}' is another profile than '{}', which -p names; choose another "
                              "folder with -o",
                              file, named.name));
  } else {
    write_profile(named, file);
  }
  return taken(
      named, fmt::format("from profile '{}', probed {}{}", named.name, day_of(named), owner), file);
}

bool is_complete(const Profile& profile, std::span<const Probe* const> probes) {
  return std::ranges::all_of(probes, [&](const Probe* probe) {
    const auto found = std::ranges::find(profile.probes, probe->name, &ProbeOutcome::probe);
    return found != profile.probes.end() && !has_no_round(*found);
  });
}

// Probes that end before they have seen anything would leave a profile that says nothing.
void require_time_to_probe(Seconds most) {
  constexpr Seconds least{24};
  if (most >= least) return;
  throw Error(
      ErrorKind::input,
      "--budget: probing alone takes about a minute, and there is no profile of this device "
      "yet; give at least 60s, or a profile with -p");
}

// What the quick probes are meant to take; a pace below 1 begins where there is less.
constexpr Seconds quick_probing{60};

// Which probes are done is known after all rounds only: those that found nothing are named.
std::string probed_in_part(const Profile& profile) {
  std::vector<std::string> left_out;
  for (const ProbeOutcome& outcome : profile.probes)
    if (has_no_round(outcome)) left_out.push_back(outcome.probe);
  return fmt::format(
      "probed in part, for time was short: {} parameters{}", profile.parameters.size(),
      left_out.empty() ? "" : fmt::format(", without {}", fmt::join(left_out, ", ")));
}

class TimedProbing {
 public:
  TimedProbing(const Watch& watch, Seconds most) : watch_(&watch), most_(most) {}

  [[nodiscard]] Watch watch() const {
    Watch timed = *watch_;
    timed.interrupted = [this] { return watch_->interrupted() || is_over(); };
    timed.progress = [this](const std::string& line) {
      watch_->progress(line.empty() ? line : "probing: " + line);
    };
    return timed;
  }

 private:
  [[nodiscard]] bool is_over() const { return Seconds(ProbingClock::now() - start_) > most_; }

  const Watch* watch_;
  Seconds most_;
  ProbingClock::time_point start_ = ProbingClock::now();
};

}  // namespace

std::optional<Profile> fresh_profile(const DeviceDescription& device) {
  constexpr int fresh_days = 30;
  std::optional<Profile> stored = profile_of_device(device);
  if (!stored) return std::nullopt;
  const Provenance& from = stored->provenance;
  const std::optional<Profile> as_shipped = shipped_profile_of(device);
  if (as_shipped && same_record(*stored, *as_shipped)) return std::nullopt;
  const HostDescription here = describe_host();
  const bool same_machine = from.host.name == here.name && from.host.processor == here.processor &&
                            from.device.driver == device.driver;
  if (!same_machine || from.time < days_ago(fresh_days)) return std::nullopt;
  return stored;
}

double pace_of_probing(Seconds most) { return std::clamp(most / quick_probing, 0.2, 1.0); }

std::vector<const Probe*> survey_probes() {
  std::vector<const Probe*> probes;
  for (const bool needed : {true, false})
    std::ranges::copy_if(chosen_probes({}, false), std::back_inserter(probes),
                         [&](const Probe* probe) { return probe->needed == needed; });
  return probes;
}

SurveyProfile survey_profile(device::Device& device, const std::string& folder,
                             const std::optional<Profile>& named, Seconds most,
                             const Watch& watch) {
  const std::string file = folder + "/profile.json";
  if (named) return named_profile(*named, describe(device.info()), file);
  const bool kept = std::filesystem::exists(file);
  Profile profile = kept ? find_profile(file) : empty_profile(device);
  if (!kept) {
    const std::optional<Profile> fresh = fresh_profile(describe(device.info()));
    if (fresh) {
      write_profile(*fresh, file);
      return taken(*fresh,
                   fmt::format("from the stored profile '{}' of {}", fresh->name, day_of(*fresh)),
                   file);
    }
  }
  const std::vector<const Probe*> probes = survey_probes();
  if (kept && is_complete(profile, probes)) {
    std::string origin = fmt::format("profile of {} kept", day_of(profile));
    return taken(std::move(profile), std::move(origin), file);
  }
  require_time_to_probe(most);
  const TimedProbing timed(watch, most);
  const ProbingEnd end = probe_device(device, {.pace = pace_of_probing(most), .output = file},
                                      probes, timed.watch(), profile);
  std::string origin = end.finished ? "probed now" : probed_in_part(profile);
  SurveyProfile found = taken(std::move(profile), std::move(origin), file);
  found.interrupted = watch.interrupted();
  return found;
}

}  // namespace plumb::study
