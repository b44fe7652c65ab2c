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
#include "plumb/study/earlier_records.h"
#include "plumb/study/probe_device.h"
#include "plumb/study/profiles.h"
#include "plumb/study/survey_budget.h"

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

ProfileAtHand named_profile(const Profile& named, const DeviceDescription& device,
                            const std::string& file) {
  const std::string owner = owner_of(named, device);
  const bool in_folder = std::filesystem::exists(file);
  const auto read_kept = [&] {
    return during(
        fmt::format("comparing the profile that -p names with '{}' (-o names another folder)",
                    file),
        [&] { return find_profile(file); });
  };
  if (in_folder && !same_record(named, read_kept()))
    throw Error(ErrorKind::input,
                fmt::format("'{}' is another profile than '{}', which -p names; choose another "
                            "folder with -o",
                            file, named.name));
  return {.profile = named,
          .origin = fmt::format("from profile '{}', probed {}{}", named.name, day_of(named), owner),
          .complete = true,
          .in_folder = in_folder};
}

// Of another version of its form it is put aside, and of no use.
bool is_readable(const std::string& file) {
  return std::filesystem::exists(file) &&
         !is_of_another_schema(parse_json(read_text_file(file), file), "plumbline.profile/1");
}

bool is_complete(const Profile& profile, std::span<const Probe* const> probes) {
  return std::ranges::all_of(probes, [&](const Probe* probe) {
    const auto found = std::ranges::find(profile.probes, probe->name, &ProbeOutcome::probe);
    return found != profile.probes.end() && !has_no_round(*found);
  });
}

// What the quick probes are meant to take; a pace below 1 begins where there is less.
constexpr Seconds quick_probing{60};

// Which probes are done is known after all rounds only: those that found nothing are named.
std::string probed_in_part(const Profile& profile, bool interrupted) {
  std::vector<std::string> left_out;
  for (const ProbeOutcome& outcome : profile.probes)
    if (has_no_round(outcome)) left_out.push_back(outcome.probe);
  return fmt::format(
      "probed in part{}: {} parameters{}", interrupted ? "" : ", for time was short",
      profile.parameters.size(),
      left_out.empty() ? "" : fmt::format(", without {}", fmt::join(left_out, ", ")));
}

class TimedProbing {
 public:
  TimedProbing(const Watch& watch, Seconds most, Seconds budget)
      : watch_(&watch), most_(most), budget_(budget) {}

  [[nodiscard]] Watch watch() const {
    Watch timed = *watch_;
    timed.interrupted = [this] { return watch_->interrupted() || is_over(); };
    timed.progress = [this](const std::string& line) {
      watch_->progress(line.empty() ? line : fmt::format("{} left probing: {}", left(), line));
    };
    return timed;
  }

 private:
  [[nodiscard]] Seconds elapsed() const { return ProbingClock::now() - start_; }
  [[nodiscard]] bool is_over() const { return elapsed() > most_; }
  // How long the points will take is known after it: until then of the whole budget.
  [[nodiscard]] std::string left() const { return clock_text(budget_ - elapsed()); }

  const Watch* watch_;
  Seconds most_;
  Seconds budget_;
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

ProfileAtHand profile_at_hand(const DeviceDescription& device, const std::string& folder,
                              const std::optional<Profile>& named) {
  const std::string file = folder + "/profile.json";
  if (named) return named_profile(*named, device, file);
  if (is_readable(file)) {
    Profile kept = find_profile(file);
    std::string origin = fmt::format("profile of {} kept", day_of(kept));
    const bool complete = is_complete(kept, survey_probes());
    return {.profile = std::move(kept),
            .origin = std::move(origin),
            .complete = complete,
            .in_folder = true};
  }
  std::optional<Profile> fresh = fresh_profile(device);
  if (!fresh) return {};
  std::string origin =
      fmt::format("from the stored profile '{}' of {}", fresh->name, day_of(*fresh));
  return {.profile = std::move(fresh), .origin = std::move(origin), .complete = true};
}

Seconds time_to_probe(Seconds budget) {
  constexpr double part_of_probing = 0.4;
  return part_of_probing * budget;
}

// Probes that end before they have seen anything would leave a profile that says nothing.
void require_time_to_probe(Seconds budget) {
  constexpr Seconds least{60};
  if (budget >= least) return;
  throw Error(
      ErrorKind::input,
      fmt::format("--budget: {} is too short to probe this device, and there is no whole "
                  "profile of it yet; give at least 60s for each device, or a profile with -p",
                  to_text(budget)));
}

SurveyProfile survey_profile(device::Device& device, const std::string& folder,
                             ProfileAtHand at_hand, Seconds budget, const Watch& watch) {
  const std::string file = folder + "/profile.json";
  if (!at_hand.complete) require_time_to_probe(budget);
  Profile profile = at_hand.profile ? *std::move(at_hand.profile) : empty_profile(device);
  SurveyProfile found{.profile = {}, .origin = std::move(at_hand.origin)};
  if (at_hand.complete) {
    if (!at_hand.in_folder) write_profile(profile, file);
  } else {
    const Seconds most = time_to_probe(budget);
    const TimedProbing timed(watch, most, budget);
    const ProbingEnd end = probe_device(device, {.pace = pace_of_probing(most), .output = file},
                                        survey_probes(), timed.watch(), profile);
    found.interrupted = watch.interrupted();
    found.origin = end.finished ? "probed now" : probed_in_part(profile, found.interrupted);
  }
  found.profile = std::move(profile);
  found.profile.name = file;
  return found;
}

}  // namespace plumb::study
