// tests/cli/survey_test.cpp - plumb survey: its folder, its screen, interrupts and refusals.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <fstream>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "plumb/base/json.h"
#include "plumb/records/profile.h"
#include "plumb/records/result.h"
#include "tests/cli/plumb_program.h"

namespace plumb {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

Profile profile_in(const std::string& path) {
  const Json json = parse_json(read_text_file(path), path);
  return profile_from_json(JsonView(json, path));
}

Result result_in(const std::string& path) {
  const Json json = parse_json(read_text_file(path), path);
  return result_from_json(JsonView(json, path));
}

class PlumbSurvey : public PlumbOnDevice {
 protected:
  void SetUp() override {
    PlumbOnDevice::SetUp();
    if (IsSkipped()) return;
    survey = folder + "/survey";
    std::filesystem::create_directories(survey);
    profile = folder + "/tiny.json";
    write_whole(profile, to_text(to_json(tiny_profile())));
  }

  // Of a device whose caches hold next to nothing, so that every point is small; of which kind is
  // not stated, so that it stands for whatever is here.
  static Profile tiny_profile() {
    Profile tiny = profile_in(PLUMB_SOURCE_DIR "/profiles/pocl-x86-64.json");
    for (Finding& parameter : tiny.parameters) {
      if (parameter.name.starts_with("capacity.level")) parameter.value = exactly(8192, "B");
    }
    tiny.provenance.device.kind = "";
    return tiny;
  }

  [[nodiscard]] std::vector<std::string> words(const char* budget) const {
    return {"survey", "-p", profile, "-o", survey, "--budget", budget};
  }

  [[nodiscard]] std::size_t points() const {
    std::size_t count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(survey)) {
      if (entry.path().extension() == ".json" && entry.path().stem() != "profile")
        count += result_in(entry.path().string()).points.size();
    }
    return count;
  }

  // As a plan that is shown counts them.
  [[nodiscard]] std::size_t kept_in_plan(const char* budget) {
    std::vector<std::string> shown = words(budget);
    shown.insert(shown.end(), {"--dry-run", "-d", "0", "--format", "json"});
    const Outcome outcome = plumb(shown);
    EXPECT_EQ(outcome.code, 0) << outcome.error;
    const Json plan = parse_json(outcome.out, "plan");
    const Json& rows = plan.at("tables").at(0).at("rows");
    return static_cast<std::size_t>(
        std::ranges::count_if(rows, [](const Json& row) { return row.back() == "kept"; }));
  }

  std::string survey;
  std::string profile;
};

TEST_F(PlumbSurvey, that_is_interrupted_keeps_what_is_finished_and_goes_on) {
  const pid_t child = start(words("10m"));  // so that it gets there on a busy machine, too
  const Outcome interrupted = interrupt_once_written(child, survey + "/stream.json");
  const std::size_t finished = points();
  const std::string first = read_text_file(survey + "/stream.json");

  const std::size_t kept = kept_in_plan("10m");
  const Outcome resumed = plumb(words("8s"));

  EXPECT_EQ(interrupted.code, 130) << interrupted.error;
  EXPECT_THAT(interrupted.error, AllOf(HasSubstr("interrupted; "), HasSubstr("goes on")));
  EXPECT_GE(finished, 1U);
  EXPECT_EQ(kept, finished);
  EXPECT_EQ(resumed.code, 0) << resumed.error;
  EXPECT_THAT(resumed.out, HasSubstr("kept from an earlier survey"));
  // On a busy machine, or under sanitizers, the time may be over before a further point begins.
  EXPECT_TRUE(points() > finished || resumed.out.find("Left out, ") != std::string::npos)
      << points() << " points\n"
      << resumed.out;
  EXPECT_EQ(result_in(survey + "/stream.json").points.front().whole.samples, [&] {
    const Json json = parse_json(first, "first");
    return result_from_json(JsonView(json, "first")).points.front().whole.samples;
  }());
  EXPECT_EQ(read_text_file(survey + "/summary.txt"), resumed.out);
  std::istringstream lines(resumed.out);
  std::size_t count = 0;
  for (std::string line; std::getline(lines, line); ++count) EXPECT_LE(line.size(), 80U) << line;
  EXPECT_LE(count, 24U);
  for (const Point& point : result_in(survey + "/stream.json").points) {
    EXPECT_TRUE(point.predicted) << "every point keeps its prediction";
    EXPECT_NE(text_named(point.labels, "data"), nullptr);
  }
}

// Twice: what the first one probed stays, and the second goes on with it.
TEST_F(PlumbSurvey, that_is_interrupted_while_probing_keeps_the_profile_and_goes_on) {
  const std::string file = survey + "/profile.json";
  const std::vector<std::string> no_profiles{"XDG_DATA_HOME=" + folder + "/data"};
  const std::vector<std::string> probes{"survey", "-o", survey};
  const Outcome first = interrupt_once_written(start(probes, no_profiles), file);
  ASSERT_EQ(first.code, 130) << first.error;
  const Profile begun = profile_in(file);

  const pid_t child = start(probes, no_profiles);
  wait_for_file(child, file, read_text_file(file).size() + 1);
  ::kill(child, SIGINT);
  const Outcome second = finish(child);

  EXPECT_THAT(first.error, HasSubstr("what was probed is kept in '"));
  EXPECT_THAT(first.out, AllOf(HasSubstr("probed in part: "),
                               HasSubstr("Interrupted, the same command goes on: ")));
  EXPECT_EQ(first.out.find("a longer --budget"), std::string::npos);
  EXPECT_EQ(second.code, 130) << second.error;
  const Profile later = profile_in(file);
  EXPECT_GT(later.parameters.size(), begun.parameters.size());
  for (const Finding& parameter : begun.parameters)
    EXPECT_NE(finding_named(later, parameter.name), nullptr) << parameter.name;
  EXPECT_TRUE(std::filesystem::exists(survey + "/report.html"));
}

TEST_F(PlumbSurvey, whose_plan_is_shown_goes_by_the_folder_and_the_device_that_are_named) {
  write_whole(survey + "/profile.json", to_text(to_json(tiny_profile())));
  // A device that is set for all commands is none that was named.
  const auto planned = [&](std::vector<std::string> more) {
    std::vector<std::string> all{"survey", "--dry-run", "-o", survey};
    all.insert(all.end(), more.begin(), more.end());
    return plumb(all, {"XDG_DATA_HOME=" + folder + "/data", "PLUMB_DEVICE=0"});
  };
  const Outcome of_another_device = planned({});
  std::filesystem::remove(survey + "/profile.json");
  const Outcome named = planned({"-p", profile, "-d", "0"});
  const Outcome of_the_profile = planned({"-p", profile});

  EXPECT_EQ(of_another_device.code, 2) << "as the survey itself would refuse it";
  EXPECT_THAT(of_another_device.error, HasSubstr("profile.json' is of "));
  EXPECT_EQ(named.code, 0) << named.error;
  EXPECT_THAT(named.out, HasSubstr("profile: from profile '"));
  EXPECT_THAT(of_the_profile.out, HasSubstr("profile: as given"));
}

TEST_F(PlumbSurvey, that_is_refused_leaves_no_folder_behind) {
  const std::string fresh = folder + "/deep/new";
  const std::vector<std::string> no_profiles{"XDG_DATA_HOME=" + folder + "/data"};

  const Outcome outcome = plumb({"survey", "-o", fresh, "--budget", "5s"}, no_profiles);

  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.error, HasSubstr("--budget: 5 s is too short to probe this device"));
  EXPECT_EQ(std::ranges::count(outcome.error, '\n'), 1);
  EXPECT_FALSE(std::filesystem::exists(folder + "/deep"));
}

TEST_F(PlumbSurvey, keeps_a_second_one_out_of_its_folder) {
  const pid_t child = start(words("10m"));
  ASSERT_TRUE(wait_for_file(child, survey + "/profile.json"));
  const pid_t second = ::fork();  // its output goes elsewhere
  if (second == 0) {
    folder += "/second";
    std::filesystem::create_directories(folder);
    const Outcome refused = plumb(words("10m"));
    const bool right =
        refused.code == 1 && refused.error.find("another survey writes to '") != std::string::npos;
    ::_exit(right ? 0 : 1);
  }
  int status = -1;
  ::waitpid(second, &status, 0);
  ::kill(child, SIGINT);

  EXPECT_EQ(finish(child).code, 130);
  EXPECT_EQ(status, 0);
}

TEST_F(PlumbSurvey, refuses_a_folder_with_records_of_another_device_and_leaves_them) {
  Result other = result_in(PLUMB_SOURCE_DIR "/results/stream-h200-cuda.json");
  other.provenance.device.name = "Another GPU";
  const std::string text = to_text(to_json(other));
  write_whole(survey + "/stream.json", text);

  const Outcome outcome = plumb(words("4s"));

  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.error, AllOf(HasSubstr("stream.json' is of cuda:Another GPU"),
                                   HasSubstr("choose another folder with -o")));
  EXPECT_EQ(std::ranges::count(outcome.error, '\n'), 1);
  EXPECT_EQ(read_text_file(survey + "/stream.json"), text);
  EXPECT_FALSE(std::filesystem::exists(survey + "/profile.json"));
}

TEST_F(PlumbSurvey, puts_records_of_other_versions_aside_and_measures_anew) {
  Result older = result_in(PLUMB_SOURCE_DIR "/results/stream-h200-cuda.json");
  older.provenance.version = "0.0.1";
  const std::string text = to_text(to_json(older));
  const std::string newer = R"({"schema": "plumbline.result/2", "unheard of": []})";
  write_whole(survey + "/stream.json", text);
  write_whole(survey + "/lu.json", newer);
  std::filesystem::create_directory(survey + "/earlier-1");

  const Outcome outcome = plumb(words("1s"));

  EXPECT_EQ(outcome.code, 0) << outcome.error;
  EXPECT_THAT(outcome.out, HasSubstr("2 records of another version moved to"));
  EXPECT_EQ(read_text_file(survey + "/earlier-2/stream.json"), text);
  EXPECT_EQ(read_text_file(survey + "/earlier-2/lu.json"), newer);
}

TEST_F(PlumbSurvey, that_refuses_a_folder_moves_nothing) {
  Result other = result_in(PLUMB_SOURCE_DIR "/results/stream-h200-cuda.json");
  other.provenance.version = "0.0.1";
  write_whole(survey + "/himeno.json", to_text(to_json(other)));
  write_whole(survey + "/stream.json", "{\"schema\": ");

  EXPECT_EQ(plumb(words("1s")).code, 2);
  EXPECT_TRUE(std::filesystem::exists(survey + "/himeno.json"));
  EXPECT_FALSE(std::filesystem::exists(survey + "/earlier-1"));
}

TEST_F(PlumbSurvey, refuses_a_folder_with_a_result_that_no_survey_wrote) {
  const std::string file = survey + "/stream.json";
  ASSERT_EQ(plumb({"run", "stream", "--elements", "1003", "--min-samples", "2", "--max-samples",
                   "2", "--min-time", "0s", "-q", "-o", file})
                .code,
            0);

  const Outcome outcome = plumb(words("4s"));

  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.error, HasSubstr("stream.json' keeps no predictions, so no survey wrote it"));
  EXPECT_FALSE(std::filesystem::exists(survey + "/profile.json"));
}

TEST_F(PlumbSurvey, refuses_a_folder_with_a_damaged_record_and_one_with_another_profile) {
  write_whole(survey + "/lu.json", "{\"schema\": ");
  const Outcome damaged = plumb(words("4s"));
  std::filesystem::remove(survey + "/lu.json");
  write_whole(survey + "/profile.json", "{\"schema\": ");
  const Outcome damaged_profile = plumb(words("4s"));
  std::filesystem::remove(survey + "/profile.json");
  std::filesystem::copy_file(PLUMB_SOURCE_DIR "/profiles/h200-cuda.json", survey + "/profile.json");
  const Outcome another = plumb(words("4s"));

  EXPECT_EQ(damaged.code, 2);
  EXPECT_THAT(damaged.error, HasSubstr("lu.json:1:"));
  EXPECT_THAT(damaged.error, HasSubstr("-o names another folder"));
  EXPECT_EQ(damaged_profile.code, 2);
  EXPECT_THAT(damaged_profile.error, HasSubstr("-o names another folder): "));
  EXPECT_THAT(damaged_profile.error, HasSubstr("profile.json:1:"));
  EXPECT_EQ(another.code, 2);
  EXPECT_THAT(another.error, HasSubstr("is another profile than"));
}

TEST_F(PlumbSurvey, refuses_a_profile_of_another_kind_of_device_and_names_whose_another_one_is) {
  Profile other = profile_in(PLUMB_SOURCE_DIR "/profiles/h200-cuda.json");
  other.provenance.device.kind = "abacus";
  write_whole(profile, to_text(to_json(other)));
  const Outcome refused = plumb(words("1s"));
  EXPECT_EQ(refused.code, 2);
  EXPECT_THAT(refused.error, HasSubstr("is of 'NVIDIA H200' (abacus), and '"));
  EXPECT_EQ(std::ranges::count(refused.error, '\n'), 1);
  EXPECT_FALSE(std::filesystem::exists(survey + "/profile.json"));

  Profile same_kind = tiny_profile();
  same_kind.provenance.device.name = "a machine far away";
  write_whole(profile, to_text(to_json(same_kind)));
  EXPECT_THAT(plumb(words("1s")).out, HasSubstr("another device, a machine far away"));
}

TEST_F(PlumbSurvey, names_a_folder_that_cannot_be_made_or_written_before_it_runs) {
  std::ofstream(folder + "/file") << "in the way";
  const auto into = [&](const std::string& path) {
    return plumb({"survey", "-p", profile, "-o", path, "--budget", "4s"});
  };
  const Outcome in_the_way = into(folder + "/file/survey");

  const Outcome is_a_file = into(folder + "/file");

  EXPECT_EQ(is_a_file.code, 1);
  EXPECT_THAT(is_a_file.error, HasSubstr("/file': Not a directory; nothing was run"));
  EXPECT_EQ(in_the_way.code, 1);
  EXPECT_THAT(in_the_way.error, AllOf(StartsWith("error: cannot make folder '"),
                                      HasSubstr("Not a directory; nothing was run")));
  EXPECT_EQ(into("-").code, 2);
}

TEST_F(PlumbSurvey, whose_report_finds_the_disk_full_keeps_its_records_and_says_so) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
  std::filesystem::create_symlink("/dev/full", survey + "/report.html");

  const Outcome outcome = plumb(words("1s"));

  EXPECT_EQ(outcome.code, 1) << outcome.error;
  EXPECT_THAT(outcome.error, HasSubstr("No space left on device"));
  EXPECT_EQ(std::ranges::count(outcome.error, '\n'), 1);
  EXPECT_TRUE(std::filesystem::exists(survey + "/profile.json"));
  EXPECT_EQ(read_text_file(survey + "/summary.txt"), outcome.out);
  EXPECT_EQ(outcome.out.find("Report: "), std::string::npos) << "there is none";
}

TEST_F(PlumbSurvey, of_all_devices_has_a_folder_for_each_and_one_report) {
  // As the program itself counts them.
  const Outcome listed = plumb({"devices", "--format", "csv"});
  const auto devices = std::ranges::count(listed.out, '\n') - 1;

  const Outcome outcome =
      plumb({"survey", "-d", "all", "-p", profile, "-o", survey, "--budget", "1s"});

  EXPECT_EQ(outcome.code, 0) << outcome.error;
  std::ptrdiff_t profiles = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(survey))
    profiles += entry.path().filename() == "profile.json" ? 1 : 0;
  EXPECT_EQ(profiles, devices) << outcome.out << outcome.error;
  EXPECT_TRUE(std::filesystem::exists(survey + "/report.html"));
  EXPECT_EQ(plumb({"report", survey, "-o", folder + "/again.html"}).code, 0);
}

TEST_F(PlumbSurvey, of_several_devices_shows_all_in_one_report) {
  const std::vector<std::string> two{"POCL_DEVICES=pthread pthread"};
  if (plumb({"run", "stream", "-d", "1", "--dry-run"}, two).code != 0)
    GTEST_SKIP() << "this driver has one device";

  const Outcome outcome =
      plumb({"survey", "-d", "all", "-p", profile, "-o", survey, "--budget", "2s"}, two);

  EXPECT_EQ(outcome.code, 0) << outcome.error;
  std::vector<std::string> folders;
  for (const auto& entry : std::filesystem::directory_iterator(survey))
    if (entry.is_directory()) folders.push_back(entry.path().filename().string());
  std::ranges::sort(folders);
  ASSERT_GE(folders.size(), 2U);
  for (std::size_t i = 0; i < folders.size(); ++i)
    EXPECT_THAT(folders[i], StartsWith(std::to_string(i) + "-"));
  const std::string page = read_text_file(survey + "/report.html");
  for (const std::string& one : folders) {
    EXPECT_TRUE(std::filesystem::exists(survey + "/" + one + "/summary.txt"));
    EXPECT_THAT(page, HasSubstr(one + "/profile.json"));
  }
}

class PlumbSurveyPlan : public PlumbProgram {};

TEST_F(PlumbSurveyPlan, needs_no_device_and_writes_nothing) {
  const Outcome outcome =
      plumb({"survey", "--dry-run", "-p", "pocl-aarch64", "-o", folder + "/survey"},
            {"PLUMB_OPENCL_LIBRARY=absent.so", "PLUMB_CUDA_LIBRARY=absent.so"});

  EXPECT_EQ(outcome.code, 0) << outcome.error;
  EXPECT_THAT(outcome.out, HasSubstr("survey of Arm Neoverse N1: nothing is run"));
  EXPECT_FALSE(std::filesystem::exists(folder + "/survey"));
}

}  // namespace
}  // namespace plumb
