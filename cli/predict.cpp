// cli/predict.cpp - plumb predict: how long a program will take on a device that is known by its
// profile alone.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <cstdlib>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/described_program.h"
#include "cli/options.h"
#include "cli/prediction_tables.h"
#include "cli/profiles.h"
#include "plumb/base/error.h"
#include "plumb/base/json.h"
#include "plumb/model/break_even.h"

namespace plumb::cli {
namespace {

struct PredictWords {
  std::string application;
  Options options;
  std::string profile;
  PredictOptions predict;
  std::string against;     // a profile or a time
  std::string break_even;  // NAME=FIRST:LAST
  std::string resolve;
  bool show_app = false;
  ChosenTexts assignments;
};

PredictWords parse_words(Words words) {
  CommandLine line("predict");
  PredictWords parsed;
  std::vector<std::string> settings;
  line.text("--format", parsed.options.format);
  line.text("-o,--output", parsed.options.output);
  line.flag("-q,--quiet", parsed.options.quiet);
  line.required_text("application", parsed.application);
  line.text("-p,--profile", parsed.profile);
  line.texts("--model", parsed.predict.models);
  line.text("--paths", parsed.predict.paths);
  line.text("--against", parsed.against);
  line.text("--break-even", parsed.break_even);
  line.text("--resolve", parsed.resolve);
  line.flag("--show-app", parsed.show_app);
  line.texts("--set", settings);
  const std::vector<std::string> rest = line.parse_known(words);
  parsed.assignments = assignments_from(settings, rest);
  return parsed;
}

[[noreturn]] void refuse(const std::string& why) { throw Error(ErrorKind::input, why); }

void require_one(std::span<const ChosenTexts> points, const char* option) {
  if (points.size() != 1) refuse(fmt::format("{} takes one point, not {}", option, points.size()));
}

// "2s", "450ms"; else the name of a profile, which may begin with digits too.
std::optional<Seconds> time_in(const std::string& text) {
  constexpr std::pair<std::string_view, double> units[] = {
      {"us", 1e-6}, {"ms", 1e-3}, {"s", 1}, {"m", 60}};
  char* end = nullptr;
  const double number = std::strtod(text.c_str(), &end);
  const std::string_view unit = end;
  if (end == text.c_str()) return std::nullopt;
  if (unit.empty())
    refuse(fmt::format("--against {}: a time needs its unit: us, ms, s or m", text));
  for (const auto& [name, seconds] : units) {
    if (unit != name) continue;
    if (!(number > 0 && std::isfinite(number)))
      refuse(fmt::format("--against {}: a time must be finite and larger than zero", text));
    return Seconds{number * seconds};
  }
  return std::nullopt;
}

struct SizeRange {
  std::string name;
  std::uint64_t first = 0;
  std::uint64_t last = 0;
};

SizeRange size_range_in(const std::string& text) {
  const std::size_t equals = text.find('=');
  const std::size_t colon = text.find(':');
  if (equals == std::string::npos || colon == std::string::npos || colon < equals) {
    refuse(fmt::format("--break-even {}: expected NAME=FIRST:LAST", text));
  }
  const auto size = [&](const std::string& digits) {
    const double value = number_in("--break-even", digits);
    if (!(value >= 1 && value <= 0x1p53 && value == std::floor(value))) {
      refuse(fmt::format("--break-even {}: '{}' is no size", text, digits));
    }
    return static_cast<std::uint64_t>(value);
  };
  return {text.substr(0, equals), size(text.substr(equals + 1, colon - equals - 1)),
          size(text.substr(colon + 1))};
}

// Which device is faster from which size on, by the first model that can say.
// The first model that can say something of both.
std::size_t model_for_both(std::span<const Prediction> own, std::span<const Prediction> rival) {
  std::string reasons;
  for (std::size_t i = 0; i < own.size(); ++i) {
    if (own[i].reason.empty() && rival[i].reason.empty()) return i;
    reasons += fmt::format("; {}", own[i].reason.empty() ? rival[i].reason : own[i].reason);
  }
  refuse(fmt::format("--break-even: no model can predict on both profiles{}", reasons));
}

std::string break_even_note(DescribedProgram& program, const PredictWords& parsed,
                            const Profile& own, const Profile& rival, const ChosenTexts& chosen) {
  const SizeRange range = size_range_in(parsed.break_even);
  const auto predictions = [&](const Profile& profile, std::uint64_t size) {
    ChosenTexts at = chosen;
    std::erase_if(at, [&](const auto& pair) { return pair.first == range.name; });
    at.emplace_back(range.name, fmt::format("{}", size));
    return program.predict(profile, parsed.predict, at).predictions;
  };
  const std::size_t which =
      model_for_both(predictions(own, range.first), predictions(rival, range.first));
  const std::string model = predictions(own, range.first)[which].model;
  const auto total = [&](const Profile& profile, std::uint64_t size) {
    return predictions(profile, size)[which].total();
  };
  const BreakEven found = break_even(range.first, range.last, [&](std::uint64_t size) {
    return (total(rival, size) - total(own, size)).count();
  });
  const std::string& before = found.first_wins ? own.name : rival.name;
  const std::string& after = found.first_wins ? rival.name : own.name;
  if (!found.at) {
    return fmt::format("{}: no break-even from {} = {} to {}: {} is faster throughout", model,
                       range.name, range.first, range.last, before);
  }
  return fmt::format("{}: break-even at {} = {}: below {} is faster, from there on {}{}", model,
                     range.name, *found.at, before, after,
                     found.changes > 1 ? fmt::format("; the winner changes {} times up to {}",
                                                     found.changes, range.last)
                                       : "");
}

std::vector<PredictedPoint> predict_all(DescribedProgram& program, const Profile& profile,
                                        const PredictWords& parsed,
                                        std::span<const ChosenTexts> points) {
  std::vector<PredictedPoint> predicted;
  predicted.reserve(points.size());
  for (const ChosenTexts& chosen : points) {
    predicted.push_back(program.predict(profile, parsed.predict, chosen));
  }
  return predicted;
}

void show(const PredictWords& parsed, const Predictions& record, std::span<const Table> tables) {
  if (!parsed.options.output.empty()) write_whole(parsed.options.output, to_text(to_json(record)));
  const Format format = format_from_name(parsed.options.format);
  if (format == Format::json) {
    fmt::print("{}", to_text(to_json(record)));
  } else if (!parsed.options.quiet || parsed.options.output.empty()) {
    fmt::print("{}", tables.size() == 1 ? render(tables.front(), format) : render(tables, format));
  }
}

// Both devices, or the time that is known.
void add_rival(DescribedProgram& program, const PredictWords& parsed, const Profile& profile,
               std::span<const ChosenTexts> points, Predictions& record,
               std::vector<Table>& tables) {
  const std::span<const PredictedPoint> own(record.points);
  if (const std::optional<Seconds> known = time_in(parsed.against)) {
    if (!parsed.break_even.empty()) refuse("--break-even compares two profiles, not a time");
    tables.push_back(against_time_table(own, *known));
    return;
  }
  const Profile rival = find_profile(parsed.against);
  std::vector<PredictedPoint> rivals = predict_all(program, rival, parsed, points);
  tables.push_back(against_table(own, rivals));
  if (!parsed.break_even.empty()) {
    require_one(points, "--break-even");
    tables.back().notes.push_back(break_even_note(program, parsed, profile, rival, points.front()));
  }
  record.points.insert(record.points.end(), std::make_move_iterator(rivals.begin()),
                       std::make_move_iterator(rivals.end()));
}

}  // namespace

int predict_command(Words words) {
  const PredictWords parsed = parse_words(words);
  (void)format_from_name(parsed.options.format);
  require_writable(parsed.options.output);
  require_writable(parsed.resolve);
  std::optional<Profile> profile;
  if (!parsed.profile.empty()) profile = find_profile(parsed.profile);
  DescribedProgram program(parsed.application, profile ? profile->provenance.device.kind : "gpu");
  const std::vector<ChosenTexts> points = program.points(parsed.assignments);
  if (parsed.show_app) {
    require_one(points, "--show-app");
    fmt::print("{}", program.application_file(points.front()));
  }
  if (!parsed.resolve.empty()) {
    require_one(points, "--resolve");
    write_whole(parsed.resolve, to_text(to_json(program.program(points.front()))));
  }
  if (!profile) {
    if (parsed.show_app || !parsed.resolve.empty()) return 0;
    refuse("no profile given; name one with -p: a file, or nv45, g70, g80");
  }
  if (parsed.against.empty() && !parsed.break_even.empty()) refuse("--break-even needs --against");
  Predictions record{.provenance = provenance(profile->provenance.device),
                     .points = predict_all(program, *profile, parsed, points)};
  std::vector<Table> tables{points.size() == 1 ? parts_table(record.points.front())
                                               : sweep_table(record.points)};
  if (!parsed.against.empty()) add_rival(program, parsed, *profile, points, record, tables);
  show(parsed, record, tables);
  return 0;
}

}  // namespace plumb::cli
