// cli/predict.cpp - plumb predict: how long a program will take on a device that is known by its
// profile alone.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <filesystem>
#include <iterator>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/answer_notes.h"
#include "cli/arithmetic_table.h"
#include "cli/break_even_note.h"
#include "cli/frame/commands.h"
#include "cli/frame/interrupt.h"
#include "cli/frame/options.h"
#include "cli/prediction_record.h"
#include "cli/rival.h"
#include "cli/split_note.h"
#include "plumb/base/error.h"
#include "plumb/base/json.h"
#include "plumb/model/decide.h"
#include "plumb/model/measured_rates.h"
#include "plumb/model/sensitivity.h"
#include "plumb/report/prediction_table.h"
#include "plumb/report/sweep_tables.h"
#include "plumb/study/chunk_search.h"
#include "plumb/study/origin.h"
#include "plumb/study/profiles.h"
#include "plumb/study/program_source.h"

namespace plumb::cli {
namespace {

struct PredictArguments {
  std::string application;
  Options options;
  std::string profile;
  PredictOptions predict;
  std::string against;     // a profile or a time
  std::string break_even;  // NAME=FIRST:LAST
  bool best_split = false;
  bool arithmetic = false;
  std::string resolve;
  bool show_app = false;
  NamedTexts assignments;
};

PredictArguments parse_predict_arguments(Arguments arguments) {
  CommandLine line("predict");
  PredictArguments parsed;
  std::vector<std::string> settings;
  line.text("--format", parsed.options.format);
  add_record_output(line, parsed.options);
  line.flag("-q,--quiet", parsed.options.quiet);
  line.required_text("application", parsed.application);
  line.text("-p,--profile", parsed.profile);
  line.texts("--model", parsed.predict.models);
  line.text("--paths", parsed.predict.paths);
  line.text("--against", parsed.against);
  line.text("--break-even", parsed.break_even);
  line.flag("--best-split", parsed.best_split);
  line.flag("--arithmetic", parsed.arithmetic);
  line.text("--resolve", parsed.resolve);
  line.flag("--show-app", parsed.show_app);
  line.texts("--set", settings);
  const std::vector<std::string> rest = line.parse_known(arguments);
  parsed.assignments = study::assignments_from(settings, rest);
  parsed.predict.interrupted = interrupted;
  return parsed;
}

[[noreturn]] void refuse(const std::string& why) { throw Error(ErrorKind::input, why); }

void require_one(std::span<const NamedTexts> points, const char* option) {
  if (points.size() != 1) refuse(fmt::format("{} takes one point, not {}", option, points.size()));
}

Rival rival_of(const PredictArguments& parsed, std::span<const NamedTexts> points) {
  if (parsed.against.empty()) {
    if (!parsed.break_even.empty()) refuse("--break-even needs --against");
    if (parsed.best_split) refuse("--best-split needs --against");
    return {};
  }
  Rival rival = rival_in(parsed.against, parsed.application);
  for (const auto& [is_given, option] : {std::pair(!parsed.break_even.empty(), "--break-even"),
                                         std::pair(parsed.best_split, "--best-split")}) {
    if (!is_given) continue;
    if (rival.time) refuse(fmt::format("{} compares two profiles, not a time", option));
    require_one(points, option);
  }
  return rival;
}

// Programs with more launches are predicted without being held in memory.
constexpr double most_calls = 100'000;

// Launches, transfers and waits, by all models.
double calls_of(const PredictedPoint& point) {
  double calls = 0;
  for (const Prediction& prediction : point.predictions) {
    for (const PartPrediction& part : prediction.passes) calls += static_cast<double>(part.calls);
    for (const auto* moved : {&prediction.transfer_in, &prediction.transfer_out})
      calls += *moved ? static_cast<double>((*moved)->calls) : 0;
  }
  return calls;
}

// Predicts point after point. What is to be shown and written grows with them; no point is kept.
class Sweep {
 public:
  Sweep(study::ProgramSource& program, const PredictArguments& parsed, const Profile& profile,
        Rival& rival)
      : program_(&program),
        parsed_(&parsed),
        profile_(&profile),
        rival_(&rival),
        format_(format_from_name(parsed.options.format)),
        shows_tables_(format_ != Format::json &&
                      (!parsed.options.quiet || parsed.options.output.empty())),
        record_(parsed.options.output, format_ == Format::json,
                study::provenance(profile.provenance.device)),
        kept_(profile) {
    if (rival.profile) rival_kept_.emplace(*rival.profile);
  }

  // The number of points that were finished before an interrupt.
  std::size_t predict(std::span<const NamedTexts> points) {
    for (std::size_t i = 0; i < points.size(); ++i) {
      try {
        one(points[i], points.size() == 1);
      } catch (const Error& error) {
        if (kind_of(error) == ErrorKind::interrupted) return i;
        throw;
      }
    }
    return points.size();
  }

  void show(const std::vector<std::string>& notes,
            const std::optional<BreakEvenAnswer>& break_even) && {
    record_.finish(break_even, notes);
    if (!shows_tables_) return;
    std::vector<Table> tables{parts_ ? std::move(*parts_) : std::move(sweep_).finish()};
    tables.front().notes.insert(tables.front().notes.end(), notes.begin(), notes.end());
    if (arithmetic_) tables.push_back(std::move(*arithmetic_));
    if (rival_->time || rival_->profile) tables.push_back(std::move(against_).finish());
    if (!split_.empty()) tables.back().notes.push_back(split_);
    if (break_even) tables.back().notes.push_back(break_even->text);
    fmt::print("{}",
               tables.size() == 1 ? render(tables.front(), format_) : render(tables, format_));
  }

  // Whether what was asked for has an answer: no verdict of any point is none.
  [[nodiscard]] bool has_answer() const { return verdicts_ > 0 || undecided_ == 0; }

 private:
  void one(const NamedTexts& chosen, bool alone) {
    PredictOptions options = parsed_->predict;
    options.kept = &kept_;
    PredictedPoint own = program_->predict(*profile_, options, chosen);
    std::optional<PredictedPoint> other;
    if (rival_->profile) {
      options.kept = &rival_kept_.value();
      other = rival_->program->predict(*rival_->profile, options, chosen);
    }
    const std::optional<Decision> decision = decision_of(own, other);
    answer(own, other, decision, chosen, alone);
    record_.add(own);
    if (other) record_.add(*other);
    if (shows_tables_) add_to_tables(own, other, decision, chosen, alone);
  }

  std::optional<Decision> decision_of(const PredictedPoint& own,
                                      const std::optional<PredictedPoint>& other) const {
    const Side mine{own.predictions, assumed_error(*profile_), own.profile};
    Decision decision;
    if (other) {
      decision =
          decide(mine, {other->predictions, assumed_error(*rival_->profile), other->profile});
    } else if (rival_->time) {
      decision = decide(mine, *rival_->time);
    } else {
      return std::nullopt;
    }
    if (!parsed_->predict.models.empty() &&
        std::ranges::count(parsed_->predict.models, "plumbline") == 0)
      decision.in_place_of_plumbline = false;  // it was not asked for
    return decision;
  }

  // All that is said beside times.
  void answer(PredictedPoint& own, const std::optional<PredictedPoint>& other,
              const std::optional<Decision>& decision, const NamedTexts& chosen, bool alone) {
    if (decision) {
      own.answers.verdict = other ? against_verdict(own, *other, *decision)
                                  : against_verdict(*rival_->time, *decision);
      ++(decision->choice == Choice::unknown ? undecided_ : verdicts_);
    }
    if (!alone) return;
    const auto again = [&](const Profile& changed) {
      return program_->predict(changed, {.models = {"plumbline"}, .paths = parsed_->predict.paths},
                               chosen);
    };
    own.answers.savings = savings(*profile_, own, again);
    own.answers.notes = notes_on(own, chosen);
    own.answers.best_chunks = program_->best_chunks(*profile_, parsed_->predict, chosen);
    if (has_checks(own))
      own.answers.best_checks = program_->best_checks(*profile_, parsed_->predict, chosen);
    if (other && (parsed_->best_split || study::has_split(*program_)))
      own.answers.best_split = split_together(chosen);
    if (own.answers.best_split) split_ = own.answers.best_split->text;
  }

  // Of programs with very many launches none is made: then all bytes are taken to differ.
  std::vector<std::string> notes_on(const PredictedPoint& own, const NamedTexts& chosen) {
    if (std::ranges::none_of(own.predictions, &std::string::empty, &Prediction::reason)) return {};
    if (calls_of(own) > most_calls) return beyond_measured(*profile_, own);
    const std::optional<Program> program =
        program_->kept_program(program_->resolved(*profile_, chosen));
    return beyond_measured(*profile_, own, program ? &*program : nullptr);
  }

  void add_to_tables(const PredictedPoint& own, const std::optional<PredictedPoint>& other,
                     const std::optional<Decision>& decision, const NamedTexts& chosen,
                     bool alone) {
    if (alone) {
      parts_ = parts_table(own);
      add_answer_notes(*parts_, own);
      if (parsed_->arithmetic)
        arithmetic_ = arithmetic_table(
            *profile_,
            study::kernel_arithmetic(program_->program(program_->resolved(*profile_, chosen))));
    } else {
      sweep_.add(own);
    }
    if (other) against_.add(own, *other, *decision);
    if (rival_->time) against_.add(own, *rival_->time, *decision);
  }

  // Whether plumbline found loops that end by a value that is read back.
  static bool has_checks(const PredictedPoint& own) {
    const auto found = std::ranges::find(own.predictions, "plumbline", &Prediction::model);
    return found != own.predictions.end() &&
           std::ranges::any_of(found->passes, [](const PartPrediction& part) {
             return part.name.starts_with(check_of);
           });
  }

  // Each device alone, then both at once.
  std::optional<SplitAnswer> split_together(const NamedTexts& chosen) {
    const NamedTexts alone = study::without_split(*program_, chosen);
    const PredictedPoint own = program_->predict(*profile_, parsed_->predict, alone);
    const PredictedPoint other =
        rival_->program->predict(*rival_->profile, parsed_->predict, alone);
    const Decision decision =
        decide({own.predictions, assumed_error(*profile_), own.profile},
               {other.predictions, assumed_error(*rival_->profile), other.profile});
    if (decision.model.empty() || !decision.reason.empty()) {
      if (!parsed_->best_split) return std::nullopt;
      return SplitAnswer{.text = "no split is predicted: " + decision.reason};
    }
    const study::SplitRequest request{.own = {*profile_, *program_, own},
                                      .rival = {*rival_->profile, *rival_->program, other},
                                      .model = decision.model,
                                      .options = parsed_->predict,
                                      .chosen = alone,
                                      .asked = study::asked_split(*program_, chosen)};
    return split_answer(study::find_best_split(request), request);
  }

  study::ProgramSource* program_;
  const PredictArguments* parsed_;
  const Profile* profile_;
  Rival* rival_;
  Format format_;
  bool shows_tables_;
  PredictionRecord record_;
  KeptModels kept_;                       // of the profile
  std::optional<KeptModels> rival_kept_;  // of the other one
  std::optional<Table> parts_;            // of the only point
  std::optional<Table> arithmetic_;
  SweepTable sweep_;
  AgainstTable against_;
  std::string split_;          // what both devices would reach together
  std::size_t verdicts_ = 0;   // points that have one
  std::size_t undecided_ = 0;  // points that were compared and have none
};

int predict_points(study::ProgramSource& program, const PredictArguments& parsed,
                   const Profile& profile, std::vector<NamedTexts> points) {
  std::vector<std::string> notes;
  if (const std::size_t dropped = study::drop_repeated(points)) {
    notes.push_back(fmt::format("asked for more than once and shown once: {} of {} points", dropped,
                                points.size() + dropped));
  }
  if (std::string note = unreliable_parameters(profile); !note.empty())
    notes.push_back(std::move(note));
  if (parsed.arithmetic) require_one(points, "--arithmetic");
  Rival rival = rival_of(parsed, points);
  Sweep sweep(program, parsed, profile, rival);
  const std::size_t finished = sweep.predict(points);
  bool whole = finished == points.size();
  std::optional<BreakEvenAnswer> break_even;
  try {
    if (whole && !parsed.break_even.empty()) {
      const study::FoundBreakEven found =
          study::find_break_even(program, {.range = parsed.break_even,
                                           .options = parsed.predict,
                                           .own = profile,
                                           .rival = *rival.profile,
                                           .rival_program = *rival.program,
                                           .chosen = points.front()});
      break_even = break_even_answer(found, profile.name, rival.profile->name);
    }
  } catch (const Error& error) {
    if (kind_of(error) != ErrorKind::interrupted) throw;
    break_even = BreakEvenAnswer{.text = "break-even: interrupted before it was found"};
    whole = false;
  }
  const bool has_answer = sweep.has_answer();
  if (finished > 0) std::move(sweep).show(notes, break_even);
  if (whole) return has_answer ? 0 : static_cast<int>(ErrorKind::unavailable);
  report_interrupt(parsed.options, finished, points.size());
  return static_cast<int>(ErrorKind::interrupted);
}

// Also where nothing is there yet.
bool is_same_file(const std::string& one, const std::string& other) {
  std::error_code code;
  if (std::filesystem::exists(one, code) && !std::filesystem::is_regular_file(one, code))
    return false;  // a device takes both
  const auto whole_path = [&](const std::string& path) {
    return std::filesystem::weakly_canonical(std::filesystem::absolute(end_of_links(path)), code);
  };
  return std::filesystem::equivalent(one, other, code) || whole_path(one) == whole_path(other);
}

void check_outputs(const PredictArguments& parsed) {
  const std::string& output = parsed.options.output;
  const bool resolve_prints = parsed.resolve == "-";
  if (resolve_prints && (parsed.show_app || !parsed.profile.empty()))
    refuse("--resolve - prints the program and nothing else: leave out -p and --show-app");
  if (!output.empty() && parsed.profile.empty() && !parsed.show_app && !parsed.resolve.empty())
    refuse(
        "-o has nothing to write: --resolve names where the program goes, and no profile is given");
  require_writable(output);
  if (!resolve_prints) require_writable(parsed.resolve);
  if (!output.empty() && !parsed.resolve.empty() && is_same_file(output, parsed.resolve))
    refuse(fmt::format("-o and --resolve both write '{}'; name another file", output));
}

void write_or_print(const std::string& path, const std::string& text) {
  if (path.empty()) {
    fmt::print("{}", text);
  } else {
    write_whole(path, text);
  }
}

}  // namespace

int predict_command(Arguments arguments) {
  const PredictArguments parsed = parse_predict_arguments(arguments);
  (void)format_from_name(parsed.options.format);
  check_outputs(parsed);
  std::optional<Profile> profile;
  if (!parsed.profile.empty()) profile = study::find_profile(parsed.profile);
  study::ProgramSource program(
      parsed.application,
      profile ? traits_of(profile->provenance.device) : DeviceTraits{DeviceKind::gpu}, interrupted);
  std::vector<std::string> inputs = program.files();
  for (const std::string& name : {parsed.profile, parsed.against}) {
    if (!name.empty()) std::ranges::copy(study::profile_files(name), std::back_inserter(inputs));
  }
  require_not_input(parsed.options.output, inputs);
  require_not_input(parsed.resolve, inputs);
  const std::vector<NamedTexts> points = program.points(parsed.assignments);
  if (parsed.show_app) {
    require_one(points, "--show-app");
    // The file is the prediction's where there is one.
    write_or_print(profile ? "" : parsed.options.output, program.application_file(points.front()));
  }
  if (!parsed.resolve.empty()) {
    require_one(points, "--resolve");
    write_or_print(parsed.resolve == "-" ? "" : parsed.resolve,
                   to_text(to_json(program.program(
                       profile ? program.resolved(*profile, points.front()) : points.front()))));
  }
  if (!profile) {
    if (parsed.show_app || !parsed.resolve.empty()) return 0;
    refuse("no profile given; name one with -p: a file, or one that `plumb predict --help` lists");
  }
  return predict_points(program, parsed, *profile, points);
}

}  // namespace plumb::cli
