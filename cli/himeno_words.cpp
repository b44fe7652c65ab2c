// cli/himeno_words.cpp - options of plumb himeno and the runs that they describe.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "cli/himeno_words.h"

#include <algorithm>
#include <array>
#include <exception>
#include <set>

#include <fmt/format.h>

#include "cli/himeno_tunings.h"
#include "cli/suits.h"
#include "cli/sweep.h"
#include "plumb/base/error.h"
#include "plumb/workloads/himeno/grid.h"
#include "plumb/workloads/himeno/himeno.h"
#include "plumb/workloads/himeno/paper.h"

namespace plumb::cli {
namespace {

// Enough iterations that an execution takes milliseconds, few enough that the host can follow.
std::string iterations_for(const std::string& size, const std::string& variant) {
  const double points = static_cast<double>(himeno::grid_named(size).points());
  if (variant == "on_chip") return points < 1e6 ? "512" : "16";
  if (points < 1e6) return "64";
  return points < 1e8 ? "16" : "4";
}

// A multiprocessor takes one of the groups that share the planes; a core takes two in turn, so that
// the last ones do not wait for one that was held up.
std::string groups_for(const device::Info& info) {
  const std::uint64_t each = info.kind == device::Kind::cpu ? 2 : 1;
  return std::to_string(std::min<std::uint64_t>(each * info.compute_units, 65536));
}

// The forms that came after the paper, each beside what it improves: first for GPUs, then for CPUs.
// The catalogue has another order, by which it finds the default of a device.
constexpr std::array later_rungs{"naive", "wide", "two_step", "on_chip", "row", "plane", "blocked"};

// The paper's rungs in its order, then the later ones.
std::vector<std::string> all_variants() {
  std::vector<std::string> names;
  for (const himeno::PaperRow& row : himeno::paper_rows) {
    if (!row.variant.empty()) names.emplace_back(row.variant);
  }
  names.insert(names.end(), later_rungs.begin(), later_rungs.end());
  return names;
}

// What tuning would have to ignore.
void refuse_beside_tune(const HimenoWords& words) {
  const auto refuse = [](bool given, std::string_view option, std::string_view why) {
    if (given)
      throw Error(ErrorKind::input, fmt::format("--tune and {}: {}; take one", option, why));
  };
  refuse(!words.variants.empty(), "--variant", "tuning chooses the variant");
  refuse(!words.settings.empty(), "--set", "tuning chooses the parameters");
  refuse(words.measure.no_verify, "--no-verify", "tuning keeps what it has verified");
}

// NAME=VALUE of --set; what has an option of its own would otherwise be said twice.
std::pair<std::string, std::string> assignment_in(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos)
    throw Error(ErrorKind::input, fmt::format("--set {}: must be NAME=VALUE", text));
  const std::string name = text.substr(0, equals);
  for (const char* option :
       {"size", "precision", "coefficients", "variant", "iterations", "seed"}) {
    if (name == option)
      throw Error(ErrorKind::input, fmt::format("--set {}: take --{}", text, name));
  }
  return {name, text.substr(equals + 1)};
}

}  // namespace

HimenoWords parse_himeno_words(Words words) {
  CommandLine line("himeno");
  HimenoWords parsed;
  add_options(line, parsed.options);
  add_measure_options(line, parsed.measure);
  line.text("--size", parsed.sizes);
  line.text("--precision", parsed.precisions);
  line.text("--coefficients", parsed.coefficients);
  line.text("--variant", parsed.variants);
  line.text("--iterations", parsed.iterations);
  line.text("--seed", parsed.seed);
  line.texts("--set", parsed.settings);
  line.flag("--tune", parsed.tune);
  line.time("--tune-time", parsed.tune_time);
  line.parse(words);
  if (parsed.tune) refuse_beside_tune(parsed);
  if (parsed.tune_time < Seconds{0})
    throw Error(ErrorKind::input,
                fmt::format("--tune-time {}s: must be 0s or more", parsed.tune_time.count()));
  return parsed;
}

std::vector<HimenoCase> himeno_cases(const HimenoWords& words) {
  std::vector<HimenoCase> cases;
  for (const std::string& size : split(words.sizes, ',')) {
    for (const std::string& precision : split(words.precisions, ','))
      cases.push_back({size, precision});
  }
  return cases;
}

Settings himeno_settings(const HimenoWords& words, const HimenoCase& at, const std::string& variant,
                         const device::Info& info, const HimenoChosen& more) {
  const Suits suits = suits_of(info);
  HimenoChosen chosen{{"variant", variant},
                      {"size", at.size},
                      {"precision", at.precision},
                      {"coefficients", words.coefficients},
                      {"seed", words.seed}};
  const Workload& workload = workload_named("himeno");
  (void)settings_for(workload, suits, chosen);  // the size must be sound before it is counted
  chosen.emplace_back("iterations", words.iterations == "auto" ? iterations_for(at.size, variant)
                                                               : words.iterations);
  if (info.compute_units > 0) chosen.emplace_back("groups", groups_for(info));
  chosen.insert(chosen.end(), more.begin(), more.end());
  for (const std::string& text : words.settings) chosen.push_back(assignment_in(text));
  return settings_for(workload, suits, chosen);
}

std::vector<Settings> himeno_plan(const HimenoWords& words, const HimenoCase& at,
                                  const device::Info& info) {
  const Suits suits = suits_of(info);
  const auto tuning = tuning_of(info, at.size, at.precision);
  const std::string tuned = tuning ? tuning->variant() : "";
  const std::string first =
      tuning ? tuned : std::string(default_variant(workload_named("himeno"), suits));
  std::vector<Settings> plan;
  const auto names = words.variants.empty()    ? std::vector{first}
                     : words.variants == "all" ? all_variants()
                                               : split(words.variants, ',');
  for (const std::string& variant : names) {
    plan.push_back(himeno_settings(words, at, variant, info,
                                   variant == tuned ? tuning->settings : HimenoChosen{}));
  }
  return plan;
}

void require_sound(std::span<const Settings> plan, bool all_variants) {
  std::set<std::string> sound;  // variants, and sizes with their precision
  std::vector<std::pair<std::vector<std::string>, std::exception_ptr>> refused;
  for (const Settings& settings : plan) {
    const std::string at = settings.text("size") + " " + settings.text("precision");
    try {
      (void)himeno::program(settings);
      sound.insert({settings.text("variant"), at});
    } catch (const Error& error) {
      if (kind_of(error) != ErrorKind::input) throw;
      refused.push_back({{at}, std::current_exception()});
      if (!all_variants) refused.back().first.push_back(settings.text("variant"));
    }
  }
  for (const auto& [names, error] : refused) {
    for (const std::string& name : names) {
      if (!sound.contains(name)) std::rethrow_exception(error);
    }
  }
}

bool names_padding(const HimenoWords& words) {
  return std::ranges::any_of(words.settings,
                             [](const std::string& text) { return text.starts_with("padding="); });
}

}  // namespace plumb::cli
