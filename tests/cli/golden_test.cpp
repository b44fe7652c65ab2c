// tests/cli/golden_test.cpp - every command prints what it printed before, but for what varies.
//
// tests/golden/cli/*.txt are transcripts: lines that begin with "$ " are commands, what follows is
// their masked output, "! " marks lines of standard error, "exit N" a code other than 0. A new
// transcript needs only its commands; PLUMB_UPDATE_GOLDENS=1 writes the rest. Besides plumb there
// are `cat FILE`, `ls FOLDER` and `assemble PTX CUBIN`; $once stands for one sample per point, $out
// for an empty folder. "# needs ..." says what must be here for the transcript to be run.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <optional>
#include <set>
#include <sstream>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plumb/base/error.h"
#include "plumb/base/json.h"
#include "plumb/device/cuda/compile.h"
#include "plumb/records/provenance.h"
#include "plumb/workloads/workload.h"
#include "tests/cli/masking.h"
#include "tests/cli/plumb_program.h"

namespace plumb {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

const fs::path golden_folder = PLUMB_SOURCE_DIR "/tests/golden/cli";
constexpr const char* once =
    "--min-samples 1 --max-samples 1 --min-time 0s --warm-up 0 --max-noise 100";

Words words_of(const std::string& line) {
  std::istringstream stream(line);
  Words words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at))
    text.replace(at, what.size(), by);
  return text;
}

std::optional<device::Info> find_pocl() {
  const auto found = device::find_devices().devices;
  const auto pocl =
      std::ranges::find(found, "Portable Computing Language", &device::Info::platform);
  return pocl == found.end() ? std::nullopt : std::optional(*pocl);
}

// Other devices that would stand beside PoCL where plumb lists all; CUDA is hidden from it.
std::string others_than_pocl() {
  const auto found = device::find_devices().devices;
  const auto count = std::ranges::count(found, "opencl", &device::Info::backend);
  return count == 1 ? "" : fmt::format("{} OpenCL devices are here, not one", count);
}

// Why a transcript that needs `what` cannot be run here; empty if it can.
std::string lack_of(const std::string& what, const std::optional<device::Info>& pocl) {
  if (what == "PoCL") return pocl ? "" : "PoCL is not here; scripts/setup installs it";
  if (what == "PoCL alone") return others_than_pocl();
  if (what == "muParser")
    return PLUMB_HAS_MUPARSER ? "" : "plumb has no muParser, which scripts/setup installs";
  try {
    const std::string tool = device::cuda::Linker().tool();
    return tool == what ? "" : fmt::format("{} is not here but {}", what, tool);
  } catch (const Error& error) {
    return explain(error);
  }
}

std::string as_file_name(std::string text) {
  for (char& c : text) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '-';
  }
  return text;
}

// As messages list them: a new workload changes no transcript.
std::string names_of_workloads() {
  std::vector<std::string_view> names;
  for (const Workload& workload : catalogue()) names.push_back(workload.name);
  return fmt::format("{}", fmt::join(names, ", "));
}

// What `plumb list` says of workloads that came after the transcripts is left out.
std::string without_later_workloads(const std::string& text) {
  const std::set<std::string_view> known{"himeno", "livermore", "stream"};
  std::istringstream lines(text);
  std::string kept;
  for (std::string line; std::getline(lines, line);) {
    const bool later = std::ranges::any_of(catalogue(), [&](const Workload& workload) {
      const std::string name(workload.name);
      return !known.contains(workload.name) &&
             (line.starts_with(name + " ") || line.find("," + name + ",") != std::string::npos);
    });
    if (!later) kept += line + "\n";
  }
  return kept;
}

class PlumbTranscript : public PlumbProgram, public testing::WithParamInterface<std::string> {
 protected:
  void SetUp() override {
    PlumbProgram::SetUp();
    fs::current_path(PLUMB_SOURCE_DIR);  // the transcripts name files of the checkout
    fs::create_directories(folder + "/files");
    const HostDescription host = describe_host();
    names_ = {{folder + "/files", "$out"}, {folder, "<folder>"}};
    // The longer name first: it may contain the other, as that of PoCL does with the processor.
    if (pocl_) {
      names_.insert(names_.end(), {{pocl_->name, "<device>"},
                                   {as_file_name(pocl_->name), "<device>"},
                                   {pocl_->driver, "<driver>"}});
    }
    names_.insert(names_.end(), {{host.processor, "<processor>"},
                                 {host.system, "<system>"},
                                 {names_of_workloads(), "<workloads>"}});
  }

  // What the command prints, as a transcript has it.
  std::string answer_to(const std::string& command) {
    Words words = words_of(replaced(replaced(command, "$once", once), "$out", folder + "/files"));
    const std::string program = words.front();
    words.erase(words.begin());
    if (program == "cat") return masked(read_text_file(words.at(0)));
    if (program == "ls") return listing(words.at(0));
    if (program == "assemble") return assemble(words.at(0), words.at(1));
    if (program != "plumb") throw Error(ErrorKind::input, "unknown command: " + command);
    const Outcome outcome = plumb(words, environment());
    std::string answer =
        masked(words.front() == "list" ? without_later_workloads(outcome.out) : outcome.out);
    std::istringstream errors(masked(outcome.error));
    for (std::string line; std::getline(errors, line);) answer += fmt::format("! {}\n", line);
    if (outcome.code != 0) answer += fmt::format("exit {}\n", outcome.code);
    return answer;
  }

  const std::optional<device::Info> pocl_ = find_pocl();

 private:
  [[nodiscard]] std::string masked(const std::string& text) const { return mask(text, names_); }

  // PoCL even where there is a GPU, with 2 GiB even where there is a lot; nothing of the user's
  // data.
  [[nodiscard]] Words environment() const {
    Words variables{"XDG_DATA_HOME=" + folder + "/data", "PLUMB_CUDA_LIBRARY=absent.so",
                    "POCL_MEMORY_LIMIT=2", "NO_COLOR=1"};
    if (pocl_) variables.push_back("PLUMB_DEVICE=opencl:" + pocl_->name);
    return variables;
  }

  [[nodiscard]] std::string listing(const std::string& path) const {
    Words names;
    for (const auto& entry : fs::recursive_directory_iterator(path)) {
      if (entry.is_regular_file()) names.push_back(fs::relative(entry.path(), path));
    }
    std::ranges::sort(names);
    return masked(fmt::format("{}\n", fmt::join(names, "\n")));
  }

  static std::string assemble(const std::string& ptx, const std::string& cubin) {
    const auto code = device::cuda::Linker().cubin(read_text_file(ptx), ptx, 90, true);
    std::ofstream(cubin, std::ios::binary)
        .write(reinterpret_cast<const char*>(code.data()),
               static_cast<std::streamsize>(code.size()));
    return "";
  }

  std::vector<LocalName> names_;
};

TEST_P(PlumbTranscript, is_what_the_commands_print) {
  const std::string path = golden_folder / (GetParam() + ".txt");
  const std::string golden = read_text_file(path);
  std::string transcript;
  std::istringstream lines(golden);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("# needs ")) {
      const std::string lack = lack_of(line.substr(8), pocl_);
      if (!lack.empty()) GTEST_SKIP() << lack;
    }
    if (line.starts_with('#') && transcript.find('$') == std::string::npos)
      transcript += line + "\n";
    if (line.starts_with("$ ")) transcript += line + "\n" + answer_to(line.substr(2));
  }

  ASSERT_NE(transcript.find("$ "), std::string::npos) << path << " holds no command";
  if (std::getenv("PLUMB_UPDATE_GOLDENS") != nullptr) return write_whole(path, transcript);
  EXPECT_EQ(transcript, golden) << "see tests/golden/cli/intended_differences.md";
}

std::vector<std::string> transcripts() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(golden_folder)) {
    if (entry.path().extension() == ".txt") names.push_back(entry.path().stem());
  }
  std::ranges::sort(names);
  return names;
}

INSTANTIATE_TEST_SUITE_P(Golden, PlumbTranscript, testing::ValuesIn(transcripts()),
                         [](const auto& each) { return each.param; });

}  // namespace
}  // namespace plumb
