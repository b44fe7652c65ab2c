// cli/doctor.cpp - plumb doctor: what is here, what is missing, is my number right?
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/build_info.h"
#include "cli/frame/commands.h"
#include "cli/frame/options.h"
#include "plumb/base/error.h"
#include "plumb/base/json.h"
#include "plumb/doctor/examine.h"
#include "plumb/doctor/expected_values.h"
#include "plumb/report/checkup_tables.h"
#include "plumb/study/profiles.h"

namespace plumb::cli {
namespace {

struct DoctorArguments {
  std::vector<std::string> files;
  std::string profile;
  std::string device;  // not PLUMB_DEVICE: who has set it still wants to see all
  double within = 0;   // 0: what suits the kind of file
  bool strict = false;
  Options options;
};

DoctorArguments parse_doctor_arguments(Arguments arguments) {
  CommandLine line("doctor");
  DoctorArguments parsed;
  line.texts("files", parsed.files);
  line.text("-p,--profile", parsed.profile);
  line.text("-d,--device", parsed.device);
  line.percent("--within", parsed.within);
  line.flag("--strict", parsed.strict);
  add_page_options(line, parsed.options);
  line.parse(arguments);
  if (parsed.within < 0)
    throw Error(ErrorKind::input,
                fmt::format("--within: {:g} % is less than zero", parsed.within * 100));
  if (parsed.files.empty() && (!parsed.profile.empty() || parsed.within > 0)) {
    throw Error(ErrorKind::input,
                "-p and --within are about measured values: plumb doctor RESULT.json");
  }
  (void)format_from_name(parsed.options.format);
  require_writable(parsed.options.output);
  require_not_input(parsed.options.output, parsed.files);
  return parsed;
}

std::vector<doctor::BuiltInPart> built_in_parts() {
  constexpr const char* rebuild = "run scripts/setup, which installs it, and build again";
  return {{"muParser", "application files (.toml)", has_muparser, rebuild},
          {"libpng", "pictures (.png)", has_png, rebuild}};
}

int examine_machine(const DoctorArguments& parsed) {
  device::Found found = device::find_devices();
  if (!parsed.device.empty())
    found.devices = {device::Info(found.devices[select_device(found, parsed.device)])};
  const std::vector<CheckupItem> items =
      doctor::examine(found, doctor::SystemFiles("/"), built_in_parts());
  const Table table = checkup_table(items);
  print(parsed.options, {&table, 1});
  if (any_with(items, Health::blocking)) return static_cast<int>(ErrorKind::unavailable);
  const bool unreliable = parsed.strict && any_with(items, Health::disturbing);
  return unreliable ? static_cast<int>(ErrorKind::unreliable) : 0;
}

Profile reference_for(const DoctorArguments& parsed, const DeviceDescription& device) {
  if (!parsed.profile.empty()) return study::find_profile(parsed.profile);
  std::optional<Profile> shipped = study::shipped_profile_of(device);
  if (shipped) return *std::move(shipped);
  throw Error(ErrorKind::unavailable,
              fmt::format("no profile of '{}' ({}, {} units) comes with plumb; name one with -p",
                          device.name, device.backend, device.compute_units));
}

// One file against the profile of its device.
ExpectedValues expected_of(const std::string& file, const DoctorArguments& parsed) {
  const Json json = parse_json(read_text_file(file), file);
  const JsonView view(json, file);
  const auto compared = [&](const auto& measured, double usual) {
    const DeviceDescription& device = measured.provenance.device;
    const Profile reference = reference_for(parsed, device);
    ExpectedValues values =
        doctor::against_profile(measured, reference, parsed.within > 0 ? parsed.within : usual);
    values.file = file;
    const DeviceDescription& known = reference.provenance.device;
    if (known.name != device.name || known.backend != device.backend) {
      values.notes.push_back(fmt::format("the reference is of another device: {}:{}, not {}:{}",
                                         known.backend, known.name, device.backend, device.name));
    }
    return values;
  };
  const std::string schema = view.at("schema").text();
  if (schema.starts_with("plumbline.profile/"))
    return compared(profile_from_json(view), doctor::usual_difference);
  if (schema.starts_with("plumbline.result/"))
    return compared(result_from_json(view), doctor::usual_model_error);
  view.at("schema").refuse("expected a profile or a result, found '" + schema + "'");
}

int judge_files(const DoctorArguments& parsed) {
  std::vector<Table> tables;
  bool worse = false;
  for (const std::string& file : parsed.files) {
    const ExpectedValues values = expected_of(file, parsed);
    for (const ExpectedValue& value : values.values) worse = worse || is_worse(value);
    tables.push_back(expected_table(values));
  }
  print(parsed.options, tables);
  return worse ? static_cast<int>(ErrorKind::check_failed) : 0;
}

}  // namespace

int doctor_command(Arguments arguments) {
  const DoctorArguments parsed = parse_doctor_arguments(arguments);
  return parsed.files.empty() ? examine_machine(parsed) : judge_files(parsed);
}

}  // namespace plumb::cli
