// cli/probe.cpp - plumb probe: measures a device's data paths into a profile.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/frame/commands.h"
#include "cli/frame/options.h"
#include "plumb/base/error.h"
#include "plumb/base/json.h"
#include "plumb/device/open.h"
#include "plumb/probe/run_probes.h"
#include "plumb/report/profile_tables.h"
#include "plumb/study/probe_device.h"
#include "plumb/study/profiles.h"
#include "plumb/study/sweep.h"

namespace plumb::cli {
namespace {

struct ProbeArguments {
  Options options;
  bool full = false;
  bool quick = false;
  bool brief = false;
  bool strict = false;
  bool paper = false;
  std::vector<std::string> only;
  std::string resume;
  std::string max_memory;
};

// "latency,launch" and "--only latency --only launch" mean the same.
std::vector<std::string> split_at_commas(const std::vector<std::string>& texts) {
  std::vector<std::string> names;
  for (const std::string& text : texts) {
    for (std::string& name : study::split(text, ',')) names.push_back(std::move(name));
  }
  return names;
}

ProbeArguments parse_probe_arguments(Arguments arguments) {
  CommandLine line("probe");
  ProbeArguments parsed;
  add_options(line, parsed.options);
  line.flag("--full", parsed.full);
  line.flag("--quick", parsed.quick);
  line.flag("--brief", parsed.brief);
  line.flag("--strict", parsed.strict);
  line.flag("--paper", parsed.paper);
  line.texts("--only", parsed.only);
  line.text("--resume", parsed.resume);
  line.text("--max-memory", parsed.max_memory);
  line.parse(arguments);
  if (parsed.full && parsed.quick)
    throw Error(ErrorKind::input, "--quick and --full exclude each other");
  parsed.only = split_at_commas(parsed.only);
  if (parsed.paper && parsed.only.empty()) parsed.only = {"paper"};
  return parsed;
}

Bytes bytes_from(const std::string& text) {
  if (text.empty()) return {};
  const std::string digits = study::size_as_digits(text);
  if (digits.empty() || digits.find_first_not_of("0123456789") != std::string::npos ||
      digits.size() > 18)
    throw Error(ErrorKind::input,
                fmt::format("--max-memory: '{}' is not a size; write 512Mi, 2Gi or bytes", text));
  const Bytes size{std::stoull(digits)};
  if (size.count == 0)
    throw Error(ErrorKind::input, "--max-memory 0: nothing can be probed without memory");
  return size;
}

// A half-finished profile goes on only where it began.
Profile resumed(const std::string& path, const Provenance& here) {
  Profile profile = study::find_profile(path);
  const DeviceDescription& then = profile.provenance.device;
  if (then.name != here.device.name || then.driver != here.device.driver ||
      then.backend != here.device.backend)
    throw Error(
        ErrorKind::input,
        fmt::format("cannot go on with '{}': it is of {}:{} (driver {}), this is {}:{} (driver {})",
                    path, then.backend, then.name, then.driver, here.device.backend,
                    here.device.name, here.device.driver));
  profile.name = here.device.name;  // a file that is read goes by its path
  return profile;
}

// The devices of paper 000, in its order.
std::vector<Profile> printed_profiles() {
  return {study::find_profile("nv45"), study::find_profile("g70"), study::find_profile("g80")};
}

void show(const ProbeArguments& parsed, const Profile& profile) {
  const Format format = format_from_name(parsed.options.format);
  if (format == Format::json) {
    fmt::print("{}", to_text(to_json(profile)));
  } else if (!parsed.options.quiet) {
    std::vector<Table> tables = probe_tables(profile);
    tables.insert(tables.begin(),
                  parsed.paper ? paper_table(profile, printed_profiles()) : summary_table(profile));
    fmt::print("{}", render(tables, format));
  }
}

bool has_doubts(const Profile& profile) {
  return std::ranges::any_of(profile.parameters, [](const Finding& parameter) {
    return parameter.confidence != Confidence::sure;
  });
}

// A profile that goes on is kept in its own file unless another is named; `-o -` names none.
std::string output_of(const Options& options, const std::string& resume) {
  return options.output.empty() && !options.to_standard_output ? resume : options.output;
}

int report_probe_interrupt(const ProbeArguments& parsed, const std::string& output, bool wrote) {
  if (!wrote) {
    fmt::print(stderr, "interrupted before the first probe was finished; {}\n",
               parsed.resume.empty() ? "nothing is kept"
                                     : fmt::format("'{}' is as it was", parsed.resume));
  } else {
    fmt::print(stderr, "interrupted; what is finished is {}\n",
               output.empty() ? "shown, and kept nowhere: -o names a file"
                              : fmt::format("kept: go on with --resume {}", output));
  }
  return static_cast<int>(ErrorKind::interrupted);
}

}  // namespace

int probe_command(Arguments arguments) {
  const ProbeArguments parsed = parse_probe_arguments(arguments);
  (void)format_from_name(parsed.options.format);
  const std::vector<const Probe*> probes = chosen_probes(parsed.only, parsed.full);
  const std::string output = output_of(parsed.options, parsed.resume);
  const study::ProbeRequest request{.full = parsed.full,
                                    .brief = parsed.brief,
                                    .max_memory = bytes_from(parsed.max_memory),
                                    .output = output};
  require_writable(output);
  const std::unique_ptr<device::Device> device = device::open_device(parsed.options.device);
  Profile profile = study::empty_profile(*device);
  if (!parsed.resume.empty()) profile = resumed(parsed.resume, profile.provenance);
  Progress progress(parsed.options.quiet);
  const study::ProbingEnd end =
      study::probe_device(*device, request, probes, watch_of(progress), profile);
  show(parsed, profile);
  if (!end.finished) return report_probe_interrupt(parsed, output, end.added);
  if (study::has_failures(profile)) return static_cast<int>(ErrorKind::device);
  return parsed.strict && has_doubts(profile) ? static_cast<int>(ErrorKind::unreliable) : 0;
}

}  // namespace plumb::cli
