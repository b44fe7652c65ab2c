// cli/artifact.cpp - plumb artifact: a measurement that others can check and repeat.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdio>
#include <thread>

#include <fcntl.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/build_info.h"
#include "cli/devices.h"
#include "cli/frame/commands.h"
#include "cli/frame/interrupt.h"
#include "cli/frame/options.h"
#include "plumb/artifact/application_files.h"
#include "plumb/artifact/create.h"
#include "plumb/artifact/verify.h"
#include "plumb/base/error.h"
#include "plumb/base/json.h"
#include "plumb/base/printable.h"
#include "plumb/device/open.h"
#include "plumb/device/source_text.h"
#include "plumb/device/traits.h"
#include "plumb/doctor/examine.h"
#include "plumb/report/artifact_table.h"
#include "plumb/report/checkup_tables.h"
#include "plumb/study/profiles.h"

namespace plumb::cli {
namespace {

std::string environment_text() {
  const device::Found found = device::find_devices();
  const std::vector<Table> tables{
      devices_table(found), checkup_table(doctor::examine(found, doctor::SystemFiles("/"), {}))};
  return fmt::format("plumb {}\ncompiler {}, {}\nlibraries {}\n\n{}", version, compiler, build_type,
                     libraries, render(tables, Format::text));
}

// The profiles of the devices that the records were measured on, each once.
std::vector<std::pair<std::string, std::string>> profiles_of(
    const std::vector<std::string>& records) {
  std::vector<std::pair<std::string, std::string>> profiles;
  for (const std::string& file : records) {
    const Json json = parse_json(read_text_file(file), file);
    const JsonView view(json, file);
    if (!view.has("provenance")) continue;  // refused by create
    const auto profile =
        study::profile_of_device(provenance_from_json(view.at("provenance")).device);
    if (!profile) continue;
    const bool known =
        std::ranges::any_of(profiles, [&](const auto& one) { return one.first == profile->name; });
    if (!known) profiles.emplace_back(profile->name, to_text(to_json(*profile)));
  }
  return profiles;
}

// Where a kernel's includes lie is the compiler's matter.
void note_includes(const std::vector<std::string>& files) {
  for (const std::string& file : files) {
    const bool is_kernel = file.ends_with(".cl") || file.ends_with(".cu");
    if (is_kernel && device::includes_files(read_text_file(file)))
      fmt::print(stderr,
                 "note: '{}' includes other files, which the artifact has only where --with names "
                 "them\n",
                 printable_line(file));
  }
}

int create_artifact(Arguments arguments) {
  CommandLine line("artifact");
  artifact::ArtifactParts parts;
  std::vector<std::string> words;
  bool quiet = false;
  line.texts("words", words);
  line.texts("--with", parts.inputs);
  line.flag("-q,--quiet", quiet);
  line.parse(arguments);
  if (words.size() < 2) {
    throw Error(
        ErrorKind::input,
        "artifact create needs a folder and records: plumb artifact create DIR RESULT.json");
  }
  parts.folder = words.front();
  parts.records.assign(words.begin() + 1, words.end());
  const std::vector<std::string> read = artifact::files_of_applications(parts.records);
  parts.inputs.insert(parts.inputs.end(), read.begin(), read.end());
  note_includes(read);
  parts.profiles = profiles_of(parts.records);
  parts.environment = environment_text();
  artifact::create(parts);
  if (!quiet)
    fmt::print("{}: records {}, profiles {}; plumb artifact verify {} checks it\n", parts.folder,
               parts.records.size(), parts.profiles.size(), parts.folder);
  return 0;
}

// This program once more, without a word on the terminal; an interrupt of us is one of it.
int run_plumb(const std::vector<std::string>& words, const std::string& folder) {
  std::vector<char*> pointers{const_cast<char*>("plumb")};
  for (const std::string& word : words) pointers.push_back(const_cast<char*>(word.c_str()));
  pointers.push_back(nullptr);
  const pid_t child = ::fork();
  if (child < 0) throw Error(ErrorKind::device, "starting plumb again: fork failed");
  if (child == 0) {
    const int nowhere = ::open("/dev/null", O_WRONLY);
    if (::chdir(folder.c_str()) == 0 && nowhere >= 0 && ::dup2(nowhere, STDOUT_FILENO) >= 0)
      ::execv("/proc/self/exe", pointers.data());
    ::_exit(127);
  }
  int status = 0;
  bool forwarded = false;
  while (::waitpid(child, &status, WNOHANG) == 0) {
    if (interrupted() && !forwarded) forwarded = ::kill(child, SIGINT) == 0;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int exit_code_of(const VerifiedArtifact& verified) {
  const auto any = [&](Reproduction one) {
    return std::ranges::find(verified.records, one, &VerifiedRecord::reproduction) !=
           verified.records.end();
  };
  if (verified.interrupted) return static_cast<int>(ErrorKind::interrupted);
  if (!verified.changed.empty() || any(Reproduction::different) || any(Reproduction::failed))
    return static_cast<int>(ErrorKind::check_failed);
  return any(Reproduction::elsewhere) ? static_cast<int>(ErrorKind::unavailable) : 0;
}

int verify_artifact(Arguments arguments) {
  CommandLine line("artifact");
  Options options;
  std::string folder;
  artifact::VerifyOptions verify;
  line.required_text("folder", folder);
  line.flag("--checksums-only", verify.checksums_only);
  add_page_options(line, options);
  line.parse(arguments);
  (void)format_from_name(options.format);
  require_writable(options.output);
  Progress progress(options.quiet);
  if (!verify.checksums_only) {
    for (const device::Info& info : device::find_devices().devices)
      verify.devices_here.push_back(describe(info));
  }
  verify.rerun = run_plumb;
  verify.progress = [&](const std::string& text) { progress.show(text); };
  verify.interrupted = interrupted;
  const VerifiedArtifact verified = artifact::verify(folder, verify);
  progress.clear();
  const Table table = artifact_table(verified);
  print(options, {&table, 1});
  for (const std::string& change : verified.changed)
    fmt::print(stderr, "{}: {}\n", printable_line(folder), printable_line(change));
  if (verified.interrupted) {
    fmt::print(stderr, "interrupted: {} of the records were verified\n", verified.records.size());
  }
  return exit_code_of(verified);
}

}  // namespace

int artifact_command(Arguments arguments) {
  const std::string part = arguments.empty() ? "" : arguments.front();
  if (part == "create") return create_artifact(arguments.subspan(1));
  if (part == "verify") return verify_artifact(arguments.subspan(1));
  throw Error(
      ErrorKind::input,
      fmt::format("artifact takes create or verify, not '{}'; 'plumb artifact --help' shows "
                  "how",
                  part));
}

}  // namespace plumb::cli
