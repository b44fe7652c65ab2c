// cli/survey.cpp - plumb survey: probe, predict, run, explain and report, the main job.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/study/survey.h"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <functional>

#include <fmt/format.h>

#include "cli/frame/commands.h"
#include "cli/frame/options.h"
#include "cli/frame/overdue.h"
#include "cli/frame/print_error.h"
#include "cli/report_inputs.h"
#include "cli/survey_plan_table.h"
#include "plumb/base/error.h"
#include "plumb/base/json.h"
#include "plumb/device/open.h"
#include "plumb/report/html/page.h"
#include "plumb/report/survey_summary.h"
#include "plumb/study/profiles.h"
#include "plumb/study/survey_folder.h"

namespace plumb::cli {
namespace {

struct SurveyArguments {
  Options options;            // output is a folder here
  bool names_device = false;  // on the command line
  Seconds budget = study::survey_budget;
  std::string profile;
  bool dry_run = false;
};

SurveyArguments parse_survey_arguments(Arguments arguments) {
  CommandLine line("survey");
  SurveyArguments parsed;
  parsed.options.output = "survey-results";
  line.text("-d,--device", parsed.options.device, "PLUMB_DEVICE");
  line.text("-o,--output", parsed.options.output);
  line.time("--budget", parsed.budget);
  line.text("-p,--profile", parsed.profile);
  line.flag("--dry-run", parsed.dry_run);
  line.text("--format", parsed.options.format);
  line.flag("-q,--quiet", parsed.options.quiet);
  line.parse(arguments);
  parsed.names_device = line.is_typed("--device");
  (void)format_from_name(parsed.options.format);
  if (!(parsed.budget > Seconds{0}))
    throw Error(ErrorKind::input, "--budget: must be more than 0s; 5m is the default");
  if (parsed.options.output.empty() || parsed.options.output == "-")
    throw Error(ErrorKind::input,
                "--output: a survey writes several files; name a folder, such as survey-results");
  return parsed;
}

// Of one device what was chosen; of `all` every index.
std::vector<std::string> selections_of(const std::string& device) {
  if (device != "all") return {device};
  const device::Found found = device::find_devices();
  (void)device::select_device(found, "");  // refuses where there is none, with the remedies
  std::vector<std::string> indexes;
  for (std::size_t i = 0; i < found.devices.size(); ++i) indexes.push_back(std::to_string(i));
  return indexes;
}

// "0-nvidia-h200"
std::string folder_name(std::size_t index, const std::string& device) {
  std::string name = fmt::format("{}-", index);
  for (const char c : device) {
    const auto letter = static_cast<unsigned char>(c);
    if (std::isalnum(letter) != 0) {
      name += static_cast<char>(std::tolower(letter));
    } else if (!name.ends_with('-')) {
      name += '-';
    }
  }
  name.erase(name.find_last_not_of('-') + 1);
  return name;
}

// Of several devices each has one of its own.
std::string folder_of(const SurveyArguments& arguments, const device::Device& device,
                      std::size_t index, std::size_t devices) {
  const std::string& folder = arguments.options.output;
  return devices == 1 ? folder
                      : fmt::format("{}/{}", folder, folder_name(index, device.info().name));
}

// Points that were not finished, by the cause.
struct Unfinished {
  std::vector<std::string> left_out;  // by the budget
  std::vector<std::string> refused;
  std::vector<std::string> open;  // by an interrupt
};

Unfinished unfinished_of(const study::SurveyPlan& plan) {
  Unfinished points;
  for (const study::SurveyPoint& point : plan.points) {
    const std::string& label = point.planned.label;
    if (point.refused) {
      points.refused.push_back(fmt::format("{}: {}", label, point.left_out));
    } else if (point.left_out == study::was_interrupted) {
      points.open.push_back(label);
    } else if (!point.left_out.empty()) {
      points.left_out.push_back(label);
    }
  }
  return points;
}

bool has_records(const study::Survey& survey) {
  return has_contents(survey.profile) || !survey.workloads.empty();
}

// What is printed of one device, also kept as summary.txt beside its records.
std::string summary_of(const study::Survey& survey, const std::string& folder,
                       const std::string& report, Format format) {
  std::vector<SurveyedResult> results;
  for (const study::SurveyedWorkload& workload : survey.workloads)
    results.push_back({&workload.result, workload.explanations});
  Unfinished unfinished = unfinished_of(survey.plan);
  const SurveyFindings findings{.profile = &survey.profile,
                                .profile_origin = survey.profile_origin,
                                .results = results,
                                .kept_points = survey.kept_points,
                                .resized_points = survey.resized_points,
                                .earlier_records = survey.earlier_records,
                                .earlier_folder = survey.earlier_folder,
                                .left_out = std::move(unfinished.left_out),
                                .refused = std::move(unfinished.refused),
                                .open = std::move(unfinished.open),
                                .took = survey.took,
                                .folder = folder,
                                .report = report};
  if (format != Format::text) return render(survey_table(findings), format);
  return fmt::format("{}\n", fmt::join(survey_summary(findings), "\n"));
}

// What is kept is said as it is: an interrupt while probing leaves a profile and no point.
void report_survey_interrupt(const study::Survey& survey, const std::string& folder) {
  if (!has_records(survey)) {
    fmt::print(stderr, "interrupted before anything was measured\n");
    return;
  }
  const std::size_t points = survey.plan.points.size();
  const Unfinished unfinished = unfinished_of(survey.plan);
  const std::size_t finished =
      points - unfinished.open.size() - unfinished.left_out.size() - unfinished.refused.size();
  fmt::print(stderr, "interrupted; {} kept in '{}': the same command goes on\n",
             finished == 0 ? "what was probed is"
                           : fmt::format("{} of {} points are finished and", finished, points),
             folder);
}

// Files are named as they lie beside the report.
void add_to_report(ReportInputs& inputs, const study::Survey& survey, const std::string& folder) {
  const auto beside = [&](const std::string& file) {
    return std::filesystem::path(file).lexically_relative(folder).string();
  };
  if (has_contents(survey.profile))
    inputs.profiles.push_back({beside(survey.profile.name), survey.profile});
  for (const study::SurveyedWorkload& one : survey.workloads)
    inputs.results.push_back({.file = beside(one.file), .result = one.result});
  complete(inputs, false);
}

// Surveys of the devices, one after another, and the exit code: the first that is not 0.
class Surveys {
 public:
  explicit Surveys(const SurveyArguments& arguments) : arguments_(&arguments) {
    report_.title = "Plumbline survey";
    if (!arguments.profile.empty()) profile_ = study::find_profile(arguments.profile);
  }

  int run() {
    const std::vector<std::string> selections = selections_of(arguments_->options.device);
    for (std::size_t i = 0; i < selections.size() && !interrupted_; ++i) {
      try {
        survey(selections[i], i, selections.size());
      } catch (const Error& error) {
        if (selections.size() == 1) throw;
        print_error(error);  // the other devices go on
        note_code(static_cast<int>(kind_of(error)));
      }
    }
    if (lost_) std::rethrow_exception(lost_);
    return code_;
  }

 private:
  void note_code(int code) {
    if (code_ == 0) code_ = code;
  }

  void survey(const std::string& selection, std::size_t index, std::size_t devices) {
    const Options& options = arguments_->options;
    const std::unique_ptr<device::Device> device = device::open_device(selection);
    const std::string folder = folder_of(*arguments_, *device, index, devices);
    const study::SurveyFolder held(folder);
    Progress progress(options.quiet);
    constexpr Seconds longest_wait{30};
    const OverdueReport overdue(longest_wait);
    const study::SurveyRequest request{.folder = folder,
                                       .budget = arguments_->budget / static_cast<double>(devices),
                                       .profile = profile_};
    const study::Survey survey = study::run_survey(*device, request, watch_of(progress));
    progress.clear();
    interrupted_ = survey.interrupted;
    note_code(study::exit_code(survey));
    if (interrupted_) report_survey_interrupt(survey, folder);
    if (!has_records(survey)) return;
    add_to_report(report_, survey, options.output);
    const bool has_report = keep([&] { write_whole(report_file(), html_page(report_)); });
    const std::string page = summary_of(survey, folder, has_report ? report_file() : "",
                                        format_from_name(options.format));
    fmt::print("{}{}", shown_++ > 0 ? "\n" : "", page);
    std::fflush(stdout);
    keep([&] { write_whole(folder + "/summary.txt", page); });
  }

  // What is made from the records comes last: a disk that is full loses that alone, and the next
  // device goes on.
  bool keep(const std::function<void()>& write) {
    try {
      write();
      return true;
    } catch (const Error&) {
      if (!lost_) lost_ = std::current_exception();
      return false;
    }
  }

  [[nodiscard]] std::string report_file() const {
    return arguments_->options.output + "/report.html";
  }

  const SurveyArguments* arguments_;
  std::optional<Profile> profile_;
  ReportInputs report_;
  std::size_t shown_ = 0;    // devices
  std::exception_ptr lost_;  // why the first page could not be written
  bool interrupted_ = false;
  int code_ = 0;
};

// Of a device that is named what would run on it; else, with a profile, of the profile's own.
int show_plan(const SurveyArguments& arguments) {
  std::vector<Table> tables;
  std::optional<Profile> profile;
  if (!arguments.profile.empty()) profile = study::find_profile(arguments.profile);
  if (profile && !arguments.names_device) {
    tables.push_back(survey_plan_table(*profile, arguments.budget));
  } else {
    const std::vector<std::string> selections = selections_of(arguments.options.device);
    for (std::size_t i = 0; i < selections.size(); ++i) {
      const std::unique_ptr<device::Device> device = device::open_device(selections[i]);
      tables.push_back(
          survey_plan_table(device->info(), folder_of(arguments, *device, i, selections.size()),
                            profile, arguments.budget / static_cast<double>(selections.size())));
    }
  }
  fmt::print("{}", render(tables, format_from_name(arguments.options.format)));
  return 0;
}

}  // namespace

int survey_command(Arguments arguments) {
  const SurveyArguments parsed = parse_survey_arguments(arguments);
  return parsed.dry_run ? show_plan(parsed) : Surveys(parsed).run();
}

}  // namespace plumb::cli
